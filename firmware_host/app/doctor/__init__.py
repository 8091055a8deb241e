"""What is wrong with a board, part by part."""
