"""What a table writes down for a later start: how a game began, and how it stands."""
