"""The first switch-on of a card: each step once, and nothing is asked that is known."""

import asyncio
import json
import shutil
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.app.doctor.board import DiagnosisTarget
from firmware_host.app.first import steps as first
from firmware_host.app.first.steps import (
    BUILT,
    FLASHED,
    OWN,
    PLAY,
    TAKEN,
    FirstPlaces,
    build,
    building_face,
    builds,
    button_pin,
    first_start,
    first_steps,
    own_or_asked,
)
from firmware_host.app.system.flash import PicoCable
from firmware_host.app.system.hardware import profile_path
from firmware_host.app.system.hotspot import GUARDS, load_hotspot
from firmware_host.app.system.setup import BEGIN, PROFILE, RunStep
from firmware_host.board.events import Button, Pressed, Released
from firmware_host.board.messages import say
from firmware_host.errors import SettingsError
from firmware_host.settings.profile import load_profile
from firmware_host.table.service_mode import ServiceMode
from tests.app.first.test_asking import Fingers, looked
from tests.app.system.test_uf2 import uf2
from tests.controller.bench import until

CONFIG = Path(__file__).parents[3] / "tools/image/config.txt"
(DIRECT,) = (one for one in builds() if one.name == "direct")


class Card:
    """A card in a Pi: its files, the screen's messages, and the commands run."""

    def __init__(self, folder):
        self.faces, self.ran = [], []
        (folder / "boot/firmware").mkdir(parents=True)
        shutil.copy(CONFIG, folder / "boot/firmware")
        (folder / "drives").mkdir()
        (folder / "etc").mkdir()
        (folder / "etc/group").write_text("letterzone:x:987:\n", encoding="utf-8")
        cable = PicoCable(
            str(folder / "pico"), folder / "drives", hello_s=0.1, back_s=0.1
        )
        self.place = FirstPlaces(
            folder / "boot/firmware",
            folder,
            cable,
            run=self.ran.append,
            mount=self.mounted,
        )

    @contextmanager
    def mounted(self, drive):
        """A Pico that takes the file, and is gone with its drive."""
        yield drive
        drive.rename(drive.with_name("taken"))

    def codes(self):
        """Return the codes that the screen has shown, in order."""
        return [face.line.code for face in self.faces]


@pytest.fixture
def card(tmp_path, monkeypatch):
    monkeypatch.setattr(shutil, "chown", lambda *_, **__: None)
    monkeypatch.setattr(first, "AGAIN_S", 0.01)
    monkeypatch.setattr(first.flash_it, "__kwdefaults__", {"again_s": 0.01})
    return Card(tmp_path)


async def test_a_new_card_is_asked_and_becomes_that_board(card):
    """
    Two presses of tick choose the build.

    Then profile, boot file and Wi-Fi are set.
    """
    hands = Fingers()
    steps = asyncio.create_task(first_steps(card.place, [hands], card.faces.append))
    await looked(hands)
    await hands.press(button_pin(DIRECT, Button.TICK))
    hands.down = frozenset({button_pin(DIRECT, Button.TICK)})
    profile = await asyncio.wait_for(steps, 20)
    assert profile.name == "direct"
    assert load_profile(card.place.root / PROFILE) == profile
    text = (card.place.card / "config.txt").read_text()
    assert text.startswith(CONFIG.read_text())
    assert "gpio-shutdown,gpio_pin=21" in text
    assert load_hotspot(card.place.root) is not None
    assert [words[:3] for words in card.ran] == [
        ("mount", "-o", "remount,rw"),
        ("mount", "-o", "remount,ro"),
    ]
    assert not card.place.is_over


@pytest.mark.parametrize("guarded", [True, False])
def test_the_wifi_is_opened_only_behind_its_guards(card, monkeypatch, guarded):
    """The Wi-Fi is opened only if the firewall starts."""
    ran = []

    def run(words):
        ran.append(words[0])
        if words[0] == "systemctl" and not guarded:
            msg = "no nft"
            raise SettingsError(msg)

    orders = (
        RunStep(("systemctl", "restart", *GUARDS), say("setup-hotspot-guard")),
        RunStep(("nmcli", "connection", "up", "letterzone"), say("setup-hotspot-load")),
        RunStep(("systemctl", "try-restart", "letterzone.service"), say("setup-anew")),
    )
    monkeypatch.setattr(first, "plan_hotspot", lambda _root: orders)
    first.open_wifi(replace(card.place, run=run))
    assert ran == (["systemctl", "nmcli"] if guarded else ["systemctl"])


async def test_the_next_start_asks_nothing_again(card):
    """The next start asks nothing and keeps the Wi-Fi's password."""
    shutil.copy(profile_path("direct"), card.place.card / OWN)
    await first_steps(card.place, [], card.faces.append)
    wifi = load_hotspot(card.place.root)
    card.ran.clear()
    profile = await first_steps(card.place, [], card.faces.append)
    assert profile.name == "direct"
    assert load_hotspot(card.place.root) == wifi
    assert card.faces == []
    assert card.ran == []


async def test_a_profile_that_lies_on_the_card_is_not_asked_about(card):
    """A profile that is on the card is used without asking."""
    text = profile_path("direct").read_text().replace('name = "direct"', 'name = "own"')
    (card.place.card / OWN).write_text(text)
    profile = await first_steps(card.place, [], card.faces.append)
    assert profile.name == "own"
    assert card.faces == []
    assert BEGIN in (card.place.card / "config.txt").read_text()
    assert not (card.place.card / OWN).exists()
    assert (card.place.card / TAKEN).read_text() == text


