"""
A game of the journal, to be looked at again: every position.

Only what is over is told. The round that is being played, and one that was never
finished, are left out, so that no word of theirs gets out by this door. `longest` alone
reads a hand during a game, for the player who holds it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from firmware_host.app.archive.analysis import left
from firmware_host.app.archive.export import head_of
from firmware_host.app.archive.kept import KeptGame
from firmware_host.app.archive.replay import Played, Replay, sentence
from firmware_host.app.archive.story import sayings
from firmware_host.app.content.games import board_games
from firmware_host.board.entries import Row
from firmware_host.board.json import Json, read_objects
from firmware_host.board.moments import Moment
from firmware_host.board.pieces import Seat
from firmware_host.games.analysis import Insight
from firmware_host.games.common import GameEnded, is_called_off
from firmware_host.games.contract import SeatView, Viewer
from firmware_host.games.declared import public_names
from firmware_host.games.game import Engine
from firmware_host.games.transcript import Names
from firmware_host.journal.reader import Reader
from firmware_host.web import values


def rows_of(game: KeptGame) -> list[Row]:
    """Return the rows of a game; none of one called off: it is asked nothing more."""
    rows = list(game.rows())
    return [] if rows and is_called_off(read_objects(rows[-1].facts)) else rows


def positions(journal: Reader, game: int, *, language: str) -> list[values.Position]:
    """
    Return every position of the finished rounds, in order.

    Args:
        journal: Where it was written down.
        game: Its number.
        language: In which to tell what was done.

    Raises:
        SettingsError: There is no such game.
        JournalError: It is damaged.
    """
    kept = KeptGame(journal, game, board_games().__getitem__)
    names = kept.names(language)
    head = replace(head_of(kept, names), language=language)
    told = Replay(head, kept.header(), kept.engine, Names(names), ())
    return list(_positions(told, list(_steps(kept, told))))


def longest(journal: Reader, seat: int) -> list[str]:
    """
    Return the longest words of one hand in the last finished round of the newest game.

    They are those that `analyse` names after the game. Before its end only the player
    at *seat* may read them, since cards of the hand may still be held. Only the view of
    that seat is made.

    Raises:
        SettingsError: There is no game.
        JournalError: It is damaged.
    """
    kept = KeptGame(journal, journal.newest() or 0, board_games().__getitem__)
    engine, header = kept.engine, kept.header()
    game = engine.start(header)
    dealt = shown = tuple[SeatView, ...]()
    for facts in map(kept.facts, rows_of(kept)):
        game = engine.fold(game, facts)
        if engine.begins(facts):
            dealt = (engine.view(game, Seat(seat)),)
        if engine.result(facts) is not None:
            shown = dealt
    found = engine.hindsight(shown, header)
    return [word for hand in found.each for word in hand.words] if found else []


class _Step(NamedTuple):
    """
    An accepted action.

    Args:
        played: What it was, and the game afterwards.
        facts: What it brought.
        ms: When, since the game began.
        moments: What happened by it, as everybody may know it.
    """

    played: Played
    facts: tuple[object, ...]
    ms: int
    moments: tuple[Moment, ...]


def _steps(game: KeptGame, told: Replay) -> Iterator[_Step]:
    rows = rows_of(game)
    if not rows:
        return
    before = told.engine.start(told.header)
    for row in rows:
        action, facts = game.action(row), game.facts(row)
        after = told.engine.fold(before, facts)
        by = told.names.name(action.by) if hasattr(action, "by") else ""
        played = Played(row.number, action, facts, after, by)
        moments = told.engine.moments(before, facts, after)
        yield _Step(played, facts, row.ms, moments)
        before = after


def _positions(told: Replay, steps: Sequence[_Step]) -> Iterator[values.Position]:
    waiting: list[values.Position] = []
    part, playing, last = 0, False, None
    over = bool(steps) and told.engine.is_over(steps[-1].played.game)
    dealt: tuple[SeatView, ...] = ()
    for one, facts, ms, moments in steps:
        view = told.engine.view(one.game, Viewer.PUBLIC)
        word = _shown(told.engine, facts)
        said = tuple(sayings(told, one))
        # Whoever looks on may want to find the word once more.
        if told.engine.begins(facts):
            playing, said = True, said[:1]
            seats = told.engine.sitting(one.game) if over else ()
            dealt = tuple(told.engine.view(one.game, seat) for seat in seats)
        # The word is shown where it lay: the view is bare once a round is over.
        at = last if word and last is not None else view
        public = {name: getattr(at, name) for name in public_names(told.engine, at)}
        found = told.engine.insight(last, one.action, view, told.header)
        if found is None and word is not None:
            found = told.engine.hindsight(dealt, told.header)
        waiting.append(
            {
                "part": part,
                "ms": ms,
                "said": list(said),
                "seat": getattr(one.action, "by", getattr(last, "turn", None)),
                "moments": [_plain(moment) for moment in moments],
                "word": word or "",
                "view": public,
                "insight": None if found is None else _insight(told, found),
            }
        )
        last = view
        if word is not None:
            part, playing = part + 1, False
        elif any(isinstance(fact, GameEnded) for fact in facts):
            waiting, playing = waiting[-1:], False
        if not playing:
            yield from waiting
            waiting = []


def _insight(told: Replay, found: Insight) -> dict[str, Json]:
    """Return what an action was worth, its sentence in the reader's language."""
    message = left(told, found) if found.each else found.said
    said = "" if message is None else sentence(told, message)
    return {**found.plain(), "label": found.label, "said": said}


def _plain(moment: Moment) -> dict[str, Json]:
    """Return what of a moment is played again."""
    names = ("what", "seat", "zone", "kind", "word")
    return {name: getattr(moment, name) for name in names}


def _shown(engine: Engine, facts: tuple[object, ...]) -> str | None:
    """Return the word that was brought to light; None where no round was over."""
    result = engine.result(facts)
    return engine.voided(facts) if result is None else result.word
