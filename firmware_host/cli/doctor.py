"""`letterzone doctor`, `prove`: what is wrong with a board, and what it can prove."""

import asyncio
import logging
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
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
from firmware_host.app.prove.asking import Asking, Stopped, about, is_for, is_open_yet
from firmware_host.app.prove.claims import Claim, every_claim, plain
from firmware_host.app.prove.proof import Proof, Result, load_proof, save_proof
from firmware_host.board.events import Button, Pressed
from firmware_host.board.messages import Say, say
from firmware_host.cli import commands
from firmware_host.cli.places import board_folder_of, board_of, language_of
from firmware_host.cli.terminal import Lines, keyboard
from firmware_host.errors import SettingsError
from firmware_host.link.events import Connected
from firmware_host.settings.files import write_text_file
from firmware_host.settings.profile import Profile, load_profile

#: Exit codes: all is well; something is broken, or a claim is refuted.
WELL, BROKEN = 0, 1

#: The first protocol whose controllers tell how well they read.
MEASURES = 2

#: Every pad is told in so many seconds; else its controller is at the next start.
TUNED_S, LOOK_S = 5.0, 0.01

#: The sign before a claim, on any terminal.
SIGNS = {Result.PROVEN: "+", Result.REFUTED: "x", Result.SKIPPED: "-", None: " "}

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
    whole = "".join(f"{line}\n" for line in text)
    write_text_file(path, whole, remedy="name another by --report")


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


# --- what only a board can prove ---------------------------------------------


@commands.run.register
def prove(given: commands.Prove) -> int:
    """Prove what a board can, claim by claim, until somebody stops."""
    logging.getLogger("firmware_host").addHandler(logging.NullHandler())
    profile, path = load_profile(board_of(given.profile)), Path(given.report)
    folder = board_folder_of(given.folder, make=False)
    target = DiagnosisTarget(profile, folder, Hardware(port=given.port))
    proof = _begun(path, target)
    language = language_of(given.language)
    speak = load_texts(language).say
    if given.list:
        _list(profile, proof, language, speak)
        return WELL
    claims = _chosen(given.only, profile, proof, speak)
    save_proof(path, proof)  # one that cannot be written is told before the work
    sitting = Sitting(target, path, proof, language, speak)
    try:
        asyncio.run(sitting.run(claims))
    except (Stopped, KeyboardInterrupt):
        print(f"\n{speak(say('prove-stopped'))}")
    return sitting.conclude()


def _begun(path: Path, target: DiagnosisTarget) -> Proof:
    """Return the proof that was begun, brought up to date; or an empty one."""
    now, before = about(target), load_proof(path)
    if before is None:
        return Proof(now)
    if not before.is_of(now):
        msg = f"{path}: is the proof of another board; name another file by --report"
        raise SettingsError(msg)
    return replace(before, about={**now, "controller": before.about["controller"]})


def _list(profile: Profile, proof: Proof, language: str, speak: Say) -> None:
    for claim in every_claim().values():
        if is_for(claim, profile):
            answer = proof.answers.get(claim.id)
            sign = SIGNS[answer.result if answer is not None else None]
            who = speak(say("prove-by-board" if claim.measure else "prove-by-person"))
            print(f"{sign} {claim.id:<18} {who:<6} {plain(claim.claim(language))}")


def _chosen(
    only: Sequence[str], profile: Profile, proof: Proof, speak: Say
) -> tuple[Claim, ...]:
    """Return the claims to ask for: those that were named, or all that are open."""
    known = every_claim()
    for name in only:
        _check(name, known, profile)
    if only:
        return tuple(known[name] for name in only)
    mine = [one for one in known.values() if is_for(one, profile)]
    left = [one for one in mine if is_open_yet(one, proof)]
    if profile.pins == "mock":
        print(speak(say("prove-no-metal", n=sum(not one.measure for one in left))))
        left = [one for one in left if one.measure]
    return tuple(left)


def _check(name: str, known: Mapping[str, Claim], profile: Profile) -> None:
    """Refuse a claim that is not there, or is not for this board."""
    if name not in known:
        msg = f"there is no row {name!r}; letterzone prove --list names them"
        raise SettingsError(msg)
    if not is_for(known[name], profile):
        needs = ", ".join(known[name].needs)
        msg = f"the row {name} is for boards with {needs}; this one is another"
        raise SettingsError(msg)


@dataclass(slots=True)
class Sitting:
    """One sitting: the terminal, and the file that grows."""

    target: DiagnosisTarget
    path: Path
    proof: Proof
    language: str
    speak: Say

    async def run(self, claims: tuple[Claim, ...]) -> None:
        """Ask for each claim at the terminal."""
        lines = Lines()
        asking = Asking(
            self.target,
            self.proof,
            self.language,
            tell=lambda message: print(f"  {self.speak(message)}", flush=True),
            show=lambda line: print(line, flush=True),
            typed=lines.next,
            save=self._save,
        )
        with keyboard(lines.put):
            await asking.run(claims)
        self._save(asking.proof)

    def _save(self, proof: Proof) -> None:
        self.proof = proof
        save_proof(self.path, proof)

    def conclude(self) -> int:
        """Say what came of it and where it stands; return the exit code."""
        results = [one.result for one in self.proof.answers.values()]
        counts = {one.value: results.count(one) for one in Result}
        print()
        print(self.speak(say("prove-end", **counts)))
        print(self.speak(say("prove-send", file=str(self.path))))
        sys.stdout.flush()
        return BROKEN if Result.REFUTED in results else WELL
