"""
The dialogue of `letterzone prove`: measure each claim if possible, else ask a person.

The report is saved after each answer, so the dialogue can be stopped and continued at
any time.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from firmware_host.app.doctor.board import DiagnosisTarget
from firmware_host.app.doctor.doctor import out_of_play
from firmware_host.app.doctor.findings import PartState
from firmware_host.app.doctor.machine import judge_clock, versions
from firmware_host.app.prove import measures
from firmware_host.app.prove.claims import ProofClaim, has, plain
from firmware_host.app.prove.measures import Measured, Trial
from firmware_host.app.prove.proof import LATER, WHYS, Proof, ProofAnswer, Ruling
from firmware_host.app.system.hardware import builds
from firmware_host.board.entries import JOURNAL
from firmware_host.board.messages import Message, say
from firmware_host.journal.file import is_open
from firmware_host.settings.profile import Profile

#: Accepted answers, English and German.
YES, NO = ("y", "yes", "j", "ja"), ("n", "no", "nein")
SKIP, STOP = ("s", "skip"), ("q", "quit")

#: The reasons for skipping a claim that are offered to a person.
OFFERED = WHYS[:4]


class Stopped(Exception):  # noqa: N818 - control flow, not an error
    """The person ended the dialogue and can continue it later."""


def is_for(claim: ProofClaim, profile: Profile) -> bool:
    """Return True if the board has every part that the claim needs."""
    return has(profile).issuperset(claim.needs)


def is_open_yet(claim: ProofClaim, proof: Proof) -> bool:
    """Return True if the claim has no final answer yet and is to be asked."""
    answer = proof.answers.get(claim.id)
    return answer is None or answer.why in LATER


def about(target: DiagnosisTarget, controller: str = "") -> dict[str, str | int]:
    """
    Return the board's type, computer and versions for the report.

    A profile's name appears only if it is one of the builds that Letterzone ships; any
    other profile is called `own`, so that a private name is never published.
    """
    profile, known = target.profile, versions(target.machine)
    pico = profile.pico
    return {
        "version": known["letterzone"],
        "computer": _plain(known["computer"]),
        "system": _plain(known["system"]),
        "build": profile.name if profile.name in builds() else "own",
        "zones": profile.zones,
        "input": profile.input,
        "chip": pico.chip if pico is not None and pico.readers else "",
        "controller": controller,
    }


def _plain(value: str) -> str:
    """Return a computer's or system's name, at most 80 characters, none unusual."""
    return re.sub(r"[^A-Za-z0-9 .()/_-]", "", value)[:80]


@dataclass(slots=True)
class Prover:
    """
    Asks or measures claim after claim on one board.

    Args:
        target: The board under test.
        proof: The answers so far.
        language: The language of the claims, such as `en`.
        tell: Called with each message for the person.
        show: Called with each line that is not in the texts catalogue.
        typed: Waits for a line of input; None at its end.
        save: Called with the proof after each answer.
    """

    target: DiagnosisTarget
    proof: Proof
    language: str
    tell: Callable[[Message], None]
    show: Callable[[str], None]
    typed: Callable[[], Awaitable[str | None]]
    save: Callable[[Proof], None]

    async def run(self, claims: tuple[ProofClaim, ...]) -> None:
        """
        Measure or ask every claim in `claims`, in order.

        Raises:
            Stopped: The person ended the dialogue.
        """
        found = await asyncio.to_thread(measures.figures, self.target.machine)
        self.proof = replace(self.proof, figures={**self.proof.figures, **found})
        for at, claim in enumerate(claims, start=1):
            self.show("")
            self.show(f"{at}/{len(claims)}  {claim.id}")
            self.show(f"  {plain(claim.claim(self.language))}")
            self.show(f"  {plain(claim.check(self.language))}")
            answer = await self._answer(claim)
            if answer is not None:
                self._keep(claim, answer)

    def _keep(self, claim: ProofClaim, answer: ProofAnswer) -> None:
        now_s = self.target.machine.now_s()
        well = judge_clock(now_s, Path(__file__).stat().st_mtime).state is PartState.OK
        day = datetime.fromtimestamp(now_s, UTC).strftime("%Y-%m-%d") if well else ""
        answer = replace(answer, on=day)
        answers = {**self.proof.answers, claim.id: answer}
        self.proof = replace(self.proof, answers=answers)
        self.save(self.proof)
        figures = ", ".join(f"{name} {n}" for name, n in answer.figures.items())
        if figures:
            self.show(f"  {figures}")
        if answer.why:
            self.tell(say(f"prove-why-{answer.why}"))
        else:
            self.tell(say(f"prove-{answer.result}"))

    async def _answer(self, claim: ProofClaim) -> ProofAnswer | None:
        """Return the answer to a claim, or None if it stays open."""
        if not claim.measure:
            return await self._asked(claim, Measured(None))
        if claim.measure in measures.OF_COMPUTER:
            measure = measures.OF_COMPUTER[claim.measure]
            measured = await asyncio.to_thread(measure, self.target.machine)
        elif is_open(self.target.folder / JOURNAL):
            self.tell(say("prove-stop-first"))
            return None
        else:
            one = await self._measured(claim)
            if one is None:
                return await self._skipped()
            measured = one
        if measured.why:
            return ProofAnswer(Ruling.SKIPPED, why=measured.why)
        if measured.result is None:
            return await self._asked(claim, measured)
        return ProofAnswer(
            measured.result,
            by="board",
            times=measured.times,
            figures=measured.figures,
        )

    async def _measured(self, claim: ProofClaim) -> Measured | None:
        """Measure a claim on the board; None if a person typed a line meanwhile."""
        self.tell(say("prove-leave"))
        async with out_of_play(self.target) as (service_mode, running, why):
            connected = running.meter.connected
            if connected is None and self.target.profile.pico is not None:
                self.tell(say("doctor-controller-none"))
                return Measured(None, why="later")
            if connected is not None:
                told = about(self.target, connected.firmware)
                self.proof = replace(self.proof, about=told)
            trial = Trial(
                service_mode=service_mode,
                running=running,
                profile=self.target.profile,
                machine=self.target.machine,
                folder=self.target.folder,
                pins_why=why,
                tell=self.tell,
                times=claim.count,
            )
            measuring = asyncio.ensure_future(measures.MEASURES[claim.measure](trial))
            typing = asyncio.ensure_future(self.typed())
            both = {measuring, typing}
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                if typing.done() and typing.result() is None:  # end of input
                    await measuring
                return measuring.result() if measuring.done() else None
            finally:
                for one in both:
                    one.cancel()
                    with suppress(asyncio.CancelledError):
                        await one

    async def _asked(self, claim: ProofClaim, measured: Measured) -> ProofAnswer:
        """Ask a person whether the claim holds; the answer keeps measured figures."""
        if self.target.profile.pins == "mock":
            return ProofAnswer(Ruling.SKIPPED, why="no-metal", figures=measured.figures)
        ask = say("prove-ask-times", n=claim.count) if claim.count else say("prove-ask")
        while True:
            word = await self._line(ask)
            if word in SKIP:
                return await self._skipped()
            times = int(word) if claim.count and word.isdecimal() else -1
            if word in YES:
                times = claim.count
            elif word not in NO and not 0 <= times <= claim.count:
                continue
            held = word not in NO and times == claim.count
            return ProofAnswer(
                Ruling.PROVEN if held else Ruling.REFUTED,
                by="person",
                times=max(times, 0),
                figures=measured.figures,
            )

    async def _skipped(self) -> ProofAnswer:
        for number, why in enumerate(OFFERED, start=1):
            self.tell(say("prove-choice", n=number, what=say(f"prove-why-{why}")))
        while True:
            word = await self._line(say("prove-ask-why"))
            if word.isdecimal() and 1 <= int(word) <= len(OFFERED):
                return ProofAnswer(Ruling.SKIPPED, why=OFFERED[int(word) - 1])

    async def _line(self, ask: Message) -> str:
        self.tell(ask)
        line = await self.typed()
        word = "q" if line is None else line.strip().casefold()
        if word in STOP:
            raise Stopped
        return word
