"""`letterzone doctor`, `prove`: the diagnosis of a board, and proofs of claims."""

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
from firmware_host.app.doctor.findings import Finding, PartState, worst
from firmware_host.app.doctor.report import lines, report
from firmware_host.app.doctor.walk import Walk, WalkProgress
from firmware_host.app.prove.asking import Prover, Stopped, about, is_for, is_open_yet
from firmware_host.app.prove.claims import ProofClaim, every_claim, plain
from firmware_host.app.prove.proof import Proof, Ruling, load_proof, save_proof
from firmware_host.board.events import Button, Pressed
from firmware_host.board.messages import Say, say
from firmware_host.cli import commands
from firmware_host.cli.places import board_folder_of, board_of, language_of
from firmware_host.cli.terminal import Lines, keyboard
from firmware_host.errors import SettingsError
from firmware_host.link.events import Connected
from firmware_host.settings.files import write_text_file
from firmware_host.settings.profile import Profile, load_profile

#: Exit codes: no fault; a broken part or a refuted claim.
WELL, BROKEN = 0, 1

#: The first protocol version whose controllers report read quality.
MEASURES = 2

#: How long the new settings may take to reach the controller, in seconds. After that it
#: gets them at its next start.
TUNED_S, LOOK_S = 5.0, 0.01

#: The sign before a claim, in ASCII.
SIGNS = {Ruling.PROVEN: "+", Ruling.REFUTED: "x", Ruling.SKIPPED: "-", None: " "}

#: Accepted answers for tick, cross and the end, English and German.
YES, NO, END = ("", "y", "yes", "j", "ja"), ("n", "no", "nein"), ("q",)


@commands.run.register
def examine(given: commands.Doctor) -> int:
    """Diagnose a board, walk over it, calibrate its pads, or watch it being built."""
    # Faults are in the findings; they need not appear in the log too.
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
        text = report(target, found.reports, found.findings, speak)
        _write(Path(given.report), text)
    return code


def _target(given: commands.Doctor | commands.Prove) -> DiagnosisTarget:
    profile = load_profile(board_of(given.profile))
    folder = board_folder_of(given.folder, make=False)
    return DiagnosisTarget(profile, folder, Hardware(port=given.port))


def _conclude(findings: tuple[Finding, ...], speak: Say) -> int:
    """Print the findings, and return the exit code."""
    fine = "utf" in (sys.stdout.encoding or "").casefold()
    for line in lines(findings, speak, fine=fine):
        print(line, flush=True)
    return BROKEN if worst(findings) is PartState.BROKEN else WELL


def _write(path: Path, text: Iterable[str]) -> None:
    whole = "".join(f"{line}\n" for line in text)
    write_text_file(path, whole, remedy="name another by --report")


# --- with the board out of play ----------------------------------------------


async def _walk(target: DiagnosisTarget, speak: Say) -> int:
    def tell(where: WalkProgress) -> None:
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
    async with out_of_play(target, folder=target.folder) as (service_mode, running, _):
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

        def typed(line: str | None) -> None:  # any line skips this pad
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
    """Send each pad its settings; in a class a tap must last longer."""
    wire = running.wire
    tuner = Tuner(target.profile, running.table, running.journal, wire.command)
    tuner.welcome(connected)
    # Commands are sent one after the other, so wait until all are sent.
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
    """Ask or measure claims one after the other, until the person stops."""
    logging.getLogger("firmware_host").addHandler(logging.NullHandler())
    target, path = _target(given), Path(given.report)
    proof = _begun(path, target)
    language = language_of(given.language)
    speak = load_texts(language).say
    if given.list:
        _list(target.profile, proof, language, speak)
        return WELL
    claims = _chosen(given.only, target.profile, proof, speak)
    save_proof(path, proof)  # report an unwritable file before the work
    sitting = Sitting(target, path, proof, language, speak)
    try:
        asyncio.run(sitting.run(claims))
    except (Stopped, KeyboardInterrupt):
        print(f"\n{speak(say('prove-stopped'))}")
    return sitting.conclude()


def _begun(path: Path, target: DiagnosisTarget) -> Proof:
    """Return the proof in the file with current versions, or an empty proof."""
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
) -> tuple[ProofClaim, ...]:
    """Return the claims to ask: the named ones, or all open ones."""
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


def _check(name: str, known: Mapping[str, ProofClaim], profile: Profile) -> None:
    """Raise an error if a claim does not exist or is not for this board."""
    if name not in known:
        msg = f"there is no row {name!r}; letterzone prove --list names them"
        raise SettingsError(msg)
    if not is_for(known[name], profile):
        needs = ", ".join(known[name].needs)
        msg = f"the row {name} is for boards with {needs}; this one is another"
        raise SettingsError(msg)


@dataclass(slots=True)
class Sitting:
    """A terminal session of `prove`, with the proof file."""

    target: DiagnosisTarget
    path: Path
    proof: Proof
    language: str
    speak: Say

    async def run(self, claims: tuple[ProofClaim, ...]) -> None:
        """Ask for each claim at the terminal."""
        lines = Lines()
        asking = Prover(
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
        """Print the result and the file's path; return the exit code."""
        results = [one.result for one in self.proof.answers.values()]
        counts = {one.value: results.count(one) for one in Ruling}
        print()
        print(self.speak(say("prove-end", **counts)))
        print(self.speak(say("prove-send", file=str(self.path))))
        sys.stdout.flush()
        return BROKEN if Ruling.REFUTED in results else WELL