async def test_another_profile_is_taken_by_a_board_that_has_one(card):
    """Another profile on the card replaces the old one; the Pico needs flashing."""
    for name in ("direct", "full"):
        shutil.copy(profile_path(name), card.place.card / OWN)
        await own_or_asked(card.place, [], card.faces.append)
        assert not card.place.has(FLASHED)
        card.place.note(FLASHED)
    assert load_profile(card.place.root / PROFILE).name == "full"
    await own_or_asked(card.place, [], card.faces.append)
    assert card.place.has(FLASHED)


@pytest.mark.parametrize(("file", "flashed"), [(BUILT, True), (PLAY, False)])
async def test_a_built_boards_pico_is_told_of_new_pins(
    card, monkeypatch, file, flashed
):
    """A built board's Pico is flashed for new pins, unless a file says to play."""
    done = []

    async def flash(profile, _cable):
        done.append(profile.name)
        yield

    monkeypatch.setattr(first, "flash", flash)
    shutil.copy(profile_path("starter"), card.place.card / OWN)
    await own_or_asked(card.place, [], card.faces.append)
    place = card.place.root if file is BUILT else card.place.card
    (place / file).parent.mkdir(parents=True, exist_ok=True)
    (place / file).touch()
    shutil.copy(profile_path("full"), card.place.card / OWN)
    await asyncio.wait_for(first_steps(card.place, [], card.faces.append), 20)
    assert card.place.has(FLASHED) is bool(done) is flashed


async def test_a_wrong_profile_on_the_card_is_said_and_then_it_asks(card):
    (card.place.card / OWN).write_text("name = 7\n")
    hands = Fingers()
    steps = asyncio.create_task(first_steps(card.place, [hands], card.faces.append))
    await looked(hands)
    assert card.codes() == ["first-wrong-file", "first-press"]
    steps.cancel()
    await asyncio.gather(steps, return_exceptions=True)


async def test_an_empty_pico_gets_the_owners_file(card, monkeypatch):
    """
    An empty Pico gets the owner's UF2 file.

    The screen says if it is missing or wrong.
    """
    done = []

    async def flash(profile, _cable):
        done.append(profile.name)
        yield

    monkeypatch.setattr(first, "flash", flash)
    shutil.copy(profile_path("starter"), card.place.card / OWN)
    drive = card.place.cable.drives / "RPI-RP2"
    drive.mkdir()
    steps = asyncio.create_task(first_steps(card.place, [], card.faces.append))
    await until(lambda: "first-no-uf2" in card.codes())
    assert not done
    (card.place.card / "mine.uf2").symlink_to("/proc/self/mem")
    await until(lambda: "first-wrong-file" in card.codes())
    assert not done
    (card.place.card / "mine.uf2").unlink()
    uf2(card.place.card / "mine.uf2")
    await asyncio.wait_for(steps, 20)
    assert (drive.with_name("taken") / "mine.uf2").exists()
    assert done == ["starter"]
    assert card.place.has(FLASHED)


async def test_without_a_pico_it_is_said_until_somebody_says_play(card):
    """Without a Pico the screen says so until a file called `play` is on the card."""
    shutil.copy(profile_path("starter"), card.place.card / OWN)
    steps = asyncio.create_task(first_steps(card.place, [], card.faces.append))
    await until(lambda: "first-no-pico" in card.codes())
    (card.place.card / PLAY).touch()
    await asyncio.wait_for(steps, 20)
    assert card.place.is_over


async def test_building_ends_when_tick_is_held(card, tmp_path, monkeypatch):
    """A short press is only named; a long one is the end."""
    monkeypatch.setattr("firmware_host.app.daemon.building.LEAVE_S", 0.05)
    shown, said = [], []
    service_mode = ServiceMode(shown.append, lambda _: None)

    @asynccontextmanager
    async def out_of_play(_target):
        yield service_mode, None, ""

    monkeypatch.setattr(first, "out_of_play", out_of_play)
    monkeypatch.setattr(first, "look_at", lambda *_: ())
    shutil.copy(profile_path("direct"), card.place.card / OWN)
    await first_steps(card.place, [], card.faces.append)
    target = DiagnosisTarget(DIRECT, tmp_path)
    building = asyncio.create_task(build(card.place, target, said.append))
    for event in (Pressed(Button.TICK), Released(Button.TICK)):
        service_mode.put(event)
    await until(lambda: said)
    assert not building.done()
    service_mode.put(Pressed(Button.TICK))
    await asyncio.wait_for(building, 20)
    assert shown[0].table == building_face(card.place)


async def test_the_wifi_is_shown_while_the_board_is_built(card):
    assert building_face(card.place).note is None
    shutil.copy(profile_path("direct"), card.place.card / OWN)
    await first_steps(card.place, [], card.faces.append)
    wifi = load_hotspot(card.place.root)
    note = building_face(card.place).note
    assert json.dumps(note.values) == json.dumps(
        (("ssid", wifi.ssid), ("password", wifi.password))
    )


async def test_a_board_that_is_built_is_asked_nothing(card, tmp_path, monkeypatch):
    """A board that is marked as built asks nothing, and the mark is stored."""
    monkeypatch.setattr(first, "EarlyScreens", NoScreens)
    shutil.copy(profile_path("direct"), card.place.card / OWN)
    (card.place.card / PLAY).touch()
    await first_start(card.place, tmp_path, print)
    assert card.place.has(BUILT)
    (card.place.card / PLAY).unlink()
    monkeypatch.setattr(first, "EarlyScreens", None)
    await first_start(card.place, tmp_path, print)


class NoScreens:
    """Fake screens without hardware."""

    def __init__(self, *_, **__):
        self.show = print

    def __enter__(self):
        return self

    def __exit__(self, *_):
        """Do nothing."""
