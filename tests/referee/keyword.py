"""
A second scorer for KEYWORD, written from the rules alone.

It knows every hand, the row and the rest of both decks, because a transcript has each
drawn card. A blank card is a question mark.
"""

import pickle
import random
from collections import Counter
from functools import cache
from string import ascii_uppercase
from typing import Any

from firmware_host.app.content.languages import load_language
from firmware_host.languages import FOLDER
from firmware_host.settings.toml import read_toml
from tests.referee.alphabet_by_hand import fold

Line = dict[str, Any]


@cache
def box(language: str) -> tuple[Counter[str], Counter[str]]:
    """Return the number of each letter in the default orange and blue deck."""
    _, cards = read_toml(FOLDER / language / "default-cards.toml", remedy="")
    return Counter(cards["orange"]), Counter(cards["blue"])


class Table:
    """A game of KEYWORD, scored by hand."""

    def __init__(self, header: Line) -> None:
        """Sit down with two full decks."""
        self.names = list(header["players"])
        self.left: set[str] = set()
        self.players: list[str] = []  # who plays this round
        self.keyword = fold(header.get("keyword", "KEYWORD"))
        self.sand = header.get("sand_s", 90)
        self.language = load_language(header["language"])
        orange, blue = box(header["language"])
        if deck := header.get("deck"):
            orange, blue = deck["orange"], deck["blue"]
        self.orange, self.blue = Counter(orange), Counter(blue)
        self.hands = {name: Counter[str]() for name in self.names}
        self.row = [""] * 6
        self.kept: dict[str, list[tuple[str, int]]] = {name: [] for name in self.names}
        self.laid: dict[str, Line] = {}
        self.passed: set[str] = set()
        self.late: set[str] = set()  # whose own sand has run out
        self.dealt = self.over = False
        self.rounds = 0
        self.past: list[bytes] = []

    def hear(self, line: Line) -> Line | None:
        """Return the result of a line, or None if it is refused."""
        if self.over:
            return None
        if line["do"] == "undo":
            return self.undone()
        before = pickle.dumps({k: v for k, v in vars(self).items() if k in KEPT})
        rounds = self.rounds
        said: Line | None = getattr(self, f"do_{line['do']}")(line)
        if said is not None and line["do"] in UNDONE and self.rounds == rounds:
            self.past.append(before)
        return said

    def undone(self) -> Line | None:
        """Undo the last lay, pass, join or leave, but not a deal."""
        if not self.past:
            return None
        vars(self).update(pickle.loads(self.past.pop()))  # noqa: S301 - written a moment ago, by this very object
        return {}

    def do_end(self, _line: Line) -> Line:
        """Words that are scored count."""
        return self.counted()

    def do_void(self, _line: Line) -> Line | None:
        """Void the round; passes with their drawn cards stay."""
        if not self.dealt:
            return None
        self.dealt, self.past, self.laid = False, [], {}
        return self.between()

    # --- coming and going ---

    def there(self) -> list[str]:
        """Everybody who has not left."""
        return [name for name in self.names if name not in self.left]

    def do_join(self, line: Line) -> Line | None:
        """A newcomer draws with the others, when cards are next dealt."""
        if line["by"] in self.names or len(self.there()) == 6:
            return None
        self.names = [*self.names, line["by"]]
        self.hands[line["by"]], self.kept[line["by"]] = Counter(), []
        return {}

    def do_leave(self, line: Line) -> Line | None:
        """The hand is discarded, laid or not; the words count."""
        who = line["by"]
        if who in self.left or who not in self.names:
            return None
        self.left = {*self.left, who}
        self.throw_away(who)
        self.laid.pop(who, None)
        return self.shown_if_all() if self.dealt else self.between()

    def throw_away(self, who: str) -> None:
        """Empty a player's hand for good."""
        self.hands[who] = Counter()

    def between(self) -> Line:
        """Too few for a round: count, unless the keyword may be claimed first."""
        waits = len(self.there()) > 1 or self.claimers()
        return {} if waits else self.counted()

    # --- phase 4, and the first hands ---

    def wants(self) -> tuple[list[int], int]:
        """How many cards each draws, as long as there are any, and the row."""
        left, hands = self.orange.total(), []
        if len(self.there()) < 2:
            return [0] * len(self.names), 0
        for name in self.names:
            lacks = 0 if name in self.left else 6 - self.hands[name].total()
            hands.append(min(lacks, left))
            left -= hands[-1]
        return hands, min(self.row.count(""), self.blue.total())

    def do_deal(self, line: Line) -> Line | None:
        """Refill; a deck that is empty then has ended the game."""
        hands, row = line.get("hands", []), line.get("row", "")
        needed, blue = self.wants()
        if not any(needed) and len(self.there()) < 2:
            hands = hands or [""] * len(needed)
        right = [len(hand) for hand in hands] == needed and len(row) == blue
        drawn = Counter("".join("".join(hand) for hand in hands))
        if self.dealt or not right:
            return None
        if drawn - self.orange or Counter(row) - self.blue:
            return None
        for name, hand in zip(self.names, hands, strict=True):
            self.hands[name].update(hand)
        self.orange -= drawn
        self.blue -= Counter(row)
        cards = iter(row)
        self.row = [card or next(cards, "") for card in self.row]
        self.begin()
        if self.dealt and self.orange.total() and self.blue.total():
            return {}
        # the claim was offered before the deal, which ends it
        return self.counted()

    def begin(self) -> None:
        """A round of those who are there, if they are two."""
        self.laid, self.passed, self.past = {}, set(), []
        self.late = set()
        self.players = self.there()
        self.dealt = len(self.players) > 1

    # --- a round ---

    def free(self, name: str) -> bool:
        """Return True if a player may still lay or pass."""
        done = name in {*self.laid, *self.passed, *self.late, *self.left}
        return self.dealt and name in self.players and not done

    def do_lay(self, line: Line) -> Line | None:
        """Lay a word face down; only cards that are not in the hand are refused."""
        who, word = line["by"], fold(line["word"])
        blue = line.get("blue", [0] * len(word))
        if not (word and self.free(who) and len(blue) == len(word) and spelled(word)):
            return None
        if own_cards(line, word) - self.hands[who]:
            return None
        self.laid[who] = {
            "word": word,
            "blue": list(blue),
            "own": own_cards(line, word),
            "known": line.get("known", word in self.language.wide),
        }
        return self.shown_if_all()

    def do_pass(self, line: Line) -> Line | None:
        """Out of the round; any cards are discarded, and others drawn."""
        who = line["by"]
        away, drawn = Counter(line.get("discard", "")), Counter(line.get("drawn", ""))
        many = min(away.total(), self.orange.total())
        if not self.free(who) or away - self.hands[who]:
            return None
        if drawn.total() != many or drawn - self.orange:
            return None
        self.hands[who] = self.hands[who] - away + drawn
        self.orange -= drawn
        self.passed.add(who)
        return self.shown_if_all()

    def do_open(self, _line: Line) -> Line | None:
        """Refuse: the board deals the blue cards."""
        return None

    def do_timeup(self, _line: Line) -> Line | None:
        """Accept the end of a timer only if the game has a timer and a dealt hand."""
        return self.shown() if self.dealt and self.sand else None

    def do_late(self, line: Line) -> Line | None:
        """A player whose own time is up lays nothing any more."""
        if not (self.sand and self.free(line["by"])):
            return None
        self.late = {*self.late, line["by"]}
        return self.shown_if_all()

    def do_look(self, line: Line) -> Line | None:
        """Accept if the player may still lay."""
        return {} if self.free(line["by"]) else None

    def shown_if_all(self) -> Line:
        """Show all words if no player may still lay."""
        return {} if any(map(self.free, self.names)) else self.shown()

    def valid(self, laid: Line) -> bool:
        """Return True if the word is in the dictionary and its cards are allowed."""
        word, zones = laid["word"], [zone for zone in laid["blue"] if zone]
        fits = all(
            self.row[zone - 1] in {letter, "?"}
            for letter, zone in zip(word, laid["blue"], strict=True)
            if zone
        )
        once = len(set(zones)) == len(zones) < len(word)
        # the validity in the file counts, whatever the word list is
        return bool(fits and once and len(word) >= 2 and laid["known"])

    def shown(self) -> Line:
        """The longest valid word wins; then the one with more blue cards; else none."""
        good = {name: laid for name, laid in self.laid.items() if self.valid(laid)}
        ranks = {name: rank(laid) for name, laid in good.items()}
        best = [name for name in good if ranks[name] == max(ranks.values())]
        winner = best[0] if len(best) == 1 else None
        for name, laid in good.items():
            self.hands[name] -= laid["own"]
        if winner is not None:
            zones = [zone for zone in good[winner]["blue"] if zone]
            self.row = ["" if n in zones else c for n, c in enumerate(self.row, 1)]
            self.kept[winner].append((good[winner]["word"], len(zones)))
        laid = self.laid
        words = {n: laid[n]["word"] if n in laid else "" for n in self.names}
        self.dealt, self.past, self.laid = False, [], {}
        self.rounds += 1
        said = {
            "round": self.rounds,
            "word": good[winner]["word"] if winner is not None else "",
            "words": words,
            "guessed_by": winner,
            "points": {name: int(name == winner) for name in self.names},
        }
        return said | self.between()

    # --- the end ---

    def can_claim(self, name: str) -> bool:
        """Whether the own scored cards, blanks as they lie, spell the keyword."""
        cards = Counter("".join(word for word, _ in self.kept[name]))
        return not Counter(self.keyword) - cards

    def claimers(self) -> list[str]:
        """Return the players who could claim now."""
        return [name for name in self.there() if self.can_claim(name)]

    def do_claim(self, line: Line) -> Line | None:
        """The game ends at once."""
        if line["by"] not in self.claimers():
            return None
        self.over = True
        return {"answer": "right", "totals": self.totals(), "winners": [line["by"]]}

    def totals(self) -> dict[str, int]:
        """The words of each."""
        return {name: len(words) for name, words in self.kept.items()}

    def counted(self) -> Line:
        """
        Rank by most words, then most letters, then most blue cards.

        Else they share.
        """
        self.over = True
        worth = {
            name: (len(words), sum(len(w) for w, _ in words), sum(b for _, b in words))
            for name, words in self.kept.items()
        }
        most = max(worth.values())
        winners = [n for n in self.names if worth[n] == most] if self.rounds else []
        return {"totals": self.totals(), "winners": winners}


