"""
The first start of a new card: choose the build, open the Wi-Fi, flash the Pico.

Questions are shown on the table's screen, which has the same wiring in every build. The
board's own buttons answer, and their wiring differs. So the pin of the first press of
tick tells which builds are possible. One of them is offered; its tick accepts it, and
its cross offers the next.

A finished step is not repeated at the next start. The last step ends when a person
holds tick.
"""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from firmware_host.app.daemon.building import look_at, news
from firmware_host.app.daemon.starting import EarlyScreens, face_in_all
from firmware_host.app.doctor.board import DiagnosisTarget
from firmware_host.app.doctor.doctor import out_of_play
from firmware_host.app.doctor.findings import Finding
from firmware_host.app.system.flash import (
    Mount,
    PicoCable,
    WrongFileError,
    bare_pico,
    bring,
    find_uf2,
    flash,
    mounted_drive,
    prompt_of,
)
from firmware_host.app.system.hardware import FOLDER, profile_path
from firmware_host.app.system.hotspot import GUARDS, load_hotspot, plan_hotspot
from firmware_host.app.system.pico import board_config
from firmware_host.app.system.setup import (
    PROFILE,
    FileEdit,
    Plan,
    Run,
    RunStep,
    carry_out,
    plan_board,
    run_command,
    write_whole,
)
from firmware_host.board.events import Button
from firmware_host.board.faces import TableFace
from firmware_host.board.messages import Message, say
from firmware_host.board.record import Record
from firmware_host.devices.flasher import Prompt
from firmware_host.devices.gpio import Factory, Pin, pin_errors, pin_factory
from firmware_host.errors import BoardMissingError, SettingsError
from firmware_host.settings.profile import Profile, load_profile

#: Builds without hardware, which nobody can solder.
_NOT_SOLDERED = ("simulated",)


class ButtonPin(Record):
    """
    The pin of a button.

    Args:
        on_pico: True for a pin of the Pico, False for one of the Pi's header.
        pin: The GP number of the Pico or the BCM number of the Pi.
    """

    on_pico: bool
    pin: int


def builds() -> tuple[Profile, ...]:
    """Return the shipped profiles of all builds except the simulated one."""
    names = sorted(path.parent.name for path in FOLDER.glob("*/board.toml"))
    return tuple(
        load_profile(profile_path(name)) for name in names if name not in _NOT_SOLDERED
    )


def button_pin(profile: Profile, button: Button) -> ButtonPin:
    """Return the pin of a board's tick or cross; every board has both."""
    if profile.pico is not None and button in profile.pico.buttons:
        return ButtonPin(on_pico=True, pin=profile.pico.buttons[button])
    return ButtonPin(on_pico=False, pin=profile.buttons[button])


class BuildChoice(Record):
    """
    The state of the question which build this is. Immutable.

    Args:
        builds: All possible builds.
        at: The index of the build on offer; None before the first press.
        is_sure: True once it was accepted.
    """

    builds: tuple[Profile, ...]
    at: int | None = None
    is_sure: bool = False

    @property
    def offered(self) -> Profile | None:
        """The build on offer or accepted; None before the first press."""
        return None if self.at is None else self.builds[self.at]

    @property
    def spots(self) -> frozenset[ButtonPin]:
        """
        The pins of the buttons that have an effect now.

        Each tick, and the cross of the build on offer.
        """
        ticks = {button_pin(one, Button.TICK) for one in self.builds}
        crosses = [self.offered] if self.offered else []
        return frozenset(ticks | {button_pin(one, Button.CROSS) for one in crosses})

    def pressed(self, at: ButtonPin) -> "BuildChoice":
        """Return the next state after a press at a pin."""
        if self.offered is not None and at == button_pin(self.offered, Button.TICK):
            return BuildChoice(self.builds, self.at, is_sure=True)
        if self.offered is not None and at == button_pin(self.offered, Button.CROSS):
            alike = list(self._with_tick(button_pin(self.offered, Button.TICK)))
            return BuildChoice(
                self.builds, alike[(alike.index(self.at) + 1) % len(alike)]
            )
        return BuildChoice(self.builds, next(self._with_tick(at), self.at))

    def _with_tick(self, at: ButtonPin) -> Iterator[int | None]:
        for number, one in enumerate(self.builds):
            if button_pin(one, Button.TICK) == at:
                yield number


