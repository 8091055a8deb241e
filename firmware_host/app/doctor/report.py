"""The doctor's findings as text: lines for a terminal, and a report to send."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from firmware_host.app.daemon.crashes import Crashes
from firmware_host.app.doctor.board import DiagnosisTarget
from firmware_host.app.doctor.findings import Finding, PartState, part_message
from firmware_host.app.doctor.machine import libraries, versions
from firmware_host.app.doctor.reports import ReportedParts
from firmware_host.board.messages import Say, say

#: The sign before each line. The word beside it makes colour unnecessary.
FINE = {
    PartState.OK: "✔",
    PartState.WATCH: "!",
    PartState.BROKEN: "✘",
    PartState.UNTRIED: "?",
}
COARSE = FINE | {PartState.OK: "+", PartState.BROKEN: "x"}


def lines(
    findings: Iterable[Finding], speak: Say, *, fine: bool = True
) -> Iterator[str]:
    """Yield a line for each finding, and its next step in a line below."""
    signs = FINE if fine else COARSE
    words = {state: speak(say(f"doctor-state-{state}")) for state in PartState}
    wide = max(map(len, words.values()))
    for one in findings:
        sign, word = signs[one.state], words[one.state].ljust(wide)
        yield f"{sign} {word}  {speak(part_message(one.part))}: {speak(one.says)}"
        if one.then is not None:
            yield f"{' ' * (wide + 4)}{'→' if fine else '->'} {speak(one.then)}"


def report(
    target: DiagnosisTarget,
    reports: ReportedParts,
    findings: Iterable[Finding],
    speak: Say,
) -> Iterator[str]:
    """
    Yield a report, line by line, without names of people, words or tags.

    It ends with the newest crash report. The profile's name is left out, because a
    board may be named after a person; so are the computer's name and all folders.
    """
    yield from (f"# {speak(say('report-title'))}", "")
    profile, machine = target.profile, target.machine
    made = datetime.fromtimestamp(machine.now_s(), UTC).strftime("%Y-%m-%d %H:%M UTC")
    yield f"{speak(say('report-made'))}: {made}"
    yield f"board: {profile.zones} zones, input {profile.input}, pins {profile.pins}"
    known = {**versions(machine), **libraries()}
    yield from (f"{name}: {value}" for name, value in known.items())
    yield ""
    yield from lines(findings, speak)
    if reports.reads:
        yield from ("", speak(say("report-readers")))
    for zone, one in sorted(reports.reads.items()):
        since = "-" if one.since_ms is None else one.since_ms
        yield f"  {zone}: {one.looks}, {one.hits}, {one.conflicts}, {since}"
    for newest in Crashes(target.folder).all()[:1]:
        yield from ("", f"## {newest.name}", "")
        yield from newest.read_text(encoding="utf-8").splitlines()
