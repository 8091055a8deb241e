"""
Rulings that a whole game can be held to: lines go in, answers come out.

Source: the rules, "For all games" and parts 1, 4 and 5.
"""

import json

import pytest

from firmware_host.app.archive.export import export_replay
from firmware_host.app.archive.replay import judge, replay

UNDO, VOID, END, TIMEUP = ({"do": do} for do in ("undo", "void", "end", "timeup"))
WORDS = {"A": "HOUSE", "B": "NEWTS", "C": "ROAST", "D": "LEMON"}
CARDS = {"A": "TENABC", "B": "CATSEN", "C": "RSTLNE"}


def header(game, players="ABC", **options):
    head = {"letterzone": 1, "rules": 3, "game": game, "language": "en"}
    lengths = {} if game == "keyword" else {"length": 5}
    own = {"query": "own"} if game == "wqrdles" else {}
    return head | lengths | own | {"players": list(players)} | options


def written(lines):
    return [json.dumps(line, ensure_ascii=False) for line in lines]


def said(*lines):
    """Return all lines of a replay's judgement, without the `why` sentences."""
    told = judge(replay(written(lines), "-"))
    return [{k: v for k, v in one.items() if k != "why"} for one in told]


def answers(*lines):
    """Return for each line its answer or the code of its refusal."""
    told = [one for one in said(*lines) if "line" in one]
    return [one.get("answer") or one["refused"] for one in told]


def last(*lines):
    return answers(*lines)[-1]


def by(do, who, **more):
    return {"do": do, "by": who, **more}


def secret(who, word="", **more):
    return by("secret", who, word=word or WORDS[who], **more)


def secrets(players):
    return [secret(who) for who in players]


def query(who, word="PECAN"):
    return by("query", who, word=word)


def guess(who, of):
    return by("guess", who, of=of, word=WORDS[of])


def row(players, asks):
    """Return the lines of a row in which every player passes."""
    return [query(asks), *(by("pass", who) for who in players)]


def found(players, asks):
    """Return a round of one row in which each player finds the next one's word."""
    tries = [
        guess(who, of)
        for who, of in zip(players, players[1:] + players[:1], strict=True)
    ]
    return [*secrets(players), query(asks), *tries]


def leave(who):
    return by("leave", who)


def join(who):
    return by("join", who)


def deal(*hands, row=""):
    return {"do": "deal", "hands": list(hands), "row": row}


def lay(who, word, **more):
    return by("lay", who, word=word, **more)


def dealt(players="ABC"):
    return deal(*(CARDS[who] for who in players), row="STARED")


# --- coming and going is taken back like everything -----------------------------

BEGUN = {
    "decipher": [by("secret", "A", word="HOBBY"), {"do": "hand", "kind": "red"}],
    "wqrdles": [secret("A"), secret("B")],
    "keyword": [dealt(), by("pass", "A")],
}


@pytest.mark.parametrize("game", BEGUN)
def test_an_undo_right_after_somebody_sat_down_takes_that_back(game):
    """The undo removes only the join, and the same name may join again."""
    lines = [header(game), *BEGUN[game]]
    before = answers(*lines, UNDO, lines[-1])

    assert before[-2:] == ["ok", "ok"]
    repeated = last(*lines, lines[-1])
    assert answers(*lines, join("D"), UNDO, lines[-1])[-3:] == ["ok", "ok", repeated]
    assert last(*lines, join("D"), UNDO, join("D")) == "ok"
    assert last(*lines, join("D"), UNDO, leave("D")) == "out-of-round"


@pytest.mark.parametrize("game", BEGUN)
def test_nobody_comes_back_to_a_chair_that_is_taken(game):
    """Two undos remove the join before the leave, so seats are never exceeded."""
    players = {"decipher": "ABCE", "wqrdles": "ABCEFG", "keyword": "ABCEFG"}[game]
    begun = BEGUN[game][:1]
    if game == "keyword":
        begun = [deal(*["EEEEEE", "AAAAAA", "IIIIII", "OOOOOO", "NNNNNN", "RRRRRR"])]
        begun = [begun[0] | {"row": "STARED"}]
    lines = [header(game, players), *begun, leave("C"), join("D")]

    assert answers(*lines, join("H"))[-3:] == ["ok", "ok", "no-seat"]
    assert answers(*lines, UNDO, UNDO, join("H"))[-3:] == ["ok", "ok", "no-seat"]
    assert last(*lines, UNDO, join("H")) == "ok"
    assert {*said(*lines, UNDO, UNDO, END)[-1]["totals"]} == {*players}


