"""A board in memory: simulated hardware that speaks the real wire protocol."""
