"""What a table does now: one mode a file. `session/mode.py` says what each answers."""
