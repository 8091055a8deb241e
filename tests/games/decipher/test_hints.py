"""Hints for points: their content, the words they use, and their prices."""

import random
import statistics
from dataclasses import replace

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.moments import clip_names
from firmware_host.board.pieces import BOARD, Zone
from firmware_host.games.contract import Header
from firmware_host.games.decipher import evidence, rules
from firmware_host.games.decipher.game import Decipher, decipher
from firmware_host.games.decipher.rules import (
    ABOUT,
    LEFT,
    LETTER,
    ZONE,
    Hint,
    Hinted,
    Retire,
    SetSecret,
)
from firmware_host.games.game import Undo
from firmware_host.games.views import Viewer
from firmware_host.languages import CODES
from firmware_host.words.levels import EVERYDAY
from tests.benchmarks.bench_hints import LENGTHS, WITHIN, worth
from tests.games.decipher.onlooker import BUILDS, a_round, answers
from tests.games.decipher.test_view import alike
from tests.games.pictures import table
from tests.games.play import (
    BEN,
    BLUE,
    ENTROPY,
    GREEN,
    LEE,
    RED,
    TINA,
    YELLOW,
    begun,
    do,
    guess,
    lay_all_but,
    refusal,
    tap,
)

ON = (("hints", "on"),)
NAMES = ("Tina", "Lee", "Ben")


def with_hints(word="HOBBY", **changes):
    return begun(word, options=ON, **changes)


def told(game):
    """Return the last hint."""
    return game.round.hinted[-1]


def rounds(seed, count):
    """Yield rounds in play, with all words that give the same answers."""
    rnd = random.Random(seed)  # noqa: S311 - the same rounds in every run
    found = 0
    while found < count:
        played = a_round(rnd, rnd.choice(["en", "de"]), board_makes=True)
        if played.game.round is None:
            continue
        found += 1
        words = played.header.language.common.words(played.header.length)
        yield played, [word for word in words if answers(word, played)]


def ask(played, about):
    view, language = decipher.view(played.game, Viewer.PUBLIC), played.header.language
    return evidence.make_hint(view, language, "", Hint(LEE, about))


# --- content of hints ----------------------------------------------------------------


def test_a_hint_counts_the_words_that_an_onlooker_counts():
    """Brute force over the words that the board could have drawn."""
    for played, fits in rounds(1, 12):
        assert ask(played, LEFT).left == len(fits)


def test_a_letter_is_one_that_the_pieces_allow_and_no_word_has():
    """A hint's letter fits the zone's pieces and is in no possible word."""
    asked = 0
    for played, fits in rounds(2, 30):
        hint = ask(played, LETTER)
        if not isinstance(hint, Hinted):
            continue
        asked, now = asked + 1, played.game.round
        at = hint.at - now.puzzle.first_zone
        assert not any(word[at] == hint.letter for word in fits)
        for kind, placed, no in zip(
            "rybg", now.placed[at], now.covered[at], strict=True
        ):
            needs = BUILDS[hint.letter][kind]
            assert needs == placed if no else needs >= placed
    assert asked > 5


def test_a_zone_is_one_where_most_words_say_yes():
    """A hint's zone is one in which most possible words need the piece."""
    asked = 0
    for played, fits in rounds(3, 30):
        hint = ask(played, ZONE)
        if not isinstance(hint, Hinted):
            continue
        asked, now = asked + 1, played.game.round
        kind, first = now.holding, now.puzzle.first_zone
        wants = {
            first + at: sum(
                BUILDS[word[at]][kind[0]] > now.placed[at][kind.place] for word in fits
            )
            for at in range(len(now.placed))
            if not now.covered[at][kind.place]
        }
        assert wants[hint.at] == max(wants.values())
    assert asked > 5


def test_the_next_letter_is_another_one():
    """A second hint for a letter names another letter."""
    game = lay_all_but(with_hints("HOBBY"), 4)
    game = do(game, Hint(LEE, LETTER), Hint(BEN, LETTER))

    one, other = game.round.hinted
    assert (one.at, one.letter) != (other.at, other.letter)


def test_of_a_word_that_the_board_could_have_drawn_those_count_alone():
    """A person's word may be any that can be played."""
    view = decipher.view(with_hints("HOBBY"), Viewer.PUBLIC)
    board = replace(view, maker=BOARD)
    language = load_language("en")

    def count(seen, level):
        return evidence.make_hint(seen, language, level, Hint(LEE, LEFT)).left

    assert count(board, EVERYDAY) < count(board, "") < count(view, EVERYDAY)
    assert count(view, EVERYDAY) == count(view, "")


