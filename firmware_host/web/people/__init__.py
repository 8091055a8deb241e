"""The people with phones."""
