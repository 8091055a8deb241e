"""
Pairs of refusals: for each, a transcript whose last line could get both.

Source: docs/transcript.md, "Which refusal comes first".
"""

from typing import Any

Line = dict[str, Any]

DECK = [
    rank + suit for suit in "CDHS" for rank in ("A", *map(str, range(2, 11)), *"JQK")
]


def _head(game: str, players: str, **more: Any) -> Line:
    head = {"letterzone": 1, "rules": 3, "game": game, "language": "en"}
    return {**head, "players": list(players), **more}


def _by(do: str, who: str, **more: Any) -> Line:
    return {"do": do, "by": who, **more}


def _word(who: str, word: str, **more: Any) -> Line:
    return _by("secret", who, word=word, override=True, **more)


def _tap(zone: int, kind: str) -> Line:
    return {"do": "tap", "zone": zone, "kind": kind}


def _hand(kind: str) -> Line:
    return {"do": "hand", "kind": kind}


ASK, PASS, DONE, SKIP, BREAK, TIMEUP = (
    {"do": do} for do in ("ask", "pass", "done", "skip", "break", "timeup")
)
D = _head("decipher", "ABC", length=5)
HOBBY = [D, _word("A", "HOBBY")]
#: HIT has five pieces: after two of them bonus mode begins.
HIT = [_head("decipher", "ABC", length=3), _word("A", "HIT")]
BONUS = [*HIT, _tap(2, "red"), _tap(3, "red"), _tap(4, "red")]
HINTS = [_head("decipher", "ABC", length=5, hints="on"), _word("A", "HOBBY")]
WRONG = [_by("guess", "B", word=word) for word in ("PANDA", "HELLO", "WORLD")]

REAL = [_head("codecards", "AB", cards="real")]
DEALT = [
    _head("codecards", "AB", cards="dealt"),
    {"do": "deal", "deck": DECK, "first": "A"},
]
FIRST = [{"do": "play", "column": at, "card": DECK[5 + at]} for at in (1, 2, 3)]
SECOND = [{"do": "play", "column": at, "card": DECK[11 + at]} for at in (1, 2, 3)]

W = _head("wqrdles", "ABC", length=5, query="own")
WORDS = [_word("A", "HOUSE"), _word("B", "NEWTS"), _word("C", "ROAST")]
ROW = [W, *WORDS, _by("query", "A", word="PECAN", drawn=True)]
CARDS = [_head("wqrdles", "ABC", length=5), *WORDS]

K = [
    _head("keyword", "AB"),
    {"do": "deal", "hands": ["TENABC", "CATSEN"], "row": "STARED"},
]

#: Hands of five players.
FIVE = ["TENACI", "SORDIA", "LUPGEH", "TENBOM", "IRASEL"]

