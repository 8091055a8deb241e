"""A computer becomes a board; no file is lost or half written."""

import os
import stat
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from firmware_host.app.system import setup
from firmware_host.app.system.hardware import profile_path
from firmware_host.app.system.setup import (
    KIOSK,
    MARK,
    PROFILE,
    UNITS,
    FileEdit,
    KeptFile,
    RunStep,
    boot_file,
    carry_out,
    plan_board,
    plan_undo,
    run_command,
    units_missing,
    write_whole,
)
from firmware_host.errors import SettingsError

FULL, STATION = profile_path("full"), profile_path("station")
SOURCE = Path(__file__).parents[3] / "systemd"
BOOT = b"# a card\r\ndtparam=audio=on"


@pytest.fixture
def root(tmp_path):
    """A card with Raspberry Pi OS, Letterzone's units on it."""
    boot = tmp_path / "boot/firmware"
    units = tmp_path / "usr/lib/systemd/system"
    boot.mkdir(parents=True)
    units.mkdir(parents=True)
    (boot / "config.txt").write_bytes(BOOT)
    for unit in (*UNITS, KIOSK, "letterzone-backup.service"):
        (units / unit).write_bytes((SOURCE / unit).read_bytes())
    return tmp_path


def enabled(root):
    """The units that start with that computer."""
    return {path.name for path in root.glob("etc/systemd/system/*.wants/*")}


def files(root):
    """Every file of the card with its content."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not path.is_symlink()
    }


def test_it_makes_a_board_and_is_then_done(root):
    """Boot file, profile and units, by the real systemctl; then nothing is left."""
    carry_out(plan_board(root, FULL))
    assert (
        b"dtoverlay=i2c-mux,pca9548" in (root / "boot/firmware/config.txt").read_bytes()
    )
    assert (root / PROFILE).read_bytes() == FULL.read_bytes()
    assert enabled(root) == set(UNITS)
    assert plan_board(root, FULL) == ()


@pytest.mark.parametrize("profile", [None, b"# mine\n", FULL.read_bytes()])
def test_undo_leaves_every_file_as_it_was(root, profile):
    """Undo restores every file exactly, and removes ours and all copies."""
    if profile is not None:
        (root / PROFILE).parent.mkdir(parents=True)
        (root / PROFILE).write_bytes(profile)
    before = files(root)
    carry_out(plan_board(root, FULL, kiosk=True))
    carry_out(plan_board(root, STATION))
    assert enabled(root) == {*UNITS, KIOSK}
    assert files(root) != before
    carry_out(plan_undo(root))
    assert files(root) == before
    assert (root / PROFILE).parent.exists() == (profile is not None)
    assert enabled(root) == set()
    assert plan_undo(root) == ()


def test_undo_keeps_what_somebody_has_changed_and_says_so(root):
    """The profile in place, the boot file's other lines, and the copies of both."""
    path, own = root / "boot/firmware/config.txt", root / PROFILE
    carry_out(plan_board(root, FULL))
    own.write_bytes(FULL.read_bytes() + b"# mine\n")
    carry_out(plan_board(root, STATION))
    own.write_bytes(STATION.read_bytes() + b"# mine too\n")
    path.write_bytes(path.read_bytes() + b"# my line")
    plan = plan_undo(root)
    copies = [
        root / f"{PROFILE}.letterzone-1",
        path.with_name("config.txt.letterzone-1"),
    ]
    stays = [step.path for step in plan if isinstance(step, KeptFile)]
    assert {own, *copies} <= set(stays)
    kept = {one: one.read_bytes() for one in stays}
    carry_out(plan)
    assert {one: one.read_bytes() for one in stays} == kept
    assert path.read_bytes() == BOOT + b"# my line"
    assert not (root / MARK).exists()
    assert plan_undo(root) == ()


def test_undo_that_is_broken_off_goes_on(root, monkeypatch):
    """An undo that was interrupted at any file is finished by the next one."""
    (root / PROFILE).parent.mkdir(parents=True)
    (root / PROFILE).write_bytes(b"# mine\n")
    before = files(root)
    change, left = setup._change, 0

    def until(step):
        nonlocal left
        left -= 1
        if left < 0:
            raise SettingsError
        change(step)

    for steps in range(8):
        carry_out(plan_board(root, FULL))
        left = steps
        with monkeypatch.context() as broken, suppress(SettingsError):
            broken.setattr(setup, "_change", until)
            carry_out(plan_undo(root))
        carry_out(plan_undo(root))
        assert files(root) == before
    assert left > 0, "the last one went through"


def test_undo_leaves_on_what_the_package_has_switched_on(root):
    """After an undo exactly the units that the package had enabled are enabled."""
    by_package = set(UNITS) - {"letterzone-update.timer"}  # its owner switched it off
    switch = ("systemctl", f"--root={root}", "enable")
    run_command((*switch, *sorted(by_package)))
    before = files(root)
    carry_out(plan_board(root, FULL, kiosk=True))
    carry_out(plan_board(root, STATION))
    assert enabled(root) == {*UNITS, KIOSK}
    carry_out(plan_undo(root))
    assert enabled(root) == by_package
    assert files(root) == before
    assert plan_undo(root) == ()


def test_looking_changes_nothing(root):
    """Making a plan changes no file."""
    before = files(root)
    assert plan_board(root, FULL, kiosk=True)
    assert files(root) == before


