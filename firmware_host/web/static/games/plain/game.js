/** A game without pages of its own: the shell draws its zones, and what the board says. */
