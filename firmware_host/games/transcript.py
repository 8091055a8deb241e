"""
Transcripts: a text format for games, one JSON object per line, like PGN for chess.

The first line is the header, each other line an action. The file contains names of
players; in memory they are seats.

Source: docs/transcript.md.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field, replace
from json import JSONDecodeError, dumps, loads
from typing import TypeVar

from firmware_host.board.json import (
    Json,
    JsonObject,
    as_object,
    is_int,
    number,
    text,
    texts,
)
from firmware_host.board.options import Option
from firmware_host.board.pieces import BOARD, Seat
from firmware_host.board.record import Record
from firmware_host.errors import SettingsError, TranscriptError
from firmware_host.games import grammar
from firmware_host.games.catalogue import check_options
from firmware_host.games.contract import GameSetup, Value
from firmware_host.games.game import Engine
from firmware_host.limits import MAKERS, NAME_IN_FILE_LETTERS, ROUNDS_IN_FILE, SEATS
from firmware_host.words.folding import fold

VERSION = 1

#: The current version of the rules. A transcript names the version that wrote it, but
#: every file is replayed by the current rules. It is raised once for each release in
#: which the answer to a line of a transcript differs from the release before.
RULES = 3

#: The board's name in place of a player's name.
BOARD_NAME = "board"

T = TypeVar("T")


class Head(GameSetup):
    """
    A transcript's header, checked.

    Args:
        language: The language's code.
        players: The players' names, by seat.
        letters: Letters that are built differently from the box, with their pieces.
        deck: The deck of letter cards; empty for the language's `default_cards`.
        rules: The version of the rules that wrote it.
        began: The time when it was played, as by `began_at`; empty without a clock.
        bots: The `Bot.text` of each bot, by name.
    """

    language: str = field(kw_only=True)
    players: tuple[str, ...] = field(kw_only=True)
    letters: JsonObject = field(default_factory=dict)
    deck: JsonObject = field(default_factory=dict)
    rules: int = RULES
    began: str = ""
    bots: JsonObject = field(default_factory=dict)


class Line(Record):
    """An action's line: its number in the file, and its object with seats."""

    number: int
    action: JsonObject


class Names:
    """The names of players, by seat."""

    def __init__(self, names: Iterable[str]) -> None:
        self._names = list(names)

    def __len__(self) -> int:
        return len(self._names)

    def seat(self, name: str) -> Seat:
        """
        Return the seat of `name`.

        Raises:
            ValueError: There is no such name.
        """
        return BOARD if name == BOARD_NAME else Seat(self._names.index(name))

    def name(self, seat: Seat) -> str:
        """Return the name at *seat*."""
        return BOARD_NAME if seat == BOARD else self._names[seat]

    def join(self, name: str) -> Seat:
        """Return the seat of `name`; a new name gets the next seat."""
        if name not in self._names:
            self._names.append(name)
        return self.seat(name)

    def leave(self, seats: Iterable[Seat]) -> None:
        """Forget the last seats, whose joining was undone."""
        del self._names[len(self._names) - len(tuple(seats)) :]

    def all(self) -> tuple[str, ...]:
        """Return every name by seat."""
        return tuple(self._names)


def read(
    lines: Iterable[str], where: str, games: Mapping[str, Engine]
) -> tuple[Head, tuple[Line, ...], Names]:
    """
    Return header, actions and names of a transcript, all of it checked.

    Args:
        lines: The file's lines.
        where: The file's name, for messages.
        games: All games by name.

    Raises:
        TranscriptError: A line is invalid; the text names file and line.
    """
    objects = _objects(lines, where)
    number, first = next(objects, (1, None))
    if first is None:
        msg = f"{where}:1: the file is empty; its first line must be a header"
        raise TranscriptError(msg)
    head = _at(where, number, lambda: _head(first, games))
    engine, names = games[head.game], Names(head.players)
    actions = tuple(
        Line(number, _at(where, number, lambda: _action(item, engine, names)))  # noqa: B023 - called at once, in this very turn
        for number, item in objects
    )
    return head, actions, names


def _at(where: str, number: int, check: Callable[[], T]) -> T:
    try:
        return check()
    except ValueError as fault:
        msg = f"{where}:{number}: {fault}"
        raise TranscriptError(msg) from None


def _objects(lines: Iterable[str], where: str) -> Iterator[tuple[int, dict[str, Json]]]:
    for at, line in enumerate(lines, 1):
        if line.strip():
            yield at, _at(where, at, lambda: _object(line))  # noqa: B023 - called at once, in this very turn


