"""KEYWORD with real cards: the board's counts and its refusals."""

from collections import Counter
from dataclasses import replace

import pytest

from firmware_host.board.catalogue import LETTERS
from firmware_host.board.events import Tapped
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Card, Seat, Zone
from firmware_host.games.catalogue import check_options
from firmware_host.games.contract import Header
from firmware_host.games.game import Leave, Undo, Void
from firmware_host.games.keyword.game import keyword
from firmware_host.games.keyword.rules import (
    TAGGED_CARDS,
    CollectedWord,
    Deal,
    KeywordState,
    Lay,
    Open,
    Pass,
    opened_card,
)
from firmware_host.games.views import Viewer
from tests.games.keyword.test_rules import do, faults, language, refusal

BART, ERIK, PATRICK = Seat(0), Seat(1), Seat(2)
ROW = "AERSL?"


def start(seats=2, **options) -> KeywordState:
    turned = check_options(keyword, {"cards": "real", **options})
    return keyword.start(
        Header("keyword", seats, 0, options=turned, language=language())
    )


def opened(game: KeywordState, row=ROW) -> KeywordState:
    free = [zone for zone, card in enumerate(game.row, 1) if not card]
    pairs = zip(free, row, strict=False)
    new = 6 * len(game.results)
    return do(game, *(Open(Zone(zone), card, zone + new) for zone, card in pairs))


def begun(seats=2, row=ROW) -> KeywordState:
    return do(opened(start(seats), row), Deal())


def lay(seat, word, blue="", tags=(), blanks=()):
    return Lay(seat, word, tuple(map(int, blue)), blanks, tags)


def held(game):
    return tuple(map(len, game.hands))


def test_blue_cards_are_laid_out_one_by_one_and_then_the_round_begins():
    """The blue cards are laid out in any order of zones, and then the round begins."""
    game = do(start(), Open(Zone(4), "S"))
    assert game.row == ("", "", "", "S", "", "")
    assert refusal(game, Deal()) == "keyword-open"
    game = do(opened(game, "AERL?"), Deal())
    assert game.row == ("A", "E", "R", "S", "L", "?")
    assert held(game) == (6, 6)
    assert game.orange_left == 104 - 12
    assert len(game.blue) == 97 - 6


def test_a_transcript_may_name_the_whole_row_at_once():
    game = do(start(), Deal(row=tuple(ROW)))
    assert game.row == tuple(ROW)
    assert refusal(start(), Deal(row=tuple("AE"))) == "keyword-open"
    assert refusal(start(), Deal(row=tuple("QQQQQQ"))) == "keyword-deck"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Open(Zone(1), "E", 9), "keyword-taken"),
        (Open(Zone(2), "A", 1), "keyword-gone"),
        (Open(Zone(2), ""), "keyword-blue"),
    ],
)
def test_a_card_that_cannot_lie_there_is_refused_and_named(action, code):
    game = do(start(), Open(Zone(1), "A", 1))
    assert refusal(game, action) == code


def test_what_is_tapped_on_a_pad_is_known_by_its_name():
    assert opened_card(Tapped(Zone(3), Card("blue-blank", 2))) == Open(Zone(3), "?", 2)
    assert opened_card(Tapped(Zone(3), Card("orange-e", 2))) == Open(Zone(3), "")
    assert opened_card(Tapped(Zone(3), Card("hearts", 2))) == Open(Zone(3), "")
    assert len(set(TAGGED_CARDS)) == len(TAGGED_CARDS)
    for colour, counts in language().cards.items():
        assert set(counts) == set(LETTERS[colour].values())
        assert max(counts.values()) <= 24


def test_in_a_game_that_the_board_deals_no_card_is_tapped():
    board = keyword.start(Header("keyword", 2, 0, language=language()))
    assert refusal(board, Open(Zone(1), "A")) == "keyword-deals"
    assert refusal(begun(), Open(Zone(1), "A")) == "keyword-dealt"


def test_a_card_in_the_wrong_zone_can_be_taken_back_before_the_round():
    game = do(start(), Open(Zone(1), "A"))
    assert do(game, Undo()) == start()
    assert refusal(begun(), Undo()) == "nothing-to-undo"


def test_hands_are_counted_and_filled_up_again():
    """Laid cards go, but for those of a word that is not valid."""
    game = do(begun(), lay(BART, "CAT", "010"), lay(ERIK, "XZ", "00"))
    assert faults(game) == {BART: (), ERIK: ("not-a-word",)}
    assert game.words == ((CollectedWord("CAT", 1),), ())
    assert held(game) == (4, 6)
    left = game.orange_left
    game = do(opened(game, "A"), Deal())
    assert held(game) == (6, 6)
    assert game.orange_left == left - 2
    assert Counter(start().orange) - Counter(game.orange) == Counter("CT")


def test_what_was_laid_or_discarded_never_comes_back():
    """A card that was laid or discarded is refused afterwards, by its tag."""
    game = begun()
    game = do(game, lay(BART, "CAT", "010", (1, 0, 2)), Pass(ERIK, ("Q",), (), (1,)))
    game = do(opened(game, "A"), Deal())
    assert refusal(game, lay(ERIK, "C", "", (1,))) == "keyword-gone"
    assert refusal(game, Pass(ERIK, ("Q",), (), (1,))) == "keyword-gone"
    assert refusal(game, lay(ERIK, "C", "", (2,))) == ""


