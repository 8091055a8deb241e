"""The rules of KEYWORD, one promise each; the rule book's own examples among them."""

from dataclasses import replace
from functools import cache, reduce

import pytest
from hypothesis import given, settings, strategies as st

from firmware_host.app.content.languages import load_language
from firmware_host.board.events import Button, Called, Pressed, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis, Seat
from firmware_host.errors import SettingsError
from firmware_host.games import grammar
from firmware_host.games.catalogue import check_options
from firmware_host.games.contract import Header, Result, Wake
from firmware_host.games.game import End, Join, Leave, Undo, Void
from firmware_host.games.keyword.game import keyword
from firmware_host.games.keyword.rules import (
    Claim,
    CollectedWord,
    Deal,
    Dealt,
    KeywordState,
    Lay,
    Pass,
    Shown,
    TimeUp,
)
from firmware_host.games.views import Viewer

BART, ERIK, PATRICK = Seat(0), Seat(1), Seat(2)
NAMES = ("Bart", "Erik", "Patrick", "Ann", "Bea", "Cem")
ENTROPY = bytes(range(32))
ROW = tuple("AERSL?")
WORDS = {
    *("AT", "CAT", "CATS", "TEA", "SEAT", "STEAL", "STARE", "PLANET", "PLANTS"),
    *("KEYWORD", "KEY", "WORD", "BANANA", "TEAR", "RATS", "LATE", "TALE", "STAB"),
}


@cache
def language(code="en"):
    return replace(load_language(code), wide=frozenset(WORDS))


def start(seats=3, **options) -> KeywordState:
    turned = check_options(keyword, options)
    return keyword.start(
        Header("keyword", seats, 0, options=turned, language=language())
    )


def do(game: KeywordState, *actions) -> KeywordState:
    """Return the game after actions that must be accepted."""
    for action in actions:
        outcome = keyword.act(game, action)
        assert not isinstance(outcome, Refused), (action, outcome)
        game = keyword.fold(game, outcome)
    return game


def refusal(game: KeywordState, action) -> str:
    outcome = keyword.act(game, action)
    return outcome.code if isinstance(outcome, Refused) else ""


def dealt(*hands: str, row=ROW) -> KeywordState:
    return do(start(len(hands)), Deal(tuple(map(tuple, hands)), tuple(row)))


def lay(seat, word, blue="", blanks=()):
    """A word; *blue* has a zone's number, or 0, for each letter."""
    return Lay(seat, word, tuple(map(int, blue)), blanks)


def rig(game: KeywordState, **changes) -> KeywordState:
    return replace(game, **changes)


def faults(game: KeywordState) -> dict:
    return {shown.by: shown.faults for shown in game.opened}


# --- the rule book's own examples


def test_a_blue_card_used_twice_is_taken_face_down_and_refused_at_the_showing():
    """Bart takes all his cards back and scores nothing."""
    game = dealt("BNNXYZ", "CTEEEE", row="AERSL?")
    game = do(game, lay(BART, "BANANA", "010101"))
    assert game.hands[BART] == tuple("BNNXYZ")

    game = do(game, lay(ERIK, "CAT", "010"))

    assert faults(game) == {BART: ("card-twice",), ERIK: ()}
    assert game.hands[BART] == tuple("BNNXYZ")
    assert game.results[-1].guessed_by == ERIK


def test_a_tie_is_won_by_more_blue_cards():
    """Six letters each; Patrick used more blue ones."""
    game = dealt("PLANTE", "PNTTTT", "BCDFGH")
    game = do(game, lay(BART, "PLANET", "000020"), Pass(PATRICK, (), ()))
    game = do(game, lay(ERIK, "PLANTS", "051004"))

    assert game.results[-1].guessed_by == ERIK
    assert game.words[ERIK] == (CollectedWord("PLANTS", 3),)
    assert game.row == ("", "E", "R", "", "", "?")
    assert game.hands[ERIK] == tuple("TTT")
    assert game.hands[BART] == ("E",)


def test_a_tie_that_remains_scores_for_nobody_and_the_row_stays():
    """In a complete tie no one scores, the row stays and played cards are discarded."""
    game = dealt("CTTXYZ", "CTTEEE")
    game = do(game, lay(BART, "CAT", "010"), lay(ERIK, "CAT", "010"))

    assert game.results[-1].guessed_by is None
    assert game.words == ((), ())
    assert game.row == ROW
    assert game.hands == (tuple("TXYZ"), tuple("EEET"))


