"""A single player gets a comparison with the board's best game of the same kind."""

import pytest

from firmware_host.app.archive.summaries import best_before, compare_result
from firmware_host.board.messages import say
from firmware_host.journal.store import Journal
from tests.app.written import write


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "letterzone.db", reserve_bytes=0) as opened:
        yield opened


#: Zones of HOBBY where no red piece is.
NOT_RED = (2, 5)


def alone(journal, game, *, noes=0, found=1, rounds=1, **head):
    """Write a game against the board with given numbers of NO tokens and finds."""
    lines, players = [], head.pop("players", ("Tina",))
    for at in range(rounds):
        secret = {"do": "secret", "by": "board", "word": "HOBBY", "nonce": "aa" * 32}
        hand = {"do": "hand", "kind": "red"}
        taps = [{"do": "tap", "zone": zone, "kind": "red"} for zone in NOT_RED]
        last = {"do": "retire", "by": players[0]}
        if at < found:
            last = {"do": "guess", "by": players[0], "word": "HOBBY"}
        retire = [{"do": "retire", "by": one} for one in players[1:] if at >= found]
        lines += [secret, hand, *taps[: noes if at == 0 else 0], last, *retire]
    head = {"players": list(players), "maker": "board", "rounds": rounds} | head
    write(journal, *lines, game=game, **head)


def test_the_best_is_the_fewest_noes_with_every_word_found(journal):
    alone(journal, 1, noes=2)
    alone(journal, 2, noes=1)
    alone(journal, 3, noes=0, found=0)
    alone(journal, 4, noes=2)
    assert best_before(journal, 4) == 1
    assert best_before(journal, 2) == 2
    assert best_before(journal, 1) is None


def test_only_games_of_its_kind_are_compared(journal):
    """The same game, length, rounds and rules, alone against the board."""
    alone(journal, 1, rounds=2, found=2)
    alone(journal, 2, players=("Tina", "Lee"))
    alone(journal, 3, guess_tokens=5)
    alone(journal, 4, noes=1)
    assert best_before(journal, 4) is None


def test_a_game_that_was_broken_off_is_no_best(journal):
    """A game that was ended before its last word is not the best."""
    alone(journal, 1, rounds=2, found=1, noes=2)
    alone(journal, 2, rounds=2, found=2, noes=1)
    alone(journal, 3, rounds=2, found=2)
    assert best_before(journal, 3) == 1


@pytest.mark.parametrize(
    ("noes", "found", "code"),
    [(0, 1, "best-new"), (1, 1, "best-equal"), (2, 1, "best"), (0, 0, "best")],
)
def test_what_is_said_beside_the_best(journal, noes, found, code):
    """The first of its kind has nothing to be compared with."""
    alone(journal, 1, noes=noes, found=found)
    assert compare_result(journal, 1, 1) == say(code, n=1)
    assert compare_result(journal, 1, None) is None


def test_no_name_is_needed_for_it(journal):
    """Erased names and a summary that is written down change nothing."""
    alone(journal, 1, noes=2)
    alone(journal, 2)
    journal.erase_names().result()
    entries = []
    assert best_before(journal, 2, keep=entries.append) == 2
    assert [one.summary.game for one in entries] == [1]
    assert "Tina" not in entries[0].summary.summary


def test_a_damaged_game_is_left_out(journal):
    alone(journal, 1)
    alone(journal, 2, noes=1)
    alone(journal, 3, noes=2)
    journal._writer._connection.execute("UPDATE rows SET ms = 7 WHERE game = 1")
    assert best_before(journal, 3) == 1
