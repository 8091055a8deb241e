"""
Filling in: a player fills in a form at the board, and the game gets the result.

The game's form (`games/forms.py`) defines the meaning of each touch. This mode does
what is the same for each form: who begins, who is next of the players that share a
button, how a held button repeats, what a pause refuses, whether the form is still
valid, and that its private part is shown to its player alone.
"""

from dataclasses import field
from functools import partial

from firmware_host.board.events import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    Button,
    Pressed,
    Tapped,
)
from firmware_host.board.faces import Face
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import BOARD, Card, Millis, Seat, Zone
from firmware_host.board.record import Record, replace
from firmware_host.games.forms import (
    Again,
    Answer,
    AnyForm,
    Close,
    Form,
    Give,
    following,
)
from firmware_host.session.play import Playing
from firmware_host.session.state import InGame, Mode, Session, StepResult

#: The time in ms after which a held button repeats, and its periods, which get shorter.
HOLD_MS, RUN_MS, FAST_MS = 500, 200, 80
FAST_AFTER = 8

#: A button that was held for more steps has lost its release event.
MOST_STEPS = 120

#: The time in ms for which tick or cross is held to overrule, or to judge.
SAY_MS = 1000

#: The repetition state of a held zone button: its zone, the number of its repetitions,
#: and the time of the next one.
Runs = tuple[Zone, int, Millis]


