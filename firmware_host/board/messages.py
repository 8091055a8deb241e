"""What the board has to say, before it has words: a code and its values."""

from collections.abc import Callable, Sequence
from functools import reduce

from firmware_host.board.record import Record


class Message(Record):
    """
    One thing to say.

    Args:
        code: Which sentence, such as ``turn-tap``; `texts` has the words.
        values: What goes into its gaps, as pairs of name and value: a word, a number,
            or another message.
    """

    code: str
    values: "tuple[tuple[str, str | int | Message], ...]" = ()

    def __getitem__(self, name: str) -> "str | int | Message":
        """Return the value called *name*."""
        return dict(self.values)[name]


#: Returns the words of a message, in somebody's language.
Say = Callable[[Message], str]


def say(code: str, **values: "str | int | Message") -> Message:
    """Make a `Message` from values by their names."""
    return Message(code, tuple(values.items()))


def together(items: "Sequence[str | Message]") -> "str | Message":
    """Return at least one name or message, one after another."""
    names = [one for one in items if isinstance(one, str)]
    if len(names) == len(items):
        return ", ".join(names)
    *first, last = items
    return reduce(
        lambda rest, one: say("list-two", first=one, rest=rest), reversed(first), last
    )


#: Why a maker's word is refused, where the whole reason would give letters away.
_OF_A_SECRET = frozenset({"word-letters", "word-tiles", "word-pieces", "word-unknown"})


class Refused(Record):
    """
    What somebody asked for is not possible now; nothing has changed.

    Args:
        code: Which rule forbids it, such as ``zone-covered`` (docs/transcript.md).
        private: True where only the puzzle maker may read the sentence; everybody
            else reads the one of `public_code`.
        values: What goes into the sentence's gaps.
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
        """The sentence for everybody: of a word it says no letter."""
        if self.code in _OF_A_SECRET:
            return Message(f"hush-{self.code}")
        values = () if self.private else self.values
        return Message(f"refused-{self.public_code}", values)

    @property
    def reason(self) -> Message:
        """The whole sentence, for whoever made the mistake."""
        return Message(f"refused-{self.code}", self.values)
