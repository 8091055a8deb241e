"""What can be played: games, languages, word lists."""
