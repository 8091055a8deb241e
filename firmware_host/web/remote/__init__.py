"""
The ports of the web in another process than the table, over a Unix socket.

Calls that only read block, and their results are cached until something changes. Calls
that wait for the memory card are awaited, and other requests continue meanwhile.
"""
