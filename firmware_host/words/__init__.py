"""Letters, words and languages. Pure: files come in as bytes and tables."""