# --- who is asked ------------------------------------------------------------


#: Seconds between two looks at the buttons, and between two attempts to find a Pico.
LOOK_S, AGAIN_S = 0.03, 2.0

Show = Callable[[TableFace], None]


class HeaderPins:
    """
    The pins of the Pi's own header.

    Args:
        factory: The pin factory of gpiozero.
    """

    config = b""

    def __init__(self, factory: Factory) -> None:
        self._factory = factory
        self._pins: dict[int, Pin] = {}
        self._troubles = pin_errors()

    async def look(self, spots: frozenset[ButtonPin]) -> frozenset[ButtonPin]:
        """
        Return those of `spots` that are pressed now.

        A faulty pin counts as not pressed.
        """
        return frozenset(one for one in spots if not one.on_pico and self._down(one))

    def close(self) -> None:
        """Close all pins."""
        for pin in self._pins.values():
            with suppress(*self._troubles):
                pin.close()
        self._pins.clear()

    def _down(self, at: ButtonPin) -> bool:
        try:
            if at.pin not in self._pins:
                pin: Pin = self._factory.pin(at.pin)
                pin.input_with_pull("up")
                self._pins[at.pin] = pin
            return not self._pins[at.pin].state
        except self._troubles:
            return False


class PicoPins:
    """
    The pins of a Pico with MicroPython, with any program on it.

    Args:
        cable: Where to look for the Pico.
        again_s: Seconds between two attempts to find one.
    """

    def __init__(self, cable: PicoCable, *, again_s: float = AGAIN_S) -> None:
        self._cable = cable
        self._again_s = again_s
        self._rests_until_s = 0.0
        self._prompt: Prompt | None = None
        self.config = b""

    async def look(self, spots: frozenset[ButtonPin]) -> frozenset[ButtonPin] | None:
        """Return those of `spots` that are pressed now, or None if there is no Pico."""
        now_s = asyncio.get_running_loop().time()
        if self._prompt is None and now_s < self._rests_until_s:
            return None
        try:
            prompt = self._prompt or await self._open()
            pins = [one.pin for one in spots if one.on_pico]
            down = await asyncio.to_thread(prompt.grounded, pins)
        except BoardMissingError:
            self.close()
            self._rests_until_s = now_s + self._again_s
            return None
        return frozenset(ButtonPin(on_pico=True, pin=pin) for pin in down)

    async def _open(self) -> Prompt:
        self._prompt = prompt = await prompt_of(self._cable)
        self.config = await asyncio.to_thread(prompt.hash_of, "board_config.py")
        return prompt

    def close(self) -> None:
        """Close the connection; the Pico stays at its prompt."""
        prompt, self._prompt = self._prompt, None
        if prompt is not None:
            prompt.close()


#: Reads which pins are pressed.
PinReader = HeaderPins | PicoPins


async def ask(
    builds: tuple[Profile, ...], hands: Sequence[PinReader], show: Show
) -> Profile:
    """
    Ask for the build until a person has accepted one, and return its profile.

    Args:
        builds: All possible builds.
        hands: The readers of the pins.
        show: Shows a face on the table's screen.
    """
    which, known = BuildChoice(builds), b""
    # A pin that is at ground from the start is not a press.
    before: list[frozenset[ButtonPin] | None] = [None] * len(hands)
    show(question(which))
    while which.offered is None or not which.is_sure:
        was, spots = which, which.spots
        for number, one in enumerate(hands):
            down = await one.look(spots)
            if one.config not in (known, b""):
                known = one.config
                which = BuildChoice(builds, build_of_config(builds, known))
            for at in newly_pressed(before[number], down):
                which = which.pressed(at)
            before[number] = down
        if which != was:
            show(question(which))
        await asyncio.sleep(LOOK_S)
    return which.offered


