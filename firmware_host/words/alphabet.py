"""The letter piece alphabet: which pieces each letter is built from."""

from collections.abc import Mapping
from dataclasses import field

from firmware_host.board.pieces import KINDS, NO_PIECES, Counts, counts_of, kinds_of
from firmware_host.board.record import Record
from firmware_host.errors import RuleError, SettingsError

#: No letter is built from more pieces. Source: rules, "Alphabet".
MOST_PIECES = 4

#: The source of a letter that an owner's own file has changed.
OWNER = "owner"

_NAMES = {kind.value: kind for kind in KINDS}


class Alphabet(Record):
    """
    Every letter with the fixed pieces that form it.

    Args:
        builds: For each letter, how many pieces of each kind it is made of.
        sources: For each letter, the origin of its build: ``attested`` in a review of
            this game or a similar one, a ``ruling`` of this project, or ``owner``.
    """

    builds: Mapping[str, Counts] = field(hash=False)
    sources: Mapping[str, str] = field(hash=False)

    def build(self, letter: str) -> Counts:
        """
        Return the pieces of one *letter*.

        Raises:
            RuleError: It has no build; ask `Language.faults` about a word first.
        """
        try:
            return self.builds[letter]
        except KeyError:
            msg = f"the letter {letter!r} has no build"
            raise RuleError(msg) from None

    def changed(self) -> dict[str, list[str]]:
        """Return the letters that the owner has changed, as `read_alphabet` reads."""
        return {
            letter: [kind.value for kind in kinds_of(self.builds[letter])]
            for letter, source in self.sources.items()
            if source == OWNER
        }

    def pieces(self, word: str) -> Counts:
        """
        Return all the pieces that a folded *word* needs.

        Raises:
            RuleError: One of its letters has no build.
        """
        red, yellow, blue, green = NO_PIECES
        for letter in word:
            build = self.build(letter)
            red, yellow = red + build[0], yellow + build[1]
            blue, green = blue + build[2], green + build[3]
        return (red, yellow, blue, green)


def read_alphabet(
    table: Mapping[str, object],
    *,
    override: Mapping[str, object] | None = None,
    where: str,
) -> Alphabet:
    """
    Return the alphabet that *table* describes.

    Args:
        table: By letter, the colours of its pieces and the source of this build:
            ``{"I": {"pieces": ["red"], "source": "attested"}}``.
        override: Single letters that an owner's box builds differently, in the same
            form or as a bare list of colours.
        where: The name of the file, for messages; the owner's file if there is one.

    Raises:
        SettingsError: A letter is unknown, or its pieces are; the text says which.
    """
    builds: dict[str, Counts] = {}
    sources: dict[str, str] = {}
    for letter, item in table.items():
        builds[letter], sources[letter] = _read(item, f"{where}: letter {letter}")
    for letter, item in (override or {}).items():
        if letter not in builds:
            raise _wrong(where, f"{letter!r} is no letter; use {' '.join(builds)}")
        builds[letter], sources[letter] = _read(
            item, f"{where}: letter {letter}", default=OWNER
        )
    return Alphabet(builds, sources)


def _read(item: object, where: str, default: str = "") -> tuple[Counts, str]:
    """Return one letter's pieces and their source."""
    given: Mapping[object, object] = (
        item if isinstance(item, Mapping) else {"pieces": item}
    )
    for key in given:
        if key not in ("pieces", "source"):
            raise _wrong(where, f"{key!r} is not known; use pieces and source")
    source = given.get("source", default)
    if not isinstance(source, str) or not source:
        raise _wrong(where, "say in source how its pieces are known")
    return _count(given.get("pieces"), where), source


def _count(names: object, where: str) -> Counts:
    """Return how many pieces of each kind *names* lists."""
    if not isinstance(names, list) or not names:
        raise _wrong(where, 'list its pieces, such as ["red", "yellow"]')
    if len(names) > MOST_PIECES:
        raise _wrong(where, f"{len(names)} pieces; a letter has at most {MOST_PIECES}")
    for name in names:
        if not isinstance(name, str) or name not in _NAMES:
            known = ", ".join(_NAMES)
            raise _wrong(where, f"{name!r} is not a piece; use {known}")
    return counts_of(names)


def _wrong(where: str, what: str) -> SettingsError:
    return SettingsError(f"{where}: {what}")