def test_what_is_replaced_is_kept_each_time(root):
    """The boot file's first form, and a profile that its owner has changed."""
    carry_out(plan_board(root, FULL))
    own = FULL.read_text(encoding="utf-8").replace('"full"', '"ours"').encode()
    (root / PROFILE).write_bytes(own)
    assert plan_board(root, root / PROFILE) == ()
    carry_out(plan_board(root, profile_path("buttons")))
    kept = {name: text for name, text in files(root).items() if "letterzone-" in name}
    assert kept["boot/firmware/config.txt.letterzone-1"] == BOOT
    assert b"pca9548" in kept["boot/firmware/config.txt.letterzone-2"]
    assert kept[f"{PROFILE}.letterzone-1"] == own


def test_an_older_system_keeps_its_boot_file_elsewhere(root):
    """The new place counts where both are there."""
    assert boot_file(root) == root / "boot/firmware/config.txt"
    old = root / "boot/config.txt"
    old.write_bytes(BOOT)
    assert boot_file(root) == root / "boot/firmware/config.txt"
    (root / "boot/firmware/config.txt").unlink()
    assert boot_file(root) == old
    carry_out(plan_board(root, FULL))
    assert b"pca9548" in old.read_bytes()


def test_a_computer_that_is_no_pi_is_refused(tmp_path):
    """A computer that is no Pi is refused; the error says what was looked for."""
    with pytest.raises(SettingsError, match=r"neither .*firmware/config\.txt nor .*Pi"):
        plan_board(tmp_path, FULL)


def test_a_line_against_the_board_stops_it_before_anything_is_done(root):
    """All conflicting lines are named in one error, and nothing is changed."""
    path = root / "boot/firmware/config.txt"
    path.write_bytes(b"dtparam=i2c_arm=off\nx=1\ndtoverlay=gpio-shutdown\n")
    with pytest.raises(SettingsError) as fault:
        plan_board(root, FULL)
    told = str(fault.value)
    assert told.startswith(f"{path}: line 1, dtparam=i2c_arm=off: the screens need")
    assert "line 3, dtoverlay=gpio-shutdown: it takes pin 3" in told
    assert told.endswith("put # before what is named here and try again")
    assert "\n" not in told


def test_a_wrong_profile_stops_it_before_anything_is_done(root, tmp_path):
    """A wrong profile is refused before anything is changed."""
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('name = "x"\n', encoding="utf-8")
    with pytest.raises(SettingsError, match=r"wrong\.toml"):
        plan_board(root, wrong)


def test_without_the_package_the_units_are_said_to_be_missing(root):
    """Boot file and profile are written all the same."""
    for unit in UNITS:
        (root / "usr/lib/systemd/system" / unit).unlink()
    assert units_missing(root) == UNITS
    assert all(isinstance(step, FileEdit) for step in plan_board(root, FULL))


def test_the_kiosk_comes_and_goes_alone(root):
    """The kiosk is installed and removed only on request."""
    carry_out(plan_board(root, FULL, kiosk=True))
    assert plan_board(root, FULL) == ()
    (order,) = plan_board(root, FULL, kiosk=False)
    carry_out((order,))
    assert enabled(root) == set(UNITS)


def test_this_computers_own_units_are_started_by_its_own_systemd(monkeypatch):
    """On the running computer systemctl is called without --root."""
    monkeypatch.setattr(setup, "_UNIT_FOLDERS", (str(SOURCE),))
    monkeypatch.setattr(setup, "boot_file", lambda _root: FULL)
    monkeypatch.setattr(setup, "_boot_for", lambda path, _: path.read_bytes())
    monkeypatch.setattr(setup, "PROFILE", "no/such/board.toml")
    orders = [one for one in plan_board(Path("/"), FULL) if isinstance(one, RunStep)]
    assert orders[0].words == ("systemctl", "enable", "letterzone.service")
    assert orders[-1].words == ("systemctl", "try-restart", "letterzone.service")


# --- mistakes and bad luck ---


def test_a_full_card_leaves_the_file_whole(root, monkeypatch):
    """On a full card the old file stays complete, and the new part is removed."""
    plan = plan_board(root, FULL)

    def no_room(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_room)
    with pytest.raises(SettingsError, match="No space left on device; nothing is lost"):
        carry_out(plan)
    assert (root / "boot/firmware/config.txt").read_bytes() == BOOT
    assert not list(root.rglob("*.part"))


def test_the_plug_in_the_middle_leaves_the_file_whole(root):
    """Killed at each system call in turn, the file is the old or the new one."""
    path = root / "boot/firmware/config.txt"
    program = (
        "import os, sys; from pathlib import Path;"
        "from firmware_host.app.system import setup;"
        "calls = iter(range(int(sys.argv[2])));"
        "sys.addaudithook(lambda e, a: e in ('open', 'os.rename', 'os.chmod')"
        " and str(a[0]).startswith(sys.argv[1]) and next(calls, 99) == 99"
        " and os._exit(9));"
        "setup.write_whole(Path(sys.argv[1]), b'new', mode=0o644)"
    )
    seen = set()
    for number in range(8):
        path.write_bytes(BOOT)
        done = subprocess.run(
            [sys.executable, "-c", program, str(path), str(number)],
            check=False,
        )
        assert path.read_bytes() == (b"new" if done.returncode == 0 else BOOT)
        seen.add(done.returncode)
    assert seen == {0, 9}


def test_rights_are_given_before_anybody_can_look(tmp_path):
    """A secret is never readable, not even for a moment."""
    write_whole(tmp_path / "secret", b"x", mode=0o600)
    assert stat.S_IMODE((tmp_path / "secret").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("no-such-command", "x"), "no-such-command cannot be run: No such file"),
        (("false",), "`false` failed: it ended with 1"),
        (("ls", "/no/such/place"), "`ls /no/such/place` failed: ls: "),
    ],
)
def test_a_command_that_fails_says_what_and_why(words, told):
    """A failed command gives one line with the command and its reason."""
    with pytest.raises(SettingsError) as fault:
        run_command(words)
    assert str(fault.value).startswith(told)
