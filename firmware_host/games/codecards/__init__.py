"""Code cards: each of two players breaks the other's code of three hidden cards."""
