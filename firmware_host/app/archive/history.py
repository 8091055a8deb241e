"""
The history: lists, scoresheets, positions and transcripts of stored games.

Reading a game from outside has a time limit (`GAME_S`): a game that hangs affects only
its own page, which shows a message.

Only finished rounds are read. The round in progress, and a round that was never
finished, are left out, so that their words stay secret. Only `longest` reads a hand
during a game, for the player who holds it.
"""

import asyncio
import logging
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TypeVar, cast

from firmware_host.app.archive.erasing import GAME, GROUP
from firmware_host.app.archive.export import export_text, head_of
from firmware_host.app.archive.kept import GameStep, StoredGame
from firmware_host.app.archive.replay import (
    ReplayedGame,
    sentence,
    step_sentences,
    words_left,
)
from firmware_host.app.archive.summaries import (
    PAGE,
    AppendEntry,
    GameSummary,
    Remarks,
    hardness,
    practice,
    sheet,
    summary,
)
from firmware_host.app.content.games import board_games
from firmware_host.app.content.time_limit import HangError, game_limits
from firmware_host.board.json import Json, read_object, text
from firmware_host.board.messages import Refused
from firmware_host.board.moments import Moment
from firmware_host.board.pieces import Seat
from firmware_host.games.analysis import Insight
from firmware_host.games.catalogue import NAMES
from firmware_host.games.game import Engine, GameEnded, seat_of
from firmware_host.games.grammar import public_names
from firmware_host.games.transcript import Names
from firmware_host.games.views import View, Viewer, common
from firmware_host.journal.reader import Reader
from firmware_host.languages import FIRST
from firmware_host.web import values

_T = TypeVar("_T")
_Pieces = TypeVar("_Pieces", str, list[values.Position])

_log = logging.getLogger(__name__)

#: The most positions, and characters of a transcript, that are returned at once.
POSITIONS, LETTERS = 200, 200_000

#: The longest time in seconds for reading one game from outside, and for all such games
#: of one request. A page waits 12 s for an answer.
GAME_S, GAMES_S = 4.0, 8.0

#: The number of pages of games that are read to fill one page of the history.
_PAGES_READ = 10


class _UnreadError(Exception):
    """A game from outside is not read: it hangs, or too little time is left."""


