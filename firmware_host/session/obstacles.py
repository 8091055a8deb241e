"""Why no game can begin with the present setup."""

from firmware_host.board.messages import Refused
from firmware_host.session import lobby, upcoming
from firmware_host.session.state import Session


def obstacle(session: Session) -> Refused | None:
    """Return why no game can begin with the present setup; None if one can."""
    setup = session.setup
    refused = lobby.misfit(session) or _unseen(session)
    if refused is not None or not upcoming.game(session).NEEDS.maker:
        return refused
    if upcoming.of_day(session) is not None:
        return None if upcoming.day(session) else Refused("day-unknown")
    own, length = upcoming.language(session).own_drawn, upcoming.length(session)
    has = own.count(length)
    listed = any(own.count(one) for one in upcoming.lengths(session))
    if setup.board_makes and listed and has < setup.rounds:
        values = (("n", setup.rounds), ("has", has), ("length", length))
        return Refused("words-few", values=values)
    return None


def _unseen(session: Session) -> Refused | None:
    """Return why not everybody could see alone what is for one player's eyes."""
    settled = dict(upcoming.turned(session))
    here = [
        one for one in upcoming.options(session) if settled.get(one.name) in one.unseen
    ]
    everybody = {one.person for one in session.setup.players if one.bot is None}
    phoned = {phone.person for phone in session.phones}
    if not here or session.own_screen or everybody <= phoned:
        return None
    if any(set(option.choices) - set(option.unseen) for option in here):
        return Refused("cards-unseen-real")
    return Refused("cards-unseen")
