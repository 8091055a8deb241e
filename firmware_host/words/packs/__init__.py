"""Packs of words: shipped, typed by a teacher, or brought in a file."""