@pytest.mark.parametrize("game", BEGUN)
def test_between_rounds_coming_and_going_are_taken_back_too(game):
    """Between rounds two undos take back the join and then the leave before it."""
    lines = [header(game), leave("B"), join("D"), UNDO, UNDO]

    assert answers(*lines) == ["ok"] * 4
    assert last(*lines, UNDO) == "nothing-to-undo"
    assert {*said(*lines, END)[-1]["totals"]} == {"A", "B", "C"}
    assert last(*lines, BEGUN[game][0]) == "ok"


def test_a_word_that_the_board_drew_is_never_taken_back():
    """An undo after the board's draw is refused, and no undo goes back before it."""
    lines = [header("decipher", maker="board", rounds=2), join("D")]
    drawn = secret("board", "HOBBY")

    assert answers(*lines, drawn, UNDO)[-2:] == ["ok", "nothing-to-undo"]
    hand = {"do": "hand", "kind": "red"}
    assert last(*lines, drawn, hand, UNDO) == "nothing-to-undo"
    tap = {"do": "tap", "zone": 1, "kind": "red"}
    assert answers(*lines, drawn, hand, tap, hand, UNDO, tap)[-2:] == ["ok", "yes"]


def test_what_the_board_did_after_somebody_sat_down_goes_with_that():
    """The time for attempts is up, and nothing was found."""
    lines = [header("wqrdles"), *secrets("ABC"), query("A"), join("D")]

    assert answers(*lines, TIMEUP, UNDO, TIMEUP, UNDO, join("D"))[-5:] == ["ok"] * 5


@pytest.mark.parametrize("game", BEGUN)
def test_an_export_leaves_out_who_did_not_sit_down_after_all(game):
    """An export omits names whose join was undone; its results are unchanged."""
    lines = [header(game), join("D"), UNDO, *BEGUN[game], join("E"), UNDO, END]
    export = list(export_replay(replay(written(lines), "-")))
    again = replay(export, "-")

    assert not {'"D"', '"E"'} & {name for line in export for name in line.split()}
    assert [*judge(again)][-1] == said(*lines)[-1]
    assert list(export_replay(again)) == export


# --- WQRDLES: whose turn it is ---------------------------------------------------


def test_the_turn_goes_on_by_one_where_the_active_player_leaves_while_marking():
    """The row half marked is finished first, and the board marks for who has left."""
    marking = [by("decode", "B", marks="-g--y"), by("decode", "C", marks="---y-")]
    lines = [header("wqrdles", decode="hand"), *secrets("ABC"), query("A")]
    lines += [leave("A"), *marking, by("pass", "B"), by("pass", "C")]

    assert last(*lines, query("C", "EERIE")) == "not-your-turn"
    assert last(*lines, query("B", "EERIE")) == "ok"


def test_in_a_race_a_row_half_marked_ends_with_who_asked():
    """If the asker leaves during marking, the row ends and the other player asks."""
    lines = [header("wqrdles", "AB", decode="hand"), *secrets("AB"), query("A")]
    lines += [leave("A"), query("B", "EERIE")]

    assert answers(*lines)[-2:] == ["ok", "ok"]
    assert said(*lines, by("guess", "B", word="HOUSE"))[-1]["totals"] == {
        "A": 0,
        "B": 6,
    }


def test_a_round_ends_as_soon_as_nobody_has_a_word_left_to_find():
    """A leave ends the round during marking if no player has a word left to find."""
    lines = [header("wqrdles", decode="hand"), *secrets("ABC"), query("A")]
    marking = [by("decode", "A", marks="-y---"), by("decode", "B", marks="-g--y")]
    lines += [*marking, by("decode", "C", marks="---y-"), guess("A", "C")]
    lines += [guess("B", "C"), guess("C", "B"), query("B"), leave("B")]
    told = said(*lines, leave("C"))

    assert told[-2]["points"] == {"A": 6, "B": 6, "C": 6}
    assert told[-1]["totals"] == {"A": 6, "B": 6, "C": 6}


