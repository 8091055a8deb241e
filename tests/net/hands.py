"""
Random hands, phones and accidents: what happens next at a board.

Hands know what people know: the documents of `World.look`, what a board offers, and now
and then the word in question, so that games end. Their actions are a list of events, as
in `tests.net.world`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from tests.net.world import CANARIES, WORDS

Events = list[dict[str, Any]]

PLAYERS = ("circle", "square", "triangle", "star")
ZONES = tuple(f"zone-{number}" for number in range(1, 7))
KINDS = ("red", "yellow", "blue", "green")
SUITS = ("clubs", "diamonds", "hearts", "spades")
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
CARDS = tuple(f"{rank}{suit}" for rank in RANKS for suit in "CDHS")
STRENGTHS = ("easy", "fair", "sharp")
NAMES = ("Ann", "Ben", "Cem", "Dora", "Emil", "Fay", "Hugo", "Ida")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
PARTS = (
    *(f"screen-{name}" for name in ("table", "maker", "1", "3")),
    *("reader-0", "reader-2", "lamps", "buzzer", "controller", "protocol"),
)
BUTTONS = ("tick", "cross", *PLAYERS, "service")

WAYS = ("pads", "pads", "station", "buttons")

#: Where a board begins to ask.
FIRST = ("choose-language", "choose-place", "same-again")

#: Words and values that a line may contain; most are wrong.
VALUES = (
    *(0, 1, 2, 9, True, "", "HOUSE", "red", "QH", "gy---", [], [1, 0]),
    ["QH", "7C", "10S"],
)

#: How long people wait, from a moment to minutes.
WAITS = (1, 100, 600, 1100, 2500, 3100, 10_500, 61_000, 130_000)


def press(*buttons: str) -> Events:
    """Press buttons one after the other."""
    return [one for name in buttons for one in ({"press": name}, {"release": name})]


def hold(ms: int, *buttons: str) -> Events:
    """Hold buttons down together."""
    downs: Events = [{"press": name} for name in buttons]
    ups: Events = [{"release": name} for name in buttons]
    return [*downs, {"wait": ms}, *ups]


def build_of(chance: Random) -> dict[str, Any]:
    """Return a board of a random build, with its last setup."""
    zones, way = chance.choice((6, 6, 6, 5, 4, 3)), chance.choice(WAYS)
    return {
        "zones": zones,
        "input": way,
        "lid": chance.random() < 0.6,
        "language": chance.choice(("en", "de")),
        "place": chance.choice(("home", "home", "class")),
        "seed": chance.randrange(1_000_000),
    }


class Hands:
    """
    All people at one board.

    Args:
        chance: What decides; it may be Hypothesis's.
        build: The board, as `World` takes it.
    """

    def __init__(self, chance: Random, build: dict[str, Any]) -> None:
        self.chance = chance
        self.build = build
        self.zones = ZONES[: build.get("zones", 6)]
        self.face: dict[str, Any] = {}
        self.state: dict[str, Any] = {}
        self.own: list[dict[str, Any]] = []
        self.offers: dict[str, Any] = {}
        self.word = ""

    def next(
        self, look: dict[str, Any], offers: dict[str, Any], insight: dict[str, Any]
    ) -> Events:
        """Return the next events, most often sensible ones."""
        self.see(look, offers, insight)
        roll, at_menu = self.chance.random(), self.line() == "menu"
        if roll < 0.05:
            return self.accident()
        if roll < 0.13:
            return self.wild()
        if roll < (0.4 if at_menu or self.state["phase"] == "choosing" else 0.2):
            return self.people()
        return self.sensible()

    def see(
        self, look: dict[str, Any], offers: dict[str, Any], insight: dict[str, Any]
    ) -> None:
        """Store what is seen now."""
        self.face, self.state, self.own = look["face"], look["public"], look["seats"]
        self.offers, self.word = offers, insight["word"]

    def line(self) -> str:
        """Return the code of what the table screen asks for."""
        return str(self.face["table"]["line"].split()[0])

    def pick(self, choices: Any) -> Any:
        """Return one of *choices*."""
        return self.chance.choice(list(choices))

    def maybe(self, often: float) -> bool:
        """Return True with the probability *often*, 0 to 1."""
        return self.chance.random() < often

    # --- accidents, and nonsense ---

    def accident(self) -> Events:
        """Let a part fail or heal, the plug be pulled, the card be full for a while."""
        part = self.pick(PARTS)
        return self.pick(
            (
                [{"fails": part}],
                [{"heals": part}],
                [{"fails": part}, {"wait": 500}, {"heals": part}],
                [{"lost": self.pick((1, 3))}],
                [{"restart": True}],
                [{"restart": True}],
                [{"card": "full"}, *self.sensible(), {"card": "good"}, {"wait": 1500}],
                [{"again": True}],
            )
        )

    def wild(self) -> Events:
        """Do anything that can be done at a board, sensible or not."""
        zone = self.chance.randint(0, len(self.zones))
        return self.pick(
            (
                [{"tap": zone, "item": self.thing()}],
                [{"unclear": zone}],
                [{"tap": zone, "item": self.thing(), "age_ms": 5000}],
                press(self.pick(self.every())),
                [{"press": self.pick(self.every())}],
                [{"release": self.pick(self.every())}],
                hold(self.pick(WAITS), self.pick(self.every())),
                hold(3100, "service"),
                hold(3100, "tick", "cross"),
                [{"wait": self.pick(WAITS)}],
                [{"do": self.any_line()}],
            )
        )

    def every(self) -> tuple[str, ...]:
        """Return the buttons that the board has."""
        symbols = [f"{kind}-{zone[5:]}" for zone in self.zones for kind in KINDS]
        own = symbols if self.build.get("input") == "buttons" else []
        return (*BUTTONS, *self.zones, *own)

    def thing(self) -> str:
        """Return anything with a tag, or a strange one."""
        suit, number = self.pick(SUITS), self.chance.randint(1, 13)
        letter = self.pick((*LETTERS, "blank")).lower()
        colour, game = self.pick(("orange", "blue")), self.pick(self.names_of_games())
        return self.pick(
            (
                "?",
                f"{self.pick(KINDS)}-{self.chance.randint(1, 8)}",
                f"tile-{self.pick(LETTERS)}-{self.chance.randint(1, 3)}",
                f"card-{suit}-{number}",
                f"card-{colour}-{letter}-{self.chance.randint(1, 2)}",
                f"start-{game}",
            )
        )

    def names_of_games(self) -> list[str]:
        """Return the games that the board offers."""
        return [one["name"] for one in self.offers["games"]]

    # --- phones and the teacher ---

    def people(self) -> Events:
        """Return events of a person's requests from a page."""
        seat = self.chance.randint(0, len(self.state["players"]))
        name, button = self.pick((*NAMES, "", "Ann")), self.pick(("", *PLAYERS))
        some = list(NAMES[: self.chance.randint(1, 8)])
        anywhere: list[Events] = [
            [{"sit": name, "button": button}],
            [{"sit": "", "bot": self.pick(STRENGTHS)}],
            [{"stand": seat}],
            [{"name": name, "seat": seat}],
            [{"begin": self.wishes()}],
            [{"adopt": self.wishes()}],
            [{"adopt": {"players": some}}],
            [{"press": "service"}, {"claim": self.pick(("123456", "000000"))}],
        ]
        if self.state["phase"] == "choosing":
            return self.pick(anywhere)
        return self.pick(
            (
                *anywhere,
                [{"pause": True}, *self.sensible(), {"pause": False}],
                [{"pause": self.maybe(0.5)}],
                [{"do": {"do": "undo"}}],
                [{"do": {"do": "leave", "by": seat}}],
                [{"do": {"do": "void"}}],
                [{"do": {"do": "end"}}],
                [{"do": {"do": "end"}}, {"adopt": {"players": some}}],
            )
        )

    def wishes(self) -> dict[str, Any]:
        """Return some random settings, as chosen on a page."""
        every = {
            "game": self.pick(self.names_of_games()),
            "language": self.pick(("en", "de")),
            "place": self.pick(("home", "home", "class")),
            "length": self.chance.randint(3, 6),
            "rounds": self.chance.randint(1, 3),
            "board_makes": self.maybe(0.5),
            "sound": self.maybe(0.8),
            "players": list(NAMES[: self.chance.randint(1, 8)]),
        }
        wishes = {name: every[name] for name in every if self.maybe(0.4)}
        if self.maybe(0.3):
            wishes["words"] = self.pick(([], [*WORDS[60:90], *CANARIES]))
        if self.maybe(0.5):
            wishes |= {"rules": self.rules(wishes.get("game", self.state["chosen"]))}
        return wishes

    def a_game(self) -> dict[str, Any]:
        """Return a game that can be begun, with as many people as it is for."""
        game = self.pick(self.offers["games"])
        people = self.chance.randint(game["seats"][0], min(game["seats"][1], 5))
        named = self.maybe(0.7) or len(self.state["players"]) < people
        return {
            "game": game["name"],
            "rules": self.rules(game["name"]),
            "board_makes": people not in (2, 3, 4) or self.maybe(0.5),
            "rounds": self.chance.randint(1, 2),
            **({"length": self.pick(game["lengths"])} if game["lengths"] else {}),
            **(self.named(people, bots=game["bots"]) if named else {}),
        }

    def named(self, people: int, *, bots: Sequence[str]) -> dict[str, Any]:
        """Return who plays: people, and bots for some of them where there are any."""
        names = {"players": list(NAMES[:people])}
        if not bots or self.maybe(0.6):
            return names
        others = [self.pick(("", *bots)) for _ in range(people - 1)]
        return {**names, "bots": ["", *others]}

    def rules(self, game: str) -> dict[str, Any]:
        """Return some rules of the house for a game."""
        offered = [one for one in self.offers["games"] if one["name"] == game]
        options = offered[0]["options"] if offered else []
        return {
            option["name"]: self.pick(value for value, _ in option["choices"])
            for option in options
            if self.maybe(0.3)
        }

    # --- sensible actions ---

    def sensible(self) -> Events:
        """Do what the board asks for."""
        code = self.line()
        if code == "menu" or code.startswith("menu-"):
            return self.in_menu(code)
        if self.state["phase"] == "choosing":
            return self.choose()
        if self.state["phase"] == "over":
            return press(self.pick(("tick", "tick", "cross")))
        if self.maybe(0.03):
            chord = ("tick", "cross") if self.state["place"] == "home" else ("service",)
            return hold(3100, *chord)
        if code.startswith(
            ("guess", "card-spell", "attempt", "query-spell", "query-t")
        ):
            return self.spell()
        if code.startswith(("lay-", "marking", "check-")):
            return self.buttons()
        if any(one["bot"] for one in self.state["players"]) and self.maybe(0.4):
            return [{"wait": self.pick((2500, 10_500, 10_500, 61_000))}]
        games: dict[str, Callable[[], Events]] = {
            "decipher": self.decipher,
            "codecards": self.codecards,
            "wqrdles": self.wqrdles,
            "keyword": self.keyword,
        }
        playing = games.get(self.state["game"], self.buttons)
        return self.buttons() if self.maybe(0.12) else playing()

    def in_menu(self, code: str) -> Events:
        """Go through the menu, and take something."""
        if code != "menu":
            return press(self.pick((*PLAYERS, "cross", "tick")))
        count = len(self.face["table"].get("choices", ())) or 1
        steps = self.chance.randrange(count)
        return press(*["cross"] * steps, "tick")

    def choose(self) -> Events:
        """Answer the question that the board asks."""
        few = len(self.state["players"]) < 2
        if self.line() == "choose-players" and (few or self.maybe(0.3)):
            return press(self.pick(PLAYERS))
        if self.line() in FIRST and self.maybe(0.4):
            return [{"begin": self.a_game()}]
        if self.maybe(0.2):  # people come and go while others choose
            seat = self.chance.randint(0, len(self.state["players"]))
            return [*press("cross"), {"stand": seat}]
        if self.maybe(0.05):
            return [{"tap": 1, "item": f"start-{self.pick(self.names_of_games())}"}]
        return press(self.pick(("tick",) * 6 + ("cross", *self.zones[:3])))

    def buttons(self) -> Events:
        """Press buttons as a player does who spells, lays, marks or looks."""
        button = self.pick((*self.zones, *self.zones, *PLAYERS, "tick", "cross"))
        if self.maybe(0.1):
            return hold(self.pick((600, 1100, 2500)), button)
        return press(button)

    def spell(self) -> Events:
        """Go on with a word that is being spelled, by buttons or tiles."""
        if self.maybe(0.3):
            return [{"tap": 0, "item": f"tile-{self.pick(LETTERS)}-1"}]
        if self.maybe(0.4):
            return press("tick")
        return self.buttons()

    def said(self, line: dict[str, Any]) -> Events:
        """Do a line of the game from a page."""
        return [{"do": line}]

    def guessed(self) -> str:
        """Return a word to guess: now and then the right one."""
        length = self.state["length"]
        if self.word and self.maybe(0.5):
            return self.word
        fit = [word for word in WORDS if len(word) == length]
        return self.pick((self.pick(fit or WORDS), "XQ"))

    def secret(self, length: int) -> str:
        """Return a word for a maker."""
        fit = [word for word in CANARIES if len(word) == length]
        return str(self.pick(fit or CANARIES))

    def by(self, verb: str) -> list[int]:
        """Return the seats that may do something now."""
        known = enumerate(self.own)
        bots = {one["seat"] for one in self.state["players"] if one["bot"]}
        return [seat for seat, one in known if verb in one["may"] and seat not in bots]

    def decipher(self) -> Events:
        """Make a word, tap pieces, guess, ask, pass, retire."""
        view = self.state["view"]
        if view["waiting"]:
            seat = max(view["maker"], 0)
            word = self.secret(view["length"])
            if self.build.get("lid") and self.maybe(0.3):
                return self.spelled(word, view["first_zone"])
            if self.maybe(0.2):
                return [{"tap": 0, "item": f"tile-{x}-1"} for x in word]
            return self.said({"do": "secret", "by": seat, "word": word})
        roll = self.chance.random()
        seats = view["seekers"] or [0]
        if roll < 0.10:
            line = {"do": "guess", "by": self.pick(seats), "word": self.guessed()}
            return self.said(line)
        if roll < 0.14:
            return press(self.pick(PLAYERS))
        if view["bonus_mode"] and roll < 0.5:
            asked = [self.said({"do": do}) for do in ("ask", "pass")]
            return self.pick((press("tick"), press("cross"), *asked))
        if roll < 0.17:
            return self.said({"do": "retire", "by": self.pick(seats)})
        if roll < 0.20:
            return self.said({"do": self.pick(("undo", "ask", "pass"))})
        return self.tapped(view)

    def spelled(self, word: str, first: int) -> Events:
        """Spell a secret with the zones' buttons, and give it."""
        steps = [
            self.zones[first - 1 + at]
            for at, letter in enumerate(word[: len(self.zones) + 1 - first])
            for _ in range(LETTERS.index(letter) + 1)
        ]
        return press(*steps, "tick")

    def tapped(self, view: dict[str, Any]) -> Events:
        """Tap a piece where it may belong."""
        length, first = view["length"], view["first_zone"]
        kind, at = view["holding"], self.chance.randrange(length)
        if self.word and self.maybe(0.8):
            builds = self.offers["letters"].get(self.word[at], (0, 0, 0, 0))
            pairs = zip(KINDS, builds, view["placed"][at], strict=True)
            open_ones = [name for name, needs, has in pairs if needs > has]
            kind = kind or self.pick(open_ones or KINDS)
        kind = kind or self.pick(KINDS)
        zone = min(first + at, len(self.zones))
        if self.build.get("input") == "buttons":
            return press(f"{kind}-{zone}")
        piece = f"{kind}-{self.chance.randint(1, 8)}"
        if self.build.get("input") == "station" or self.maybe(0.05):
            return [{"tap": 0, "item": piece}, *press(ZONES[zone - 1])]
        return [{"tap": zone, "item": piece}]

    def codecards(self) -> Events:
        """Hide cards or have them dealt, play them, break the code, name."""
        view = self.state["view"]
        lines: list[dict[str, Any]] = []
        card = self.pick(CARDS)
        held = [(one["secret"] or {}).get("hand") for one in self.own]
        if view["cards"] == "dealt" and view["turn"] is not None and self.maybe(0.8):
            card = self.pick(held[view["turn"]] or CARDS)
        if view["cards"] == "dealt" and self.build.get("lid") and self.maybe(0.3):
            chosen = self.pick(self.zones), self.pick(self.zones)
            return press(self.pick(PLAYERS[:2]), "tick", *chosen)
        lines += [{"do": "deal"}] * 4 * any("deal" in one["may"] for one in self.own)
        if self.maybe(0.05):
            return [{"tap": self.chance.randint(1, 6), "item": self.thing()}]
        for seat, one in enumerate(self.own):
            if "code" in one["may"] or "hide" in one["may"] or view["waiting"]:
                cards = self.chance.sample(CARDS, 3)
                lines.append({"do": "code", "by": seat, "cards": cards})
        if view["waiting"] and self.maybe(0.4):
            zone = self.chance.randint(1, 6)
            return [{"tap": zone, "item": self.card_named(card)}]
        column = view["column"] or 1
        may = view["may"]
        lines += [{"do": "play", "column": column, "card": card}] * 4 * ("play" in may)
        lines += [{"do": verb} for verb in ("skip", "done", "break") if verb in may]
        lines += [{"do": "name", "card": card}] * 4 * ("name" in may)
        if not lines or self.maybe(0.3):
            zone = self.chance.randint(0, 6)
            tap = {"tap": zone, "item": self.card_named(card)}
            return self.pick(([tap], press("tick"), press("cross"), self.buttons()))
        return self.said(self.pick(lines))

    def card_named(self, card: str) -> str:
        """Return the tag name of a playing card such as QH."""
        suit = next(one for one in SUITS if one[0].upper() == card[-1])
        return f"card-{suit}-{RANKS.index(card[:-1]) + 1}"

    def wqrdles(self) -> Events:
        """Hide words, ask, try, pass."""
        view, length = self.state["view"], self.state["length"]
        hidden = {
            seat: one["secret"]["word"]
            for seat, one in enumerate(self.own)
            if one["secret"] and one["secret"].get("word")
        }
        lines: list[dict[str, Any]] = []
        fit = [word for word in WORDS if len(word) == length]
        for seat in self.by("secret"):
            if seat not in hidden or self.maybe(0.1):
                word = self.secret(length)
                lines.append({"do": "secret", "by": seat, "word": word})
        for seat in self.by("query"):
            words = view["cards"][seat] if view["cards"] else []
            lines += [{"do": "query", "by": seat, "word": self.pick(words or fit)}] * 3
        lines += [{"do": "swap", "by": seat} for seat in self.by("swap")]
        for seat in self.by("decode"):
            marks = "".join(self.pick("gy-") for _ in range(length))
            lines.append({"do": "decode", "by": seat, "marks": marks})
        for seat in self.by("guess"):
            of = self.pick(range(len(self.own)))
            right = hidden.get(of) if self.maybe(0.6) else None
            word = right or self.secret(length)
            lines.append({"do": "guess", "by": seat, "of": of, "word": word})
            lines.append({"do": "pass", "by": seat})
        if not lines or self.maybe(0.2):
            return self.pick(([{"wait": self.pick(WAITS)}], self.buttons()))
        return self.said(self.pick(lines))

    def keyword(self) -> Events:
        """Deal, lay, pass, claim; with real cards open and tap them."""
        view = self.state["view"]
        if view["real"] and self.maybe(0.6):
            colour = self.pick(("orange", "orange", "blue"))
            card = f"card-{colour}-{self.pick(LETTERS).lower()}-1"
            zone = 0 if colour == "orange" else self.chance.randint(1, 6)
            return self.pick(([{"tap": zone, "item": card}], self.buttons()))
        lines: list[dict[str, Any]] = [{"do": "deal"}] * bool(self.by("deal"))
        lines += [{"do": "claim", "by": seat} for seat in self.by("claim")] * 3
        for seat in self.by("pass"):
            hand = (self.own[seat]["secret"] or {}).get("hand") or []
            away = [card for card in hand if self.maybe(0.4)]
            lines.append({"do": "pass", "by": seat, "discard": away})
        for seat in self.by("lay"):
            hand = (self.own[seat]["secret"] or {}).get("hand") or []
            lines += [self.laid(seat, hand, view["row"])] * 2
        if not lines or self.maybe(0.2):
            return self.pick(
                ([{"wait": self.pick(WAITS)}], self.buttons(), press("tick"))
            )
        return self.said(self.pick(lines))

    def laid(self, seat: int, hand: list[str], row: list[str]) -> dict[str, Any]:
        """Return the line of a word that a hand can lay, or nearly."""
        words = self.chance.sample(WORDS, 60)
        have = Counter([*hand, *row])
        fit = [word for word in words if not Counter(word) - have] or [
            "".join(one for one in hand[:3] if one != "?") or "AT"
        ]
        word, left, blue = max(fit, key=len), Counter(hand), []
        for letter in word:
            if left[letter]:
                left[letter] -= 1
                blue.append(0)
            else:
                blue.append(row.index(letter) + 1 if letter in row else 0)
        return {"do": "lay", "by": seat, "word": word, "blue": blue}

    def any_line(self) -> dict[str, Any]:
        """Return a line of the game, with values of whatever kind."""
        lines = self.offers["lines"] or {"undo": []}
        do = self.pick(sorted(lines))
        line: dict[str, Any] = {"do": do}
        for key in lines[do]:
            if self.maybe(0.8):
                word = self.pick((self.word or "ZZZ", self.pick(WORDS)))
                line[key] = self.pick((*VALUES, word))
        return line