class Counted(Table):
    """
    A game with real cards: hands are numbers, and unseen cards are in hands or deck.

    Cards with a number are recognised.
    """

    def __init__(self, header: Line) -> None:
        """Everybody's hand is empty yet."""
        super().__init__(header)
        self.held = dict.fromkeys(self.names, 0)
        self.numbers = [0] * 6
        self.gone: list[tuple[str, str, int]] = []
        self.unseen = 0  # orange cards that went with who left

    def deck(self) -> int:
        """How many orange cards lie in it."""
        return self.orange.total() - sum(self.held.values()) - self.unseen

    def do_join(self, line: Line) -> Line | None:
        """A newcomer holds nothing yet."""
        said = super().do_join(line)
        if said is not None:
            self.held = self.held | {line["by"]: 0}
        return said

    def throw_away(self, who: str) -> None:
        """Discard a laid word by its tags; the other cards of the hand stay unknown."""
        if who in self.laid:
            self.discarded(who, self.laid[who]["pairs"])
        self.unseen += self.held[who]
        self.held[who] = 0

    def wants(self) -> tuple[list[int], int]:
        """
        Return how many blue cards are needed.

        Drawn orange cards are not in the file.
        """
        few = len(self.there()) < 2
        return [], 0 if few else min(self.row.count(""), self.blue.total())

    def do_open(self, line: Line) -> Line | None:
        """A blue card into a free zone, as long as there is one of it."""
        at, card, number = line["zone"] - 1, line["card"], line.get("tag", 0)
        lying = list(zip(self.row, self.numbers, strict=True))
        again = number and (
            ("blue", card, number) in self.gone or (card, number) in lying
        )
        if self.dealt or self.row[at] or again or not self.blue[card]:
            return None
        self.row[at], self.numbers[at] = card, number
        self.blue -= Counter(card)
        return {}

    def do_deal(self, line: Line) -> Line | None:
        """The row is full, or named; everybody has six again, as far as they go."""
        row, (_, needed) = line.get("row", ""), self.wants()
        if self.dealt or line.get("hands") or len(row) != needed:
            return None
        if Counter(row) - self.blue:
            return None
        self.blue -= Counter(row)
        cards = iter(row)
        self.row = [card or next(cards, "") for card in self.row]
        self.begin()
        for name in self.players if self.dealt else []:
            self.held[name] += min(6 - self.held[name], self.deck())
        more = self.dealt and self.deck() and self.blue.total()
        return {} if more else self.counted()

    def cannot(self, who: str, cards: list[tuple[str, int]]) -> bool:
        """Return True if no hand can have these cards with their numbers."""
        lying = [pair for laid in self.laid.values() for pair in laid["pairs"]]
        known = [
            (card, number) for colour, card, number in self.gone if colour != "blue"
        ]
        numbered = [pair for pair in cards if pair[1]]
        again = any(pair in [*known, *lying] for pair in numbered)
        twice = len(set(numbered)) < len(numbered)
        over = Counter(card for card, _ in [*cards, *lying]) - self.orange
        return bool(len(cards) > self.held[who] or again or twice or over)

    def do_lay(self, line: Line) -> Line | None:
        """Face down, from cards that can be in that hand."""
        who, word = line["by"], fold(line["word"])
        blue = line.get("blue", [0] * len(word))
        numbers = line.get("tags") or [0] * len(word)
        if not self.free(who) or not len(blue) == len(word) == len(numbers):
            return None
        if not spelled(word):
            return None
        places = [n for n, zone in enumerate(blue, 1) if not zone]
        blanks = line.get("blanks", [])
        pairs = [("?" if n in blanks else word[n - 1], numbers[n - 1]) for n in places]
        if self.cannot(who, pairs):
            return None
        own = Counter(card for card, _ in pairs)
        known = line.get("known", word in self.language.wide)
        self.laid[who] = {"word": word, "blue": list(blue), "own": own, "pairs": pairs}
        self.laid[who]["known"] = known
        return self.shown_if_all()

    def do_pass(self, line: Line) -> Line | None:
        """Pass, and draw as many unseen cards as were discarded."""
        who, away = line["by"], list(line.get("discard", ""))
        numbers = line.get("tags") or [0] * len(away)
        pairs = list(zip(away, numbers, strict=False))
        wrong = len(numbers) != len(away)
        if not self.free(who) or wrong or self.cannot(who, pairs):
            return None
        drawn = min(6 - self.held[who] + len(away), self.deck())
        self.discarded(who, pairs)
        self.held[who] += drawn
        self.passed.add(who)
        return self.shown_if_all()

    def discarded(self, who: str, pairs: list[tuple[str, int]]) -> None:
        """Cards that never come back."""
        self.orange -= Counter(card for card, _ in pairs)
        self.held[who] -= len(pairs)
        self.gone += [("orange", card, number) for card, number in pairs]

    def shown(self) -> Line:
        """
        Score the round.

        Then remove the valid words' cards and the winner's blue ones.
        """
        good = {name: laid for name, laid in self.laid.items() if self.valid(laid)}
        row = list(zip(self.row, self.numbers, strict=True))
        said = super().shown()
        for name, laid in good.items():
            self.discarded(name, laid["pairs"])
        winner = said["guessed_by"]
        for zone in good[winner]["blue"] if winner is not None else []:
            if zone:
                self.gone.append(("blue", *row[zone - 1]))
                self.numbers[zone - 1] = 0
        return said

    def imagine(self, rnd: random.Random) -> None:
        """Give everybody some hand that can be, to choose words from."""
        lying = Counter(c for laid in self.laid.values() for c, _ in laid["pairs"])
        free = sorted((self.orange - lying).elements())
        for name in self.names:
            many = min(self.held[name], len(free))
            self.hands[name] = Counter(rnd.sample(free, many))


