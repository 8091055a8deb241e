"""A board in memory: hardware that behaves, on the real wire."""