class Filling(Record, Mode):
    """
    The mode in which a player fills in a form.

    Args:
        under: The mode that returns after the form is given or cancelled.
        form: The form, with its player and what is chosen so far.
        runs: The button that is held.
        before: Tick and cross, if they were down when the form was opened; they answer
            nothing until they are pressed again.
    """

    under: Mode
    form: AnyForm = field(repr=False)
    runs: Runs | None = field(default=None, repr=False)
    before: tuple[Button, ...] = ()

    @property
    def covers(self) -> bool:
        """Whether the form uses the whole table screen, such as a list of the menu."""
        return bool(self.form.menu)

    # --- events ---

    def press(self, now: InGame, button: Button) -> StepResult | None:
        """Return the step of a button; None if the game must handle the button."""
        if button in PLAYER_BUTTONS:
            return self._call(now, button)
        chord = {Button.TICK, Button.CROSS} <= dict(now.session.held).keys()
        if chord and not self.form.waits:
            return StepResult(now.session)  # the menu will close it, and gives nothing
        if button is Button.TICK:
            return self.answered(now, self.form.tick(), Pressed(button))
        if button is Button.CROSS:
            return self.answered(now, self.form.cross(), Pressed(button))
        if button not in ZONE_BUTTONS:
            return None
        return self.answered(now, self.form.zone(zone_of(button)), Pressed(button))

    def _call(self, now: InGame, button: Button) -> StepResult | None:
        """Return the step of the button of the form's player, or of another player."""
        seats = now.playing.seats_of(button)
        own = self.form.seat in seats
        answer = self.form.own(seats) if own else self.form.other(seats)
        if isinstance(answer, Refused):
            return now.refuse(answer, Pressed(button))
        return self.answered(now, answer, Pressed(button)) or call(now, button)

    def release(self, button: Button) -> Mode:
        """Return the mode after a release; a zone's button stops its repetition."""
        if button in self.before:
            left = tuple(one for one in self.before if one is not button)
            return replace(self, before=left)
        if isinstance(self.form.released(button), Close):
            return self.under
        return replace(self, runs=None) if button in ZONE_BUTTONS else self

    def rack(self, now: InGame, event: Tapped) -> StepResult | None:
        """Return the step of a tile or a card on the rack."""
        if self.form.menu:
            return None
        answer = self.form.rack(event.piece) if event.piece else None
        is_card = isinstance(event.piece, Card)
        if is_card and isinstance(answer, Refused) and not now.session.paused:
            return now.refuse(answer, event)  # everybody has seen the card
        done = self.answered(now, answer, event)
        if done is not None and is_card and done.outcome is None:
            done = replace(done, outcome=())
        return done or begin_by_item(now, event)

    def no_rack(self, session: Session) -> Refused | None:
        """Return the reason why no piece can wait now: zone buttons choose letters."""
        paused = super().no_rack(session)
        return paused or (Refused("not-now") if self.form.has_zones else None)

    # --- answers of the form ---

    def answered(
        self, now: InGame, answer: Answer, event: Pressed | Tapped
    ) -> StepResult | None:
        """Return the step of the form's answer; None if it has none yet."""
        if answer is None:
            return None
        if isinstance(answer, Close):
            return now.keep(self.under)
        if now.session.paused:
            turns = self.form.seat == BOARD and isinstance(event, Pressed)
            return None if turns else now.refuse(Refused("paused"), event)
        match answer:
            case Refused():
                return self.refused(now, answer, event)
            case Give():
                return self._give(now, answer, event)
            case Again(form=form) if isinstance(event, Pressed):
                runs = first_run(zone_of(event.button), now.now_ms)
                return self._next(now, form, runs)
            case Form():
                return self._next(now, answer)
            case _:
                return None

    def _next(self, now: InGame, form: AnyForm, runs: Runs | None = None) -> StepResult:
        """Return the step to another form, without the last refusal."""
        if form is self.form and now.session.mode is self:
            is_hidden = form.seen() is not None
            return now.keep(self) if is_hidden else StepResult(now.session)
        if form.key != self.form.key and self.form.seat == BOARD:
            above = replace(self, under=self, form=form, runs=runs)
            return now.keep(above)  # playerless: keep it
        return now.keep(replace(self, form=replace(form, refused=None), runs=runs))

    def refused(self, now: InGame, refused: Refused, event: object) -> StepResult:
        """Return the step of a refusal; for a hidden form only its player sees it."""
        if self.form.seat == BOARD:
            return now.refuse(refused, event)
        form = replace(self.form, refused=refused)
        kept = now.keep(replace(self, form=form, runs=None))
        if form.seen() is not None:
            return kept
        return replace(now, session=kept.session).refuse(refused, event)

    def _give(self, now: InGame, given: Give, event: object) -> StepResult:
        """Return the step in which the game gets the form's line."""
        stays = replace(self, form=given.then or self.form, runs=None)
        done = now.line(given.line)
        if isinstance(done, Refused) and self.covers and not now.session.paused:
            closed = replace(now.session, mode=self.under)
            return replace(now, session=closed).refuse(done, event)
        if isinstance(done, Refused):
            return stays.refused(now, done, event)
        stays = replace(stays, form=replace(stays.form, refused=None))
        accepted = now.end(done, self.under if given.then is None else stays)
        answer = now.playing.engine.answer(done.facts)["answer"]
        if given.wrong is None or answer != "wrong":
            return accepted
        racked = now.session.racked
        after = replace(accepted.session, said=given.wrong, racked=racked)
        return replace(accepted, session=after)

    # --- when it is due ---

    def due_ms(self, session: Session) -> Millis | None:
        """Return the time in ms at which a held button acts again; None for none."""
        if self.runs is not None:
            return self.runs[2]
        held = self._held(session)
        return None if held is None else Millis(held[1] + SAY_MS)

    def _held(self, session: Session) -> tuple[Button, Millis, Answer] | None:
        """Return the held button with another meaning, and its press time, or None."""
        if len(session.held) != 1:
            return None
        ((button, since_ms),) = session.held
        if button not in (Button.TICK, Button.CROSS) or button in self.before:
            return None
        answer = self.form.held(button)
        return None if answer is None else (button, since_ms, answer)

    def wake(self, now: InGame) -> StepResult | None:
        """Return the step that is due for a held button; None if none is due."""
        due_ms = self.due_ms(now.session)
        if due_ms is None or now.now_ms < due_ms:
            return None
        if self.runs is not None:
            return self._run(now, self.runs)
        held = self._held(now.session)
        done = held and self.answered(now, held[2], Pressed(held[0]))
        # The button has had its effect: holding it longer does not switch the sound.
        return done and replace(done, session=replace(done.session, held=()))

    def _run(self, now: InGame, runs: Runs) -> StepResult:
        """Return the step in which a held button changes its zone once more."""
        stepped = self.form.zone(runs[0])
        if not isinstance(stepped, Again):
            return now.keep(replace(self, runs=None))
        return self._next(now, stepped.form, next_run(runs, now.now_ms))

    # --- validity ---

    def after(self, session: Session) -> Mode:
        """Return the mode with its form updated; the mode below if the form closes."""
        under, at = self.under.after(session), session.context
        stays = self.form.waits or (session.mode is self and not session.paused)
        seats = {form.key: form.seat for form in session.forms}
        mine = seats.get(self.form.key) in (BOARD, self.form.seat)
        if at is None or not stays or not mine:
            return under
        form = replace(self.form, at=at).current()
        return under if form is None else replace(self, under=under, form=form)

    # --- the face ---

    def announces(self, session: Session) -> bool:
        """Return True if the table screen says that a player fills in the form."""
        del session
        return self.form.announced()

    def hides(self, session: Session, other: Mode) -> bool:
        """Return True if other players see no difference between the modes' forms."""
        del session
        seen = self.form.seen()
        others = other.form.seen() if isinstance(other, Filling) else ()
        return seen is not None and seen == others

    def render(self, now: InGame, face: Face, names: tuple[str, ...]) -> Face:
        """
        Return the face with the form on it, and with hints of forms that can be opened.

        Args:
            now: The table.
            face: The game's lamps and screens without the form.
            names: The players' names as the screens show them.
        """
        if not self.form.has_zones:
            face = with_hints(now, face, names, self)
        return with_names(self.form, names).show(face)


def first_run(zone: Zone, now_ms: Millis) -> Runs:
    """
    Return the repetition state of a zone's button that was pressed now.

    If the button is held, its first repetition is `HOLD_MS` later.
    """
    return zone, 0, Millis(now_ms + HOLD_MS)


