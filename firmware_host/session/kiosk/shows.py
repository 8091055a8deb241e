"""What a kiosk shows while nobody is there: bots play a game, until somebody comes."""

from firmware_host.board.animals import ANIMALS
from firmware_host.board.pieces import Millis
from firmware_host.board.record import replace
from firmware_host.games.bots import Bot
from firmware_host.session import kiosk_turns as turns, upcoming
from firmware_host.session.modes.play import Play
from firmware_host.session.setups import Player
from firmware_host.session.state import Now, Session, Visit

#: Nobody has come for so long before it begins; and its end stays to be looked at.
AFTER_MS, END_MS = 60_000, 10_000

#: So many bots play.
BOTS = 2


def due_ms(session: Session, visit: Visit) -> Millis | None:
    """Return when a game of bots begins, or has been looked at; None for never."""
    playing = session.playing
    if not visit.shows:
        return Millis(visit.free_ms + AFTER_MS) if _strengths(session) else None
    ended_ms = None if playing is None else playing.stopped_ms
    return None if ended_ms is None else Millis(ended_ms + END_MS)


def _strengths(session: Session) -> tuple[str, ...]:
    """Return how strong the bots are of the game that is shown; none where none is."""
    shown = turns.shown(session)
    return () if shown is None else upcoming.game(shown).BOTS


def begun(now: Now) -> Session:
    """Return a kiosk at which bots play: nothing is heard of it, or written down."""
    session = turns.shown(now.session) or now.session
    visit, strengths = session.visit, _strengths(session)
    assert visit is not None  # noqa: S101 - there is a kiosk
    bots = tuple(
        Player(bot=Bot(strengths[at % len(strengths)], ANIMALS[at]))
        for at in range(BOTS)
    )
    setup = replace(session.setup, players=bots, sound=False)
    fresh = replace(session, setup=setup, visit=replace(visit, shows=True))
    done = upcoming.begin(fresh, now_ms=now.now_ms, entropy=now.entropy)
    playing = replace(done.playing, game_id=0, passing=True)
    return replace(fresh, playing=playing, mode=Play(), refusal=None)
