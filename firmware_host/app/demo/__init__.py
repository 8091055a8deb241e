"""A board that is in memory."""
