"""
The first switch-on of a card: which build it is, its Wi-Fi, its Pico, then building.

Everything is said on the table's screen, which hangs at the same place in every build,
and answered by the board's own buttons, which do not. So a press of tick tells, by the
pin that it comes from, which builds it can be. One of them is offered, and taken by its
own tick once more; its cross offers the next.

Each step that is done is not done again at the next start; the last one ends when
somebody holds tick.
"""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from firmware_host.app.daemon.building import look_at, news
from firmware_host.app.daemon.starting import EarlyScreens, in_all
from firmware_host.app.doctor.board import DiagnosisTarget
from firmware_host.app.doctor.doctor import out_of_play
from firmware_host.app.doctor.findings import Finding
from firmware_host.app.system.flash import (
    Cable,
    Mount,
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
    Change,
    Order,
    Plan,
    Run,
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


# --- who is asked ------------------------------------------------------------


#: Buttons are looked at this often; a Pico that is not there is looked for this often.
LOOK_S, AGAIN_S = 0.03, 2.0

Show = Callable[[TableFace], None]


class OnHeader:
    """
    The pins of the Pi's own header.

    Args:
        factory: gpiozero's pin factory.
    """

    config = b""

    def __init__(self, factory: Factory) -> None:
        self._factory = factory
        self._pins: dict[int, Pin] = {}
        self._troubles = pin_errors()

    async def look(self, spots: frozenset[Spot]) -> frozenset[Spot]:
        """Return which of *spots* are down now; a pin that fails is not."""
        return frozenset(one for one in spots if not one.on_pico and self._down(one))

    def close(self) -> None:
        """Let the pins go."""
        for pin in self._pins.values():
            with suppress(*self._troubles):
                pin.close()
        self._pins.clear()

    def _down(self, at: Spot) -> bool:
        try:
            if at.pin not in self._pins:
                pin: Pin = self._factory.pin(at.pin)
                pin.input_with_pull("up")
                self._pins[at.pin] = pin
            return not self._pins[at.pin].state
        except self._troubles:
            return False


class OnPico:
    """
    The pins of a Pico with MicroPython, whatever program is on it.

    Args:
        cable: Where it hangs.
        again_s: How long to rest where there is none.
    """

    def __init__(self, cable: Cable, *, again_s: float = AGAIN_S) -> None:
        self._cable = cable
        self._again_s = again_s
        self._rests_until_s = 0.0
        self._prompt: Prompt | None = None
        self.config = b""

    async def look(self, spots: frozenset[Spot]) -> frozenset[Spot] | None:
        """Return which of *spots* are down now; None while there is no Pico."""
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
        return frozenset(Spot(on_pico=True, pin=pin) for pin in down)

    async def _open(self) -> Prompt:
        self._prompt = prompt = await prompt_of(self._cable)
        self.config = await asyncio.to_thread(prompt.hash_of, "board_config.py")
        return prompt

    def close(self) -> None:
        """Let the Pico go; it stays at its prompt."""
        prompt, self._prompt = self._prompt, None
        if prompt is not None:
            prompt.close()


#: What can tell which pins are joined to ground.
Hands = OnHeader | OnPico


async def ask(
    builds: tuple[Profile, ...], hands: Sequence[Hands], show: Show
) -> Profile:
    """
    Ask which build it is until somebody has said so, and return it.

    Args:
        builds: What it can be.
        hands: Who can tell which pins are down.
        show: Shows a face on the table's screen.
    """
    which, known = Which(builds), b""
    # What hangs on ground when it is first looked at is nobody's finger.
    before: list[frozenset[Spot] | None] = [None] * len(hands)
    show(question(which))
    while which.offered is None or not which.is_sure:
        was, spots = which, which.spots
        for number, one in enumerate(hands):
            down = await one.look(spots)
            if one.config not in (known, b""):
                known = one.config
                which = Which(builds, with_config(builds, known))
            for at in fresh(before[number], down):
                which = which.pressed(at)
            before[number] = down
        if which != was:
            show(question(which))
        await asyncio.sleep(LOOK_S)
    return which.offered


def fresh(
    before: frozenset[Spot] | None, now: frozenset[Spot] | None
) -> tuple[Spot, ...]:
    """Return what is down now and was not, between two looks that could tell."""
    return () if before is None or now is None else tuple(now - before)


def with_config(builds: tuple[Profile, ...], config: bytes) -> int | None:
    """Return which build's pins a Pico has been told of; None for none of them."""
    for number, one in enumerate(builds):
        if one.pico is None:
            continue
        if hashlib.sha256(board_config(one).encode()).digest() == config:
            return number
    return None


def question(which: Which) -> TableFace:
    """Return what the table's screen asks."""
    if which.offered is None:
        return in_all(say("first-press"))
    return in_all(say("first-is-it", build=which.offered.name))


# --- the steps ---------------------------------------------------------------


_log = logging.getLogger(__name__)

#: What the owner may lay beside config.txt: a profile of one's own, and a file that
#: ends the building where no button can.
OWN, PLAY = "board.toml", "play"

#: What the owner's profile is called once it was taken.
TAKEN = "board.taken.toml"

#: Written down beside the profile, so that the next start need not do it again.
FLASHED, BUILT = "etc/letterzone/flashed", "etc/letterzone/built"


class Place(Record):
    """
    Where a board that is switched on for the first time has its things.

    Args:
        card: The card's first partition, which every computer reads.
        root: The computer's files.
        cable: Where a Pico may hang.
        run: Runs a command of the system's.
        mount: Mounts the drive of a Pico without MicroPython.
    """

    card: Path
    root: Path = Path("/")
    cable: Cable = Cable()
    run: Run = run_command
    mount: Mount = mounted_drive

    def has(self, step: str) -> bool:
        """Tell whether a step was done at an earlier start."""
        return (self.root / step).exists()

    def note(self, step: str) -> None:
        """Write down that a step is done, whatever happens to the power then."""
        write_whole(self.root / step, b"", mode=0o644)

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to be done: the board plays."""
        return (self.has(BUILT) or self.is_told_to_play) and self.has(PROFILE)

    @property
    def is_told_to_play(self) -> bool:
        """Whether the owner's file says to wait for nothing more."""
        return (self.card / PLAY).exists()

    @property
    def own(self) -> Path:
        """The owner's profile, where one waits to be taken."""
        return self.card / OWN


async def switched_on(
    place: Place, folder: Path, tell: Callable[[Message], None]
) -> None:
    """
    Do what is left to be done before this board plays, with its real parts.

    Args:
        place: Where everything is.
        folder: The board's folder.
        tell: Called with each thing that was found, for the log.
    """
    if place.is_over and not place.own.exists():
        return
    # Its table's screen hangs where that of every build does.
    usual = load_profile(profile_path("full"))
    with EarlyScreens(usual, face=question(Which(()))) as screens:
        hands: list[Hands] = [OnPico(place.cable)]
        with suppress(BoardMissingError):  # where there are no pins the Pico has them
            hands.append(OnHeader(pin_factory(usual.pins)))
        profile = await first_steps(place, hands, screens.show)
    if not place.is_over:
        await build(place, DiagnosisTarget(profile, folder), tell)
    place.note(BUILT)


async def first_steps(place: Place, hands: Sequence[Hands], show: Show) -> Profile:
    """
    Come from a new card to a board with a profile, a Wi-Fi and a flashed Pico.

    Args:
        place: Where everything is.
        hands: Who can tell which pins are down.
        show: Shows a face on the table's screen.
    """
    profile = await own_or_asked(place, hands, show)
    open_wifi(place)
    if profile.pico is not None and not place.has(FLASHED):
        await flash_it(place, profile, show)
    return profile


async def build(
    place: Place, target: DiagnosisTarget, tell: Callable[[Message], None]
) -> None:
    """Let a board be built until somebody holds tick; see `building.news`."""
    async with out_of_play(target) as (service_mode, running, why):

        def look() -> tuple[Finding, ...]:
            return look_at(target, running, why)

        says = building_face(place)
        async for one in news(service_mode, look, says=says, leaves=True):
            tell(one)


# --- what is written down ----------------------------------------------------


@contextmanager
def _writable(place: Place) -> Iterator[None]:
    """Let the first partition be written to, for a moment."""
    place.run(("mount", "-o", "remount,rw", str(place.card)))
    try:
        yield
    finally:
        place.run(("mount", "-o", "remount,ro", str(place.card)))


def take(place: Place, profile: Path) -> Profile:
    """
    Make the board that of a profile, as `letterzone setup` would.

    The owner's file on the card is called another name then: it was taken.

    Raises:
        SettingsError: The profile is wrong, or cannot be written.
    """
    plan = _files(plan_board(place.root, profile))
    is_own = profile.parent == place.card
    if plan:  # other pins, perhaps: the Pico is told of them
        (place.root / FLASHED).unlink(missing_ok=True)
    if plan or is_own:
        with _writable(place):
            carry_out(plan)
            if is_own:
                profile.replace(place.card / TAKEN)
    return load_profile(place.root / PROFILE)


def open_wifi(place: Place) -> None:
    """Open the board's own Wi-Fi, guarded; where it has none, nothing is lost."""
    with suppress(SettingsError):
        plan = plan_hotspot(place.root)
        carry_out(_files(plan))
        for order in plan:
            if isinstance(order, Order) and (
                order.words[0] == "nmcli" or {*GUARDS} <= {*order.words}
            ):
                place.run(order.words)


def _files(plan: Plan) -> Plan:
    """Return what is written: systemd, which starts just now, is not waited for."""
    return tuple(step for step in plan if isinstance(step, Change))


def building_face(place: Place) -> TableFace:
    """Return what the table's screen says while the board is built: its Wi-Fi too."""
    face, wifi = TableFace(say("first-building")), load_hotspot(place.root)
    if wifi is None:
        return face
    note = say("first-wifi", ssid=wifi.ssid, password=wifi.password)
    return replace(face, note=note)


async def own_or_asked(place: Place, hands: Sequence[Hands], show: Show) -> Profile:
    """Return the board: the owner's file, what was said before, or what is said now."""
    if place.own.exists():
        try:
            return take(place, place.own)
        except SettingsError as fault:
            _log.warning("%s", fault)
            show(in_all(say("first-wrong-file", file=OWN)))
            await asyncio.sleep(AGAIN_S)
    if place.has(PROFILE):
        return load_profile(place.root / PROFILE)
    try:
        said = await ask(builds(), hands, show)
    finally:
        for one in hands:  # whoever flashes the Pico wants its port
            one.close()
    return take(place, profile_path(said.name))


async def flash_it(
    place: Place, profile: Profile, show: Show, *, again_s: float = AGAIN_S
) -> None:
    """
    Bring MicroPython and our program to the Pico; say what is missing, for ever.

    A board that was built before waits too: its Pico does not know the new pins.
    """
    while not place.is_told_to_play:
        show(in_all(say("first-flashing")))
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
            show(in_all(say("first-wrong-file", file=fault.name)))
        except BoardMissingError as fault:
            _log.warning("%s", fault)
            empty = bare_pico(place.cable.drives) is not None
            show(in_all(say("first-no-uf2") if empty else say("first-no-pico")))
        await asyncio.sleep(again_s)
