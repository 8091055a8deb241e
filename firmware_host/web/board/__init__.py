"""The board itself, seen by the browser."""
