"""`letterzone export`: a played game as a file that anybody can play again."""

import hashlib
import hmac
import json
from pathlib import Path

import pytest

from firmware_host.cli import places
from tests.app.live import play_live
from tests.cli.command import EXAMPLES, HEADER, refusal, said, transcript

BOX = EXAMPLES / "box.jsonl"


@pytest.fixture(scope="module")
def journal(tmp_path_factory):
    """A folder whose journal has the game of the box, played through every part."""
    return play_live(BOX, tmp_path_factory.mktemp("journal"))


@pytest.fixture
def exported(journal, capsys):
    """The lines of that game's export."""
    return said(capsys, "export", "--folder", journal).splitlines()


def results(capsys, path):
    """Return the results of rounds and game that `replay --json` prints."""
    told = map(json.loads, said(capsys, "replay", "--json", path).splitlines())
    return [one for one in told if "line" not in one]


def opens(word, round_number, line):
    """Whether the nonce of a secret's line opens its commitment, by our own reckoning.

    Source: docs/transcript.md: HMAC-SHA256(nonce, "ROUND:WORD").
    """
    said_ = f"{round_number}:{word}".encode()
    ours = hmac.new(bytes.fromhex(line["nonce"]), said_, hashlib.sha256).hexdigest()
    return ours == line["commitment"]


def test_a_game_played_live_gives_the_same_results(tmp_path, capsys, exported):
    """Points, guessers and winners, from the pads to the file and back."""
    path = tmp_path / "exported.jsonl"
    path.write_text("\n".join(exported), encoding="utf-8")
    assert results(capsys, path) == results(capsys, BOX)


def test_every_action_is_there_in_its_order(exported):
    """An export has each action as it was typed, except for a secret's added fields."""
    lines = [json.loads(line) for line in exported]
    for line in lines:
        for added in ("override", "nonce", "commitment"):
            line.pop(added, None)
    typed = BOX.read_text(encoding="utf-8").splitlines()
    assert lines == [json.loads(line) for line in typed]


def test_the_promise_of_each_round_is_kept(exported):
    """Each round's commitment matches its word and no other."""
    one, two = (json.loads(line) for line in exported if '"secret"' in line)
    assert opens("HOBBY", 1, one)
    assert opens("PANDA", 2, two)
    assert not opens("PANDA", 1, two)
    assert not opens("HABBY", 1, one)
    assert one["nonce"] != two["nonce"]


def test_a_tidied_export_stays_as_it_is(tmp_path, capsys, exported):
    """Exporting an export gives the same bytes."""
    path = tmp_path / "exported.jsonl"
    path.write_text("\n".join(exported), encoding="utf-8")
    assert said(capsys, "export", path).splitlines() == exported


def test_changed_letters_are_in_the_header(tmp_path, capsys):
    """Changed letters are exported in the header, so a replay uses them."""
    letters = {"N": ["red", "red", "yellow"]}
    lines = [
        HEADER | {"length": 3, "letters": letters},
        {"do": "secret", "by": "Tina", "word": "NET"},
        {"do": "tap", "zone": 2, "kind": "yellow"},
        {"do": "guess", "by": "Lee", "word": "NET"},
    ]
    folder = play_live(transcript(tmp_path, *lines), tmp_path)
    capsys.readouterr()  # what the board said meanwhile
    head, secret, tap, guess = said(capsys, "export", "--folder", folder).splitlines()
    assert json.loads(head) == lines[0]
    path = transcript(tmp_path, head, secret, tap, guess)
    assert '{"line": 3, "answer": "yes"}' in said(capsys, "replay", "--json", path)


def test_a_game_is_asked_for_by_its_number(journal, capsys, exported):
    """A game is exported by its number, by default the last one."""
    assert said(capsys, "export", "--folder", journal, "1").splitlines() == exported
    told = refusal(capsys, "export", "--folder", journal, "7")
    assert told == "there is no game 7; there are: 1"


@pytest.mark.parametrize(
    "game", ["²", "-1", "1.0", "missing.jsonl", 20 * "9", 5000 * "9"]
)
def test_what_is_no_number_is_a_file(journal, capsys, game):
    """A number that SQLite cannot hold is none; the error says what to name."""
    told = refusal(capsys, "export", "--folder", journal, "--", game)
    assert told.startswith(f"{game}: cannot be read")
    assert told.endswith("; name a transcript (JSON Lines, UTF-8)")


def test_a_folder_without_a_game_says_so(tmp_path, capsys):
    """Without a journal the error names the remedy."""
    told = refusal(capsys, "export", "--folder", tmp_path)
    assert "there is no journal yet; play a game, or name its --folder" in told


def test_a_journal_without_a_game_says_so(tmp_path, capsys, monkeypatch):
    """A board that was switched on and off again."""
    from firmware_host.journal.store import Journal  # noqa: PLC0415 - needed here alone

    with Journal(tmp_path / "letterzone.db"):
        pass
    told = refusal(capsys, "export", "--folder", tmp_path)
    assert told.startswith("there is no game 0; there are: none yet")
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    german = refusal(capsys, "export", "--folder", tmp_path)
    assert german == "Spiel 0 gibt es nicht; es gibt: noch keine"


def test_an_installed_board_needs_no_folder(journal, capsys, exported, monkeypatch):
    """Without an option the command reads the journal of this machine's board."""
    monkeypatch.setattr(places, "FOLDER", Path(journal))
    assert said(capsys, "export", "1").splitlines() == exported


def test_a_journal_that_is_none_says_so(tmp_path, capsys):
    """A file that is no journal is refused by its name."""
    (tmp_path / "letterzone.db").write_text("This is a diary.\n" * 500)
    assert "letterzone.db" in refusal(capsys, "export", "--folder", tmp_path)
