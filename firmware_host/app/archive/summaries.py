"""
A game of the journal in short: its finished rounds, and who won.

To tell it every row is read; so what is told of a game that is over is written down
beside it, without names, and read from then on. It counts as long as the game has as
many rows, and for the program that wrote it.
"""

import logging
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import sha256
from json import JSONEncoder

from firmware_host import __version__
from firmware_host.app.archive.kept import KeptGame
from firmware_host.board.animals import BY_ANIMAL
from firmware_host.board.entries import Entry, Row, Summary as Written
from firmware_host.board.json import JsonObject, number, read_object, text
from firmware_host.board.record import Record
from firmware_host.errors import LetterzoneError, RuleError
from firmware_host.games.catalogue import NAMES
from firmware_host.games.codec import read_state, shape, write_state
from firmware_host.games.contract import Result
from firmware_host.games.game import Engine, GameEnded, Join, Leave, Undone, take_back
from firmware_host.journal.reader import Reader

_log = logging.getLogger(__name__)
_json = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

#: So many games a page of the history has.
PAGE = 20

#: Writes an entry down, sooner or later.
AppendEntry = Callable[[Entry], object]


class Round(Record):
    """
    A finished round in short.

    Args:
        result: Its word, who made and who found it, and the points.
        answers: Each answered piece that was not taken back: its kind, and whether
            it was a Yes.
        wrong: Guesses that were wrong.
        ms: How long it took.
    """

    result: Result
    answers: tuple[tuple[str, bool], ...]
    wrong: int
    ms: int


class Summary(Record):
    """
    A game in short.

    Args:
        game: Its number.
        header: What was settled before it began, as the journal has it.
        names: The players' names by seat.
        faces: Their symbols, or nothing, and what animal each of them was.
        group: The code of this set of players; empty where nobody can tell.
        evening: The number of the evening; 0 where nobody can tell.
        began_s: When it began, in seconds since 1970, UTC; None where no clock was
            known.
        rounds: The finished rounds.
        ended: False while it is being played, or was left for ever.
        winners: Seats that won; nobody before it has ended.
        empty: True where nobody has done anything in it.
    """

    game: int
    header: JsonObject
    names: tuple[str, ...]
    faces: tuple[tuple[str, str], ...]
    group: str
    rounds: tuple[Round, ...]
    ended: bool
    winners: tuple[int, ...]
    evening: int = 0
    began_s: int | None = None
    empty: bool = False


class _Told(Record):
    """
    What is written down of a game.

    Args:
        header: Stands in the journal already.
        rows: How many rows it is told of.
        rounds: The finished rounds.
        ended: Whether it was played to its end.
        winners: Seats that won.
        empty: Whether no piece was answered in it, and nobody has said anything.
    """

    header: None
    rows: int
    rounds: tuple[Round, ...]
    ended: bool
    winners: tuple[int, ...]
    empty: bool


def summary(
    journal: Reader, game: int, *, language: str, keep: AppendEntry | None = None
) -> Summary:
    """
    Return a game in short.

    Args:
        journal: Where it was written down.
        game: Its number.
        language: In which to call the nameless.
        keep: Writes down what is told, where nobody has done so; None to tell it from
            the rows, whatever is written down.

    Raises:
        SettingsError: There is no such game.
        JournalError: It is damaged.
    """
    kept = KeptGame(journal, game)
    told = _told(journal, kept, keep)
    return Summary(
        game=game,
        header=kept.settled,
        names=kept.names(language),
        faces=tuple(
            (player.symbol, animal)
            for player, animal in zip(kept.players(), kept.animals(), strict=True)
        ),
        group=_group(kept),
        rounds=told.rounds,
        ended=told.ended,
        winners=told.winners,
        evening=number(kept.when, "evening", 0),
        began_s=kept.began_s,
        empty=told.empty,
    )


def rounds_of(
    journal: Reader, game: int, *, keep: AppendEntry | None = None
) -> tuple[Round, ...]:
    """
    Return the finished rounds of a game; the arguments are those of `summary`.

    Raises:
        SettingsError: There is no such game.
        JournalError: It is damaged.
    """
    return _told(journal, KeptGame(journal, game), keep).rounds