def seated(header: Line) -> Table:
    """Sit down, with whose cards there are."""
    return (Counted if header.get("cards") == "real" else Table)(header)


#: The fields that an undo restores.
KEPT = (
    *("hands", "orange", "laid", "passed", "late"),
    *("row", "blue", "held", "numbers", "gone", "unseen"),
    *("names", "left", "kept", "players"),
)
#: In every game with such a number each player has a time limit of their own.
OWN_SAND = 7
#: After the cards are dealt and before words are shown, and between two rounds.
UNDONE = {"lay", "pass", "open", "join", "leave"}
KEYWORDS = ["TEN", "See", "ESSEN", "WOXYZQV", "REISE", "Tür", "Süß"]
LATECOMERS = ["Eve", "Gus", "Hal", "Kim"]


def spelled(word: str) -> bool:
    """Return True if all letters are from A to Z."""
    return set(word) <= set(ascii_uppercase)


def own_cards(line: Line, word: str) -> Counter[str]:
    """Return the orange cards of a laid word."""
    blue, blanks = line.get("blue", [0] * len(word)), line.get("blanks", [])
    places = [n for n, zone in enumerate(blue, 1) if not zone]
    return Counter("?" if n in blanks else word[n - 1] for n in places)


def rank(laid: Line) -> tuple[int, int]:
    """How long a word is, and how many of its cards are blue."""
    return len(laid["word"]), sum(1 for zone in laid["blue"] if zone)


