"""A transcript as a person would tell it, and its scoresheet."""

from collections.abc import Iterator

from firmware_host.app.archive.replay import Replay, name_or_board, sentence
from firmware_host.app.archive.steps import GameStep
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import BOARD, Seat
from firmware_host.games.contract import Result, points_of
from firmware_host.games.transcript import BOARD_NAME


def story(done: Replay) -> Iterator[str]:
    """Yield the lines of a game, as somebody would read it aloud."""
    for one in done.played:
        yield from told(done, one)
    yield ""
    last = done.played[-1].after if done.played else done.engine.start(done.header)
    yield from scoresheet(done, done.engine.results(last))


def told(done: Replay, one: GameStep) -> Iterator[str]:
    """Yield the lines of what somebody did, and of what came of it."""
    first, *others = sayings(done, one)
    yield f"{one.number:>4}  {first}"
    yield from (f"      {other}" for other in others)


def sayings(done: Replay, one: GameStep) -> Iterator[str]:
    """Yield what somebody did, and what came of it."""
    yield sentence(done, action_message(done, one))
    if isinstance(one.outcome, Refused):
        yield sentence(done, one.outcome.reason)
        return
    for fact in one.outcome:
        what = done.engine.describe_fact(fact, lambda seat: name_or_board(done, seat))
        if what is not None:
            yield sentence(done, what)


def action_message(done: Replay, one: GameStep) -> Message:
    """Return what somebody did, to be said in words."""
    name = sentence(done, say("the-board")) if one.by == BOARD_NAME else one.by
    return done.engine.describe_action(one.action, name)


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
            result.word or str(number),
            *(str(_points(done, result, seat)) for seat in seats),
            "" if result.maker is None else name_or_board(done, result.maker),
        ]
        for number, result in enumerate(results, 1)
    ]
    maker = sentence(done, say("sheet-maker")) if done.engine.NEEDS.maker else ""
    sums = [
        str(sum(_points(done, result, seat) for result in results)) for seat in seats
    ]
    table = [
        [sentence(done, say("sheet-word")), *heads, maker],
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
    return points_of(result.points, seat, board_makes=done.header.board_makes) or 0
