"""
Games in readable form: each action, and everything that follows from it.

A story is a file of `tests/golden/games`. Its first line is a header. A line of JSON is
an action. A line with an exclamation mark is an event at the board, such as ``! press
tick``. The indented lines under each are its results. After an intended change write
the stories again with ``python -m tests.games.stories`` and read each difference.
"""

import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from firmware_host.app.content.languages import load_language
from firmware_host.board.events import (
    BoardEvent,
    Button,
    Called,
    Pressed,
    Tapped,
    Woke as Awoken,
)
from firmware_host.board.messages import Message, Refused
from firmware_host.board.moments import Moment, clip_names
from firmware_host.board.pieces import BOARD, Card, Kind, Piece, Seat, Zone
from firmware_host.games.catalogue import GAMES
from firmware_host.games.contract import Header
from firmware_host.games.views import Viewer, common
from firmware_host.testing.walks import context
from tests.games.pictures import table, text, zones

FOLDER = Path(__file__).parents[1] / "golden" / "games"
NAMES = ("Tina", "Lee", "Ben", "Mia", "Jo", "Kim")
ENTROPY = bytes(range(32))

#: Query cards' words may change with their list, so their number is shown.
ON_A_CARD = 12

#: The fields that a picture shows elsewhere.
ELSEWHERE = {"public", "seat"}

#: The fields of a form for the game and for refusals.
NOT_OF_A_FORM = {"at", "language", "seat", "refused"}


def plain(value: Any) -> Any:
    """Return a value in types of JSON, messages by their codes."""
    if isinstance(value, Message):
        return text(value)
    if isinstance(value, bytes):
        return value.hex()
    if is_dataclass(value):
        names = sorted({one.name for one in fields(value)} - ELSEWHERE)
        shown = {name: plain(getattr(value, name)) for name in names}
        return {name: one for name, one in shown.items() if one not in ("", None, [])}
    if isinstance(value, dict):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list) and len(value) == ON_A_CARD:
        return f"{ON_A_CARD} words"
    if isinstance(value, tuple | list) and len(value) > ON_A_CARD:
        return "".join(map(str, value))
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    return value if isinstance(value, bool | int | None) else str(value)


def written(value: Any) -> str:
    return json.dumps(plain(value), ensure_ascii=False)


def picture(engine: Any, game: Any) -> dict[str, str]:
    """Return everything that a game shows, to all and to each seat."""
    seen = engine.view(game, Viewer.PUBLIC)
    facts = {one.name: getattr(seen, one.name) for one in fields(seen)}
    read = common(seen, Viewer.PUBLIC)
    facts |= {"sealed": read.sealed, "making": read.making}
    facts = {name: written(facts[name]) for name in sorted(facts)}
    for seat in map(Seat, range(getattr(game, "seats", 2))):
        own = engine.view(game, seat)
        facts[NAMES[seat]] = "as anybody" if own == seen else written(own)
    face = engine.face(game, NAMES)
    facts |= dict(zip(("line", "status", "note"), table(face), strict=True))
    facts |= {"zones": zones(face), "maker's screen": written(face.maker)}
    facts |= {
        "wake": written(engine.wake(game)),
        "lies": written(engine.pieces_on_board(game)),
    }
    forms = [form_told(form) for form in engine.forms(context(engine, game))]
    return facts | {"forms": written(forms)}


def form_told(form: Any) -> dict[str, Any]:
    """Return an offered form: its kind and its choices."""
    names = {one.name for one in fields(form)} - NOT_OF_A_FORM
    told = {name: getattr(form, name) for name in sorted(names)}
    if "choices" in told:  # the first one stands for all
        told["choices"] = ["".join(form.choices[0]), len(form.choices)]
    by = {} if form.seat == BOARD else {"seat": form.seat}
    return {"form": type(form).__name__, **by, **told}


