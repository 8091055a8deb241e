"""
Who holds a secret: the phones that its person had before it was begun.

The phone that makes it holds it too. One that comes later looks on, until the round is
over or a holder lets it in; nobody else can, by whatever way it comes. A screen behind
the lid shows what its person's phones may see.
"""

from collections.abc import Sequence

from firmware_host.board.pieces import NOBODY, Person, Seat
from firmware_host.board.record import Record
from firmware_host.games.views import Common, Viewer, common
from firmware_host.session.setups import Player
from firmware_host.session.state import Phone, Session


class Secrets(Record):
    """
    Which seats have a secret now, or make one.

    Args:
        epoch: Changes with each game, and whenever a round ends that leaves no secret.
        known: What the house reads of the game's view.
        own: Whether the game tells seats something of their own.
    """

    epoch: str
    known: Common
    own: bool

    def is_sealed(self, seat: Seat) -> bool:
        """
        Tell whether a seat has a secret now that only its holders may see.

        A game that tells seats something of their own, and does not say when that is
        secret, is taken to mean the whole round.
        """
        known = self.known
        if known.sealed is not None:
            return seat in known.sealed
        return self.own and not (known.waiting or known.over)

    def is_begun(self, seat: Seat) -> bool:
        """Tell whether a seat has a secret now, or is making one."""
        return seat in self.known.making or self.is_sealed(seat)

    def of(self, seat: Seat) -> str:
        """Return the name of a seat's secret, which is not secret itself."""
        each = self.known.commitments
        promise = each[seat] if seat < len(each) else self.known.commitment
        return f"{self.epoch}:{promise}"


def secrets(session: Session) -> Secrets:
    """Return which secrets there are at a table now."""
    playing = session.playing
    if playing is None:
        return Secrets("", Common(), own=False)
    view = playing.view(Viewer.PUBLIC)
    own = bool(playing.engine.OWN)
    return Secrets(epoch(session), common(view, Viewer.PUBLIC), own=own)


def epoch(session: Session) -> str:
    """Return a text that changes whenever a round ends that leaves no secret."""
    playing = session.playing
    return "" if playing is None else f"{playing.game_id}.{playing.reveals}"


def phone_of(session: Session, key: str) -> Phone | None:
    """Return the phone whose cookie has that hash."""
    return next((one for one in session.phones if one.key == key), None)


def seat_of(people: Sequence[Player], person: Person) -> Seat | None:
    """Return where somebody sits; None for nobody, and for whoever has gone."""
    if not person:
        return None
    seats = (seat for seat, one in enumerate(people) if one.person == person)
    return next(map(Seat, seats), None)


def seat_in_game(session: Session, person: Person) -> Seat | None:
    """Return where somebody sits in the game; None without a seat, or a game."""
    playing = session.playing
    return None if playing is None else seat_of(playing.players, person)


def looks_on(session: Session, phone: Phone) -> bool:
    """Return whether a phone came too late for its person's present secret."""
    if not phone.late or phone.late != epoch(session):
        return False
    seat, known = seat_in_game(session, phone.person), secrets(session)
    return (
        seat is not None and known.is_sealed(seat) and known.of(seat) not in phone.sees
    )


def waiting(session: Session, phone: Phone) -> tuple[int, ...]:
    """Return the phones beside a holder's that look on, by number."""
    if looks_on(session, phone):
        return ()
    mates = (one for one in session.phones if one.person == phone.person != NOBODY)
    return tuple(sorted(one.number for one in mates if looks_on(session, one)))
