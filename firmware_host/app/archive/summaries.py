"""
Summaries of games for the history: finished rounds, scoresheets, and figures.

A summary is computed from all rows of a game. So the summary of a finished game is
stored in the journal, without names. It is valid for the same number of rows and the
same program version. Corrected points are stored as remarks; the original points are
kept.

The best result of a single player is the game in which every word was found with the
fewest NO tokens. It is the best of this board, not of a person: it is computed from the
stored games, without names.
"""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, dataclass
from functools import cache
from hashlib import sha256
from json import JSONEncoder, dumps
from typing import Self

from firmware_host import __version__
from firmware_host.app.archive.kept import StoredGame
from firmware_host.board.entries import Entry, RowEntry, Summary as Written
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

#: The number of games on a page of the history.
PAGE = 20

#: Queues an entry for the journal.
AppendEntry = Callable[[Entry], object]


class RoundSummary(Record):
    """
    The summary of a finished round.

    Args:
        result: The word, its maker and finder, and the points.
        answers: Each answered piece that was not undone: its kind, and True for a Yes.
        wrong: The number of wrong guesses.
        ms: The duration in ms.
    """

    result: Result
    answers: tuple[tuple[str, bool], ...]
    wrong: int
    ms: int


class GameSummary(Record):
    """
    The summary of a game.

    Args:
        game: The number of the game.
        header: The stored header.
        names: The players' names by seat.
        faces: The symbols of the players, which may be empty, and their animals.
        group: The code of this set of players; empty if it is unknown.
        evening: The number of the evening; 0 if it is unknown.
        began_s: The start in seconds since 1970, UTC; None without a known clock.
        rounds: The finished rounds.
        ended: False if the game is in progress or was never finished.
        winners: The seats that won; empty before the end.
        empty: True if no player has acted in the game.
    """

    game: int
    header: JsonObject
    names: tuple[str, ...]
    faces: tuple[tuple[str, str], ...]
    group: str
    rounds: tuple[RoundSummary, ...]
    ended: bool
    winners: tuple[int, ...]
    evening: int = 0
    began_s: int | None = None
    empty: bool = False


class _StoredSummary(Record):
    """
    The stored part of a summary.

    Args:
        header: Always None: the journal has the header.
        rows: The number of rows that were read.
        rounds: The finished rounds.
        ended: Whether the game was finished.
        winners: The seats that won.
        empty: Whether the game contains no answer and no other action of a player.
    """

    header: None
    rows: int
    rounds: tuple[RoundSummary, ...]
    ended: bool
    winners: tuple[int, ...]
    empty: bool


def summary(
    journal: Reader, game: int, *, language: str, keep: AppendEntry | None = None
) -> GameSummary:
    """
    Return the summary of a game.

    Args:
        journal: The journal.
        game: Its number.
        language: The language for players without names.
        keep: Stores a new summary; None to compute the summary from the rows in any
            case.

    Raises:
        SettingsError: There is no such game.
        JournalError: The game is damaged.
    """
    kept = StoredGame(journal, game)
    told = _load_summary(journal, kept, keep)
    return GameSummary(
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
) -> tuple[RoundSummary, ...]:
    """
    Return the finished rounds of a game; the arguments are those of `summary`.

    Raises:
        SettingsError: There is no such game.
        JournalError: It is damaged.
    """
    return _load_summary(journal, StoredGame(journal, game), keep).rounds


def write_newest(journal: Reader, keep: AppendEntry, language: str) -> None:
    """
    Store the missing summaries of the games on the first page of the history.

    Games from outside are left out: their summaries are always computed again, and this
    thread could not end a game that hangs.

    Args:
        journal: The journal.
        keep: Stores an entry, and may wait until it is on disk.
        language: Any language.
    """
    for game in journal.games_before(journal.next_game(), PAGE):
        if text(read_object(game.header), "game", "") not in NAMES:
            continue
        try:
            summary(journal, game.id, language=language, keep=keep)
        except LetterzoneError as fault:  # the history omits this game
            _log.info("game %d cannot be told: %s", game.id, type(fault).__name__)


