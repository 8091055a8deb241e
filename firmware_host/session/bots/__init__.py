"""
Bots at a table: players that the board plays for people who are missing.

`seats` has their seats, how they join and leave; `turns` has their thinking times and
moves.
"""