#: By name: the lines, which refusal the last one gets, and which it could get too.
PAIRS: dict[str, tuple[list[Line], str, str]] = {
    "not-the-maker over too-late": (
        [*HOBBY, _tap(1, "red"), _word("B", "PANDA")],
        "not-the-maker",
        "too-late",
    ),
    "too-late over word-length": (
        [*HOBBY, _tap(1, "red"), _word("A", "CAT")],
        "too-late",
        "word-length",
    ),
    "word-length over word-letters": (
        [D, _word("A", "C4T")],
        "word-length",
        "word-letters",
    ),
    "word-tiles over word-pieces": (
        [D, _word("A", "SSSSS")],
        "word-tiles",
        "word-pieces",
    ),
    "word-pieces over word-unknown": (
        [D, _by("secret", "A", word="SSSBB")],
        "word-pieces",
        "word-unknown",
    ),
    "not-the-maker over word-letters": (
        [D, _word("B", "H0BBY")],
        "not-the-maker",
        "word-letters",
    ),
    "piece-in-hand over none-hidden": (
        [*HOBBY, _hand("red"), _hand("yellow")],
        "piece-in-hand",
        "none-hidden",
    ),
    "piece-in-hand over none-hidden in bonus mode": (
        [*BONUS, ASK, _hand("yellow"), _hand("blue")],
        "piece-in-hand",
        "none-hidden",
    ),
    "ask-first over none-hidden": ([*BONUS, _hand("blue")], "ask-first", "none-hidden"),
    "ask-first over outside-word": (
        [*BONUS, _tap(6, "red")],
        "ask-first",
        "outside-word",
    ),
    "outside-word over other-kind": (
        [*HOBBY, _hand("red"), _tap(6, "blue")],
        "outside-word",
        "other-kind",
    ),
    "outside-word over no-piece": (
        [_head("decipher", "ABC", length=5, hand="confirm"), HOBBY[1], _tap(6, "red")],
        "outside-word",
        "no-piece",
    ),
    "outside-word over none-hidden": (
        [*HIT, _tap(6, "blue")],
        "outside-word",
        "none-hidden",
    ),
    "other-kind over zone-covered": (
        [*HOBBY, _tap(2, "red"), _tap(2, "blue")],
        "other-kind",
        "zone-covered",
    ),
    "no-piece over none-hidden": (
        [_head("decipher", "ABC", length=3, hand="confirm"), HIT[1], _tap(2, "blue")],
        "no-piece",
        "none-hidden",
    ),
    "no-piece over zone-covered": (
        [
            _head("decipher", "ABC", length=5, hand="confirm"),
            HOBBY[1],
            _hand("red"),
            _tap(2, "red"),
            _tap(1, "red"),
            _tap(2, "red"),
        ],
        "no-piece",
        "zone-covered",
    ),
    "not-bonus over already-asked": (
        [*HOBBY, _hand("red"), ASK],
        "not-bonus",
        "already-asked",
    ),
    "already-asked over none-left": (
        [
            *BONUS,
            *[ASK, _tap(2, "red"), ASK, _tap(2, "yellow"), ASK, _hand("yellow"), ASK],
        ],
        "already-asked",
        "none-left",
    ),
    "not-a-seeker over guess-length": (
        [*HOBBY, _by("guess", "A", word="CAT")],
        "not-a-seeker",
        "guess-length",
    ),
    "out-of-round over guess-again": (
        [*HOBBY, *WRONG, _by("guess", "B", word="PANDA")],
        "out-of-round",
        "guess-again",
    ),
    "guess-length over guess-letters": (
        [*HOBBY, _by("guess", "B", word="C4T")],
        "guess-length",
        "guess-letters",
    ),
    "hints-off over not-a-seeker": (
        [*HOBBY, _by("hint", "A", about="left")],
        "hints-off",
        "not-a-seeker",
    ),
    "not-a-seeker over no-piece": (
        [*HINTS, _by("hint", "A", about="zone")],
        "not-a-seeker",
        "no-piece",
    ),
    "out-of-round over no-piece": (
        [*HINTS, _by("retire", "B"), _by("hint", "B", about="zone")],
        "out-of-round",
        "no-piece",
    ),
    "no-piece over hint-again": (
        [
            *HINTS,
            _hand("red"),
            _by("hint", "B", about="zone", price=0, at=1),
            _tap(1, "red"),
            _by("hint", "B", about="zone"),
        ],
        "no-piece",
        "hint-again",
    ),
    "no-round over too-late": ([D, TIMEUP], "no-round", "too-late"),
    "no-round over not-a-seeker": ([D, _by("retire", "A")], "no-round", "not-a-seeker"),
    "game-over over no-seat": (
        [D, {"do": "end"}, _by("join", "A")],
        "game-over",
        "no-seat",
    ),
    "cards-dealt over codes-stand": (
        [*DEALT, _by("hide", "A", place=1, card="QH")],
        "cards-dealt",
        "codes-stand",
    ),
    "cards-real over deck-impossible": (
        [*REAL, {"do": "deal", "deck": ["QH"], "first": "A"}],
        "cards-real",
        "deck-impossible",
    ),
    "codes-stand over deck-impossible": (
        [*DEALT, {"do": "deal", "deck": ["QH"], "first": "A"}],
        "codes-stand",
        "deck-impossible",
    ),
    "code-length over card-impossible": (
        [
            *REAL,
            _by("hide", "B", place=1, card="QH"),
            _by("code", "A", cards=["QH", "QH"]),
        ],
        "code-length",
        "card-impossible",
    ),
    "column-behind over first-turn": (
        [*DEALT, FIRST[0], FIRST[0]],
        "column-behind",
        "first-turn",
    ),
    "first-turn over card-impossible": (
        [*DEALT, {"do": "play", "column": 2, "card": "AC"}],
        "first-turn",
        "card-impossible",
    ),
    "first-turn over play-one": ([*DEALT, DONE], "first-turn", "play-one"),
    "code-broken over card-impossible": (
        [*DEALT, *FIRST, *SECOND, BREAK, {"do": "play", "column": 1, "card": "AC"}],
        "code-broken",
        "card-impossible",
    ),
    "code-broken over play-one": (
        [*DEALT, *FIRST, *SECOND, BREAK, DONE],
        "code-broken",
        "play-one",
    ),
    "break-later over break-first": (
        [*DEALT, FIRST[0], BREAK],
        "break-later",
        "break-first",
    ),
    "too-late over word-length in WQRDLES": (
        [*ROW, _word("A", "CAT")],
        "too-late",
        "word-length",
    ),
    "no-secrets over no-cards": ([W, _by("swap", "A")], "no-secrets", "no-cards"),
    "no-cards over not-now": ([*ROW, _by("swap", "A")], "no-cards", "not-now"),
    "not-now over not-your-turn": (
        [*ROW, _by("query", "B", word="PECAN")],
        "not-now",
        "not-your-turn",
    ),
    "not-your-turn over word-length": (
        [W, *WORDS, _by("query", "B", word="CAT")],
        "not-your-turn",
        "word-length",
    ),
    "not-your-turn over already-swapped": (
        [
            *CARDS,
            {"do": "deal", "pile": list(range(1, 9))},
            _by("swap", "A"),
            _by("swap", "B"),
        ],
        "not-your-turn",
        "already-swapped",
    ),
    "already-tried over guess-length": (
        [*ROW, _by("pass", "B"), _by("guess", "B", of="A", word="CAT")],
        "already-tried",
        "guess-length",
    ),
    "guess-length over nothing-to-find": (
        [*ROW, _by("guess", "B", of="B", word="CAT")],
        "guess-length",
        "nothing-to-find",
    ),
    "guess-letters over whose-word": (
        [*ROW, _by("guess", "B", word="H0USE")],
        "guess-letters",
        "whose-word",
    ),
    "already-dealt over no-such-card": (
        [
            *CARDS,
            {"do": "deal", "pile": list(range(1, 9))},
            {"do": "deal", "pile": [1, 1]},
        ],
        "already-dealt",
        "no-such-card",
    ),
    "keyword-wait over keyword-hand": (
        [K[0], _by("lay", "A", word="TEN")],
        "keyword-wait",
        "keyword-hand",
    ),
    "keyword-passed over keyword-hand": (
        [*K, _by("pass", "A"), _by("lay", "A", word="QQ")],
        "keyword-passed",
        "keyword-hand",
    ),
    "keyword-laid over keyword-places": (
        [
            *K,
            _by("lay", "A", word="TEN", known=True),
            _by("lay", "A", word="TEN", blue=[0]),
        ],
        "keyword-laid",
        "keyword-places",
    ),
    "keyword-letters over keyword-places": (
        [*K, _by("lay", "A", word="T3N", blue=[0])],
        "keyword-letters",
        "keyword-places",
    ),
    "keyword-places over keyword-hand": (
        [*K, _by("lay", "A", word="QQQ", blue=[0])],
        "keyword-places",
        "keyword-hand",
    ),
    "keyword-hand over keyword-deck": (
        [*K, _by("pass", "A", discard="Q", drawn="")],
        "keyword-hand",
        "keyword-deck",
    ),
    "keyword-dealt over keyword-deck": (
        [*K, {"do": "deal", "hands": ["Q", "Q"], "row": "Q"}],
        "keyword-dealt",
        "keyword-deck",
    ),
}

