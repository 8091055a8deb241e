"""The `letterzone` command."""
