"""Messages: texts that are not translated yet, as a code and its values."""

from collections.abc import Callable, Sequence
from functools import reduce

from firmware_host.board.record import Record


class Message(Record):
    """
    A text that is not translated yet.

    Args:
        code: The code of the text, such as ``turn-tap``; `texts` has the translations.
        values: The values of its gaps, as pairs of name and value: a word, a number, or
            another message.
    """

    code: str
    values: "tuple[tuple[str, str | int | Message], ...]" = ()

    def __getitem__(self, name: str) -> "str | int | Message":
        """Return the value called *name*."""
        return dict(self.values)[name]


#: Returns the translation of a message in one language.
Say = Callable[[Message], str]


def say(code: str, **values: "str | int | Message") -> Message:
    """Make a `Message` from values by their names."""
    return Message(code, tuple(values.items()))


def together(items: "Sequence[str | Message]") -> "str | Message":
    """Return names or messages as one, separated by commas; *items* is not empty."""
    names = [one for one in items if isinstance(one, str)]
    if len(names) == len(items):
        return ", ".join(names)
    *first, last = items
    return reduce(
        lambda rest, one: say("list-two", first=one, rest=rest), reversed(first), last
    )


#: Refusals of a maker's word whose full reason would reveal letters of the word.
_OF_A_SECRET = frozenset({"word-letters", "word-tiles", "word-pieces", "word-unknown"})


class Refused(Record):
    """
    The refusal of an action or a command; nothing has changed.

    Args:
        code: The reason, such as ``zone-covered`` (docs/transcript.md).
        private: True if only the puzzle maker may read the reason; all others get the
            text of `public_code`.
        values: The values of the text's gaps.
    """

    code: str
    private: bool = False
    values: "tuple[tuple[str, str | int | Message], ...]" = ()

    @property
    def public_code(self) -> str:
        """The code that everybody may know."""
        return "not-this-piece" if self.private else self.code

    @property
    def message(self) -> Message:
        """The text for everybody; it reveals no letter of a secret word."""
        if self.code in _OF_A_SECRET:
            return Message(f"hush-{self.code}")
        values = () if self.private else self.values
        return Message(f"refused-{self.public_code}", values)

    @property
    def reason(self) -> Message:
        """The full text, for the person whose action was refused."""
        return Message(f"refused-{self.code}", self.values)
