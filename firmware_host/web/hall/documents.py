"""The documents of the hall's pages."""

import re
from collections.abc import Iterable, Mapping
from typing import Protocol

from firmware_host.board.messages import say
from firmware_host.board.moments import What
from firmware_host.board.record import Record
from firmware_host.hall.fold import Board, Game, Line, names
from firmware_host.texts.texts import Texts

#: The pages, by their path.
VIEWS = ("wall", "table", "watch")

#: Numbers in the names of boards.
_DIGITS = re.compile(r"(\d+)")

#: What a wall says of an answer.
_SAID = {
    What.YES: "yes",
    What.NO: "no",
    What.RIGHT: "yes",
    What.WRONG: "no",
}


class EveningPromise(Record):
    """
    The commitment of an evening.

    Args:
        title: The title of the evening.
        commitment: The commitment to its key.
        key: The key; empty until the evening is over.
        nonce: The nonce of the commitment; empty until then.
    """

    title: str
    commitment: str
    key: str = ""
    nonce: str = ""


class HallPort(Protocol):
    """A hall, as its pages see it."""

    @property
    def delay_s(self) -> int:
        """The delay of the spectators' pages, in seconds."""

    def boards(self, *, later: bool) -> Mapping[str, Board]:
        """Return the state of each board now, or as spectators may see it."""

    def is_online(self, board: str) -> bool:
        """Return True if a board is connected now."""

    def evening(self) -> EveningPromise | None:
        """Return the evening; None without one."""

    def table(self) -> Iterable[Line]:
        """Return the evening's table."""


def document(hall: HallPort, view: str, texts: Texts) -> dict[str, object]:
    """
    Return the document of a page.

    Args:
        hall: The hall.
        view: One of `VIEWS`.
        texts: The texts of the page's language.
    """
    evening, later = hall.evening(), view == "watch"
    words = {
        "wall": texts.say(say("hall-wall")),
        "table": texts.say(say("hall-table")),
        "watch": texts.say(say("hall-watch")),
        "nobody": texts.say(say("hall-nobody")),
        "away": texts.say(say("hall-away")),
        "web-reconnecting": texts.say(say("hall-lost")),
        "web-not-current": texts.say(say("web-not-current", time="{time}")),
        "promise": texts.say(say("hall-promise")),
        "opened": texts.say(say("hall-opened")),
    }
    more: dict[str, object] = {}
    if view == "table":
        head = (
            say("hall-rank"),
            say("hall-board"),
            say("hall-rounds"),
            say("hall-found"),
            say("hall-points"),
            say("hall-par"),
        )
        more["head"] = [texts.say(one) for one in head]
        more["lines"] = [_line(one, texts) for one in hall.table()]
    else:
        more["boards"] = list(_boards(hall, texts, evening, later=later))
    late = texts.say(say("hall-late", n=hall.delay_s)) if later else ""
    title = texts.say(say("hall-title")) if evening is None else evening.title
    return {
        "view": view,
        "title": title,
        "words": words,
        "late": late,
        "evening": None if evening is None else vars(evening),
        **more,
    }


def _line(line: Line, texts: Texts) -> dict[str, object]:
    share = texts.say(say("hall-share", n=round(100 * line.share)))
    others = texts.say(say("hall-others", n=line.others)) if line.others else ""
    return {
        "cells": [line.rank, line.name, line.rounds, line.words, line.points, share],
        "over": line.over,
        "note": others,
    }


def _boards(
    hall: HallPort, texts: Texts, evening: EveningPromise | None, *, later: bool
) -> Iterable[dict[str, object]]:
    # Who is late has the same words yet to find, and looks at the same wall.
    hides = not later and evening is not None and not evening.key
    known = hall.boards(later=later)
    called = names(known)
    for key in sorted(known, key=lambda one: (_ordered(called[one]), one)):
        one = known[key]
        shown = _board(one, texts, name=called[key], online=hall.is_online(key))
        word = "" if hides and _is_of_an_evening(one) else _word(one.now)
        yield {**shown, "word": word}


def _ordered(name: str) -> list[tuple[int, str]]:
    """Return a sort key that orders board 2 before board 10."""
    parts = enumerate(_DIGITS.split(name))  # every second one is a number
    return [(len(one) if at % 2 else 0, one) for at, one in parts]


def _board(board: Board, texts: Texts, *, name: str, online: bool) -> dict[str, object]:
    game = board.now
    lamp = _SAID.get(What(board.last), "") if board.last else ""
    return {
        "name": name,
        "heard": board.heard,
        "online": online,
        "lamp": lamp,
        "said": texts.say(say(lamp), "screen") if lamp else "",
        "line": "" if game is None else _how_far(game, texts),
        "points": "" if game is None else _points(game, texts),
    }


def _is_of_an_evening(board: Board) -> bool:
    game = board.now
    return game is not None and game.begun is not None and bool(game.begun.evening)


def _how_far(game: Game, texts: Texts) -> str:
    if game.over:
        return texts.say(say("hall-over"))
    done = len(game.ended) + 1
    of = 0 if game.begun is None else game.begun.rounds
    if of:
        return texts.say(say("hall-round-of", n=min(done, of), of=of))
    return texts.say(say("hall-round", n=done))


def _points(game: Game, texts: Texts) -> str:
    return texts.say(say("hall-got", n=sum(game.totals[: game.people])))


def _word(game: Game | None) -> str:
    """Return the last word that was opened; nothing while the next one is played."""
    return game.ended[-1].word if game is not None and game.ended else ""
