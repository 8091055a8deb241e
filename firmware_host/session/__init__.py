"""One table's evening: choosing, playing, ending. Pure."""