def _load_summary(
    journal: Reader, kept: StoredGame, keep: AppendEntry | None
) -> _StoredSummary:
    """Return the stored summary of a game, or compute it from its rows."""
    told = None if keep is None else _read(journal, kept)
    if told is None:
        told = _tell(kept)
        if keep is not None and _may_keep(journal, kept, told):
            written = Written(kept.number, _maker(), _json(write_state(told)))
            keep(Entry(summary=written))
    return told


def _may_keep(journal: Reader, game: StoredGame, told: _StoredSummary) -> bool:
    """Return True if a summary stays valid: the game is built in and over."""
    goes_on = not game.ended and game.number == journal.left_open()
    house = text(game.settled, "game") in NAMES
    return house and not goes_on and told.rows == journal.row_count(game.number)


def _read(journal: Reader, game: StoredGame) -> _StoredSummary | None:
    """Return the stored summary of a game, or None if it is missing or outdated."""
    written = journal.summary(game.number)
    if written is None or written.maker != _maker():
        return None
    try:
        told = read_state(_StoredSummary, read_object(written.summary), None)
    except (RuleError, ValueError):  # written by another version
        return None
    return told if told.rows == journal.row_count(game.number) else None


@cache
def _maker() -> str:
    """Return the version of the program and of the summary's format."""
    return f"{__version__} {sha256(shape(_StoredSummary).encode()).hexdigest()[:12]}"


def _tell(game: StoredGame) -> _StoredSummary:
    """Compute the summary of a game from its rows."""
    rows = game.playable_rows()
    facts = [(row.ms, game.facts(row)) for row in rows]
    ends = [fact for _, some in facts for fact in some if isinstance(fact, GameEnded)]
    rounds = tuple(_rounds(game.engine, facts))
    return _StoredSummary(
        header=None,
        rows=len(rows),
        rounds=rounds,
        ended=bool(ends),
        winners=tuple(ends[-1].winners) if ends else (),
        empty=not rounds and not any(_is_played(game, row) for row in rows),
    )


def _is_played(game: StoredGame, row: RowEntry) -> bool:
    """Return True if a row is an action of play: no joining, leaving or word."""
    facts = game.facts(row)
    if game.engine.answer_counts(facts):
        return True
    came = isinstance(game.action(row), Join | Leave)
    return row.seat >= 0 and not (came or game.engine.begins(facts))


def _group(game: StoredGame) -> str:
    """Return the code of a game's set of players; empty if it is unknown."""
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
) -> Iterator[RoundSummary]:
    """Yield the summaries of finished rounds, without undone actions."""
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
            yield RoundSummary(
                result,
                answers=tuple(one for one in tally if one[0] != "guess"),
                wrong=sum(one == ("guess", False) for one in tally),
                ms=ms - began_ms,
            )


# --- scoresheets and corrections ---------------------------------------------


class CorrectedCell(Record):
    """A corrected cell of a scoresheet; the original points are kept."""

    round: int
    seat: int
    points: int
    note: str = ""


class Remarks(Record):
    """The remarks on a game: a name of its group, and corrected cells."""

    name: str = ""
    cells: tuple[CorrectedCell, ...] = ()

    @classmethod
    def read(cls, kept: str | None) -> Self:
        """Return the stored remarks; empty if they are damaged."""
        try:
            item = read_object(kept) if kept else {"cells": []}
            cells = tuple(_kept(as_list(one)) for one in as_list(item.get("cells")))
            return cls(text(item, "name", ""), cells)
        except ValueError:  # the game is readable without its remarks
            return cls()

    def written(self) -> str | None:
        """Return the text to store; None for no remarks."""
        if self == Remarks():
            return None
        cells = list(map(astuple, self.cells))
        return dumps({"name": self.name, "cells": cells}, ensure_ascii=False)


