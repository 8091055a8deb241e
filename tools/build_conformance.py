"""
Choose the conformance set of transcripts, and write the table of answers from it.

    tools/build_conformance.py --write    play games by chance, and choose the set
    tools/build_conformance.py --check    fail if --write would change set or table

docs/conformance/ has a file for each game, a JSON object a line: `name`, `transcript`,
and `says`, the output of `letterzone replay --json` without sentences. First come the
pairs of refusals that can meet, of tests/referee/pairs.py. The others are the shortest
transcripts that show each kind of line, answer and refusal, and each choice of a
header; lines behind the last one that shows something new are left out.

The table stands in docs/transcript.md: by line the answers and refusals in the set.
"""

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from firmware_host.app.content.languages import load_language  # noqa: E402 - needs the path above
from firmware_host.errors import TranscriptError  # noqa: E402 - as above
from tests.judged import judge_lines  # noqa: E402 - as above
from tests.referee import codecards, keyword, random_game, wqrdles  # noqa: E402 - as above
from tests.referee.pairs import HEADERS, PAIRS, SINGLES  # noqa: E402 - as above

FOLDER, PAGE = ROOT / "docs" / "conformance", ROOT / "docs" / "transcript.md"
EXAMPLES = ROOT / "docs" / "examples"

Line = dict[str, Any]
Case = dict[str, Any]

#: The number of transcripts of each game, and of the random games to choose from.
EACH, PLAYED = 50, 60

#: The functions that play random games, by game.
PLAY: dict[str, Callable[[int], list[Line]]] = {
    "decipher": random_game.random_transcript,
    "codecards": codecards.play,
    "wqrdles": wqrdles.play,
    "keyword": keyword.play,
}

#: Refusals that depend on the board's own word lists.
BY_LISTS = {"word-unknown", "not-on-card", "known-unused"} | {
    *("hint-early", "hint-none", "hint-no-words")
}

#: Header keys whose values are names, or of which there may be any number.
_FREE = ("players", "letterzone", "game", "bots", "began", "day")


def judged(lines: list[Line]) -> list[Line]:
    """Return the output of a replay without its sentences."""
    said = judge_lines([json.dumps(one, ensure_ascii=False) for one in lines])
    return [{k: v for k, v in one.items() if k != "why"} for one in said]


def vouched(lines: list[Line], said: list[Line]) -> list[Line]:
    """Return lines that need no dictionary: the header has the accepted words."""
    accepted = {one["line"] for one in said if "answer" in one}
    game, out = lines[0]["game"], list[Line]()
    for at, line in enumerate(lines, 1):
        more: Line = {}
        if at in accepted and line["do"] == "secret":
            more = {"override": True}
        elif at in accepted and game == "wqrdles" and line["do"] == "query":
            more = {"drawn": True}
        elif at in accepted and game == "keyword" and line["do"] == "lay":
            known = line["word"] in load_language(lines[0]["language"]).wide
            more = {"known": line.get("known", known)}
        out.append({**line, **more})
    return out