def heard(words: list[str]) -> BoardEvent:
    """Return an event at the board."""
    match words:
        case ["press", button]:
            return Pressed(Button(button))
        case ["call", seat]:
            return Called(Seat(int(seat)))
        case ["tap", zone, name, number]:
            known = name in [str(kind) for kind in Kind]
            item = Piece(Kind(name), int(number)) if known else Card(name, int(number))
            return Tapped(Zone(int(zone)), item)
        case _:
            return Awoken()


def moment(one: Moment) -> str:
    """Return a moment as a line: its kind, place and clips."""
    marks = " ".join(f"{zone}:{mark}" for zone, mark in one.marks)
    seat = "" if one.seat is None else NAMES[one.seat]
    zone = f"zone {one.zone}" if one.zone else ""
    seen = (f"just {one.what}", seat, zone, one.kind, one.word, marks)
    said = " ".join(clip_names(one.said))
    return " ".join(filter(None, seen)) + (f" | {said}" if said else "")


class Story:
    """A running game that returns the results of each step."""

    def __init__(self, head: str) -> None:
        header = {"length": 0, **json.loads(head)}
        options = tuple(header.pop("knobs", {}).items())
        language = load_language(header.pop("language", "en"))
        self.engine = GAMES[header["game"]]
        self.game = self.engine.start(
            Header(**header, options=options, language=language)
        )
        self.shown = picture(self.engine, self.game)

    def begun(self) -> list[str]:
        """Return all that is shown before anything is done."""
        return [f"{name}: {now}" for name, now in self.shown.items()]

    def step(self, line: str) -> list[str]:
        """Take a line; return its results."""
        engine = self.engine
        if line.startswith("!"):
            action = engine.interpret(self.game, heard(line.split()[1:]))
            return [f"means {written(action and engine.action_json(action))}"]
        action = engine.with_entropy(engine.action(json.loads(line)), ENTROPY)
        facts = engine.act(self.game, action)
        if isinstance(facts, Refused):
            others = f"; to others {facts.public_code}" if facts.private else ""
            return [f"refused: {text(Message(facts.code, facts.values))}{others}"]
        after = engine.fold(self.game, facts)
        told = map(moment, engine.moments(self.game, facts, after))
        return [*self.came(action, facts), *told, *self.differs(after)]

    def came(self, action: Any, facts: tuple[Any, ...]) -> Iterator[str]:
        """Yield the texts, clips and transcript lines of an action."""
        engine = self.engine
        number = len(engine.results(self.game)) + 1
        yield f"file {written(engine.to_transcript(action, facts, number))}"
        name = NAMES[getattr(action, "by", 0)] if hasattr(action, "by") else ""
        told = [engine.describe_fact(fact, lambda seat: NAMES[seat]) for fact in facts]
        said = [engine.describe_action(action, name), *told]
        yield "says " + "; ".join(text(one) for one in said if one is not None)
        kept = (engine.begins(facts), engine.voided(facts), engine.result(facts))
        heard = (engine.answer(facts), engine.answer_counts(facts))
        yield f"brings {written((*heard, *kept))}"

    def differs(self, after: Any) -> Iterator[str]:
        """Fold the facts, and yield everything that is shown now and was not before."""
        was, self.game = self.shown, after
        self.shown = picture(self.engine, after)
        for name in {**was, **self.shown}:
            if was.get(name) != self.shown.get(name):
                yield f"{name}: {self.shown.get(name, 'gone')}"


def retold(path: Path) -> str:
    """Return a story's text as the current program tells it."""
    head, *lines = path.read_text(encoding="utf-8").splitlines()
    story = Story(head)
    told = [head, *(f"  {one}" for one in story.begun())]
    for line in lines:
        if not line.startswith("  "):
            told += [line, *(f"  {one}" for one in story.step(line) if line)]
    return "\n".join(told) + "\n"


if __name__ == "__main__":
    for path in sorted(FOLDER.glob("*.txt")):
        path.write_text(retold(path), encoding="utf-8")
