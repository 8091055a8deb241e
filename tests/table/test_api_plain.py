"""The table's API without a running table: its sights and its commands."""

from dataclasses import replace

import pytest

from firmware_host.board.commands import Begin, Choose, Pause
from firmware_host.board.events import Button
from firmware_host.board.json import as_message, of_message
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import Millis, Seat
from firmware_host.errors import AskedError
from firmware_host.games.decipher.rules import SetSecret
from firmware_host.session.acting import Submitted
from firmware_host.session.setups import Player
from firmware_host.table.api import TableApi
from tests.session.evening import face, first_evening, playing, then

UMA = Player("Uma", Button.STAR)


class Quiet:
    """A table that records its commands without carrying them out."""

    def __init__(self, session, now_ms=0):
        self.session, self.now_ms = session, Millis(now_ms)
        self.changes, self.asked = 5, []

    @property
    def face(self):
        """Return the board's face."""
        return face(self.session, self.now_ms)

    def listen(self, _listener):
        """Ignore the listener: nothing happens by itself."""

    async def ask(self, asked):
        """Be asked."""
        self.asked.append(asked)
        return ()

    async def submit(self, action, **_):
        """Be given an action."""
        self.asked.append(action)
        return ()

    def happen(self, event):
        """Let something happen."""
        self.asked.append(event)


def test_while_things_are_chosen_no_game_is_seen():
    """Before a game the sight has the players and the chosen game, and no view."""
    table = Quiet(first_evening(players=(UMA, Player())), now_ms=9999)
    seen = TableApi(table).sight_of(None)
    said = {name: one for name, one in seen.items() if one}
    shown = {name: said.pop(name) for name in ("screen", "zones", "players")}
    assert said == {
        "seen": [0, 0],
        "language": "en",
        "place": "home",
        "phase": "choosing",
        "sound": True,
        "length": 5,
        "board_makes": True,
        "rounds": 3,
        "chosen": "decipher",
        "question": {"of": "", "asks": "zone", "answers": []},
        "bots": ("easy", "fair", "sharp"),
        "open": True,
        "hot": {"needs": [], "seats": [], "looks": []},
        "next": {
            "game": "decipher",
            "length": 5,
            "board_makes": True,
            "rounds": 3,
            "rules": {},
        },
    }
    assert (seen["view"], seen["secret"], seen["left_ms"]) == (None, None, None)
    assert as_message(shown["screen"]["line"]) == table.face.table.line
    assert [one["in_word"] for one in shown["zones"]] == [False] * 6
    assert [list(one.values()) for one in shown["players"]] == [
        [0, "Uma", "star", "", False, None, 0, ""],
        [1, of_message(say("player", n=2)), "", "", False, None, 0, ""],
    ]


def test_a_game_is_seen_with_its_clock_and_its_lines():
    """A game's sight has the possible actions, and a clock that stops in a pause."""
    session = playing(board_makes=False)
    begun = then(session, Submitted(SetSecret(Seat(0), "HOBBY")), 500).session
    seen = TableApi(Quiet(begun, now_ms=2500)).sight_of(Seat(1))
    assert (seen["phase"], seen["game"], seen["chosen"]) == (
        "playing",
        "decipher",
        "decipher",
    )
    assert (seen["elapsed_ms"], seen["running"], seen["paused"]) == (2500, True, False)
    assert [(one["points"], one["left"]) for one in seen["players"]] == [(0, False)] * 2
    assert seen["lines"]["guess"] == ["by", "word"]

    stopped = then(begun, Pause(paused=True), 1000).session
    seen = TableApi(Quiet(stopped, now_ms=2500)).sight_of(None)
    assert (seen["elapsed_ms"], seen["running"], seen["paused"]) == (1000, False, True)


@pytest.mark.parametrize(
    ("zones", "games"),
    [
        (3, ["decipher"]),
        (4, ["decipher", "wqrdles"]),
        (5, ["decipher", "wqrdles"]),
        (6, ["codecards", "decipher", "keyword", "wqrdles"]),
    ],
)
def test_a_board_offers_the_games_that_it_has_zones_for(zones, games):
    """A board offers the games that have enough zones on it."""
    table = Quiet(replace(first_evening(), zones=zones))
    assert sorted(one["name"] for one in TableApi(table).games()) == games


async def test_a_rule_of_one_game_leaves_the_other_games_rules():
    """A rule of one game keeps the other games' rules; a default value is dropped."""
    kept = {"wqrdles": {"query": "own"}, "decipher": {"hand": "confirm"}}
    table = Quiet(first_evening(rules=kept))
    table_api = TableApi(table)
    for wishes, rules in (
        ({"rules": {"guess_tokens": 5}}, {"guess_tokens": 5}),
        ({"rules": {"guess_tokens": 3}}, None),
        ({"game": "wqrdles", "rules": {"attempt_s": 60}}, {"attempt_s": 60}),
    ):
        name = wishes.get("game", "decipher")
        others = {key: one for key, one in kept.items() if key != name}
        expected = others | ({} if rules is None else {name: rules})
        assert await table_api.send({"command": "choose", **wishes}) is None
        assert then(table.session, table.asked[-1]).session.setup.rules == expected


@pytest.mark.parametrize(
    "wishes",
    [
        {"game": "chess"},
        {"game": ["decipher"]},
        {"language": "xx"},
        {"rules": {"tempo": 1}},
        {"rules": {"guess_tokens": 10}},
        {"rules": 7},
        {"game": "wqrdles", "rules": {"guess_tokens": 5}},
        {"players": ["x" * 25]},
        {"players": [["x"]]},
        {"players": 7},
    ],
)
async def test_what_no_game_or_rule_can_be_is_an_error(wishes):
    """Impossible values raise AskedError before the table is asked."""
    table = Quiet(first_evening())
    with pytest.raises(AskedError):
        await TableApi(table).send({"command": "choose", **wishes})
    assert table.asked == []


async def test_beginning_and_taking_over_differ_in_one_thing():
    """Begin and choose differ only in the start: a known name keeps its button."""
    table = Quiet(first_evening(players=(UMA, Player("Ben"))))
    wishes = {"players": [" Eve ", "Uma"], "game": "keyword", "words": ["größe", "cat"]}
    for command in Begin, Choose:
        await TableApi(table).send({"command": command.TAG, **wishes})
        checked = {"players": ("Eve", "Uma"), "words": ("GROESSE", "CAT")}
        assert table.asked.pop() == command(**{**wishes, **checked})
        after = then(table.session, command(**{**wishes, **checked})).session
        assert (after.playing is not None) == (command is Begin)
        people = [(one.name, one.button) for one in after.setup.players]
        assert people == [("Eve", None), ("Uma", Button.STAR)]


async def test_a_line_without_a_game_is_refused():
    """An action without a game is refused."""
    table = Quiet(first_evening())
    assert await TableApi(table).do({"do": "ask"}) == Refused("no-round")
    assert table.asked == []
