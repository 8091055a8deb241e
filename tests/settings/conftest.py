"""Loading a profile from its text, and seeing it refused."""

import re

import pytest

from firmware_host.errors import SettingsError
from firmware_host.settings.profile import load_profile


@pytest.fixture
def load(tmp_path):
    """Load a profile from its text."""
    path = tmp_path / "board.toml"

    def loaded(text):
        path.write_text(text, encoding="utf-8")
        return load_profile(path)

    return loaded


@pytest.fixture
def refused(load, tmp_path):
    """Load a profile that must be refused; return the line that is named, and why."""

    def told(text):
        with pytest.raises(SettingsError) as fault:
            load(text)
        found = re.fullmatch(r"(.*?board\.toml):(\d+): (.*)", str(fault.value))
        assert found, fault.value
        assert found[1] == str(tmp_path / "board.toml")
        return text.splitlines()[int(found[2]) - 1], found[3]

    return told


@pytest.fixture
def changed(refused):
    """Change one line of a profile; the line that is named must be the new one."""

    def told(text, line, instead):
        wrong = text.replace(f"{line}\n", f"{instead}\n", 1)
        assert wrong != text
        named, why = refused(wrong)
        assert named == instead.splitlines()[-1]
        return why

    return told