class JournalHistory:
    """
    Reads the games of a journal, on its own connection and thread.

    Requests are answered one after another.

    Args:
        path: The journal's file; the board may write to it meanwhile.
        keep: Stores the summary of a game that has none.
        reading: Executes the reads one at a time; None for a new thread. A hanging game
            from outside can only be ended on the main thread.
    """

    def __init__(
        self, path: Path, keep: AppendEntry, reading: Executor | None = None
    ) -> None:
        self._path = path
        self._keep = keep
        self._reading = reading or ThreadPoolExecutor(1, thread_name_prefix="archive")
        self._left_s = GAMES_S
        #: By number of a game that hung: the refusal that its page shows.
        self._hanging: dict[int, Refused] = {}
        self._asked: dict[tuple[Hashable, ...], asyncio.Future[object]] = {}
        self._last: tuple[tuple[Hashable, ...], object] = ((), "")

    async def chronicle(self, language: str, before: int = 0) -> values.Chronicle:
        """
        Return one page of the list of games, the newest game first.

        Args:
            language: The language for players without a name.
            before: Only games before this number are listed; 0 for the newest games.
        """
        read = partial(self._chronicle, language=language, before=before)
        return await self._read(read, "chronicle", language, before)

    async def game(self, number: int, language: str) -> values.Sheet | Refused | None:
        """
        Return the scoresheet of one game; None if it is missing or damaged.

        A game from outside that hangs is refused; `positions` and `transcript` do the
        same.
        """
        read = partial(self._game, number=number, language=language)
        return await self._read(read, "game", number, language)

    async def positions(
        self, number: int, language: str, at: int = 0
    ) -> list[values.Position] | Refused:
        """Return up to `POSITIONS` positions of finished rounds, from index *at*."""
        read = partial(positions, game=number, language=language)
        asked = "positions", language
        found = await self._read_part(read, [], *asked, number=number, at=at)
        return found if isinstance(found, Refused) else found[at : at + POSITIONS]

    async def longest(self, seat: int) -> list[str]:
        """Return the longest words of a hand in the newest game's last shown round."""

        def read(journal: Reader) -> list[str]:
            look = partial(longest, journal, seat)
            return self._limited(journal, journal.newest() or 0, look)

        try:
            return await self._read(read)
        except Exception as fault:  # noqa: BLE001 - the page works without these words
            _log.warning("a hand cannot be read: %s", type(fault).__name__)
            return []

    async def practice(self) -> list[dict[str, str | int]]:
        """Return the words of recent games that players should practise."""
        return await self._read(self._practice, "practice")

    async def transcript(
        self, number: int, language: str, at: int = 0
    ) -> str | Refused:
        """Return a part of a game's transcript, from character *at*; "" at its end."""
        read = partial(export_text, number=number, language=language)
        asked = "transcript", language
        found = await self._read_part(read, "", *asked, number=number, at=at)
        return found if isinstance(found, Refused) else found[at : at + LETTERS]

    async def newest(self) -> int:
        """Return the number of the newest game; 0 if there are no games."""
        return await self._read(Reader.next_game) - 1

    async def _read(self, read: Callable[[Reader], _T], *asked: Hashable) -> _T:
        """Read the journal in a thread; equal concurrent requests share the result."""
        answer = self._asked.get(asked) if asked else None
        if answer is None:
            loop = asyncio.get_running_loop()
            answer = loop.run_in_executor(self._reading, self._look, read)
            if asked:
                self._asked[asked] = answer
                answer.add_done_callback(lambda _: self._asked.pop(asked))
        return cast("_T", await asyncio.shield(answer))

    def _look(self, read: Callable[[Reader], object]) -> object:
        self._left_s = GAMES_S
        with Reader(self._path) as journal, journal.at_one_moment():
            return read(journal)

    def _limited(self, journal: Reader, number: int, read: Callable[[], _T]) -> _T:
        """
        Return the result of *read*; with a time limit for a game from outside.

        Raises:
            _UnreadError: The game hangs, or others have used up the time of the
                request.
        """
        game = journal.game(number)
        name = "" if game is None else text(read_object(game.header), "game")
        if not name or name in NAMES:
            return read()
        if number not in self._hanging and self._left_s < GAME_S:
            raise _UnreadError
        if number not in self._hanging and game_limits().killed != name:
            began_s = monotonic()
            with suppress(HangError):
                found = game_limits()(name, read, GAME_S)
                # The game may have caught the exception of the time limit and gone on.
                if monotonic() - began_s < GAME_S:
                    return found
            self._left_s -= monotonic() - began_s
        self._hanging[number] = Refused("history-hangs", values=(("game", name),))
        _log.warning("game %d is not read: the rules of %s do not answer", number, name)
        raise _UnreadError

    async def _read_part(
        self,
        read: Callable[[Reader], _Pieces],
        nothing: _Pieces,
        *asked: Hashable,
        number: int,
        at: int,
    ) -> _Pieces | Refused:
        """Read a whole result for its first part; return later parts from a cache."""
        asked = (*asked, number)
        if at and self._last[0] == asked:
            return cast("_Pieces", self._last[1])
        try:
            found = await self._read(
                lambda journal: self._limited(journal, number, lambda: read(journal)),
                *asked,
            )
        except Exception as fault:  # noqa: BLE001 - a damaged game must not break pages
            _log.warning("a game cannot be read: %s", type(fault).__name__)
            return self._hanging.get(number, nothing)
        self._last = (asked, found)
        return found

    def _chronicle(
        self, journal: Reader, *, language: str, before: int
    ) -> values.Chronicle:
        found, older = self._read_page(journal, language=language, before=before)
        words, kinds = hardness(found)
        return {
            "games": [_sheet(told, journal) for told in found],
            "older": older,
            "groups": _group_names(found, journal),
            "words": [{"word": word, **asdict(one)} for word, one in words.items()],
            "kinds": [{"kind": kind, **asdict(one)} for kind, one in kinds.items()],
        }

    def _practice(self, journal: Reader) -> list[dict[str, str | int]]:
        games = journal.games_before(journal.next_game(), PAGE * _PAGES_READ)
        told = (self._summary(journal, number=one.id, language=FIRST) for one in games)
        return [asdict(one) for one in practice([one for one in told if one])]

    def _read_page(
        self, journal: Reader, *, language: str, before: int
    ) -> tuple[list[GameSummary], int]:
        """
        Return a page of game summaries, and the first game of the next page or 0.

        A game in which nobody has acted is left out unless it is in progress. Many such
        games in a row make a page shorter.
        """
        first, found = before or journal.next_game(), list[GameSummary]()
        for one in journal.games_before(first, PAGE * _PAGES_READ):
            first = one.id
            told = self._summary(journal, number=first, language=language)
            if told and (not told.empty or is_running(journal, number=first)):
                found.append(told)
            if len(found) == PAGE:
                break
        return found, first if journal.games_before(first, 1) else 0

    def _game(
        self, journal: Reader, *, number: int, language: str
    ) -> values.Sheet | Refused | None:
        told = self._summary(journal, number=number, language=language)
        return self._hanging.get(number) if told is None else _sheet(told, journal)

    def _summary(
        self, journal: Reader, *, number: int, language: str
    ) -> GameSummary | None:
        """Return the summary of one game; None if it is missing or damaged."""
        read = partial(summary, journal, number, language=language, keep=self._keep)
        try:
            return self._limited(journal, number, read)
        except Exception as fault:  # noqa: BLE001 - a damaged game must not hide others
            _log.warning("game %d cannot be told: %s", number, type(fault).__name__)
            return None


