"""
What the history tells of games: finished rounds in short, scoresheets, and figures.

To tell a game every row is read; so what is told of a game that is over is written down
beside it, without names, and read from then on. It counts as long as the game has as
many rows, and for the program that wrote it. Points that somebody has put right are
remarks; what was counted stays.

The best of a player alone is the game in which every word was found with the fewest NO
tokens. It is the board's, not a person's: it is read from the games that are there, and
no name is kept.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import cache
from hashlib import sha256
from json import JSONEncoder, dumps
from typing import Self

from firmware_host import __version__
from firmware_host.app.archive.kept import KeptGame
from firmware_host.board.entries import Entry, Row, Summary as Written
from firmware_host.board.json import (
    Json,
    JsonObject,
    as_list,
    as_number,
    as_object,
    as_text,
    flag,
    number,
    read_object,
    text,
)
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import BOARD
from firmware_host.board.players import BY_ANIMAL
from firmware_host.board.record import Record
from firmware_host.errors import LetterzoneError, RuleError
from firmware_host.games.catalogue import NAMES
from firmware_host.games.codec import read_state, shape, write_state
from firmware_host.games.contract import Result, points_of
from firmware_host.games.game import Engine, GameEnded, Join, Leave, Undone, take_back
from firmware_host.journal.reader import Reader
from firmware_host.web import values

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


# --- scoresheets, and what people put right ----------------------------------


class Cell(Record):
    """A cell of a scoresheet that somebody has put right; the original stays."""

    round: int
    seat: int
    points: int
    note: str = ""


class Remarks(Record):
    """What people wrote about a game: how they call it, and cells put right."""

    name: str = ""
    cells: tuple[Cell, ...] = ()

    @classmethod
    def read(cls, kept: str | None) -> Self:
        """Return what was kept; nothing where a bit of it has changed on the card."""
        try:
            item = read_object(kept) if kept else {"cells": []}
            cells = tuple(_kept(as_list(one)) for one in as_list(item.get("cells")))
            return cls(text(item, "name", ""), cells)
        except ValueError:  # the game is not its remark
            return cls()

    def written(self) -> str | None:
        """Return what to keep; None where there is nothing."""
        if self == Remarks():
            return None
        cells = list(map(astuple, self.cells))
        return dumps({"name": self.name, "cells": cells}, ensure_ascii=False)


def sheet(summary: Summary, remarks: Remarks, *, running: bool) -> values.Sheet:
    """
    Return a game with its scoresheet, field by field.

    Args:
        summary: The game in short.
        remarks: What people wrote.
        running: True while the table may still go on with it.
    """
    header = summary.header
    board_makes = flag(header, "board_makes")
    seats = [*range(len(summary.names)), *[BOARD] * board_makes]
    right = {(cell.round, cell.seat): cell for cell in remarks.cells}
    results = []
    for at, one in enumerate(summary.rounds, 1):
        cells = [
            _cell(
                points_of(one.result.points, seat, board_makes=board_makes),
                right.get((at, seat)),
            )
            for seat in seats
        ]
        results.append(_round(one, cells))
    return {
        "game": summary.game,
        "played": text(header, "game"),
        "name": remarks.name,
        "group": summary.group,
        "evening": summary.evening,
        "began_s": summary.began_s,
        "language": text(header, "language"),
        "length": number(header, "length"),
        "rules": as_object(header.get("knobs", {})),
        "board_makes": board_makes,
        "players": [
            {"seat": seat, "name": name, "symbol": symbol, "animal": animal}
            for seat, (name, (symbol, animal)) in enumerate(
                zip(summary.names, summary.faces, strict=True)
            )
        ],
        "results": results,
        "totals": [
            sum(one["points"][at] or 0 for one in results) for at in range(len(seats))
        ],
        "winners": list(summary.winners),
        "ended": summary.ended,
        "running": running,
    }


def _round(one: Round, cells: list[values.Cell | None]) -> values.Round:
    result = one.result
    return {
        "word": result.word,
        "maker": result.maker,
        "guessed_by": result.guessed_by,
        "nonce": result.nonce,
        "words": list(result.words),
        "ms": one.ms,
        "noes": sum(not yes for _, yes in one.answers),
        "points": [cell["points"] if cell else None for cell in cells],
        "cells": cells,
    }


def _cell(counted: int | None, right: Cell | None) -> values.Cell | None:
    if counted is None:
        return None
    if right is None:
        return {"points": counted}
    return {"points": right.points, "counted": counted, "note": right.note}


def _kept(values: Sequence[Json]) -> Cell:
    """Return a cell as it was kept: round, seat, points and note."""
    round_, seat, points = map(as_number, values[:3])
    return Cell(round_, seat, points, *map(as_text, values[3:4]))


def counted(told: values.Sheet, round_: int, seat: int) -> int | None:
    """Return what was counted in a cell; None where there is no such cell."""
    results, here = told["results"], len(told["players"])
    if not 1 <= round_ <= len(results) or seat >= here:
        return None
    cells = results[round_ - 1]["cells"]
    at = here if seat < 0 else seat  # the board's is the last one
    cell = cells[at] if at < len(cells) else None
    return None if cell is None else cell.get("counted", cell["points"])


# --- how hard words have been, and the best of one player --------------------


#: A word is needed again after so many wrong guesses.
WRONG = 2

#: So many words the list of the hardest has.
HARDEST = 10


@dataclass(slots=True)
class Hardness:
    """How hard a word or a kind of piece has been."""

    yes: int = 0
    no: int = 0
    wrong: int = 0
    found: int = 0
    games: int = 0


def hardness(
    games: Iterable[Summary],
) -> tuple[dict[str, Hardness], dict[str, Hardness]]:
    """Return how hard words and kinds have been, the hardest word first."""
    words: dict[str, Hardness] = {}
    kinds: dict[str, Hardness] = {}
    for one in (one for told in games for one in told.rounds):
        if one.result.maker is None:
            continue  # nobody was to find a word that somebody had made
        word = words.setdefault(one.result.word, Hardness())
        word.games += 1
        word.wrong += one.wrong
        word.found += one.result.guessed_by is not None
        for kind, yes in one.answers:
            for hard in (word, kinds.setdefault(kind, Hardness())):
                hard.yes += yes
                hard.no += not yes
    ranked = sorted(words.items(), key=lambda item: (-_trouble(item[1]), item[0]))
    return dict(ranked[:HARDEST]), kinds


@dataclass(slots=True)
class Practice(Hardness):
    """A word of a language, and whether it is needed again."""

    word: str = ""
    language: str = ""
    again: bool = False


def practice(games: Iterable[Summary]) -> list[Practice]:
    """
    Return the words that are needed again, the most trouble first; nobody is named.

    Such a word was not found when it was played last, or only after two wrong guesses,
    or with more NO tokens than it has letters.

    Args:
        games: The newest first, as the history has them.
    """
    found: dict[tuple[str, str], Practice] = {}
    for told in games:
        language = str(told.header.get("language", ""))
        for one in reversed(told.rounds):
            word = one.result.word
            if one.result.maker is None or not word:
                continue
            noes = sum(not yes for _, yes in one.answers)
            missed = one.result.guessed_by is None
            again = missed or one.wrong >= WRONG or noes > len(word)
            row = found.setdefault(
                (language, word), Practice(word=word, language=language, again=again)
            )
            row.games, row.found = row.games + 1, row.found + (not missed)
            row.wrong, row.no = row.wrong + one.wrong, row.no + noes
    needed = [row for row in found.values() if row.again]
    return sorted(needed, key=lambda row: (-_trouble(row), row.word))


def _trouble(hard: Hardness) -> float:
    """Return how much trouble a word makes each time; not to find it is most."""
    missed = hard.games - hard.found
    return (hard.no + 2 * hard.wrong + 5 * missed) / hard.games


# --- the best game alone -----------------------------------------------------

#: What makes two games the same kind of game: only such are compared.
_KIND = ("game", "language", "length", "rounds", "knobs", "words")


def best_before(
    journal: Reader,
    game: int,
    *,
    keep: AppendEntry | None = None,
    rest: Callable[[], None] = lambda: None,
) -> int | None:
    """
    Return the fewest NO tokens of a game like this one; None where there was none.

    Args:
        journal: Where they were written down.
        game: A game that somebody plays alone.
        keep: Writes down what is told of a game, where nobody has done so.
        rest: Called after each game that is looked at; it may sleep.
    """
    like, found = _kind(KeptGame(journal, game).settled), list[int]()
    for one in journal.games_of_one(game):
        settled = read_object(one.header)
        if _kind(settled) != like or not is_alone(settled):
            continue
        try:
            found += _noes(settled, rounds_of(journal, one.id, keep=keep))
        except LetterzoneError:  # the history leaves it out, too
            continue
        rest()
    return min(found, default=None)


def told_beside(journal: Reader, game: int, best: int | None) -> Message | None:
    """Return what is said at the end of a game alone; None where nothing was before."""
    settled = KeptGame(journal, game).settled
    rounds = rounds_of(journal, game)
    if best is None or not rounds:
        return None
    for noes in _noes(settled, rounds):
        if noes < best:
            return say("best-new", n=best)
        if noes == best:
            return say("best-equal", n=best)
    return say("best", n=best)


def is_alone(settled: JsonObject) -> bool:
    """Tell whether the board makes the words, for a single player or team."""
    return flag(settled, "board_makes", default=False) and number(settled, "seats") == 1


def _noes(settled: JsonObject, rounds: tuple[Round, ...]) -> list[int]:
    """Return the NO tokens of a game in which every word was found; else nothing."""
    whole = len(rounds) == number(settled, "rounds", 1)
    if not whole or any(one.result.guessed_by is None for one in rounds):
        return []
    return [sum(not yes for one in rounds for _, yes in one.answers)]


def _kind(settled: JsonObject) -> tuple[object, ...]:
    return tuple(settled.get(key) for key in _KIND)
