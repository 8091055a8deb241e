"""The loudspeaker plays the newest announcement without blocking, and recovers."""

import time
from pathlib import Path

import pytest

from firmware_host.board.events import Failed, Healed
from firmware_host.devices import speaker as module
from firmware_host.devices.speaker import Speaker

FAILED, HEALED = Failed("speaker"), Healed("speaker")

#: Records the files it is asked to play; plays them until the file `long` is gone; a
#: file `dead` stands for a missing sound card.
PROGRAM = """\
#!/bin/sh
cd "${0%/*}" || exit 9
[ ! -e dead ] || exit 1
echo "$@" >>asked
while [ -e long ]; do sleep 0.01; done
echo "$@" >>played
"""


class FakeProgram:
    """A fake mpg123 that records its files, and can die and heal."""

    def __init__(self, folder):
        self.folder = folder
        self.path = folder / "player"

    def install(self):
        """Bring the program in."""
        self.path.write_text(PROGRAM, encoding="utf-8")
        self.path.chmod(0o755)

    def become(self, state, *, so):
        """Make it ``dead`` or ``long``, or no longer so."""
        (self.folder / state).touch() if so else (self.folder / state).unlink()

    def heard(self, which="played"):
        """Return the clips of each call, the first first."""
        file = self.folder / which
        lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
        return [[clip(path) for path in line.split()[5:]] for line in lines]


def clip(path):
    """Return the name of the clip in a file."""
    return "/".join(Path(path).with_suffix("").parts[-2:])


@pytest.fixture
def program(tmp_path):
    """A player that works."""
    program = FakeProgram(tmp_path)
    program.install()
    return program


@pytest.fixture
def speaker(program, told, monkeypatch):
    """A loudspeaker that is tried again soon."""
    monkeypatch.setattr(module, "RETRY_S", 0.02)
    monkeypatch.setattr(module, "LONGEST_S", 5.0)
    return Speaker(
        "hw:1", program.folder / "clips", tell=told.append, program=str(program.path)
    )


def test_an_announcement_is_played_file_after_file(speaker, program, until):
    """An announcement is played by one program call, on the profile's device."""
    with speaker:
        until(program.heard)
        speaker.play("tones/no", "en/zone-3", "en/no")
        until(lambda: len(program.heard()) > 1)

    assert program.heard() == [["tones/silence"], ["tones/no", "en/zone-3", "en/no"]]
    asked = (program.folder / "asked").read_text(encoding="utf-8")
    assert asked.startswith("-q -o alsa -a hw:1 ")


def test_the_newest_wins(speaker, program, until):
    """A new announcement stops the playing one and replaces waiting ones."""
    with speaker:
        until(program.heard)
        program.become("long", so=True)
        speaker.play("en/yes")
        until(lambda: len(program.heard("asked")) > 1)
        for number in range(1, 7):
            speaker.play(f"en/zone-{number}")
        until(lambda: ["en/zone-6"] in program.heard("asked"))
        program.become("long", so=False)
        until(lambda: len(program.heard()) > 1)

    assert program.heard() == [["tones/silence"], ["en/zone-6"]]


def test_nobody_waits_for_it(speaker, program, until):
    """A call to play does not wait for the running clip."""
    with speaker:
        until(program.heard)
        program.become("long", so=True)
        began_s = time.monotonic()
        for _ in range(100):
            speaker.play("en/yes")
        assert time.monotonic() - began_s < 10  # a clip of the stand-in never ends


def test_a_dead_card_is_told_once_and_heals(speaker, program, told, until):
    """A dead sound card is reported once, and missed announcements are not played."""
    with speaker:
        until(program.heard)
        program.become("dead", so=True)
        speaker.play("en/yes")
        until(lambda: told)
        speaker.play("en/no")
        program.become("dead", so=False)
        until(lambda: len(told) > 1)

        assert told == [FAILED, HEALED]
        speaker.play("en/zone-1")
        until(lambda: ["en/zone-1"] in program.heard())

    assert ["en/yes"] not in program.heard()
    assert told == [FAILED, HEALED]


def test_a_missing_program_is_told_and_may_come_later(speaker, program, told, until):
    """The board starts without it, and needs no restart once it is installed."""
    program.path.unlink()
    with speaker:
        until(lambda: told)
        program.install()
        until(lambda: len(told) > 1)

    assert told == [FAILED, HEALED]


def test_a_card_that_hangs_is_dead(speaker, program, told, until, monkeypatch):
    """A player that never ends is ended."""
    monkeypatch.setattr(module, "LONGEST_S", 0.05)
    program.become("long", so=True)
    with speaker:
        until(lambda: told == [FAILED])
        program.become("long", so=False)
        until(lambda: told == [FAILED, HEALED])


def test_leaving_ends_what_is_being_said(speaker, program, told, until):
    """A board that is switched off is silent at once; twice is fine."""
    with speaker:
        until(program.heard)
        program.become("long", so=True)
        speaker.play("en/yes")
        until(lambda: len(program.heard("asked")) > 1)
        until(lambda: speaker._process is not None)
        process = speaker._process
    speaker.close()

    assert process.returncode is not None
    assert not speaker._thread.is_alive()
    assert told == []


def test_it_knows_which_clips_there_are(speaker, program):
    (program.folder / "clips" / "en").mkdir(parents=True)
    (program.folder / "clips" / "en" / "yes.mp3").touch()

    assert speaker.has("en/yes")
    assert not speaker.has("en/tina")
