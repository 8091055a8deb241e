"""The hall's pages: a wall of boards, an evening's table, and what spectators see."""
