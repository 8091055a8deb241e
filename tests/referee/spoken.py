"""Short helpers for transcripts: headers, actions, and the referee's answers."""

import json
from pathlib import Path

from tests.referee.referee import judge

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
THREE = {"language": "en", "players": ["Tina", "Lee", "Ben"], "length": 5}
TWO = {"language": "en", "players": ["Ann", "Bob"], "length": 3}
BOARD = TWO | {"maker": "board", "rounds": 2}
HOBBY = {"do": "secret", "by": "Tina", "word": "HOBBY"}
CAT = {"do": "secret", "by": "Ann", "word": "CAT"}
ICE = CAT | {"word": "ICE"}
BOARDS_CAT = CAT | {"by": "board"}
UNDO, VOID, END = {"do": "undo"}, {"do": "void"}, {"do": "end"}
CHECK = {"do": "check"}
ASK, PASS = {"do": "ask"}, {"do": "pass"}
# three of CAT's six pieces: C 1 blue, A 2 red 1 yellow, T 1 red 1 yellow
TO_BONUS = [(2, "blue"), (3, "red"), (3, "red")]


def tap(zone, kind):
    return {"do": "tap", "zone": zone, "kind": kind}


def hand(kind):
    return {"do": "hand", "kind": kind}


def guess(by, word):
    return {"do": "guess", "by": by, "word": word}


def leave(by):
    return {"do": "leave", "by": by}


def retire(by):
    return {"do": "retire", "by": by}


def join(by):
    return {"do": "join", "by": by}


def printed(header, *actions, accepts=lambda _: True):
    return judge([header, *actions], accepts)


def answers(header, *actions, **kwargs):
    """Return one word for each line: the answer, or the refusal."""
    objects = printed(header, *actions, **kwargs)
    return [o.get("answer") or o["refused"] for o in objects if "line" in o]


def last(header, *actions, **kwargs):
    return answers(header, *actions, **kwargs)[-1]


def rows(header, *actions):
    return [o for o in printed(header, *actions) if "round" in o]


def points(header, *actions):
    return rows(header, *actions)[-1]["points"]


def totals(header, *actions):
    return [o for o in printed(header, *actions) if "totals" in o]


def read(name):
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]
