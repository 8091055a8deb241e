"""The simulated child of eight behaves as docs/difficulty.md says."""

import random
from dataclasses import replace

from firmware_host.board.pieces import Kind, Seat
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import AskForPiece, Guess, PassTurn, TapPiece
from firmware_host.games.views import Viewer
from tests.games.decipher.child import Child, listed
from tests.games.play import begun

ANN = Seat(0)


def looks(number: int, **changes):
    """Return the action of child *number* in a round with the word HOBBY."""
    seen = decipher.view(begun("HOBBY", board_makes=True), Viewer.PUBLIC)
    child = Child("en", 5, random.Random(number))  # noqa: S311 - the same in every run
    return child.acts(replace(seen, **changes), ANN)


def laid(word: str):
    return tuple(decipher.view(begun(word), Viewer.PUBLIC).placed), tuple(
        begun(word).round.puzzle.builds
    )


def test_it_knows_first_words_and_half_of_everyday():
    """A child knows the first words and half of the everyday ones, chosen at random."""
    children = [Child("en", 5, random.Random(number)) for number in (1, 2)]  # noqa: S311 - as above
    first, everyday = (
        {word for word in listed("en", name) if len(word) == 5}
        for name in ("easy", "everyday")
    )
    for child in children:
        known = set(child._words)
        assert first < known < everyday
        assert 0.4 < len(known - first) / len(everyday - first) < 0.6
    assert children[0]._words != children[1]._words


def test_it_guesses_once_few_words_come_to_mind():
    """It guesses only when few words fit, and only fitting ones."""
    none, builds = laid("HOBBY")
    assert looks(1, holding=Kind.LONG_STICK) != Guess(ANN, "HOBBY")
    assert isinstance(looks(1, holding=Kind.LONG_STICK), TapPiece)
    guesses = {
        looks(number, placed=builds, bonus_mode=True, hidden=0) for number in range(40)
    }
    # Who does not know HOBBY passes.
    assert guesses == {Guess(ANN, "HOBBY"), PassTurn()}
    assert looks(1, placed=none, bonus_mode=True, hidden=3) == AskForPiece()
    assert looks(1, placed=none) is None


def test_it_overlooks_a_quarter_of_the_tokens():
    """It overlooks a quarter of the NO tokens."""
    _, builds = laid("PANDA")
    seen = decipher.view(begun("PANDA", board_makes=True), Viewer.PUBLIC)
    child = Child("en", 5, random.Random(5))  # noqa: S311 - the same in every run
    assert child._come_to_mind(replace(seen, placed=builds)) == ["PANDA"]
    no_red = replace(
        seen,
        placed=((0, 0, 0, 1), *builds[1:]),
        covered=((1, 0, 0, 0), *seen.covered[1:]),
    )
    thought = [child._come_to_mind(no_red).count("PANDA") for _ in range(400)]
    assert 60 <= sum(thought) <= 140
