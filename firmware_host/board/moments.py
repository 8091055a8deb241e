"""What has just happened, as everybody may know it: made from facts, never stored."""

from collections.abc import Iterable, Sequence
from enum import StrEnum

from firmware_host.board.faces import Buzz, Mark
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Kind, Seat, Zone
from firmware_host.board.record import Record


class What(StrEnum):
    """
    What has happened.

    `YES` and `NO` answer what was tapped, or what was played in a zone; `RIGHT` and
    `WRONG` a word that somebody has called out, or marked. After a wrong guess
    `LAST_TOKEN` says that one guess token is left, and `OUT` that none is. `REFUSED`:
    nothing has counted. `MARKS`: the letters of a query are marked in several zones.

    `ASKED`: a bonus token was paid for a piece. `HINT`: the board has given a hint.
    `BONUS`: bonus mode begins. `TURN`: somebody else is on turn, or something else is
    waited for. `TIME`: it has run out.

    `ROUND`: a round has ended, and its words are shown; `VOIDED`: it counts nothing.
    `GAME`: the game is over. `UNDONE`: something was taken back. `JOINED`, `LEFT`:
    somebody has sat down, or gone home. `PAUSED`, `GOES_ON`: the game was stopped, and
    goes on. `POWER`: it was taken up again after a restart.
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
    Something that has just happened.

    Args:
        what: What it is.
        seat: Who has done it, has won, or is on turn; None for nobody, or the board.
        zone: The zone where it happened.
        kind: The piece that was tapped, or is in hand.
        word: A word that everybody has heard, such as a wrong guess.
        answer: What has come of what everybody could predict; None for nothing.
        marks: What each zone's letter is worth, where several are marked at once.
        said: What a voice says of it, in messages that have clips: no name, no word.
        n: Its number, counted from 1 since the program began; 0 before it has one.
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


#: So many are kept, the last ones.
KEPT = 8

#: What is played at a moment.
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
    """Return those of *moments* that came after the one of that number."""
    return tuple(one for one in moments if one.n > number)


def tune(moments: Iterable[Moment]) -> Buzz | None:
    """Return what is played where *moments* are heard at once: for the weightiest."""
    played = {TUNES[one.what] for one in moments if one.what in TUNES}
    return next((buzz for buzz in Buzz if buzz in played), None)


def clip(message: Message) -> str:
    """
    Return the name of the clip that says a message.

    One that is written for the ear, such as ``clip-zone``, has a clip for each value
    that fills its gap; any other has one clip, whatever its values.
    """
    code, gaps = message.code, message.values
    if not code.startswith("clip-"):
        return code
    of = (one.code if isinstance(one, Message) else str(one) for _, one in gaps)
    return "-".join((code.removeprefix("clip-"), *(one.split("-")[-1] for one in of)))


def listed(zones: Sequence[Zone]) -> tuple[Message, ...]:
    """Return how at least one zone is said: by its name, or "one, two and four"."""
    *others, end = zones
    if not others:
        return (say("clip-zone", n=end),)
    return (*(say("clip-number", n=zone) for zone in others), say("clip-and", n=end))
