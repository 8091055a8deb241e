"""
Commands: what a page asks of the table, each declared once as a dataclass.

A field that a page sends is `Annotated` with its JSON Schema. A field without one is
filled in by the pages' process, such as the phone of whoever asks. From the class come
the schema and the role of the endpoint, the line on the socket between the two
processes, and the event that the table handles.
"""

from collections.abc import Callable, Mapping
from dataclasses import field
from enum import StrEnum
from typing import Annotated, ClassVar, get_args, get_type_hints

from firmware_host.board.animals import ANIMALS, Animal
from firmware_host.board.events import PLAYER_BUTTONS, Button
from firmware_host.board.json import JsonObject, flag, number, numbers, text
from firmware_host.board.record import Record
from firmware_host.errors import AskedError
from firmware_host.limits import NAME_LETTERS, SEATS


class Role(StrEnum):
    """Who may use an endpoint."""

    PUBLIC = "public"  # anybody who reaches this machine
    WALL = "wall"  # a screen that may show the joining code; at home any
    SEAT = "seat"  # a phone with a place at the table
    HOST = "host"  # at home any place at the table or the board; in class the teacher
    TEACHER = "teacher"  # whoever has claimed the class
    BOARD = "board"  # the hands at the virtual board


class On(StrEnum):
    """What a command depends on: it is stale if that has changed since it was seen."""

    NOTHING = "nothing"
    LAST = "last"  # the last action of the game
    TURN = "turn"  # whose turn it is, and what the seat on turn has in hand
    ROUND = "round"  # the round, and the game
    OWN = "own"  # the round, and the last action of the seat that sends it
    GAME = "game"  # whether a game is on, and whether it is paused
    PEOPLE = "people"  # who sits at the table


#: Which state a command was made for: the start of the table, and the number of changes
#: since, as the state document has it under ``seen``.
StateRef = tuple[int, int]

SEEN: JsonObject = {
    "description": "the seen of the state document that this was made for",
    "type": "array",
    "items": {"type": "integer", "minimum": 0},
    "minItems": 2,
    "maxItems": 2,
}

#: Lines of any game that only a host sends: they are for the whole table.
HOST_ACTS = ("undo", "void", "end")

#: No seat in particular, and all phones.
ANY_SEAT, ALL_PHONES = -1, 0

FLAG: JsonObject = {"type": "boolean"}
SEAT: JsonObject = {"type": "integer", "minimum": 0, "maximum": SEATS - 1}

#: A yes or no; a place at the table; a phone; the name of a player or a team.
Flag = Annotated[bool, FLAG]
SeatNumber = Annotated[int, SEAT]
PhoneNumber = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 2**31}]
Name = Annotated[str, {"type": "string", "minLength": 1, "maxLength": NAME_LETTERS}]


class Command(Record):
    """
    One request of a page to the table.

    Args of a class:
        tag: Its name on the socket.
        role: Who may send it, unless an endpoint names a narrower role.
        on: What it depends on.

    Args:
        seen: The state that it was made for; None where nobody looked at one.
    """

    ROLE: ClassVar[Role]
    ON: ClassVar[On]

    seen: StateRef | None = field(default=None, kw_only=True)

    def __init_subclass__(
        cls,
        *,
        tag: str = "",
        role: Role = Role.HOST,
        on: On = On.NOTHING,
        kw_only: bool = False,
    ) -> None:
        super().__init_subclass__(kw_only=kw_only, tag=tag)
        cls.ROLE, cls.ON = role, on

    @property
    def line(self) -> JsonObject:
        """The command as a JSON object: ``command``, its tag, and its fields."""
        return {"command": self.TAG, **self.__dict__}


# --- who sits at the table ------------------------------------------------------


class Sit(Command, tag="sit", role=Role.BOARD):
    """
    Seat a player; during a game the player joins in the next round.

    Args:
        name: What the player is called; ``*`` for the name of the player's animal, in
            the language of each screen; empty only with a button.
        button: The player's own button.
    """

    name: Name
    button: Button | None = None


class Hire(Command, tag="hire", on=On.PEOPLE):
    """
    Seat a bot in place of a person.

    Args:
        strength: How strong, one of `board.bots.STRENGTHS`.
    """

    strength: str


class Stand(Command, tag="stand", role=Role.BOARD, on=On.PEOPLE):
    """Remove a player from a seat; the points already won are kept."""

    seat: SeatNumber


class Rename(Command, tag="rename", role=Role.BOARD):
    """Rename a player; ``*`` means the animal's name, an empty one erases it."""

    seat: SeatNumber
    name: Name


