"""The devices of a board; each hardware library is imported in one file."""
