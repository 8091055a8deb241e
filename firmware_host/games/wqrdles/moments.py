"""What has just happened in WQRDLES: a query is marked, attempts are opened."""

from collections.abc import Iterator

from firmware_host.board.faces import Mark
from firmware_host.board.messages import Message, say
from firmware_host.board.moments import Moment, What, listed
from firmware_host.board.pieces import ZONES, Zone
from firmware_host.games import moments as usual
from firmware_host.games.wqrdles.actions import Fact, Marked, Opened
from firmware_host.games.wqrdles.interaction import known
from firmware_host.games.wqrdles.state import State
from firmware_host.words.marks import NONE


def moments_of(_before: State | None, fact: Fact, after: State) -> Iterator[Moment]:
    """Yield the moments of a fact; of a row what the zones show, of one hidden word."""
    match fact:
        case Marked():
            for shown in known(after)[:1]:
                row = zip(ZONES, shown.rows[-1], strict=True)
                marks = tuple((zone, one.mark) for zone, one in row if one.mark)
                said = tuple(_said(marks))
                yield Moment(
                    What.MARKS, shown.seat, marks=marks, said=said, answer=_most(fact)
                )
        case Opened(tries=tries):
            for seat, _, word, earned in tries:
                yield usual.judged(seat, word, right=earned > 0)
        case _:
            yield from usual.of_fact(fact)


def _most(fact: Marked) -> int:
    """Return how many letters are marked in the word that has most of them."""
    return max(
        (sum(mark != NONE for mark in marks) for _, marks, _ in fact.marks), default=0
    )


def _said(marks: tuple[tuple[Zone, Mark], ...]) -> Iterator[Message]:
    """Yield "in its place: one and three", for each mark that says anything."""
    for mark in (Mark.HERE, Mark.ELSEWHERE):
        zones = [zone for zone, one in marks if one is mark]
        if zones:
            yield from (say(f"clip-mark-{mark}"), *listed(zones))
    if all(one is Mark.NONE for _, one in marks):
        yield say("clip-mark-none")
