"""
Beliefs of people with phones: hunches about the word, and predictions of answers.

Hunches stay secret until the word is shown. Then all pages show how many phones had the
right word after how many pieces, and how often each word was chosen. A word is listed
only if the board could have drawn it; all others are counted together. Of predictions
the pages show only how many there are and how many were right.
"""

from collections import Counter
from collections.abc import Callable, Sequence

from firmware_host.board.json import Json
from firmware_host.board.messages import Refused
from firmware_host.board.moments import What
from firmware_host.board.record import Record
from firmware_host.board.table_values import Phone, Sight, Told

#: The number of listed words; rarer words are counted together.
SHOWN = 4

#: Returns the words of a list that the board could draw in a language.
Known = Callable[[list[str], str], Sequence[str]]


class Hunch(Record):
    """The word that a phone has chosen, and the number of pieces laid by then."""

    word: str
    after: int


class Believed(Record):
    """
    The hunches of a finished round.

    Args:
        right: Pairs of a number of laid pieces and the number of right hunches until
            then.
        words: Pairs of a listed word and its number of hunches, the most frequent
            first.
        others: The number of hunches for other words.
    """

    right: tuple[tuple[int, int], ...] = ()
    words: tuple[tuple[str, int], ...] = ()
    others: int = 0


class Hunches:
    """
    The hunches of all phones in the present round.

    Args:
        known: Returns the words that may be listed.
    """

    def __init__(self, known: Known) -> None:
        self._known = known
        self._hunches: dict[int, Hunch] = {}
        self._round: tuple[object, ...] = ()
        self._told = Believed()
        self._last: tuple[object, Believed] = ((), Believed())

    def lock(self, phone: Phone, word: str, seen: Sight) -> None:
        """Store the hunch of a phone until the round is over."""
        self._follow(seen)
        self._hunches[phone["number"]] = Hunch(word, seen["laid"])

    def of(self, phone: Phone, seen: Sight) -> str:
        """Return the hunch of a phone; empty without one."""
        self._follow(seen)
        found = self._hunches.get(phone["number"])
        return found.word if found else ""

    def forget(self) -> None:
        """Delete all hunches at the end of a lesson."""
        self._hunches, self._told, self._last = {}, Believed(), ((), Believed())

    def document(self, seen: Sight) -> dict[str, Json]:
        """
        Return the public summary of hunches after a round; empty before its end.

        If the board makes the next word at once, the summary is of the previous round.
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
        """Return the counts of the hunches of the round that has ended last."""
        rounds_before = self._round[1] if self._round else None
        if len(seen["words"]) - 1 != rounds_before or not self._hunches:
            return Believed()  # no hunches, or the round was called off
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
        """Delete the hunches of an earlier round."""
        if not seen["commitment"]:
            return
        now = (seen["commitment"], len(seen["words"]))
        if now != self._round:
            self._told = self._counted(seen)
            self._round, self._hunches = now, {}


#: After these moments the result of the last prediction is no longer shown.
_ENDS = frozenset({What.ROUND, What.VOIDED, What.GAME})


class PredictionOutcome(Record):
    """
    The result of a prediction.

    Args:
        n: The number of the moment with the answer.
        question: The name of the question.
        answer: The answer.
        chosen: The predicted answer of each phone, by number.
    """

    n: int
    question: str
    answer: int
    chosen: dict[int, int]

    @property
    def right(self) -> list[int]:
        """The numbers of the phones that were right."""
        return [phone for phone, one in self.chosen.items() if one == self.answer]

    def document(self) -> dict[str, Json]:
        """Return the public counts of the result, without names."""
        counts = Counter(self.chosen.values())
        return {
            "n": self.n,
            "answer": self.answer,
            "counts": [{"answer": one, "count": counts[one]} for one in sorted(counts)],
            "right": len(self.right),
            "of": len(self.chosen),
        }


class Predictions:
    """The present predictions of all phones, and their points in this lesson."""

    def __init__(self) -> None:
        self._question: str | None = None
        self._chosen: dict[int, int] = {}
        self._locked = False
        self._points = Counter[int]()
        self._last: PredictionOutcome | None = None
        self._heard: int | None = None

    def choose(self, phone: Phone, answer: int, seen: Sight) -> Refused | None:
        """Store a phone's prediction in place of its earlier one."""
        self.follow(seen)
        if self._locked or answer not in seen["question"]["answers"]:
            return Refused("predict-now")
        self._chosen[phone["number"]] = answer
        return None

    def forget(self) -> None:
        """Delete all predictions and points at the end of a lesson."""
        self._question, self._chosen, self._locked = None, {}, False
        self._points.clear()
        self._last = None

    def own(self, phone: Phone, seen: Sight) -> dict[str, Json]:
        """
        Return the fields for a phone's own page.

        Args:
            phone: The phone.
            seen: The state that the phone may see.
        """
        self.follow(seen)
        number, last = phone["number"], self._last
        before = None if last is None else last.chosen.get(number)
        told: dict[str, Json] | None = None
        if last is not None and before is not None:
            told = {"n": last.n, "answer": before, "right": before == last.answer}
        return {
            "may": "predict" in seen["may"] and not self._locked,
            "asks": seen["question"]["asks"],
            "answers": list(seen["question"]["answers"]),
            "chosen": self._chosen.get(number),
            "last": told,
            "points": self._points[number],
        }

    def document(self, seen: Sight, phones: Sequence[Phone]) -> dict[str, Json]:
        """
        Return the public fields: how many phones have predicted, and the last result.

        Args:
            seen: The public state of the table.
            phones: All phones at the table.
        """
        self.follow(seen)
        aside = {None, seen["turn"], (seen["view"] or {}).get("maker")}
        asked = [one["number"] for one in phones if one["seat"] not in aside]
        return {
            "asks": seen["question"]["asks"],
            "asked": self._question is not None,
            "open": self._question is not None and not self._locked,
            "chosen": sum(number in self._chosen for number in asked),
            "of": len(asked),
            "last": None if self._last is None else self._last.document(),
        }

    def follow(self, seen: Sight) -> None:
        """Process the new moments; begin a new prediction if the question changed."""
        newest = seen["moments"][-1]["n"] if seen["moments"] else 0
        heard = newest if self._heard is None else self._heard
        now = seen["question"]["of"]
        for one in seen["moments"]:
            if one["n"] > heard:
                self._hear(one, now)
        self._heard = newest
        question = now if seen["question"]["answers"] else None
        if question != self._question:
            self._question, self._chosen, self._locked = question, {}, False

    def _hear(self, moment: Told, now: str) -> None:
        what, came = moment["what"], moment["answer"]
        if self._question is not None and came is not None:
            answer = PredictionOutcome(moment["n"], self._question, came, self._chosen)
            self._last = answer if answer.chosen else None
            self._points.update(answer.right)
            self._question, self._chosen = None, {}
        elif what == What.UNDONE:
            self._take_back(now)
        elif what in _ENDS:
            self._last = None
        elif self._question is not None and what == What.NO:
            self._locked = True

    def _take_back(self, now: str) -> None:
        """Open the question again after an undo, and subtract the points it gave."""
        if self._last is not None and self._last.question == now:
            self._points.subtract(self._last.right)
            self._last = None
        self._question = None
