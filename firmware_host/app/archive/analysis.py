"""A transcript explained: each action of a finished round, and who played how well."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from firmware_host.app.archive.kept import GameStep
from firmware_host.app.archive.replay import Replay, name_or_board, sayings, sentence
from firmware_host.board.json import Json
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import Seat
from firmware_host.games.analysis import Insight
from firmware_host.games.contract import Result
from firmware_host.games.game import Undone, take_back
from firmware_host.games.views import View, Viewer


class Move(NamedTuple):
    """An action of a finished round, and what it was worth."""

    played: GameStep
    insight: Insight


class Analysed(NamedTuple):
    """A finished round, explained."""

    result: Result
    moves: tuple[Move, ...]


class Sum(NamedTuple):
    """How one player played: points given away, points that luck brought, and moves."""

    skill: float
    luck: float
    moves: int


def analyse(done: Replay) -> Iterator[Analysed]:
    """
    Yield the finished rounds of a game that is explained, in order.

    What was taken back has not happened; of a game without insights, and of a round
    without an end, nothing is said. Hands are explained only if the game is over.
    """
    engine, moves = done.engine, list[Move | None]()
    over = bool(done.played) and engine.is_over(done.played[-1].after)
    dealt: tuple[View, ...] = ()
    view = engine.view(engine.start(done.header), Viewer.PUBLIC)
    for one in done.played:
        if isinstance(one.outcome, Refused):
            continue
        before, view = view, engine.view(one.after, Viewer.PUBLIC)
        first = one.outcome[0]
        if isinstance(first, Undone):
            take_back(moves, first, lambda move: (move,))
            continue
        if engine.begins(one.outcome):
            moves = []
            seats = engine.sitting(one.after) if over else ()
            dealt = tuple(engine.view(one.after, seat) for seat in seats)
        found = engine.insight(before, one.action, view, done.header)
        moves.append(Move(one, found) if found else None)
        result = engine.result(one.outcome)
        if result is not None:
            known = engine.hindsight(dealt, done.header)
            moves.append(Move(one, known) if known else None)
            told = tuple(move for move in moves if move)
            if told:
                yield Analysed(result, told)
            moves = []


def sums(moves: Iterable[Move]) -> dict[Seat, Sum]:
    """Return how each player played who did something."""
    found: dict[Seat, Sum] = {}
    for _, one in moves:
        if one.by is not None:
            skill, luck, count = found.get(one.by, Sum(0.0, 0.0, 0))
            found[one.by] = Sum(skill + one.skill, luck + one.luck, count + 1)
    return found


def as_json(done: Replay) -> Iterator[dict[str, Json]]:
    """Yield an object for each action that is explained, and one for each round."""
    for number, one in enumerate(analyse(done), 1):
        for played, insight in one.moves:
            line = {"line": played.number, "round": number, **insight.plain()}
            for key, message in (("best", insight.best), ("said", insight.said)):
                if message is not None:
                    line[key] = sentence(done, message)
            line["seat"] = None if insight.by is None else done.names.name(insight.by)
            if insight.each:
                line["each"] = {
                    done.names.name(of.seat): {"left": of.left, "words": list(of.words)}
                    for of in insight.each
                }
            yield line
        players: dict[str, Json] = {
            done.names.name(seat): {
                "skill": round(of.skill, 2),
                "luck": round(of.luck, 2),
                "moves": of.moves,
            }
            for seat, of in sums(one.moves).items()
        }
        yield {"round": number, "word": one.result.word, "players": players}


def told(done: Replay) -> Iterator[str]:
    """Yield the lines of a game, explained as somebody would at the table."""
    explained = [*analyse(done)]
    if not explained:
        yield sentence(done, say("insight-nothing"))
    for one in explained:
        for played, insight in one.moves:
            first = next(iter(sayings(done, played)))
            yield f"{played.number:>4}  {first}  {sentence(done, left(done, insight))}"
            if insight.said is not None:
                yield f"      {sentence(done, insight.said)}"
        yield f"      {one.result.word}"
        for seat, of in sums(one.moves).items():
            yield "      " + sentence(done, _sum(name_or_board(done, seat), of))
        yield ""


def left(done: Replay, one: Insight) -> Message:
    """Return a sentence that says how many words or codes are still possible."""
    if one.label == "insight-longest":
        parts = [(of.seat, ", ".join(of.words) or "-") for of in one.each]
    else:
        parts = [(of.seat, " ".join([str(of.left), *of.words])) for of in one.each]
    told = "; ".join(f"{done.names.name(seat)}: {words}" for seat, words in parts)
    bits = f"{one.bits:.1f}"
    match one.label:
        case "insight-left-codes":
            return say("insight-left-codes", n=one.left, bits=bits)
        case "insight-left-each":
            return say("insight-left-each", each=told)
        case "insight-longest":
            return say("insight-longest", each=told)
        case _:
            return say("insight-left", n=one.left, bits=bits)


def _sum(name: str, of: Sum) -> Message:
    return say(
        "insight-sum", name=name, gave=f"{-of.skill:.1f}", luck=f"{of.luck:+.1f}"
    )