def score(lines: list[Line]) -> list[Line]:
    """Return the result of each line, and the ends of rounds and game."""
    table, said = seated(lines[0]), []
    for number, line in enumerate(lines[1:], 2):
        came = table.hear(line)
        if came is None:
            said.append({"line": number, "refused": True})
            continue
        said.append({"line": number, "answer": came.pop("answer", "ok")})
        final = {key: came.pop(key) for key in ("totals", "winners") if key in came}
        said += [one for one in (came, final) if one]
    return said


# --- games by chance --------------------------------------------------------------


@cache
def known(language: str) -> dict[str, list[str]]:
    """Common words by their sorted letters."""
    found: dict[str, list[str]] = {}
    common = load_language(language).common
    for length in (3, 4, 5):
        for index in range(0, common.count(length), 3):
            word = common.word(length, index)
            found.setdefault("".join(sorted(word)), []).append(word)
    return found


def play(seed: int) -> list[Line]:
    """A whole game by chance, sensible lines and others."""
    rnd = random.Random(seed)  # noqa: S311 - a repeatable game is wanted, not a secret
    header: Line = {"letterzone": 1, "game": "keyword"}
    header["language"] = rnd.choice(["en", "de"])
    count = rnd.choice([2, 3, 4, 6])
    header["players"] = rnd.sample(["Tina", "Lee", "Zoë", "Ben", "Ida", "Max"], count)
    if rnd.random() < 0.7:
        header["keyword"] = rnd.choice(KEYWORDS)
    if rnd.random() < 0.3:
        header["cards"] = "real"
    table, lines = seated(header), [header]
    beside = random.Random(-seed)  # noqa: S311 - as above, without another game's draws
    wild, bustle = rnd.choice([0.02, 0.1]), rnd.choice([0, 0.02, 0.1])
    while not table.over and len(lines) < 250:
        line = whatever(rnd, table) if rnd.random() < wild else sense(rnd, table)
        if line["do"] == "lay" and rnd.random() < 0.1:
            line["known"] = rnd.random() < 0.6
        if rnd.random() < bustle:
            line = coming_and_going(rnd, table)
        table.hear(line)
        lines.append(line)
        if seed % OWN_SAND == 0 and table.dealt and beside.random() < 0.2:
            do = "late" if beside.random() < 0.2 else "look"
            lines.append({"do": do, "by": beside.choice(table.names)})
            table.hear(lines[-1])
    return [*lines, {"do": "end"}]


