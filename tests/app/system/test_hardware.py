"""The hardware folder is found, in the source or in an installed package."""

import tomllib
from pathlib import Path

import pytest

from firmware_host.app.system.hardware import FOLDER, profile_path
from firmware_host.errors import SettingsError


@pytest.mark.parametrize(
    "build", ["full", "station", "buttons", "starter", "direct", "simulated"]
)
def test_each_build_has_its_profile(build):
    assert profile_path(build).is_file()
    assert profile_path(build).parent == FOLDER / build


def test_the_controllers_firmware_lies_beside_them():
    assert (FOLDER / "controller" / "main.py").is_file()


def test_a_package_has_the_firmware_and_every_profile_and_no_paper():
    """The package has the firmware and all profiles, but no files for printing."""
    root = Path(__file__).parents[3]
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    taken = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    profiles = {
        str(one.relative_to(root)) for one in root.glob("hardware/*/board.toml")
    }
    assert set(taken) == {"hardware/controller", *profiles}
    assert all(to == f"firmware_host/{source}" for source, to in taken.items())


@pytest.mark.parametrize("build", ["huge", "", "controller"])
def test_another_build_is_refused_with_those_there_are(build):
    """An unknown build is refused with the names of all builds."""
    with pytest.raises(
        SettingsError,
        match="there are: buttons, direct, full, simulated, starter, station",
    ):
        profile_path(build)
