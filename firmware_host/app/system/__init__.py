"""The computer under a board: set up, flashed, updated, shown on its screen."""
