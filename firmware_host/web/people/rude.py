"""
Rude words: nobody is called by one, and pages show dots where somebody guesses one.

The house's words stand in ``languages/*/rude.txt``. A class adds its own: they are kept
like its word lists, and erased with its names.
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

#: A guess in a view has so many letters at least.
_LETTERS = 2

#: What a round was about is shown as it was: with dots nobody could check the promise.
_SHOWN = "results"


class Rude:
    """
    What nobody is called, and no page shows as a guess.

    Args:
        services: The house's words, and where a class's own are kept.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self.added = _read(services.store.get(STORE_KEY))
        self._words = services.rude.with_words(self.added)

    def finds(self, text: str) -> bool:
        """Tell whether *text* has a rude word."""
        return self._words.finds(text)

    def doubt(self, name: str, *, sure: bool) -> Refused | None:
        """
        Return a request to confirm *name* if it may be a rude word; else None.

        Args:
            name: The name.
            sure: True if the question was answered with yes: some names are rude words.
        """
        return Refused("join-name-rude") if not sure and self.finds(name) else None

    def dotted(self, view: object, language: str) -> list[str]:
        """Return the words in a game's view that pages show as dots."""
        unfit = self._services.unfit.get(language, ())
        words = set(_words_in(view))
        return sorted(one for one in words if one in unfit or self.finds(one))

    async def add(self, text: str) -> Refused | None:
        """Let these be a class's own words, in place of those before."""
        words = typed_words(text.split())
        if len(words) > RUDE_ADDED:
            return Refused("rude-many", values=(("n", RUDE_ADDED),))
        await self._keep(words)
        return None

    async def forget(self) -> None:
        """Forget a class's own words; they may be about somebody."""
        await self._keep(())

    async def _keep(self, words: tuple[str, ...]) -> None:
        kept = dumps(words) if words else None
        await self._services.store.put(STORE_KEY, kept)
        self.added = words
        self._words = self._services.rude.with_words(words)


def _words_in(view: object) -> Iterator[str]:
    """Yield every word in capitals of a view, but for those of finished rounds."""
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
    """Return the words that were kept; none where nobody can read them."""
    try:
        return typed_words(as_text(one) for one in as_list(read(kept or "[]")))
    except ValueError:
        return ()
