"""
What may leave the board: no key, and of a game what was played before its secrets.

A copy ends where the running round began, for its rows hold the word, the hands and the
chance that nobody may know yet. Where secrets outlive a round, as hands of cards do,
that is the beginning of the game.
"""

from firmware_host.app.archive.kept import KeptGame
from firmware_host.board.entries import Cut
from firmware_host.games.game import Joined
from firmware_host.games.views import Viewer, common
from firmware_host.journal.reader import Reader
from firmware_host.session import play
from firmware_host.session.phones import PHONES
from firmware_host.session.upcoming import EVENING


def leaves(key: str) -> bool:
    """
    Tell whether a copy has a setting.

    What opens the class or the room, what a phone is known by, and what an evening's
    words come from stay on the board.
    """
    return key == "web:class" or not key.startswith(("web:", PHONES, EVENING))


def cuts(journal: Reader) -> tuple[Cut, ...]:
    """Return where each game that holds a secret is to be cut off."""
    found = (cut_of(journal, game) for game in journal.all_left_open())
    return tuple(cut for cut in found if cut is not None)


def cut_of(journal: Reader, game: int) -> Cut | None:
    """Return where a game is to be cut off; None where it holds no secret."""
    try:
        return _cut(KeptGame(journal, game))
    except Exception:  # noqa: BLE001 - what cannot be read may hold anything
        return Cut(game, row=0, seats=None)


def _cut(game: KeptGame) -> Cut | None:
    header, engine = game.header(), game.engine
    seats = header.seats
    clean, kept = True, Cut(game.number, row=0, seats=seats)
    for step in game.steps(header, list(game.rows())):
        seats += sum(isinstance(fact, Joined) for fact in step.facts)
        secret = common(engine.view(step.after, Viewer.PUBLIC), Viewer.PUBLIC).secret
        clean = not secret and (clean or play.reveals(engine, step.facts))
        if clean:
            kept = Cut(game.number, row=step.number, seats=seats)
    return None if clean else kept
