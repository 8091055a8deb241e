"""
Rude words: they are doubted as names, and pages show dots for a guessed one.

The built-in words are in ``languages/*/rude.txt``. A class can add words: they are
stored as its word lists are, and erased with its names.
"""

from collections.abc import Iterator
from json import dumps

from firmware_host.board.json import as_list, as_text, read
from firmware_host.board.messages import Refused
from firmware_host.limits import RUDE_ADDED
from firmware_host.web.ports import Services
from firmware_host.words.rude import typed_words

#: The key under which a class's own words are stored.
STORE_KEY = "rude"

#: The least number of letters of a guess in a view.
_LETTERS = 2

#: The field of a view in which words are shown: else nobody could check the commitment.
_SHOWN = "results"


class Rude:
    """
    The check for rude words, in names and in guesses.

    Args:
        services: The built-in words, and the store of a class's words.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self.added = _read(services.store.get(STORE_KEY))
        self._words = services.rude.with_words(self.added)

    def has_rude_word(self, text: str) -> bool:
        """Return True if *text* contains a rude word."""
        return self._words.has_rude_word(text)

    def doubt(self, name: str, *, sure: bool) -> Refused | None:
        """
        Return a request to confirm *name* if it may be a rude word; else None.

        Args:
            name: The name.
            sure: True if the user has confirmed the name: some names are rude words.
        """
        return (
            Refused("join-name-rude") if not sure and self.has_rude_word(name) else None
        )

    def dotted(self, view: object, language: str) -> list[str]:
        """Return the words in a game's view that pages show as dots."""
        unfit = self._services.unfit.get(language, ())
        words = set(_words_in(view))
        return sorted(one for one in words if one in unfit or self.has_rude_word(one))

    async def add(self, text: str) -> Refused | None:
        """
        Replace the rude words that this class has added.

        Args:
            text: The words, separated by white space.

        Returns:
            A refusal for more than `RUDE_ADDED` words; None if they are stored.
        """
        words = typed_words(text.split())
        if len(words) > RUDE_ADDED:
            return Refused("rude-many", values=(("n", RUDE_ADDED),))
        await self._keep(words)
        return None

    async def forget(self) -> None:
        """Delete a class's own words; they may be personal data."""
        await self._keep(())

    async def _keep(self, words: tuple[str, ...]) -> None:
        kept = dumps(words) if words else None
        await self._services.store.put(STORE_KEY, kept)
        self.added = words
        self._words = self._services.rude.with_words(words)


def _words_in(view: object) -> Iterator[str]:
    """Yield every word in capitals of a view, except those of finished rounds."""
    match view:
        case str() if len(view) >= _LETTERS and view.isalpha() and view.isupper():
            yield view
        case dict():
            for name, value in view.items():
                if name != _SHOWN:
                    yield from _words_in(value)
        case list() | tuple():
            for value in view:
                yield from _words_in(value)
        case _:
            pass


def _read(kept: str | None) -> tuple[str, ...]:
    """Return the stored words; empty if they cannot be read."""
    try:
        return typed_words(as_text(one) for one in as_list(read(kept or "[]")))
    except ValueError:
        return ()
