"""The doctor: finds the faults of a board, part by part."""
