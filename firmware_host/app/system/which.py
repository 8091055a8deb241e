"""
Which build a board is: asked on its screen, and answered by its own tick button.

The table's screen hangs at the same place in every build; the buttons do not. So a
press of tick tells, by the pin that it comes from, which builds it can be. One of them
is offered, and taken by its own tick once more; its cross offers the next.
"""

from collections.abc import Iterator

from firmware_host.app.system.hardware import FOLDER, profile_path
from firmware_host.board.events import Button
from firmware_host.board.record import Record
from firmware_host.settings.profile import Profile, load_profile

#: Played by hand: neither is a board that anybody has soldered.
_NOT_SOLDERED = ("simulated",)


class Spot(Record):
    """
    Where a button hangs.

    Args:
        on_pico: True for a pin of the Pico, False for one of the Pi's header.
        pin: Its GP or BCM number.
    """

    on_pico: bool
    pin: int


def builds() -> tuple[Profile, ...]:
    """Return every build that we ship and that can be soldered."""
    names = sorted(path.parent.name for path in FOLDER.glob("*/board.toml"))
    return tuple(
        load_profile(profile_path(name)) for name in names if name not in _NOT_SOLDERED
    )


def spot(profile: Profile, button: Button) -> Spot:
    """Return where a board's tick or cross hangs; each board has both."""
    if profile.pico is not None and button in profile.pico.buttons:
        return Spot(on_pico=True, pin=profile.pico.buttons[button])
    return Spot(on_pico=False, pin=profile.buttons[button])


class Which(Record):
    """
    The question, and how far it has come.

    Args:
        builds: What the board can be.
        at: Which of them is offered; None while none is.
        is_sure: True once that one was taken.
    """

    builds: tuple[Profile, ...]
    at: int | None = None
    is_sure: bool = False

    @property
    def offered(self) -> Profile | None:
        """The build that is offered, or was taken."""
        return None if self.at is None else self.builds[self.at]

    @property
    def spots(self) -> frozenset[Spot]:
        """Where a press means anything now."""
        ticks = {spot(one, Button.TICK) for one in self.builds}
        crosses = [self.offered] if self.offered else []
        return frozenset(ticks | {spot(one, Button.CROSS) for one in crosses})

    def pressed(self, at: Spot) -> "Which":
        """Return the question after somebody has pressed there."""
        if self.offered is not None and at == spot(self.offered, Button.TICK):
            return Which(self.builds, self.at, is_sure=True)
        if self.offered is not None and at == spot(self.offered, Button.CROSS):
            alike = list(self._with_tick(spot(self.offered, Button.TICK)))
            return Which(self.builds, alike[(alike.index(self.at) + 1) % len(alike)])
        return Which(self.builds, next(self._with_tick(at), self.at))

    def _with_tick(self, at: Spot) -> Iterator[int | None]:
        for number, one in enumerate(self.builds):
            if spot(one, Button.TICK) == at:
                yield number
