"""`letterzone prove`: walk what only a board can prove, and keep what came of it."""

import asyncio
import logging
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from firmware_host.app.content.languages import load_texts
from firmware_host.app.daemon.daemon import Hardware
from firmware_host.app.doctor.board import DiagnosisTarget
from firmware_host.app.prove.asking import (
    Asking,
    Stopped,
    about,
    is_for,
    is_open_yet,
)
from firmware_host.app.prove.claims import Claim, every_claim, plain
from firmware_host.app.prove.proof import (
    Proof,
    Result,
    load_proof,
    save_proof,
)
from firmware_host.board.messages import Say, say
from firmware_host.cli import commands
from firmware_host.cli.keyboard import Lines, keyboard
from firmware_host.cli.places import board_folder_of, board_of, language_of
from firmware_host.errors import SettingsError
from firmware_host.settings.profile import Profile, load_profile

#: Exit codes: nothing is refuted, and something is.
WELL, REFUTED = 0, 1

#: The sign before a claim, on any terminal.
SIGNS = {Result.PROVEN: "+", Result.REFUTED: "x", Result.SKIPPED: "-", None: " "}


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
    walk = Walk(target, path, proof, language, speak)
    try:
        asyncio.run(walk.run(claims))
    except (Stopped, KeyboardInterrupt):
        print(f"\n{speak(say('prove-stopped'))}")
    return walk.conclude()


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
class Walk:
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
        return REFUTED if Result.REFUTED in results else WELL