def sense(rnd: random.Random, table: Table) -> Line:
    """Return an action of a player who knows the rules."""
    if isinstance(table, Counted):
        table.imagine(rnd)
        if not table.dealt and "" in table.row and table.blue and rnd.random() < 0.9:
            return laid_out(rnd, table)
    claimers = table.claimers()
    if claimers and rnd.random() < 0.2:
        return {"do": "claim", "by": rnd.choice(claimers)}
    if not table.dealt:
        return dealing(rnd, table)
    if rnd.random() < 0.03:
        return {"do": "timeup"}
    who = rnd.choice([name for name in table.names if table.free(name)])
    if rnd.random() < 0.12:
        hand = sorted(table.hands[who].elements())
        away = rnd.sample(hand, rnd.randint(0, len(hand)))
        new = draw(rnd, table.orange, len(away))
        line: Line = {"do": "pass", "by": who, "discard": "".join(away), "drawn": new}
        return numbered(rnd, line, len(away)) if isinstance(table, Counted) else line
    line = laying(rnd, table, who)
    return (
        numbered(rnd, line, len(line["word"])) if isinstance(table, Counted) else line
    )


def numbered(rnd: random.Random, line: Line, many: int) -> Line:
    """Return the line with numbers on its cards, or without."""
    line.pop("drawn", None)
    if rnd.random() < 0.5:
        line["tags"] = [rnd.randint(0, 9) for _ in range(many)]
    return line


def laid_out(rnd: random.Random, table: Counted) -> Line:
    """A blue card into some zone, with a number on it or without."""
    free = [zone for zone, card in enumerate(table.row, 1) if not card]
    zone = rnd.choice(free) if rnd.random() < 0.9 else rnd.randint(1, 6)
    card = rnd.choice(sorted(table.blue.elements()))
    tag = {"tag": rnd.randint(1, 9)} if rnd.random() < 0.5 else {}
    return {"do": "open", "zone": zone, "card": card, **tag}


def dealing(rnd: random.Random, table: Table) -> Line:
    """Return a deal for all players and the row from the rest of the decks."""
    needs, row = table.wants()
    cards = draw(rnd, table.orange, sum(needs))
    hands = []
    for need in needs:
        hands.append(cards[:need])
        cards = cards[need:]
    return {"do": "deal", "hands": hands, "row": draw(rnd, table.blue, row)}


