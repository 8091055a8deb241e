"""
Whole random games of Decipher, with sensible and senseless actions.

The referee is asked for the game's state, so that rounds progress and end in every
possible way. About one action in seven is refused. The same seed gives the same game.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.referee import questions as q
from tests.referee.alphabet_by_hand import PIECES, fold
from tests.referee.referee import hear
from tests.referee.words_by_hand import accepts, words

Action = dict[str, Any]

PEOPLE = ["Tina", "Lee", "Ben", "Zoë", "Jörg", "Ida", "Max", "Ann"]
LATECOMERS = ["Eve", "Gus", "Hal", "Kim", "Lou"]
KINDS = list(PIECES)
# how a round's people are minded, and the chances of guess right, guess wrong,
# retire, and pass rather than ask
MOODS = {
    "solvers": (0.04, 0.03, 0.005, 0.3),
    "eager": (0.15, 0.15, 0.01, 0.3),
    "fools": (0.0, 0.35, 0.01, 0.4),
    "quitters": (0.01, 0.03, 0.15, 0.5),
    "silent": (0.0, 0.01, 0.01, 0.85),
    "thorough": (0.0, 0.03, 0.01, 0.1),
}
LONGEST = 260


def random_transcript(
    seed: int, *, language: str | None = None, longest: int = LONGEST
) -> list[Action]:
    """
    Play a whole game, or one cut short by `end`, and return its transcript.

    Args:
        seed: which game.
        language: "en" or "de", by default drawn by the seed.
        longest: after this many actions the players end the game.
    """
    rnd = random.Random(seed)  # noqa: S311 - a repeatable game is wanted, not a secret
    table = Table(rnd, language or rnd.choice(["en", "en", "de"]))
    while not q.is_over(table.header, table.past):
        table.play(table.whatever() if rnd.random() < 0.16 else table.sense())
        if len(table.lines) > longest:
            table.play({"do": "end"})
    for _ in range(rnd.choice([0, 0, 1, 3])):
        table.play(table.whatever())
    return [table.header, *table.lines]


def random_header(rnd: random.Random, language: str) -> Action:
    """A header with any option turned now and then."""
    board = rnd.random() < 0.35
    players = rnd.sample(PEOPLE, rnd.randint(1, 5) if board else rnd.randint(2, 4))
    length = rnd.randint(3, 6)
    header = {"letterzone": 1, "game": "decipher", "language": language}
    header |= {"players": players, "length": length}
    if board:
        header |= {"maker": "board", "rounds": rnd.randint(1, 3)}
    elif rnd.random() < 0.3:
        header["hand"] = "confirm"
    if rnd.random() < 0.2:
        header["guess_tokens"] = rnd.choice([1, 2, 5, {players[-1]: rnd.randint(1, 6)}])
    if rnd.random() < 0.15:
        last = (5 if length % 2 else 6) - length + 1
        zone = rnd.randint(1, last)
        header["first_zone"] = rnd.choice([zone, {str(length): zone}])
    if rnd.random() < 0.2:
        header["turn_s"] = rnd.choice([0, 30, 60, 90])
    if rnd.random() < 0.3:
        header["hints"] = rnd.choice(["on", "on", "on", "off"])
    if rnd.random() < 0.15:
        header["letters"] = {
            letter: {"pieces": rnd.choices(KINDS, k=rnd.randint(1, 4)), "source": "me"}
            for letter in rnd.sample("ABDEINORST", 3)
        }
    return header


class Table:
    """Players at a table, their lines, and the referee's remarks on them."""

    def __init__(self, rnd: random.Random, language: str) -> None:
        self.rnd = rnd
        self.words: Mapping[int, Sequence[str]] = words(language)
        self.header = random_header(rnd, language)
        self.past: q.Past = []
        self.lines: list[Action] = []
        self.mood = MOODS["solvers"]

    def play(self, action: Action) -> None:
        """Add a line, and let the referee judge it."""
        self.lines.append(action)
        language = self.header["language"]
        _, self.past = hear(
            self.header, self.past, action, lambda word: accepts(language, word)
        )

    # --- people who know the rules ----------------------------------------------

    def sense(self) -> Action:
        """An action as reasonable people might choose it."""
        rare = self.rare()
        if rare:
            return rare
        if not q.this_round(self.past):
            self.mood = self.rnd.choice(list(MOODS.values()))
            return self.secret()
        return self.speak() or self.move()

    def rare(self) -> Action | None:
        """Return a rare action such as a join, a leave or an undo, or None."""
        roll = self.rnd.random()
        running = bool(q.this_round(self.past))
        if self.lines and self.lines[-1]["do"] in {"join", "leave"} and roll < 0.3:
            return {"do": "undo"}
        if roll < 0.035:
            return {"do": "undo"} if running else self.join()
        if roll < 0.042:
            return self.join()
        if roll < 0.05:
            return {"do": "leave", "by": self.rnd.choice(self.present())}
        if roll < 0.056 and running:
            return {"do": "void"}
        if roll < 0.058:
            return {"do": "end"}
        if roll < 0.064:
            return {"do": "check"}
        if roll < 0.09 and "turn_s" in self.header:
            return {"do": "timeup"}
        return None

    def join(self) -> Action | None:
        """A newcomer, if there is a chair."""
        full = 8 if q.with_board(self.header) else 4
        known = q.names(self.header, self.past)
        late = [name for name in LATECOMERS if name not in known]
        if len(known) >= full or not late:
            return None
        return {"do": "join", "by": self.rnd.choice(late)}

    def secret(self) -> Action:
        """A word that the maker may make, mostly; not one that was there before."""
        by = q.maker(self.header, self.past)
        roll = self.rnd.random()
        if roll < 0.15:
            return self.badly_made(self.header["players"][0])
        word = self.fresh()
        said = self.rnd.choice([word, word.upper(), word.capitalize(), fold(word)])
        action = {"do": "secret", "by": by, "word": said}
        if roll > 0.9:
            action["override"] = self.rnd.random() < 0.8
        if roll > 0.95 and by != "board":
            action |= {"word": self.nonsense(), "override": True}
        return action

    def speak(self) -> Action | None:
        """A guess, or a farewell to the round."""
        right, wrong, retire, _ = self.mood
        roll = self.rnd.random()
        seekers = q.circle(self.header, self.past)
        by = self.rnd.choice(q.sitting(self.header, seekers, q.play(self.past)))
        if roll < right:
            word = self.spoken(q.word(self.past))
            return {"do": "guess", "by": by, "word": word}
        if roll < right + wrong:
            if self.rnd.random() < 0.2:
                return {"do": "guess", "by": by, "word": "", "spoken": True}
            word = self.rnd.choice(self.words[self.header["length"]])
            return {"do": "guess", "by": by, "word": word}
        if roll < right + wrong + retire:
            return {"do": "retire", "by": by}
        if "hints" in self.header and roll > 0.9:
            return self.hint(by)
        return None

    def hint(self, by: str) -> Action:
        """A hint as a transcript has it: the board has answered, and said the price."""
        rnd, price = self.rnd, self.rnd.choice([0, 1, 2, 5])
        zone = rnd.randint(1, 6)
        told = rnd.choice(
            [
                {"about": "left", "left": rnd.randint(1, 9999)},
                {"about": "letter", "at": zone, "letter": rnd.choice("AEQXZ")},
                {"about": "zone", "at": zone},
            ]
        )
        return {"do": "hint", "by": by, "price": price, **told}

    def move(self) -> Action:
        """Return an action for the seeker on turn: take, tap, ask or pass."""
        past, rnd = self.past, self.rnd
        held = q.in_hand(past)
        kinds = sorted(
            kind for kind, count in q.hidden(self.header, past).items() if count
        )
        if not held and q.is_bonus(self.header, past) and not q.is_asked(past):
            ask = rnd.random() >= self.mood[3] and (kinds or rnd.random() < 0.2)
            return {"do": "ask" if ask else "pass"}
        draws = q.board_hands(self.header, past) or "hand" in self.header
        if not held and (draws or rnd.random() < 0.25):
            return {"do": "hand", "kind": rnd.choice(kinds)}
        return self.tap(held or rnd.choice(kinds))

    def tap(self, kind: str) -> Action:
        """Return a tap in a fitting zone, or in one without such a NO token."""
        start = q.first_zone(self.header)
        zones = range(start, start + self.header["length"])
        fit = [z for z in zones if q.fits(self.header, self.past, z, kind)]
        tried = q.taps(self.past, "no")
        free = [z for z in zones if (z, kind) not in tried]
        lucky = self.rnd.random() < 0.6
        return {
            "do": "tap",
            "zone": self.rnd.choice(fit if lucky else free),
            "kind": kind,
        }

    # --- people who do not ------------------------------------------------------

    def whatever(self) -> Action:
        """Any action at all, thoughtlessly; most of them are refused."""
        rnd = self.rnd
        kind, zone = rnd.choice(KINDS), rnd.randint(1, 6)
        by = rnd.choice(q.names(self.header, self.past))
        choices: list[Callable[[], Action]] = [
            lambda: {"do": "tap", "zone": zone, "kind": kind},
            lambda: {"do": "tap", "zone": zone, "kind": kind},
            lambda: {"do": "hand", "kind": kind},
            lambda: {"do": "ask"},
            lambda: {"do": "pass"},
            self.again,
            lambda: {"do": "guess", "by": by, "word": self.mumble()},
            lambda: {"do": "guess", "by": by, "word": self.mumble(), "spoken": True},
            lambda: {"do": "retire", "by": self.absent(by)},
            lambda: self.hint(by),
            lambda: self.badly_made(by),
            self.out_of_place,
        ]
        return rnd.choice(choices)()

    def again(self) -> Action:
        """The last tap once more: covered, or no longer in hand."""
        taps = [line for line in self.lines if line["do"] == "tap"]
        return self.rnd.choice(taps[-4:]) if taps else {"do": "pass"}

    def out_of_place(self) -> Action:
        """Return an action that is out of place, such as an undo without a round."""
        gone = sorted(q.gone(self.past))
        if gone and self.rnd.random() < 0.5:
            return {"do": "leave", "by": self.rnd.choice(gone)}
        if self.rnd.random() < 0.2:
            return {"do": "join", "by": self.header["players"][0]}
        running = bool(q.this_round(self.past))
        return {"do": "undo"} if running else {"do": self.rnd.choice(["undo", "void"])}

    def badly_made(self, by: str) -> Action:
        """A secret with one fault, or by the wrong person, or too late."""
        length = self.header["length"]
        good = self.fresh()
        word = self.rnd.choice(
            [
                good,
                good + "s",
                good[1:],
                fold(good)[:-1] + "7",
                fold(good)[:-1] + "-",
                "E" * length,
                ("SBSBBS" * 2)[:length],
                self.nonsense(),
            ]
        )
        maker = q.maker_or_nobody(self.header, self.past) or by
        makers = [by, "board", maker, maker, maker, maker]
        action = {"do": "secret", "by": self.rnd.choice(makers), "word": word}
        return action | ({"override": True} if self.rnd.random() < 0.3 else {})

    def absent(self, by: str) -> str:
        """Return a player who may not be in the round, or the given one."""
        return self.rnd.choice([by, *sorted(q.gone(self.past))])

    # --- words ------------------------------------------------------------------

    def present(self) -> list[str]:
        """Everybody who has not left the game."""
        gone = q.gone(self.past)
        return [n for n in q.names(self.header, self.past) if n not in gone]

    def fresh(self) -> str:
        """A common word that has not been a secret of this game."""
        used = {fold(e["word"]) for e in self.lines if e["do"] == "secret"}
        free = [w for w in self.words[self.header["length"]] if fold(w) not in used]
        return self.rnd.choice(free or [self.nonsense()])

    def nonsense(self) -> str:
        """Letters in a row that no dictionary has; JÖ is short enough to be a cry."""
        length, german = self.header["length"], self.header["language"] == "de"
        letters = "".join(self.rnd.sample("XVQJWZKC", length))
        if self.rnd.random() < 0.7 or (german and length == 3):
            return letters
        if german:
            return letters[:-2] + self.rnd.choice("ÄÖÜ")
        return letters[:-1] + self.rnd.choice("-'\u2019")

    def spoken(self, folded: str) -> str:
        """The same word written otherwise: small letters, or with its umlaut."""
        umlaut = folded.lower().replace("ue", "ü", 1).replace("ae", "ä", 1)
        return self.rnd.choice([folded, folded.lower(), folded.title(), umlaut])

    def mumble(self) -> str:
        """A guess that may have the wrong length or signs that are no letters."""
        good = self.rnd.choice(self.words[self.header["length"]])
        bad = [good, good + "s", good[1:], "", good[:-1] + "3", good[:-1] + "-"]
        return self.rnd.choice(bad)
