"""
Make an audio clip of every fixed phrase of the board in each language.

    python tools/build_clips.py --write | --check

Writing needs ``pico2wave`` (Debian's ``libttspico-utils``, in non-free) and ``lame``.
Checking needs neither: the manifest contains each phrase's words, the voice and the
clip's checksum, so that a changed sentence with an old clip is found. Text that people
type (names, words) has no clip.
"""

import argparse
import hashlib
import io
import json
import math
import subprocess
import sys
import tempfile
import wave
from array import array
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from string import ascii_uppercase
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from firmware_host.app.content.languages import load_texts  # noqa: E402 - needs the path
from firmware_host.board.events import PLAYER_BUTTONS  # noqa: E402 - needs the path
from firmware_host.board.messages import Message, say  # noqa: E402 - needs the path
from firmware_host.board.pieces import Kind  # noqa: E402 - needs the path
from firmware_host.board.players import SYMBOL  # noqa: E402 - needs the path
from firmware_host.games.decipher.view import MOST_WORDS  # noqa: E402 - needs the path
from firmware_host.languages import CODES, about  # noqa: E402 - needs the path
from firmware_host.picture.lamps import TONES, Tone  # noqa: E402 - needs the path

CLIPS = ROOT / "firmware_host" / "web" / "static" / "clips"
MANIFEST = CLIPS / "clips.json"

#: The voice of each language: SVOX Pico's German of Germany, and its English of
#: Britain, which is taught at schools. Both were made of women's recordings.
VOICES = {code: about(code)["voice"] for code in CODES if "voice" in about(code)}

#: Speed and pitch of the voice, in percent of its defaults: children listen.
SPEED, PITCH = 95, 108

#: The sample rates of the voice and of the clips in Hz: higher ones would add nothing.
RATE_HZ = CLIP_HZ = 16_000
LAME = ("--quiet", "-m", "m", "-b", "24", "-q", "2", "--resample", "16")

#: Limits of each clip: its duration; below, its peak after decoding, and the size of
#: all.
SHORTEST_MS, LONGEST_MS = 200, 4_000
#: The milliseconds that encoding may add to a clip.
SPARE_MS = 220
QUIETEST_DB, LOUDEST_DB = -9.0, -0.5
MOST_BYTES = 4_000_000

#: The peak to which a clip is scaled, so that encoding cannot clip it.
PEAK = 10 ** (-4 / 20)

#: Samples below this share of the loudest one are silence, cut from both ends ...
SILENCE = 0.02

#: ... except for these milliseconds: before the speech, after it within a sentence, and
#: after a sentence.
BEFORE_MS, WITHIN_MS, AFTER_MS = 10, 30, 120

#: The letter zones, and the numbers of points that a clip can tell.
ZONES, MOST_POINTS = range(1, 7), 40

#: The players that a clip can name.
SYMBOLS = (*PLAYER_BUTTONS, SYMBOL)

#: Prefixes of message codes whose sentences are all spoken as written.
FAMILIES = (
    *("again-", "choose-", "fault-", "kind-", "maker-", "menu-", "place-", "player-"),
    "hush-",
)

#: Further message codes.
SINGLES = (
    *("yes", "no", "menu", "same-again", "secret-board", "touches-lost"),
    *("told-right", "told-wrong", "told-undo"),
    *("hit", "no-hit", "cards-lot", "cards-voided", "wqrdles-deal"),
    *("keyword-line-all", "keyword-line-deal", "keyword-line-start"),
    "keyword-note-nobody",
)

#: Excluded messages: those of another language's voice, and what is never asked or
#: caused at the table.
UNSPOKEN = frozenset(
    {
        *("menu-language", "fault-showing", "fault-web", "fault-damage"),
        *("refused-in-service", "refused-tag-known", "refused-tag-elsewhere"),
        *("refused-evening-key", "refused-evening-language"),  # read where it is typed
        *("refused-evening-letters", "choose-key"),  # and given, before all eyes
        "refused-stale",  # read where it was sent; the board does not change for it
        # Only a line of a transcript causes these, no piece, card or button.
        *("refused-deck-impossible", "refused-no-such-card", "refused-no-such-place"),
        *("refused-not-a-player", "refused-code-length", "refused-marks-unreadable"),
        *("refused-keyword-letters", "refused-keyword-places"),
    }
)

#: Messages with a placeholder, and all its possible values.
GAPS: Mapping[str, tuple[str, Sequence[int | str]]] = {
    "clip-zone": ("n", ZONES),
    "clip-number": ("n", ZONES[:-1]),
    "clip-and": ("n", ZONES[1:]),
    "clip-only": ("n", ZONES),
    "clip-turn": ("player", SYMBOLS),
    "clip-turn-place": ("kind", tuple(Kind)),
    "clip-makes": ("player", SYMBOLS),
    "clip-found": ("player", SYMBOLS),
    "clip-wins": ("player", SYMBOLS),
    "clip-hint-left": ("n", range(MOST_WORDS + 1)),
    "clip-hint-letter": ("letter", ascii_uppercase),
    "clip-points": ("n", range(MOST_POINTS + 1)),
    "clip-rounds": ("n", range(1, 9)),
    "length": ("n", ZONES[2:]),
}

