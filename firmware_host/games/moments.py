"""The moments of a fact, as most games have them."""

from collections.abc import Iterator

from firmware_host.board.messages import Message, say
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import Seat
from firmware_host.games.common import (
    GameEnded,
    Joined,
    Left,
    Undone,
    Voided,
    seat_of,
)
from firmware_host.games.contract import Result
from firmware_host.games.meaning import EndsRound, InZone, RightOrWrong, YesOrNo

#: What is said of most moments.
YES, NO = (say("yes"),), (say("no"),)
RIGHT, WRONG = (say("told-right"),), (say("told-wrong"),)

#: Whoever has a symbol is named by it instead.
NEXT = say("clip-turn-next")


def of_fact(fact: object) -> Iterator[Moment]:
    """Yield the moments of a fact as most games have them."""
    match fact:
        case Undone():
            yield Moment(What.UNDONE, said=(say("told-undo"),))
        case Joined(by=seat):
            yield Moment(What.JOINED, seat)
        case Left(by=seat):
            yield Moment(What.LEFT, seat)
        case Voided():
            yield Moment(What.VOIDED, said=(say("clip-round-voided"),))
        case GameEnded(winners=(seat,)):
            yield Moment(What.GAME, seat, said=(say("clip-game-won"),))
        case GameEnded(winners=winners):
            code = "clip-game-shared" if winners else "clip-game-unfinished"
            yield Moment(What.GAME, said=(say(code),))
        case _:
            yield from _answered(fact)
            if isinstance(fact, EndsRound):
                by, said = fact.result.guessed_by, _ended(fact.result)
                yield Moment(What.ROUND, by, said=said)


def _answered(fact: object) -> Iterator[Moment]:
    """Yield the moment of an answer: right or wrong of a word, yes or no of a piece."""
    if isinstance(fact, RightOrWrong):
        yield judged(seat_of(fact), right=fact.right)
    elif isinstance(fact, YesOrNo) and fact.yes is not None:
        what, said = (What.YES, YES) if fact.yes else (What.NO, NO)
        zone = fact.zone if isinstance(fact, InZone) else None
        yield Moment(what, seat_of(fact), zone, said=said)


def judged(seat: Seat | None, word: str = "", *, right: bool) -> Moment:
    """Return the moment in which somebody's word is judged."""
    what, said = (What.RIGHT, RIGHT) if right else (What.WRONG, WRONG)
    return Moment(what, seat, word=word, said=said)


def _ended(result: Result) -> tuple[Message, ...]:
    """Return what is said of a word that somebody has made."""
    if result.maker is None:
        return ()
    found = result.guessed_by is not None
    return (say("clip-round-guessed" if found else "clip-round-unguessed"),)
