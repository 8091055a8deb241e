"""A new mode is one class; whatever asks a mode something need not know it."""

from dataclasses import dataclass, replace

from firmware_host.board.commands import Begin, Choose
from firmware_host.board.events import Button, Pressed, Released, Tapped, Woke
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import Kind, Millis, Piece, Zone
from firmware_host.games.game import End
from firmware_host.session.acting import Submitted
from firmware_host.session.modes.check import CheckMode
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.modes.filling import PlayMode
from firmware_host.session.modes.menu import Menu
from firmware_host.session.state import Mode
from firmware_host.session.step import wake_at
from tests.session.evening import face, playing, press, then

TICK, CROSS = Button.TICK, Button.CROSS

#: A zone outside the word, where nothing is tapped in the game itself.
PIECE = Tapped(Zone(1), Piece(Kind.LONG_STICK, 1))


@dataclass(frozen=True)
class Rest(Mode):
    """A mode with a deadline that counts pieces; the tick ends it."""

    under: Mode
    noon_ms: Millis
    pieces: int = 0

    def press(self, moment, button):
        """End by the tick."""
        return moment.keep(self.under) if button is TICK else None

    def release(self, button):
        """Reset the count for the cross."""
        return replace(self, pieces=0) if button is CROSS else self

    def tap(self, moment, _):
        """Count a piece."""
        return moment.keep(replace(self, pieces=self.pieces + 1))

    def due_ms(self, _):
        """End at noon."""
        return self.noon_ms

    def wake(self, moment):
        """End at noon."""
        return moment.keep(self.under) if moment.now_ms >= self.noon_ms else None

    def render(self, _, face: Face, _names):
        """Say so."""
        return replace(face, table=TableFace(say("paused")))


def resting():
    """Return a game in the mode, with a deadline of 5000 ms."""
    session = playing(board_makes=False)
    return replace(session, mode=Rest(session.mode, Millis(5000)))


def test_a_mode_hears_before_the_game_and_leaves_it_the_rest():
    tapped = then(resting(), PIECE).session
    assert Rest.at(tapped).pieces == 1
    assert Rest.at(then(tapped, Released(CROSS)).session).pieces == 0
    assert press(tapped, TICK).session.mode == PlayMode()
    assert press(tapped, Button.STAR).outcome == Refused("button-idle")


def test_a_mode_is_woken_when_it_is_due():
    session = resting()
    assert wake_at(session, Millis(0)) == 5000
    assert Rest.at(then(session, Woke(), 4999).session) == session.mode
    assert then(session, Woke(), 5000).session.mode == PlayMode()


def test_a_mode_shows_itself_and_overlays_lie_over_it():
    session = resting()
    assert face(session).table.line == say("paused")
    refused = press(session, Button.STAR).session
    assert face(refused).table.note == Refused("button-idle").message


def test_under_the_menu_a_mode_waits():
    """Under the menu a mode gets no events and comes back unchanged."""
    session = then(resting(), PIECE).session
    held = then(then(session, Pressed(CROSS)).session, Pressed(TICK)).session
    held = replace(held, mode=session.mode)
    opened = then(held, Woke(), 3000).session
    assert opened.mode == Menu(session.mode)
    assert press(opened, TICK).session.mode == session.mode


def test_a_mode_goes_when_its_game_does():
    """A mode ends with its game."""
    over = then(resting(), Submitted(End())).session
    again = then(over, Choose(players=())).session
    assert (again.mode, again.playing) == (Choosing("players"), None)


def test_a_check_ends_where_the_next_game_begins():
    """A tap is the new game's, or refused while things are chosen."""
    session = then(playing(board_makes=True), Woke()).session
    over = then(session, Submitted(End())).session
    checked = replace(over, mode=CheckMode(Menu(over.mode)))
    chosen = then(checked, Choose(players=("Tina",))).session
    assert then(chosen, PIECE).outcome == Refused("no-round")
    begun = then(checked, Begin()).session
    assert begun.mode == PlayMode()
