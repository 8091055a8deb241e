"""
From a message to a sentence, sized for where it is read.

A text is looked up by its code in one of three contexts: ``screen`` for 128 pixels,
``speech`` for the ear, ``page`` for everything else. Where a screen or a voice needs no
words of its own, the page's are taken.
"""

from gettext import GNUTranslations
from typing import IO, Literal

from firmware_host.board.messages import Message

Context = Literal["page", "screen", "speech"]


class Texts:
    """
    Every text of one language.

    Args:
        stream: An opened ``.mo`` file.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._catalogue = GNUTranslations(stream)
        self._known: dict[tuple[str, Context], str] = {}

    def say(self, message: Message, context: Context = "page") -> str:
        """
        Return the words of *message*.

        Args:
            message: What to say; messages among its values are said too.
            context: Where it is read or heard.
        """
        text = self.find(message.code, context)
        if not message.values:
            return text
        values = {
            name: self.say(value, context) if isinstance(value, Message) else value
            for name, value in message.values
        }
        return text.format_map(values)

    def has(self, code: str, context: Context) -> bool:
        """Tell whether *code* has words of its own in *context*."""
        return self._catalogue.pgettext(context, code) != code

    def find(self, code: str, context: Context) -> str:
        """Return the words of *code* with their gaps, or the code if it has none."""
        key = (code, context)
        if key not in self._known:
            text = self._catalogue.pgettext(context, code)
            if text == code and context != "page":
                text = self._catalogue.pgettext("page", code)
            self._known[key] = text
        return self._known[key]

    def as_json(self, context: Context) -> dict[str, str]:
        """Return every text of *context* by its code, for a browser."""
        codes = {
            key.split("\x04")[1]
            for key in self._catalogue._catalog  # type: ignore[attr-defined]  # noqa: SLF001 - gettext has no other way to list
            if isinstance(key, str) and "\x04" in key
        }
        return {code: self.find(code, context) for code in sorted(codes)}
