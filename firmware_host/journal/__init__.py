"""
The stored data of a board: one SQLite file with one writing thread.

`store.Journal` writes it and `reader.Reader` reads it, both in the records of
`board/entries.py`; `tags.Tags` maps tags to pieces. The other modules are internal.
"""
