"""The playable content: games, languages and word lists, also from outside."""
