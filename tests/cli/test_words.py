"""`letterzone words`: can one be played, with every reason; and packs, in and out."""

import json
from io import StringIO

import pytest

from firmware_host.app.content.languages import OWNERS
from firmware_host.app.content.tables import known_lists
from firmware_host.cli import places
from firmware_host.cli.commands import KNOWN_LISTS
from firmware_host.cli.main import main
from firmware_host.journal.store import Journal
from firmware_host.words.packs.pack import Pack, read_packs, write_packs
from tests.app.content.sheets import excel
from tests.cli.command import refusal, said


@pytest.fixture(autouse=True)
def _at_home(monkeypatch, tmp_path):
    """Set a home in *tmp_path*, in which no letter is changed."""
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def test_every_reason_is_named_with_its_count(capsys):
    """VOODOO has too many round letters for the box."""
    assert said(capsys, "words", "check", "--language", "en", "voodoo", ends=1) == (
        "VOODOO:\n"
        "  - It needs 4 tiles O; there are 3.\n"
        "  - It needs 9 pieces (blue wide curve); there are 8.\n"
        "  - It is a base form.\n"
        "  - It is in the dictionary; the board does not draw it.\n"
    )


def test_an_umlaut_is_two_zones(capsys):
    """An umlaut takes two zones: GRÜN is five letters long, STRAßE seven."""
    words = ("words", "check", "--language", "de", "--length", "5")
    assert said(capsys, *words, "Grün").startswith("GRUEN: spielbar\n")
    reasons = said(capsys, *words, "Straße", ends=1).splitlines()
    assert reasons[:2] == [
        "STRASSE:",
        "  - Das Wort hat 7 Buchstaben; es muss 5 haben.",
    ]


def test_without_a_length_any_that_the_board_has_will_do(capsys):
    """Without a length words of three to six letters are accepted."""
    words = ("words", "check", "--language", "en", "tea", "garden", "to")
    out = said(capsys, *words, ends=1)
    assert out.splitlines() == [
        "TEA: playable",
        "  - It is a base form.",
        "  - It is one of the first words.",
        "GARDEN: playable",
        "  - It is a base form.",
        "  - It is one of the first words.",
        "TO:",
        "  - The word has 2 letters; it must have 3-6.",
        "  - TO is not in the dictionary.",
        "  - Only KEYWORD takes it: letter cards have a list of their own.",
    ]


def test_the_list_that_excludes_a_word_is_named(capsys):
    """A name, and a word that no list has, in the language of the terminal."""
    words = ("words", "check", "--language", "de", "Kanada", "Xyzzy")
    out = said(capsys, *words, ends=1).splitlines()
    assert "  - Es ist ein Name." in out
    assert out[-1] == "  - Es steht in keiner Liste."


def test_a_program_gets_an_object_a_word(capsys, monkeypatch):
    """With --json each word is an object, also from standard input."""
    monkeypatch.setattr("sys.stdin", StringIO("kanada\nhund\n"))
    words = ("words", "check", "--language", "de", "--json", "-")
    lines = said(capsys, *words, ends=1).splitlines()
    assert list(map(json.loads, lines)) == [
        {
            "word": "KANADA",
            "playable": False,
            "faults": ["word-unknown"],
            "refused": "name",
        },
        {
            "word": "HUND",
            "playable": True,
            "faults": [],
            "level": "easy",
            "source": "lists",
            "forms": [{"lemma": "HUND", "form": "base"}],
        },
    ]


def test_an_inflected_word_is_named_with_its_lemma(capsys):
    """A word may be a form of two."""
    words = ("words", "check", "--language", "de", "bäume")
    assert said(capsys, *words).splitlines()[1:] == [
        "  - Es ist eine Form von BAEUMEN in der Gegenwart.",
        "  - Es ist die Mehrzahl oder ein Fall von BAUM.",
        "  - Es gehört zu den Alltagswörtern.",
    ]


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("", "The word has 0 letters"),
        ("C4T", "These are no letters of the alphabet: 4"),
        ("\ud800AT", "These are no letters of the alphabet: \\ud800"),
        ("GRÜN", "GRUEN is not in the dictionary"),
    ],
)
def test_whatever_is_typed_is_answered(capsys, word, says):
    """Any input is answered as a word, whatever its characters."""
    assert says in said(capsys, "words", "check", "--language", "en", word, ends=1)


def test_the_language_is_the_terminals(capsys, monkeypatch):
    """The words' language is the terminal's unless an option names another."""
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    out = said(capsys, "words", "check", "grün")
    assert out.startswith("GRUEN: spielbar\n")
    words = ("words", "check", "--language", "en", "grün")
    assert "not in the" in said(capsys, *words, ends=1)