def test_a_list_of_somebodys_own_is_what_the_board_draws_from():
    """With an own list of three words the hint counts three words."""
    language = load_language("en").with_own(("HOBBY", "PANDA", "TIGER"))
    own = Header("decipher", 1, 5, True, 1, options=ON, language=language)  # noqa: FBT003 - the board makes the word
    game = do(decipher.start(own), SetSecret(BOARD, entropy=ENTROPY), Hint(TINA, LEFT))

    assert told(game).left == 3


def test_of_a_word_in_no_list_the_board_says_so():
    """For a word in no list the hints say so."""
    game = lay_all_but(with_hints("XQXZJ"), 3)

    assert refusal(game, Hint(LEE, LETTER)) == "hint-no-words"
    game = do(game, Hint(LEE, LEFT))
    assert told(game).left == 0
    assert table(decipher.face(game, NAMES))[2] == "hint-left-none"


# --- prices --------------------------------------------------------------------------


def test_a_hint_is_paid_by_whoever_asked():
    """A hint is paid at the end of the round by the player who asked."""
    game = do(with_hints(), Hint(BEN, LETTER, 2, 0, Zone(1), "Q"))
    ended = do(game, guess(BEN, "HOBBY")).results[0]
    without = do(with_hints(), guess(BEN, "HOBBY")).results[0]

    assert ended.points[BEN] == without.points[BEN] - 2
    assert ended.points[LEE] == without.points[LEE]
    assert ended.points[TINA] == without.points[TINA]


def test_nobody_has_less_than_nothing():
    """A hint's price never makes a round's points negative."""
    hint = Hint(LEE, LETTER, 9, 0, Zone(1), "Q")
    game = do(with_hints(), hint, guess(BEN, "HOBBY"))

    assert game.results[0].points[LEE] == 0


def test_an_undo_gives_the_price_back():
    """An undo of a hint gives its price back."""
    hint = Hint(LEE, LETTER, 2, 0, Zone(1), "Q")
    game = do(with_hints(), hint, Undo(), guess(BEN, "HOBBY"))

    assert game.results[0].points[LEE] == 3


def test_prices_are_those_of_the_table():
    """Prices depend on the kind of hint and the word's length, as in the table."""
    for length, word in ((3, "SUN"), (4, "FISH"), (5, "HOBBY"), (6, "SUMMER")):
        game = do(with_hints(word), Hint(LEE, LEFT))
        assert told(game).price == rules.price(LEFT, length)
        offered = dict(decipher.view(game, Viewer.PUBLIC).hints)
        assert offered == {
            about: rules.price(about, length) for about in (LEFT, LETTER)
        }


def test_what_a_transcript_says_stands():
    """The answer and the price are in the line; lists and prices may change."""
    line = {"do": "hint", "by": 1, "about": "left", "price": 7, "left": 1234}
    game = do(with_hints(), decipher.action(line))

    assert told(game) == Hinted(LEE, LEFT, 7, left=1234)
    facts = (told(game),)
    assert decipher.to_transcript(decipher.action(line), facts, 1) == line
    asked = Hint(LEE, LEFT)
    assert decipher.to_transcript(asked, facts, 1) == line


def test_nor_does_a_part_of_it():
    """A hint's number in a transcript is kept, and only the price is added."""
    line = {"do": "hint", "by": 1, "about": "left", "left": 52}
    facts = (told(do(with_hints(), decipher.action(line))),)

    assert facts == (Hinted(LEE, LEFT, 0, left=52),)
    again = decipher.to_transcript(decipher.action(line), facts, 1)
    assert again == {**line, "price": 0}


# --- refusals ------------------------------------------------------------------------


def test_there_are_no_hints_unless_the_house_wants_them():
    """Without the house rule hints are refused and not offered."""
    assert refusal(begun("HOBBY"), Hint(LEE, LEFT)) == "hints-off"
    assert decipher.view(begun("HOBBY"), Viewer.PUBLIC).hints == ()


def test_only_who_seeks_may_ask():
    """Only a seeker in the round may ask for a hint."""
    game = do(with_hints(), Retire(LEE))

    assert refusal(game, Hint(TINA, LEFT)) == "not-a-seeker"
    assert refusal(game, Hint(LEE, LEFT)) == "out-of-round"


