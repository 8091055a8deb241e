"""The stored forms of a game: its header when it begins, and its snapshots."""
