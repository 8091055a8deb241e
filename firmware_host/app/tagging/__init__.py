"""Which tag is on what."""
