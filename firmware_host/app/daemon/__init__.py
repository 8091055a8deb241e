"""The daemon: the program that runs a board, with its background services."""
