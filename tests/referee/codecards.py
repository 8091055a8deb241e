"""
A second scorer for Code cards, written from the rules alone.

It knows the piles, the six hidden cards and the number of each player's cards. A card
is its text, such as QH. A column is counted from the acting player's left.
"""

import pickle
import random
from typing import Any

Line = dict[str, Any]

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
DECK = [rank + suit for suit in "CDHS" for rank in RANKS]


class Table:
    """A game of Code cards, scored by hand."""

    def __init__(self, header: Line) -> None:
        """Sit two people down."""
        self.names = header["players"]
        self.worth = [int(n) for n in header.get("points", "1-2-3").split("-")]
        self.dealt = header.get("cards") == "dealt"
        self.early = header.get("early_break") == "on"
        self.over = False
        self.clear()

    def clear(self) -> None:
        """Begin with no card on the table."""
        self.codes: list[list[str]] = [["", "", ""], ["", "", ""]]
        self.turn = -1  # nobody: the codes are being laid
        self.piles: list[list[list[str]]] = [[[], [], []], [[], [], []]]
        self.hands, self.deck = [6, 6], 52 - 6 - 12
        self.held: list[list[str]] = [[], []]  # which cards, where the board dealt them
        self.stock: list[str] = []
        self.turns = [0, 0]
        self.open, self.laid = 1, 0  # the next column of this turn, cards played
        self.breaker = -1
        self.named: list[str] = []
        self.past: list[tuple[Line, bytes]] = []

    def used(self) -> set[str]:
        """Return every card in a code or a pile."""
        seen = {card for code in self.codes for card in code if card}
        return seen | {c for piles in self.piles for pile in piles for c in pile}

    def hear(self, line: Line) -> Line | None:
        """Return the result of a line, or None if it is refused."""
        if self.over:
            return None
        do = line["do"]
        if do in {"undo", "void", "end", "leave", "join"}:
            return getattr(self, do)(line)
        before = pickle.dumps({k: v for k, v in vars(self).items() if k != "past"})
        said: Line | None = getattr(self, f"do_{do}")(line)
        if said is not None:
            self.past = [] if do == "deal" else [*self.past, (line, before)]
        return said

    # --- before and beside the game ---

    def undo(self, _line: Line) -> Line | None:
        """Back to before the last thing that a person did."""
        people = [n for n, (line, _) in enumerate(self.past) if line["do"] != "lot"]
        if not people:
            return None
        past, back = self.past[: people[-1]], self.past[people[-1]][1]
        vars(self).update(pickle.loads(back))  # noqa: S301 - written a moment ago, by this very object
        self.past = past
        return {}

    def void(self, _line: Line) -> Line | None:
        """Reveal the cards, and begin with new codes."""
        if self.turn < 0:
            return None
        self.clear()
        return {}

    def join(self, _line: Line) -> None:
        """Refuse: there are two seats."""

    def end(self, _line: Line) -> Line:
        """No round is finished before it is over."""
        self.over = True
        return {"totals": dict.fromkeys(self.names, 0)}

    def leave(self, line: Line) -> Line:
        """Let a player leave, who loses; no points are given."""
        self.over = True
        begun = {"points": dict.fromkeys(self.names, 0)} if self.turn >= 0 else {}
        return begun | {"winners": [n for n in self.names if n != line["by"]]}

    def do_code(self, line: Line) -> Line | None:
        """Three cards at once, from the owner's left."""
        if self.dealt:
            return None
        who, cards = self.names.index(line["by"]), line["cards"]
        others = self.used() - set(self.codes[who])
        wrong = len(set(cards)) != 3 or len(cards) != 3 or others & set(cards)
        if self.turn >= 0 or wrong:
            return None
        self.codes[who] = list(cards)
        return {}

    def do_hide(self, line: Line) -> Line | None:
        """Hide one card."""
        if self.dealt:
            return None
        who, at = self.names.index(line["by"]), line["place"] - 1
        if self.turn >= 0 or line["card"] in self.used() - {self.codes[who][at]}:
            return None
        self.codes[who][at] = line["card"]
        return {}

    def do_lot(self, line: Line) -> Line | None:
        """Set the first player, once all six cards are hidden."""
        if self.dealt or self.turn >= 0 or not all(self.codes[0] + self.codes[1]):
            return None
        self.turn = self.names.index(line["first"])
        return {}

    def do_deal(self, line: Line) -> Line | None:
        """The board deals: three hidden cards each, six in hand, the rest to draw."""
        cards = line.get("deck", [])
        if not self.dealt or self.turn >= 0 or sorted(cards) != sorted(DECK):
            return None
        self.codes = [cards[0:3], cards[3:6]]
        self.held = [cards[6:12], cards[12:18]]
        self.stock = cards[18:]
        self.turn = self.names.index(line["first"])
        return {}

    # --- a turn ---

    def possible(self, card: str) -> bool:
        """Whether a card can come from the hand of who is on turn."""
        if self.dealt:
            return card in self.held[self.turn]
        return card not in self.used()

    def may_play(self) -> bool:
        """Return True if a player is on turn with cards."""
        return self.turn >= 0 and self.breaker < 0

    def do_play(self, line: Line) -> Line | None:
        """Play one card on a column, from the left."""
        column = line["column"]
        if not self.may_play() or column < self.open or not self.possible(line["card"]):
            return None
        if not self.turns[self.turn] and column != self.open:
            return None
        self.piles[self.turn][column - 1].append(line["card"])
        self.hands[self.turn] -= 1
        if self.dealt:
            self.held[self.turn].remove(line["card"])
        self.laid += 1
        self.open = column + 1
        return self.ended() if self.open > 3 or not self.hands[self.turn] else {}

    def do_skip(self, _line: Line) -> Line | None:
        """Leave a column as it is."""
        if not self.may_play() or not self.turns[self.turn]:
            return None
        if self.open == 3 and not self.laid:
            return None
        self.open += 1
        return self.ended() if self.open > 3 else {}

    def do_done(self, _line: Line) -> Line | None:
        """Enough for this turn."""
        if not self.may_play() or not self.turns[self.turn] or not self.laid:
            return None
        return self.ended()

    def ended(self) -> Line:
        """Refill, evaluate, and on to the other, or to the breaking."""
        me = self.turn
        drawn = min(6 - self.hands[me], self.deck)
        self.hands[me] += drawn
        self.deck -= drawn
        self.held[me] += self.stock[:drawn]
        self.stock = self.stock[drawn:]
        hits = [
            bool(pile) and worth_of(pile[-1], self.facing(me, column)) > 0
            for column, pile in enumerate(self.piles[me])
        ]
        self.turns[me] += 1
        self.open, self.laid = 1, 0
        if self.hands[me]:
            self.turn = 1 - me
        else:
            self.breaker = me
        return {"hits": hits}

    def facing(self, me: int, column: int) -> str:
        """Return the hidden card that a column faces (0 is the left one)."""
        return self.codes[1 - me][2 - column]

    # --- breaking the code ---

    def do_break(self, _line: Line) -> Line | None:
        """
        Break the code at the start of a turn.

        Of the first one only by a house rule.
        """
        fresh = self.open == 1 and not self.laid
        if not self.may_play() or not fresh:
            return None
        if not (self.turns[self.turn] or self.early):
            return None
        self.breaker = self.turn
        return {}

    def do_name(self, line: Line) -> Line | None:
        """Column by column; the breaker all three, then the other."""
        if self.breaker < 0:
            return None
        self.named.append(line["card"])
        if len(self.named) < 6:
            return {}
        self.over = True
        return {"points": self.points()}

    def points(self) -> dict[str, int]:
        """Suit, rank or both, card by card."""
        points = dict.fromkeys(self.names, 0)
        for place, card in enumerate(self.named):
            me = self.breaker if place < 3 else 1 - self.breaker
            right = worth_of(card, self.facing(me, place % 3))
            points[self.names[me]] += [0, *self.worth][right]
        return points


