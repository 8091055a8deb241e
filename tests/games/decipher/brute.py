"""
Explain a round of Decipher by brute force, from its transcript and docs/thinking.md.

Of the product only the word lists are used, and the table of expected losses. For every
word the answers of its maker are computed.
"""

import random
from collections import Counter
from collections.abc import Iterable
from functools import cache
from math import log2
from typing import NamedTuple

from firmware_host.app.content.languages import load_language
from firmware_host.games.decipher.evidence import AHEAD
from tests.games.decipher.child import listed
from tests.games.decipher.onlooker import BOX, BUILDS

KINDS = ("red", "yellow", "blue", "green")
SHORT = "rybg"
TILES, SEEKERS = 3, 2
SLIGHT = 0.15 + 1e-9


class Word:
    """A word with its weight and the number of its pieces, by zone and in all."""

    __slots__ = ("all", "needs", "text", "total", "weight")

    def __init__(self, text: str, weight: int):
        self.text, self.weight = text, weight
        self.needs = tuple(BUILDS[letter][kind] for letter in text for kind in SHORT)
        self.all = tuple(sum(self.needs[kind::4]) for kind in range(4))
        self.total = sum(self.needs)


@cache
def words(code: str, length: int) -> tuple[Word, ...]:
    """Return all playable words of a length; weight 16 if well known, 1 if rare."""
    known = {*listed(code, "easy"), *listed(code, "everyday"), *listed(code, "common")}
    unfit = load_language(code).unfit  # the board never says nor counts them
    some = {word for word in listed(code, "accepted") if len(word) == length}
    every = sorted(word for word in some if word not in unfit)
    return tuple(Word(one, 16 if one in known else 1) for one in every if can_lie(one))


def can_lie(text: str) -> bool:
    """Return True if the box has enough pieces and tiles to build a word."""
    pieces = sum((BUILDS[letter] for letter in text), Counter())
    return not pieces - BOX and max(Counter(text).values()) <= TILES


class Explained(NamedTuple):
    """The analysis of one line: words left, information, skill and luck."""

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
    """A possible tap: its zone, the chance of Yes, and its expected points."""

    zone: int
    share: float
    worth: float


