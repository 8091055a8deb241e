"""The daemon: a board with everything open, and what stands beside it."""
