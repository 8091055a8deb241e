"""The teacher's class."""
