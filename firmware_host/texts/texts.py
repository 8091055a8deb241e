"""
Messages as sentences of one language.

A text is looked up by its code in one of three contexts: ``screen`` for screens of 128
pixels, ``speech`` for spoken sentences, ``page`` for everything else. If a context has
no text of its own, that of ``page`` is used. A text with plural forms uses the form for
its value ``n``.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
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
        more: Sentences of games from outside, by their code.
        others: The ``.mo`` files of games from outside.
    """

    def __init__(
        self,
        stream: IO[bytes],
        more: Mapping[str, str] | None = None,
        others: Iterable[bytes] = (),
    ) -> None:
        self._catalogues = tuple(map(Catalogue, (stream.read(), *others)))
        self._more = dict(more or {})
        #: `_look_up`, once for each code, context and number.
        self.find = cache(self._look_up)

    def say(self, message: Message, context: Context = "page") -> str:
        """
        Return the sentence of a message.

        Args:
            message: The message; messages among its values are resolved as well.
            context: Where the sentence is shown or spoken.
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
        """Return True if a code has a text of its own in a context."""
        return self._own(code, context, 1) is not None

    def as_json(
        self, context: Context, shown: Callable[[str], bool] = lambda _: True
    ) -> dict[str, str]:
        """
        Return every text of *context* by its code, for a browser.

        Args:
            context: Where the texts are shown or spoken.
            shown: Returns True for each built-in code to include; texts of games from
                outside are always included.
        """
        known: dict[str, dict[str, str]] = {"page": {}, context: {}}
        ours, *brought = self._catalogues
        for catalogue in (*reversed(brought), ours):
            for of, code, text in catalogue.sentences():
                if of in READ and (catalogue is not ours or shown(code)):
                    known.setdefault(of, {})[code] = text
        codes = {code: code for of in known for code in known[of]}
        return codes | self._more | known["page"] | known[context]

    def _look_up(self, code: str, context: Context, number: int = 1) -> str:
        """
        Return the text of a code with its gaps unfilled; the code itself if unknown.

        Args:
            code: The code of a message.
            context: Where the text is shown or spoken.
            number: The count that selects the plural form, if the text has several.
        """
        text = self._own(code, context, number)
        if text is None and context != "page":
            text = self._own(code, "page", number)
        return code if text is None else text

    def _own(self, code: str, context: Context, number: int) -> str | None:
        """Return the text that this context itself has for a code, or None."""
        found = (one.find(context, code, number) for one in self._catalogues)
        text = next((one for one in found if one is not None), None)
        return self._more.get(code) if text is None and context == "page" else text
