"""The first start of a new card: its questions and what follows from the answers."""
