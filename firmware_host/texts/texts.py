"""
From a message to a sentence, sized for where it is read.

A text is looked up by its code in one of three contexts: ``screen`` for 128 pixels,
``speech`` for the ear, ``page`` for everything else. Where a screen or a voice needs no
words of its own, the page's are taken. A text with plural forms takes the one for its
value ``n``.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import IO, Literal, get_args

from firmware_host.board.messages import Message
from firmware_host.texts.catalogue import Catalogue

Context = Literal["page", "screen", "speech"]

#: The contexts; a catalogue has others, for the command line.
READ = get_args(Context)


class Texts:
    """
    Every text of one language.

    Args:
        stream: An opened ``.mo`` file.
        more: Sentences that games from outside bring along, by their code.
        others: The ``.mo`` files that they bring along.
    """

    def __init__(
        self,
        stream: IO[bytes],
        more: Mapping[str, str] | None = None,
        others: Iterable[bytes] = (),
    ) -> None:
        self._catalogues = tuple(map(Catalogue, (stream.read(), *others)))
        self._more = dict(more or {})
        self._known: dict[tuple[str, Context, int], str] = {}

    def say(self, message: Message, context: Context = "page") -> str:
        """
        Return the words of *message*.

        Args:
            message: What to say; messages among its values are said too.
            context: Where it is read or heard.
        """
        if not message.values:
            return self.find(message.code, context)
        values = {
            name: self.say(value, context) if isinstance(value, Message) else value
            for name, value in message.values
        }
        number = values.get("n", 1)
        number = number if isinstance(number, int) else 1
        return self.find(message.code, context, number).format_map(values)

    def has(self, code: str, context: Context) -> bool:
        """Tell whether *code* has words of its own in *context*."""
        return self._own(code, context, 1) is not None

    def find(self, code: str, context: Context, number: int = 1) -> str:
        """
        Return the words of *code*, with their gaps; the code where there are none.

        Args:
            code: Of the message.
            context: Where the words are read or heard.
            number: What the form agrees with, where there is more than one form.
        """
        key = (code, context, number)
        if key not in self._known:
            self._known[key] = self._look_up(code, context, number)
        return self._known[key]

    def as_json(
        self, context: Context, shown: Callable[[str], bool] = lambda _: True
    ) -> dict[str, str]:
        """
        Return every text of *context* by its code, for a browser.

        Args:
            context: Where the texts are read or heard.
            shown: Tells of each code of ours whether it is wanted; what games from
                outside bring always is.
        """
        known: dict[str, dict[str, str]] = {"page": {}, context: {}}
        ours, *brought = self._catalogues
        for catalogue in (*reversed(brought), ours):
            for of, code, text in catalogue.sentences():
                if of in READ and (catalogue is not ours or shown(code)):
                    known.setdefault(of, {})[code] = text
        codes = {code: code for of in known for code in known[of]}
        return codes | self._more | known["page"] | known[context]

    def _look_up(self, code: str, context: Context, number: int) -> str:
        text = self._own(code, context, number)
        if text is None and context != "page":
            text = self._own(code, "page", number)
        return code if text is None else text

    def _own(self, code: str, context: Context, number: int) -> str | None:
        """Return what the catalogue has, in the form for *number*; None if nothing."""
        found = (one.find(context, code, number) for one in self._catalogues)
        text = next((one for one in found if one is not None), None)
        return self._more.get(code) if text is None and context == "page" else text
