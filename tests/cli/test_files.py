"""A file that is named in a terminal is read, or refused in one line."""

import pytest

from firmware_host.app.content.tables import read_table, read_text
from firmware_host.cli.main import main
from firmware_host.cli.terminal import read_brought
from firmware_host.errors import SettingsError


def test_what_cannot_be_read_says_file_reason_and_remedy(tmp_path):
    """Missing, a folder, no text; the reason is said in the reader's language."""
    with pytest.raises(SettingsError, match=r"none: cannot be read: No such file"):
        read_brought(str(tmp_path / "none"), read_text, "en")
    with pytest.raises(SettingsError, match="cannot be read: Is a directory"):
        read_brought(str(tmp_path), read_text, "en")
    file = tmp_path / "old.xls"
    file.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
    with pytest.raises(SettingsError, match=r"old.xls: Das ist eine alte Excel-Datei"):
        read_brought(str(file), read_table, "de")


@pytest.mark.parametrize(
    "words",
    [
        ["replay"],
        ["analyse"],
        ["export"],
        ["words", "import"],
        ["words", "make", "--licence", "CC0"],
        ["tags", "import"],
        ["board"],
        ["publish"],
    ],
    ids=" ".join,
)
def test_a_device_without_an_end_is_refused_in_one_line(words, tmp_path, capsys):
    """/dev/zero is refused as too large, with one line."""
    folder = (
        [] if words[0] in {"replay", "analyse", "board"} else ["--folder", tmp_path]
    )
    assert main([*words, "/dev/zero", *map(str, folder)]) == 2
    [line] = capsys.readouterr().err.splitlines()
    assert "/dev/zero" in line
    assert "cannot be read: File too large" in line


def test_an_encoding_is_said_where_it_is_not_utf_8(tmp_path, capsys):
    """UTF-8 needs no word, with a byte order mark or without."""
    file = tmp_path / "list.txt"
    for encoding, says in (
        ("utf-8-sig", ""),
        ("utf-16", f"{file}: read as UTF-16\n"),
        ("cp1252", f"{file}: read as Windows-1252\n"),
    ):
        file.write_bytes("Tür".encode(encoding))
        assert read_brought(str(file), read_text, "en").text == "Tür"
        assert capsys.readouterr().err == says