def test_the_keyword_from_scored_words_ends_the_game_at_once():
    """A player whose scored words contain the keyword may claim it and wins at once."""
    game = rig(
        dealt("CTTXYZ", "CTTEEE"),
        words=((), (CollectedWord("KEY", 1), CollectedWord("WORD", 0))),
    )
    assert keyword.view(game, Viewer.PUBLIC).claims == (ERIK,)
    assert keyword.face(game, NAMES[:2]).table.note.code == "keyword-note-claim"
    assert refusal(game, Claim(BART)) == "keyword-missing"

    assert keyword.interpret(game, Called(BART)) is None
    assert keyword.interpret(game, Called(ERIK)) == Claim(ERIK)
    game = do(game, Claim(ERIK))

    assert (game.over, game.winners) == (True, (ERIK,))


def test_each_collected_letter_serves_once_in_the_keyword():
    """Each collected letter counts once in the keyword."""
    game = rig(start(2, keyword="EKE"), words=((CollectedWord("KEY", 0),), ()))

    assert refusal(game, Claim(BART)) == "keyword-missing"


# --- a word


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (lay(BART, "XZ"), ("not-a-word",)),
        (lay(BART, "CAT", "060"), ()),
        (lay(BART, "CAT", "030"), ("not-in-row",)),
        (lay(BART, "CAAT", "0110"), ("card-twice", "not-a-word")),
        (lay(BART, "CT", "00"), ("not-a-word",)),
        (lay(BART, "T", "0"), ("not-a-word",)),
    ],
)
def test_an_invalid_word_is_shown_with_its_reasons(action, why):
    """A blue blank is any letter; another blue card is only its own."""
    assert faults(do(dealt("CTXZBB", "CTTEEE"), action, Pass(ERIK)))[BART] == why


def test_a_word_of_blue_cards_alone_is_invalid_when_shown():
    """A word of blue cards only can be laid, and is invalid when shown."""
    game = dealt("CTTXYZ", "CTTEEE", row="TEARSL")
    game = do(game, lay(BART, "TEAR", "1234"), Pass(ERIK))

    assert faults(game) == {BART: ("blue-only",)}
    assert game.words == ((), ())


def test_an_orange_blank_is_any_letter_and_keeps_it_in_a_scored_word():
    """An orange blank keeps its letter in a scored word, else it is a blank again."""
    game = dealt("C?TXYZ", "CTTEEE")
    won = do(game, lay(BART, "CAT", "000", (2,)), Pass(ERIK))
    lost = do(game, lay(BART, "CAX", "000", (2,)), Pass(ERIK))

    assert won.words[BART] == (CollectedWord("CAT", 0),)
    assert "?" in lost.hands[BART]


def test_a_blue_blank_may_differ_from_player_to_player():
    """A blue blank may be a different letter for each player."""
    game = dealt("CTTXYZ", "KYEBBB")
    game = do(game, lay(BART, "CATS", "0104"), lay(ERIK, "KEY", "060"))
    both = dealt("CATXYZ", "KYDBBB")
    both = do(both, lay(BART, "CATS", "0006"), lay(ERIK, "KEY", "060"))

    assert faults(game) == {BART: (), ERIK: ()}
    assert faults(both) == {BART: (), ERIK: ()}


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (lay(BART, "DOG"), "keyword-hand"),
        (lay(BART, "C\u00c4T"), "keyword-letters"),
        (lay(BART, "CAT", "01"), "keyword-places"),
        (lay(BART, "CAT", "070"), "keyword-places"),
        (lay(BART, "CAT", "010", (2,)), "keyword-places"),
        (lay(BART, "CAT", "010", (9,)), "keyword-places"),
        (lay(BART, ""), "keyword-nothing"),
        (Lay(BART, "CAT", (0, 1, 0), (), (5,)), "keyword-places"),
        (Lay(Seat(7), "CAT"), "out-of-round"),
        (Pass(BART, ("Q",)), "keyword-hand"),
        (Deal(entropy=ENTROPY), "keyword-dealt"),
        (Undo(), "nothing-to-undo"),
        (Join(Seat(5)), "no-seat"),
    ],
)
def test_what_cannot_be_is_refused_and_changes_nothing(action, code):
    """Each invalid action is refused with its code and changes nothing."""
    game = dealt("CTTXYZ", "CTTEEE")

    assert refusal(game, action) == code
    assert game == dealt("CTTXYZ", "CTTEEE")


