"""The drivers of a board's devices; each hardware library is imported in one file."""
