"""The animals that players are: each has a colour of its own on pages and rims."""

from enum import StrEnum


class Animal(StrEnum):
    """
    What a player is, beside a name; nobody has to have one that is read out.

    The first four stand for circle, square, triangle and star until somebody chooses.
    """

    FOX = "fox"
    OWL = "owl"
    FROG = "frog"
    RABBIT = "rabbit"
    PENGUIN = "penguin"
    BEAR = "bear"
    CAT = "cat"
    PANDA = "panda"


ANIMALS = tuple(Animal)

#: In place of a name: the player is called by the animal, in each screen's language.
#: It stands in commands and in the journal's table of names.
BY_ANIMAL = "*"
