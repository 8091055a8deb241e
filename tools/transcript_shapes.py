"""JSON Schemas of transcripts and of the output of `replay --json`."""

from typing import Literal, NotRequired, TypedDict

from firmware_host.board.options import Option
from firmware_host.board.shapes import Schema, either
from firmware_host.games import grammar
from firmware_host.games.game import Engine
from firmware_host.games.shapes import KINDS, line
from firmware_host.games.transcript import BOARD_NAME, RULES, VERSION, head_keys
from firmware_host.limits import SEATS
from firmware_host.words.cards import DECKS

#: The number of letter cards of each letter.
_COUNTS: Schema = {"type": "object", "additionalProperties": KINDS["number"]}

#: A player's name.
NAME: Schema = {"type": "string", "minLength": 1}


def transcript(engine: Engine) -> dict[str, Schema]:
    """Return the schemas of a transcript's ``header``, and of a ``line`` behind it."""
    verbs = grammar.verbs_of(engine)
    lines = [line(engine, do, verb, who=NAME) for do, verb in verbs.items()]
    return {"header": _header(engine), "line": either(lines)}


def _header(engine: Engine) -> Schema:
    allowed, needed = head_keys(engine)
    options = {one.name: _option(one) for one in engine.OPTIONS if not one.begins}
    pieces = {"type": "array", "items": KINDS["piece"]}
    known = {
        "letterzone": {"type": "integer", "enum": [VERSION]},
        "game": {"type": "string", "enum": [engine.NAME]},
        "language": {"type": "string"},
        "players": {"type": "array", "items": NAME, "maxItems": SEATS},
        "length": {"type": "integer", "enum": list(engine.NEEDS.lengths)},
        "rules": {"type": "integer", "minimum": 1, "maximum": RULES},
        "maker": {"type": "string", "enum": [BOARD_NAME]},
        "rounds": {"type": "integer", "minimum": 1},
        "first_zone": either([{"type": "integer"}, {"type": "object"}]),
        "bots": {"type": "object", "additionalProperties": {"type": "string"}},
        "letters": {
            "type": "object",
            "additionalProperties": either([pieces, {"type": "object"}]),
        },
        "deck": {
            "type": "object",
            "properties": dict.fromkeys(DECKS, _COUNTS),
            "required": list(DECKS),
            "additionalProperties": False,
        },
        "began": {"type": "string"},
        **options,
    }
    return {
        "type": "object",
        "properties": {key: known[key] for key in allowed},
        "required": list(needed),
        "additionalProperties": False,
    }


def _option(option: Option) -> Schema:
    """Return the values of an option in a header, with those of earlier versions."""
    kinds: list[Schema] = [
        {"enum": [*option.choices, *(one for one, _ in option.before)]}
    ]
    if option.number is not None:
        least, most = option.number
        kinds.append({"type": "integer", "minimum": least, "maximum": most})
    if option.word is not None:
        kinds.append({"type": "string"})
    if option.each:
        kinds.append({"type": "object", "additionalProperties": kinds[0]})
    return {"description": option.expected, **either(kinds)}


class Answered(TypedDict):
    """
    The answer to an accepted line of a transcript.

    Each game adds keys of its own: docs/transcript.md explains them.
    """

    line: int
    answer: Literal["ok", "yes", "no", "right", "wrong"]
    hits: NotRequired[list[bool]]
    marks: NotRequired[list[str]]
    clues: NotRequired[list[Literal["<", ">", ""]]]
    opened: NotRequired[list[int]]
    left: NotRequired[int]
    at: NotRequired[int]
    letter: NotRequired[str]


class RefusedLine(TypedDict):
    """The answer to a refused line: the code, and the reason as text."""

    line: int
    refused: str
    why: str


class RoundTold(TypedDict):
    """The result of a finished round, with players' names."""

    round: int
    word: str
    words: NotRequired[dict[str, str]]
    maker: NotRequired[str]
    guessed_by: str | None
    points: dict[str, int]


class GameTold(TypedDict):
    """The result of the game by players' names; winners in the header's order."""

    totals: dict[str, int]
    winners: list[str]


#: Any object that `replay --json` prints.
Said = Answered | RefusedLine | RoundTold | GameTold
