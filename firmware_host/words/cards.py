"""Letter cards: how many of each letter a deck has, by how often words use it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from string import ascii_uppercase

from firmware_host.errors import SettingsError

#: A blank card can be any letter.
BLANK = "?"

#: Letters and blanks by colour: 104 orange and 97 blue cards in all.
#: Source: rules, part 5, a ruling; the totals are the rule book's.
DECKS: Mapping[str, tuple[int, int]] = {"orange": (100, 4), "blue": (94, 3)}

#: The file with the deck of journals and transcripts that name none. A language has it
#: only if games had been stored without a deck before its letter cards changed.
DEFAULT_CARDS = "default-cards.toml"

#: The most cards of one letter in a deck, since a file may come from a stranger.
COUNTS = range(100)

#: By colour, how many cards there are of each letter.
Deck = Mapping[str, Mapping[str, int]]


def shares(words: Iterable[str], total: int) -> dict[str, int]:
    """
    Return the number of cards of each letter out of *total*, by largest remainder.

    Every letter gets at least one card: a letter that would get none is set to one, and
    the rest is shared among the others again. Equal remainders are taken in
    alphabetical order.

    Args:
        words: Folded words; signs that are no letter are ignored.
        total: The number of cards with a letter, at least 26.

    Source: rules, part 5.
    """
    seen = Counter("".join(words))
    weights = {letter: seen[letter] for letter in ascii_uppercase}
    counts = dict.fromkeys(ascii_uppercase, 1)
    open_ones = list(ascii_uppercase)
    while True:
        rest = total - (len(ascii_uppercase) - len(open_ones))
        shared = _largest_remainder({c: weights[c] for c in open_ones}, rest)
        if all(shared.values()):
            return counts | shared
        open_ones = [letter for letter in open_ones if shared[letter]]


def _largest_remainder(weights: Mapping[str, int], total: int) -> dict[str, int]:
    whole = sum(weights.values())
    quotas = {
        letter: Fraction(total * weight, whole) for letter, weight in weights.items()
    }
    counts = {letter: int(quota) for letter, quota in quotas.items()}
    order = sorted(quotas, key=lambda letter: (counts[letter] - quotas[letter], letter))
    for letter in order[: total - sum(counts.values())]:
        counts[letter] += 1
    return counts


def read_cards(table: Mapping[str, object], where: str) -> dict[str, dict[str, int]]:
    """
    Read a deck of letter cards: the count of each letter, by colour.

    Args:
        table: For each colour, the number of cards of each letter.
        where: The file's name, for messages.

    Raises:
        SettingsError: A colour or a count is missing, unknown or out of range; the
            text says which.
    """
    if unknown := sorted(set(table).difference(DECKS)):
        msg = f"{where}: [{unknown[0]}] is not known; use {' and '.join(DECKS)}"
        raise SettingsError(msg)
    decks: dict[str, dict[str, int]] = {}
    for colour in DECKS:
        counts = table.get(colour)
        if not isinstance(counts, dict) or set(counts) != {*ascii_uppercase, BLANK}:
            msg = f"{where}: [{colour}] must count A to Z and {BLANK!r}"
            raise SettingsError(msg)
        wrong = [c for c, n in counts.items() if type(n) is not int or n not in COUNTS]
        if wrong:
            most, letters = COUNTS[-1], " ".join(wrong)
            msg = f"{where}: [{colour}] {letters}: a count must be 0 to {most}"
            raise SettingsError(msg)
        decks[colour] = dict(counts)
    return decks
