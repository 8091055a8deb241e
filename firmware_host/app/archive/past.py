"""
A game of the journal, to be looked at again: its rounds, and every position.

Only what is over is told. The round that is being played, and one that was never
finished, are left out, so that no word of theirs gets out by this door.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256

from firmware_host.app.archive.export import head_of
from firmware_host.app.archive.kept import KeptGame
from firmware_host.app.archive.replay import Played, Replay
from firmware_host.app.archive.story import sayings
from firmware_host.app.content.games import board_games
from firmware_host.board.entries import Row
from firmware_host.board.json import (
    JsonObject,
    read_objects,
)
from firmware_host.board.record import Record
from firmware_host.games.common import GameEnded, Undone, is_called_off, take_back
from firmware_host.games.contract import Result, Viewer
from firmware_host.games.declared import public_names
from firmware_host.games.game import Engine
from firmware_host.games.transcript import Names
from firmware_host.journal.reader import Reader
from firmware_host.web import values


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
        group: The code of this set of players; empty where nobody can tell.
        rounds: The finished rounds.
        ended: False while it is being played, or was left for ever.
        winners: Seats that won; nobody before it has ended.
    """

    game: int
    header: JsonObject
    names: tuple[str, ...]
    group: str
    rounds: tuple[Round, ...]
    ended: bool
    winners: tuple[int, ...]


def _rows(game: KeptGame) -> list[Row]:
    """Return the rows of a game; none of one called off: it is asked nothing more."""
    rows = list(game.rows())
    return [] if rows and is_called_off(read_objects(rows[-1].facts)) else rows


# --- in short ---------------------------------------------------------------


def summary(journal: Reader, game: int, *, language: str) -> Summary:
    """
    Return a game in short.

    Args:
        journal: Where it was written down.
        game: Its number.
        language: In which to call the nameless.

    Raises:
        SettingsError: There is no such game.
        JournalError: It is damaged.
    """
    kept = KeptGame(journal, game)
    facts = [(row.ms, kept.facts(row)) for row in _rows(kept)]
    ends = [fact for _, some in facts for fact in some if isinstance(fact, GameEnded)]
    return Summary(
        game=game,
        header=kept.settled,
        names=kept.names(language),
        group=_group(kept),
        rounds=tuple(_rounds(kept.engine, facts)),
        ended=bool(ends),
        winners=tuple(ends[-1].winners) if ends else (),
    )


def _group(game: KeptGame) -> str:
    """Return the code of a game's set of players; empty where nobody can tell."""
    known = [
        f"name:{one.name.casefold()}" if one.name else f"symbol:{one.button or ''}"
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
            take_back(done, some[0])
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


# --- action by action -------------------------------------------------------


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
    return list(_positions(told, _played(kept, told)))


def _played(
    game: KeptGame, told: Replay
) -> Iterator[tuple[Played, tuple[object, ...], int]]:
    """Yield each action, what it brought, and when."""
    rows = _rows(game)
    if not rows:
        return
    state = told.engine.start(told.header)
    for row in rows:
        action, facts = game.action(row), game.facts(row)
        state = told.engine.fold(state, facts)
        by = told.names.name(action.by) if hasattr(action, "by") else ""
        yield Played(row.number, action, facts, state, by), facts, row.ms


def _positions(
    told: Replay, played: Iterable[tuple[Played, tuple[object, ...], int]]
) -> Iterator[values.Position]:
    waiting: list[values.Position] = []
    part, playing, last = 0, False, None
    for one, facts, ms in played:
        brought = {type(fact) for fact in facts}
        view = told.engine.view(one.game, Viewer.PUBLIC)
        word = _shown(told.engine, facts)
        said = tuple(sayings(told, one))
        # Whoever looks on may want to find the word once more.
        if told.engine.begins(facts):
            playing, said = True, said[:1]
        # The word is shown where it lay: the view is bare once a round is over.
        at = last if word and last is not None else view
        public = {name: getattr(at, name) for name in public_names(told.engine, at)}
        waiting.append(
            {
                "part": part,
                "ms": ms,
                "said": list(said),
                "word": word or "",
                "view": public,
            }
        )
        last = view
        if word is not None:
            part, playing = part + 1, False
        elif GameEnded in brought:
            waiting, playing = waiting[-1:], False
        if not playing:
            yield from waiting
            waiting = []


def _shown(engine: Engine, facts: tuple[object, ...]) -> str | None:
    """Return the word that was brought to light; None where no round was over."""
    result = engine.result(facts)
    return engine.voided(facts) if result is None else result.word