def _sheet(told: GameSummary, journal: Reader) -> values.Sheet:
    remarks = Remarks.read(journal.setting(f"{GAME}{told.game}"))
    return sheet(told, remarks, running=told.game == journal.left_open())


def _group_names(games: Iterable[GameSummary], journal: Reader) -> dict[str, str]:
    """Return the names of the games' groups by group code, for named groups only."""
    codes = {told.group for told in games}
    named = ((code, journal.setting(f"{GROUP}{code}")) for code in sorted(codes))
    return {code: name for code, name in named if name is not None}


def is_running(journal: Reader, *, number: int) -> bool:
    """Return True if the table can still continue the game with this number."""
    return number == journal.left_open() and number == journal.unfinished()


# --- every position of a game ---


def positions(journal: Reader, game: int, *, language: str) -> list[values.Position]:
    """
    Return every position of the finished rounds, in order.

    Args:
        journal: The journal.
        game: The number of the game.
        language: The language of the descriptions.

    Raises:
        SettingsError: There is no such game.
        JournalError: The game is damaged.
    """
    kept = StoredGame(journal, game, board_games().__getitem__)
    names = kept.names(language)
    head = replace(head_of(kept, names), language=language)
    told = ReplayedGame(head, kept.header(), kept.engine, Names(names), ())
    rows = kept.playable_rows()
    return list(_positions(told, list(kept.steps(told.header, rows))))


def longest(journal: Reader, seat: int) -> list[str]:
    """
    Return the longest words of one hand in the last finished round of the newest game.

    They are the words that `analyse` lists after the game. Before its end only the
    player at *seat* may read them, since cards of the hand may still be held. Only that
    seat's view is computed.

    Raises:
        SettingsError: There is no game.
        JournalError: It is damaged.
    """
    kept = StoredGame(journal, journal.newest() or 0, board_games().__getitem__)
    engine, header = kept.engine, kept.header()
    dealt = shown = tuple[View, ...]()
    for step in kept.steps(header, kept.playable_rows()):
        if engine.begins(step.facts):
            dealt = (engine.view(step.after, Seat(seat)),)
        if engine.result(step.facts) is not None:
            shown = dealt
    found = engine.hindsight(shown, header)
    return [word for hand in found.each for word in hand.words] if found else []


def _positions(
    told: ReplayedGame, steps: Sequence[GameStep]
) -> Iterator[values.Position]:
    waiting: list[values.Position] = []
    part, playing, last = 0, False, None
    over = bool(steps) and told.engine.is_over(steps[-1].after)
    dealt: tuple[View, ...] = ()
    for one in steps:
        view = told.engine.view(one.after, Viewer.PUBLIC)
        word = _shown(told.engine, one.facts)
        said = tuple(step_sentences(told, _named(told, one)))
        # The reader may want to guess the word, so the maker's line hides it.
        if told.engine.begins(one.facts):
            playing, said = True, said[:1]
            seats = told.engine.sitting(one.after) if over else ()
            dealt = tuple(told.engine.view(one.after, seat) for seat in seats)
        # The word is shown over the last view: the view is empty after a round.
        at = last if word and last is not None else view
        public = {name: getattr(at, name) for name in public_names(told.engine, at)}
        found = told.engine.insight(last, one.action, view, told.header)
        if found is None and word is not None:
            found = told.engine.hindsight(dealt, told.header)
        waiting.append(
            {
                "part": part,
                "ms": one.ms,
                "said": list(said),
                "seat": _doer(one.action, last),
                "moments": [_plain(moment) for moment in one.moments(told.engine)],
                "word": word or "",
                "view": public,
                "insight": None if found is None else _insight(told, found),
            }
        )
        last = view
        if word is not None:
            part, playing = part + 1, False
        elif any(isinstance(fact, GameEnded) for fact in one.facts):
            waiting, playing = waiting[-1:], False
        if not playing:
            yield from waiting
            waiting = []


def _doer(action: object, before: View | None) -> Seat | None:
    """Return the seat of an action: the seat that it names, else the one on turn."""
    seat = seat_of(action)
    return common(before, Viewer.PUBLIC).turn if seat is None else seat


def _named(told: ReplayedGame, step: GameStep) -> GameStep:
    """Return a copy of *step* with the name of the player who acted."""
    by = seat_of(step.action)
    return step if by is None else replace(step, by=told.names.name(by))


def _insight(told: ReplayedGame, found: Insight) -> dict[str, Json]:
    """Return an insight as JSON, with its sentence in the reader's language."""
    message = words_left(told, found) if found.each else found.said
    said = "" if message is None else sentence(told, message)
    return {**found.plain(), "label": found.label, "said": said}


def _plain(moment: Moment) -> dict[str, Json]:
    """Return the fields of a moment that the history shows."""
    names = ("what", "seat", "zone", "kind", "word")
    return {name: getattr(moment, name) for name in names}


def _shown(engine: Engine, facts: tuple[object, ...]) -> str | None:
    """Return the word that facts reveal; None if they end no round."""
    result = engine.result(facts)
    return engine.voided(facts) if result is None else result.word