def newly_pressed(
    before: frozenset[ButtonPin] | None, now: frozenset[ButtonPin] | None
) -> tuple[ButtonPin, ...]:
    """
    Return the pins that are pressed now and were not before.

    The result is empty if either is unknown.
    """
    return () if before is None or now is None else tuple(now - before)


def build_of_config(builds: tuple[Profile, ...], config: bytes) -> int | None:
    """
    Return the index of the build whose configuration the Pico has, or None.

    Args:
        builds: All possible builds.
        config: The SHA-256 of ``board_config.py`` on the Pico.
    """
    for number, one in enumerate(builds):
        if one.pico is None:
            continue
        if hashlib.sha256(board_config(one).encode()).digest() == config:
            return number
    return None


def question(which: BuildChoice) -> TableFace:
    """Return the question for the table's screen."""
    if which.offered is None:
        return face_in_all(say("first-press"))
    return face_in_all(say("first-is-it", build=which.offered.name))


# --- the steps ---------------------------------------------------------------


_log = logging.getLogger(__name__)

#: Files that the owner may put beside `config.txt`: a profile, and an empty file that
#: ends the building phase on a board without a working button.
OWN, PLAY = "board.toml", "play"

#: The name of the owner's profile after it was used.
TAKEN = "board.taken.toml"

#: Files that mark finished steps.
FLASHED, BUILT = "etc/letterzone/flashed", "etc/letterzone/built"


class FirstPlaces(Record):
    """
    The places and commands that the first start uses.

    Args:
        card: The card's first partition, which every computer can read.
        root: The root of the computer's files.
        cable: Where to look for a Pico.
        run: Runs a command of the system.
        mount: Mounts the drive of a Pico without MicroPython.
    """

    card: Path
    root: Path = Path("/")
    cable: PicoCable = PicoCable()
    run: Run = run_command
    mount: Mount = mounted_drive

    def has(self, step: str) -> bool:
        """Return True if a step was finished at an earlier start."""
        return (self.root / step).exists()

    def note(self, step: str) -> None:
        """Store durably that a step is finished."""
        write_whole(self.root / step, b"", mode=0o644)

    @property
    def is_over(self) -> bool:
        """True if no step is left and the board can play."""
        return (self.has(BUILT) or self.is_told_to_play) and self.has(PROFILE)

    @property
    def is_told_to_play(self) -> bool:
        """True if the owner's file ends the building phase."""
        return (self.card / PLAY).exists()

    @property
    def own(self) -> Path:
        """The path of the owner's profile."""
        return self.card / OWN


async def first_start(
    place: FirstPlaces, folder: Path, tell: Callable[[Message], None]
) -> None:
    """
    Do all steps that are left before this board can play.

    Args:
        place: The places and commands.
        folder: The board's folder.
        tell: Called with each finding, for the log.
    """
    if place.is_over and not place.own.exists():
        return
    # The table's screen has the same wiring in every build.
    usual = load_profile(profile_path("full"))
    with EarlyScreens(usual, face=question(BuildChoice(()))) as screens:
        hands: list[PinReader] = [PicoPins(place.cable)]
        # A computer without pins has them on the Pico.
        with suppress(BoardMissingError):
            hands.append(HeaderPins(pin_factory(usual.pins)))
        profile = await first_steps(place, hands, screens.show)
    if not place.is_over:
        await build(place, DiagnosisTarget(profile, folder), tell)
    place.note(BUILT)


async def first_steps(
    place: FirstPlaces, hands: Sequence[PinReader], show: Show
) -> Profile:
    """
    Choose the profile, open the Wi-Fi and flash the Pico; skip finished steps.

    Args:
        place: The places and commands.
        hands: The readers of the pins.
        show: Shows a face on the table's screen.
    """
    profile = await own_or_asked(place, hands, show)
    open_wifi(place)
    if profile.pico is not None and not place.has(FLASHED):
        await flash_it(place, profile, show)
    return profile


