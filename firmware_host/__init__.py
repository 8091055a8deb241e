"""Letterzone: a board of letter zones that answers Yes or No."""

__version__ = "0.1.0"
