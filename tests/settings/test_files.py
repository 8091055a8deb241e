"""Texts are read in the encodings that programs write."""

import pytest

from firmware_host.errors import SettingsError
from firmware_host.settings.files import decode, read_text_file

TEXT = "Bär;Größe\r\nTür;Straße\r\n"


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        (TEXT.encode(), "UTF-8"),
        (b"\xef\xbb\xbf" + TEXT.encode(), "UTF-8"),
        (b"\xff\xfe" + TEXT.encode("utf-16-le"), "UTF-16"),
        (b"\xfe\xff" + TEXT.encode("utf-16-be"), "UTF-16"),
        (TEXT.encode("utf-16-le"), "UTF-16"),
        (TEXT.encode("utf-16-be"), "UTF-16"),
        (TEXT.encode("cp1252"), "Windows-1252"),
        (TEXT.encode() + b"\x1a", "UTF-8"),  # the old end of file of Windows
    ],
)
def test_an_encoding_is_found(content, encoding):
    """Excel's "Unicode text", "CSV UTF-8" and "CSV"; Notepad with any setting."""
    assert decode(content) == (TEXT, encoding)


@pytest.mark.parametrize(
    "content",
    [
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"a\0b",
        b"\xff\xfea",
        bytes(20),
        b"\x81\x8d\x01",
    ],
)
def test_what_is_no_text_is_refused(content):
    """A picture, a text with zeros, half a character."""
    with pytest.raises(ValueError, match=r"^$"):
        decode(content)


def test_empty_is_a_text():
    assert decode(b"") == ("", "UTF-8")


def test_a_file_says_how_it_was_read(tmp_path, caplog):
    """It stands in the log, where the reader of a wrong umlaut finds it."""
    path = tmp_path / "board.toml"
    path.write_bytes('name = "Grün"'.encode("cp1252"))
    assert read_text_file(path, remedy="see") == 'name = "Grün"'
    assert "read as Windows-1252" in caplog.text
    path.write_bytes(b"\0\0\0\0")
    with pytest.raises(SettingsError, match=r"board.toml:1: this is no text; see"):
        read_text_file(path, remedy="see")
