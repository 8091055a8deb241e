"""The daemon: a board with every part open, and the services beside it."""
