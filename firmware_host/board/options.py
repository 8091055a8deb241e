"""Settings of a game that a table may turn before it begins."""

from firmware_host.board.record import Record

_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


class Option(Record):
    """
    One setting of a game.

    Args:
        name: Its key in a transcript's header.
        default: Its value when nobody turns it; empty where that depends on the
            board: its first choice that the board can do, and every header has it.
        choices: Every value it may have, or those that are offered where a *word*
            may be given.
        code: The message that explains it.
        word: The fewest and the most letters of a word that anybody may give
            instead; none where the choices are all there is.
        tagged: Choices for a board that reads tags; no other one offers them.
        unseen: Choices by which each player sees something alone: on a phone, or on a
            screen behind the lid.
        begins: True where it is the zone in which the word begins; 0 for the box's own.
        draws: True where it says which words the board draws: asked at the board too,
            wherever the board makes the words.
        number: The least and the greatest number that the board may give it beside the
            choices; it is chosen nowhere among the rules of the house.
        each: True where players may have values of their own, of one digit each: the
            value is then a text with a digit for each seat.
        zero: The message for a choice 0 that is no number to people, but "none".
        before: Values that earlier versions had, each with the one that is nearest
            today: what was written with them is read, and they are not offered.
    """

    name: str
    default: str | int
    choices: tuple[str | int, ...]
    code: str
    word: tuple[int, int] | None = None
    tagged: tuple[str | int, ...] = ()
    unseen: tuple[str | int, ...] = ()
    begins: bool = False
    draws: bool = False
    number: tuple[int, int] | None = None
    each: bool = False
    zero: str = ""
    before: tuple[tuple[str, str], ...] = ()

    def takes(self, value: object) -> bool:
        """Tell whether *value* can be set."""
        if any(value == one and type(value) is type(one) for one in self.choices):
            return True
        if any(value == one for one, _ in self.before):
            return True
        if self.number is not None and type(value) is int:
            return self.number[0] <= value <= self.number[1]
        if self.each and isinstance(value, str):
            return all(one.isdecimal() and int(one) in self.choices for one in value)
        if self.word is None or not isinstance(value, str):
            return False
        least, most = self.word
        return least <= len(value) <= most and set(value) <= _LETTERS

    def today(self, value: str | int) -> str | int:
        """Return a *value* as it is today; an earlier version's becomes the nearest."""
        return next((now for one, now in self.before if one == value), value)

    @property
    def expected(self) -> str:
        """What it may be, to be read by people."""
        shown = ", ".join(map(str, self.choices))
        if self.number is not None:
            return f"{shown}, or {self.number[0]} to {self.number[1]}"
        if self.word is None:
            return shown
        return f"{shown}, or a word of {self.word[0]} to {self.word[1]} letters A to Z"
