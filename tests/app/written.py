"""A transcript written straight into a journal, without a table in between."""

import json

from firmware_host.app.archive.replay import replay
from firmware_host.board.entries import Entry, NameEntry, NewGame, RowEntry
from firmware_host.board.messages import Refused
from firmware_host.session.stored.headers import header_json

HEADER = {
    "letterzone": 1,
    "rules": 3,
    "game": "decipher",
    "language": "en",
    "players": ["Tina", "Lee"],
    "length": 5,
}

#: Two rounds: Lee finds HOBBY, Tina gives LOYAL up.
GAME = (
    {"do": "secret", "by": "Tina", "word": "HOBBY", "nonce": "aa" * 32},
    {"do": "tap", "zone": 1, "kind": "red"},
    {"do": "tap", "zone": 2, "kind": "red"},
    {"do": "undo"},
    {"do": "tap", "zone": 3, "kind": "red"},
    {"do": "guess", "by": "Lee", "word": "HAPPY"},
    {"do": "guess", "by": "Lee", "word": "HOBBY"},
    {"do": "secret", "by": "Lee", "word": "LOYAL", "nonce": "bb" * 32},
    {"do": "tap", "zone": 3, "kind": "blue"},
    {"do": "retire", "by": "Tina"},
    {"do": "end"},
)

#: A whole game of the manual's sample, a game from outside.
HUNT_HEAD = {name: HEADER[name] for name in HEADER if name != "length"} | {
    "game": "treasure",
    "coins": 1,
}
HUNT = ({"do": "hide", "zone": 3}, {"do": "tap", "zone": 3}, {"do": "end"})

#: A rule of it, and a body that never ends.
RULE = "    def apply(self, hunt, fact):\n"
LOOP = "        while True:\n            pass\n"


def make_hang(folder, body=LOOP):
    """Let the sample that is installed in *folder* hang in a rule from now on."""
    module = folder / "treasure.py"
    text = module.read_text(encoding="utf-8")
    assert RULE in text
    module.write_text(text.replace(RULE, RULE + body), encoding="utf-8")


def write(journal, *actions, game=1, more=None, head=None, **header):
    """
    Write a game into *journal*, as a table would; return the accepted actions.

    Args:
        journal: The journal.
        actions: The lines of its transcript.
        game: Its number.
        more: More fields of the journal's header.
        head: The whole header of the transcript; by default `HEADER`.
        header: More fields of the transcript's header.
    """
    head = (head or HEADER) | header
    done = replay([json.dumps(one) for one in (head, *actions)], "written")
    taken = [one for one in done.played if not isinstance(one.outcome, Refused)]
    letters = done.header.language.alphabet.changed()
    seats = len(head["players"])
    item = header_json(done.header) | {"buttons": [""] * seats, "letters": letters}
    if done.head.deck:
        item["deck"] = done.head.deck
    item |= more or {}
    rows = tuple(
        RowEntry(
            game,
            number,
            number * 1000,
            getattr(one.action, "by", -1),
            json.dumps(done.engine.action_json(one.action)),
            json.dumps([done.engine.fact_json(fact) for fact in one.outcome]),
        )
        for number, one in enumerate(taken, 1)
    )
    came = enumerate(done.names.all()[seats:], seats)
    over = bool(taken) and done.engine.is_over(taken[-1].after)
    entry = Entry(
        new_game=NewGame(game, json.dumps(item), tuple(head["players"])),
        rows=rows,
        ended=game if over else None,
    )
    journal.append(entry).result()
    for seat, name in came:
        journal.append(Entry(names=(NameEntry(game, seat, name),))).result()
    return taken
