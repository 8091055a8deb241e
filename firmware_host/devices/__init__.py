"""The parts of a board, each behind one file that knows its library."""
