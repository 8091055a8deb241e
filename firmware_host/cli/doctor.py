"""`letterzone doctor`: what is wrong with a board, and what to do about it."""

import asyncio
import logging
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from firmware_host.app.content.languages import load_texts
from firmware_host.app.daemon.building import look_at, news
from firmware_host.app.daemon.daemon import Hardware, Running
from firmware_host.app.daemon.tuning import SETTING, Tuner
from firmware_host.app.doctor.board import DiagnosisTarget
from firmware_host.app.doctor.calibrate import Calibration, as_setting
from firmware_host.app.doctor.doctor import diagnose, out_of_play
from firmware_host.app.doctor.findings import Finding, State, worst
from firmware_host.app.doctor.report import lines, report
from firmware_host.app.doctor.walk import Walk, Where
from firmware_host.board.events import Button, Pressed
from firmware_host.board.messages import Say
from firmware_host.cli import commands
from firmware_host.cli.keyboard import keyboard
from firmware_host.cli.places import board_folder_of, board_of, language_of
from firmware_host.errors import SettingsError
from firmware_host.link.events import Connected
from firmware_host.settings.profile import load_profile

#: Exit codes: all is well, and something is broken.
WELL, BROKEN = 0, 1

#: The first protocol whose controllers tell how well they read.
MEASURES = 2

#: Every pad is told in so many seconds; else its controller is at the next start.
TUNED_S, LOOK_S = 5.0, 0.01

#: What may be typed for a tick and for a cross, in either language, and to end.
YES, NO, END = ("", "y", "yes", "j", "ja"), ("n", "no", "nein"), ("q",)


@commands.run.register
def examine(given: commands.Doctor) -> int:
    """Look at a board, walk over it, measure its pads, or watch it being built."""
    # What fails is in the findings; it need not be in the log too.
    logging.getLogger("firmware_host").addHandler(logging.NullHandler())
    target, speak = _target(given), load_texts(language_of(given.language)).say
    if given.building:
        return asyncio.run(_build(target, speak))
    if given.walk:
        return asyncio.run(_walk(target, speak))
    if given.calibrate:
        return asyncio.run(_calibrate(target, speak))
    found = asyncio.run(diagnose(target))
    code = _conclude(found.findings, speak)
    if given.report:
        text = report(target, found.told, found.findings, speak)
        _write(Path(given.report), text)
    return code


def _target(given: commands.Doctor) -> DiagnosisTarget:
    profile = load_profile(board_of(given.profile))
    folder = board_folder_of(given.folder, make=False)
    return DiagnosisTarget(profile, folder, Hardware(port=given.port))


def _conclude(findings: tuple[Finding, ...], speak: Say) -> int:
    """Print what was found, and return the exit code."""
    fine = "utf" in (sys.stdout.encoding or "").casefold()
    for line in lines(findings, speak, fine=fine):
        print(line, flush=True)
    return BROKEN if worst(findings) is State.BROKEN else WELL


def _write(path: Path, text: Iterable[str]) -> None:
    try:
        path.write_text("".join(f"{line}\n" for line in text), encoding="utf-8")
    except OSError as fault:
        msg = f"{path}: cannot be written: {fault.strerror}; name another by --report"
        raise SettingsError(msg) from fault


# --- with the board out of play ----------------------------------------------


async def _walk(target: DiagnosisTarget, speak: Say) -> int:
    def tell(where: Where) -> None:
        note = "" if where.note is None else f"  ({speak(where.note)})"
        print(f"{where.at}/{where.of}  {speak(where.asks)}{note}", flush=True)

    async with out_of_play(target) as (service_mode, _, _):
        walk = Walk(service_mode, target.profile, tell=tell)
        walking = asyncio.create_task(walk.run())

        def typed(line: str | None) -> None:
            word = None if line is None else line.strip().casefold()
            if word in END:
                walking.cancel()
            elif word in (*YES, *NO):
                walk.answer(seen=word in YES)

        with keyboard(typed):
            await asyncio.gather(walking, return_exceptions=True)
    print()
    return _conclude(walk.findings, speak)


async def _calibrate(target: DiagnosisTarget, speak: Say) -> int:
    async with out_of_play(target, folder=target.folder) as (
        service_mode,
        running,
        _,
    ):
        connected = running.meter.connected
        if connected is None or not connected.zones:
            msg = "no pad is there to be measured: letterzone doctor says why"
            raise SettingsError(msg)
        if connected.proto < MEASURES:
            msg = "the controller's program cannot measure yet: letterzone flash"
            raise SettingsError(msg)
        calibration = Calibration(
            service_mode,
            running.wire.command,
            connected.zones,
            lambda message: print(speak(message), flush=True),
        )

        def typed(line: str | None) -> None:  # whatever is typed leaves this pad out
            if line is not None:
                service_mode.put(Pressed(Button.CROSS))

        with keyboard(typed):
            found = await calibration.run()
        before = running.journal.settings().get(SETTING)
        kept = running.journal.put_setting(SETTING, as_setting(found, before))
        await asyncio.wrap_future(kept)
        await _tune(target, running, connected)
    print()
    return _conclude(tuple(calibration.findings(found)), speak)


async def _tune(
    target: DiagnosisTarget, running: Running, connected: Connected
) -> None:
    """Tell every pad what suits it where people play: a class has a longer dwell."""
    wire = running.wire
    tuner = Tuner(target.profile, running.table, running.journal, wire.command)
    tuner.welcome(connected)
    # One after the other goes over the wire; who leaves first takes the rest along.
    for _ in range(round(TUNED_S / LOOK_S)):
        if wire.is_idle:
            break
        await asyncio.sleep(LOOK_S)


async def _build(target: DiagnosisTarget, speak: Say) -> int:
    async with out_of_play(target) as (service_mode, running, why):
        look = partial(look_at, target, running, why)
        _conclude(look(), speak)
        async for one in news(service_mode, look):
            print(speak(one), flush=True)
    return WELL