def worth_of(card: str, hidden: str) -> int:
    """0 for nothing, 1 for the suit, 2 for the rank, 3 for both."""
    return (card[-1] == hidden[-1]) + 2 * (card[:-1] == hidden[:-1])


def score(lines: list[Line]) -> list[Line]:
    """Return the result of each line, and the end of the game."""
    table, said = Table(lines[0]), []
    for number, line in enumerate(lines[1:], 2):
        came = table.hear(line)
        if came is None:
            said.append({"line": number, "refused": True})
            continue
        said.append({"line": number, "answer": "ok"})
        if "hits" in came:
            said[-1]["hits"] = came["hits"]
        if "points" in came:
            points = came["points"]
            most = max(points.values())
            words = {n: " ".join(table.codes[i]) for i, n in enumerate(table.names)}
            said.append({"round": 1, "points": points, "words": words})
            winners = [name for name in table.names if points[name] == most]
            winners = came.get("winners", winners)
            said.append({"totals": points, "winners": winners})
        elif "winners" in came or "totals" in came:
            said.append(came)
    return said


# --- games by chance --------------------------------------------------------------


def play(seed: int) -> list[Line]:
    """A whole game by chance, sensible lines and others."""
    rnd = random.Random(seed)  # noqa: S311 - a repeatable game is wanted, not a secret
    header: Line = {"letterzone": 1, "game": "codecards", "language": "en"}
    header["players"] = rnd.sample(["Tina", "Lee", "Zoë", "Ben"], 2)
    if rnd.random() < 0.3:
        header["points"] = rnd.choice(["1-1-3", "2-1-3", "0-0-3"])
    if rnd.random() < 0.6:
        header["cards"] = rnd.choice(["dealt", "dealt", "real"])
    if rnd.random() < 0.3:
        header["early_break"] = "on"
    table, lines = Table(header), [header]
    patience = rnd.choice([0.0, 0.03, 0.2])
    while not table.over and len(lines) < 250:
        wild = rnd.random() < 0.12
        line = whatever(rnd, table) if wild else sense(rnd, table, patience)
        table.hear(line)
        lines.append(line)
    return [*lines, whatever(rnd, table)]


