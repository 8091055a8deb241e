"""Moments: public events that have just happened, made from facts, never stored."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from firmware_host.board.faces import Buzz, Mark
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Kind, Seat, Zone
from firmware_host.board.record import Record


class What(StrEnum):
    """
    The kind of a moment.

    `YES` and `NO` answer a tapped piece or a played card; `RIGHT` and `WRONG` a word
    that was guessed, or marked. After a wrong guess nothing has counted. `MARKS`: the
    letters of a query are marked in several zones.

    `ASKED`: a bonus token was paid for a piece. `HINT`: the board has given a hint.
    `BONUS`: bonus mode begins. `TURN`: the turn, or what is waited for, has changed.
    `TIME`: the time is up.

    `ROUND`: a round has ended, and its words are shown; `VOIDED`: a round ended without
    points. `GAME`: the game is over. `UNDONE`: an action was undone. `JOINED`, `LEFT`:
    a player sat down or left. `PAUSED`, `GOES_ON`: the game was paused or continued.
    `POWER`: the game was resumed after a restart.
    """

    YES = "yes"
    NO = "no"
    RIGHT = "right"
    WRONG = "wrong"
    LAST_TOKEN = "last-token"  # noqa: S105 - a guess token, no password
    OUT = "out"
    REFUSED = "refused"
    MARKS = "marks"
    ASKED = "asked"
    HINT = "hint"
    BONUS = "bonus"
    TURN = "turn"
    TIME = "time"
    ROUND = "round"
    VOIDED = "voided"
    GAME = "game"
    UNDONE = "undone"
    JOINED = "joined"
    LEFT = "left"
    PAUSED = "paused"
    GOES_ON = "goes-on"
    POWER = "power"


class Moment(Record):
    """
    A public event of the game that has just happened.

    Args:
        what: The kind of event.
        seat: The seat that acted, has won, or is on turn; None for no seat, or the
            board.
        zone: The zone where it happened.
        kind: The kind of the piece that was tapped, or is in hand.
        word: A word that is public now, such as a wrong guess.
        answer: The answer to what everybody could predict; None without one.
        marks: The mark of each zone's letter, if several are marked at once.
        said: The spoken messages, which have clips: without names and words.
        n: The number of the moment, from 1 since the program's start; 0 before it has
            one.
    """

    what: What
    seat: Seat | None = None
    zone: Zone | None = None
    kind: Kind | None = None
    word: str = ""
    marks: tuple[tuple[Zone, Mark], ...] = ()
    answer: int | None = None
    said: tuple[Message, ...] = ()
    n: int = 0


#: The number of moments that a session keeps: the last ones.
KEPT = 8

#: The tune of each kind of moment.
TUNES: dict[What, Buzz] = {
    What.GAME: Buzz.END,
    What.ROUND: Buzz.END,
    What.VOIDED: Buzz.END,
    What.BONUS: Buzz.BONUS,
    What.REFUSED: Buzz.REFUSED,
    What.TIME: Buzz.REFUSED,
    What.RIGHT: Buzz.YES,
    What.YES: Buzz.YES,
    What.WRONG: Buzz.WRONG,
    What.LAST_TOKEN: Buzz.WRONG,
    What.OUT: Buzz.WRONG,
    What.NO: Buzz.NO,
}


def last(moments: Sequence[Moment]) -> int:
    """Return the number of the last of *moments*; 0 without any."""
    return moments[-1].n if moments else 0


def since(moments: Sequence[Moment], number: int) -> tuple[Moment, ...]:
    """Return the *moments* after the one of that number."""
    return tuple(one for one in moments if one.n > number)


def tune(moments: Iterable[Moment]) -> Buzz | None:
    """Return the most important tune of *moments* that happen together, or None."""
    played = {TUNES[one.what] for one in moments if one.what in TUNES}
    return next((buzz for buzz in Buzz if buzz in played), None)


def clip_names(said: Iterable[Message]) -> list[str]:
    """
    Return the name of the sound clip of each message.

    A message made for speech, such as ``clip-zone``, has a clip for each value of its
    gap; any other message has one clip, whatever its values.
    """
    names = []
    for message in said:
        name, ear = message.code.removeprefix("clip-"), message.code.startswith("clip-")
        for _, gap in message.values if ear else ():
            filled = gap.code if isinstance(gap, Message) else str(gap)
            name += f"-{filled.split('-')[-1]}"
        names.append(name)
    return names


def listed(zones: Sequence[Zone]) -> tuple[Message, ...]:
    """Return messages that list zones: a zone's name, or "one, two and four"."""
    *others, end = zones
    if not others:
        return (say("clip-zone", n=end),)
    return (*(say("clip-number", n=zone) for zone in others), say("clip-and", n=end))