#: The tunes, and ``silence``, with which a speaker is tested.
TUNES: Mapping[str, tuple[Tone, ...]] = {
    **{str(buzz): tones for buzz, tones in TONES.items()},
    "silence": ((0, 100, 440),),
}


@dataclass(frozen=True, slots=True)
class Clip:
    """
    One phrase in one language.

    Args:
        name: Its file name without suffix.
        words: The spoken text.
    """

    name: str
    words: str

    @property
    def whole(self) -> bool:
        """True if the clip ends a sentence."""
        return self.words[-1] in ".!?" or not self.name.startswith(
            ("zones", "number", "and", "left")
        )


def spoken(language: str) -> Iterator[Clip]:
    """Yield every phrase of *language*, in the order of message codes."""
    texts = load_texts(language)
    known, screen = texts.as_json("speech"), texts.as_json("screen")
    for code, words in known.items():
        if code in GAPS:
            gap, values = GAPS[code]
            for value in values:
                message = say(code, **{gap: _value(gap, value)})
                yield Clip(f"{_name(code)}-{value}", texts.say(message, "speech"))
        elif f"clip-{code}" in known:
            continue  # that one is made for the ear
        elif "{" not in words and _is_spoken(code, screen):
            yield Clip(_name(code), texts.find(code, "speech"))


def _name(code: str) -> str:
    return code.removeprefix("clip-")


def _value(gap: str, value: int | str) -> int | Message:
    return value if isinstance(value, int) else say(f"{gap}-{value}")


def _is_spoken(code: str, screen: Mapping[str, str]) -> bool:
    if code in UNSPOKEN:
        return False
    if code.startswith("refused-"):  # the board's own: its zone screens have a word
        return f"short-{code.removeprefix('refused-')}" in screen
    families = ("clip-", *FAMILIES)
    return code in SINGLES or code.startswith(families)


# --- sound ------------------------------------------------------------------


def speak(words: str, language: str, speed: int = SPEED) -> "array[int]":
    """Return the samples of *words* spoken by the voice of a language."""
    marked = f'<pitch level="{PITCH}"><speed level="{speed}">{words}</speed></pitch>'
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        _run(["pico2wave", "-l", VOICES[language], "-w", file.name, marked])
        return samples_of(Path(file.name).read_bytes())


