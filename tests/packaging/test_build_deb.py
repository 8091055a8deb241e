"""The package's own parts: what comes along, and the scripts that Debian calls."""

import re
import subprocess
import tomllib

import pytest

from firmware_host.app.system.setup import UNITS
from tests.test_run import which
from tools import build_deb

SCRIPTS = ("preinst", "postinst", "prerm", "postrm", "letterzone.rtupdate")
CONTROL = (build_deb.PARTS / "control").read_text(encoding="utf-8")


def dependencies():
    with (build_deb.ROOT / "pyproject.toml").open("rb") as file:
        return tomllib.load(file)["project"]["dependencies"]


def test_every_library_comes_along_or_from_debian():
    """And in the version that the tests run with, so that both are the same."""
    wanted = {re.split(r"[<>=\[ ]", line)[0].lower() for line in dependencies()}
    found = build_deb.libraries_of(dependencies())
    names = {re.split(r"[<=]", one)[0] for one in found}
    assert wanted - {"luma.core", "luma.oled"} - names == {"pillow"}
    assert {"luma.core", "luma.oled"} <= names
    assert {"h11", "anyio", "typing-extensions"} <= names
    assert all("==" in one for one in found - set(build_deb.PURE.values()))


def test_debians_pillow_is_asked_for_as_ours_is():
    (ours,) = (one for one in dependencies() if one.startswith("pillow"))
    least = re.search(r">=([\d.]+)", ours)
    assert least is not None
    assert f"python3-pil (>= {least[1]})" in CONTROL


def test_what_is_started_is_there():
    text = (build_deb.PARTS / "postinst").read_text(encoding="utf-8")
    units = re.findall(r"letterzone[\w-]*\.(?:service|timer|path)", text)
    assert set(units) == set(UNITS)
    for unit in units:
        assert (build_deb.ROOT / "systemd" / unit).exists()


def test_the_version_before_is_kept_with_every_field():
    """Else what one goes back to would not be the package that it was."""
    fields = re.findall(r"^([A-Z][\w-]+):", CONTROL, re.MULTILINE)
    text = (build_deb.PARTS / "preinst").read_text(encoding="utf-8")
    kept = re.search(r"fields='(.+?)'", text, re.DOTALL)
    assert kept is not None
    assert set(fields) == set(kept[1].split())


@pytest.mark.parametrize("name", SCRIPTS)
def test_shellcheck_finds_nothing(name):
    command = [which("shellcheck"), str(build_deb.PARTS / name)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert done.stdout == ""
    assert done.returncode == 0
