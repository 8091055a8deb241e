"""
Predictions: everybody says where the piece in hand belongs, and the board answers.

The rule, for a child: *While somebody else holds a piece, choose the zone that wants
it. You may change your mind until the piece is tapped for the first time. Then wait.
When a zone says Yes, whoever has chosen that zone gets one point; nobody else does.*

So a No decides nothing yet: what was chosen stays, and cannot be changed any more.
Whoever holds the piece does not choose, nor does the maker, who knows. A piece that is
never laid, for the word is found before, brings nothing; an answer that is taken back
takes its points along.

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
        question: Which piece it was.
        zone: The zone that said Yes.
        chosen: What each phone had chosen.
    """

    n: int
    question: tuple[object, ...]
    zone: int
    chosen: dict[int, int]

    @property
    def right(self) -> list[int]:
        """The phones that were right."""
        return [phone for phone, zone in self.chosen.items() if zone == self.zone]

    def document(self) -> dict[str, Json]:
        """Return what everybody may know: how many, and never who."""
        counts = Counter(self.chosen.values())
        return {
            "n": self.n,
            "zone": self.zone,
            "counts": [
                {"zone": zone, "count": counts[zone]} for zone in sorted(counts)
            ],
            "right": len(self.right),
            "of": len(self.chosen),
        }


class Predictions:
    """What each phone predicts now, and how often it was right in this lesson."""

    def __init__(self) -> None:
        self._question: tuple[object, ...] | None = None
        self._chosen: dict[int, int] = {}
        self._locked = False
        self._points = Counter[int]()
        self._last: Answer | None = None
        self._heard: int | None = None

    def choose(self, phone: Phone, zone: int, seen: Sight) -> Refused | None:
        """Keep the zone that a phone predicts, in place of an earlier one."""
        self.follow(seen)
        if self._locked or zone not in seen["predicted"]:
            return Refused("predict-now")
        self._chosen[phone["number"]] = zone
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
            told = {"n": last.n, "zone": before, "right": before == last.zone}
        return {
            "may": "predict" in seen["may"] and not self._locked,
            "zones": list(seen["predicted"]),
            "zone": self._chosen.get(number),
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
            "asked": self._question is not None,
            "open": self._question is not None and not self._locked,
            "chosen": sum(number in self._chosen for number in asked),
            "of": len(asked),
            "last": None if self._last is None else self._last.document(),
        }

    def follow(self, seen: Sight) -> None:
        """Hear what has happened since, and see whether another piece is in hand."""
        newest = seen["moments"][-1]["n"] if seen["moments"] else 0
        heard = newest if self._heard is None else self._heard
        now = (seen["commitment"], len(seen["words"]), seen["laid"])
        for one in seen["moments"]:
            if one["n"] > heard:
                self._hear(one, now)
        self._heard = newest
        question = now if seen["predicted"] else None
        if question != self._question:
            self._question, self._chosen, self._locked = question, {}, False

    def _hear(self, moment: Told, now: tuple[object, ...]) -> None:
        what, zone = moment["what"], moment["zone"]
        if what == What.UNDONE:
            self._take_back(now)
        elif what in _ENDS:
            self._last = None
        elif self._question is not None and what == What.NO:
            self._locked = True
        elif self._question is not None and what == What.YES and zone is not None:
            answer = Answer(moment["n"], self._question, zone, self._chosen)
            self._last = answer if answer.chosen else None
            self._points.update(answer.right)
            self._question, self._chosen = None, {}

    def _take_back(self, now: tuple[object, ...]) -> None:
        """Let a piece be predicted anew, and take its points back where it had any."""
        if self._last is not None and self._last.question == now:
            self._points.subtract(self._last.right)
            self._last = None
        self._question = None
