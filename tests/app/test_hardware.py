"""The hardware folder is found, in the source or in an installed package."""

import pytest

from firmware_host.app.hardware import FOLDER, profile_path
from firmware_host.errors import SettingsError


@pytest.mark.parametrize(
    "build", ["full", "station", "buttons", "starter", "direct", "simulated"]
)
def test_each_build_has_its_profile(build):
    assert profile_path(build).is_file()
    assert profile_path(build).parent == FOLDER / build


def test_the_controllers_firmware_lies_beside_them():
    assert (FOLDER / "controller" / "main.py").is_file()


@pytest.mark.parametrize("build", ["huge", "", "controller"])
def test_another_build_is_refused_with_those_there_are(build):
    """The firmware's folder is none of them."""
    with pytest.raises(
        SettingsError,
        match="there are: buttons, direct, full, simulated, starter, station",
    ):
        profile_path(build)
