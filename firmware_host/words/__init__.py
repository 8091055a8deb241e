"""Letters, words and languages. Pure: files are passed as bytes and parsed tables."""
