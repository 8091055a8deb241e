"""`letterzone replay`, `analyse`, `play`: a whole file is understood, or nothing."""

import json

import pytest

from tests.cli.command import EXAMPLES, HEADER, refusal, said, started, transcript
from tests.session.bots.seekers import GAMES_HERE

SECRET = {"do": "secret", "by": "Tina", "word": "HOBBY"}

#: For each fault: the file's lines, the line number, and the reported text.
BAD = {
    "not JSON": ([HEADER, "hello"], 2, "this is not JSON"),
    "not JSON at once": (["hello"], 1, "this is not JSON"),
    "half a line": ([HEADER, '{"do": "ask"'], 2, "this is not JSON"),
    "no object": ([HEADER, "[]"], 2, "a line must be an object"),
    "a word": ([HEADER, '"ask"'], 2, "a line must be an object"),
    "twin keys": ([HEADER, '{"do": "ask", "do": "ask"}'], 2, "a key stands twice"),
    "NaN": ([HEADER, '{"do": "tap", "zone": NaN, "kind": "red"}'], 2, "NaN"),
    "infinity": ([HEADER, '{"do": "tap", "zone": 1e999, "kind": "red"}'], 2, "1 to 6"),
    "thousands of brackets": ([HEADER, "[" * 100_000], 2, "nested too deep"),
    "thousands of braces": ([HEADER, '{"do":' * 100_000], 2, "nested too deep"),
    "thousands of digits": ([HEADER, '{"do": ' + "9" * 5000 + "}"], 2, "digits"),
    "no header": ([{"do": "ask"}], 1, "the header needs 'game'"),
    "half a header": ([{"letterzone": 1}], 1, "the header needs 'game'"),
    "two headers": ([HEADER, HEADER], 2, '"do" must be one of'),
    "a later version": ([HEADER | {"letterzone": 2}], 1, "letterzone must be 1"),
    "newer rules": ([HEADER | {"rules": 4}], 1, "a newer program plays newer rules"),
    "no rules at all": ([HEADER | {"rules": 0}], 1, "rules must be 1 to 3"),
    "a true version": ([HEADER | {"letterzone": True}], 1, "letterzone must be 1"),
    "an unknown game": ([HEADER | {"game": "chess"}], 1, 'no game is called "chess"'),
    "an unknown language": ([HEADER | {"language": "fr"}], 1, "there are: en, de"),
    "a path": ([HEADER | {"language": "../en"}], 1, "there are: en, de"),
    "an unknown key": ([HEADER | {"colour": "red"}], 1, "the header has no 'colour'"),
    "one player": ([HEADER | {"players": ["Tina"]}], 1, "2 to 4 players"),
    "five players": ([HEADER | {"players": list("ABCDE")}], 1, "2 to 4 players"),
    "twin players": ([HEADER | {"players": ["Ann", "Ann"]}], 1, "different names"),
    "a board": ([HEADER | {"players": ["Ann", "board"]}], 1, 'none of them "board"'),
    "seven zones": ([HEADER | {"length": 7}], 1, "length must be 3 to 6"),
    "half zones": ([HEADER | {"length": 5.0}], 1, "length must be 3 to 6"),
    "no room": ([HEADER | {"first_zone": 3}], 1, "leave room for 5 zones"),
    "no tokens": ([HEADER | {"guess_tokens": 0}], 1, "a player with 1 to 9"),
    "a stranger's": ([HEADER | {"guess_tokens": {"Zoe": 1}}], 1, "'Zoe' must be"),
    "rounds of people": ([HEADER | {"rounds": 2}], 1, "rounds are only counted"),
    "a bad letter": ([HEADER | {"letters": {"E": "red"}}], 1, "letter E"),
    "no letter": ([HEADER | {"letters": {"1": ["red"]}}], 1, "is no letter"),
    "an unknown do": ([HEADER, SECRET, {"do": "fly"}], 3, '"do" must be one of'),
    "a list to do": ([HEADER, {"do": ["ask"]}], 2, '"do" must be one of'),
    "nothing to do": ([HEADER, {}], 2, '"do" must be one of'),
    "a key too many": ([HEADER, {"do": "ask", "by": "Lee"}], 2, "has no 'by'"),
    "a key too few": ([HEADER, {"do": "guess", "by": "Lee"}], 2, "needs 'word'"),
    "an unknown name": ([HEADER, {"do": "retire", "by": "Eve"}], 2, 'called "Eve"'),
    "a number's name": ([HEADER, {"do": "retire", "by": 1}], 2, "nobody here"),
    "the board guesses": ([HEADER, {"do": "retire", "by": "board"}], 2, "nobody here"),
    "an unknown kind": ([HEADER, {"do": "hand", "kind": "pink"}], 2, "red, yellow"),
    "zone 0": ([HEADER, {"do": "tap", "zone": 0, "kind": "red"}], 2, "zone must be"),
    "zone 7": ([HEADER, {"do": "tap", "zone": 7, "kind": "red"}], 2, "zone must be"),
    "zone yes": ([HEADER, {"do": "tap", "zone": True, "kind": "red"}], 2, "1 to 6"),
    "a word of 101": ([HEADER, SECRET | {"word": "A" * 101}], 2, "word must be"),
    "no word": ([HEADER, SECRET | {"word": None}], 2, "word must be a word, not null"),
    "5000 digits": ([HEADER, '{"zone": ' + 5000 * "9" + "}"], 2, "at most 100 digits"),
    "half a nonce": ([HEADER, SECRET | {"nonce": "ab"}], 2, "64 hex digits"),
}


