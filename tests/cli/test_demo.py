"""`letterzone demo --script`: a transcript played by itself, through every part."""

import json

import pytest

from tests.cli.command import EXAMPLES, HEADER, refusal, said, started, transcript
from tests.judged import judge_lines

GOLDEN = EXAMPLES.parents[1] / "tests" / "golden" / "replay"


def played(path, **environment):
    """Play a script in a process of its own; return its output."""
    done = started("demo", "--script", path, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def sheet(out):
    """Return the scoresheet's rows, in words."""
    return [row.split() for row in out.rpartition("\n\n")[2].splitlines()]


@pytest.fixture(scope="module")
def box():
    return played(EXAMPLES / "box.jsonl")


def test_the_box_ends_with_its_scoresheet(box):
    """The scoresheet of the box example is the one printed in the box."""
    assert sheet(box)[1:] == [
        ["HOBBY", "9", "3", "10", "Tina"],
        ["PANDA", "10", "8", "2", "Lee"],
        ["total", "19", "11", "12"],
    ]


def test_each_answer_is_the_referees(box):
    """Yes and no from the pads, in the order of the transcript."""
    lines = (EXAMPLES / "box.jsonl").read_text(encoding="utf-8").splitlines()
    judged = [one["answer"] for one in judge_lines(lines) if "answer" in one]
    told = [line.strip().rstrip(".").lower() for line in box.splitlines()]
    taps = [answer for answer in judged if answer in ("yes", "no")]
    # The bonus mode is announced in the place of its Yes.
    assert len(taps) - 2 == sum(word in ("yes", "no") for word in told)


def test_it_says_what_the_table_screen_shows(box):
    """The table screen's text is printed after each accepted action."""
    shown = [line for line in box.splitlines() if "The table screen: " in line]
    assert len(shown) == 44
    assert shown[-1].endswith("Tina wins!")


def test_a_german_game_is_told_in_german():
    """The output's language is the transcript's, not the terminal's."""
    out = played(EXAMPLES / "gruen.jsonl", LANG="en_GB.UTF-8")
    assert sheet(out)[1:] == [
        ["GRUEN", "3", "12", "Anna"],
        ["WEISS", "13", "2", "Max"],
        ["Summe", "16", "14"],
    ]
    assert "Der Tischbildschirm: " in out


def test_a_board_makes_the_words_of_its_script():
    """If the board is the maker, its words and pieces are those of the transcript."""
    out = played(GOLDEN / "board.jsonl")
    assert "A word of 4 letters: LION." in out
    assert sheet(out)[1:] == [
        ["LION", "3", "11", "4", "the", "board"],
        ["KING", "3", "0", "8", "the", "board"],
        ["total", "6", "11", "12"],
    ]


@pytest.mark.ci
@pytest.mark.parametrize("name", ["refusals", "coming"])
def test_a_script_ends_as_its_replay_does(name):
    """Refusals, comers, goers, voids and undos: the very same scoresheet."""
    path = GOLDEN / f"{name}.jsonl"
    assert sheet(played(path)) == sheet(started("replay", path).stdout)


#: For each game its example, and the table screen's text once it is over.
GAMES = {
    "codecards": "The table screen: Tina wins!",
    "wqrdles": "The table screen: Lee wins!",
    "wqrdles-race": "Der Tischbildschirm: Mia gewinnt!",
    "keyword": "The table screen: Patrick cracked it!",
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.ci] * (name != "keyword"))
        for name in GAMES
    ],
)
def test_the_simulated_board_plays_each_game_without_a_browser(name, capsys):
    """Through pads, buttons, wire and journal, to its winner and its scoresheet."""
    path = EXAMPLES / f"{name}.jsonl"
    out = played(path, LANG="en_GB.UTF-8")
    assert sheet(out) == sheet(said(capsys, "replay", path))
    assert GAMES[name] in out


