"""
Predictions: everybody says what will come, and the board answers.

The rule, for a child: *While others are asked to act, choose what will come: which zone
wants the piece, how many letters are marked, how long the longest word is. You may
change your mind until it begins. Then wait. Whoever was right gets one point.*

A game declares its `Question`, and the moment that answers it. A No before that decides
nothing yet: what was chosen stays, and cannot be changed any more. Who is asked to act
does not choose, nor does the maker, who knows. A question that is never answered, for
the word is found before, brings nothing; an answer that is taken back takes its points
along.

Everything comes of what everybody has seen, and is kept in memory alone, by phone.
"""

from collections import Counter
from collections.abc import Sequence

from firmware_host.board.json import Json
from firmware_host.board.messages import Refused
from firmware_host.board.moments import What
from firmware_host.board.record import Record
from firmware_host.board.table_values import Phone, Sight, Told

#: After these moments nobody asks any more how the last prediction went.
_ENDS = frozenset({What.ROUND, What.VOIDED, What.GAME})


class Answer(Record):
    """
    How a prediction went.

    Args:
        n: The number of the moment that has answered it.
        question: Which question it was.
        answer: What has come.
        chosen: What each phone had chosen.
    """

    n: int
    question: str
    answer: int
    chosen: dict[int, int]

    @property
    def right(self) -> list[int]:
        """The phones that were right."""
        return [phone for phone, one in self.chosen.items() if one == self.answer]

    def document(self) -> dict[str, Json]:
        """Return what everybody may know: how many, and never who."""
        counts = Counter(self.chosen.values())
        return {
            "n": self.n,
            "answer": self.answer,
            "counts": [{"answer": one, "count": counts[one]} for one in sorted(counts)],
            "right": len(self.right),
            "of": len(self.chosen),
        }


class Predictions:
    """What each phone predicts now, and how often it was right in this lesson."""

    def __init__(self) -> None:
        self._question: str | None = None
        self._chosen: dict[int, int] = {}
        self._locked = False
        self._points = Counter[int]()
        self._last: Answer | None = None
        self._heard: int | None = None

    def choose(self, phone: Phone, answer: int, seen: Sight) -> Refused | None:
        """Keep what a phone predicts, in place of what it did before."""
        self.follow(seen)
        if self._locked or answer not in seen["question"]["answers"]:
            return Refused("predict-now")
        self._chosen[phone["number"]] = answer
        return None

    def forget(self) -> None:
        """Forget everything: the lesson is over."""
        self._question, self._chosen, self._locked = None, {}, False
        self._points.clear()
        self._last = None

    def own(self, phone: Phone, seen: Sight) -> dict[str, Json]:
        """
        Return what a phone alone may know.

        Args:
            phone: The phone.
            seen: How things stand for it.
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
        Return what everybody may know: how many have chosen, and how the last one went.

        Args:
            seen: How things stand.
            phones: Every phone at the table.
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
        """Hear what has happened since, and see whether another question is asked."""
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
            answer = Answer(moment["n"], self._question, came, self._chosen)
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
        """Let it be predicted anew, and take its points back where it had any."""
        if self._last is not None and self._last.question == now:
            self._points.subtract(self._last.right)
            self._last = None
        self._question = None
