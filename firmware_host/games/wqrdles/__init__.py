"""WQRDLES."""
