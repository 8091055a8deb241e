"""
Commands: the requests of pages to the table, each declared once as a dataclass.

A field that a page sends is `Annotated` with its JSON Schema. A field without one is
filled in by the pages' process, such as the phone that sent the request. From the class
come the schema and the role of the endpoint, the line on the socket between the two
processes, and the event that the table handles.
"""

from collections.abc import Callable, Mapping
from dataclasses import field
from enum import StrEnum
from types import NoneType
from typing import Annotated, ClassVar, get_args, get_origin, get_type_hints

from firmware_host.board.events import PLAYER_BUTTONS, Button
from firmware_host.board.json import (
    JsonObject,
    as_number,
    flag,
    inner,
    number,
    numbers,
    text,
    texts,
)
from firmware_host.board.players import ANIMALS, STRENGTHS, Animal
from firmware_host.board.record import Record
from firmware_host.errors import AskedError
from firmware_host.limits import (
    LAST_DAY,
    LIST_LETTERS,
    LONGEST_WORD,
    NAME_LETTERS,
    ROUNDS_ASKED,
    SEATS,
    SHORTEST_WORD,
    TYPED_LETTERS,
)


class Role(StrEnum):
    """Who may use an endpoint."""

    PUBLIC = "public"  # anybody who reaches this machine
    WALL = "wall"  # a screen that may show the joining code; at home any screen
    SEAT = "seat"  # a phone with a place at the table
    HOST = "host"  # at home a seat's phone or the board; in class the teacher
    TEACHER = "teacher"  # the browser that has claimed the class
    BOARD = "board"  # the page of the virtual board


class On(StrEnum):
    """What a command depends on: it is stale if its sender saw an earlier version."""

    NOTHING = "nothing"
    LAST = "last"  # the last action of the game
    TURN = "turn"  # whose turn it is, and what the seat on turn has in hand
    ROUND = "round"  # the round, and the game
    OWN = "own"  # the round, and the last action of the seat that sends it
    GAME = "game"  # whether a game is on, and whether it is paused
    PEOPLE = "people"  # who sits at the table


#: The state document that a command's sender saw, as the field ``seen`` has it:
#: the number of the table's start, and the number of changes since then.
StateRef = tuple[int, int]

SEEN: JsonObject = {
    "description": "the seen of the state document that this was made for",
    "type": "array",
    "items": {"type": "integer", "minimum": 0},
    "minItems": 2,
    "maxItems": 2,
}

#: Lines of any game that only a host may send: they affect the whole table.
HOST_ACTS = ("undo", "void", "end")

#: No particular seat; and all phones.
ANY_SEAT, ALL_PHONES = -1, 0

#: The places of a board; the place decides who may do what. A kiosk has no host.
PLACES = ("home", "class", "kiosk")
CLASS, KIOSK = PLACES[1:]


def _integer(least: int, most: int) -> JsonObject:
    return {"type": "integer", "minimum": least, "maximum": most}


def _list(most: int, items: JsonObject) -> JsonObject:
    return {"type": "array", "maxItems": most, "items": items}


def _text(most: int) -> JsonObject:
    return {"type": "string", "maxLength": most}


FLAG: JsonObject = {"type": "boolean"}
SEAT = _integer(0, SEATS - 1)
NAME: JsonObject = {"type": "string", "minLength": 1, "maxLength": NAME_LETTERS}
ANIMAL: JsonObject = {"enum": list(ANIMALS)}
STRENGTH: JsonObject = {"enum": ["", *STRENGTHS]}
TYPED_TEXT: JsonObject = {"type": "string", "minLength": 1, "maxLength": TYPED_LETTERS}

#: The code of a language. This layer does not know the languages of the board: an
#: endpoint replaces this schema by one that lists them.
LANGUAGE: JsonObject = {"type": "string"}

#: The types of fields that pages send, each with its schema.
Flag = Annotated[bool, FLAG]
SeatNumber = Annotated[int, SEAT]
PhoneNumber = Annotated[int, _integer(1, 2**31)]
Name = Annotated[str, NAME]
Strength = Annotated[str, STRENGTH]
TypedText = Annotated[str, TYPED_TEXT]
LanguageCode = Annotated[str, LANGUAGE]


class Command(Record):
    """
    One request of a page to the table.

    Args of a class:
        tag: The name of the command on the socket.
        role: Who may send the command, unless an endpoint names a narrower role.
        on: What the command depends on.

    Args:
        seen: The state that its sender saw; None for a command without such a state.
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


class Sit(Command, tag="sit", role=Role.BOARD, on=On.PEOPLE):
    """
    Seat a player; during a game the player joins in the next round.

    Args:
        name: The player's name; ``*`` for the name of the player's animal, in the
            language of each screen; empty only together with a button.
        button: The player's own button.
    """

    name: Name
    button: Button | None = None


class SeatBot(Command, tag="bot", on=On.PEOPLE):
    """
    Seat a bot, or remove the bot of a seat.

    Args:
        strength: The strength of the new bot, from `board.players.STRENGTHS`; empty to
            remove a bot.
        seat: The seat of the bot to remove.
    """

    strength: Strength = ""
    seat: SeatNumber = ANY_SEAT


class Stand(Command, tag="stand", role=Role.BOARD, on=On.PEOPLE):
    """Remove a player from a seat; the points already won are kept."""

    seat: SeatNumber


class Rename(Command, tag="rename", role=Role.BOARD):
    """
    Rename a player; ``*`` means the name of the player's animal.

    An empty name, which no page can send, erases the name.
    """

    seat: SeatNumber
    name: Name


class Dress(Command, tag="dress", role=Role.PUBLIC):
    """Change a player's animal; a player who already has it gets the old one."""

    animal: Annotated[Animal, ANIMAL]
    seat: SeatNumber = ANY_SEAT


