"""Decipher, the letter piece game."""
