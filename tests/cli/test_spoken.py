"""--help and every line of an error, in the language of the terminal."""

import os
import subprocess
import sys

import polib
import pytest

from firmware_host.cli import spoken
from firmware_host.cli.main import main
from tests.cli.command import ROOT, refusal, said
from tests.cli.test_main import LOADED


@pytest.fixture
def german(monkeypatch):
    """A terminal that speaks German."""
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_MESSAGES", "de_DE.UTF-8")


@pytest.mark.parametrize(
    ("named", "code"),
    [
        ({"LC_ALL": "de_AT.UTF-8", "LANG": "en_GB.UTF-8"}, "de"),
        ({"LC_MESSAGES": "en_GB.UTF-8", "LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "de.UTF-8"}, "de"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "de_DE"}, "de"),
        ({}, "en"),
    ],
)
def test_the_terminal_has_a_language(monkeypatch, named, code):
    """The language is that of the environment, or English for unknown ones."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in named.items():
        monkeypatch.setenv(name, value)
    assert spoken.language() == code


@pytest.mark.usefixtures("german")
def test_help_is_in_german(capsys):
    """Usage, headings, commands and options; of each command too."""
    out = said(capsys)
    assert out.startswith("Aufruf: letterzone [-h]")
    assert "\nArgumente:\n" in out
    assert "\nOptionen:\n  -h, --help  diese Hilfe zeigen\n" in out
    assert "\n    demo      auf einem simulierten Brett spielen\n" in out
    with pytest.raises(SystemExit):
        main(["words", "check", "--help"])
    out = capsys.readouterr().out
    assert out.startswith("Aufruf: letterzone words check [-h]")
    assert " de; sonst die des Terminals " in " ".join(out.split())


@pytest.mark.usefixtures("german")
@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("run", "letterzone run: es fehlt: PROFILE; siehe letterzone run --help"),
        ("words", "letterzone words: es fehlt: ACT; siehe letterzone words --help"),
        ("demo --loud", "letterzone: unbekannt ist: --loud; siehe letterzone --help"),
        ("fly", "letterzone: Argument COMMAND: 'fly' gibt es nicht; es gibt: "),
        ("demo --port", "letterzone demo: Argument --port: dahinter fehlt etwas; "),
        ("words check", "letterzone words check: es fehlt: WORD; siehe letterzone "),
        (
            "demo --port x",
            "letterzone demo: Argument --port: eine ganze Zahl von 0 bis 2147483647,",
        ),
        (
            "demo --terminal=1",
            "letterzone demo: Argument --terminal: '1' gehört nicht dazu; ",
        ),
        (
            "doctor --walk --building",
            "letterzone doctor: Argument --building: nicht zusammen mit --walk; ",
        ),
        ("demo --l", "letterzone demo: --l ist mehrdeutig; es gibt: --lan, --language"),
    ],
)
def test_what_argparse_finds_wrong_is_in_german(capsys, words, line):
    """Errors of argparse are one line in German."""
    with pytest.raises(SystemExit) as left:
        main(words.split())
    err = capsys.readouterr().err
    assert left.value.code == 2
    assert err.startswith(line)
    assert err.count("\n") == 1


@pytest.mark.usefixtures("german")
def test_a_fault_is_in_german(capsys):
    """Errors are in German, including the system's own text."""
    assert refusal(capsys, "replay", "a.jsonl") == (
        "a.jsonl: lässt sich nicht lesen: Datei oder Ordner nicht gefunden; eine"
        " Mitschrift nennen (JSON Lines, UTF-8)"
    )
    assert refusal(capsys, "board", "nope").startswith("es gibt keine Bauart 'nope'; ")


def test_a_language_that_is_asked_for_counts_more(capsys):
    """`--language` has priority over the environment, for errors too."""
    words = ("backup", "--folder", "/nowhere", "--language", "de")
    assert ": es gibt noch kein Spielbuch; ein Spiel spielen, " in refusal(
        capsys, *words
    )


@pytest.fixture
def elsewhere(monkeypatch, tmp_path):
    """Folders of languages that lie elsewhere, and nothing known of them."""
    spoken._catalogue.cache_clear()
    spoken._templates.cache_clear()
    monkeypatch.setattr(spoken, "FOLDER", tmp_path)
    monkeypatch.setattr(spoken, "CODES", ("en", "de", "nl"))
    yield tmp_path
    spoken._catalogue.cache_clear()
    spoken._templates.cache_clear()


@pytest.mark.usefixtures("elsewhere")
def test_without_its_texts_it_speaks_english():
    """Without its texts the English ones are used."""
    assert spoken.help_text("ask nothing", "de") == "ask nothing"
    assert spoken.error("{0} is\nclosed", "de") == "{0} is closed"


def test_a_third_language_is_its_folder_alone(elsewhere, monkeypatch, capsys):
    """A folder adds a language; texts without a translation stay English."""
    file = polib.POFile()
    file.metadata = {"Content-Type": "text/plain; charset=utf-8"}
    for context, english, dutch in (
        ("help", "options", "opties"),
        ("error", "there is no build {0}; there are: {1}", "geen {0}; wel: {1}"),
    ):
        file.append(polib.POEntry(msgctxt=context, msgid=english, msgstr=dutch))
    (elsewhere / "nl").mkdir()
    (elsewhere / "nl" / "texts.mo").write_bytes(file.to_binary())
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")
    out = said(capsys)
    assert "\nopties:\n  -h, --help  show this help message and exit\n" in out
    assert refusal(capsys, "board", "nope").startswith("geen 'nope'; wel: buttons, ")


def test_english_opens_no_texts():
    """In English the catalogue is not imported."""
    slow = ("firmware_host.texts.catalogue",)
    run = [sys.executable, "-c", LOADED.format(slow=slow), "--help"]
    for locale, used in (("C.UTF-8", []), ("de_DE.UTF-8", [*slow])):
        done = subprocess.run(
            run,
            capture_output=True,
            check=True,
            cwd=ROOT,
            env={**os.environ, "LC_ALL": locale},
            text=True,
        )
        assert done.stderr.split() == used
