"""
Hints at the board alone: the menu leads here, and each hint stands with its price.

The tick takes the marked one, which is told to everybody; the cross marks the next.
"""

from firmware_host.board.events import PLAYER_BUTTONS, ZONE_BUTTONS, Button, Pressed
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.json import Json
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import Seat
from firmware_host.board.record import replace
from firmware_host.games.requests import HintRequest
from firmware_host.session.acting import InGame
from firmware_host.session.mode import Cover, Mode
from firmware_host.session.result import StepResult
from firmware_host.session.state import Session


class Hinting(Cover):
    """
    Somebody chooses a hint.

    Args:
        seat: Who.
        request: What can be had.
        marked: Which of it the tick takes, from 0; the last one is none at all.
    """

    seat: Seat
    request: HintRequest
    marked: int = 0

    # --- what it hears ---

    def press(self, now: InGame, button: Button) -> StepResult | None:
        """Return the step of a button."""
        offered = len(self.choices)
        if button is Button.TICK:
            return self._take(now)
        if button is Button.CROSS:
            return now.keep(replace(self, marked=(self.marked + 1) % offered))
        if button in ZONE_BUTTONS and ZONE_BUTTONS.index(button) < offered:
            return now.keep(replace(self, marked=ZONE_BUTTONS.index(button)))
        if button in PLAYER_BUTTONS and self.seat in now.playing.seats_of(button):
            return StepResult(now.session)
        return now.refuse(Refused("button-idle"), Pressed(button))

    def _take(self, now: InGame) -> StepResult:
        """Ask for the marked hint, and go on."""
        closed = replace(now, session=replace(now.session, mode=self.under))
        if self.marked == len(self.offers):
            return closed.keep(self.under)
        about, _ = self.offers[self.marked]
        do, key = self.request.do, self.request.key
        line: dict[str, Json] = {"do": do, "by": self.seat, key: about}
        return closed.settle(closed.line(line), Pressed(Button.TICK))

    # --- whether it still stands ---

    def acted(self) -> Mode:
        """Return the mode below: what can be had now may be something else."""
        return self.under.acted()

    # --- what it looks like ---

    @property
    def offers(self) -> tuple[tuple[str, Message], ...]:
        """What this player can ask for."""
        return self.request.offers[self.seat]

    @property
    def choices(self) -> tuple[Message, ...]:
        """What the table screen offers."""
        return (*(text for _, text in self.offers), say("hint-not"))

    def render(self, now: InGame, face: Face, names: tuple[str, ...]) -> Face:
        """Return the face of a board whose table screen has the hints."""
        face = self.under.render(now, face, names)
        line = say("hint-choose", name=names[self.seat])
        table = TableFace(line, choices=self.choices, marked=self.marked)
        return replace(face, table=table)


def alone(session: Session) -> bool:
    """Tell whether a single player can ask, so that no button need say who."""
    request = session.request(HintRequest)
    return request is not None and len(request.offers) == 1


def begin(now: InGame, event: Pressed) -> StepResult:
    """
    Let a player choose a hint, or refuse it.

    Args:
        now: The table, without the menu.
        event: The player's button; the tick for whoever is alone.
    """
    request = now.session.request(HintRequest)
    seats = now.playing.seats_of(event.button)
    if request is None or not (seats or event.button is Button.TICK):
        return now.refuse(Refused("button-idle"), event)
    by_tick = tuple(request.offers) if event.button is Button.TICK else seats
    able = [seat for seat in by_tick if seat in request.offers]
    if able:
        return now.keep(Hinting(now.session.mode, able[0], request))
    (about, _), *_ = next(iter(request.offers.values()))
    line: dict[str, Json] = {"do": request.do, "by": seats[0], request.key: about}
    return now.settle(now.line(line), event)
