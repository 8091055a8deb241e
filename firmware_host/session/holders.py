"""
Which phones and screens may show a player's secret.

The holders of a secret are the phones that its player had before the secret was begun,
and the phone on which it was made. A phone added later may not show the secret until
the round is over or a holder lets it in. A private screen behind a lid shows the same
as its player's phones. A player without a phone has a hot seat: the shared screen can
show that player's view while the others look away.
"""

from collections.abc import Sequence

from firmware_host.board.pieces import NOBODY, Person, Seat
from firmware_host.board.record import Record
from firmware_host.games.views import Common, PrivateTurn, Viewer, common
from firmware_host.session.setups import Player
from firmware_host.session.state import Phone, Session


class Secrets(Record):
    """
    The secrets of a game at one moment, and the seats that may see each.

    Args:
        epoch: A text that changes with each game, and at the end of a round that
            leaves no secret.
        known: The fields of the game's view that the session reads.
        own: True if the game has data that only one seat may see.
    """

    epoch: str
    known: Common
    own: bool

    def is_sealed(self, seat: Seat) -> bool:
        """
        Return True if a seat has a secret now that only its holders may see.

        If a game has private data and does not report when it is secret, it counts as
        secret for the whole round.
        """
        known = self.known
        if known.sealed is not None:
            return seat in known.sealed
        return self.own and not (known.waiting or known.over)

    def is_begun(self, seat: Seat) -> bool:
        """Return True if a seat has a secret now, or is making one."""
        return seat in self.known.making or self.is_sealed(seat)

    def of(self, seat: Seat) -> str:
        """Return the name of a seat's secret, which is not secret itself."""
        each = self.known.commitments
        promise = each[seat] if seat < len(each) else self.known.commitment
        return f"{self.epoch}:{promise}"


def secrets(session: Session) -> Secrets:
    """Return the secrets of the table now."""
    playing = session.playing
    if playing is None:
        return Secrets("", Common(), own=False)
    view = playing.view(Viewer.PUBLIC)
    own = bool(playing.engine.OWN)
    return Secrets(epoch(session), common(view, Viewer.PUBLIC), own=own)


def epoch(session: Session) -> str:
    """Return a text that changes with each game and with each end of all secrets."""
    playing = session.playing
    return "" if playing is None else f"{playing.game_id}.{playing.reveals}"


def phone_of(session: Session, key: str) -> Phone | None:
    """Return the phone whose cookie has the hash `key`, or None."""
    return next((one for one in session.phones if one.key == key), None)


def seat_of(people: Sequence[Player], person: Person) -> Seat | None:
    """Return the seat of a person, or None if the person is not at the table."""
    if not person:
        return None
    seats = (seat for seat, one in enumerate(people) if one.person == person)
    return next(map(Seat, seats), None)


def seat_in_game(session: Session, person: Person) -> Seat | None:
    """Return the seat of a person in the game, or None."""
    playing = session.playing
    return None if playing is None else seat_of(playing.players, person)


def looks_on(session: Session, phone: Phone) -> bool:
    """Return True if a phone was added too late to show its player's secret."""
    if not phone.late or phone.late != epoch(session):
        return False
    seat, known = seat_in_game(session, phone.person), secrets(session)
    return (
        seat is not None and known.is_sealed(seat) and known.of(seat) not in phone.sees
    )


def waiting(session: Session, phone: Phone) -> tuple[int, ...]:
    """Return the numbers of a holder's other phones that cannot see the secret."""
    if looks_on(session, phone):
        return ()
    mates = (one for one in session.phones if one.person == phone.person != NOBODY)
    return tuple(sorted(one.number for one in mates if looks_on(session, one)))


# --- the hot seat -------------------------------------------------------------------


def hot_seats(session: Session) -> tuple[Seat, ...]:
    """
    Return the seats whose view the shared screen may open.

    They are the seats of people without a phone, or whose phones came too late for the
    secret.
    """
    playing = session.going
    if playing is None or not session.shares_screen or not playing.engine.OWN:
        return ()
    served = {one.person for one in session.phones if not looks_on(session, one)}
    here = playing.engine.sitting(playing.game)
    people = ((seat, playing.players[seat]) for seat in here)
    return tuple(
        seat for seat, one in people if one.bot is None and one.person not in served
    )


def looks(known: Common, hot: Sequence[Seat]) -> tuple[Seat, ...]:
    """
    Return the seats that have a secret to look at, whether it is their turn or not.

    Args:
        known: The fields of the game's public view that the board reads.
        hot: The seats whose view the shared screen may open.
    """
    if known.sealed is None:
        return () if known.waiting or known.over else tuple(hot)
    return tuple(seat for seat in hot if seat in known.sealed)


def private_turns(known: Common, hot: Sequence[Seat]) -> tuple[PrivateTurn, ...]:
    """
    Return the unseen actions that players have to do at the shared screen, in order.

    Args:
        known: The fields of the game's public view that the board reads.
        hot: The seats whose view the shared screen may open.
    """
    turns = known.private_turns
    if turns is None:
        own = () if known.turn is None or known.waiting else (known.turn,)
        turns = tuple(map(PrivateTurn, known.making or own))
    return tuple(one for one in turns if one.seat in hot)