def test_one_card_lies_in_one_word():
    game = do(begun(), lay(BART, "CAT", "010", (1, 0, 2)))
    assert refusal(game, lay(ERIK, "T", "", (2,))) == "keyword-gone"
    assert refusal(game, lay(ERIK, "TT", "", (3, 3))) == "keyword-gone"
    assert refusal(game, lay(ERIK, "T", "", (3,))) == ""


def test_a_blue_card_that_was_won_is_gone_too():
    game = do(begun(), lay(BART, "CAT", "010"), Pass(ERIK))
    assert game.row[0] == ""
    assert refusal(game, Open(Zone(1), "A", 1)) == "keyword-gone"
    assert refusal(game, Open(Zone(1), "A", 2)) == ""


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (lay(BART, "TEATIME", "0" * 7), "keyword-hand"),
        (lay(BART, "ZZZ"), "keyword-gone"),
        (Pass(BART, tuple("AAAAAAA")), "keyword-hand"),
        (Pass(BART, tuple("ZZZ")), "keyword-gone"),
        (lay(BART, "CAT", "010", (1,)), "keyword-places"),
    ],
)
def test_what_nobody_can_hold_is_refused(action, code):
    """More than six cards, or more of a letter than exist, are refused."""
    assert refusal(begun(), action) == code


def test_who_passes_draws_as_many_as_go():
    game = begun()
    after = do(game, Pass(BART, tuple("QX")))
    assert held(after) == (6, 6)
    assert after.orange_left == game.orange_left - 2


def test_void_and_undo_bring_the_cards_back():
    game = begun()
    laid = do(game, lay(BART, "CAT", "010", (1, 0, 2)))
    assert do(laid, Undo()) == game
    assert do(laid, Void()).gone == ()


def test_a_hand_that_goes_home_is_not_in_the_deck():
    game = begun(3)
    assert do(game, Leave(PATRICK)).orange_left == game.orange_left


def test_the_deck_that_ends_in_phase_four_ends_the_game():
    """The game ends if the last card is drawn or laid out after a round."""
    game = do(begun(), lay(BART, "CAT", "010"), Pass(ERIK))
    few = replace(game, orange=game.orange[: sum(held(game)) + 2])
    assert few.orange_left == 2
    over = do(opened(few, "A"), Deal())
    assert (over.over, over.winners) == (True, (BART,))
    last = do(opened(replace(game, blue=("A",)), "A"), Deal())
    assert last.over
    assert do(replace(game, blue=()), Deal()).over


def test_a_phone_shows_no_hand_and_may_pass():
    seen = keyword.view(begun(), BART)
    assert (seen.hand, seen.may) == ((), ("pass",))
    public = keyword.view(start(), Viewer.PUBLIC)
    assert (public.real, public.missing) == (True, 6)
    assert keyword.view(start(), BART).may == ()
    assert keyword.view(opened(start()), BART).may == ("deal",)


def test_its_lines_bring_the_same_game_again():
    """The exported lines give the same game, without hands and with tags' numbers."""
    game, lines = start(), []
    actions = [Open(Zone(n), card, n) for n, card in enumerate(ROW, 1)]
    actions += [Deal(), lay(BART, "CAT", "010", (1, 0, 2)), Pass(ERIK, ("Q",))]
    for action in actions:
        facts = keyword.act(game, keyword.with_entropy(action, bytes(32)))
        assert not isinstance(facts, Refused)
        lines.append(keyword.to_transcript(action, facts, 1))
        game = keyword.fold(game, facts)
    again = do(start(), *map(keyword.action, lines))
    assert again == game
    assert lines[0] == {"do": "open", "zone": 1, "card": "A", "tag": 1}
    assert lines[6] == {"do": "deal"}
    assert lines[8] == {"do": "pass", "by": 1, "discard": "Q"}


def test_six_cards_may_be_laid_or_discarded_and_equal_ones_among_them():
    """Six cards can be laid or discarded, also equal ones without numbers."""
    six = tuple("EEEAIO")
    assert refusal(begun(), Pass(BART, six)) == ""
    assert refusal(begun(), Pass(BART, six, (), (0, 0, 0, 1, 1, 1))) == ""
    assert refusal(begun(), lay(BART, "EEEAIO")) == ""


def test_what_lies_face_down_is_not_in_another_hand():
    """Cards laid face down count as used, also without numbers."""
    many = start().orange.count("K")
    laid = do(begun(), lay(BART, "K" * many))
    assert refusal(laid, lay(ERIK, "K")) == "keyword-gone"
    assert refusal(laid, Pass(ERIK, ("K",))) == "keyword-gone"
    fewer = do(begun(), lay(BART, "K" * (many - 1)))
    assert refusal(fewer, lay(ERIK, "K")) == ""


def test_a_card_has_a_number_up_to_twenty_four():
    """A card has a number from 1 to 24, for each letter and colour."""
    assert len(TAGGED_CARDS) == 24 * 2 * 27
    assert {card.number for card in TAGGED_CARDS} == set(range(1, 25))
