"""The doctor at what lies on the card: journal, word lists, reports of crashes."""

import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from firmware_host.app.content.languages import languages_with, owners_letters
from firmware_host.app.daemon.crashes import Crashes
from firmware_host.app.daemon.ladder import NAME as STARTS, Ladder, Rung
from firmware_host.app.doctor.findings import Finding, broken, ok, untried, watch
from firmware_host.board.entries import JOURNAL
from firmware_host.board.messages import Message, say, together
from firmware_host.errors import JournalError, SettingsError
from firmware_host.journal.file import check_file, set_aside_files
from firmware_host.journal.reader import Reader

#: Pages answer so soon, in seconds, on the slowest Pi as well.
_ANSWER_S = 3.0

#: Tables of the journal that have a name for people.
_GONE = {
    "boxes": say("gone-boxes"),
    "events": say("gone-events"),
    "settings": say("gone-settings"),
    "tags": say("gone-tags"),
}


def examine_files(folder: Path) -> Iterator[Finding]:
    """Yield how the journal and what lies beside it are."""
    yield judge_journal(folder / JOURNAL)
    yield from judge_starts(folder)
    yield judge_words(folder)
    crashes = Crashes(folder).all()
    if crashes:
        says = say("doctor-crashes", n=len(crashes), file=crashes[0].name)
        yield watch("crashes", says, say("then-report"))


def judge_journal(path: Path) -> Finding:
    """Say whether what was played can be read."""
    try:
        aside = set_aside_files(path)
        there = path.exists()
    except OSError:
        return untried("journal", say("doctor-disk-none"), say("then-folder"))
    if there:
        try:
            check_file(path)
        except JournalError:
            return broken("journal", say("doctor-journal-damaged"), say("then-backup"))
        left: tuple[int, ...] = ()  # the games that a bit has changed in
        with suppress(JournalError), Reader(path, traceless=True) as journal:
            left = journal.damaged()
        if left:
            what = together([say("doctor-game", n=one) for one in left])
            says = say("doctor-journal-left", what=what)
            return watch("journal", says, say("then-backup"))
    if aside:
        names = [one for one in aside if one.suffix[1:].isdigit()]
        says = say("doctor-journal-aside", n=len(names))
        return watch("journal", says, say("then-aside"))
    return ok("journal", say("doctor-journal") if there else say("doctor-journal-new"))


def judge_starts(folder: Path) -> Iterator[Finding]:
    """Say what the board has left aside to start at all, and how to get it back."""
    known = Ladder(folder).read()
    if known.left:
        what = together([say("doctor-game", n=one) for one in known.left])
        then = say("then-start-game", file=str(folder / STARTS))
        yield watch("journal", say("doctor-start-game", what=what), then)
    if known.gone:
        what = together([_gone(one) for one in known.gone])
        yield watch("journal", say("doctor-gone", what=what), say("then-backup"))
    if known.aside and (folder / known.aside).exists():
        says = _start_says(known.played, known.aside)
        then = say(
            "then-start-file", folder=str(folder), journal=JOURNAL, file=known.aside
        )
        yield watch("journal", says, then)


def _gone(told: str) -> Message:
    """Return what the log says is gone, for people."""
    name, _, number = told.partition(" is ")[0].partition(" ")
    if name == "game" and number.isdigit():
        return say("doctor-game", n=int(number))
    return _GONE.get(name, say("gone-games"))


def _start_says(rung: Rung, file: str) -> Message:
    if rung is Rung.SALVAGED:
        return say("doctor-start-salvaged", file=file)
    if rung is Rung.FROM_BACKUP:
        return say("doctor-start-backup", file=file)
    return say("doctor-start-empty", file=file)


def judge_words(folder: Path) -> Finding:
    """Say whether every language has its words, spelled as the owner's box has it."""
    try:
        languages = dict(languages_with(owners_letters(folder)))
    except SettingsError:
        return broken("words", say("doctor-words-box"), say("then-box"))
    codes = ", ".join(sorted(languages))
    return ok("words", say("doctor-words", languages=codes))


def judge_web(web: str, *, runs: bool, waits: bool = False) -> Finding:
    """
    Say whether browsers find the board.

    Args:
        web: ``HOST:PORT`` of the profile; empty for no web at all.
        runs: Whether a daemon runs, whose pages they should be.
        waits: Whether the program of the pages runs, which may be without a daemon.
    """
    if not web:
        return ok("network", say("doctor-web-unwanted"))
    host, _, port = web.rpartition(":")
    address = "127.0.0.1" if host == "0.0.0.0" else host  # noqa: S104 - read, not bound
    where = (address, int(port))
    if runs and _answers(where):
        return ok("network", say("doctor-web", port=port))
    if runs:
        return broken("network", say("doctor-web-mute", port=port), say("then-web"))
    try:
        socket.create_connection(where, _ANSWER_S).close()
    except OSError:
        return untried("network", say("doctor-web-later", port=port))
    if waits:
        return untried("network", say("doctor-web-waits", port=port))
    return broken("network", say("doctor-web-taken", port=port), say("then-port"))


def _answers(where: tuple[str, int]) -> bool:
    """Whether a page comes from there; a port may be open with nobody behind it."""
    try:
        with socket.create_connection(where, _ANSWER_S) as asking:
            host = ":".join(map(str, where))
            asking.sendall(f"GET / HTTP/1.0\r\nHost: {host}\r\n\r\n".encode())
            asking.settimeout(_ANSWER_S)
            return asking.recv(1024).split(b" ")[1:2] == [b"200"]
    except OSError:
        return False
