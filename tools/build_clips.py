"""
Speak every fixed phrase of the board, once, and keep it as a clip in each language.

    python tools/build_clips.py --write | --check

Writing needs Debian's ``espeak-ng`` and ``lame``. Checking needs neither: the manifest
holds each phrase's words, the voice and the clip's sum, so that nobody can change a
sentence and leave its clip as it was. What people typed (names, words) has no clip.
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

#: What espeak-ng is told for each language that has a voice: the German of Germany, the
#: English that is taught at schools, slower than its 175 words a minute. With the
#: variant f2 a speech recogniser that knew the English phrases understood 53 of 66,
#: without any 31.
VOICES = {code: about(code)["voice"] for code in CODES if "voice" in about(code)}

#: espeak-ng's own samples a second, and those of the clips. At 24 kbit/s the recogniser
#: understood 51 of 66 at 16,000 hertz, and 42 where the bits had to reach up to 22,050.
RATE_HZ, CLIP_HZ = 22_050, 16_000
LAME = ("--quiet", "-m", "m", "-b", "24", "-q", "2", "--resample", "16")

#: What each clip is held to; the peak is that of the decoded clip.
SHORTEST_MS, LONGEST_MS = 200, 4_000
QUIETEST_DB, LOUDEST_DB = -9.0, -0.5
MOST_BYTES = 4_000_000

#: Where a clip's loudest sample is put, so that encoding cannot make it clip.
PEAK = 10 ** (-4 / 20)

#: Below this share of the loudest sample is silence, cut from both ends ...
SILENCE = 0.02

#: ... and so much of it is left: a breath after a sentence, less within one.
BEFORE_MS, WITHIN_MS, AFTER_MS = 10, 30, 120

#: Letter zones, and the points a clip can tell.
ZONES, MOST_POINTS = range(1, 7), 40

#: Whom a clip can name.
SYMBOLS = (*PLAYER_BUTTONS, SYMBOL)

#: Whole families of sentences that are spoken as they are written.
FAMILIES = (
    *("again-", "choose-", "fault-", "kind-", "maker-", "menu-", "place-", "player-"),
    "hush-",
)

#: Sentences without a family.
SINGLES = (
    *("yes", "no", "menu", "same-again", "secret-board", "touches-lost"),
    *("told-right", "told-wrong", "told-undo"),
    *("hit", "no-hit", "cards-lot", "cards-voided", "wqrdles-deal"),
    *("keyword-line-all", "keyword-line-deal", "keyword-line-start"),
    "keyword-note-nobody",
)

#: What belongs to the other language's voice, and what nobody at the table asks.
UNSPOKEN = frozenset(
    {
        *("menu-language", "fault-showing", "fault-web", "fault-damage"),
        *("refused-in-service", "refused-tag-known", "refused-tag-elsewhere"),
        *("refused-evening-key", "refused-evening-language"),  # read where it is typed
        *("refused-evening-letters", "choose-key"),  # and given, before all eyes
        "refused-stale",  # read where it was sent; the board does not change for it
    }
)

#: Codes with a gap, and all that it may hold.
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

#: The tunes, and ``silence``, which a speaker is tried with.
TUNES: Mapping[str, tuple[Tone, ...]] = {
    **{str(buzz): tones for buzz, tones in TONES.items()},
    "silence": ((0, 100, 440),),
}


@dataclass(frozen=True, slots=True)
class Clip:
    """
    One phrase in one language.

    Args:
        name: Its file's name, without ending.
        words: What is spoken.
    """

    name: str
    words: str

    @property
    def whole(self) -> bool:
        """True where it ends a sentence."""
        return self.words[-1] in ".!?" or not self.name.startswith(
            ("zones", "number", "and", "left")
        )


def spoken(language: str) -> Iterator[Clip]:
    """Yield every phrase of *language*, in the order of their codes."""
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


def speak(words: str, language: str) -> "array[int]":
    """Return *words* as espeak-ng speaks them."""
    command = ["espeak-ng", *VOICES[language].split(), "--stdout", words]
    return samples_of(_run(command))


def play(tune: Sequence[Tone]) -> "array[int]":
    """Return the sound of a tune: round, as an organ pipe's, and without clicks."""
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
    """Cut the silence at both ends, and bring the loudest sample to `PEAK`."""
    loudest = max(map(abs, sound))
    heard = [at for at, one in enumerate(sound) if abs(one) > loudest * SILENCE]
    gain = PEAK * 32_767 / loudest
    inner = array("h", (round(one * gain) for one in sound[heard[0] : heard[-1] + 1]))
    return _quiet(BEFORE_MS) + inner + _quiet(after_ms)


def _quiet(ms: int) -> "array[int]":
    return array("h", [0] * (RATE_HZ * ms // 1000))


def encoded(sound: "array[int]") -> bytes:
    """Return *sound* as MP3."""
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
    """Return the samples of a WAV, whose lengths a pipe has left open."""
    return array("h", file[file.index(b"data") + 8 :][: len(file) & ~1])


def _run(command: Sequence[str], given: bytes = b"") -> bytes:
    done = subprocess.run(command, input=given, stdout=subprocess.PIPE, check=True)  # noqa: S603 - our own commands, named above
    return done.stdout


# --- writing and checking ---------------------------------------------------


def entry(words: str, clip: bytes) -> dict[str, Any]:
    """Return what the manifest says of a clip."""
    sound = decoded(clip)
    loudest = max(map(abs, sound))
    return {
        "words": words,
        "sha256": hashlib.sha256(clip).hexdigest(),
        "ms": len(sound) * 1000 // CLIP_HZ,
        "peak_db": round(20 * math.log10(loudest / 32_767), 1) if loudest else None,
    }


def write() -> None:
    """Make every clip that is not as it should be, and the manifest."""
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
    """Return the manifest's clips; nothing where they were made another way."""
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
    return _write_sound(language, clip.name, sound, clip.words)


def _write_sound(
    folder: str, name: str, sound: "array[int]", words: str
) -> dict[str, Any]:
    path, clip = CLIPS / folder / f"{name}.mp3", encoded(sound)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(clip)
    return entry(words, clip)


def wanted() -> dict[str, dict[str, str]]:
    """Return the words of every clip there has to be, by folder and name."""
    return {
        **{code: {one.name: one.words for one in spoken(code)} for code in VOICES},
        "tones": {name: json.dumps(tune) for name, tune in TUNES.items()},
    }


def faults(folder: Path) -> Iterator[str]:
    """Yield what is wrong with the clips in *folder*."""
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
    if sum(map(len, there.values())) > MOST_BYTES:
        yield f"together they are larger than {MOST_BYTES} bytes"


def main() -> int:
    """Write or check; 1 where a clip is not up to date."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--write", action="store_true")
    given.add_argument("--check", action="store_true")
    if given.parse_args().write:
        write()
    wrong = list(faults(CLIPS))
    for fault in wrong:
        print(f"{fault}; run this with --write")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
