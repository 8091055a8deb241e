"""
A game of the journal, to be looked at again: every position.

Only what is over is told. The round that is being played, and one that was never
finished, are left out, so that no word of theirs gets out by this door. `longest` alone
reads a hand during a game, for the player who holds it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from firmware_host.app.archive.analysis import left
from firmware_host.app.archive.export import head_of
from firmware_host.app.archive.kept import KeptGame
from firmware_host.app.archive.replay import Replay, sentence
from firmware_host.app.archive.steps import GameStep
from firmware_host.app.archive.story import sayings
from firmware_host.app.content.games import board_games
from firmware_host.board.json import Json
from firmware_host.board.moments import Moment
from firmware_host.board.pieces import Seat
from firmware_host.games.analysis import Insight
from firmware_host.games.common import GameEnded, seat_of
from firmware_host.games.game import Engine
from firmware_host.games.grammar import public_names
from firmware_host.games.transcript import Names
from firmware_host.games.views import View, Viewer, common
from firmware_host.journal.reader import Reader
from firmware_host.web import values


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
    rows = kept.playable_rows()
    return list(_positions(told, list(kept.steps(told.header, rows))))


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
    dealt = shown = tuple[View, ...]()
    for step in kept.steps(header, kept.playable_rows()):
        if engine.begins(step.facts):
            dealt = (engine.view(step.after, Seat(seat)),)
        if engine.result(step.facts) is not None:
            shown = dealt
    found = engine.hindsight(shown, header)
    return [word for hand in found.each for word in hand.words] if found else []


def _positions(told: Replay, steps: Sequence[GameStep]) -> Iterator[values.Position]:
    waiting: list[values.Position] = []
    part, playing, last = 0, False, None
    over = bool(steps) and told.engine.is_over(steps[-1].after)
    dealt: tuple[View, ...] = ()
    for one in steps:
        view = told.engine.view(one.after, Viewer.PUBLIC)
        word = _shown(told.engine, one.facts)
        said = tuple(sayings(told, _named(told, one)))
        # Whoever looks on may want to find the word once more.
        if told.engine.begins(one.facts):
            playing, said = True, said[:1]
            seats = told.engine.sitting(one.after) if over else ()
            dealt = tuple(told.engine.view(one.after, seat) for seat in seats)
        # The word is shown where it lay: the view is bare once a round is over.
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
    """Return who did an action: the seat that it names, or the one on turn."""
    seat = seat_of(action)
    return common(before, Viewer.PUBLIC).turn if seat is None else seat


def _named(told: Replay, step: GameStep) -> GameStep:
    """Return a copy of *step* with the name of the player who acted."""
    by = seat_of(step.action)
    return step if by is None else replace(step, by=told.names.name(by))


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