def sheet(summary: GameSummary, remarks: Remarks, *, running: bool) -> values.Sheet:
    """
    Return a game with its scoresheet as JSON.

    Args:
        summary: The summary of the game.
        remarks: The name of the game and its corrections.
        running: True while the table may continue the game.
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


def _round(one: RoundSummary, cells: list[values.Cell | None]) -> values.Round:
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


def _cell(counted: int | None, right: CorrectedCell | None) -> values.Cell | None:
    if counted is None:
        return None
    if right is None:
        return {"points": counted}
    return {"points": right.points, "counted": counted, "note": right.note}


def _kept(values: Sequence[Json]) -> CorrectedCell:
    """Return a corrected cell from its stored values: round, seat, points and note."""
    round_, seat, points = map(as_number, values[:3])
    return CorrectedCell(round_, seat, points, *map(as_text, values[3:4]))


def cell_points(told: values.Sheet, round_: int, seat: int) -> int | None:
    """Return the points of a score sheet's cell before corrections, or None."""
    results, here = told["results"], len(told["players"])
    if not 1 <= round_ <= len(results) or seat >= here:
        return None
    cells = results[round_ - 1]["cells"]
    at = here if seat < 0 else seat  # the last cell is the board's
    cell = cells[at] if at < len(cells) else None
    return None if cell is None else cell.get("counted", cell["points"])


# --- the difficulty of words -------------------------------------------------


#: The number of wrong guesses after which a word needs practice.
WRONG = 2

#: The length of the list of the hardest words.
HARDEST = 10


@dataclass(slots=True)
class Hardness:
    """The difficulty of a word or of a kind of piece, as counts."""

    yes: int = 0
    no: int = 0
    wrong: int = 0
    found: int = 0
    games: int = 0


def hardness(
    games: Iterable[GameSummary],
) -> tuple[dict[str, Hardness], dict[str, Hardness]]:
    """Return the difficulty of words and of kinds, the hardest word first."""
    words: dict[str, Hardness] = {}
    kinds: dict[str, Hardness] = {}
    for one in (one for told in games for one in told.rounds):
        if one.result.maker is None:
            continue  # a round without a maker had no word to find
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
    """A word of a language, and whether it needs practice."""

    word: str = ""
    language: str = ""
    again: bool = False


def practice(games: Iterable[GameSummary]) -> list[Practice]:
    """
    Return the words that need practice, the hardest first, without names.

    A word needs practice if it was not found when it was last played, or was found
    after two wrong guesses, or with more NO tokens than letters.

    Args:
        games: The games, the newest first.
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
    """Return the mean difficulty of a word; not finding it counts most."""
    missed = hard.games - hard.found
    return (hard.no + 2 * hard.wrong + 5 * missed) / hard.games


# --- the best game of a single player -----------------------------------------

#: The header's keys that must be equal for two games to be compared.
_KIND = ("game", "language", "length", "rounds", "knobs", "words")


def best_before(
    journal: Reader,
    game: int,
    *,
    keep: AppendEntry | None = None,
    rest: Callable[[], None] = lambda: None,
) -> int | None:
    """
    Return the fewest NO tokens of a similar earlier game, or None.

    Args:
        journal: The journal.
        game: The number of a game by a single player.
        keep: Stores missing summaries.
        rest: Called after each game; it may sleep.
    """
    like, found = _kind(StoredGame(journal, game).settled), list[int]()
    for one in journal.games_of_one(game):
        settled = read_object(one.header)
        if _kind(settled) != like or not is_alone(settled):
            continue
        try:
            found += _noes(settled, rounds_of(journal, one.id, keep=keep))
        except LetterzoneError:  # the history omits this game too
            continue
        rest()
    return min(found, default=None)


def compare_result(journal: Reader, game: int, best: int | None) -> Message | None:
    """Return a message that compares a single player's game with the best, or None."""
    settled = StoredGame(journal, game).settled
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
    """Return True if the board makes the words for a single player or team."""
    return flag(settled, "board_makes", default=False) and number(settled, "seats") == 1


def _noes(settled: JsonObject, rounds: tuple[RoundSummary, ...]) -> list[int]:
    """Return a list of the number of NO tokens; empty if a word was not found."""
    whole = len(rounds) == number(settled, "rounds", 1)
    if not whole or any(one.result.guessed_by is None for one in rounds):
        return []
    return [sum(not yes for one in rounds for _, yes in one.answers)]


def _kind(settled: JsonObject) -> tuple[object, ...]:
    return tuple(settled.get(key) for key in _KIND)