def test_who_comes_after_a_leaver_may_swap():
    """The leaver's swap is not the next one's."""
    lines = [header("wqrdles", query="cards"), *secrets("ABC")]
    lines += [{"do": "deal", "pile": [17, 23, 4, 5, 6]}, by("swap", "A")]

    assert answers(*lines, leave("A"), by("swap", "B"))[-2:] == ["ok", "ok"]
    assert last(*lines, by("swap", "A")) == "already-swapped"


def starters(*lines):
    """Return the players whose query is accepted after these lines."""
    there = {*lines[0]["players"], *(x["by"] for x in lines if x.get("do") == "join")}
    return [who for who in sorted(there) if last(*lines, query(who)) == "ok"]


def test_the_starter_moves_on_one_seat_whoever_joins():
    """A new player is added at the end, and no player starts two rounds in a row."""
    lines, began = [header("wqrdles")], []
    for players in ("ABC", "ABC", "ABC", "ABCD"):
        began += starters(*lines, *secrets(players))
        lines += found(players, began[-1])
        lines += [join("D")] if len(began) == 3 else []
    assert began == ["A", "B", "C", "D"]

    late = [header("wqrdles"), *found("ABC", "A"), *found("ABC", "B")]
    late += found("ABC", "C")
    middle = [*secrets("ABC"), join("D"), *found("ABC", "A")[3:]]
    assert starters(*late, *middle, *secrets("ABCD")) == ["B"]


def test_a_leavers_seat_is_jumped_and_nobody_begins_twice_running():
    """The next starter follows whoever asked first, even if the starter left."""
    first = [header("wqrdles"), *secrets("ABC"), leave("A"), query("B")]
    tries = [guess("B", "C"), guess("C", "A"), query("C"), guess("C", "B")]
    assert starters(*first, *tries, *secrets("BC")) == ["C"]

    gone = [header("wqrdles"), *found("ABC", "A"), leave("B"), *secrets("AC")]
    assert starters(*gone) == ["C"]
    two = [*gone, query("C"), guess("A", "C"), guess("C", "A"), *secrets("AC")]
    assert starters(*two) == ["A"]
    void = [header("wqrdles"), *secrets("ABC"), query("A"), VOID, *secrets("ABC")]
    assert starters(*void) == ["A"]


def test_marks_are_in_turn_order_from_whoever_began():
    """Marks start with the first asker, even if the planned starter has left."""
    lines = [header("wqrdles"), *secrets("ABC"), leave("A"), query("B")]

    assert said(*lines)[-1]["marks"] == ["-g--y", "---y-", "-y---"]


def test_who_joins_between_rounds_plays_at_once():
    """The next round is the one that no word has been hidden for."""
    lines = [header("wqrdles"), *found("ABC", "A"), join("D")]

    assert last(*lines, *secrets("ABC"), query("B")) == "no-secrets"
    assert last(*lines, *secrets("ABCD"), query("B")) == "ok"
    assert last(*lines, secret("A"), join("E"), secret("E", "ABOUT")) == "out-of-round"


# --- WQRDLES: words and clues ----------------------------------------------------


def test_a_file_answers_for_a_word_that_no_list_has():
    """`override` in a transcript accepts an unknown word, but not a wrong length."""
    assert last(header("wqrdles"), secret("A", "XQZVW")) == "word-unknown"
    assert last(header("wqrdles"), secret("A", "XQZVW", override=True)) == "ok"
    assert last(header("wqrdles"), secret("A", "XQZ", override=True)) == "word-length"


def test_everybody_may_choose_the_sequence_clue_for_the_own_word():
    """With `each` a secret's own setting counts; a missing one means with the clue."""
    words = [secret("A", sequence="off"), secret("B", sequence="on"), secret("C")]
    each = [header("wqrdles", sequence="each"), *words, query("A")]

    assert said(*each)[-1]["clues"] == ["", "<", ">"]
    assert said(*each[:4], secret("A"), query("A"))[-1]["clues"] == ["<", "<", ">"]
    ruled = {"on": ["<", "<", ">"], "off": ["", "", ""]}
    for rule, clues in ruled.items():
        lines = [header("wqrdles", sequence=rule), *words, query("A")]
        assert said(*lines)[-1]["clues"] == clues


