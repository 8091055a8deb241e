"""The words for every message, in every language. Pure; the app opens the files."""