def test_german_cards_are_told_in_german(tmp_path, capsys):
    """A German game's table screen and scoresheet are printed in German."""
    header = {"letterzone": 1, "rules": 3, "game": "keyword", "language": "de"}
    lines = [
        header | {"players": ["Anna", "Max"]},
        {"do": "deal", "hands": ["BNNAXZ", "PLANTU"], "row": "AERWTS"},
        {"do": "lay", "by": "Anna", "word": "BANANE", "blue": [0, 1, 0, 0, 0, 2]},
        {"do": "lay", "by": "Max", "word": "PLATTE", "blue": [0, 0, 0, 0, 5, 2]},
        {"do": "end"},
    ]
    path = transcript(tmp_path, *lines)
    out = played(path, LANG="en_GB.UTF-8")
    assert sheet(out) == sheet(said(capsys, "replay", path))
    assert "Der Tischbildschirm: Alle: ein Wort legen" in out
    assert "BANANE" in out


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("wqrdles-cards", "The table screen: Ann wins!"),
        ("codecards-refusals", "Der Tischbildschirm: Tina gewinnt!"),
    ],
)
def test_so_it_plays_the_rest(name, shown, capsys):
    """Query cards, marks by hand, and refusals in German."""
    path = GOLDEN / f"{name}.jsonl"
    out = played(path, LANG="en_GB.UTF-8")
    assert sheet(out) == sheet(said(capsys, "replay", path))
    assert shown in out


@pytest.mark.ci
def test_changed_letters_of_a_script_reach_the_board(tmp_path):
    """The very same answers as in a replay, points and all."""
    letters = {"N": ["red", "red", "yellow"], "T": ["blue"]}
    lines = [
        HEADER | {"length": 3, "letters": letters},
        {"do": "secret", "by": "Tina", "word": "NET"},
        {"do": "tap", "zone": 2, "kind": "yellow"},
        {"do": "tap", "zone": 4, "kind": "blue"},
        {"do": "tap", "zone": 4, "kind": "red"},
        {"do": "guess", "by": "Lee", "word": "NET"},
    ]
    path = transcript(tmp_path, *lines)
    assert sheet(played(path)) == sheet(started("replay", path).stdout)
    assert sheet(played(path))[1] == ["NET", "2", "13", "3", "Tina"]


def test_a_script_that_is_not_understood_is_one_line(tmp_path, capsys):
    """A faulty or missing script is reported with one line."""
    path = transcript(tmp_path, HEADER, {"do": "fly"})
    assert refusal(capsys, "demo", "--script", path).startswith(f'{path}:2: "do" must')
    missing = tmp_path / "missing.jsonl"
    assert "cannot be read" in refusal(capsys, "demo", "--script", missing)


def test_a_folder_that_cannot_be_is_one_line(tmp_path, capsys):
    """A folder that cannot be made is reported with one line."""
    file = tmp_path / "file"
    file.touch()
    told = refusal(capsys, "demo", "--terminal", "--folder", file)
    assert told.startswith(f"{file}: cannot be made")


def test_a_script_leaves_no_journal(tmp_path):
    """Playing a script creates no journal."""
    played(EXAMPLES / "gruen.jsonl", HOME=str(tmp_path), XDG_STATE_HOME="")
    assert list(tmp_path.rglob("*.db")) == []


def test_names_and_settings_of_the_header_reach_the_board(tmp_path):
    """Tokens, first zone and the maker's confirmation are the transcript's."""
    header = HEADER | {"length": 3, "first_zone": {"3": 4}, "guess_tokens": {"Lee": 1}}
    lines = [
        header | {"hand": "confirm"},
        {"do": "secret", "by": "Tina", "word": "CAT"},
        {"do": "tap", "zone": 4, "kind": "blue"},
        {"do": "hand", "kind": "blue"},
        {"do": "tap", "zone": 3, "kind": "blue"},
        {"do": "tap", "zone": 4, "kind": "blue"},
        {"do": "guess", "by": "Lee", "word": "DOG"},
        {"do": "guess", "by": "Lee", "word": "CAT"},
    ]
    out = played(transcript(tmp_path, *lines))
    judged = list(judge_lines([json.dumps(line) for line in lines]))
    for one in judged:
        assert one.get("why", "") in out
    assert [one.get("refused") for one in judged] == [
        *(None, "no-piece", None, "outside-word", None, None, "out-of-round")
    ]