# --- KEYWORD ---------------------------------------------------------------------


def test_a_keyword_is_folded_like_all_words():
    """A keyword with an umlaut is folded in the game and in its export."""
    lines = [header("keyword", language="de", keyword="Tür"), dealt()]
    lines += [lay("A", "TEN"), by("pass", "B"), by("pass", "C")]
    [head, *_] = export_replay(replay(written(lines), "-"))

    assert last(*lines, by("claim", "A")) == "keyword-missing"
    assert json.loads(head)["keyword"] == "TUER"


@pytest.mark.parametrize(("word", "known"), [("CBA", True), ("TEN", False)])
def test_a_word_counts_as_it_did_when_it_was_laid(word, known):
    """`known` of a lay decides whether it is a word; without it the list does."""
    rest = [by("pass", "B"), by("pass", "C")]
    lines = [header("keyword"), dealt(), lay("A", word, known=known), *rest]
    own = [header("keyword"), dealt(), lay("A", word), *rest]

    assert said(*lines)[-1]["guessed_by"] == ("A" if known else None)
    assert said(*own)[-1]["guessed_by"] == (None if known else "A")


def test_an_export_says_of_each_word_whether_it_is_one():
    """An export stores `known` for each word, so a replay needs no dictionary."""
    lines = [header("keyword"), dealt(), lay("A", "TEN"), lay("B", "NTC")]
    lines += [by("pass", "C")]
    export = [json.loads(x) for x in export_replay(replay(written(lines), "-"))]

    laid = {one["by"]: one["known"] for one in export if one.get("do") == "lay"}
    assert laid == {"A": True, "B": False}


def test_no_rule_is_overruled_by_what_a_file_says_of_a_word():
    """`known` does not allow repeated blue cards, only blue ones or a single letter."""
    rest = [by("pass", "B"), by("pass", "C")]
    for word, blue in (("E", [0]), ("TEE", [2, 5, 5]), ("TEA", [2, 5, 3])):
        laid = lay("A", word, blue=blue, known=True)
        lines = [header("keyword"), dealt(), laid, *rest]
        assert said(*lines)[-1]["guessed_by"] is None


TEN = [dealt("AB"), lay("A", "TEN"), by("pass", "B")]


def test_where_too_few_are_left_the_claim_is_offered_once_more():
    """With one player left the keyword may be claimed; a deal ends the game instead."""
    lines = [header("keyword", "AB", keyword="TEN"), *TEN, leave("B")]

    assert "totals" not in said(*lines)[-1]
    claimed = said(*lines, by("claim", "A"))
    assert (claimed[-2]["answer"], claimed[-1]["winners"]) == ("right", ["A"])
    for dealing in (deal("", ""), {"do": "deal"}):
        assert said(*lines, dealing)[-1] == {
            "totals": {"A": 1, "B": 0},
            "winners": ["A"],
        }
    assert last(*lines, deal("TEN", "")) == "keyword-deck"


def test_the_last_claim_is_offered_after_a_round_that_somebody_left():
    """Laying the word was enough for the round to end."""
    lines = [header("keyword", "AB", keyword="TEN"), *TEN[:2], leave("B")]

    assert "guessed_by" in said(*lines)[-1]
    assert last(*lines, by("claim", "A")) == "right"


def test_nobody_is_waited_for_who_cannot_claim():
    """The game is over at once, as it is where the one who could has left."""
    lines = [header("keyword", "AB"), *TEN, leave("B")]
    assert said(*lines)[-1]["totals"] == {"A": 1, "B": 0}

    gone = [header("keyword", "AB", keyword="TEN"), *TEN, leave("A")]
    assert said(*gone)[-1]["totals"] == {"A": 1, "B": 0}


