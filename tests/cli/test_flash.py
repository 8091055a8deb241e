"""`letterzone flash` as a user types it."""

from firmware_host.app.system.hardware import profile_path
from tests.app.pico import Pico
from tests.cli.command import started


def test_a_pico_is_flashed_by_one_command(tmp_path):
    """Each written file is printed, and at the end the controller's answer."""
    with Pico(tmp_path) as pico:
        done = started("flash", "--port", str(pico.port), "--language", "de")
    assert done.returncode == 0, done.stderr
    assert "main.py: geschrieben und nachgelesen" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("Fertig: Der Controller meldet")


def test_no_pico_is_one_line(tmp_path):
    """Without a Pico one line on standard error says so."""
    done = started("flash", "--port", str(tmp_path / "ttyACM0"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert "there is no Pico" in done.stderr


def test_a_dry_run_leaves_a_pico_as_it_is(tmp_path):
    """A dry run lists each file with its size and writes nothing."""
    with Pico(tmp_path) as pico:
        done = started("flash", "--port", str(pico.port), "--dry-run")
        assert not [*pico.flash.iterdir()]
    assert done.returncode == 0, done.stderr
    assert "main.py: would be written, " in done.stdout
    assert done.stdout.splitlines()[-1] == "Nothing was written."


def test_a_board_without_controller_is_one_line():
    """The direct build has nothing to flash."""
    done = started("flash", str(profile_path("direct")))
    assert done.returncode == 2
    assert "has no controller" in done.stderr
