"""
Write the table of tunes in docs/devices.md: the buzzer as notes, and as a rhythm.

    python tools/build_tunes.py --write | --check

Only the text between ``<!-- tunes -->`` and ``<!-- /tunes -->`` is generated.
"""

import math
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from firmware_host.board.faces import Buzz  # noqa: E402 - needs the path
from firmware_host.picture.beats import NOTES  # noqa: E402 - needs the path
from firmware_host.picture.lamps import TONES, Tone  # noqa: E402 - needs the path
from tools import generated  # noqa: E402 - as above

PAGE = ROOT / "docs" / "devices.md"

#: The names of the twelve notes of an octave, and how many half tones C0 is below A4.
NAMES, BELOW_A4 = ("C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"), 57

#: The duration of a sign in a rhythm, in milliseconds.
SIGN_MS = 20

#: The occasion on which each tune is played.
WHEN = {
    Buzz.YES: "yes; a word is right",
    Buzz.NO: "no",
    Buzz.WRONG: "a word is wrong",
    Buzz.REFUSED: "refused: nothing has counted",
    Buzz.BONUS: "bonus mode begins",
    Buzz.END: "a round or the game is over",
}


def table() -> str:
    """Return the table of every tune on a passive and on an active buzzer."""
    rows = [
        "| when | passive buzzer, loudspeaker, pages | active buzzer |",
        "|---|---|---|",
    ]
    tunes = [(WHEN[buzz], TONES[buzz]) for buzz in WHEN]
    tunes.append(("a word is shown: one for each letter", NOTES))
    rows += [f"| {when} | {notes(one)} | `{rhythm(one)}` |" for when, one in tunes[:-1]]
    when, scale = tunes[-1]
    rows.append(f"| {when} | {notes(scale)} | `{rhythm(scale[:1])}` each |")
    return "\n".join(rows)


def notes(tones: Sequence[Tone]) -> str:
    """Return tones as note names, each with its duration in milliseconds."""
    return ", ".join(f"{note(hertz)} {on_ms}" for on_ms, _, hertz in tones)


def note(hertz: int) -> str:
    """Return the name of the note that is nearest, such as A4."""
    octave, place = divmod(round(12 * math.log2(hertz / 440)) + BELOW_A4, 12)
    return f"{NAMES[place]}{octave}"


def rhythm(tones: Sequence[Tone]) -> str:
    """Return a rhythm as text with a sign for each unit of sound or silence."""
    return "".join(_signs(tones)).rstrip("·")


def _signs(tones: Sequence[Tone]) -> Iterator[str]:
    for on_ms, off_ms, _ in tones:
        yield "█" * round(on_ms / SIGN_MS)
        yield "·" * round(off_ms / SIGN_MS)


if __name__ == "__main__":
    parts = {"tunes": table()}
    sys.exit(generated.run("tools/build_tunes.py", PAGE, parts, sys.argv[1:]))
