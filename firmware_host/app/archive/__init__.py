"""Games that were played: kept, carried away, looked at again."""
