"""The session that the kill test plays, and the orders for one life of its daemon."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from firmware_host.app.system.hardware import profile_path
from firmware_host.board.pieces import KINDS, Kind, Piece, Zone
from firmware_host.settings.profile import load_profile

PROFILE = load_profile(profile_path("simulated"))

PLAYERS = ("Tina", "Lee", "Ben")
WORD = "HOBBY"

#: What the box's example hears for the taps of its first word, worked out by hand.
ANSWERS = "YYNYYNYYYYNYYNY"

#: Where a daemon can be told to die, and how often it is. All but the last are done by
#: itself, with SIGKILL too: before COMMIT, right after it, once a lamp or a zone's
#: screen has begun to show the answer, and some time after COMMIT.
WAYS = {
    "before-commit": 5,
    "committed": 2,
    "lamp": 3,
    "screen": 2,
    "after": 4,
    "outside": 8,
}

#: The way to die between two rounds: once the word of a finished round is shown.
REVEALED = "revealed"

#: Faults that are planted to show that they are found: lamps before COMMIT, facts
#: without an event number, nothing written at all, and a start that shows nothing.
FAULTS = ("shown-first", "number-forgotten", "unwritten", "dark")


@dataclass(frozen=True, slots=True)
class Life:
    """
    One life of the daemon.

    Args:
        folder: Where its journal lies.
        port: Where its controller is.
        way: One of `WAYS`, or `REVEALED`; empty for a life that nobody ends.
        event: The number of the event during which it dies.
        after_ms: How long after COMMIT it dies, where it dies ``after``.
        fault: One of `FAULTS`; empty for the daemon as it is.
        hurry: How many times as fast the daemon's clock runs. A fast clock does to the
            daemon's time limits what a busy machine does.
    """

    folder: str
    port: str
    way: str = ""
    event: int = 0
    after_ms: float = 0
    fault: str = ""
    hurry: int = 1

    def to_bytes(self) -> bytes:
        """Return it as a message."""
        return json.dumps(asdict(self)).encode()

    @classmethod
    def from_bytes(cls, message: bytes) -> "Life":
        """Return the life that `to_bytes` wrote."""
        return cls(**json.loads(message))


@dataclass(frozen=True, slots=True)
class Touch:
    """
    One tap of the session.

    Args:
        zone: Where.
        kind: Which piece.
        yes: What must be answered.
    """

    zone: Zone
    kind: Kind
    yes: bool

    @property
    def lamp(self) -> str:
        """The lamp that answers it."""
        return f"{'tick' if self.yes else 'cross'}-{self.zone}"


def touches(transcript: Path) -> tuple[Touch, ...]:
    """Return the taps of a transcript's first round up to its first other action."""
    found: list[Touch] = []
    for line in transcript.read_text(encoding="utf-8").splitlines()[2:]:
        action = json.loads(line)
        if action["do"] != "tap":
            break
        zone, kind = Zone(action["zone"]), Kind(action["kind"])
        found.append(Touch(zone, kind, ANSWERS[len(found)] == "Y"))
    assert len(found) == len(ANSWERS)
    return tuple(found)


def uid_of(kind: Kind) -> bytes:
    """Return the one tag that all pieces of *kind* have in this test."""
    return bytes((4, KINDS.index(kind), 0, 0, 0, 0, 0))


def pieces() -> dict[bytes, Piece]:
    """
    Return the pieces of the tags: kinds without numbers, as on a board of buttons.

    With numbered pieces the rules would refuse a repeated Yes. So only the number of
    the event keeps it from counting twice.
    """
    return {uid_of(kind): Piece(kind) for kind in KINDS}