def test_while_the_last_claim_is_offered_the_game_can_still_go_on():
    """A join or an undo of the leave makes a deal possible again."""
    lines = [header("keyword", "AB", keyword="TEN"), *TEN, leave("B")]

    assert last(*lines, join("C"), deal("EEE", "", "RRRRRR")) == "ok"
    assert last(*lines, UNDO, deal("EEE", "")) == "ok"


def test_what_a_leaver_has_laid_is_discarded_with_the_hand():
    """A leaver's laid tags are refused for other players until the leave is undone."""
    lines = [header("keyword", cards="real")]
    for zone, card in enumerate("STARED", 1):
        lines.append({"do": "open", "zone": zone, "card": card})
    lines += [{"do": "deal"}, lay("C", "TEN", tags=[1, 2, 1]), leave("C")]

    assert last(*lines, lay("A", "TEN", tags=[1, 2, 1])) == "keyword-gone"
    assert last(*lines, UNDO, UNDO, lay("A", "TEN", tags=[1, 2, 1])) == "ok"


# --- several at once --------------------------------------------------------------


def test_after_a_right_guess_the_rest_are_refused():
    """Of two right guesses the first wins; the second is refused as no-round."""
    lines = [header("decipher"), by("secret", "A", word="HOBBY")]
    lines += [by("guess", who, word="HOBBY") for who in "BC"]

    assert answers(*lines)[-2:] == ["right", "no-round"]


# --- dealing is like a reveal ------------------------------------------------------

RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
DECK = [rank + suit for suit in "CDHS" for rank in RANKS]


def test_a_deal_of_code_cards_is_not_undone():
    """A turn after it is taken back, the deal is not."""
    head = header("codecards", "AB", cards="dealt")
    del head["length"]
    lines = [head, {"do": "deal", "deck": DECK, "first": "A"}]
    play = {"do": "play", "column": 1, "card": DECK[6]}

    assert answers(*lines, UNDO) == ["ok", "nothing-to-undo"]
    assert answers(*lines, play, UNDO, UNDO)[1:] == ["ok", "ok", "nothing-to-undo"]
    again = {"do": "deal", "deck": DECK[::-1], "first": "B"}
    assert answers(*lines, VOID, again, UNDO)[1:] == ["ok", "ok", "nothing-to-undo"]


def test_a_deal_of_query_cards_is_not_undone():
    """A hidden word can be replaced until the first query, but not taken back."""
    head = header("wqrdles", query="cards")
    lines = [head, *secrets("ABC"), {"do": "deal", "pile": list(range(1, 7))}]

    assert answers(*lines, UNDO)[-2:] == ["ok", "nothing-to-undo"]
    assert last(*lines, join("D"), UNDO) == "ok"
    assert last(*lines, join("D"), UNDO, UNDO) == "nothing-to-undo"
    assert answers(*lines, secret("A", "LEMON"), UNDO, UNDO)[-3:] == [
        *("ok", "ok", "nothing-to-undo")
    ]


# --- no timeup while no timer runs ------------------------------------------------

HAND, TAP = {"do": "hand", "kind": "red"}, {"do": "tap", "zone": 1, "kind": "red"}


def test_no_turn_of_decipher_is_up_before_the_first_answer():
    """A timeup is refused before an answer, without a clock, or if all turns are up."""
    head = header("decipher", turn_s=30)
    lines = [head, secret("A", "HOBBY")]

    assert last(*lines, TIMEUP) == "too-late"
    assert last(*lines, HAND, TIMEUP) == "too-late"
    assert answers(*lines, TAP, *[TIMEUP] * 3)[2:] == ["ok", "ok", "too-late"]
    assert last(*lines, TAP, *[TIMEUP] * 3, by("retire", "B"), TIMEUP) == "ok"
    assert last(header("decipher"), *lines[1:], TAP, TIMEUP) == "too-late"
    assert last(header("decipher", turn_s=30, hand="confirm"), *lines[1:], HAND, TAP,
                TIMEUP) == "too-late"  # fmt: skip


def test_without_a_timer_keyword_has_no_timeup():
    """With `sand_s` 0 a timeup is refused."""
    assert last(header("keyword", sand_s=0), dealt(), TIMEUP) == "too-late"
    assert last(header("keyword"), dealt(), TIMEUP) == "ok"
