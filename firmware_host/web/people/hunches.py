"""
Hunches: the words that people believe in, each told to nobody before the word is out.

Then everybody is told how many had it after how many pieces, and how often each word
was believed in. A word is shown only where the board could have drawn it: whatever else
somebody has typed is counted among the others.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from firmware_host.board.json import Json
from firmware_host.board.record import Record
from firmware_host.board.table_values import Phone, Sight

#: So many words are shown; rarer ones are counted among the others.
SHOWN = 4

#: Returns those of some words that stand in the list that a language draws from.
Known = Callable[[list[str], str], Sequence[str]]


class Hunch(Record):
    """A word that somebody believes in, and how many pieces lay by then."""

    word: str
    after: int


class Believed(Record):
    """
    What was believed in a round that is over.

    Args:
        right: How many had the word after how many pieces, added up.
        words: How often each word was believed in that may be shown, the most first.
        others: How many believed in another word.
    """

    right: tuple[tuple[int, int], ...] = ()
    words: tuple[tuple[str, int], ...] = ()
    others: int = 0


class Hunches:
    """
    What each phone believes in the round that is played.

    Args:
        known: Which words may be shown.
    """

    def __init__(self, known: Known) -> None:
        self._known = known
        self._hunches: dict[int, Hunch] = {}
        self._round: tuple[object, ...] = ()
        self._told = Believed()
        self._last: tuple[object, Believed] = ((), Believed())

    def lock(self, phone: Phone, word: str, seen: Sight) -> None:
        """Keep what somebody believes, until the round is over."""
        self._follow(seen)
        self._hunches[phone["number"]] = Hunch(word, seen["laid"])

    def of(self, phone: Phone, seen: Sight) -> str:
        """Return what a phone believes; empty where it has said nothing."""
        self._follow(seen)
        found = self._hunches.get(phone["number"])
        return found.word if found else ""

    def forget(self) -> None:
        """Forget everything: the lesson is over."""
        self._hunches, self._told, self._last = {}, Believed(), ((), Believed())

    def document(self, seen: Sight) -> dict[str, Json]:
        """
        Return what everybody may know, once the word is out; until then nothing.

        Where the board makes the next word at once it is that of the round before.
        """
        self._follow(seen)
        told = self._told if seen["commitment"] else self._counted(seen)
        return {
            "hunches": [{"after": one, "count": count} for one, count in told.right],
            "hunch_words": {
                "words": [{"word": one, "count": count} for one, count in told.words],
                "others": told.others,
            },
        }

    def _counted(self, seen: Sight) -> Believed:
        """Count what was believed in the round that has ended last."""
        rounds_before = self._round[1] if self._round else None
        if len(seen["words"]) - 1 != rounds_before or not self._hunches:
            return Believed()  # there was none, or it was voided and counts nothing
        key = (*self._round, seen["words"][-1], len(self._hunches))
        if self._last[0] != key:
            self._last = key, self._made(seen["words"][-1], seen["language"])
        return self._last[1]

    def _made(self, word: str, language: str) -> Believed:
        hunches = self._hunches.values()
        right = Counter(one.after for one in hunches if one.word == word)
        every = Counter(one.word for one in hunches)
        known = {word, *self._known(sorted(every), language)}
        shown = sorted(every.keys() & known, key=lambda one: (-every[one], one))[:SHOWN]
        words = tuple((one, every[one]) for one in shown)
        total, told = 0, []
        for after in sorted(right):
            total += right[after]
            told.append((after, total))
        others = len(hunches) - sum(count for _, count in words)
        return Believed(tuple(told), words, others)

    def _follow(self, seen: Sight) -> None:
        """Forget the hunches of an earlier round."""
        if not seen["commitment"]:
            return
        now = (seen["commitment"], len(seen["words"]))
        if now != self._round:
            self._told = self._counted(seen)
            self._round, self._hunches = now, {}