# --- the next game -----------------------------------------------------------------


_GAME: JsonObject = {"type": "string", "pattern": "^[a-z][a-z0-9-]{0,31}$"}
_RULES: JsonObject = {
    "type": "object",
    "maxProperties": 20,
    "additionalProperties": {"type": ["string", "integer"], "maxLength": TYPED_LETTERS},
}
_WORDS = _list(5000, _text(100))


class ChoosePlayers(Command):
    """
    Choose who plays.

    Args:
        players: The names of all players; None leaves the players unchanged.
        animals: The animal of each player, in the same order.
        bots: The strength of each bot, in the same order; empty for a person.
    """

    players: Annotated[tuple[str, ...] | None, _list(SEATS, NAME)] = None
    animals: Annotated[tuple[Animal, ...], _list(SEATS, ANIMAL)] = ()
    bots: Annotated[tuple[str, ...], _list(SEATS, STRENGTH)] = ()


class Choose(ChoosePlayers, tag="choose"):
    """
    Choose settings of the board and of its next game; None leaves one unchanged.

    The fields are those of `session.state.Setup`. Choosing other players closes the
    display of a game that is over.

    Args:
        rules: The options of the game that differ from their defaults, by name.
        words: The words from which the board draws in this language; empty for the
            words that the language has. No page sends them.
    """

    language: Annotated[str | None, LANGUAGE] = None
    game: Annotated[str | None, _GAME] = None
    rules: Annotated[Mapping[str, str | int] | None, _RULES] = None
    length: Annotated[int | None, _integer(SHORTEST_WORD, LONGEST_WORD)] = None
    rounds: Annotated[int | None, _integer(1, ROUNDS_ASKED)] = None
    board_makes: Annotated[bool | None, FLAG] = None
    day: Annotated[int | None, _integer(1, LAST_DAY)] = None
    pack: Annotated[str | None, _text(LIST_LETTERS)] = None
    place: Annotated[str | None, {"enum": list(PLACES)}] = None
    sound: Annotated[bool | None, FLAG] = None
    words: Annotated[tuple[str, ...] | None, _WORDS] = field(default=None, repr=False)


class Begin(Choose, tag="begin", on=On.GAME):
    """
    Begin a game; settings and players that are left out stay unchanged.

    Args:
        once: True if the settings are for this game alone: the next game is offered
            with the settings from before, and with the players of this game.
    """

    once: Flag = False


class BeginEvening(ChoosePlayers, tag="evening", on=On.GAME, kw_only=True):
    """
    Begin a duplicate evening by its key: each board has the same words.

    Args:
        key: The key, as it was typed.
        at_board: True if the key was typed at the board itself; the board may have left
            that screen since.
        seed: The seed of all random values of the evening, 32 bytes in hex, which
            `hall.evening.seed_of` derives from the key. The table fills it in.
    """

    key: TypedText = field(repr=False)
    at_board: bool = False
    seed: str = field(default="", repr=False)


# --- the game as a whole ----------------------------------------------------------


class EmptyCollection(Command, tag="empty-collection"):
    """Erase the words found and the bots beaten at this board."""


class Pause(Command, tag="pause", on=On.GAME):
    """Pause the game, or continue it."""

    paused: Flag


class Hasten(Command, tag="hasten", on=On.NOTHING):
    """
    Let the bot whose move is next act at once.

    Nothing happens while a person is on turn, or without a bot.
    """


class TutorialCommand(Command, tag="tutorial", on=On.GAME):
    """Begin the tutorial, or leave it."""

    wanted: Flag


#: The value of `Kiosk.does` for a person who is present and asks for nothing else.
STAY = "stay"


class Kiosk(Command, tag="kiosk", role=Role.BOARD):
    """
    Report a person at a kiosk: present, continuing, or done; and a choice of language.

    Args:
        does: `STAY` for present, ``game`` to continue to the game, ``over`` to give the
            turn to the next person.
        language: The language to play in; empty for no change.
    """

    does: Annotated[str, {"enum": [STAY, "game", "over"]}] = STAY
    language: LanguageCode = ""


class Look(Command, tag="look", role=Role.BOARD):
    """
    Report that a player is about to see private data of a seat on the shared screen.

    The pages send it when they open a hot seat: a player's own clock may begin then.
    """

    seat: SeatNumber


