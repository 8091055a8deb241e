"""A transcript as a person would tell it, and its scoresheet."""

from collections.abc import Iterator
from typing import Any

from firmware_host.app.replay import Played, Replay, name_or_board, sentence
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import BOARD, Seat
from firmware_host.games.common import GameEnded, RoundEnded
from firmware_host.games.contract import Result
from firmware_host.games.decipher_facts import Answered, Begun, Guessed, Voided
from firmware_host.games.transcript import BOARD_NAME


def story(done: Replay) -> Iterator[str]:
    """Yield the lines of a game, as somebody would read it aloud."""
    for one in done.played:
        yield from told(done, one)
    yield ""
    last = done.played[-1].game if done.played else done.engine.start(done.header)
    yield from scoresheet(done, done.engine.results(last))


def told(done: Replay, one: Played) -> Iterator[str]:
    """Yield the lines of what somebody did, and of what came of it."""
    first, *others = sayings(done, one)
    yield f"{one.line:>4}  {first}"
    yield from (f"      {other}" for other in others)


def sayings(done: Replay, one: Played) -> Iterator[str]:
    """Yield what somebody did, and what came of it."""
    yield sentence(done, action_message(done, one))
    if isinstance(one.outcome, Refused):
        refused = Message(f"refused-{one.outcome.code}", one.outcome.values)
        yield sentence(done, refused)
        return
    for fact in one.outcome:
        what = _fact(done, fact)
        if what is not None:
            yield sentence(done, what)


def action_message(done: Replay, one: Played) -> Message:
    """Return what somebody did, to be said in words."""
    item = done.engine.action_json(one.action)
    do: str = item.pop("do")
    values: dict[str, str | int | Message] = {}
    if one.by:
        board = one.by == BOARD_NAME
        values["name"] = sentence(done, say("the-board")) if board else one.by
    if "kind" in item:
        values["kind"] = say(f"kind-{item['kind']}")
    if "zone" in item:
        values["zone"] = item["zone"]
    if do == "guess" and item["word"]:
        values["word"] = item["word"]
    elif do == "guess":
        do = "guess-aloud"
    return say(f"told-{do}", **values)


def _fact(done: Replay, fact: Any) -> Message | None:
    match fact:
        case Answered(yes=yes, bonus=bonus):
            if bonus:
                return say("bonus-begins")
            return say("yes") if yes else say("no")
        case Guessed(right=right):
            return say("told-right") if right else say("told-wrong")
        case Begun(word=word):
            return say("told-word", word=word, n=len(word))
        case Voided(word=word):
            return say("round-voided", word=word)
        case RoundEnded(word=word, guessed_by=None):
            return say("round-unguessed", word=word)
        case RoundEnded(word=word, guessed_by=seat) if seat is not None:
            return say("round-guessed", name=done.names.name(seat), word=word)
        case GameEnded():
            return _winners(done, fact)
        case _:
            return None
    return None


def _winners(done: Replay, ended: GameEnded) -> Message:
    names = ", ".join(name_or_board(done, seat) for seat in ended.winners)
    return say("game-won" if len(ended.winners) == 1 else "game-shared", names=names)


def scoresheet(done: Replay, results: tuple[Result, ...]) -> Iterator[str]:
    """
    Yield the scoresheet: a row a round, a column a player, and the totals.

    The maker's cell is shaded in the box; here the maker stands at the row's end.
    """
    seats = [Seat(number) for number in range(len(done.names))]
    if done.header.board_makes:
        seats.append(BOARD)
    heads = [name_or_board(done, seat) for seat in seats]
    rows = [
        [
            result.word,
            *(str(_points(done, result, seat)) for seat in seats),
            name_or_board(done, result.maker),
        ]
        for result in results
    ]
    sums = [
        str(sum(_points(done, result, seat) for result in results)) for seat in seats
    ]
    table = [
        [sentence(done, say("sheet-word")), *heads, sentence(done, say("sheet-maker"))],
        *rows,
        [sentence(done, say("sheet-total")), *sums, ""],
    ]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        first, *numbers, maker = row
        cells = (cell.rjust(w) for cell, w in zip(numbers, widths[1:-1], strict=True))
        yield "  ".join((first.ljust(widths[0]), *cells, f" {maker}")).rstrip()


def _points(done: Replay, result: Result, seat: Seat) -> int:
    """Return what *seat* earned in a round; nothing before it sat down."""
    by_seat = result.points[:-1] if done.header.board_makes else result.points
    if seat == BOARD:
        return result.points[-1]
    return by_seat[seat] if seat < len(by_seat) else 0
