"""The doctor's findings in words: a line a part, and a report to print or send."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from firmware_host.app.daemon.crashes import Crashes
from firmware_host.app.doctor.board import DiagnosisTarget
from firmware_host.app.doctor.findings import Finding, State, part_message
from firmware_host.app.doctor.machine import libraries, versions
from firmware_host.app.doctor.told import Told
from firmware_host.board.messages import Say, say

#: The sign before each line, beside its word: no colour is needed.
FINE = {State.OK: "✔", State.WATCH: "!", State.BROKEN: "✘", State.UNTRIED: "?"}
COARSE = {State.OK: "+", State.WATCH: "!", State.BROKEN: "x", State.UNTRIED: "?"}


def lines(
    findings: Iterable[Finding], speak: Say, *, fine: bool = True
) -> Iterator[str]:
    """Yield a line a finding, the next step under it."""
    signs = FINE if fine else COARSE
    words = {state: speak(say(f"doctor-state-{state}")) for state in State}
    wide = max(map(len, words.values()))
    for one in findings:
        sign, word = signs[one.state], words[one.state].ljust(wide)
        yield f"{sign} {word}  {speak(part_message(one.part))}: {speak(one.says)}"
        if one.then is not None:
            yield f"{' ' * (wide + 4)}{'→' if fine else '->'} {speak(one.then)}"


def report(
    target: DiagnosisTarget, told: Told, findings: Iterable[Finding], speak: Say
) -> Iterator[str]:
    """
    Yield a report, line by line: nothing in it names a person, a word or a tag.

    What the newest crash has left stands at its end.
    The profile's own name stays out, for somebody may have called the board after
    somebody; so do the computer's name and every folder.
    """
    yield f"# {speak(say('report-title'))}"
    yield ""
    profile, machine = target.profile, target.machine
    made = datetime.fromtimestamp(machine.now_s(), UTC).strftime("%Y-%m-%d %H:%M UTC")
    yield f"{speak(say('report-made'))}: {made}"
    yield f"board: {profile.zones} zones, input {profile.input}, pins {profile.pins}"
    known = {**versions(machine), **libraries()}
    yield from (f"{name}: {value}" for name, value in known.items())
    yield ""
    yield from lines(findings, speak)
    if told.reads:
        yield ""
        yield speak(say("report-readers"))
    for zone, one in sorted(told.reads.items()):
        since = "-" if one.since_ms is None else one.since_ms
        yield f"  {zone}: {one.looks}, {one.hits}, {one.conflicts}, {since}"
    for newest in Crashes(target.folder).all()[:1]:
        yield from ("", f"## {newest.name}", "")
        yield from newest.read_text(encoding="utf-8").splitlines()