def sense(rnd: random.Random, table: Table, patience: float) -> Line:
    """Return an action of a player who knows the rules."""
    free = sorted(set(DECK) - table.used())
    if table.turn < 0 and table.dealt:
        deck = rnd.sample(DECK, 52)
        return {"do": "deal", "deck": deck, "first": rnd.choice(table.names)}
    if table.turn < 0:
        for who, code in enumerate(table.codes):
            if not all(code):
                if rnd.random() < 0.5:
                    cards = rnd.sample(free, 3)
                    return {"do": "code", "by": table.names[who], "cards": cards}
                place = code.index("") + 1
                line = {"do": "hide", "by": table.names[who], "place": place}
                return line | {"card": rnd.choice(free)}
        return {"do": "lot", "first": rnd.choice(table.names)}
    if table.breaker >= 0:
        known = rnd.random() < 0.5
        place = len(table.named)
        me = table.breaker if place < 3 else 1 - table.breaker
        card = table.facing(me, place % 3) if known else rnd.choice(DECK)
        return {"do": "name", "card": card}
    old = table.turns[table.turn] or table.early
    if old and table.open == 1 and rnd.random() < patience:
        return {"do": "break"}
    if table.turns[table.turn] and rnd.random() < 0.3:
        return rnd.choice([{"do": "skip"}, {"do": "done"}])
    free = table.held[table.turn] if table.dealt else free
    near = table.facing(table.turn, table.open - 1)
    likely = [c for c in free if worth_of(c, near)] if rnd.random() < 0.4 else []
    card = rnd.choice(likely or free)
    return {"do": "play", "column": table.open, "card": card}


def whatever(rnd: random.Random, table: Table) -> Line:
    """Return an action of a player who does not know them."""
    who, card = rnd.choice(table.names), rnd.choice(DECK)
    return rnd.choice(
        [
            *[{"do": "undo"}] * 4,
            *[{"do": "play", "column": rnd.randint(1, 3), "card": card}] * 4,
            {"do": "hide", "by": who, "place": rnd.randint(1, 3), "card": card},
            {"do": "code", "by": who, "cards": rnd.sample(DECK, 3)},
            {"do": "lot", "first": who},
            {"do": "deal", "deck": rnd.sample(DECK, 52), "first": who},
            {"do": "name", "card": card},
            *[{"do": "skip"}, {"do": "done"}, {"do": "break"}] * 2,
            rnd.choice(
                [
                    *[{"do": "skip"}] * 3,
                    {"do": "void"},
                    {"do": "end"},
                    {"do": "leave", "by": who},
                    {"do": "join", "by": "Eve"},
                ]
            ),
        ]
    )
