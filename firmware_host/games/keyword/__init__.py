"""KEYWORD."""