def draw(rnd: random.Random, deck: Counter[str], many: int) -> str:
    """Cards from a shuffled deck."""
    cards = sorted(deck.elements())
    rnd.shuffle(cards)
    return "".join(cards[:many])


def laying(rnd: random.Random, table: Table, who: str) -> Line:
    """A word out of one's hand and the row, now and then no real one."""
    hand = [(card, 0) for card in sorted(table.hands[who].elements())]
    row = [(card, zone) for zone, card in enumerate(table.row, 1) if card]
    words = known(table.language.code)
    choices = [*hand, *row]
    for _ in range(40):
        cards = rnd.sample(choices, rnd.randint(3, 5))
        letters = [
            (rnd.choice("ENRST") if card == "?" else card, card, zone)
            for card, zone in cards
        ]
        fits = words.get("".join(sorted(letter for letter, _, _ in letters)), [])
        if fits:
            return ordered(rnd.choice(fits), letters) | {"do": "lay", "by": who}
    cards = rnd.sample(choices, rnd.randint(1, 4))
    letters = [("E" if card == "?" else card, card, zone) for card, zone in cards]
    word = "".join(letter for letter, _, _ in letters)
    return ordered(word, letters) | {"do": "lay", "by": who}


def ordered(word: str, letters: list[tuple[str, str, int]]) -> Line:
    """Put cards in the order of a word."""
    left, line = list(letters), {"word": word, "blue": [], "blanks": []}
    for place, letter in enumerate(word, 1):
        used = next(one for one in left if one[0] == letter)
        left.remove(used)
        line["blue"].append(used[2])
        if used[1] == "?" and not used[2]:
            line["blanks"].append(place)
    return {k: v for k, v in line.items() if v}


def coming_and_going(rnd: random.Random, table: Table) -> Line:
    """Return a join, a leave, or an undo."""
    come = {"do": "join", "by": rnd.choice([*LATECOMERS, *table.names])}
    go = {"do": "leave", "by": rnd.choice(table.names)}
    return rnd.choice([come, come, go, {"do": "undo"}, {"do": "undo"}])


def whatever(rnd: random.Random, table: Table) -> Line:
    """Return an action of a player who does not know the rules."""
    who = rnd.choice(table.names)
    word = rnd.choice(["cat", "TEN", "zebra", "A", "see"])
    twice = rnd.choice([[1, 1, 0], [2, 3, 1], [0, 0], [6, 0, 6, 0, 1]])
    return rnd.choice(
        [
            *[{"do": "undo"}] * 3,
            {"do": "void"},
            {"do": "lay", "by": who, "word": word},
            {"do": "lay", "by": who, "word": word, "blue": twice},
            *[cheated(rnd, table, who)] * 3,
            {"do": "pass", "by": who},
            {"do": "pass", "by": who, "discard": "Q", "drawn": "E"},
            {"do": "claim", "by": max(table.names, key=lambda n: len(table.kept[n]))},
            dealing(rnd, table),
            {"do": "deal", "hands": ["A"] * len(table.names), "row": "A"},
        ]
    )


def cheated(rnd: random.Random, table: Table, who: str) -> Line:
    """A real word with a blue card twice, blue alone, or a card the row has not."""
    words = [word for words in known(table.language.code).values() for word in words]
    kind = rnd.choice(["twice", "alone", "other"])
    for word in rnd.sample(words, 400):
        blue = placed(rnd, table, who, word, loose=kind == "other")
        zones = [zone for zone in blue if zone]
        twice = len(set(zones)) < len(zones)
        alone = len(zones) == len(word) and not twice
        fits = {"twice": twice and not alone, "alone": alone, "other": bool(zones)}
        if blue and fits[kind]:
            return {"do": "lay", "by": who, "word": word, "blue": blue}
    return {"do": "claim", "by": who}


def placed(
    rnd: random.Random, table: Table, who: str, word: str, *, loose: bool
) -> list[int]:
    """Return a zone for each letter, blue before orange; *loose* allows wrong ones."""
    hand, blue = table.hands[who].copy(), []
    for letter in word:
        zones = [n for n, card in enumerate(table.row, 1) if card == letter]
        if zones:
            blue.append(rnd.choice(zones))
        elif hand[letter]:
            hand[letter] -= 1
            blue.append(0)
        elif loose:
            blue.append(rnd.randint(1, 6))
        else:
            return []
    return blue