def test_a_length_that_no_board_has_is_refused(capsys):
    """A length that no board has is refused with exit code 2."""
    with pytest.raises(SystemExit, match="2"):
        main(["words", "check", "--length", "9", "hobby"])
    assert capsys.readouterr().err.count("\n") == 1


def test_an_owners_letters_count(capsys, tmp_path):
    """A box that builds its E of four wide curves has fewer words."""
    curves = '["blue", "blue", "blue", "blue"]'
    (tmp_path / OWNERS).write_text(f"E = {curves}\n", encoding="utf-8")
    words = ("words", "check", "--language", "en", "--folder", tmp_path, "elope")
    assert said(capsys, *words, ends=1).splitlines()[1:] == [
        "  - It needs 10 pieces (blue wide curve); there are 8.",
        "  - It is a base form.",
        "  - It is in the dictionary; the board does not draw it.",
    ]
    (tmp_path / OWNERS).write_text("E = 4\n", encoding="utf-8")
    assert refusal(capsys, *words).startswith(f"{tmp_path / OWNERS}: letter E: ")


def test_an_installed_boards_letters_count_without_a_folder(
    capsys, tmp_path, monkeypatch
):
    """Without an option the letters are those of this machine's board."""
    monkeypatch.setattr(places, "FOLDER", tmp_path)
    (tmp_path / OWNERS).write_text('S = ["green"]\n', encoding="utf-8")
    said(capsys, "words", "check", "--language", "en", "busses")


# --- packs ---


def packs_in(folder):
    """Return the command that lists the packs of a folder."""
    return ["words", "packs", "--folder", str(folder)]


