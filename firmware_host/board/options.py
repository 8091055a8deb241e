"""Options: settings of a game that players can change before it begins."""

from firmware_host.board.record import Record

_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


class Option(Record):
    """
    One setting of a game.

    Args:
        name: Its key in a transcript's header.
        default: The value if players change nothing; empty if it depends on the board:
            then it is the first choice that the board supports, and each header states
            it.
        choices: All values; or the offered ones, if a *word* may be given instead.
        code: The code of the message that explains the option.
        word: The least and greatest number of letters of a word that may be given
            instead; None if only the choices may be given.
        tagged: Choices that only a board that reads tags offers.
        unseen: Choices that give each player private data: on a phone, or on a screen
            behind the lid.
        begins: True if the value is the zone in which the word begins; 0 for the rule
            book's own zone.
        draws: True if the value says which words the board draws: then the board's own
            dialogue asks it whenever the board makes the words.
        number: The least and the greatest number that the board may set in addition to
            the choices; players cannot choose these numbers.
        each: True if players may have values of their own, of one digit each: the
            value is then a text with a digit for each seat.
        zero: The code of the message for a choice 0 that means "none".
        before: Values of earlier versions, each with the current value nearest to it.
            They are read in old data and never offered.
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
        """Return True if *value* is valid for this option."""
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
        """Return the current value for one that an earlier version may have set."""
        return next((now for one, now in self.before if one == value), value)

    @property
    def expected(self) -> str:
        """The valid values, as a text for people."""
        shown = ", ".join(map(str, self.choices))
        if self.number is not None:
            return f"{shown}, or {self.number[0]} to {self.number[1]}"
        if self.word is None:
            return shown
        return f"{shown}, or a word of {self.word[0]} to {self.word[1]} letters A to Z"
