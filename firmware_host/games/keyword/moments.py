"""What has just happened in KEYWORD: words are shown, the keyword is cracked."""

from collections.abc import Iterator

from firmware_host.board.messages import say
from firmware_host.board.moments import Moment, What
from firmware_host.games import moments as usual
from firmware_host.games.keyword.actions import Claimed, Fact, Shown
from firmware_host.games.keyword.score import claims
from firmware_host.games.keyword.state import State


def moments_of(_before: State | None, fact: Fact, after: State) -> Iterator[Moment]:
    """Yield the moments of a fact: whose word scores, and whether anybody can claim."""
    match fact:
        case Shown(winner=seat):
            none = seat is None
            said = [say("keyword-note-nobody" if none else "clip-keyword-note-scored")]
            said += [say("clip-keyword-note-claim")] if claims(after) else []
            yield Moment(What.ROUND, seat, said=tuple(said), answer=_longest(fact))
        case Claimed(by=seat):
            yield Moment(What.RIGHT, seat, said=(say("clip-keyword-line-cracked"),))
        case _:
            yield from usual.of_fact(fact)


def _longest(fact: Shown) -> int:
    """Return the letters of the longest valid word; 0 without one."""
    invalid = {seat for seat, _ in fact.faults}
    valid = (word for at, word in enumerate(fact.words) if at not in invalid)
    return max(map(len, valid), default=0)
