"""The spoken clips: one for each fixed phrase, and never one with other words."""

import json
import re
import shutil
from dataclasses import replace

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.languages import CODES
from tools import build_clips
from tools.build_clips import CLIPS, MANIFEST, faults, spoken


@pytest.fixture
def copy(tmp_path):
    """A copy of the clips to plant a fault in."""
    return shutil.copytree(CLIPS, tmp_path / "clips")


def manifest(folder=CLIPS):
    return json.loads((folder / MANIFEST.name).read_text(encoding="utf-8"))


def test_every_clip_says_what_is_written_today():
    """The clips fit today's texts; else run ``tools/build_clips.py --write``."""
    assert list(faults(CLIPS)) == []


def test_both_languages_have_the_same_clips():
    """Both languages have the same clips, each once."""
    names = [[clip.name for clip in spoken(code)] for code in CODES]

    assert names[0] == names[1]
    assert len(set(names[0])) == len(names[0])


@pytest.mark.parametrize("code", CODES)
def test_every_refusal_of_the_board_can_be_heard(code):
    """Each refusal has a clip, of its own sentence or a shorter one."""
    texts = load_texts(code)
    refusals = {
        f"refused-{name.removeprefix('short-')}"
        for name in texts.as_json("screen")
        if re.match("short-(?!screen|lamp|reader|word-)", name)
    } & texts.as_json("page").keys() - build_clips.UNSPOKEN

    assert len(refusals) > 20
    assert refusals - {clip.name for clip in spoken(code)} == set()


@pytest.mark.parametrize("code", CODES)
def test_no_clip_has_a_gap_or_a_sign_that_nobody_can_say(code):
    """A clip's words are letters, digits and punctuation of speech only."""
    assert [
        clip for clip in spoken(code) if not re.fullmatch(r"[\w .,:;?!'-]+", clip.words)
    ] == []


def test_every_clip_was_measured():
    """No clip is silent, too long or too loud."""
    wrong = [
        (place, name)
        for place, clips in manifest()["clips"].items()
        for name, told in clips.items()
        if name != "silence"
        and not (
            build_clips.SHORTEST_MS <= told["ms"] <= build_clips.LONGEST_MS
            and build_clips.QUIETEST_DB <= told["peak_db"] <= build_clips.LOUDEST_DB
        )
    ]

    assert wrong == []


def test_a_changed_sentence_is_found(monkeypatch):
    """A clip whose sentence was changed is reported."""

    def reworded(code):
        for clip in spoken(code):
            yield replace(clip, words="Nope.") if clip.name == "no" else clip

    monkeypatch.setattr(build_clips, "spoken", reworded)

    assert list(faults(CLIPS)) == [
        "de/no does not say 'Nope.'",
        "en/no does not say 'Nope.'",
    ]


def test_another_clip_under_the_name_is_found(copy):
    shutil.copy(copy / "en" / "yes.mp3", copy / "en" / "no.mp3")

    assert list(faults(copy)) == ["en/no.mp3 is not the clip that was made"]


def test_a_missing_clip_is_found(copy):
    (copy / "de" / "no.mp3").unlink()

    assert list(faults(copy)) == ["de/no.mp3 is not the clip that was made"]


def test_a_clip_that_nobody_needs_is_found(copy):
    shutil.copy(copy / "en" / "yes.mp3", copy / "en" / "maybe.mp3")

    [fault] = faults(copy)
    assert fault.startswith("en/maybe")


def test_another_voice_is_found(monkeypatch):
    """A change of the voice is reported."""
    voices = {**build_clips.VOICES, "de": "-v de+f2"}
    monkeypatch.setattr(build_clips, "VOICES", voices)

    assert list(faults(CLIPS)) == ["the voice has changed"]


def test_clips_that_grow_too_large_are_found(monkeypatch):
    """A board's card and a phone's patience have room for so much."""
    monkeypatch.setattr(build_clips, "MOST_BYTES", 1_000_000)

    assert list(faults(CLIPS)) == ["together they are larger than 1000000 bytes"]


def test_a_sentence_that_takes_too_long_is_found(monkeypatch):
    """A clip that takes too long is reported."""
    most = max(one["ms"] for one in manifest()["clips"]["en"].values())
    monkeypatch.setattr(build_clips, "LONGEST_MS", most - 1)

    assert any("is too long" in fault for fault in faults(CLIPS))


def test_sound_is_trimmed_and_brought_to_one_loudness():
    """Silence is cut off except for a short pause, and the loudness is adjusted."""
    quiet = build_clips.play([(0, 300, 440), (200, 300, 440)])
    sound = build_clips.trimmed(quiet, after_ms=build_clips.AFTER_MS)
    length_ms = len(sound) * 1000 / build_clips.RATE_HZ

    assert abs(max(map(abs, sound)) - build_clips.PEAK * 32_767) < 2
    due_ms = build_clips.BEFORE_MS + 200 + build_clips.AFTER_MS
    assert due_ms - 5 < length_ms <= due_ms