def test_somebody_lays_or_passes_once():
    """After that the round waits for the others."""
    game = dealt("CTTXYZ", "CTTEEE", "BCDFGH")
    laid, passed = do(game, lay(BART, "CAT", "010")), do(game, Pass(BART))

    assert refusal(laid, lay(BART, "CAT", "010")) == "keyword-laid"
    assert refusal(laid, Pass(BART)) == "keyword-laid"
    assert refusal(passed, Pass(BART)) == "keyword-passed"


# --- passing, time, the deal


def test_who_passes_discards_any_cards_and_refills_to_six():
    """A pass discards the named cards and refills the hand to six."""
    game = do(start(2), Deal(entropy=ENTROPY))
    gone = game.hands[BART][:4]
    after = do(game, Pass(BART, gone))

    assert len(after.hands[BART]) == 6
    assert len(after.orange) == len(game.orange) - 4
    assert after.round.waiting == (ERIK,)


def test_when_the_sand_runs_out_who_has_laid_nothing_keeps_the_cards():
    """
    When the time is up, players without a word keep their cards.

    The end of the time is a stored fact.
    """
    game = dealt("CTTXYZ", "CTTEEE")
    assert keyword.wake(game) == Wake(Millis(90_000), 1)
    assert keyword.interpret(game, Woke()) == TimeUp()

    game = do(game, lay(BART, "CAT", "010"), TimeUp())

    assert game.hands[ERIK] == tuple(sorted("CTTEEE"))
    assert game.results[-1].guessed_by == BART
    assert keyword.wake(game) is None


def test_without_sand_nothing_wakes_anybody():
    """With `sand_s` 0 there is no timer."""
    game = do(start(2, sand_s=0), Deal(entropy=ENTROPY))

    assert keyword.wake(game) is None
    assert keyword.interpret(game, Woke()) is None


def test_the_tick_deals_and_the_row_and_hands_are_full_again():
    """Six orange cards each, six blue ones for all."""
    game = do(dealt("CTTXYZ", "CTTEEE"), lay(BART, "CAT", "010"), Pass(ERIK))
    action = keyword.interpret(game, Pressed(Button.TICK))
    game = do(game, keyword.with_entropy(action, ENTROPY))

    assert tuple(map(len, game.hands)) == (6, 6)
    assert all(game.row)
    assert game.row[1:] == ROW[1:]


def test_a_row_of_which_nothing_was_used_stays():
    """If no blue card was used, the row stays and none is drawn."""
    game = do(dealt("CATXYZ", "CTTEEE"), lay(BART, "CAT"), Pass(ERIK))
    after = do(game, Deal(entropy=ENTROPY))

    assert after.row == ROW
    assert after.blue == game.blue


@pytest.mark.parametrize("left", [3, 2, 1])
def test_a_deck_whose_last_card_is_drawn_in_phase_four_ends_the_game(left):
    """The game ends even if the deck is just large enough."""
    game = do(dealt("CATXYZ", "CTTEEE"), lay(BART, "CAT"), Pass(ERIK))
    game = do(rig(game, orange=game.orange[:left]), Deal(entropy=ENTROPY))

    assert (game.over, game.winners) == (True, (BART,))
    assert game.round is None


def test_a_pass_that_empties_the_deck_does_not_stop_the_round():
    """The next phase four ends the game: the deck was already empty."""
    game = dealt("CTTXYZ", "CTTEEE")
    game = do(rig(game, orange=("Q",)), Pass(BART, ("X",), ("Q",)))
    assert not game.over
    assert game.orange == ()

    game = do(game, Pass(ERIK), Deal(entropy=ENTROPY))

    assert game.over


def test_most_words_then_most_letters_then_most_blue_cards_win():
    """Most words win, then most letters, then most blue cards; else it is shared."""
    two, long = (
        (CollectedWord("AT", 0), CollectedWord("AT", 0)),
        (CollectedWord("STEAL", 0),),
    )
    for words, winners in [
        ((two, long), (BART,)),
        (((CollectedWord("CAT", 3),), long), (ERIK,)),
        (((CollectedWord("STARE", 1),), long), (BART,)),
        ((long, long), (BART, ERIK)),
    ]:
        game = rig(start(2), words=words, results=(Result("", None, None, (0, 0)),))
        assert do(game, End()).winners == winners


# --- the house


def test_undo_takes_a_laid_word_back_but_never_crosses_the_showing():
    """A laid word can be undone, but not after the words were shown."""
    game = dealt("CTTXYZ", "CTTEEE")
    assert do(game, lay(BART, "CAT", "010"), Undo()) == game

    shown = do(game, lay(BART, "CAT", "010"), Pass(ERIK))
    assert refusal(shown, Undo()) == "nothing-to-undo"


