"""A form of a game from outside: whatever is wrong with it ends here."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import field
from typing import Protocol, Self, TypeVar

from firmware_host.app.content import checked
from firmware_host.board.events import Button
from firmware_host.board.faces import Face
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Item, Seat, Zone
from firmware_host.board.record import replace
from firmware_host.games.forms import (
    Again,
    Answer,
    AnyContext,
    AnyForm,
    Form,
    Give,
    Touch,
)

T = TypeVar("T")

#: The touch that called the game off does nothing more.
_OVER: Answer = Refused("game-over")


class Guard(Protocol):
    """Calls the functions of a game's forms."""

    def inside(self, at: AnyContext) -> AnyContext:
        """Return the context as the game's own forms know it."""

    def guarded_form(self, at: AnyContext, call: Callable[[], T], instead: T) -> T:
        """Return what *call* returns; *instead* if the game has a fault."""


class GuardedForm(Form[object]):
    """
    A form whose functions are called under guard.

    Args:
        form: The game's own.
        guard: Calls the game.
    """

    form: AnyForm = field(repr=False)
    guard: Guard = field(repr=False, compare=False)

    @classmethod
    def around(cls, form: AnyForm, at: AnyContext, guard: Guard) -> Self:
        """Return a form under guard."""
        return cls(
            at,
            form.key,
            form,
            guard,
            seat=form.seat,
            refused=form.refused,
            has_zones=form.has_zones,
            waits=form.waits,
            menu=form.menu,
        )

    def _call(self, call: Callable[[AnyForm], T], instead: T) -> T:
        """Return what the game's form says; *instead* of it after a fault."""

        def inside() -> T:
            at = self.guard.inside(self.at)
            return call(replace(self.form, at=at, refused=self.refused))

        return self.guard.guarded_form(self.at, inside, instead)

    def _answer(self, call: Callable[[AnyForm], Answer]) -> Answer:
        """Return an answer whose forms are guarded, too; a refusal after a fault."""
        found: Answer = self._call(lambda form: checked.answered(call(form)), _OVER)
        if isinstance(found, Form):
            return self._around(found)
        if isinstance(found, Again):
            return Again(self._around(found.form))
        if isinstance(found, Give) and found.then is not None:
            return replace(found, then=self._around(found.then))
        return found

    def _around(self, form: AnyForm) -> Self:
        return self.around(form, self.at, self.guard)

    def open(self, seat: Seat) -> Self | Refused | None:
        """Return the empty form of a player, or a refusal."""
        found = self._call(lambda form: form.open(seat), None)
        return self._around(found) if isinstance(found, Form) else found

    def begin(self, touch: Touch) -> Answer:
        """Return the answer to another touch that begins the form."""
        return self._answer(lambda form: form.begin(touch))

    def current(self) -> Self | None:
        """Return the form in the game as it is now; None if nobody can fill it in."""
        found = self._call(lambda form: form.current(), None)
        return None if found is None else self._around(found)

    def zone(self, zone: Zone) -> Answer:
        """Return the answer to a zone's button."""
        return self._answer(lambda form: form.zone(zone))

    def tick(self) -> Answer:
        """Return the answer to the tick."""
        return self._answer(lambda form: form.tick())

    def cross(self) -> Answer:
        """Return the answer to the cross."""
        return self._answer(lambda form: form.cross())

    def held(self, button: Button) -> Answer:
        """Return what tick or cross means if it is held for a second."""
        return self._answer(lambda form: form.held(button))

    def released(self, button: Button) -> Answer:
        """Return the answer to tick or cross that comes up again."""
        return self._answer(lambda form: form.released(button))

    def rack(self, item: Item) -> Answer:
        """Return the answer to a tile or a card that is held to the rack."""
        return self._answer(lambda form: form.rack(item))

    def own(self, seats: Sequence[Seat]) -> Answer:
        """Return the answer to its player's own button."""
        return self._answer(lambda form: form.own(seats))

    def other(self, seats: Sequence[Seat]) -> Answer:
        """Return the answer to a button of others."""
        return self._answer(lambda form: form.other(seats))

    def seen(self) -> Hashable | None:
        """Return what everybody sees of it."""
        return self._call(lambda form: form.seen(), None)

    def announced(self) -> bool:
        """Return True if the small print of the table screen is its own."""
        return self._call(lambda form: bool(form.announced()), instead=True)

    def hint(self, face: Face) -> Face:
        """Return the board's face while the form is offered."""
        return self._call(lambda form: checked.shown(form.hint(face)), face)

    def show(self, face: Face) -> Face:
        """Return the board's face while it is filled in."""
        return self._call(lambda form: checked.shown(form.show(face)), face)
