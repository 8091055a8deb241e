"""
The ports of the web in another process than the table, over a Unix socket.

What only looks is asked at once, and known until something changes. What waits for the
card is awaited, and other requests go on meanwhile.
"""
