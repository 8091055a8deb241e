"""TOML files of people, or damaged ones: read, or refused with the fault."""

import pytest

from firmware_host.errors import SettingsError
from firmware_host.settings.toml import read_toml


def test_a_file_is_given_as_it_stands_and_as_it_is_meant(tmp_path):
    path = tmp_path / "x.toml"
    path.write_text("# mine\na = 1\n", encoding="utf-8")
    assert read_toml(path, remedy="") == ("# mine\na = 1\n", {"a": 1})


@pytest.mark.parametrize(
    ("content", "line", "says"),
    [
        (b"a = 1\nb = ", 2, "this is not TOML: Invalid value"),
        (b"a = 1\nb = [\n", 2, "this is not TOML: "),
        (b"a = 1\n\nb = ?\n# c", 3, "this is not TOML: "),
        (b"a = 1\n\x00\x00\x00", 2, "this is no text"),
        (b"a = 1\na = 2\nb = 3\n", 2, "this is not TOML: "),
        (b"a = 1\n# \x81\xfe", 2, "this is no text"),
        (b"\x7fELF\x02\x01", 1, "this is no text"),
        (b"a = " + b"[" * 100_000, 1, "this is not TOML: "),
        (b"a = " + b"9" * 5000, 1, "this is not TOML: "),
    ],
)
def test_a_torn_or_binary_file_says_where_and_what_to_do(tmp_path, content, line, says):
    """The error is one line with the file, its line, the fault and the remedy."""
    path = tmp_path / "x.toml"
    path.write_bytes(content)
    with pytest.raises(SettingsError) as told:
        read_toml(path, remedy="write it anew")
    assert str(told.value).startswith(f"{path}:{line}: {says}")
    assert str(told.value).endswith("; write it anew")
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_a_file_that_windows_has_saved_is_read(tmp_path, encoding):
    """Files with a byte order mark or another encoding are read."""
    path = tmp_path / "x.toml"
    path.write_bytes("a = 1\r\nname = 'Grün'\r\n".encode(encoding))
    assert read_toml(path, remedy="")[1] == {"a": 1, "name": "Grün"}


@pytest.mark.parametrize("name", ["missing.toml", "."])
def test_a_file_that_cannot_be_read_says_what_to_do(tmp_path, name):
    with pytest.raises(SettingsError, match=r"cannot be read: .*; name another"):
        read_toml(tmp_path / name, remedy="name another")
