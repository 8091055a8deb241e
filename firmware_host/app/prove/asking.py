"""
The way from claim to claim: what is measured is measured, and the rest asked.

After each answer the proof is saved, so somebody may stop at any time and go on later.
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
from firmware_host.app.doctor.findings import State
from firmware_host.app.doctor.machine import judge_clock, versions
from firmware_host.app.prove import measures
from firmware_host.app.prove.claims import Claim, has, plain
from firmware_host.app.prove.measures import Measured, Trial
from firmware_host.app.prove.proof import LATER, WHYS, Answer, Proof, Result
from firmware_host.app.system.hardware import builds
from firmware_host.board.entries import JOURNAL
from firmware_host.board.messages import Message, say
from firmware_host.journal.file import is_open
from firmware_host.settings.profile import Profile

#: What may be typed, in either language.
YES, NO = ("y", "yes", "j", "ja"), ("n", "no", "nein")
SKIP, STOP = ("s", "skip"), ("q", "quit")

#: Why a person leaves a claim out, as they are offered.
OFFERED = WHYS[:4]


class Stopped(Exception):  # noqa: N818 - it is no error
    """Whoever sits there wants to go on another time."""


def is_for(claim: Claim, profile: Profile) -> bool:
    """Tell whether a board has what a claim is about."""
    return has(profile).issuperset(claim.needs)


def is_open_yet(claim: Claim, proof: Proof) -> bool:
    """Tell whether a claim is still to be asked for."""
    answer = proof.answers.get(claim.id)
    return answer is None or answer.why in LATER


def about(target: DiagnosisTarget, controller: str = "") -> dict[str, str | int]:
    """Return what kind of board and computer it is; its name only where it is ours."""
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
    """Return what a proof takes of a kind of computer."""
    return re.sub(r"[^A-Za-z0-9 .()/_-]", "", value)[:80]


@dataclass(slots=True)
class Asking:
    """
    The way over some claims at one board.

    Args:
        target: The board.
        proof: What it has proven so far.
        language: In which the claims are read.
        tell: Called with what to say.
        show: Called with a line that is no message.
        typed: Waits for a line; None where there are no more.
        save: Called with the proof after each answer.
    """

    target: DiagnosisTarget
    proof: Proof
    language: str
    tell: Callable[[Message], None]
    show: Callable[[str], None]
    typed: Callable[[], Awaitable[str | None]]
    save: Callable[[Proof], None]

    async def run(self, claims: tuple[Claim, ...]) -> None:
        """
        Go from claim to claim.

        Raises:
            Stopped: Somebody wants to go on another time.
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

    def _keep(self, claim: Claim, answer: Answer) -> None:
        now_s = self.target.machine.now_s()
        well = judge_clock(now_s, Path(__file__).stat().st_mtime).state is State.OK
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

    async def _answer(self, claim: Claim) -> Answer | None:
        """Return what comes of a claim; None where it stays open."""
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
            return Answer(Result.SKIPPED, why=measured.why)
        if measured.result is None:
            return await self._asked(claim, measured)
        return Answer(
            measured.result,
            by="board",
            times=measured.times,
            figures=measured.figures,
        )

    async def _measured(self, claim: Claim) -> Measured | None:
        """Measure on the board; None where somebody typed something meanwhile."""
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
                if typing.done() and typing.result() is None:  # nobody is there to ask
                    await measuring
                return measuring.result() if measuring.done() else None
            finally:
                for one in both:
                    one.cancel()
                    with suppress(asyncio.CancelledError):
                        await one

    async def _asked(self, claim: Claim, measured: Measured) -> Answer:
        """Return what a person says of a claim, beside what was measured."""
        if self.target.profile.pins == "mock":
            return Answer(Result.SKIPPED, why="no-metal", figures=measured.figures)
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
            return Answer(
                Result.PROVEN if held else Result.REFUTED,
                by="person",
                times=max(times, 0),
                figures=measured.figures,
            )

    async def _skipped(self) -> Answer:
        for number, why in enumerate(OFFERED, start=1):
            self.tell(say("prove-choice", n=number, what=say(f"prove-why-{why}")))
        while True:
            word = await self._line(say("prove-ask-why"))
            if word.isdecimal() and 1 <= int(word) <= len(OFFERED):
                return Answer(Result.SKIPPED, why=OFFERED[int(word) - 1])

    async def _line(self, ask: Message) -> str:
        self.tell(ask)
        line = await self.typed()
        word = "q" if line is None else line.strip().casefold()
        if word in STOP:
            raise Stopped
        return word