def test_a_void_round_counts_nothing_and_the_cards_are_back():
    """After a void round there is no result, and the hand is complete again."""
    game = do(dealt("CTTXYZ", "CTTEEE"), lay(BART, "CAT", "010"), Void())

    assert game.results == ()
    assert game.round is None
    assert game.hands[BART] == tuple("CTTXYZ")


def test_after_a_void_the_note_says_so_and_names_no_earlier_word():
    """The note of a void stays until the next deal."""
    game = do(dealt("CTTXYZ", "CTTEEE"), lay(BART, "CAT", "010"), Pass(ERIK))
    assert keyword.face(game, NAMES[:2]).table.note.code == "keyword-note-scored"

    game = do(game, Deal(entropy=ENTROPY), Void())
    assert keyword.face(game, NAMES[:2]).table.note.code == "keyword-voided"
    game = do(game, Deal(entropy=ENTROPY))
    assert keyword.face(game, NAMES[:2]).table.note.code == "keyword-note-word"


def test_cards_of_undone_passes_are_drawn_again_in_the_same_order():
    """An undo puts drawn cards back onto the deck in their order, for any player."""
    game = do(start(2), Deal(entropy=ENTROPY))

    def drawn(game, seat, count):
        facts = keyword.act(game, Pass(seat, game.hands[seat][:count]))
        return facts[0].drawn, keyword.fold(game, facts)

    first, after = drawn(game, BART, 2)
    facts = keyword.act(after, Pass(ERIK, game.hands[ERIK][:3]))
    undone = do(after, Undo())
    again, after = drawn(undone, ERIK, 3)
    assert (*again, *drawn(after, BART, 2)[0]) == (*first, *facts[0].drawn)


def test_a_leavers_hand_goes_and_the_words_count():
    """
    The hand of a player who leaves is gone, and the words count.

    With one player left the game ends after the round.
    """
    game = rig(
        dealt("CTTXYZ", "CTTEEE"),
        words=((CollectedWord("KEY", 0), CollectedWord("AT", 0)), ()),
    )
    game = do(game, Leave(BART))
    assert not game.over
    assert game.hands[BART] == ()

    game = do(game, lay(ERIK, "CAT", "010"))

    assert (game.over, game.winners) == (True, (BART,))


def test_when_the_last_awaited_player_leaves_the_words_are_shown():
    """If the last awaited player leaves, the words are shown."""
    game = do(dealt("CTTXYZ", "CTTEEE", "BCDFGH"), lay(BART, "CAT", "010"))
    game = do(game, Pass(ERIK), Leave(PATRICK))

    assert game.results[-1].guessed_by == BART
    assert not game.over


def test_who_joins_plays_from_the_next_round():
    """A new player may not act in this round, and gets cards in the next."""
    game = do(dealt("CTTXYZ", "CTTEEE"), Join(PATRICK))
    assert refusal(game, Pass(PATRICK)) == "out-of-round"

    game = do(game, Pass(BART), Pass(ERIK), Deal(entropy=ENTROPY))

    assert len(game.hands[PATRICK]) == 6
    assert PATRICK in game.round.waiting


def test_the_keyword_is_any_word_of_letters_and_the_sand_can_be_turned():
    """The default is KEYWORD with 90 seconds; another word and time can be chosen."""
    assert (start().keyword, start().sand_s) == ("KEYWORD", 90)
    assert start(keyword="PLANET", sand_s=60).keyword == "PLANET"
    for options in ({"keyword": "AT"}, {"keyword": "IT'S"}, {"sand_s": 7}):
        with pytest.raises(SettingsError):
            start(**options)


@pytest.mark.parametrize("code", ["en", "de"])
def test_the_decks_have_104_and_97_cards(code):
    """The decks have 104 and 97 cards, with 4 and 3 blanks."""
    game = keyword.start(Header("keyword", 2, 0, language=load_language(code)))

    assert (len(game.orange), len(game.blue)) == (104, 97)
    assert (game.orange.count("?"), game.blue.count("?")) == (4, 3)


def test_cards_that_are_in_no_deck_cannot_be_dealt():
    """A deal with cards that are not in the decks, or too few, is refused."""
    deal = Deal((tuple("QQQQQQ"), tuple("CTTEEE")), ROW)

    assert refusal(start(2), deal) == "keyword-deck"
    assert refusal(start(2), Deal((("A",), ("A",)), ROW)) == "keyword-deck"
    assert refusal(start(2), Deal()) == "keyword-deck"