def write_newest(journal: Reader, keep: AppendEntry, *, language: str) -> None:
    """
    Write down what is told of the games on the first page, where nobody has done so.

    A game from outside is left out: it is told anew whenever it is looked at, and a
    thread that calls this could not end one that hangs.

    Args:
        journal: Where they were written down.
        keep: Writes an entry, and may wait until it is on the card.
        language: Any.
    """
    for game in journal.games_before(journal.next_game(), PAGE):
        if text(read_object(game.header), "game", "") not in NAMES:
            continue
        try:
            summary(journal, game.id, language=language, keep=keep)
        except LetterzoneError as fault:  # the history leaves it out
            _log.info("game %d cannot be told: %s", game.id, type(fault).__name__)


def _told(journal: Reader, kept: KeptGame, keep: AppendEntry | None) -> _Told:
    """Return what is told of a game, as it is written down, or of its rows."""
    told = None if keep is None else _read(journal, kept)
    if told is None:
        told = _tell(kept)
        if keep is not None and _may_keep(journal, kept, told):
            written = Written(kept.number, _maker(), _json(write_state(told)))
            keep(Entry(summary=written))
    return told


def _may_keep(journal: Reader, game: KeptGame, told: _Told) -> bool:
    """Tell whether what is told stays so; a stranger's game may change its rules."""
    goes_on = not game.ended and game.number == journal.left_open()
    house = text(game.settled, "game") in NAMES
    return house and not goes_on and told.rows == journal.row_count(game.number)


def _read(journal: Reader, game: KeptGame) -> _Told | None:
    """Return what was written down of a game; None where that is not what it is now."""
    written = journal.summary(game.number)
    if written is None or written.maker != _maker():
        return None
    try:
        told = read_state(_Told, read_object(written.summary), None)
    except (RuleError, ValueError):  # only another program writes such a one
        return None
    return told if told.rows == journal.row_count(game.number) else None


@cache
def _maker() -> str:
    """Return which program writes a summary: its version, and what it is made of."""
    return f"{__version__} {sha256(shape(_Told).encode()).hexdigest()[:12]}"


def _tell(game: KeptGame) -> _Told:
    """Return what the rows of a game tell."""
    rows = game.playable_rows()
    facts = [(row.ms, game.facts(row)) for row in rows]
    ends = [fact for _, some in facts for fact in some if isinstance(fact, GameEnded)]
    rounds = tuple(_rounds(game.engine, facts))
    return _Told(
        header=None,
        rows=len(rows),
        rounds=rounds,
        ended=bool(ends),
        winners=tuple(ends[-1].winners) if ends else (),
        empty=not rounds and not any(_is_played(game, row) for row in rows),
    )


def _is_played(game: KeptGame, row: Row) -> bool:
    """Tell whether somebody has played in a row, beyond coming, going, and a word."""
    facts = game.facts(row)
    if game.engine.answer_counts(facts):
        return True
    came = isinstance(game.action(row), Join | Leave)
    return row.seat >= 0 and not (came or game.engine.begins(facts))


def _group(game: KeptGame) -> str:
    """Return the code of a game's set of players; empty where nobody can tell."""
    known = [
        f"name:{one.animal if one.name == BY_ANIMAL else one.name.casefold()}"
        if one.name
        else f"symbol:{one.key}"
        for one in game.players()
    ]
    if not known or "symbol:" in known:
        return ""
    return sha256("\n".join(sorted(known)).encode()).hexdigest()[:12]


def _rounds(
    engine: Engine, facts: Iterable[tuple[int, tuple[object, ...]]]
) -> Iterator[Round]:
    """Yield the finished rounds; what was taken back has not happened."""
    done: list[tuple[object, ...]] = []
    began_ms = 0
    for ms, some in facts:
        if isinstance(some[0], Undone):
            take_back(done, some[0], lambda one: one)
            continue
        if engine.begins(some):
            done, began_ms = [], ms
        done.append(some)
        result = engine.result(some)
        if result is not None:
            tally = [one for facts_of in done for one in engine.answer_counts(facts_of)]
            yield Round(
                result,
                answers=tuple(one for one in tally if one[0] != "guess"),
                wrong=sum(one == ("guess", False) for one in tally),
                ms=ms - began_ms,
            )
