"""
Settings that decide who has which rights: damage to them never widens a right.

A damaged setting falls back to its strictest value, and not to its usual one.
"""

from collections.abc import Mapping

from firmware_host.board.entries import Entry
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.session.setups import is_place_garbage, known_place, with_place

#: The settings with the teacher's passphrase and with the door of the room.
CLAIM, ROOM = "web:teacher", "web:room"

#: The text of a setting that is lost. It opens nothing: no passphrase fits it, and a
#: room that reads it is locked.
LOST = "lost"

#: The strictest place: only the teacher may start a game or read the history.
STRICT = "class"


def settle_rights(journal: Journal) -> None:
    """
    Set each access right that was lost by damage to its strictest value.

    A passphrase that may be lost stays set, so that only ten seconds on the service
    button give a new one. A place that a backup has is not trusted: it may be older
    than the passphrase.
    """
    settings = journal.settings()
    setup = settings.get("setup", "")
    gone = any(one.startswith(("settings", "nothing")) for one in journal.lost)
    damaged = gone or journal.has_unsound_settings()
    damaged = damaged or is_place_garbage(setup or "{}")
    doubtful: dict[str, str | None] = {}
    if damaged:
        doubtful = {key: LOST for key in (CLAIM, ROOM) if key not in settings}
    if gone and known_place(setup) == "home":
        doubtful["setup"] = None
    if doubtful:
        journal.append(Entry(settings=tuple(doubtful.items()))).result()


def is_place_lost(settings: Mapping[str, str]) -> bool:
    """Return True if a class board's settings lack its place (home or class)."""
    return CLAIM in settings and not known_place(settings.get("setup", ""))


def inherited(journal: Reader, replaced: Reader | None) -> dict[str, str]:
    """
    Return the access rights that a restored journal gets from the replaced one.

    Args:
        journal: The journal in use, which came from a backup or is empty.
        replaced: The journal before it; None for one that cannot be read.
    """
    from firmware_host.app.archive.cutting import leaves  # noqa: PLC0415 - after a backup alone

    old = {} if replaced is None else replaced.settings()
    own = (key for key in old if key.startswith("web:") and not leaves(key))
    kept = {key: old[key] for key in own}
    if replaced is None or replaced.has_unsound_settings():
        kept = {CLAIM: LOST, ROOM: LOST} | kept
    setup = journal.settings().get("setup", "")
    before, place = known_place(old.get("setup", "")), known_place(setup)
    if place and (STRICT in (before, place) or (CLAIM in kept and not before)):
        place = STRICT
    else:
        place = before
    return kept | ({"setup": with_place(setup, place)} if place else {})
