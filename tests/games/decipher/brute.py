"""
Explain a round of Decipher by brute force, from its transcript and docs/thinking.md.

Nothing of the product is used but the files of its word lists and the table of points
that a seeker still loses. Every word is asked what its maker would have answered.
"""

import random
from collections import Counter
from collections.abc import Iterable
from functools import cache
from math import log2
from typing import NamedTuple

from firmware_host.app.content.languages import load_language
from firmware_host.games.decipher.worth import AHEAD
from tests.games.decipher.child import listed
from tests.games.decipher.onlooker import BOX, BUILDS

KINDS = ("red", "yellow", "blue", "green")
SHORT = "rybg"
TILES, SEEKERS = 3, 2
SLIGHT = 0.15


class Word:
    """A word as its pieces: by zone and kind in one row, and by kind."""

    __slots__ = ("all", "needs", "text", "total", "weight")

    def __init__(self, text: str, weight: int):
        self.text, self.weight = text, weight
        self.needs = tuple(BUILDS[letter][kind] for letter in text for kind in SHORT)
        self.all = tuple(sum(self.needs[kind::4]) for kind in range(4))
        self.total = sum(self.needs)


@cache
def words(code: str, length: int) -> tuple[Word, ...]:
    """Return each playable word, with weight 16 if it is known or 1 if it is rare."""
    known = {*listed(code, "easy"), *listed(code, "everyday"), *listed(code, "common")}
    unfit = load_language(code).unfit  # the board never says nor counts them
    some = {word for word in listed(code, "accepted") if len(word) == length}
    every = sorted(word for word in some if word not in unfit)
    return tuple(Word(one, 16 if one in known else 1) for one in every if can_lie(one))


def can_lie(text: str) -> bool:
    """Return True if the box has the pieces and the tiles of a word."""
    pieces = sum((BUILDS[letter] for letter in text), Counter())
    return not pieces - BOX and max(Counter(text).values()) <= TILES


class Explained(NamedTuple):
    """What a line told, and what it was worth."""

    line: int
    seat: int | None
    left: int
    words: tuple[str, ...]
    bits: float
    skill: float
    luck: float
    code: str
    zone: int | None = None
    n: int | None = None


class Tap(NamedTuple):
    """What a tap in a zone may bring."""

    zone: int
    share: float
    worth: float


