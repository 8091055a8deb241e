"""Code cards as a file and as a story: nothing of a hidden card before the end."""

import json

import pytest

from firmware_host.app.archive.export import export_replay, transcript
from firmware_host.app.archive.replay import judge, read_file, replay
from firmware_host.app.archive.story import story
from firmware_host.app.content.games import known_games
from firmware_host.board.messages import Refused
from firmware_host.errors import TranscriptError
from firmware_host.games.codecards.game import codecards
from firmware_host.games.codecards.state import Code, Lot, Name
from firmware_host.games.common import Undo
from firmware_host.games.transcript import Head, Names, read
from tests.cli.command import EXAMPLES
from tests.games.codecards_play import (
    ENTROPY,
    LEE,
    LEES,
    NAMES,
    TINA,
    TINAS,
    cards,
    do,
    header,
    names,
    three,
)

HEAD = {"letterzone": 1, "game": "codecards", "language": "en", "players": [*NAMES]}


def example():
    return read_file(str(EXAMPLES / "codecards.jsonl"))


def kept(*actions):
    """Return actions with their facts, as a journal has them, and the state after."""
    game, rows = codecards.start(header()), []
    for action in actions:
        facts = codecards.act(game, codecards.with_entropy(action, ENTROPY))
        assert not isinstance(facts, Refused)
        rows.append((action, facts))
        game = codecards.fold(game, facts)
    return rows


def exported(*actions):
    head = Head("codecards", len(NAMES), 0, language="en", players=NAMES)
    return list(transcript(head, codecards, Names(NAMES), kept(*actions)))


BEGUN = (Code(TINA, cards(TINAS)), Code(LEE, cards(LEES)), Lot())
WHOLE = (
    *BEGUN,
    *three("3S 4S 5S"),
    *three("3H 4H 5H"),
    codecards.action({"do": "break"}),
    *names("KC 10D 2D 9S 9H 9D"),
)


def test_the_example_is_a_perfect_code():
    """Nine points, as in the rule book."""
    told = list(judge(replay(*example())))

    assert told[-2]["points"] == {"Tina": 9, "Lee": 8}
    assert told[-2]["words"] == {"Tina": "QH 7C AS", "Lee": "2D 10D KC"}
    assert next(one["hits"] for one in told if "hits" in one) == [False, False, True]


def test_a_person_can_read_it():
    """Hidden cards are named once all lie open, and not before."""
    lines = list(story(replay(*example())))
    shown = next(at for at, line in enumerate(lines) if "Hidden were" in line)

    assert "   2  Tina hides three cards." in lines
    assert "      Hit: column 1, 3." in lines
    assert not any("ace of spades" in line for line in lines[: shown - 6])
    assert lines[-2].split() == ["QH", "7C", "AS", "2D", "10D", "KC", "9", "8"]


def test_an_export_replays_to_the_same_bytes():
    """Whoever began stands in it, and what opens the promise."""
    once = exported(*WHOLE)
    again = replay(once, "once")

    assert not any(isinstance(one.outcome, Refused) for one in again.played)
    assert list(export_replay(again)) == once
    lot = json.loads(once[3])
    promised = codecards.view(do_all(*BEGUN), TINA).public.commitment
    assert lot["first"] in NAMES
    assert lot["commitment"] == promised


def do_all(*actions):
    game = codecards.start(header())
    return do(game, *(codecards.with_entropy(one, ENTROPY) for one in actions))


@pytest.mark.parametrize("count", range(len(WHOLE)))
def test_no_export_of_a_running_game_holds_anything(count):
    """Neither a hidden card nor a played one, however far the game has come."""
    assert len(exported(*WHOLE[:count])) == 1


def test_a_lot_that_was_taken_back_comes_back_in_the_file():
    """The undone card and the second lot stand in it."""
    actions = (*BEGUN, Undo(), *BEGUN[1:], *WHOLE[3:])
    once = exported(*actions)

    assert [json.loads(line)["do"] for line in once[1:6]] == [
        *("code", "code", "lot", "undo", "code")
    ]
    assert list(export_replay(replay(once, "once"))) == once


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"do": "play", "column": 4, "card": "3S"}, "column must be 1 to 3"),
        ({"do": "play", "column": 1, "card": "1S"}, "card must be a card such as QH"),
        ({"do": "hide", "by": "Tina", "place": 0, "card": "3S"}, "place must be 1"),
        ({"do": "code", "by": "Tina", "cards": ["QQ"]}, "cards must be cards such as"),
        ({"do": "name"}, "needs 'card'"),
        ({"do": "lot", "first": "Eve"}, 'nobody here is called "Eve"'),
    ],
)
def test_a_wrong_line_is_named_with_what_would_be_right(line, says):
    with pytest.raises(TranscriptError, match=says):
        read([json.dumps(HEAD), json.dumps(line)], "f", known_games())


def test_every_action_is_told_and_no_hidden_card_with_it():
    """The sentence of a hidden card is the same for every card."""
    told = {
        codecards.describe_action(Code(TINA, cards(row)), "Tina")
        for row in (TINAS, LEES)
    }

    assert len(told) == 1
    for action, _ in kept(*WHOLE):
        assert codecards.describe_action(action, "Tina").code.startswith(
            "told-codecards-"
        )
    assert (
        codecards.describe_action(Name(cards("QH")[0]), "")["card"]["suit"].code
        == "suit-hearts"
    )


def test_no_letter_piece_is_counted():
    """How hard pieces are to place is another game's question."""
    for _, facts in kept(*WHOLE):
        assert codecards.answer_counts(facts) == ()
