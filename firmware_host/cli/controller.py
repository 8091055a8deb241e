"""`letterzone flash`, `wire`: program a controller, and check its protocol."""

import asyncio
import sys
from collections.abc import Iterable
from pathlib import Path

from firmware_host.app.content.languages import load_texts
from firmware_host.app.doctor.findings import PartState
from firmware_host.app.doctor.report import COARSE, FINE
from firmware_host.app.doctor.wire_check import Examination, RuleVerdict
from firmware_host.app.system.flash import PicoCable, bring_by_hand, flash
from firmware_host.board.messages import say
from firmware_host.cli import commands
from firmware_host.cli.places import board_of, language_of
from firmware_host.devices.clock import monotonic_ms
from firmware_host.devices.controller import PORT_ERRORS, open_port
from firmware_host.errors import BoardMissingError, reason
from firmware_host.link.frames import Decoder, Frame, Noise
from firmware_host.settings.profile import load_profile

#: The timeout of one read from the port, in seconds.
MOMENT_S = 0.01

#: Exit codes: all rules are kept; one is broken or could not be judged.
WELL, BROKEN = 0, 1


@commands.run.register
def flash_pico(given: commands.Flash) -> None:
    """Flash the Pico of a board, and print each step."""
    asyncio.run(_flash(given, board_of(given.profile)))


async def _flash(given: commands.Flash, path: Path) -> None:
    profile = load_profile(path)
    texts = load_texts(language_of(given.language))
    cable = PicoCable(given.port or profile.port)
    if given.uf2 and not given.dry_run:
        uf2 = Path(given.uf2)
        await asyncio.to_thread(bring_by_hand, uf2, cable)
        print(texts.say(say("flash-uf2", name=uf2.name)), flush=True)
    async for done in flash(profile, cable, dry=given.dry_run):
        print(texts.say(done), flush=True)


class SerialLine:
    """
    A controller at a serial port.

    Raises:
        BoardMissingError: The port cannot be opened, or is gone.
    """

    def __init__(self, port: str) -> None:
        self.noise_bytes = 0
        self._name = port
        self._decoder = Decoder()
        try:
            self._port = open_port(port, timeout_s=MOMENT_S)
        except PORT_ERRORS as fault:
            msg = (
                f"{port}: cannot be opened: {reason(fault)}; stop the board first"
                " (sudo systemctl stop letterzone), and look whether the cable is in"
            )
            raise BoardMissingError(msg) from fault

    def now_ms(self) -> int:
        """Return the time of a monotonic clock, in ms."""
        return monotonic_ms()

    def send(self, data: bytes) -> None:
        """Send bytes to the controller."""
        try:
            self._port.write(data)
        except PORT_ERRORS as fault:
            raise self._gone() from fault

    def read(self) -> Iterable[Frame]:
        """Wait a moment, and return the frames received in it."""
        try:
            data = self._port.read(self._port.in_waiting or 1)
        except PORT_ERRORS as fault:
            raise self._gone() from fault
        frames = []
        for found in self._decoder.receive(data):
            if isinstance(found, Noise):
                self.noise_bytes += found.size_bytes
            else:
                frames.append(found)
        return frames

    def close(self) -> None:
        """Close the port."""
        self._port.close()

    def _gone(self) -> BoardMissingError:
        return BoardMissingError(f"{self._name}: went away; plug it in, and begin anew")


@commands.run.register
def check_wire(given: commands.WireCheck) -> int:
    """Check a controller: print a line for each rule, then the result."""
    texts = load_texts(language_of(given.language))
    signs = FINE if "utf" in (sys.stdout.encoding or "").casefold() else COARSE

    line = SerialLine(given.port)
    verdicts: list[RuleVerdict] = []
    try:
        examination = Examination(line, lambda asks: print(texts.say(asks), flush=True))
        for one in examination.run():
            print(f"{signs[one.state]} {texts.say(one.says)}", flush=True)
            verdicts.append(one)
    finally:
        line.close()
    broken = sum(one.state is PartState.BROKEN for one in verdicts)
    untried = sum(one.state is PartState.UNTRIED for one in verdicts)
    print()
    if broken:
        print(texts.say(say("wire-end-broken", n=broken)))
    elif untried:
        print(texts.say(say("wire-end-untried", n=untried)))
    else:
        print(texts.say(say("wire-end-well")))
    return BROKEN if broken or untried else WELL