def shown(lines: list[Line], said: list[Line]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield each feature that a transcript shows, with the line that shows it."""
    header, at = lines[0], 1
    for key, value in header.items():
        if key not in _FREE:
            yield 1, ("header", key, json.dumps(value, sort_keys=True))
    yield 1, ("players", str(len(header["players"])))
    for one in said:
        at = one.get("line", at)
        if "line" in one:
            keys = sorted(one.keys() - {"line", "answer", "refused"})
            came = one.get("answer") or f"refused {one['refused']}"
            line = lines[at - 1]
            yield at, (line["do"], came, *keys)
            yield at, (line["do"], "keys", *sorted(line.keys() - {"nonce"}))
        else:
            found = "nobody" if one.get("guessed_by", "") is None else "somebody"
            kind = "round" if "round" in one else "end"
            winners = str(len(one.get("winners", ())))
            yield at, (kind, found, winners, lines[at - 1]["do"])


def case_of(name: str, lines: list[Line]) -> Case | None:
    """Return the test case of a transcript; None if no replay gives its results."""
    try:
        said = judged(lines)
        whole = vouched(lines, said)
        said_again = judged(whole)
    except TranscriptError:
        return None
    if said_again != said:
        return None
    lists = any(one.get("refused") in BY_LISTS for one in said)
    return {
        "name": name,
        **({"lists": True} if lists else {}),
        "transcript": whole,
        "says": said,
    }


def cut(case: Case, known: set[tuple[str, ...]]) -> Case:
    """Return a test case up to the last line that shows a new feature."""
    lines, said = case["transcript"], case["says"]
    last = max(2, *(at for at, what in shown(lines, said) if what not in known))
    end = next(
        (i for i, one in enumerate(said) if one.get("line", 0) > last), len(said)
    )
    return {**case, "transcript": lines[:last], "says": said[:end]}


def chosen(game: str) -> list[Case]:
    """Return the cases of a game: first those that show most in the fewest bytes."""
    left = [
        ({what for _, what in shown(one["transcript"], one["says"])}, _size(one), one)
        for one in (*_examples(game), *_by_chance(game))
    ]
    known, found = set[tuple[str, ...]](), list[Case]()
    for case in _by_hand(game):
        known |= {what for _, what in shown(case["transcript"], case["says"])}
        found.append(case)
    while left and len(found) < EACH:
        best = max(left, key=lambda of: (len(of[0] - known) / of[1], -of[1]))
        left.remove(best)
        case = cut(best[2], known) if best[0] - known else best[2]
        known |= best[0]
        found.append(case)
    return sorted(found, key=lambda case: (len(case["transcript"]), case["name"]))


def _size(case: Case) -> int:
    return len(json.dumps(case))


def _by_hand(game: str) -> Iterator[Case]:
    """Yield the handwritten test cases of a game, with the results of the referee."""
    lines = {name: one for name, (one, _, _) in PAIRS.items()} | SINGLES | HEADERS
    for name, transcript in lines.items():
        if transcript[0]["game"] == game:
            said = judged(transcript)
            lists = any(one.get("refused") in BY_LISTS for one in said)
            marked = {"lists": True} if lists else {}
            yield {"name": name, **marked, "transcript": transcript, "says": said}


def _examples(game: str) -> Iterator[Case]:
    for path in sorted(EXAMPLES.glob("*.jsonl")):
        lines = [json.loads(one) for one in path.read_text("utf-8").splitlines()]
        if lines[0].get("game") == game:
            case = case_of(path.stem, lines)
            if case is not None:
                yield case


def _by_chance(game: str) -> Iterator[Case]:
    for seed in range(PLAYED):
        case = case_of(f"{game}-{seed}", PLAY[game](seed))
        if case is not None:
            yield case


# --- the table ----------------------------------------------------------------------

BEGIN, END = "<!-- answers: tools/build_conformance.py -->", "<!-- end of answers -->"


def read(game: str) -> list[Case]:
    """Return the test cases of a game that are in the repository."""
    return _cases((FOLDER / f"{game}.jsonl").read_text("utf-8"))


def _cases(text: str) -> list[Case]:
    return [json.loads(line) for line in text.splitlines()]


def table(sets: dict[str, list[Case]]) -> str:
    """Return the table of answers by line."""
    rows = ["| game | line | answers | refused |", "|---|---|---|---|"]
    for game, cases in sets.items():
        answers, refused = _answers(cases)
        for do in sorted(answers.keys() | refused.keys()):
            told = ", ".join(sorted(answers[do])) or "never"
            codes = " ".join(f"`{one}`" for one in sorted(refused[do]))
            rows.append(f"| {game} | `{do}` | {told} | {codes} |")
    return "\n".join(rows)


def _answers(cases: Iterable[Case]) -> tuple[dict[str, set[str]], dict[str, set[str]]]:
    answers, refused = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for case in cases:
        for one in case["says"]:
            if "line" not in one:
                continue
            do = case["transcript"][one["line"] - 1]["do"]
            if "refused" in one:
                refused[do].add(one["refused"])
                continue
            keys = sorted(one.keys() - {"line", "answer"})
            more = f" with {', '.join(f'`{key}`' for key in keys)}" if keys else ""
            answers[do].add(f"`{one['answer']}`{more}")
    return answers, refused


def with_table(page: str, text: str) -> str:
    """Return the page with the table between its marks."""
    form = f"{re.escape(BEGIN)}.*?{re.escape(END)}"
    return re.sub(form, lambda _: f"{BEGIN}\n{text}\n{END}", page, flags=re.DOTALL)


def main() -> int:
    """Choose and write the set, or check it; return 1 if the table is out of date."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--write", action="store_true")
    given.add_argument("--check", action="store_true")
    wanted = given.parse_args()
    made = {FOLDER / f"{game}.jsonl": written(chosen(game)) for game in PLAY}
    sets = {game: _cases(made[FOLDER / f"{game}.jsonl"]) for game in PLAY}
    made[PAGE] = with_table(PAGE.read_text("utf-8"), table(sets))
    stale = 0
    for path, text in made.items():
        if path.exists() and path.read_text("utf-8") == text:
            continue
        if wanted.write:
            FOLDER.mkdir(exist_ok=True)
            path.write_text(text, "utf-8")
        else:
            print(f"{path.relative_to(ROOT)} is not up to date; run this with --write")
            stale = 1
    return stale


def written(cases: Iterable[Case]) -> str:
    """Return the test cases as JSON lines, the content of a conformance file."""
    return "".join(f"{json.dumps(case, ensure_ascii=False)}\n" for case in cases)


if __name__ == "__main__":
    sys.exit(main())