def _object(text: str) -> dict[str, Json]:
    if re.search("[0-9]{101}", text):  # Python would refuse it in words of its own
        msg = "a number has at most 100 digits"
        raise ValueError(msg)
    try:
        item = loads(text, parse_constant=_no_constant, object_pairs_hook=_no_twins)
    except JSONDecodeError as fault:
        msg = f"this is not JSON: {fault.msg} at column {fault.colno}"
        raise ValueError(msg) from None
    except RecursionError:
        msg = "this is not JSON that a transcript could hold: it is nested too deep"
        raise ValueError(msg) from None
    if not isinstance(item, dict):
        msg = 'a line must be an object in braces, such as {"do": "ask"}'
        raise ValueError(msg)  # noqa: TRY004 - one kind of fault for whatever is in a file
    return item


def _no_constant(name: str) -> None:
    msg = f"{name} is not a value"
    raise ValueError(msg)


def _no_twins(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    item = dict(pairs)
    if len(item) != len(pairs):
        msg = "a key stands twice"
        raise ValueError(msg)
    return item


# --- the header -------------------------------------------------------------


def _is_name(value: Json) -> bool:
    return (
        isinstance(value, str)
        and 0 < len(value.strip()) <= NAME_IN_FILE_LETTERS
        and value.isprintable()
        and value != BOARD_NAME
    )


def _is_names(value: Json) -> bool:
    return (
        isinstance(value, list)
        and all(map(_is_name, value))
        and len(set(value)) == len(value)
        and 1 <= len(value) <= SEATS
    )


#: The time when a game was played, to the minute.
_BEGAN = re.compile(r"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]Z")

HEAD: Mapping[str, Value] = {
    "letterzone": Value(lambda v: is_int(v) and v == VERSION, "1"),
    "rules": replace(
        grammar.numbers(1, RULES),
        expected=f"1 to {RULES} on this board; a newer program plays newer rules",
    ),
    "game": Value(lambda v: isinstance(v, str), "a game's name"),
    "language": Value(lambda v: isinstance(v, str), 'a language such as "en"'),
    "players": Value(
        _is_names, 'a list of 1 to 8 different names, none of them "board"'
    ),
    "maker": Value(lambda v: v == BOARD_NAME, '"board", or left out'),
    "rounds": grammar.numbers(1, ROUNDS_IN_FILE),
    "first_zone": Value(
        lambda v: is_int(v) or isinstance(v, dict), "a zone, or zones by length"
    ),
    "letters": Value(lambda v: isinstance(v, dict), "letters with their pieces"),
    "deck": Value(lambda v: isinstance(v, dict), "letter cards by colour and letter"),
    "bots": Value(
        lambda v: isinstance(v, dict) and all(map(grammar.is_bot, v.values())),
        "bots by name, such as panda-easy-0123456789abcdef",
    ),
    "began": Value(
        lambda v: isinstance(v, str) and bool(_BEGAN.fullmatch(v)),
        'a time in UTC such as "2026-11-25T18:30Z"',
    ),
}
_HEAD_NEEDS = ("letterzone", "game", "language", "players")


def head_keys(engine: Engine) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the keys that a header of a game may have, and those that it needs."""
    needs = engine.NEEDS
    needed = (*_HEAD_NEEDS, *(("length",) if needs.lengths else ()))
    made = ("maker", "rounds") if needs.maker else ()
    own = (one.name for one in engine.OPTIONS if not one.begins)
    placed = ("first_zone",) if needs.lengths else ()
    deck = ("deck",) if needs.letter_cards else ()
    shared = ("bots", "letters", *deck, "began")
    return (*needed, "rules", *made, *own, *placed, *shared), needed


def _head(item: JsonObject, games: Mapping[str, Engine]) -> Head:
    engine = _game(item, games)
    needs = engine.NEEDS
    allowed, needed = head_keys(engine)
    grammar.keys(item, allowed=allowed, needed=needed, what="the header")
    values = {**HEAD, "length": _one_length(needs.lengths)} if needs.lengths else HEAD
    for key in filter(values.__contains__, item):
        grammar.fit(key, item[key], values[key])
    length, players = number(item, "length", 0), texts(item, "players")
    bots = as_object(item.get("bots", {}))
    grammar.keys(bots, allowed=players, needed=(), what="bots")
    first_zone = _first_zone(item.get("first_zone", 0), length)
    if needs.maker:
        _seats_fit(len(players), board_makes="maker" in item, rounds="rounds" in item)
    else:
        _players_fit(len(players), needs.seats)
    return Head(
        game=text(item, "game"),
        language=text(item, "language"),
        players=players,
        seats=len(players),
        length=length,
        board_makes="maker" in item,
        rounds=number(item, "rounds", 1),
        first_zone=first_zone,
        options=_options(engine, item, players),
        letters=as_object(item.get("letters", {})),
        deck=as_object(item.get("deck", {})),
        rules=number(item, "rules", 1),
        began=text(item, "began", ""),
        bots=bots,
    )


def _game(item: JsonObject, games: Mapping[str, Engine]) -> Engine:
    """Return the game that a header names."""
    name = item.get("game")
    if "game" not in item:
        msg = "the header needs 'game'"
        raise ValueError(msg)
    if not isinstance(name, str) or name not in games:
        msg = f"no game is called {grammar.shown(name)}; there are: {', '.join(games)}"
        raise ValueError(msg)
    return games[name]


def _one_length(lengths: tuple[int, ...]) -> Value:
    return Value(
        lambda v: is_int(v) and v in lengths, f"{min(lengths)} to {max(lengths)}"
    )


def _players_fit(count: int, seats: tuple[int, int]) -> None:
    least, most = seats
    if not least <= count <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        msg = f"this game is for {wanted} players, not {count}"
        raise ValueError(msg)


def _options(
    engine: Engine, item: JsonObject, players: tuple[str, ...]
) -> tuple[tuple[str, str | int], ...]:
    turned = {
        option.name: _value(option, item[option.name], players)
        for option in engine.OPTIONS
        if option.name in item and not option.begins
    }
    try:
        return check_options(engine, turned)
    except SettingsError as fault:
        raise ValueError(str(fault)) from None


def _value(option: Option, given: Json, players: tuple[str, ...]) -> Json:
    """
    Return the value of an option in a header.

    Values by player become a text with one digit per seat.
    """
    if option.word and isinstance(given, str):
        return fold(given)
    if not option.each:
        return given
    by_name = given if isinstance(given, Mapping) else {players[0]: given}
    for name, count in by_name.items():
        if name not in players or not (is_int(count) and option.takes(count)):
            wanted = f"{option.choices[0]} to {option.choices[-1]}"
            msg = f"{option.name}: {name!r} must be a player with {wanted}"
            raise ValueError(msg)
    if by_name is not given:
        return given
    return "".join(str(by_name.get(name, option.default)) for name in players)


def _seats_fit(count: int, *, board_makes: bool, rounds: bool) -> None:
    if rounds and not board_makes:
        msg = 'rounds are only counted where "maker" is "board"'
        raise ValueError(msg)
    if not board_makes and not 2 <= count <= MAKERS:  # noqa: PLR2004 - the box's own number
        msg = f"without the board as maker there are 2 to 4 players, not {count}"
        raise ValueError(msg)


def _first_zone(value: Json, length: int) -> int:
    if isinstance(value, Mapping):
        value = value.get(str(length), 0)
    if not is_int(value) or not 0 <= value <= 7 - length:
        msg = f"first_zone must leave room for {length} zones on a board of six"
        raise ValueError(msg)
    return value


def head_line(head: Head, engine: Engine) -> str:
    """Return the header as the first line of a transcript, without a line end."""
    each = {option.name for option in engine.OPTIONS if option.each}
    begins = {option.name for option in engine.OPTIONS if option.begins}
    item: dict[str, Json] = {
        "letterzone": VERSION,
        "rules": RULES,
        "game": head.game,
        "language": head.language,
        "players": list(head.players),
    }
    if head.length:
        item["length"] = head.length
    if head.board_makes:
        item |= {"maker": BOARD_NAME, "rounds": head.rounds}
    options = dict(head.options)
    if head.first_zone:  # the zone that was used, even if a rule had another one
        item["first_zone"] = {str(head.length): head.first_zone}
        options = {one: options[one] for one in options if one not in begins}
    for name, value in options.items():
        item[name] = value
        if name in each and isinstance(value, str):
            item[name] = dict(zip(head.players, map(int, value), strict=False))
    if head.bots:
        item["bots"] = dict(head.bots)
    if head.letters:
        item["letters"] = dict(head.letters)
    if head.deck:
        item["deck"] = dict(head.deck)
    if head.began:
        item["began"] = head.began
    return dumps(item, ensure_ascii=False)


# --- actions ----------------------------------------------------------------


def _action(item: JsonObject, engine: Engine, names: Names) -> dict[str, Json]:
    """Check one action, and replace names by seats."""
    line = grammar.checked(item, engine)
    for key, given in line.items():
        if grammar.value(engine, key).seat:
            line[key] = _who(text(line, "do"), given, names)
    return line


def _who(do: str, name: Json, names: Names) -> Seat:
    if do == "join" and isinstance(name, str) and _is_name(name):
        return names.join(name)
    if name == BOARD_NAME and do == "secret":
        return BOARD
    if not isinstance(name, str) or name not in names.all():
        msg = f"nobody here is called {grammar.shown(name)}"
        raise ValueError(msg)
    return names.seat(name)
