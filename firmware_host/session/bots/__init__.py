"""
Bots at a table: players that the board plays for people who are missing.

`seats` says how they come and go, `turns` how long each thinks and what it does then;
`thought` is what the table knows of it meanwhile.
"""
