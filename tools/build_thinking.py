"""
Write the annotated game of docs/thinking.md, in both languages.

    PYTHONPATH=. python tools/build_thinking.py --write | --check

Only the text between ``<!-- game -->`` and ``<!-- /game -->`` is generated.
"""

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from firmware_host.app.archive.replay import (
    Analysed,
    ExplainedMove,
    ReplayedGame,
    action_message,
    analyse,
    player_sums,
    replay,
)
from firmware_host.app.content.languages import load_texts
from firmware_host.board.messages import Message, say
from firmware_host.languages import CODES, FIRST, decimal

ROOT = Path(__file__).resolve().parent.parent
GAME = ROOT / "docs" / "examples" / "box.jsonl"

#: The index of the round that is explained.
ROUND = 0


def page(code: str) -> Path:
    """Return the path of the page in a language."""
    return ROOT / "docs" / ("thinking.md" if code == FIRST else f"thinking.{code}.md")


def rows(done: ReplayedGame, told: Analysed, code: str) -> Iterator[str]:
    """Yield the table rows of a round: the move, the words left, its value."""
    texts = load_texts(code)

    def words(message: Message) -> str:
        return texts.say(message, "page")

    def points(value: float) -> str:
        tenth = round(value, 1) or 0.0
        return f"{tenth:+.1f}".replace(".", decimal(code)).replace("+0", "0")

    keys = ("web-explain-left", "web-explain-skill", "web-explain-luck")
    heads = [words(say(key)) for key in keys]
    yield f"| | {' | '.join(heads)} | |"
    yield "|---|--:|--:|--:|---|"
    for move in told.moves:
        yield _row(done, move, words, points)
    yield ""
    for seat, of in player_sums(told.moves).items():
        gave = points(-of.skill).lstrip("+")
        name = done.names.name(seat)
        line = say("insight-sum", name=name, gave=gave, luck=points(of.luck))
        yield f"- {words(line)}"


def _row(
    done: ReplayedGame,
    move: ExplainedMove,
    words: Callable[[Message], str],
    points: Callable[[float], str],
) -> str:
    """Return the table row of one move."""
    played, one = move
    said = "" if one.said is None else words(one.said)
    named = f": {', '.join(one.words)}" if len(one.words) > 1 else ""
    figures = f"{one.left}{named} | {points(one.skill)} | {points(one.luck)}"
    return f"| {words(action_message(done, played))} | {figures} | {said} |"


def written(code: str) -> str:
    """Return the page with the game as the board explains it today."""
    done = replay(GAME.read_text(encoding="utf-8").splitlines(), GAME.name)
    table = "\n".join(rows(done, list(analyse(done))[ROUND], code))
    text = page(code).read_text(encoding="utf-8")
    block = re.compile("(<!-- game -->\n).*?(<!-- /game -->)", re.DOTALL)
    return block.sub(lambda found: f"{found[1]}\n{table}\n\n{found[2]}", text)


def main() -> int:
    """Write or check the pages; return 1 if one is out of date."""
    stale = 0
    for code in CODES:
        wanted = written(code)
        if page(code).read_text(encoding="utf-8") == wanted:
            continue
        if "--check" in sys.argv:
            print(
                f"{page(code).name} is not up to date: tools/build_thinking.py --write"
            )
            stale = 1
        else:
            page(code).write_text(wanted, encoding="utf-8")
    return stale


if __name__ == "__main__":
    sys.exit(main())
