"""A transcript explained: by line and by player, in both languages, and quickly."""

import json
from pathlib import Path

import pytest

from firmware_host.app.archive.replay import (
    analyse,
    as_json,
    lines,
    player_sums,
    replay,
)
from firmware_host.cli.main import main

BOX = Path("docs/examples/box.jsonl")


def read(path=BOX, **changed):
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    return replay([json.dumps(json.loads(head) | changed), *lines], str(path))


def test_every_tap_and_guess_of_the_boxs_rounds_is_explained():
    """Two rounds; each tap and each guess has its line and its player."""
    done = read()
    rounds = list(analyse(done))
    assert [one.result.word for one in rounds] == ["HOBBY", "PANDA"]
    lines = [one for one in as_json(done) if "line" in one]
    acted = [json.loads(line) for line in BOX.read_text().splitlines()]
    explained = {one["line"] for one in lines}
    for number, line in enumerate(acted, 1):
        if line.get("do") in ("tap", "guess"):
            assert number in explained
    assert all(one["skill"] <= 0 for one in lines)
    assert lines[-1]["left"] == 1


def test_points_given_away_are_added_up_by_player():
    """Each round's sums are those of its moves."""
    for one in analyse(read()):
        for seat, of in player_sums(one.moves).items():
            mine = [move.insight for move in one.moves if move.insight.by == seat]
            assert of.moves == len(mine)
            assert of.skill == pytest.approx(sum(each.skill for each in mine))


def test_it_is_told_in_the_transcripts_language():
    """English and German have the same lines, in other words."""
    english = list(lines(read()))
    german = list(
        lines(replay(Path("docs/examples/gruen.jsonl").read_text().splitlines(), "x"))
    )
    assert any("words said Yes" in line for line in english)
    assert any("Wörter" in line for line in german)


def test_what_was_taken_back_has_not_happened():
    """A tap that is undone is not explained, and not counted."""
    head, *lines = BOX.read_text(encoding="utf-8").splitlines()
    first = next(at for at, line in enumerate(lines) if '"tap"' in line)
    undone = [*lines[: first + 1], '{"do": "undo"}', *lines[first:]]
    once = [one.moves for one in analyse(replay([head, *lines], "x"))]
    twice = [one.moves for one in analyse(replay([head, *undone], "x"))]
    assert [len(moves) for moves in once] == [len(moves) for moves in twice]
    assert player_sums(once[0]) == player_sums(twice[0])


def test_where_no_round_is_finished_a_sentence_says_so():
    """Without a finished round the analysis is one line that says so."""
    read_lines = BOX.read_text(encoding="utf-8").splitlines()[:2]
    assert len(list(lines(replay(read_lines, "x")))) == 1


def test_the_command_prints_both_forms(capsys):
    """`letterzone analyse` prints text, with --json one object a line."""
    assert main(["analyse", str(BOX)]) == 0
    assert "HOBBY" in capsys.readouterr().out
    assert main(["analyse", str(BOX), "--json"]) == 0
    objects = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert objects[-1]["players"]


def test_a_torn_file_ends_with_one_line(capsys, tmp_path):
    """A truncated transcript gives exit code 2 and one line on stderr."""
    torn = tmp_path / "torn.jsonl"
    torn.write_text(BOX.read_text()[:500])
    assert main(["analyse", str(torn)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
