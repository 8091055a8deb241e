"""What a game's forms are filled in at, without a board."""

from firmware_host.app.content import checked
from firmware_host.board.pieces import ZONES
from firmware_host.games.forms import Context


def context(engine, game, *, lid=False, rack=True) -> Context:
    """Return a board with six zones, at which people are called by letters."""

    def refusal(line):
        return checked.refusal(engine, game, line)

    return Context(game, tuple("ABCDEFGH"), len(ZONES), lid, rack, refusal)
