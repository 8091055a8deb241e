"""KEYWORD: players lay words from their own cards and six shared ones."""