def next_run(runs: Runs, now_ms: Millis) -> Runs | None:
    """Return the state after a repetition of a held button; None after `MOST_STEPS`."""
    zone, count, _ = runs
    pause_ms = RUN_MS if count < FAST_AFTER else FAST_MS
    return (zone, count + 1, Millis(now_ms + pause_ms)) if count < MOST_STEPS else None


def zone_of(button: Button) -> Zone:
    """Return the zone of a zone's button."""
    return Zone(ZONE_BUTTONS.index(button) + 1)


# --- who begins ---------------------------------------------------------------------


def call(now: InGame, button: Button, menu: str = "") -> StepResult | None:
    """
    Return the step in which a button's player opens a form; None if none can.

    If several players share the button, the one after the present form's player begins.

    Args:
        now: The table.
        button: The player's button; the tick for the only player who can open a form.
        menu: The item of the menu that was taken; empty for none.
    """
    seats, mode = now.playing.seats_of(button), now.session.mode
    for form in (one for one in now.session.forms if one.menu == menu):
        if button is Button.TICK:
            seats = only_seat(form, now.playing)
        opened = [form.open(seat) for seat in seats]
        if not opened or None in opened:
            continue
        able = {one.seat: one for one in opened if isinstance(one, Form)}
        if now.session.paused:
            return now.refuse(Refused("paused"), Pressed(button))
        if not able:
            refused = next(one for one in opened if isinstance(one, Refused))
            return now.refuse(refused, Pressed(button))
        current = mode.form if isinstance(mode, Filling) else None
        seat = current.seat if current else BOARD
        if current and current.key == form.key and list(able) == [seat]:
            return _again(now, current)
        return now.keep(opened_form(now, able[following(list(able), seat)]))
    return None


def opened_form(now: InGame, form: AnyForm) -> Filling:
    """Return the mode of a form that is opened now."""
    held = dict(now.session.held)
    down = tuple(one for one in (Button.TICK, Button.CROSS) if one in held)
    return Filling(_below(now.session.mode), form, before=down)


def _again(now: InGame, form: AnyForm) -> StepResult:
    """Return the step of a player who has already opened the form."""
    mode = now.session.mode
    if form.seen() is None or not isinstance(mode, Filling):
        return StepResult(now.session)
    return now.keep(replace(mode, form=replace(form, refused=None)))


def only_seat(form: AnyForm, playing: Playing) -> tuple[Seat, ...]:
    """Return the only seat that can open a form; empty if several or none can."""
    seats = map(Seat, range(len(playing.players)))
    able = tuple(seat for seat in seats if isinstance(form.open(seat), Form))
    return able if len(able) == 1 else ()


def begin_by_button(now: InGame, button: Button) -> StepResult | None:
    """Return the step of a zone's button, tick or cross that begins a form."""
    if button not in (Button.TICK, Button.CROSS, *ZONE_BUTTONS):
        return None
    free = now.playing.means(Pressed(button)) is None and now.session.racked is None
    if button is Button.CROSS and not free:
        return None
    touch = zone_of(button) if button in ZONE_BUTTONS else button
    for form in now.session.forms:
        filling = replace(opened_form(now, form), under=now.session.mode)
        begun = filling.answered(now, form.begin(touch), Pressed(button))
        if begun is not None:
            return begun
    return None


def begin_by_item(now: InGame, event: Tapped) -> StepResult | None:
    """Return the step of a tile or a card on the rack that begins a form."""
    if event.piece is None:
        return None
    for form in now.session.forms:
        filling = opened_form(now, form)
        begun = filling.answered(now, form.begin(event.piece), event)
        if begun is not None:
            return begun
    return None


def _below(mode: Mode) -> Mode:
    """Return the mode under a new form; a form without a player stays under it."""
    taken = isinstance(mode, Filling) and mode.form.seat != BOARD
    return mode.under if taken and mode.under is not None else mode


def with_hints(
    now: InGame, face: Face, names: tuple[str, ...], filling: Filling | None = None
) -> Face:
    """Return the face with the hints of the forms that can be opened."""
    below = filling.under if filling else None
    for form in map(partial(with_names, names=names), reversed(now.session.forms)):
        if isinstance(below, Filling) and below.form.key == form.key:
            face = with_names(below.form, names).show(face)
        elif filling is None or filling.form.key != form.key:
            face = form.hint(face)
    return face


def with_names(form: AnyForm, names: tuple[str, ...]) -> AnyForm:
    """Return a form with the players' names as the screens show them."""
    return replace(form, at=replace(form.at, names=names))


class PlayMode(Record, Mode):
    """The mode of a game in progress: the forms that it offers can be begun."""

    under = None

    def press(self, now: InGame, button: Button) -> StepResult | None:
        """Return the step of a button that begins a form; None if it begins none."""
        if button in PLAYER_BUTTONS:
            return call(now, button)
        return begin_by_button(now, button)

    def rack(self, now: InGame, event: Tapped) -> StepResult | None:
        """
        Return the step of a tile or card that begins a form.

        None if it begins none.
        """
        return begin_by_item(now, event)

    def render(self, now: InGame, face: Face, names: tuple[str, ...]) -> Face:
        """Return the game's face, with the forms that can be begun, and how."""
        return with_hints(now, face, names)