class Table:
    """The public state of a round, with the words that can be the secret."""

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
        """Return the number of pieces that lie in the zones."""
        return sum(self.lies)

    @property
    def hidden(self) -> int:
        """Return the number of pieces that are still hidden."""
        return self.secret.total - self.laid - (self.hand is not None)

    def seat(self) -> int:
        """Return the number of the seat on turn."""
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
        """Return the seekers' points minus the maker's if the next guess is right."""
        seekers = self.tokens - 1 + 5 + 2 * (3 - self.paid)
        return seekers - (sum(self.no) + 2 * self.paid + self.called + 1)

    def row(self) -> str:
        """Return the key of the row in the loss table that applies now."""
        if self.bonus and self.hand is None and not self.asked:
            return f"hidden {min(self.hidden, 3)}"
        return str(self.length)

    def in_play(self, sixteenths: int) -> float:
        """Return the expected points if all words left weigh *sixteenths* / 16."""
        return self.if_found() - lost(str(self.length), sixteenths)

    def expected(self) -> float:
        """Return the expected points difference in the current state."""
        return self.if_found() - lost(self.row(), weight(self.fits))

    # --- lines ---

    def give(self, line: int, kind: int) -> Explained:
        """Hand a piece to the seekers; return the analysis of that line."""
        before, expected = weight(self.fits), self.expected()
        self.hand = kind
        self.come[kind] += 1
        come = self.come[kind]
        self._keep(lambda word: word.all[kind] >= come)
        luck = self.expected() - expected
        return self._explain(line, None, before, luck=luck)

    def tap(self, line: int, zone: int, kind: int) -> Explained:
        """Try a piece in a zone; return the analysis of that tap."""
        if self.hand is None:
            self.give(line, kind)
        before, seat = weight(self.fits), self.seat()
        taps = self.taps()
        chosen = next(one for one in taps if one.zone == zone)
        yes = self.answer(zone, kind)
        best = max(taps, key=lambda one: one.worth)
        skill = min(0.0, chosen.worth - best.worth)
        code, at_zone, n = tap_comment(taps, chosen, yes=yes, none=not before)
        came = self.in_play(weight(self.fits))
        luck = came - chosen.worth if before else 0.0
        told = self._explain(line, seat, before, skill=skill, luck=luck)
        return told._replace(code=code, zone=at_zone, n=n)

    def answer(self, zone: int, kind: int) -> bool:
        """Return the maker's answer to a piece in a zone, and update the state."""
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
        """Return True if a word agrees with all answers given in the zones."""
        rows = zip(word.needs, self.lies, self.no, strict=True)
        return all(need == has if no else need >= has for need, has, no in rows)

    def free(self) -> list[int]:
        """Return the zones in which the piece in hand has not been refused."""
        zones = range(self.first, self.first + self.length)
        return [at for at in zones if not self.no[4 * (at - self.first) + self.hand]]

    def taps(self) -> list[Tap]:
        """Return each possible tap with its chance of Yes and its expected points."""
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
        """Guess a word; return the analysis against the best guess and against none."""
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
            code = guess_comment(share, others, right=right, listed=text in self.every)
        luck = came - brings if before else 0.0
        told = self._explain(line, seat, before, skill=skill, luck=luck)
        told = told._replace(code=code)
        return told._replace(left=1, words=(text,)) if right else told

    def ask(self, line: int) -> Explained:
        """Ask for a piece at a cost of two points; return the analysis."""
        before, wait, found = weight(self.fits), self.expected(), self.if_found()
        most = max((word.weight for word in self.fits), default=0)
        sure = most / before if before else 0.0
        guess = sure * found + (1 - sure) * (wait - 2)
        self.asked, self.paid = True, self.paid + 1
        skill = min(0.0, self.expected() - guess)
        code = "insight-guess-now" if skill < -SLIGHT and before else ""
        told = self._explain(line, self.seat(), before, skill=skill)
        return told._replace(code=code)

    def _explain(self, line, seat, before, *, skill=0.0, luck=0.0) -> Explained:
        left, after = len(self.fits), weight(self.fits)
        few = tuple(sorted(word.text for word in self.fits)) if left <= 12 else ()
        bits = log2(before / after) if before and after else 0.0
        return Explained(line, seat, left, few, bits, skill, luck, "")


def weight(some: list[Word]) -> int:
    return sum(word.weight for word in some)


def lost(row: str, sixteenths: int) -> float:
    """Return the expected loss in points for the weight of all words left."""
    bits = min(11.0, log2(max(1.0, sixteenths / 16)))
    low = int(bits)
    losses = [*AHEAD[row], AHEAD[row][-1]]
    return losses[low] + (bits - low) * (losses[low + 1] - losses[low])


def tap_comment(taps, chosen, *, yes, none):
    """Return the message code for a tap, its zone, and its chance in tenths."""
    best = max(taps, key=lambda one: (round(one.worth, 9), round(one.share, 9)))
    likeliest = max(taps, key=lambda one: (round(one.share, 9), round(one.worth, 9)))
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


def guess_comment(share, others, *, right, listed) -> str:
    """Return the message code that comments on a guess."""
    if not share:
        return "insight-unknown" if right else "insight-ruled-out" if listed else ""
    if not others:
        return "insight-knew" if right else "insight-no-words"
    if round(1 / share) == 1:
        return "insight-likely" if right else "insight-unlikely"
    return "insight-dared" if right else "insight-tried"


# --- rounds by chance ---------------------------------------------------------------


def a_round(rnd: random.Random, code: str) -> list[dict]:
    """Return the transcript of a random round, with a chosen or random secret."""
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
    """Return the lines of a round without those that hand over a piece."""
    return [line for line in lines if line.get("do") != "hand"]


def explained(lines: list[dict]) -> list[Explained]:
    """Return the analysis of each tap, guess, request and handed-over piece."""
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