class Table:
    """A round, as somebody follows it who has only the transcript and the lists."""

    def __init__(self, some: Iterable[Word], secret: str, *, by_board: bool):
        self.length, self.first = len(secret), 1 if len(secret) >= 5 else 2
        self.secret = Word(secret, 0)
        self.fits = list(some)
        self.every = {word.text for word in self.fits}
        self.lies = [0] * (4 * self.length)
        self.no = [False] * (4 * self.length)
        self.come, self.hand, self.asked = [0] * 4, None, False
        self.bonus = self.secret.total <= 3
        self.tokens, self.paid, self.called = 3 * SEEKERS, 0, 0
        self.first_seat = 0 if by_board else 1
        self.turn = 0
        self._see_hidden()

    @property
    def laid(self) -> int:
        """Return how many pieces lie."""
        return sum(self.lies)

    @property
    def hidden(self) -> int:
        """Return how many pieces are hidden."""
        return self.secret.total - self.laid - (self.hand is not None)

    def seat(self) -> int:
        """Return the seat on turn."""
        return self.first_seat + self.turn % SEEKERS

    def _keep(self, fits):
        self.fits = [word for word in self.fits if fits(word)]

    def _see_hidden(self):
        pieces, laid = self.laid + self.hidden + (self.hand is not None), self.laid
        if self.bonus:
            self._keep(lambda word: word.total == pieces)
        else:
            self._keep(lambda word: word.total > laid + 3)

    # --- points ---

    def if_found(self) -> int:
        """The points of the seekers less the maker's, if the next guess is right."""
        seekers = self.tokens - 1 + 5 + 2 * (3 - self.paid)
        return seekers - (sum(self.no) + 2 * self.paid + self.called + 1)

    def row(self) -> str:
        """Which row of the table of losses counts."""
        if self.bonus and self.hand is None and not self.asked:
            return f"hidden {min(self.hidden, 3)}"
        return str(self.length)

    def in_play(self, sixteenths: int) -> float:
        """Return the expected points at a weight of words; the length sets the loss."""
        return self.if_found() - lost(str(self.length), sixteenths)

    def expected(self) -> float:
        """Return the points to expect now."""
        return self.if_found() - lost(self.row(), weight(self.fits))

    # --- lines ---

    def give(self, line: int, kind: int) -> Explained:
        """A piece is handed over."""
        before, expected = weight(self.fits), self.expected()
        self.hand = kind
        self.come[kind] += 1
        come = self.come[kind]
        self._keep(lambda word: word.all[kind] >= come)
        luck = self.expected() - expected
        return self._told(line, None, before, luck=luck)

    def tap(self, line: int, zone: int, kind: int) -> Explained:
        """A piece is tried; what came in hand with the tap is told by itself."""
        if self.hand is None:
            self.give(line, kind)
        before, seat = weight(self.fits), self.seat()
        taps = self.taps()
        chosen = next(one for one in taps if one.zone == zone)
        yes = self.answer(zone, kind)
        best = max(taps, key=lambda one: one.worth)
        skill = min(0.0, chosen.worth - best.worth)
        code, at_zone, n = said_of_a_tap(taps, chosen, yes=yes, none=not before)
        came = self.in_play(weight(self.fits))
        luck = came - chosen.worth if before else 0.0
        told = self._told(line, seat, before, skill=skill, luck=luck)
        return told._replace(code=code, zone=at_zone, n=n)

    def answer(self, zone: int, kind: int) -> bool:
        """Answer a tap as the maker does."""
        at = 4 * (zone - self.first) + kind
        yes, lies = self.secret.needs[at] > self.lies[at], self.lies[at]
        self._keep(lambda word: (word.needs[at] > lies) is yes)
        if yes:
            self.lies[at] += 1
            self.hand, self.asked, self.turn = None, False, self.turn + 1
            self.bonus = self.bonus or self.hidden == 3
            self._see_hidden()
        else:
            self.no[at] = True
        return yes

    def may_be(self, word: Word) -> bool:
        """Return True if the answers in the zones allow a word."""
        rows = zip(word.needs, self.lies, self.no, strict=True)
        return all(need == has if no else need >= has for need, has, no in rows)

    def free(self) -> list[int]:
        """Return the zones where the piece in hand has not been refused."""
        zones = range(self.first, self.first + self.length)
        return [at for at in zones if not self.no[4 * (at - self.first) + self.hand]]

    def taps(self) -> list[Tap]:
        """Ask every word what its maker would answer in each free zone."""
        found, every = [], weight(self.fits)
        for zone in self.free():
            at = 4 * (zone - self.first) + self.hand
            answers: dict[tuple[bool, bool], int] = Counter()
            for word in self.fits:
                yes = word.needs[at] > self.lies[at]
                begins = yes and not self.bonus and word.total - self.laid - 1 == 3
                answers[yes, begins] += word.weight
            value = 0.0
            for (yes, _), some in answers.items():
                value += some / every * (self.in_play(some) - (not yes))
            yeses = sum(some for (yes, _), some in answers.items() if yes)
            share = yeses / every if every else 0.0
            found.append(Tap(zone, share, value if every else self.in_play(0)))
        return found

    def guess(self, line: int, seat: int, text: str) -> Explained:
        """A word is called out: against the likeliest word, and against waiting."""
        before, wait, found = weight(self.fits), self.expected(), self.if_found()
        meant = [word for word in self.fits if word.text == text]
        share = weight(meant) / before if before else 0.0
        right = text == self.secret.text
        most = max((word.weight for word in self.fits), default=0)
        sure = most / before if before else 0.0
        brings, likeliest, came = (
            chance * found + (1 - chance) * (wait - 2)
            for chance in (share, sure, float(right))
        )
        can_wait = not (self.bonus and self.hand is None and not self.hidden)
        skill = min(0.0, brings - max(likeliest, wait if can_wait else likeliest))
        others = len(self.fits) - len(meant)
        self._keep(lambda word: (word.text == text) is right)
        self.tokens, self.called = self.tokens - 1, self.called + 1
        if skill < -SLIGHT and not right and share:
            waits = can_wait and wait > likeliest
            code = "insight-wait" if waits else "insight-word"
        else:
            code = said_of_a_guess(
                share, others, right=right, listed=text in self.every
            )
        luck = came - brings if before else 0.0
        told = self._told(line, seat, before, skill=skill, luck=luck)
        told = told._replace(code=code)
        return told._replace(left=1, words=(text,)) if right else told

    def ask(self, line: int) -> Explained:
        """A piece is asked for, for two points."""
        before, wait, found = weight(self.fits), self.expected(), self.if_found()
        most = max((word.weight for word in self.fits), default=0)
        sure = most / before if before else 0.0
        guess = sure * found + (1 - sure) * (wait - 2)
        self.asked, self.paid = True, self.paid + 1
        skill = min(0.0, self.expected() - guess)
        code = "insight-guess-now" if skill < -SLIGHT and before else ""
        told = self._told(line, self.seat(), before, skill=skill)
        return told._replace(code=code)

    def _told(self, line, seat, before, *, skill=0.0, luck=0.0) -> Explained:
        left, after = len(self.fits), weight(self.fits)
        few = tuple(sorted(word.text for word in self.fits)) if left <= 12 else ()
        bits = log2(before / after) if before and after else 0.0
        return Explained(line, seat, left, few, bits, skill, luck, "")


def weight(some: list[Word]) -> int:
    return sum(word.weight for word in some)


def lost(row: str, sixteenths: int) -> float:
    """Return what is still lost with so many sixteenths of a word left."""
    bits = min(11.0, log2(max(1.0, sixteenths / 16)))
    low = int(bits)
    losses = [*AHEAD[row], AHEAD[row][-1]]
    return losses[low] + (bits - low) * (losses[low + 1] - losses[low])