def test_a_pack_of_a_table_goes_in_and_out_again(capsys, tmp_path):
    """The same bytes come out; a file of the same name replaces it."""
    table, file = tmp_path / "t.csv", tmp_path / "a1.pack.json"
    table.write_text("headword,CEFR\ncat,A1\nhorse,A1\nideal,B2\n", encoding="utf-8")
    make = ["words", "make", str(table), "--from", "cefr-j", "--where", "CEFR=A1"]
    assert main([*make, "--name", "First", "--to", str(file)]) == 0
    said = "column headword: 2 words are playable, 0 are not\n"
    assert capsys.readouterr().err == said
    folder = ["--folder", str(tmp_path / "board")]
    (tmp_path / "board").mkdir()
    for _ in range(2):
        assert main(["words", "import", str(file), *folder]) == 0
        assert capsys.readouterr().out == "en 1: First (2)\n"
    assert main(["words", "export", "-", "--pack", "en/1", *folder]) == 0
    assert capsys.readouterr().out == file.read_text(encoding="utf-8")
    assert main(["words", "export", "-", *folder]) == 0
    assert capsys.readouterr().out == file.read_text(encoding="utf-8")
    assert main(["words", "packs", *folder]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert listed[0] == "en 1: First (2)"
    assert "de tiere: Tiere (90)" in listed


def test_a_long_file_name_gives_a_pack_a_name_that_a_board_takes(capsys, tmp_path):
    """The name of the file is cut to the letters that a pack's name may have."""
    table, file = tmp_path / f"{60 * 'x'}.csv", tmp_path / "made.json"
    table.write_text("cat\n", encoding="utf-8")
    make = ["words", "make", str(table), "--licence", "MIT", "--language", "en"]
    assert main([*make, "--to", str(file)]) == 0
    assert main(["words", "import", str(file), "--folder", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"en 1: {40 * 'x'} (1)\n"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--from", "nosuch"], "argument --from: invalid choice: 'nosuch'"),
        (
            ["--most", "-5"],
            "a whole number from 0 to 2147483647, not '-5'",
        ),
        (["--most", 5000 * "9"], "a whole number from 0 to 2147483647, not"),
    ],
)
def test_an_option_that_has_no_meaning_is_refused(capsys, words, says):
    with pytest.raises(SystemExit) as left:
        main(["words", "make", "t.csv", "--licence", "MIT", *words])
    assert left.value.code == 2
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1


def test_the_known_lists_are_the_choices():
    """`--from` takes the lists that are described, so none is ignored."""
    assert set(KNOWN_LISTS) == set(known_lists())


def test_a_pack_is_made_of_a_spreadsheet_and_each_refused_word_has_its_reason(
    capsys, tmp_path
):
    """The column of the words is found; articles are left out, no heading is a word."""
    file, pack = tmp_path / "list.xlsx", tmp_path / "pack.json"
    rows = [["Klasse", "Wort"], ["4b", "der Hund"], ["4b", "Eis essen"], ["4b", "Bär"]]
    file.write_bytes(excel({"Woche 12": rows}))
    make = ["words", "make", str(file), "--licence", "MIT", "--language", "de"]
    assert main([*make, "--to", str(pack)]) == 0
    assert read_packs(pack.read_text("utf-8"), ["de"])[0].words == ("BAER", "HUND")
    told = capsys.readouterr().err.splitlines()
    assert told[-1] == "Spalte Wort: 2 Wörter sind spielbar, 1 nicht"
    assert told[0].startswith("Eis essen: In einer Zelle stehen mehrere Wörter.")
    assert main([*make, "--column", "1"]) == 2
    assert capsys.readouterr().err.endswith("; es gibt: Klasse, Wort\n")


def test_a_list_from_windows_says_how_it_was_read(capsys, tmp_path):
    """The encoding of a file and its unclosed quote are reported."""
    file = tmp_path / "list.csv"
    file.write_bytes('Wort;Nr\nBär;1\n"Tür;2\n'.encode("cp1252"))
    make = ["words", "make", str(file), "--licence", "MIT", "--language", "de"]
    assert main(make) == 0
    told = capsys.readouterr()
    assert '"TUER"' in told.out
    encoding, quote, _ = told.err.splitlines()
    assert encoding == f"{file}: gelesen als Windows-1252"
    assert quote.startswith(f"{file}:3: ein Anführungszeichen ist nicht geschlossen")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
def test_a_file_of_packs_may_come_from_windows(capsys, tmp_path, encoding):
    """Saved again there, it has a byte order mark, or another encoding."""
    file = tmp_path / "one.json"
    file.write_bytes(write_packs([Pack("", "Größe", "en", ("CAT",))]).encode(encoding))
    assert main(["words", "import", str(file), "--folder", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "en 1: Größe (1)\n"


@pytest.mark.parametrize(
    ("act", "says"),
    [
        (["make", "t.csv", "--from", "kuperman"], "--licence"),
        (["make", "t.csv", "--licence", "MIT", "--where", "A"], "COLUMN=VALUE"),
        (["make", "t.csv", "--licence", "MIT", "--at-most", "A=b"], "no number"),
        (["make", "t.csv", "--licence", "MIT", "--column", "b"], "has: a"),
        (
            ["make", "t.csv", "--licence", "MIT", "--column", "a"],
            "no word can be played",
        ),
        (["make", "t.csv", "--licence", "MIT", "--column", 5000 * "9"], "it has: 1"),
        (["make", "w.csv", "--licence", " "], "--licence"),
        (["make", "w.csv", "--licence", "MIT", "--level", 201 * "x"], "at most 200"),
        (["make", "w.csv", "--licence", "MIT", "--name", 41 * "x"], "1 to 40 letters"),
        (["make", "w.csv", "--licence", "MIT", "--most", "0"], "it has no words"),
        (["make", "nowhere.csv", "--licence", "MIT"], "cannot be read"),
        (["import", "t.csv"], "not a file of word packs"),
        (["import", "spoilt.json"], "checksum"),
        (["export", "-", "--pack", "fr/x"], "en/animals"),
        (["export", "-"], "en/animals"),
        (["export", "no/where.json", "--pack", "animals"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(
    capsys, tmp_path, monkeypatch, act, says
):
    """A wrong command is refused with one line, and no pack is stored."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "t.csv").write_text("a\nx\n", encoding="utf-8")
    (tmp_path / "w.csv").write_text("cat\n", encoding="utf-8")
    pack = Pack("", "First", "en", ("CAT",))
    spoilt = write_packs([pack]).replace("CAT", "DOG")
    (tmp_path / "spoilt.json").write_text(spoilt, encoding="utf-8")
    assert main(["words", *act, "--folder", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert says in told
    assert told.count("\n") == 1
    assert main(["words", "packs", "--folder", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("en sh:")


def test_packs_are_taken_by_a_board_that_is_off_alone(capsys, tmp_path):
    """While it is on its teacher's page does the same."""
    file = tmp_path / "one.json"
    file.write_text(write_packs([Pack("", "First", "en", ("CAT",))]), encoding="utf-8")
    with Journal(tmp_path / "letterzone.db", reserve_bytes=0):
        assert main(["words", "import", str(file), "--folder", str(tmp_path)]) == 2
    assert "teacher's page under Word packs" in capsys.readouterr().err
