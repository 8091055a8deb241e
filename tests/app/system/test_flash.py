"""Flashing: a real MicroPython gets the real files, and says HELLO with them."""

import asyncio
import hashlib
import signal
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.app.system.flash import PicoCable, files, flash
from firmware_host.app.system.hardware import profile_path
from firmware_host.app.system.pico import BARE_PICOS
from firmware_host.devices.flasher import Prompt
from firmware_host.errors import BoardMissingError, SettingsError
from firmware_host.settings.profile import load_profile
from tests.app.pico import Pico

FULL = load_profile(profile_path("full"))


@pytest.fixture
def cable(tmp_path):
    """Return the place of the Pico's port and drives."""
    return PicoCable(
        str(tmp_path / "ttyACM0"), tmp_path / "drives", hello_s=1, back_s=20
    )


async def flashed(cable, profile=FULL, **rest):
    """Flash; return the codes of the steps."""
    return [done.code async for done in flash(profile, cable, **rest)]


async def test_a_pico_with_micropython_becomes_a_controller(tmp_path, cable):
    """A Pico with MicroPython only gets every file, each verified, and sends HELLO."""
    with Pico(tmp_path) as pico:
        codes = await flashed(cable)
    assert codes[0] == "flash-prompt"
    assert codes[-1] == "flash-done"
    assert codes.count("flash-wrote") == len(files(FULL))
    for name, data in files(FULL).items():
        assert (pico.flash / name).read_bytes() == data


async def test_a_controller_is_flashed_by_asking_it(tmp_path, cable):
    """A running controller reboots to its prompt; wrong files are replaced."""
    pico = Pico(tmp_path)
    pico.flash.mkdir()
    for name, data in files(FULL).items():
        (pico.flash / name).write_bytes(data)
    (pico.flash / "buttons.py").write_bytes(files(FULL)["buttons.py"] + b"# old\n")
    with pico:
        codes = await flashed(cable)
    assert codes[0] == "flash-found"
    assert codes[-1] == "flash-done"
    assert (pico.flash / "buttons.py").read_bytes() == files(FULL)["buttons.py"]


async def test_a_program_that_does_not_start_is_named(tmp_path, cable):
    """A flashed program that does not start is reported."""
    broken = {**files(FULL), "core.py": b"this is no Python\n"}
    with Pico(tmp_path), pytest.raises(BoardMissingError, match="says nothing"):
        await flashed(replace(cable, back_s=1), content=broken)


async def test_and_can_be_flashed_again(tmp_path, cable):
    """A broken program ends at the prompt, without a watchdog."""
    pico = Pico(tmp_path)
    pico.flash.mkdir()
    for name, data in files(FULL).items():
        (pico.flash / name).write_bytes(data)
    (pico.flash / "core.py").write_text("this is no Python\n")
    with pico:
        assert (await flashed(cable))[-1] == "flash-done"


async def test_another_profiles_program_is_noticed(tmp_path, cable):
    """A program of another profile is noticed by its HELLO."""
    pads = dict(list(FULL.pico.readers.items())[:4])
    smaller = replace(FULL, pico=replace(FULL.pico, readers=pads))
    with Pico(tmp_path), pytest.raises(BoardMissingError, match="own profile"):
        await flashed(cable, content=files(smaller))


@pytest.mark.parametrize("bare", BARE_PICOS, ids=lambda bare: bare.drive)
async def test_a_pico_without_micropython_is_told_its_file(cable, bare):
    """For a Pico without MicroPython the error names the UF2 file and its checksum."""
    cable.drives.mkdir()
    (cable.drives / bare.drive).touch()
    with pytest.raises(BoardMissingError) as told:
        await flashed(cable)
    assert bare.uf2.startswith(f"{bare.page}-")
    for part in (bare.uf2, bare.sha256, f"/{bare.page})", f"the drive {bare.drive},"):
        assert part in str(told.value)
    assert len(bytes.fromhex(bare.sha256)) in {0, hashlib.sha256().digest_size}


async def test_a_dry_run_lets_a_controller_play_on(tmp_path, cable):
    """A dry run finds the controller by its version and changes no file."""
    pico = Pico(tmp_path)
    pico.flash.mkdir()
    for name, data in files(FULL).items():
        (pico.flash / name).write_bytes(data)
    old = files(FULL)["buttons.py"] + b"# old\n"
    (pico.flash / "buttons.py").write_bytes(old)
    with pico:
        codes = await flashed(cable, dry=True)
    assert (codes[0], codes[-1]) == ("flash-dry-found", "flash-dry-done")
    assert codes.count("flash-dry-file") == len(files(FULL))
    assert (pico.flash / "buttons.py").read_bytes() == old


async def test_no_pico_is_named(cable):
    """Without a Pico the error says so."""
    with pytest.raises(BoardMissingError, match="there is no Pico"):
        await flashed(cable)


async def test_a_board_without_a_controller_has_nothing_to_flash(cable):
    """A profile without a controller, like the direct build, cannot be flashed."""
    with pytest.raises(SettingsError, match="no controller"):
        await flashed(cable, replace(FULL, pico=None))


async def test_a_late_answer_to_an_earlier_attempt_is_skipped(tmp_path, cable):
    """A slow Pico answers two attempts at once, and the prompt is still in step."""
    with Pico(tmp_path) as pico:
        (await asyncio.to_thread(Prompt(cable.port).open)).close()  # it has started
        pico.signal(signal.SIGSTOP)
        await asyncio.to_thread(Path(cable.port).write_bytes, b"\r\x03\r\x01")
        opening = asyncio.create_task(asyncio.to_thread(Prompt(cable.port).open))
        await asyncio.sleep(0.5)
        pico.signal(signal.SIGCONT)
        with await opening as prompt:
            assert "." in prompt.version()
