"""
Finds where copies of the journal must end, so that they contain no secret.

A copy ends before the present round, since its rows contain the secret word, the hands
and the random bytes. If secrets outlast a round, as hands of cards do, the copy ends
before the game's first round.
"""

from firmware_host.app.archive.kept import StoredGame
from firmware_host.board.entries import Cut
from firmware_host.games.game import Joined
from firmware_host.games.views import Viewer, common
from firmware_host.journal.reader import Reader
from firmware_host.session import play
from firmware_host.session.phones import PHONES
from firmware_host.session.upcoming import EVENING


def leaves(key: str) -> bool:
    """
    Return True if a copy keeps a setting.

    Settings of the class, the room, phones and evenings are not copied.
    """
    return key == "web:class" or not key.startswith(("web:", PHONES, EVENING))


def cuts(journal: Reader) -> tuple[Cut, ...]:
    """Return the cut of each unfinished game that contains a secret."""
    found = (cut_of(journal, game) for game in journal.all_left_open())
    return tuple(cut for cut in found if cut is not None)


def cut_of(journal: Reader, game: int) -> Cut | None:
    """Return the cut of a game, or None if the game contains no secret."""
    try:
        return _cut(StoredGame(journal, game))
    except Exception:  # noqa: BLE001 - an unreadable game may contain a secret
        return Cut(game, row=0, seats=None)


def _cut(game: StoredGame) -> Cut | None:
    header, engine = game.header(), game.engine
    seats = header.seats
    clean, kept = True, Cut(game.number, row=0, seats=seats)
    for step in game.steps(header, list(game.rows())):
        seats += sum(isinstance(fact, Joined) for fact in step.facts)
        secret = common(engine.view(step.after, Viewer.PUBLIC), Viewer.PUBLIC).secret
        clean = not secret and (clean or play.shows_secrets(engine, step.facts))
        if clean:
            kept = Cut(game.number, row=step.number, seats=seats)
    return None if clean else kept
