"""Texts are read in the encodings that programs write."""

import os
from pathlib import Path

import pytest

from firmware_host.errors import SettingsError
from firmware_host.settings.files import (
    LARGEST,
    decode,
    read_file,
    read_text_file,
    write_text_file,
)

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
    """The encodings of Excel's and Notepad's text files are found."""
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
    """The encoding of a file is logged if it is not UTF-8."""
    path = tmp_path / "board.toml"
    path.write_bytes('name = "Grün"'.encode("cp1252"))
    assert read_text_file(path, remedy="see") == 'name = "Grün"'
    assert "read as Windows-1252" in caplog.text
    path.write_bytes(b"\0\0\0\0")
    with pytest.raises(SettingsError, match=r"board.toml:1: this is no text; see"):
        read_text_file(path, remedy="see")


def write(path):
    """Write a text to a path."""
    write_text_file(path, "Grün\n", remedy="see")


def test_a_file_is_there_whole_or_as_it_was(tmp_path, monkeypatch):
    """If writing fails half-way, the old file is unchanged."""
    path = tmp_path / "set.json"
    path.write_text("old", encoding="utf-8")
    path.chmod(0o444)  # a rename asks the folder, not the file
    write(path)
    assert path.read_text(encoding="utf-8") == "Grün\n"
    assert list(tmp_path.iterdir()) == [path]

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    path.write_text("old", encoding="utf-8")
    with pytest.raises(SettingsError, match=r"set.json: cannot be written: No space"):
        write(path)
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]  # no half of the new one is left


def test_a_pipe_is_written_to_and_stays(tmp_path):
    """`--report /dev/stdout` as root must not put a file in the place of the device."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with os.fdopen(os.open(pipe, os.O_RDWR), "rb") as reader:  # so that none waits
        write(pipe)
        assert reader.readline() == "Grün\n".encode()
    assert pipe.is_fifo()
    with pytest.raises(SettingsError, match=r"cannot be written: Is a directory; see"):
        write(tmp_path)


def test_a_link_is_written_through_and_stays(tmp_path):
    """Writing to a link writes to its target, such as that of /dev/stdout."""
    target, link = tmp_path / "out", tmp_path / "stdout"
    target.touch()
    link.symlink_to(target)
    write(link)
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == "Grün\n"


def test_a_file_without_an_end_is_refused(tmp_path):
    """A device, or by mistake a film: the memory of a small board is not for it."""
    path = tmp_path / "film.mp4"
    path.write_bytes(bytes(LARGEST))
    assert len(read_file(path)) == LARGEST
    with path.open("ab") as file:
        file.write(b"1")
    for name in (path, "/dev/zero"):
        with pytest.raises(OSError, match="File too large"):
            read_file(name)
    with pytest.raises(SettingsError, match="cannot be read: File too large; see"):
        read_text_file(path, remedy="see")
