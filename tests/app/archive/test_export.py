"""An export is the game: played again it gives the same, and exports the same."""

import json

import pytest

from firmware_host.app.archive.export import export_replay, transcript
from firmware_host.app.archive.replay import judge, read_file, replay
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Kind, Zone
from firmware_host.games.game import Check
from tests.cli.command import EXAMPLES, HEADER
from tests.referee.random_game import random_transcript

SECRET = {"do": "secret", "by": "Tina", "word": "HOBBY"}
GUESS = {"do": "guess", "by": "Lee", "word": "HOBBY"}
END = {"do": "end"}


def lines_of(*items):
    return [json.dumps(item, ensure_ascii=False) for item in items]


def exported(lines):
    return list(export_replay(replay(lines, "exported")))


def shown(lines):
    """Return the exported actions without the `override` that the export adds."""
    items = [json.loads(line) for line in exported(lines)[1:]]
    return [{k: v for k, v in item.items() if k != "override"} for item in items]


def ends(lines):
    """Return the results of rounds and game in a transcript."""
    return [told for told in judge(replay(lines, "ends")) if "line" not in told]


def lost(lines):
    """Return what an export of *lines* changed: results, bytes, or a refused line."""
    once = exported(lines)
    twice = replay(once, "once")
    refused = [one for one in twice.played if isinstance(one.outcome, Refused)]
    wrong = ["refused"] if refused else []
    wrong += ["results"] if ends(lines) != ends(once) else []
    return wrong + (["bytes"] if list(export_replay(twice)) != once else [])


@pytest.mark.parametrize(
    "name",
    [
        *("box.jsonl", "gruen.jsonl", "codecards.jsonl", "keyword.jsonl"),
        "keyword-cards.jsonl",
        *("wqrdles.jsonl", "wqrdles-race.jsonl", "wqrdles-cards.jsonl"),
    ],
)
def test_the_examples_come_back(name):
    assert lost(read_file(str(EXAMPLES / name))[0]) == []


def lost_by_chance(seeds):
    """Return the random games that an export changes, with the changes."""
    games = {seed: lines_of(*random_transcript(seed)) for seed in seeds}
    return {seed: what for seed, game in games.items() if (what := lost(game))}


def test_games_by_chance_come_back():
    """Random games with undos, voids, joins and own letters survive an export."""
    assert lost_by_chance(range(40)) == {}


@pytest.mark.long
def test_thousands_of_games_by_chance_come_back():
    assert lost_by_chance(range(40, 3000)) == {}


def test_a_lost_line_is_found(monkeypatch):
    """The check above fails for an export that forgets one action."""
    lines = read_file(str(EXAMPLES / "box.jsonl"))[0]
    del lines[17]  # Ben's wrong guess
    honest = replay(lines, "forgetful")
    monkeypatch.setattr("tests.app.archive.test_export.exported", lambda _: lines[:-1])
    assert lost(list(export_replay(honest))) == ["results", "bytes"]


def test_refusals_are_left_out():
    """An export leaves out refused actions, which changed nothing."""
    lines = lines_of(HEADER, GUESS, SECRET, {"do": "pass"}, GUESS, END)
    assert shown(lines) == [SECRET, GUESS, END]


def test_a_word_is_written_folded_and_past_the_dictionary():
    """An export has folded words with `override`, so that other boards accept them."""
    lines = lines_of(HEADER, SECRET | {"word": "hobby"}, GUESS)
    assert json.loads(exported(lines)[1]) == SECRET | {"override": True}


def test_a_guess_that_was_called_out_stays_without_its_word():
    """A spoken guess is exported without its word, which is not stored."""
    aloud = {"do": "guess", "by": "Ben", "word": "", "spoken": True}
    lines = lines_of(HEADER, SECRET, aloud, GUESS, END)
    assert aloud in shown(lines)
    assert lost(lines) == []


def test_an_unfinished_round_is_left_out_but_for_who_sat_down():
    """Of an unfinished round only the joins are exported, as the totals have them."""
    join, tap = {"do": "join", "by": "Eve"}, {"do": "tap", "zone": 1, "kind": "red"}
    lines = lines_of(HEADER, SECRET, tap, join, tap)
    assert shown(lines) == [join]
    assert shown([*lines, *lines_of(END)]) == [join, END]
    assert ends(lines_of(HEADER, *shown([*lines, *lines_of(END)]))) == ends(
        [*lines, *lines_of(END)]
    )


def test_who_took_the_seat_of_somebody_in_an_unfinished_round_sat_down():
    """The export keeps the leave before a join, without which there is no free seat."""
    header = HEADER | {"players": ["Tina", "Lee", "Ann"]}
    come = [{"do": "join", "by": name} for name in ("Eve", "Fay")]
    go = [{"do": "leave", "by": name} for name in ("Ann", "Eve")]
    lines = lines_of(header, SECRET, go[0], {"do": "undo"}, come[0], go[1], come[1])
    assert shown(lines) == [come[0], go[1], come[1]]
    assert shown(lines[:-1]) == [come[0]]
    assert lost(lines) == []


def test_a_round_that_is_called_off_stays():
    """A voided round is exported, even if it ends the game."""
    header = HEADER | {"players": ["Tina", "Lee"]}
    off = [SECRET, {"do": "leave", "by": "Tina"}, {"do": "void"}]
    lines = lines_of(header, *off)
    assert shown(lines) == off
    assert lost(lines) == []
    assert "totals" in ends(lines)[-1]


def test_every_setting_of_the_header_comes_back():
    """Every header setting survives an export, and default values are left out."""
    full = HEADER | {
        "players": ["Tina"],
        "length": 3,
        "maker": "board",
        "rounds": 2,
        "first_zone": {"3": 4},
        "guess_tokens": {"Tina": 5},
        "hand": "confirm",
        "letters": {"N": ["red", "red", "yellow"]},
        "began": "2026-11-25T18:30Z",
    }
    assert json.loads(exported(lines_of(full))[0]) == full
    each = HEADER | {"guess_tokens": 5}
    assert json.loads(exported(lines_of(each))[0]) == each
    assert json.loads(exported(lines_of(HEADER | {"guess_tokens": 3}))[0]) == HEADER


def test_a_correction_says_that_somebody_looked_and_not_at_which_pieces():
    """A transcript knows no piece by its number."""
    done = replay(lines_of(HEADER, SECRET, {"do": "check"}, GUESS, END), "looked")
    seen = Check(((Kind.LONG_STICK, 7, Zone(1)),))
    accepted = [
        (seen if isinstance(one.action, Check) else one.action, one.outcome)
        for one in done.played
    ]
    lines = list(transcript(done.head, done.engine, done.names, accepted))
    assert json.loads(lines[2]) == {"do": "check"}
    assert lost(lines) == []
