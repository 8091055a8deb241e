"""The positions of a past game; an unfinished round reveals nothing."""

import json

import pytest

from firmware_host.app.archive.history import longest, positions
from firmware_host.app.archive.replay import analyse, replay, sentence, words_left
from firmware_host.errors import SettingsError
from firmware_host.journal.store import Journal
from tests.app.written import GAME, write
from tests.referee.scored import example


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "j.db", reserve_bytes=0) as opened:
        yield opened


def test_the_positions_of_a_game(journal):
    """Each position has the public view, and the word appears where its round ends."""
    write(journal, *GAME)
    told = positions(journal, 1, language="en")
    assert [one["part"] for one in told] == [0] * 7 + [1] * 3 + [2]
    assert [one["word"] for one in told] == [""] * 6 + ["HOBBY"] + [""] * 2 + [
        "LOYAL",
        "",
    ]
    assert told[1]["said"] == ["Zone 1: red long stick?", "Yes."]
    assert told[6]["said"][0] == "Lee guesses HOBBY."
    laid = [sum(map(sum, one["view"]["placed"])) for one in told]
    assert laid == [0, 1, 1, 1, 2, 2, 2, 0, 0, 0, 0]
    assert not any("HOBBY" in " ".join(one["said"]) for one in told[:6])


def test_each_position_has_what_happened_and_who_did_it(journal):
    """Each position has its moments and their seat, so that a page can replay them."""
    write(journal, *GAME)
    told = positions(journal, 1, language="en")
    happened = [position["moments"][0]["what"] for position in told[1:7]]
    assert happened == ["yes", "no", "undone", "yes", "wrong", "right"]
    assert (
        told[1]["moments"][0] | {"seat": 1, "zone": 1, "kind": "red"}
        == (told[1]["moments"][0])
    )
    assert told[5]["moments"][0]["word"] == "HAPPY"
    assert [one["seat"] for one in told[:7]] == [0, 1, 1, 1, 1, 1, 1]
    assert not any("HOBBY" in str(one["moments"]) for one in told[:6])


def test_each_tap_and_guess_is_explained(journal):
    """Each tap and guess has an insight; an undo and a new word have none."""
    write(journal, *GAME)
    told = positions(journal, 1, language="de")
    explained = [one["insight"] is not None for one in told[:7]]
    assert explained == [False, True, True, False, True, True, True]
    assert told[1]["insight"]["left"] > 1000 > told[6]["insight"]["left"] == 1
    assert "Wörter" in told[1]["insight"]["said"]


def test_it_is_told_in_the_readers_language(journal):
    write(journal, *GAME)
    assert positions(journal, 1, language="de")[1]["said"][1] == "Ja."


@pytest.mark.parametrize("ends", [(), ({"do": "end"},)])
def test_a_round_that_is_not_over_is_not_told(journal, ends):
    """The positions of an unfinished or ended round do not contain its word."""
    write(journal, *GAME[:9], *ends)
    told = positions(journal, 1, language="en")
    assert [one["part"] for one in told[:7]] == [0] * 7
    assert len(told) == 7 + len(ends)
    assert "LOYAL" not in repr(told)


def test_a_round_that_was_called_off_is_shown_and_counts_nothing(journal):
    write(journal, *GAME[:3], {"do": "void"}, *GAME[:7])
    told = positions(journal, 1, language="en")
    assert [one["part"] for one in told] == [0] * 4 + [1] * 7
    assert told[3]["word"] == "HOBBY"


def test_no_such_game_is_said(journal):
    with pytest.raises(SettingsError, match="no game 7"):
        positions(journal, 7, language="en")


def keyword_game():
    """Return the header and the lines of the example game of KEYWORD."""
    lines = example("keyword.jsonl")
    return lines[0], lines[1:]


def test_after_a_game_of_cards_each_hands_longest_words_are_told(journal):
    """Each round of KEYWORD ends with the longest words that `analyse` names."""
    head, lines = keyword_game()
    write(journal, *lines, head=head)
    ends = [one for one in positions(journal, 1, language="en") if one["insight"]]
    replayed = replay([json.dumps(line) for line in (head, *lines)], "-")
    named = [
        words_left(replayed, m.insight) for r in analyse(replayed) for m in r.moves
    ]
    assert [one["insight"]["said"] for one in ends] == [
        sentence(replayed, one) for one in named
    ]
    assert {one["insight"]["label"] for one in ends} == {"insight-longest"}
    assert ends


def test_hands_are_not_told_while_the_game_goes_on(journal):
    """Cards that stay in a hand are secret until the last round."""
    head, lines = keyword_game()
    write(journal, *lines[:-1], head=head)
    assert not any(one["insight"] for one in positions(journal, 1, language="en"))


def longest_later():
    """Return after which lines a round of the example ends, and its words by seat."""
    head, lines = keyword_game()
    done = replay([json.dumps(line) for line in (head, *lines)], "-")
    each = [move.insight.each for one in analyse(done) for move in one.moves]
    ends = [
        number
        for number, one in enumerate(done.played, 1)
        if done.engine.result(one.outcome) is not None
    ]
    named = [{hand.seat: list(hand.words) for hand in hands} for hands in each]
    return list(zip(ends, named, strict=True))


def test_a_shown_round_names_a_hands_longest_words_as_analyse_does_later(journal):
    """After each action `longest` has the words of the last shown round."""
    head, lines = keyword_game()
    rounds = longest_later()
    assert len(rounds) == 3
    for count in range(1, len(lines) + 1):
        write(journal, *lines[:count], head=head, game=count)
        shown = [words for end, words in rounds if end <= count]
        wanted = shown[-1] if shown else {}
        for seat in range(len(head["players"])):
            assert longest(journal, seat) == wanted.get(seat, []), (count, seat)


def test_a_voided_round_names_no_longest_word(journal):
    """The round that was shown before it does; a hand is the same in both."""
    head, lines = keyword_game()
    (end, words), *_ = longest_later()
    write(journal, lines[0], {"do": "void"}, head=head)
    assert longest(journal, 0) == []
    write(journal, *lines[: end + 1], {"do": "void"}, head=head, game=2)
    assert longest(journal, 0) == words[0]


@pytest.mark.parametrize("name", ["keyword-cards.jsonl", "box.jsonl", "wqrdles.jsonl"])
def test_no_longest_word_is_named_without_a_known_hand(journal, name):
    """No longest words are named for unknown hands or other games."""
    head, *lines = example(name)
    write(journal, *lines, head=head)
    assert [longest(journal, seat) for seat in range(2)] == [[], []]


def test_a_seat_that_does_not_exist_has_no_longest_word(journal):
    head, lines = keyword_game()
    write(journal, *lines, head=head)
    assert longest(journal, 5) == []