class Dress(Command, tag="dress", role=Role.PUBLIC):
    """Change a player's animal; a player who has it gets the other one."""

    animal: Annotated[Animal, {"enum": list(ANIMALS)}]
    seat: SeatNumber = ANY_SEAT


# --- the game as a whole ----------------------------------------------------------


class Pause(Command, tag="pause", on=On.GAME):
    """Stop, or go on."""

    paused: Flag


class Tutorial(Command, tag="tutorial", on=On.GAME):
    """Begin the first minute, or leave it."""

    wanted: Flag


#: What somebody at a kiosk does who has only moved a hand.
STAY = "stay"


class Kiosk(Command, tag="kiosk", role=Role.BOARD):
    """
    Do at a kiosk what no pad or button says.

    Args:
        does: `STAY` to say that somebody is there, ``game`` to go on to the game,
            ``over`` to give the turn to the next one.
        language: The code of the language to play in; empty for no change.
    """

    does: str = STAY
    language: str = ""


# --- phones -------------------------------------------------------------------------


class PhoneCommand(Command):
    """A change of a phone's place or rights: the board neither shows nor sounds it."""


class SeatPhone(PhoneCommand, tag="seat-phone"):
    """
    Give a phone a seat, or a place in a team.

    Args:
        phone: The hash of its cookie.
        seat: The seat; `ANY_SEAT` for the team with the fewest phones.
        alone: True if the seat must have no other phone.
    """

    phone: str
    seat: int
    alone: bool = False


class ReplacePhone(PhoneCommand, tag="replace-phone"):
    """Give a phone the place of a lost one, which is named by its number."""

    phone: str
    lost: int


class MovePhone(PhoneCommand, tag="move-phone", role=Role.TEACHER):
    """Give a phone another place."""

    phone: PhoneNumber
    seat: SeatNumber


class AdmitPhone(PhoneCommand, tag="admit-phone", role=Role.SEAT):
    """
    Let another phone of the own seat see the secret of this round.

    Only a holder of the secret can.

    Args:
        phone: The number of the other phone.
        holder: The hash of the cookie of the phone that admits it.
    """

    phone: PhoneNumber
    holder: str = ""


class FreeSeat(PhoneCommand, tag="free-seat"):
    """
    Take a lost phone's place from it.

    Another phone can have the place then.
    """

    seat: SeatNumber


class PartPhones(PhoneCommand, tag="part-phones"):
    """Take these phones, by number, off their seats."""

    numbers: tuple[int, ...]


class ForgetPhone(PhoneCommand, tag="forget-phone"):
    """Remove a phone, by number, from the table; `ALL_PHONES` removes every one."""

    number: int


#: Every command.
AnyCommand = (
    (Sit | Hire | Stand | Rename | Dress | Pause | Tutorial | Kiosk)
    | (SeatPhone | ReplacePhone | MovePhone | AdmitPhone)
    | (FreeSeat | PartPhones | ForgetPhone)
)

COMMANDS: Mapping[str, type[AnyCommand]] = {
    one.TAG: one for one in get_args(AnyCommand)
}


def _button(line: JsonObject, name: str) -> Button | None:
    if line[name] is None:
        return None
    button = Button(text(line, name))
    if button not in PLAYER_BUTTONS:
        raise ValueError(button)
    return button


def read_seen(line: JsonObject, name: str) -> StateRef | None:
    """
    Return what a command was made for; None for nothing.

    Raises:
        ValueError: It is no pair of whole numbers.
    """
    if line[name] is None:
        return None
    start, n = numbers(line, name)
    return start, n


def _animal(line: JsonObject, name: str) -> Animal:
    return Animal(text(line, name))


#: What reads a field of a line, by the field's type.
_READERS: Mapping[object, Callable[[JsonObject, str], object]] = {
    str: text,
    int: number,
    bool: flag,
    tuple[int, ...]: numbers,
    Animal: _animal,
    Button | None: _button,
    StateRef | None: read_seen,
}


def read_command(line: JsonObject) -> AnyCommand:
    """
    Return the command that `Command.line` wrote.

    Raises:
        AskedError: It is no line of a command.
    """
    try:
        make: Callable[..., AnyCommand] = COMMANDS[text(line, "command")]
        hints = get_type_hints(make)
        given = [name for name in line if name != "command"]
        return make(**{name: _READERS[hints[name]](line, name) for name in given})
    except (KeyError, TypeError, ValueError):
        msg = f"this is no command: {line}"[:200]
        raise AskedError(msg) from None
