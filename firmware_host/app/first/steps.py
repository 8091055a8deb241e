"""
The first switch-on of a card: which build it is, its Wi-Fi, its Pico, then building.

Everything is said on the table's screen, which hangs at the same place in every build,
and answered by the board's own buttons. Each step that is done is not done again at
the next start; the last one ends when somebody holds tick.
"""

import asyncio
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
from firmware_host.app.first.asking import (
    AGAIN_S,
    Hands,
    OnHeader,
    OnPico,
    Show,
    ask,
    question,
)
from firmware_host.app.system.flash import (
    Cable,
    Mount,
    WrongFileError,
    bare_pico,
    bring,
    find_uf2,
    flash,
    mounted_drive,
)
from firmware_host.app.system.hardware import profile_path
from firmware_host.app.system.hotspot import GUARDS, load_hotspot, plan_hotspot
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
from firmware_host.app.system.which import Which, builds
from firmware_host.board.faces import TableFace
from firmware_host.board.messages import Message, say
from firmware_host.board.record import Record
from firmware_host.devices.gpio import pin_factory
from firmware_host.errors import BoardMissingError, SettingsError
from firmware_host.settings.profile import Profile, load_profile

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


# --- what is written down ---


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
