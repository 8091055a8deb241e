"""
A second scorer for WQRDLES, written from the rules alone.

Players are known by their names. Dealt cards are not tracked: a query counts no matter
which card it came from.
"""

import pickle
import random
from typing import Any

from firmware_host.app.content.languages import load_language
from tests.referee.alphabet_by_hand import fold

Line = dict[str, Any]

LETTERS = set("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
#: Actions of the board, which are undone together with the action before them.
BOARDS = {"timeup"}
LATECOMERS = ["Eve", "Gus", "Hal", "Kim"]
WORDS = {
    ("en", 5): "house shape newts pecan roast peals horse eerie sheep lemon about "
    "speed erase geese level llama array civic mamma",
    ("en", 4): "book noon deed good food moon room that hath tilt door odor",
    ("de", 5): "panda apfel wagen regen kunst grün weiß leere elend nenne",
    ("de", 4): "haus maus laus welt geld wind sand rind hand tür boot",
}


def marks(query: str, secret: str) -> str:
    """
    Mark a query: g for right letter and place, y for the letter elsewhere.

    Each letter of the secret justifies one mark, greens before yellows, those from
    the left.
    """
    signs = ["g" if q == s else "-" for q, s in zip(query, secret, strict=True)]
    left = [s for s, sign in zip(secret, signs, strict=True) if sign != "g"]
    for at, letter in enumerate(query):
        if signs[at] != "g" and letter in left:
            left.remove(letter)
            signs[at] = "y"
    return "".join(signs)


def clue(query: str, secret: str) -> str:
    """Return whether the secret comes after or before the query in the alphabet."""
    return ">" if secret > query else "<" if secret < query else ""


def leaves_out(word: str, query: str, signs: str) -> bool:
    """Whether a green letter is not in its place, or a marked one too seldom there."""
    moved = any(s == "g" and w != q for w, q, s in zip(word, query, signs, strict=True))
    marked = "".join(q for q, s in zip(query, signs, strict=True) if s != "-")
    return moved or any(word.count(one) < marked.count(one) for one in marked)


class Round:
    """The state of one round."""

    def __init__(self) -> None:
        """Start with no secrets."""
        self.players: list[str] = []  # who plays it, from the first word on
        self.secrets: dict[str, str] = {}
        self.clueless: set[str] = set()  # whose word gets no sequence clue
        self.dealt = False
        self.swapped = ""  # who has swapped in this turn
        self.queries: list[tuple[str, str]] = []  # by whom, and the word
        self.decoded: dict[str, bool] = {}
        self.open = False  # a query waits for its attempts
        self.attempts: list[tuple[str, str, str]] = []  # by, of, word; no word: passed
        self.found: set[str] = set()
        self.points: dict[str, int] = {}
        self.slipped: set[str] = set()


class Table:
    """The state of a game of WQRDLES, kept by this scorer."""

    def __init__(self, header: Line) -> None:
        """Sit down; the dictionary is the language's."""
        self.dictionary = load_language(header["language"]).accepted
        self.names = list(header["players"])
        self.gone: set[str] = set()
        self.race = len(self.names) == 2  # two play otherwise
        self.length = header["length"]
        self.sequence = header.get("sequence", "on")
        self.cards = header.get("query", "cards") == "cards" and not self.race
        self.by_hand = header.get("decode", "board") == "hand"
        self.hard = header.get("hard", "off") == "on" and not self.cards
        self.rows: list[dict[str, int]] = []
        self.began = ""  # who asked first in the round before this one
        self.over = False
        self.now = Round()
        self.past: list[tuple[str, bytes]] = []

    # --- who is there, and in which order ---

    def there(self) -> list[str]:
        """Everybody who has not left, in the order of the seats."""
        return [name for name in self.names if name not in self.gone]

    def playing(self) -> list[str]:
        """Return the players of this round who have not left."""
        players = self.now.players or self.names
        return [name for name in players if name not in self.gone]

    def after(self, name: str) -> list[str]:
        """The players of this round who are there, first the next of this seat."""
        at = self.names.index(name) + 1 if name else 0
        playing = self.playing()
        return [n for n in self.names[at:] + self.names[:at] if n in playing]

    @property
    def on_turn(self) -> str:
        """Return the next asker: the next seat; in a new round, the next starter."""
        if not self.now.queries:
            return self.after(self.began)[0]
        last = self.now.queries[-1][0]
        if not self.race:
            return self.after(last)[0]
        other = self.other(last)
        return other if other in self.playing() and self.left_for(other) else last

    def order(self) -> list[str]:
        """Return the owners of the secrets, starting with this round's first asker."""
        first = self.now.queries[0][0]
        at = self.names.index(first)
        turned = self.names[at:] + self.names[:at]
        return [name for name in turned if name in self.now.secrets]

    def other(self, name: str) -> str:
        """The other of two."""
        return next(one for one in self.names if one != name)

    def missing(self) -> list[str]:
        """Return the players who have not set a secret yet."""
        return [name for name in self.playing() if name not in self.now.secrets]

    @property
    def ready(self) -> bool:
        """Whether all words of this round are hidden."""
        return bool(self.now.secrets) and not self.missing()

    def left_for(self, name: str) -> set[str]:
        """Return the players whose words this player may still find."""
        return {*self.now.secrets, *self.missing()} - self.now.found - {name}

    def totals(self) -> dict[str, int]:
        """The points of all finished rounds."""
        return {name: sum(row.get(name, 0) for row in self.rows) for name in self.names}

    # --- every line ---

    def hear(self, line: Line) -> Line | None:
        """Return the result of a line, or None if it is refused."""
        if self.over:
            return None
        if line["do"] == "undo":
            return self.undone()
        before = pickle.dumps((self.now, self.names, self.gone))
        rounds = len(self.rows)
        said: Line | None = getattr(self, f"do_{line['do']}")(line)
        if said is not None:
            self.past.append((line["do"], before))
        hit = said is not None and any(said.get("opened", []))  # a word is shown
        slip = line["do"] == "decode" and (said or {}).get("answer") == "wrong"
        void = line["do"] == "void" and said is not None
        deal = line["do"] == "deal" and said is not None  # as final as a reveal
        if len(self.rows) > rounds or hit or slip or void or deal:
            self.past = []
        return said

    def undone(self) -> Line | None:
        """
        Go back to before the last action of a person.

        A join or leave is such an action, also between two rounds.
        """
        people = [n for n, (do, _) in enumerate(self.past) if do not in BOARDS]
        if not people:
            return None
        before = pickle.loads(self.past[people[-1]][1])  # noqa: S301 - written a moment ago, by this very object
        self.now, self.names, self.gone = before
        self.past = self.past[: people[-1]]
        return {}

    # --- coming, going, ending ---

    def do_end(self, _line: Line) -> Line:
        """Finished rounds are scored."""
        self.over = True
        return {"totals": self.totals()}

    def do_void(self, _line: Line) -> Line | None:
        """The round does not count, and the next one has the same starter."""
        if not self.now.secrets:
            return None
        self.now = Round()
        return self.too_few()

    def do_join(self, line: Line) -> Line | None:
        """A newcomer sits at the end, and plays from the next round; no third races."""
        full = self.race or len(self.there()) == 6
        if full or line["by"] in self.names:
            return None
        self.names = [*self.names, line["by"]]
        return {}

    def do_leave(self, line: Line) -> Line | None:
        """
        A leaver's word can still be found.

        Steps that waited for the leaver go on.
        """
        who = line["by"]
        if who in self.gone or who not in self.names:
            return None
        marking = self.undecoded()
        self.gone = {*self.gone, who}
        if not self.now.secrets or (self.missing() and len(self.there()) < 2):
            return self.too_few()
        said: Line = {}
        if self.now.open and not self.waited_for() and not self.undecoded():
            said = self.opened()
        elif marking and not self.undecoded():
            said = self.shown()
        if "row" not in said and not any(map(self.left_for, self.playing())):
            said |= self.ended()
        return said

    def too_few(self) -> Line:
        """End the game if only one player is left."""
        if len(self.there()) > 1:
            return {}
        self.over = True
        return {"totals": self.totals()}

    # --- hiding ---

    def do_secret(self, line: Line) -> Line | None:
        """Everybody has a word of the game's length, out of the dictionary."""
        who, word = line["by"], fold(line["word"])
        known = word in self.dictionary or line.get("override")  # the file knows it
        fits = len(word) == self.length and set(word) <= LETTERS and known
        if self.now.queries or who not in self.playing() or not fits:
            return None
        self.now.players = self.now.players or self.there()
        self.now.secrets[who] = word
        wants = line.get("sequence", "on") if self.sequence == "each" else self.sequence
        self.now.clueless -= {who}
        self.now.clueless |= {who} if wants == "off" else set()
        return {}

    def do_deal(self, line: Line) -> Line | None:
        """Deal the cards; refuse before all words are set, or with a repeated card."""
        pile = line.get("pile", [])
        if (
            len({*pile}) < len(pile)
            or not self.cards
            or not self.ready
            or self.now.dealt
        ):
            return None
        self.now.dealt = True
        return {}

    # --- asking ---

    def may_ask(self, who: str) -> bool:
        """Whether it is this player's turn to name a query."""
        dealt = self.now.dealt or not self.cards
        return self.ready and dealt and not self.now.open and who == self.on_turn

    def do_swap(self, line: Line) -> Line | None:
        """The active player may swap the card, once a turn."""
        who = line["by"]
        if not self.cards or not self.may_ask(who) or self.now.swapped == who:
            return None
        self.now.swapped = who
        return {}

    def do_query(self, line: Line) -> Line | None:
        """Every secret is marked against it; in the race, the other's."""
        word = fold(line["word"])
        known = line.get("drawn") or word in self.dictionary  # a card has but words
        fits = len(word) == self.length and set(word) <= LETTERS and known
        if not self.may_ask(line["by"]) or not fits:
            return None
        if self.hard and not line.get("drawn") and self.wastes(line["by"], word):
            return None
        self.now.queries.append((line["by"], word))
        self.now.open, self.now.decoded, self.now.attempts = True, {}, []
        self.now.swapped = ""
        return {} if self.undecoded() else self.shown()

    def wastes(self, who: str, word: str) -> bool:
        """Return whether a word ignores the known marks of each word left to find."""
        asked = [q for by, q in self.now.queries if by == who or not self.race]
        left = [self.now.secrets[owner] for owner in self.left_for(who)]
        return bool(left) and all(
            any(leaves_out(word, q, marks(q, secret)) for q in asked) for secret in left
        )

    def owners(self) -> list[str]:
        """Return the players whose words are marked."""
        asker = self.now.queries[-1][0]
        return [self.other(asker)] if self.race else self.order()

    def shown(self) -> Line:
        """Return the marks and sequence clues of all words, in turn order."""
        word = self.now.queries[-1][1]
        hidden = [(owner, self.now.secrets[owner]) for owner in self.owners()]
        clues = [
            "" if owner in self.now.clueless else clue(word, secret)
            for owner, secret in hidden
        ]
        return {"marks": [marks(word, secret) for _, secret in hidden], "clues": clues}

    def undecoded(self) -> list[str]:
        """
        Return the players who have yet to mark their word; found ones need no marks.

        The board marks for a player who has left. If the asker left a race, no row is
        due.
        """
        if not self.by_hand or not self.now.open:
            return []
        if self.race and self.now.queries[-1][0] in self.gone:
            return []
        asked = [name for name in self.owners() if name not in self.now.found]
        waiting = [name for name in asked if name not in self.now.decoded]
        return [name for name in waiting if name not in self.gone]

    def do_decode(self, line: Line) -> Line | None:
        """The owner marks first; a slip costs the round."""
        who, signs = line["by"], line["marks"]
        if who not in self.undecoded() or len(signs) != self.length:
            return None
        right = signs == marks(self.now.queries[-1][1], self.now.secrets[who])
        self.now.decoded[who] = right
        if not right:
            self.now.slipped.add(who)
        said = {"answer": "right" if right else "wrong"}
        return said if self.undecoded() else said | self.shown()

    # --- attempts ---

    def guessers(self) -> list[str]:
        """Return the players who may still attempt or pass."""
        if not self.now.open or self.undecoded():
            return []
        asker = self.now.queries[-1][0]
        done = [by for by, _, _ in self.now.attempts]
        may = [n for n in self.playing() if n == asker or not self.race]
        return [name for name in may if name not in done]

    def waited_for(self) -> list[str]:
        """Return those of the guessers who have a word left to attempt."""
        return [name for name in self.guessers() if self.left_for(name)]

    def do_guess(self, line: Line) -> Line | None:
        """Add a secret attempt at another player's word."""
        who, word = line["by"], fold(line["word"])
        of = self.other(who) if self.race else line.get("of")
        if who not in self.guessers() or of not in self.left_for(who):
            return None
        if len(word) != self.length or not set(word) <= LETTERS:
            return None
        self.now.attempts.append((who, str(of), word))
        return self.opened_if_all()

    def do_pass(self, line: Line) -> Line | None:
        """No attempt on this row."""
        if line["by"] not in self.guessers():
            return None
        self.now.attempts.append((line["by"], "", ""))
        return self.opened_if_all()

    def do_timeup(self, _line: Line) -> Line | None:
        """Count missing attempts as passes; the race has no clock."""
        if self.race or not self.guessers():
            return None
        return self.opened()

    def opened_if_all(self) -> Line:
        """Open all attempts together once no player is waited for."""
        return {} if self.waited_for() else self.opened()

    def opened(self) -> Line:
        """Hits score the row's value, for each who has hit."""
        asker = self.now.queries[-1][0]
        mine = [by for by, _ in self.now.queries if by == asker or not self.race]
        worth = max(7 - len(mine), 1)
        scored = []
        for by, of, word in self.now.attempts:
            if word:
                hit = self.now.secrets[of] == word
                scored.append(worth if hit else 0)
                self.now.points[by] = self.now.points.get(by, 0) + scored[-1]
        self.now.found |= {
            of for _, of, word in self.now.attempts if word == self.now.secrets.get(of)
        }
        self.now.open = False
        said: Line = {"opened": sorted(scored)}
        if self.race:
            said["answer"] = "ok" if not scored else "right" if scored[0] else "wrong"
        else:
            said["answer"] = None  # no more than the points of each
        full = not self.race and len(self.now.queries) == 6
        if full or not any(map(self.left_for, self.playing())):
            said |= self.ended()
        return said

    def ended(self) -> Line:
        """The round is written down, and perhaps the game ends."""
        now = self.now
        row = {n: 0 if n in now.slipped else now.points.get(n, 0) for n in self.names}
        self.rows.append(row)
        self.began = now.queries[0][0] if now.queries else self.began
        self.now = Round()
        words = {name: now.secrets.get(name, "") for name in self.names}
        said: Line = {"row": row, "words": words}
        totals = self.totals()
        most = max(totals.values())
        first = [name for name in self.names if totals[name] == most]
        if self.race:
            self.over = most > 20 and len(first) == 1
        else:
            played = len(self.rows)
            self.over = played >= 5 and (len(first) == 1 or played == 8)
        self.over = self.over or len(self.there()) < 2
        return said | ({"totals": totals, "winners": first} if self.over else {})


def score(lines: list[Line]) -> list[Line]:
    """Return the result of each line and the totals of rounds and game."""
    table, said = Table(lines[0]), []
    for number, line in enumerate(lines[1:], 2):
        rounds = len(table.rows)
        came = table.hear(line)
        if came is None:
            said.append({"line": number, "refused": True})
            continue
        plain = {
            k: came[k] for k in ("answer", "marks", "clues", "opened") if k in came
        }
        heard = {"line": number, "answer": "ok"} | plain
        said.append({k: v for k, v in heard.items() if v is not None})
        if "row" in came:
            row = {"round": rounds + 1, "points": came["row"]}
            said.append(row | {"words": came["words"]})
        if "totals" in came:
            said.append({k: came[k] for k in ("totals", "winners") if k in came})
    return said


# --- games by chance --------------------------------------------------------------


def play(seed: int) -> list[Line]:
    """A whole game by chance, sensible lines and others."""
    rnd = random.Random(seed)  # noqa: S311 - a repeatable game is wanted, not a secret
    language, length = rnd.choice(["en", "de"]), rnd.choice([4, 5])
    count = rnd.choice([2, 2, 2, 3, 3, 4, 6])
    header: Line = {"letterzone": 1, "game": "wqrdles", "language": language}
    header["players"] = rnd.sample(["Tina", "Lee", "Zoë", "Ben", "Ida", "Max"], count)
    header["length"] = length
    header |= {"query": "own"} if rnd.random() < 0.7 else {}
    sequence = rnd.choice(["", "", "off", "each", "each"])
    header |= {"sequence": sequence} if sequence else {}
    header |= {"decode": "hand"} if rnd.random() < 0.3 else {}
    header |= {"hard": "on"} if seed % 6 == 5 else {}
    words = WORDS[language, length].split()
    table, lines = Table(header), [header]
    luck, bustle = rnd.choice([0.1, 0.3, 0.6]), rnd.choice([0, 0.02, 0.1])
    while not table.over and len(lines) < 260:
        wild = rnd.random() < 0.12
        line = whatever(rnd, table, words) if wild else sense(rnd, table, words, luck)
        if rnd.random() < bustle:
            line = coming_and_going(rnd, table)
        table.hear(line)
        lines.append(line)
    return [*lines, {"do": "end"}]


def sense(rnd: random.Random, table: Table, words: list[str], luck: float) -> Line:
    """Return a sensible next action."""
    now, word = table.now, rnd.choice(words)
    if not table.ready:
        return hiding(rnd, table, word)
    if table.cards and not now.dealt:
        return {"do": "deal", "pile": list(range(1, 3 * len(table.names)))}
    if not now.open:
        if table.cards and rnd.random() < 0.2:
            return {"do": "swap", "by": table.on_turn}
        drawn = {"drawn": True} if table.cards else {}
        return {"do": "query", "by": table.on_turn, "word": word} | drawn
    if table.undecoded():
        who = rnd.choice(table.undecoded())
        signs = marks(now.queries[-1][1], now.secrets[who])
        if rnd.random() < 0.05:
            signs = "".join(rnd.choice("gy-") for _ in signs)
        return {"do": "decode", "by": who, "marks": signs}
    who = rnd.choice(table.guessers())
    others = sorted(table.left_for(who))
    if rnd.random() < 0.05:
        return {"do": "timeup"}
    if not others or rnd.random() < 0.2:
        return {"do": "pass", "by": who}
    of = rnd.choice(others)
    word = now.secrets[of] if rnd.random() < luck else word
    line = {"do": "guess", "by": who, "word": word}
    return line if table.race else line | {"of": of}


def hiding(rnd: random.Random, table: Table, word: str) -> Line:
    """Return a player's secret, now and then one that needs `override`."""
    line: Line = {"do": "secret", "by": rnd.choice(table.missing()), "word": word}
    if rnd.random() < 0.1:
        line |= {"word": "xqzvw"[: table.length], "override": rnd.random() < 0.7}
    if table.sequence == "each" and rnd.random() < 0.6:
        line["sequence"] = rnd.choice(["on", "off"])
    return line


def coming_and_going(rnd: random.Random, table: Table) -> Line:
    """Return a join or leave, or an undo of one."""
    come = {"do": "join", "by": rnd.choice([*LATECOMERS, *table.names])}
    go = {"do": "leave", "by": rnd.choice(table.names)}
    return rnd.choice([come, come, go, {"do": "undo"}, {"do": "undo"}])


def whatever(rnd: random.Random, table: Table, words: list[str]) -> Line:
    """Return a random action without regard to the rules."""
    who, of = rnd.choice(table.names), rnd.choice(table.names)
    word = rnd.choice([*words, "xqzvw", "cat", "zebras", "A1bc", "qqqq", "b-a's"])
    drawn = {"drawn": True} if table.cards else {}
    target = {} if table.race else {"of": of}
    return rnd.choice(
        [
            *[{"do": "query", "by": who, "word": word} | drawn] * 3,
            *[{"do": "guess", "by": who, "word": word} | target] * 3,
            {"do": "pass", "by": who},
            {"do": "swap", "by": who},
            {"do": "decode", "by": who, "marks": "g" * rnd.choice([4, 5])},
            *[{"do": "undo"}] * 2,
            *([{"do": "void"}] if table.now.secrets and rnd.random() < 0.1 else []),
        ]
    )