def test_each_hint_is_had_once_a_round_by_each():
    """The others may ask too, and in the next round everybody again."""
    game = do(with_hints(), Hint(LEE, LEFT))

    assert refusal(game, Hint(LEE, LEFT)) == "hint-again"
    game = do(game, Hint(BEN, LEFT), guess(BEN, "HOBBY"))
    game = do(game, SetSecret(LEE, "PANDA", entropy=ENTROPY), Hint(BEN, LEFT))
    assert len(game.round.hinted) == 1


def test_a_zone_is_told_of_a_piece_in_hand_alone():
    """A hint about a zone is refused without a piece in hand."""
    game = with_hints()
    assert refusal(game, Hint(LEE, ZONE)) == "no-piece"

    assert refusal(do(game, tap(2, RED)), Hint(LEE, ZONE)) == ""


def test_before_the_first_answer_no_letter_is_sold():
    """Before the first answer no letter is offered."""
    assert refusal(with_hints(), Hint(LEE, LETTER)) == "hint-early"


def test_where_the_pieces_tell_as_much_no_letter_is_sold(monkeypatch):
    """If the pieces exclude as much as any letter, none is offered."""
    game = do(with_hints(), tap(2, RED))
    monkeypatch.setattr(evidence, "_excluded_letter", lambda *_: None)
    assert refusal(game, Hint(LEE, LETTER)) == "hint-none"


# --- display and sound ---------------------------------------------------------------


def test_a_hint_stands_on_the_table_until_something_is_answered():
    """A hint is shown until the next answer."""
    game = do(with_hints(), Hint(LEE, LEFT))
    assert table(decipher.face(game, NAMES))[2].startswith("hint-left")

    game = do(game, tap(2, RED))
    assert table(decipher.face(game, NAMES))[2].startswith("commitment")


@pytest.mark.parametrize(
    ("hint", "clips"),
    [
        (Hint(LEE, LEFT, 0, 9), ["hint-left-9"]),
        (Hint(LEE, LEFT, 0, 11), ["hint-many"]),
        (Hint(LEE, LETTER, 2, 0, Zone(3), "E"), ["hint-letter-E", "zone-3"]),
        (Hint(LEE, ZONE, 0, 0, Zone(4)), ["hint-zone", "zone-4"]),
    ],
)
def test_a_hint_is_spoken(hint, clips):
    """A hint is spoken to all players."""
    before = do(with_hints(), tap(2, RED))
    after = do(before, hint)
    moments = decipher.moments(before, (told(after),), after)

    assert clip_names(one for moment in moments for one in moment.said) == clips


# --- no hint knows the word -----------------------------------------------------------


def pairs():
    """Yield pairs of games with two words, after taps with equal answers."""
    for one, other in (("HOBBY", "PANDA"), ("BREAD", "BROAD"), ("MOUSE", "HOUSE")):
        games = with_hints(one), with_hints(other)
        for zone in range(1, 6):
            for kind in (RED, YELLOW, BLUE, GREEN):
                outcomes = [decipher.act(game, tap(zone, kind)) for game in games]
                if outcomes[0] == outcomes[1] and isinstance(outcomes[0], tuple):
                    games = tuple(do(game, tap(zone, kind)) for game in games)
                    yield games


def leaks(games):
    """Return True if a hint differs between two games with equal answers."""
    for about in (LEFT, LETTER, ZONE):
        outcomes = [decipher.act(game, Hint(LEE, about)) for game in games]
        if outcomes[0] != outcomes[1]:
            return True
        if isinstance(outcomes[0], tuple):
            after = [
                decipher.fold(game, facts)
                for game, facts in zip(games, outcomes, strict=True)
            ]
            if alike(after[0]) != alike(after[1]):
                return True
    return False


def test_two_words_that_answered_alike_get_the_same_hints():
    """Two words with equal answers get the same hints, refusals and prices."""
    assert not any(map(leaks, pairs()))


def test_a_hint_that_knows_the_word_is_found(monkeypatch):
    """The check finds a hint that depends on the hidden word."""

    def of_the_word(_, game, hint):
        puzzle = game.round.puzzle
        at, letter = puzzle.first_zone, puzzle.word[0]
        return (Hinted(hint.by, LETTER, 1, at=at, letter=letter),)

    monkeypatch.setattr(Decipher, "_hint", of_the_word)
    assert any(map(leaks, pairs()))


# --- benefit -------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("about", ABOUT)
def test_a_price_is_what_a_hint_is_worth(about, length):
    """Each price is within half a point of the hint's mean worth in 2,000 rounds."""
    points = [one for code in CODES for one in worth(code, length, about, 1000)]

    assert len(points) == 2000
    assert abs(statistics.fmean(points) - rules.price(about, length)) <= WITHIN