async def build(
    place: FirstPlaces, target: DiagnosisTarget, tell: Callable[[Message], None]
) -> None:
    """Show the state of each part until a person holds tick; see `building.news`."""
    async with out_of_play(target) as (service_mode, running, why):

        def look() -> tuple[Finding, ...]:
            return look_at(target, running, why)

        says = building_face(place)
        async for one in news(service_mode, look, says=says, leaves=True):
            tell(one)


# --- what is written down ----------------------------------------------------


@contextmanager
def _writable(place: FirstPlaces) -> Iterator[None]:
    """Remount the first partition writable inside a `with` block."""
    place.run(("mount", "-o", "remount,rw", str(place.card)))
    try:
        yield
    finally:
        place.run(("mount", "-o", "remount,ro", str(place.card)))


def take(place: FirstPlaces, profile: Path) -> Profile:
    """
    Install a profile, as `letterzone setup` does.

    The owner's file on the card is renamed afterwards.

    Raises:
        SettingsError: The profile is invalid or cannot be written.
    """
    plan = _files(plan_board(place.root, profile))
    is_own = profile.parent == place.card
    if plan:  # perhaps other pins: flash the Pico again
        (place.root / FLASHED).unlink(missing_ok=True)
    if plan or is_own:
        with _writable(place):
            carry_out(plan)
            if is_own:
                profile.replace(place.card / TAKEN)
    return load_profile(place.root / PROFILE)


def open_wifi(place: FirstPlaces) -> None:
    """Open the board's own Wi-Fi with its firewall; do nothing if that fails."""
    with suppress(SettingsError):
        plan = plan_hotspot(place.root)
        carry_out(_files(plan))
        for order in plan:
            if isinstance(order, RunStep) and (
                order.words[0] == "nmcli" or {*GUARDS} <= {*order.words}
            ):
                place.run(order.words)


def _files(plan: Plan) -> Plan:
    """Return only the file changes of a plan: systemd is still starting."""
    return tuple(step for step in plan if isinstance(step, FileEdit))


def building_face(place: FirstPlaces) -> TableFace:
    """Return the table's screen while the board is built, with its Wi-Fi."""
    face, wifi = TableFace(say("first-building")), load_hotspot(place.root)
    if wifi is None:
        return face
    note = say("first-wifi", ssid=wifi.ssid, password=wifi.password)
    return replace(face, note=note)


async def own_or_asked(
    place: FirstPlaces, hands: Sequence[PinReader], show: Show
) -> Profile:
    """
    Return the profile.

    From the owner's file, from an earlier answer, or by asking.
    """
    if place.own.exists():
        try:
            return take(place, place.own)
        except SettingsError as fault:
            _log.warning("%s", fault)
            show(face_in_all(say("first-wrong-file", file=OWN)))
            await asyncio.sleep(AGAIN_S)
    if place.has(PROFILE):
        return load_profile(place.root / PROFILE)
    try:
        said = await ask(builds(), hands, show)
    finally:
        for one in hands:  # flashing needs the Pico's port
            one.close()
    return take(place, profile_path(said.name))


async def flash_it(place: FirstPlaces, profile: Profile, show: Show) -> None:
    """
    Install MicroPython and our program on the Pico; retry until it works.

    The screen says what is missing. A board that was built before waits too, because
    its Pico does not have the new pins.
    """
    while not place.is_told_to_play:
        show(face_in_all(say("first-flashing")))
        try:
            if (bare := bare_pico(place.cable.drives)) is None:
                async for _ in flash(profile, place.cable):
                    pass
                place.note(FLASHED)
                return
            uf2 = find_uf2(bare, place.card)
            await asyncio.to_thread(bring, uf2, place.cable.drives, mount=place.mount)
        except WrongFileError as fault:
            _log.warning("%s", fault)
            show(face_in_all(say("first-wrong-file", file=fault.name)))
        except BoardMissingError as fault:
            _log.warning("%s", fault)
            empty = bare_pico(place.cable.drives) is not None
            show(face_in_all(say("first-no-uf2") if empty else say("first-no-pico")))
        await asyncio.sleep(AGAIN_S)