@pytest.mark.parametrize(("lines", "line", "says"), BAD.values(), ids=BAD)
def test_a_file_that_is_not_understood_is_one_line(tmp_path, capsys, lines, line, says):
    """A faulty file is reported with its name and line, without other output."""
    path = transcript(tmp_path, *lines)
    told = refusal(capsys, "replay", path)
    assert told.startswith(f"{path}:{line}: ")
    assert says in told
    assert refusal(capsys, "replay", "--json", path) == told


OLDER = {"en": "made by an older program", "de": "von einem älteren Programm"}


@pytest.mark.ci
@pytest.mark.parametrize(
    ("language", "says"),
    [("en", OLDER["en"]), pytest.param("de", OLDER["de"], marks=pytest.mark.long)],
)
def test_a_file_of_older_rules_is_answered_by_those_of_today(tmp_path, language, says):
    """A file of older rules gives the same output, with one line on standard error."""
    today = HEADER | {"language": language}
    older = {key: value for key, value in today.items() if key != "rules"}
    for words in (("replay",), ("replay", "--json"), ("export",)):
        answered = started(*words, transcript(tmp_path, today, SECRET))
        for head in (older, older | {"rules": 1}):
            path = transcript(tmp_path, head, SECRET)
            done = started(*words, path)
            assert (done.returncode, done.stdout) == (0, answered.stdout)
            assert done.stderr.startswith(f"{path}: ")
            assert says in done.stderr
            assert done.stderr.count("\n") == 1
        assert answered.stderr == ""


def test_a_file_that_cannot_be_read_is_one_line(tmp_path, capsys):
    """A missing, empty or binary file or a folder is reported with one line."""
    empty, bytes_ = tmp_path / "empty.jsonl", tmp_path / "bytes.jsonl"
    empty.touch()
    bytes_.write_bytes(json.dumps(HEADER).encode() + b"\n\x81\n")
    missing = tmp_path / "missing.jsonl"

    remedy = "; name a transcript (JSON Lines, UTF-8)"
    for path, says in (
        (missing, ": cannot be read: No such file or directory" + remedy),
        (tmp_path, ": cannot be read: Is a directory" + remedy),
        (bytes_, ":2: this is no text" + remedy),
    ):
        assert refusal(capsys, "replay", path) == f"{path}{says}"
    assert refusal(capsys, "replay", empty).startswith(f"{empty}:1: the file is empty")


def test_the_last_line_is_checked_before_the_first_is_printed():
    """A fault in the last line is reported before any output is printed."""
    lines = (EXAMPLES / "box.jsonl").read_text(encoding="utf-8")
    for how in ((), ("--json",)):
        done = started("replay", *how, "-", stdin=lines + '{"do": "fly"}\n')
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith("-:46: ")
        assert done.stderr.count("\n") == 1


def test_standard_input_is_read_as_a_file_is():
    """Standard input is read like a file, with or without a byte order mark."""
    lines = (EXAMPLES / "gruen.jsonl").read_text(encoding="utf-8")
    plain = started("replay", EXAMPLES / "gruen.jsonl")
    for text in (lines, "\ufeff" + lines):
        assert started("replay", "-", stdin=text).stdout == plain.stdout


def test_a_refusal_is_no_fault_of_the_file(tmp_path, capsys):
    """A refusal is printed with its reason, and the exit code is 0."""
    path = transcript(tmp_path, HEADER, {"do": "tap", "zone": 1, "kind": "red"})
    (told,) = map(json.loads, said(capsys, "replay", "--json", path).splitlines())
    assert told == {"line": 2, "refused": "no-round", "why": "No word is set yet."}


def test_half_a_letter_stops_nothing(tmp_path, capsys):
    """A lone surrogate is JSON, but no letter and no UTF-8."""
    path = transcript(tmp_path, HEADER, SECRET | {"word": "\ud800OBBY"})
    (told,) = map(json.loads, said(capsys, "replay", "--json", path).splitlines())
    assert told["refused"] == "word-letters"
    assert told["why"].endswith(": \ud800")


def test_empty_lines_count_but_say_nothing(tmp_path, capsys):
    """A person may leave some; line numbers are an editor's."""
    path = transcript(tmp_path, HEADER, "", SECRET, "  ")
    (told,) = map(json.loads, said(capsys, "replay", "--json", path).splitlines())
    assert told == {"line": 3, "answer": "ok"}


def test_it_reads_a_game_aloud(capsys):
    """Each line is printed with its number and result, and then the scoresheet."""
    told = said(capsys, "replay", EXAMPLES / "box.jsonl").splitlines()
    assert told[:2] == ["   2  Tina makes a word.", "      A word of 5 letters: HOBBY."]
    assert told[-4:] == [
        "word   Tina  Lee  Ben   maker",
        "HOBBY     9    3   10   Tina",
        "PANDA    10    8    2   Lee",
        "total    19   11   12",
    ]


def test_bots_play_a_game_that_replay_understands(capsys, monkeypatch, tmp_path):
    """
    `play --json` prints a transcript whose replay equals `play`.

    A seed is one game.
    """
    monkeypatch.setattr("firmware_host.cli.archive.find", GAMES_HERE.__getitem__)
    monkeypatch.setattr(
        "firmware_host.app.archive.replay.known_games", lambda: GAMES_HERE
    )
    told = said(capsys, "play", "--bots", "2", "--seed", "5", "--language", "en")
    assert "Bot Fox" in told

    lines = said(
        capsys, "play", "--bots", "2", "--seed", "5", "--language", "en", "--json"
    )
    file = tmp_path / "bots.jsonl"
    file.write_text(lines, encoding="utf-8")
    assert said(capsys, "replay", file) == told


def test_a_game_without_bots_is_not_played(capsys):
    """A game without bots is refused with one line."""
    assert refusal(capsys, "play", "--game", "codecards") == ("codecards has no bots")
