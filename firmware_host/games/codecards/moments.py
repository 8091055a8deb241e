"""What has just happened in Code cards: a turn's answers, zone by zone."""

from collections.abc import Iterator

from firmware_host.board.messages import say
from firmware_host.board.moments import Moment, What
from firmware_host.games import moments as usual
from firmware_host.games.codecards.actions import Evaluated, Fact, Voided
from firmware_host.games.codecards.deck import COLUMNS, facing, other, zone_of
from firmware_host.games.codecards.state import State


def moments_of(before: State | None, fact: Fact, after: State) -> Iterator[Moment]:
    """Yield the moments of a fact; hits are told from the board's left."""
    match fact:
        case Evaluated(hits=hits) if before and before.round and after.round:
            seat = before.round.turn
            row = zip(COLUMNS, hits, after.round.tops[seat], strict=True)
            answers = [
                (zone_of(other(seat), facing(column)), hit)
                for column, hit, top in row
                if top is not None
            ]
            for zone, hit in sorted(answers):
                what, code = (What.YES, "hit") if hit else (What.NO, "no-hit")
                yield Moment(what, seat, zone, said=(say(code),))
        case Voided() if not after.dealt:
            yield Moment(What.VOIDED, said=(say("cards-voided"),))
        case _:
            yield from usual.of_fact(fact)
