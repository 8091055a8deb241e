"""
What everybody may know of a row: its moments, its points, and what a round has opened.

It is made of views and moments, which are public by what they are, and of nothing else
of a row; so no word goes out that the table has not shown.
"""

import logging
from collections.abc import Iterator
from functools import partial

from firmware_host.app.archive.kept import StoredGame
from firmware_host.app.content.games import board_games
from firmware_host.app.hall.numbers import Place
from firmware_host.board.entries import RowEntry
from firmware_host.board.json import JsonObject, number, read_objects, text
from firmware_host.board.moments import Moment, What
from firmware_host.board.record import replace
from firmware_host.errors import LetterzoneError
from firmware_host.games.contract import Result
from firmware_host.games.game import Engine, is_called_off
from firmware_host.games.views import Viewer, common, public_of
from firmware_host.hall.lines import MOST_BYTES, Begun, Ended, Happened, Told, write
from firmware_host.journal.reader import Reader

_log = logging.getLogger(__name__)

#: Whose turn it is next is no news to anybody who is not at the table.
_LEFT = frozenset({What.TURN})


class Telling:
    """
    A game of the journal, told row by row.

    Args:
        journal: Where it was written down.
        game: Its number.
    """

    def __init__(self, journal: Reader, game: int) -> None:
        self._journal = journal
        self._kept = StoredGame(journal, game, board_games().__getitem__)
        self.game = game
        #: The last row that was told.
        self.number = -1
        self._rows: Iterator[RowEntry] = iter(())
        self._state: object = None
        self._called_off = False

    def tell(self, place: Place, stream: str) -> Told | None:
        """Return what is told under a number; None where that row is gone."""
        told = partial(Told, stream, place.n, place.game)
        while self.number < place.number - 1:
            if self._step() is None:
                return None
        return told() if place.number and self._called_off else self._told(place, told)

    def _told(self, place: Place, told: "partial[Told]") -> Told | None:
        before = self._state
        if place.number == 0:
            self._begin()
            return told(begun=_begun(self._kept.settled))
        row = self._step()
        if row is None:
            return None
        if self._called_off:
            return told(ms=row.ms, over=True)
        facts = self._kept.facts(row)
        engine = self._kept.engine
        return known(told(ms=row.ms), engine, before, facts, self._state)

    def _begin(self) -> None:
        self.number = 0
        self._state = self._kept.engine.start(self._kept.header())

    def _step(self) -> RowEntry | None:
        """Fold the next row; return it, or None where there is none."""
        if self.number < 0:
            self._begin()
            return RowEntry(self.game, 0, 0, 0, "", "")
        row = next(self._rows, None)
        if row is None:
            self._rows = self._journal.rows(self.game, after=self.number)
            row = next(self._rows, None)
        if row is None:
            return None
        self.number = row.number
        self._called_off |= is_called_off(read_objects(row.facts))
        if not self._called_off:
            self._state = self._kept.engine.fold(self._state, self._kept.facts(row))
        return row


def known(
    told: Told,
    engine: Engine,
    before: object,
    facts: tuple[object, ...],
    after: object,
) -> Told:
    """
    Return *told* with what everybody knows of an action.

    Args:
        told: Its numbers.
        engine: The game's rules.
        before: Its state before.
        facts: What has come of the action.
        after: Its state afterwards.
    """
    view, result = engine.view(after, Viewer.PUBLIC), engine.result(facts)
    seen = common(view, Viewer.PUBLIC)
    moments = engine.moments(before, facts, after)
    return replace(
        told,
        moments=tuple(map(_happened, filter(_is_told, moments))),
        ended=() if result is None else (_ended(result),),
        totals=tuple(public_of(view).totals),
        promise=seen.commitment,
        over=seen.over,
    )


class Teller:
    """
    Tells any rows of a journal in their order.

    Args:
        journal: Where they were written down.
        stream: As which telling.
    """

    def __init__(self, journal: Reader, stream: str) -> None:
        self._journal = journal
        self._stream = stream
        self._now: Telling | None = None

    def tell(self, place: Place) -> Told:
        """Return what is told under a number; nothing of a row that cannot be read."""
        try:
            now = self._now
            if now is None or now.game != place.game or now.number >= place.number:
                now = Telling(self._journal, place.game)
            self._now = None
            found = now.tell(place, self._stream)
            self._now = now
        except LetterzoneError as fault:
            _log.warning("row %s of game %s: %s", place.number, place.game, fault)
            found = None
        except Exception as fault:  # noqa: BLE001 - a game may be anybody's
            what = type(fault).__name__
            _log.warning("row %s of game %s: %s", place.number, place.game, what)
            found = None
        bare = Told(self._stream, place.n, place.game)
        return found if found and len(write(found)) <= MOST_BYTES else bare


def _begun(settled: JsonObject) -> Begun:
    makes = bool(settled.get("board_makes"))
    return Begun(
        game=text(settled, "game"),
        language=text(settled, "language"),
        length=number(settled, "length", 0),
        seats=number(settled, "seats", 0),
        rounds=number(settled, "rounds", 0) if makes else 0,
        evening=text(settled, "evening", ""),
    )


def _ended(result: Result) -> Ended:
    return Ended(result.word, result.points, result.guessed_by, result.nonce)


def _is_told(moment: Moment) -> bool:
    return moment.what not in _LEFT


def _happened(moment: Moment) -> Happened:
    return Happened(
        moment.what.value,
        moment.seat,
        moment.zone,
        moment.kind.value if moment.kind else "",
        moment.word,
    )