LETTER = _by("hint", "B", about="letter")
CODES = [
    _by("code", "A", cards=["QH", "7C", "AS"]),
    _by("code", "B", cards=["2D", "10D", "KC"]),
]
PLAYS = [
    *({"do": "void"}, {"do": "name", "card": "QH"}, SKIP, DONE, BREAK),
    {"do": "play", "column": 1, "card": "3S"},
]
PEOPLE = {"began": "2026-11-25T18:30Z", "letters": {"Q": ["blue", "blue", "yellow"]}}
BOT = "panda-easy-0123456789abcdef"

#: By name: transcripts with refusals that no pair has, and with keys of a header.
SINGLES: dict[str, list[Line]] = {
    "no word is set": [
        D,
        {"do": "void"},
        {"do": "check"},
        TIMEUP,
        _by("hint", "B", about="left"),
    ],
    "no letter is sold early": [*HINTS, LETTER],
    "no letter is sold for pieces": [
        _head("decipher", "ABC", length=3, hints="on"),
        HIT[1],
        _tap(2, "red"),
        LETTER,
    ],
    "no word fits": [
        HINTS[0],
        _word("A", "QXJVY"),
        *(_tap(at, kind) for at, kind in ((1, "blue"), (1, "blue"), (1, "yellow"))),
        *(_tap(2, "red"), _tap(2, "red"), _tap(3, "yellow"), _tap(3, "green")),
        LETTER,
    ],
    "a piece is asked for": [*BONUS, ASK, PASS],
    "no piece is left": [
        *(*HIT, _hand("blue"), *BONUS[len(HIT) :]),
        *(ASK, _tap(2, "red"), ASK, _tap(2, "yellow"), ASK, _tap(4, "yellow"), ASK),
    ],
    "a hint is given once": [
        *HINTS,
        *[_by("hint", "B", about="left", price=0, left=52)] * 2,
    ],
    "no cards are dealt": [
        _head("codecards", "AB", cards="dealt", bots={"B": BOT}, **PEOPLE),
        *PLAYS,
        {"do": "deal", "deck": ["QH"], "first": "A"},
    ],
    "no codes lie": [
        *REAL,
        *PLAYS,
        CODES[1],
        _by("hide", "A", place=1, card="2D"),
        _by("code", "A", cards=["2D", "7C", "AS"]),
        CODES[0],
        *PLAYS,
    ],
    "no words are hidden": [
        _head("wqrdles", "ABC", length=5, first_zone=1, bots={"B": BOT}, **PEOPLE),
        *({"do": "deal", "pile": [1, 2, 3, 4]}, TIMEUP, {"do": "void"}),
        *(
            _word("A", "CAT"),
            _word("A", "H0USE"),
            _by("leave", "C"),
            _word("C", "ROAST"),
        ),
    ],
    "query cards": [
        *CARDS,
        {"do": "deal", "pile": [1, 1]},
        {"do": "deal", "pile": list(range(1, 9))},
        _by("query", "A", word="H0USE"),
        _by("query", "A", word="QXJVY"),
        _by("query", "A", word="PECAN", drawn=True),
        _by("guess", "B", word="HOUSE"),
    ],
    "what is known has to be used": [
        _head("wqrdles", "AB", length=5, hard="on"),
        *WORDS[:2],
        _by("query", "A", word="PECAN"),
        _by("pass", "A"),
        _by("query", "B", word="ROAST"),
        _by("pass", "B"),
        _by("query", "A", word="SHAPE"),
        _by("query", "A", word="NEWER"),
    ],
    "no sand runs": [
        _head("keyword", "AB", sand_s=0, bots={"B": BOT}, **PEOPLE),
        TIMEUP,
        {"do": "open", "zone": 1, "card": "E"},
        K[1],
        *(TIMEUP, _by("late", "A")),
        _by("lay", "A", word=""),
        _by("pass", "A", discard="T", drawn="QQQ"),
    ],
    "each has sand of one's own": [
        _head("keyword", "ABCDE"),
        *(_by("look", "A"), _by("late", "A")),
        {"do": "deal", "hands": FIVE, "row": "EDRSAI"},
        *(_by("look", "A"), _by("late", "A"), _by("look", "A"), _by("late", "A")),
        *(_by("lay", "A", word="TEN"), _by("pass", "A")),
        *(_by("pass", "B"), _by("look", "B"), _by("late", "B")),
        *(_by("leave", "C"), _by("look", "C"), _by("late", "C")),
        _by("lay", "D", word="TEN", known=True),
        *(_by("look", "D"), _by("late", "D")),
        _by("pass", "C"),
    ],
    "real cards": [
        _head("keyword", "AB", cards="real"),
        *({"do": "open", "zone": at, "card": "E"} for at in range(1, 7)),
        {"do": "deal"},
        {"do": "open", "zone": 1, "card": "E"},
        _by("pass", "A", discard="G", tags=[1, 2]),
    ],
}

EIGHT = dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ?", 8)

#: By name: transcripts for keys of a header that no game by chance has.
HEADERS: dict[str, list[Line]] = {
    "all keys of a header": [
        _head(
            *("decipher", "ABC"),
            length=5,
            first_zone=1,
            guess_tokens={"B": 4},
            hand="tap",
            hints="off",
            turn_s=60,
            words="day",
            day=330,
            bots={"C": "panda-easy-0123456789abcdef"},
            letters={"Q": ["blue", "blue", "yellow"]},
            began="2026-11-25T18:30Z",
        ),
        _word("A", "HOBBY"),
        _tap(1, "red"),
        TIMEUP,
        _tap(4, "green"),
    ],
    "a deck of one's own": [
        _head("keyword", "AB", deck={"orange": EIGHT, "blue": EIGHT}),
        K[1],
        _by("pass", "A"),
        _by("lay", "B", word="CATS", known=True),
    ],
    "the board is the maker": [
        _head("decipher", "AB", length=3, maker="board", rounds=2, first_zone={"3": 1}),
        _word("board", "CAT"),
        _hand("red"),
        _tap(2, "red"),
    ],
}
