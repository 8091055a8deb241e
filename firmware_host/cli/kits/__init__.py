"""Commands for whoever makes something of their own for a board."""
