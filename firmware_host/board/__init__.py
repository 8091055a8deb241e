"""What a board is made of and what it can say. Pure; everything may import it."""
