"""
Replayed transcripts give the exact recorded answers.

`tests/golden/replay` has the output of `letterzone replay --json` for each transcript.
A person has read each file. After an intended change write them with `python -m
tests.app.archive.test_replay`.
"""

import json
from pathlib import Path

import pytest

from firmware_host.app.archive.replay import read_file
from firmware_host.errors import TranscriptError
from tests.cli.command import EXAMPLES, HEADER, transcript
from tests.judged import judge_lines

GOLDEN = Path(__file__).parents[2] / "golden" / "replay"
GAMES = {path.stem: path for path in sorted(GOLDEN.glob("*.jsonl"))}

#: Refusals that no transcript can have: they are about pieces, pads and journals.
ONLY_AT_A_TABLE = {
    *("again", "piece-laid", "unclear", "unknown-tag", "no-pile"),
    *("check-count", "no-such-place", "keyword-blue"),
}


def printed(path):
    """Return the output of `replay --json` for the transcript at *path*."""
    told = judge_lines(*read_file(str(path)))
    return "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in told)


def golden(path):
    return path.with_suffix(".json")


@pytest.mark.parametrize("path", GAMES.values(), ids=GAMES)
def test_a_replay_says_what_it_always_said(path):
    """The output of each replay equals the stored one."""
    assert printed(path) == golden(path).read_text(encoding="utf-8")


def test_the_examples_of_the_manual_are_among_them():
    for name in (
        *(
            "box.jsonl",
            "gruen.jsonl",
            "hints.jsonl",
            "codecards.jsonl",
            "keyword.jsonl",
        ),
        "keyword-cards.jsonl",
        "codecards-dealt.jsonl",
        *("wqrdles.jsonl", "wqrdles-race.jsonl", "wqrdles-cards.jsonl"),
    ):
        assert (GOLDEN / name).read_bytes() == (EXAMPLES / name).read_bytes()


def test_another_game_says_something_else():
    """The comparison above fails where one guess is missing."""
    lines = (GOLDEN / "box.jsonl").read_text(encoding="utf-8").splitlines()
    del lines[17]
    told = "".join(json.dumps(one) + "\n" for one in judge_lines(lines))
    assert told != golden(GOLDEN / "box.jsonl").read_text(encoding="utf-8")


def test_every_refusal_of_the_manual_is_among_them():
    """The transcripts have every refusal of the manual that needs no table."""
    manual = (EXAMPLES.parent / "transcript.md").read_text(encoding="utf-8")
    table = manual.partition("## Refusals")[2].splitlines()
    cells = [row.split("|")[1] for row in table if row.startswith("| `")]
    codes = {code for cell in cells for code in cell.replace("`", "").split()}
    seen = {
        json.loads(line).get("refused")
        for path in GAMES.values()
        for line in golden(path).read_text(encoding="utf-8").splitlines()
    }
    assert codes - seen == ONLY_AT_A_TABLE


def test_a_reason_has_no_hole_in_it():
    """Each reason is a complete sentence in either language, without placeholders."""
    for path in GAMES.values():
        for line in golden(path).read_text(encoding="utf-8").splitlines():
            why = json.loads(line).get("why", "A sentence.")
            assert why[0].isupper()
            assert why.endswith((".", "!")) or ": " in why
            assert "{" not in why


def test_who_was_refused_a_seat_has_none(tmp_path):
    """A player who is refused a seat has none, and the next player can have it."""
    header = {**HEADER, "players": list("ABCD")}
    lines = [header, *({"do": "join", "by": by} for by in ("Gus", "Hal"))]
    lines[2:2] = [{"do": "leave", "by": "D"}]
    lines += [{"do": "retire", "by": "Gus"}, {"do": "end"}]
    told = list(judge_lines(*read_file(transcript(tmp_path, *lines))))
    answers = [one.get("answer", one.get("refused")) for one in told[:-1]]
    assert answers == ["no-seat", "ok", "ok", "no-round", "ok"]
    assert list(told[-1]["totals"]) == ["A", "B", "C", "D", "Hal"]


def test_judging_lines_names_them_where_they_have_no_file():
    """A caller with lines alone gets a dash for a name."""
    with pytest.raises(TranscriptError, match=r"^-:1: this is not JSON"):
        list(judge_lines(["?"]))


if __name__ == "__main__":
    for game in GAMES.values():
        golden(game).write_text(printed(game), encoding="utf-8")
