"""What has just happened in Decipher: answers, guesses, bonus mode, and whose turn."""

from collections.abc import Iterator
from functools import cache

from firmware_host.board.messages import Message, say
from firmware_host.board.moments import Moment, What, listed
from firmware_host.board.pieces import BOARD, Kind, Zone
from firmware_host.games import moments as usual
from firmware_host.games.common import GameEnded
from firmware_host.games.decipher.actions import (
    LEFT,
    LETTER,
    Answered,
    Asked,
    Begun,
    Fact,
    Guessed,
    Hinted,
    TimedOut,
)
from firmware_host.games.decipher.score import found, is_alone
from firmware_host.games.decipher.state import Round, State
from firmware_host.games.decipher.view import task

_BONUS = Moment(What.BONUS, said=(say("clip-bonus"),))
_MAKES = (say("clip-secret-waits"),)

#: The voice counts so many words.
MOST_WORDS = 10


def moments(
    before: State | None, facts: tuple[Fact, ...], after: State
) -> tuple[Moment, ...]:
    """Return what has just happened, as everybody may know it."""
    made = [one for fact in facts for one in moments_of(before, fact, after)]
    return (*made, *_turn(before, facts, after))


def moments_of(before: State | None, fact: Fact, after: State) -> Iterator[Moment]:
    """Yield what has just happened by one fact."""
    was, now = before.round if before else None, after.round
    match fact:
        case Answered(zone=zone, kind=kind, yes=yes) if was:
            said = usual.YES if yes else (*usual.NO, *_left(fact, now))
            what, answer = (What.YES, zone) if yes else (What.NO, None)
            yield Moment(what, was.turn, zone, kind, said=said, answer=answer)
            if fact.bonus:
                yield _BONUS
        case Begun() if now and now.bonus_mode:
            yield _BONUS
        case TimedOut() if was:
            yield Moment(What.TIME, was.turn)
        case Hinted(by=seat):
            yield Moment(What.HINT, seat, said=_hint(fact))
        case Asked() if now:
            yield Moment(What.ASKED, now.turn)
        case Guessed(by=seat, word=word, right=False) if was:
            left = was.tokens[seat] - 1
            what = {0: What.OUT, 1: What.LAST_TOKEN}.get(left, What.WRONG)
            yield Moment(what, seat, word=word, said=usual.WRONG)
        case GameEnded(winners=(seat,)) if is_alone(after):
            every = found(after) == len(after.results)
            said = (say("clip-alone-all" if every else "clip-alone-some"),)
            yield Moment(What.GAME, None if seat == BOARD else seat, said=said)
        case _:
            yield from usual.of_fact(fact)


def _hint(fact: Hinted) -> tuple[Message, ...]:
    """Return how the voice says a hint; of many words it says no number."""
    if fact.about == LEFT:
        many = fact.left > MOST_WORDS
        return (say("clip-hint-many") if many else say("clip-hint-left", n=fact.left),)
    zone = say("clip-zone", n=fact.at)
    if fact.about == LETTER:
        letter = say(f"letter-{fact.letter}")
        return say("clip-hint-letter", letter=letter), zone
    return say("clip-hint-zone"), zone


def _left(fact: Answered, now: Round | None) -> tuple[Message, ...]:
    """Return where the piece in hand may still go: "zones one and four are left"."""
    if now is None:
        return ()
    first, kind = now.puzzle.first_zone, fact.kind.place
    return _zones_left(
        tuple(Zone(first + at) for at, one in enumerate(now.covered) if not one[kind])
    )


@cache
def _zones_left(zones: tuple[Zone, ...]) -> tuple[Message, ...]:
    if len(zones) > 1:
        return (say("clip-zones"), *listed(zones), say("clip-left"))
    return tuple(say("clip-only", n=zone) for zone in zones)


def _turn(
    before: State | None, facts: tuple[Fact, ...], after: State
) -> Iterator[Moment]:
    """Yield whose turn it is, and for what: after a No the piece stays in hand."""
    was, now = before.round if before else None, after.round
    if after.over or (facts and isinstance(facts[0], Answered) and not facts[0].yes):
        return
    if now is None:
        yield from _maker(before, after)
        return
    fresh = was is None or was.turn != now.turn
    waits, waited = (task(after, now), now.holding), None
    if before and was:
        waited = task(before, was), was.holding
    said = (usual.NEXT,) * fresh
    if (waits != waited or (fresh and now.holding)) and not _at_once(after, waits[0]):
        said += (_said(*waits),)
    if said:
        yield Moment(What.TURN, now.turn, kind=now.holding, said=said)


def _maker(before: State | None, after: State) -> Iterator[Moment]:
    """Yield who makes the next word, where that is new; the board does so at once."""
    if after.header.board_makes:
        return
    maker, *_ = after.makers
    if before is None or before.round or before.makers[:1] != (maker,):
        yield Moment(What.TURN, maker, said=_MAKES)


def _at_once(game: State, waits: str) -> bool:
    """Tell whether the board itself hands a piece over now."""
    return game.board_plays and waits in ("turn-wait", "turn-asked")


@cache
def _said(waits: str, kind: Kind | None) -> Message:
    """Return how the voice says what is waited for."""
    code = f"clip-{waits}"
    return say(code) if kind is None else say(code, kind=say(f"kind-{kind}"))