# --- secrets


def alike(game, *viewers):
    seen = [keyword.view(game, viewer) for viewer in (Viewer.PUBLIC, *viewers)]
    return seen, keyword.face(game, NAMES[: game.seats]), repr(game)


def test_two_hands_and_words_look_alike_until_they_are_shown():
    """Another player's view is the same for either hand until it is shown."""
    one = do(dealt("CATXYZ", "CTTEEE"), lay(BART, "CAT"))
    other = do(dealt("PLANTS", "CTTEEE"), lay(BART, "PLANTS"))

    assert alike(one, ERIK) == alike(other, ERIK)
    assert alike(one, BART) != alike(other, BART)
    passed = do(dealt("CATXYZ", "CTTEEE"), Pass(BART))
    assert keyword.view(one, BART).own["word"] == "CAT"
    assert "known" not in keyword.view(one, BART).own  # found out when it is shown
    assert keyword.view(passed, BART).own is None
    assert refusal(one, lay(ERIK, "DOG")) == "keyword-hand"
    assert keyword.act(one, lay(ERIK, "DOG")).values == ()


def test_no_log_can_name_a_hand_a_word_or_the_decks():
    """No repr has a hand, a word or a deck."""
    game = do(dealt("CATXYZ", "CTTEEE"), lay(BART, "CAT"))

    for text in (repr(game), repr(lay(BART, "CAT")), repr(keyword.view(game, BART))):
        assert "CAT" not in text
        assert "'X'" not in text


# --- random games

seat = st.integers(0, 3).map(Seat)
entropy = st.binary(min_size=32, max_size=32)
acts = st.one_of(
    st.builds(Deal, entropy=entropy),
    st.builds(Deal, entropy=entropy),
    st.builds(TimeUp),
    st.tuples(seat, st.randoms(use_true_random=False)),
    st.tuples(seat, st.randoms(use_true_random=False)),
    st.builds(Pass, seat),
    st.builds(Lay, seat, st.sampled_from(sorted(WORDS))),
    st.builds(Claim, seat),
    st.sampled_from([Undo(), Void(), Leave(BART), Join(PATRICK), End()]),
)


def fitting(game: KeywordState, seat: Seat, random) -> Lay | Pass:
    """A lay that the hand allows, often with blue cards; else a pass."""
    hand = list(game.hands[seat]) if seat < game.seats else []
    zones = [zone for zone in range(1, 7) if game.row[zone - 1]]
    cards = [(card, 0) for card in hand] + [(game.row[z - 1], z) for z in zones]
    random.shuffle(cards)
    cards = cards[: random.randint(1, 6)]
    if random.random() < 0.2 or not cards:
        return Pass(seat, tuple(hand[:2]))
    word = "".join("E" if card == "?" else card for card, _ in cards)
    blanks = tuple(
        place for place, (card, zone) in enumerate(cards, 1) if card == "?" and not zone
    )
    return Lay(seat, word, tuple(zone for _, zone in cards), blanks)


@settings(max_examples=150)
@given(st.integers(2, 3), st.lists(acts, max_size=40))
def test_random_games_hold_together(seats, script):
    """Refused changes nothing; apply is total; replay and JSON give the same game."""
    game, rows = start(seats), []
    for item in script:
        action = fitting(game, *item) if isinstance(item, tuple) else item
        assert keyword.action(keyword.action_json(action)) == action
        before = game
        outcome = keyword.act(game, action)
        assert game == before
        if isinstance(outcome, Refused):
            continue
        line = grammar.checked(keyword.to_transcript(action, outcome, 1), keyword)
        again = keyword.act(game, keyword.action(line))
        assert [
            replace(f, entropy=b"") if isinstance(f, Dealt) else f for f in outcome
        ] == list(again)
        lines = [keyword.fact_json(fact) for fact in outcome]
        assert tuple(map(keyword.fact, lines)) == outcome
        rows.append(outcome)
        game = keyword.fold(game, outcome)
        held = sum(map(len, game.hands))
        assert held + len(game.orange) <= 104
        assert all(len(hand) <= 6 for hand in game.hands)
        assert game.round or keyword.wake(game) is None
        keyword.face(game, NAMES[: game.seats])
        for viewer in (Viewer.PUBLIC, *map(Seat, range(game.seats))):
            keyword.view(game, viewer)
        if any(isinstance(fact, Shown) for fact in outcome):
            assert game.round is None
    assert reduce(keyword.fold, rows, start(seats)) == game
