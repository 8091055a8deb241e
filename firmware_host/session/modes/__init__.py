"""The modes of a table, one in each file; `session/mode.py` is their base."""
