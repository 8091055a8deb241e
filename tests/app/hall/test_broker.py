"""The line to a broker, and what is said where there is none."""

import sys

import pytest

from firmware_host.app.hall import broker
from firmware_host.errors import SettingsError
from firmware_host.settings.board import Broker


def test_a_missing_library_is_named(monkeypatch):
    """It is an extra: a board without a broker needs none."""
    monkeypatch.setitem(sys.modules, "aiomqtt", None)
    with pytest.raises(SettingsError, match="aiomqtt"):
        broker.library()


def test_a_password_stands_in_a_file_of_its_own(tmp_path):
    """In one line; where it cannot be read, that file is named."""
    file = tmp_path / "password"
    file.write_text("four green bicycles\n", encoding="utf-8")
    assert broker.password_of(Broker("a", 1, password_file=str(file))) == (
        "four green bicycles"
    )
    file.write_bytes("four green bicycles\r\n".encode("utf-16"))
    assert broker.password_of(Broker("a", 1, password_file=str(file))) == (
        "four green bicycles"
    )
    assert broker.password_of(Broker("a", 1)) is None
    with pytest.raises(SettingsError, match="gone"):
        broker.password_of(Broker("a", 1, password_file=str(tmp_path / "gone")))
    file.write_bytes(b"\x81")
    with pytest.raises(SettingsError, match="it is no text"):
        broker.password_of(Broker("a", 1, password_file=str(file)))


async def test_a_certificate_that_cannot_be_read_is_named(tmp_path):
    """And not taken for a broker that is gone."""
    wrong = Broker("localhost", 1, tls=True, ca=str(tmp_path / "gone.pem"))
    with pytest.raises(SettingsError, match=r"gone\.pem"):
        async with broker.connected(wrong, name="fox"):
            pass
