"""
What the board remembers: one SQLite file, one writer, durable before shown.

`store` is the way in, `entries` what goes in and comes out, `tags` which tag is
which piece. `file` opens the file and `writer` writes it; nobody else needs them.
"""