def play(tune: Sequence[Tone]) -> "array[int]":
    """Return the samples of a tune, with the sound of an organ pipe and no clicks."""
    sound = array("h")
    for on_ms, off_ms, hertz in tune:
        count, edge = RATE_HZ * on_ms // 1000, RATE_HZ // 125
        for at in range(count):
            swell = min(1.0, at / edge, (count - at) / edge)
            turn = math.tau * hertz * at / RATE_HZ
            wave_ = math.sin(turn) + math.sin(3 * turn) / 4 + math.sin(5 * turn) / 8
            sound.append(round(16_000 * swell * wave_))
        sound.extend([0] * (RATE_HZ * off_ms // 1000))
    return sound


def trimmed(sound: "array[int]", *, after_ms: int) -> "array[int]":
    """Cut the silence at both ends, and scale the loudest sample to `PEAK`."""
    loudest = max(map(abs, sound))
    heard = [at for at, one in enumerate(sound) if abs(one) > loudest * SILENCE]
    gain = PEAK * 32_767 / loudest
    inner = array("h", (round(one * gain) for one in sound[heard[0] : heard[-1] + 1]))
    return _quiet(BEFORE_MS) + inner + _quiet(after_ms)


def _quiet(ms: int) -> "array[int]":
    return array("h", [0] * (RATE_HZ * ms // 1000))


def encoded(sound: "array[int]") -> bytes:
    """Return the samples *sound* as an MP3 file."""
    with io.BytesIO() as file:
        with wave.open(file, "wb") as out:
            out.setnchannels(1)
            out.setsampwidth(2)
            out.setframerate(RATE_HZ)
            out.writeframes(sound.tobytes())
        return _run(["lame", *LAME, "-", "-"], file.getvalue())


def decoded(clip: bytes) -> "array[int]":
    """Return the samples of an MP3."""
    with tempfile.NamedTemporaryFile(suffix=".mp3") as file:  # lame seeks in it
        file.write(clip)
        file.flush()
        return samples_of(_run(["lame", "--quiet", "--decode", file.name, "-"]))


def samples_of(file: bytes) -> "array[int]":
    """Return the samples of a WAV file whose lengths are unset, as from a pipe."""
    return array("h", file[file.index(b"data") + 8 :][: len(file) & ~1])


def _run(command: Sequence[str], given: bytes = b"") -> bytes:
    done = subprocess.run(command, input=given, stdout=subprocess.PIPE, check=True)  # noqa: S603 - our own commands, named above
    return done.stdout


# --- writing and checking ---------------------------------------------------


def entry(words: str, clip: bytes) -> dict[str, Any]:
    """Return the entry of a clip in the manifest."""
    sound = decoded(clip)
    loudest = max(map(abs, sound))
    return {
        "words": words,
        "sha256": hashlib.sha256(clip).hexdigest(),
        "ms": len(sound) * 1000 // CLIP_HZ,
        "peak_db": round(20 * math.log10(loudest / 32_767), 1) if loudest else None,
    }


def write() -> None:
    """Make every clip that is missing or out of date, and the manifest."""
    due = wanted()
    for old in CLIPS.glob("*/*.mp3"):
        if old.stem not in due[old.parent.name]:
            old.unlink()
    made: dict[str, Any] = {"lame": " ".join(LAME), "voices": {}, "clips": {}}
    known = _kept()
    with ThreadPoolExecutor() as many:
        for language, voice in VOICES.items():
            made["voices"][language] = voice
            clips = list(spoken(language))
            entries = many.map(partial(_write_clip, known, language), clips)
            made["clips"][language] = {
                clip.name: told for clip, told in zip(clips, entries, strict=True)
            }
    made["clips"]["tones"] = {
        name: _write_sound("tones", name, play(tune), json.dumps(tune))
        for name, tune in TUNES.items()
    }
    MANIFEST.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n")


def _kept() -> dict[str, Any]:
    """Return the clips in the manifest; none if they were made with other settings."""
    if not MANIFEST.exists():
        return {}
    known = json.loads(MANIFEST.read_text(encoding="utf-8"))
    same = known["voices"] == VOICES and known["lame"] == " ".join(LAME)
    return dict(known["clips"]) if same else {}


def _write_clip(known: dict[str, Any], language: str, clip: Clip) -> dict[str, Any]:
    told = known.get(language, {}).get(clip.name, {})
    path = CLIPS / language / f"{clip.name}.mp3"
    there = hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else ""
    if told.get("words") == clip.words and told["sha256"] == there:
        return dict(told)
    after_ms = AFTER_MS if clip.whole else WITHIN_MS
    sound = trimmed(speak(clip.words, language), after_ms=after_ms)
    over = len(sound) * 1000 / RATE_HZ / (LONGEST_MS - SPARE_MS)
    if over > 1:  # a long sentence is spoken faster
        faster = math.ceil(SPEED * over)
        sound = trimmed(speak(clip.words, language, faster), after_ms=after_ms)
    return _write_sound(language, clip.name, sound, clip.words)


def _write_sound(
    folder: str, name: str, sound: "array[int]", words: str
) -> dict[str, Any]:
    path, clip = CLIPS / folder / f"{name}.mp3", encoded(sound)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(clip)
    return entry(words, clip)


def wanted() -> dict[str, dict[str, str]]:
    """Return the texts of all necessary clips, by folder and name."""
    return {
        **{code: {one.name: one.words for one in spoken(code)} for code in VOICES},
        "tones": {name: json.dumps(tune) for name, tune in TUNES.items()},
    }


def faults(folder: Path) -> Iterator[str]:
    """Yield a message for each fault of the clips in *folder*."""
    known = json.loads((folder / MANIFEST.name).read_text(encoding="utf-8"))
    if known["voices"] != VOICES or known["lame"] != " ".join(LAME):
        yield "the voice has changed"
    there = {
        (path.parent.name, path.stem): path.read_bytes()
        for path in folder.glob("*/*.mp3")
    }
    due = {
        (place, name): words
        for place, clips in wanted().items()
        for name, words in clips.items()
    }
    made = {
        (place, name): told
        for place, clips in known["clips"].items()
        for name, told in clips.items()
    }
    for key in sorted(due.keys() | there.keys() | made.keys()):
        told = made.get(key, {})
        if due.get(key) != told.get("words"):
            yield f"{'/'.join(key)} does not say {due.get(key)!r}"
        elif hashlib.sha256(there.get(key, b"")).hexdigest() != told.get("sha256"):
            yield f"{'/'.join(key)}.mp3 is not the clip that was made"
        elif told["ms"] > LONGEST_MS:
            yield f"{'/'.join(key)}.mp3 is too long ({told['ms']} ms): say it shorter"
    if sum(map(len, there.values())) > MOST_BYTES:
        yield f"together they are larger than {MOST_BYTES} bytes"


def main() -> int:
    """Write or check the clips; return 1 if one is out of date."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--write", action="store_true")
    given.add_argument("--check", action="store_true")
    if given.parse_args().write:
        write()
    wrong = list(faults(CLIPS))
    for fault in wrong:
        print(f"{fault}; afterwards run this with --write")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