class PagesAt(Command, tag="pages-at", role=Role.PUBLIC):
    """
    Report the address at which phones reach the pages.

    Args:
        address: Such as ``http://192.168.1.7:8080``; empty if no phone can reach them.
    """

    address: str


# --- phones -------------------------------------------------------------------------


class JoinCommand(Command, tag="join", role=Role.PUBLIC):
    """
    Seat a new player who uses a phone.

    Args:
        phone: The hash of the phone's cookie.
        name: The player's name.
    """

    phone: str
    name: str


class PhoneCommand(Command):
    """A change of a phone's seat or rights; the board shows no sign of it."""


class SeatPhone(PhoneCommand, tag="seat-phone"):
    """
    Give a phone a seat, or a place in a team.

    Args:
        phone: The hash of the phone's cookie.
        seat: The seat; `ANY_SEAT` for the team with the fewest phones.
        alone: True if the seat must have no other phone.
    """

    phone: str
    seat: int
    alone: bool = False


class ReplacePhone(PhoneCommand, tag="replace-phone"):
    """Give a phone the seat of a lost phone, which is named by its number."""

    phone: str
    lost: int


class MovePhone(PhoneCommand, tag="move-phone", role=Role.TEACHER):
    """Give a phone another seat."""

    phone: PhoneNumber
    seat: SeatNumber


class AdmitPhone(PhoneCommand, tag="admit-phone", role=Role.SEAT):
    """
    Let another phone of the sender's seat see the secret of this round.

    Only a phone that holds the secret may send this.

    Args:
        phone: The number of the other phone.
        holder: The hash of the cookie of the phone that admits it.
    """

    phone: PhoneNumber
    holder: str = ""


class FreeSeat(PhoneCommand, tag="free-seat"):
    """
    Take the seat of a lost phone from it.

    Another phone can be given the seat then.
    """

    seat: SeatNumber


class PartPhones(PhoneCommand, tag="part-phones"):
    """Remove these phones, by number, from their seats."""

    numbers: tuple[int, ...]


class ForgetPhone(PhoneCommand, tag="forget-phone"):
    """Remove a phone, by number, from the table; `ALL_PHONES` removes every one."""

    number: int


#: Every command.
AnyCommand = (
    (Sit | SeatBot | Stand | Rename | Dress | Choose | Begin | BeginEvening)
    | (EmptyCollection | Pause | Hasten | TutorialCommand | Kiosk | Look)
    | (PagesAt | JoinCommand)
    | (SeatPhone | ReplacePhone | MovePhone | AdmitPhone)
    | (FreeSeat | PartPhones | ForgetPhone)
)

COMMANDS: Mapping[str, type[AnyCommand]] = {
    one.TAG: one for one in get_args(AnyCommand)
}


def schemas_of(command: type[Command]) -> Mapping[str, JsonObject]:
    """Return the JSON Schema of each field that a page sends, by the field's name."""
    hints = get_type_hints(command, include_extras=True).items()
    return {
        name: get_args(hint)[1] for name, hint in hints if get_origin(hint) is Annotated
    }


def _button(line: JsonObject, name: str) -> Button:
    button = Button(text(line, name))
    if button not in PLAYER_BUTTONS:
        raise ValueError(button)
    return button


def read_seen(line: JsonObject, name: str) -> StateRef | None:
    """
    Return the state that a command's sender saw; None if the line has no such state.

    Raises:
        ValueError: The field is not a pair of whole numbers.
    """
    if line[name] is None:
        return None
    start, n = numbers(line, name)
    return start, n


def _animal(line: JsonObject, name: str) -> Animal:
    return Animal(text(line, name))


def _animals(line: JsonObject, name: str) -> tuple[Animal, ...]:
    return tuple(map(Animal, texts(line, name)))


def _rules(line: JsonObject, name: str) -> Mapping[str, str | int]:
    return {
        key: one if isinstance(one, str) else as_number(one, key)
        for key, one in inner(line, name).items()
    }


#: The reader of a field by the field's type; for an optional field by its type without
#: None.
_READERS: Mapping[object, Callable[[JsonObject, str], object]] = {
    str: text,
    int: number,
    bool: flag,
    tuple[str, ...]: texts,
    tuple[int, ...]: numbers,
    tuple[Animal, ...]: _animals,
    Mapping[str, str | int]: _rules,
    Animal: _animal,
    Button: _button,
    StateRef: read_seen,
}


def _read(line: JsonObject, name: str, hint: object) -> object:
    """Return the value of a field, whose type is *hint*."""
    if NoneType not in get_args(hint):
        return _READERS[hint](line, name)
    return None if line[name] is None else _READERS[get_args(hint)[0]](line, name)


def read_command(line: JsonObject) -> AnyCommand:
    """
    Return the command that `Command.line` wrote.

    Raises:
        AskedError: The line is not a valid command.
    """
    try:
        make: Callable[..., AnyCommand] = COMMANDS[text(line, "command")]
        hints = get_type_hints(make)
        given = [name for name in line if name != "command"]
        return make(**{name: _read(line, name, hints[name]) for name in given})
    except (KeyError, TypeError, ValueError):
        msg = f"this is no command: {line}"[:200]
        raise AskedError(msg) from None