def said_of_a_tap(taps, chosen, *, yes, none):
    """Return the message code about a tap, the zone it names, and its count of ten."""
    best = max(taps, key=lambda one: (round(one.worth, 9), round(one.share, 9)))
    likeliest = max(taps, key=lambda one: one.share)
    n = round(10 * chosen.share)
    if chosen.worth - best.worth < -SLIGHT:
        return "insight-best-zone", best.zone, round(10 * best.share)
    if none:
        return "insight-no-words", None, None
    if yes and n >= 9:
        return "insight-sure", None, None
    if yes and n <= 3:
        return ("insight-lucky", None, n) if n else ("insight-hardly", None, None)
    if not yes and n >= 9:
        return "insight-unlucky", None, n
    if chosen.worth < best.worth - 1e-9:
        return "insight-nearly", best.zone, n
    if chosen.share < likeliest.share - 1e-9:
        return "insight-points", likeliest.zone, n
    return "insight-good", None, n


def said_of_a_guess(share, others, *, right, listed) -> str:
    """Return the code of a guess's sentence."""
    if not share:
        return "insight-unknown" if right else "insight-ruled-out" if listed else ""
    if not others:
        return "insight-knew" if right else "insight-no-words"
    if round(1 / share) == 1:
        return "insight-likely" if right else "insight-unlikely"
    return "insight-dared" if right else "insight-tried"


# --- rounds by chance ---------------------------------------------------------------


def a_round(rnd: random.Random, code: str) -> list[dict]:
    """Return the transcript of a round; the board or a person makes its word."""
    length = rnd.choice((3, 4, 5, 6))
    some = words(code, length)
    secret = rnd.choice(some).text
    if rnd.random() < 0.5:
        secret = rnd.choice([word for word in some if word.weight > 1]).text
    if rnd.random() < 0.05:
        secret = "".join(rnd.sample("QXJVYKW", length))  # in no list
    return [*_lines(rnd, code, secret, by_board=rnd.random() < 0.3)]


def _lines(rnd, code, secret, *, by_board):
    names = ["Lee", "Ben"] if by_board else ["Tina", "Lee", "Ben"]
    head = {"letterzone": 1, "rules": 3, "game": "decipher", "language": code}
    head |= {"players": names, "length": len(secret)}
    yield head | ({"maker": "board", "rounds": 1} if by_board else {})
    maker = "board" if by_board else "Tina"
    yield {"do": "secret", "by": maker, "word": secret, "override": True}
    table = Table((), secret, by_board=by_board)
    every = words(code, len(secret))
    wrong = dict.fromkeys(("Lee", "Ben"), 2)
    said = {secret}
    for _ in range(60):
        if rnd.random() < 0.06 and any(wrong.values()):
            by = rnd.choice([name for name, left in wrong.items() if left])
            likely = rnd.random() < 0.7
            some = [
                one for one in rnd.sample(every, 400) if likely and table.may_be(one)
            ]
            text = rnd.choice(some if some and likely else every).text
            if text not in said:
                said.add(text)
                wrong[by] -= 1
                table.guess(0, 0, text)
                yield {"do": "guess", "by": by, "word": text}
            continue
        if table.hand is None:
            if not table.hidden or (table.bonus and rnd.random() < 0.25):
                break
            if table.bonus and not table.asked:
                if table.paid == 3:
                    break
                table.ask(0)
                yield {"do": "ask"}
            taken = [table.come[kind] for kind in range(4)]
            kinds = [k for k in range(4) for _ in range(table.secret.all[k] - taken[k])]
            kind = rnd.choice(kinds)
            yield {"do": "hand", "kind": KINDS[kind]}
            table.give(0, kind)
        zones = table.free()
        right = [
            zone
            for zone in zones
            if table.secret.needs[4 * (zone - table.first) + table.hand]
            > table.lies[4 * (zone - table.first) + table.hand]
        ]
        zone = rnd.choice(right if rnd.random() < 0.5 else zones)
        yield {"do": "tap", "zone": zone, "kind": KINDS[table.hand]}
        table.answer(zone, table.hand)
    yield {"do": "guess", "by": rnd.choice(("Lee", "Ben")), "word": secret}


def without_hands(lines: list[dict]) -> list[dict]:
    """Return a person's round in which each tap hands its piece over by itself."""
    return [line for line in lines if line.get("do") != "hand"]


def explained(lines: list[dict]) -> list[Explained]:
    """Explain a round: each line that is a tap, a guess, an asking or a hand."""
    head, secret = lines[0], lines[1]["word"]
    by_board = "maker" in head
    table = Table(words(head["language"], len(secret)), secret, by_board=by_board)
    found = []
    for number, line in enumerate(lines, 1):
        match line.get("do"):
            case "hand":
                found.append(table.give(number, KINDS.index(line["kind"])))
            case "tap":
                kind = KINDS.index(line["kind"])
                found.append(table.tap(number, line["zone"], kind))
            case "ask":
                found.append(table.ask(number))
            case "guess":
                seat = head["players"].index(line["by"])
                found.append(table.guess(number, seat, line["word"]))
    return found
