"""The words that still fit equal those found by computing each word's answers."""

import random
from dataclasses import replace

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.events import Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import BOARD, Kind, Seat
from firmware_host.games import bots
from firmware_host.games.contract import Header
from firmware_host.games.decipher import evidence
from firmware_host.games.decipher.evidence import (
    LONGER_MS,
    MINDS,
    PERFECT,
    THINKS_MS,
    SeekerMind,
    bot,
    choose_action,
    likeliest_word,
    thinks_of,
)
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import (
    LEFT,
    Guess,
    HandOver,
    Hint,
    SetSecret,
    TapPiece,
)
from firmware_host.games.game import Void
from firmware_host.games.views import Viewer
from firmware_host.words.index import index_of
from tests.games.decipher.onlooker import a_round, answers
from tests.games.play import ENTROPY, RED, do, header


def chance(seed):
    return random.Random(seed)  # noqa: S311 - the same rounds in every run


def differences(code, rounds, seed) -> int:
    """Return the number of words for which the observer and the bits differ."""
    rnd, wrong = chance(seed), 0
    for number in range(rounds):
        played = a_round(rnd, code, board_makes=number % 2 == 0)
        if played.game.round is None:
            continue
        view = decipher.view(played.game, Viewer.PUBLIC)
        index = index_of(played.header.language, played.header.length)
        bits = evidence.fitting(view, index)
        words = index.list(index.all)  # unfit words are never counted
        some = {*rnd.sample(words, min(len(words), 400)), *index.list(bits)}
        some.add(played.word)
        fits = set(index.list(bits))
        wrong += sum((word in fits) is not answers(word, played) for word in some)
        assert played.word in fits
    return wrong


@pytest.mark.ci
@pytest.mark.parametrize("code", ["en", "de"])
def test_the_words_that_fit_are_those_that_would_have_answered_so(code):
    """Random states; a sample of all words, each that fits, and the true one."""
    assert differences(code, 60, seed=code) == 0


@pytest.mark.long
@pytest.mark.parametrize("code", ["en", "de"])
def test_ten_thousand_states_bring_no_difference(code):
    """10,000 random states of each language, 0 differences."""
    assert differences(code, 10_000, seed=f"long {code}") == 0


def test_one_who_forgets_the_noes_is_found():
    """The check can fail: with a NO token overlooked too many words fit."""
    rnd = chance(4)
    played = next(
        one
        for one in (a_round(rnd, "en", board_makes=True) for _ in range(99))
        if one.game.round and one.game.round.noes
    )
    view = decipher.view(played.game, Viewer.PUBLIC)
    blind = replace(view, covered=((0, 0, 0, 0),) * len(view.covered))
    index = index_of(played.header.language, played.header.length)
    more = evidence.fitting(blind, index) & ~evidence.fitting(view, index)
    assert more
    assert not any(answers(word, played) for word in index.list(more))


def test_words_that_the_board_has_shown_are_not_drawn_again():
    """
    Words that the board has revealed are not drawn again.

    A player may make a revealed word once more.
    """
    language = load_language("en").with_own(["HOBBY", "PANDA"])
    header = Header("decipher", 1, 5, board_makes=True, rounds=3, language=language)
    game = decipher.start(header)
    outcome = decipher.act(game, SetSecret(BOARD, entropy=ENTROPY))
    game = decipher.fold(game, outcome)
    first = game.round.puzzle.word
    game = decipher.fold(game, decipher.act(game, Guess(Seat(0), first)))
    game = decipher.fold(game, decipher.act(game, SetSecret(BOARD, entropy=ENTROPY)))
    view = decipher.view(game, Viewer.PUBLIC)
    drawn = index_of(language, 5, "everyday")
    assert drawn.list(evidence.fitting(view, drawn)) == (game.round.puzzle.word,)
    every = index_of(language, 5)
    assert first in every.list(evidence.fitting(view, every))
    person = replace(view, maker=Seat(0))  # may make it once more
    assert drawn.list(evidence.fitting(person, drawn)) == ("HOBBY", "PANDA")
    word = game.round.puzzle.word
    game = decipher.fold(game, decipher.act(game, Guess(Seat(0), word)))
    game = decipher.fold(game, decipher.act(game, SetSecret(BOARD, entropy=ENTROPY)))
    view = decipher.view(game, Viewer.PUBLIC)  # all were shown: now any may come
    assert drawn.list(evidence.fitting(view, drawn)) == ("HOBBY", "PANDA")


def test_words_that_were_called_off_are_neither_drawn_nor_counted():
    """Each word of a list is drawn once, also after voided rounds, and none is left."""
    words = {"HOBBY", "PANDA", "TIGER", "HOUSE"}
    language = load_language("en").with_own(sorted(words))
    for byte in range(20):
        options = (("hints", "on"),)
        header = Header(
            "decipher",
            1,
            5,
            board_makes=True,
            rounds=2,
            language=language,
            options=options,
        )
        game, shown = decipher.start(header), set[str]()
        for number in range(len(words)):
            entropy = bytes((byte, number)) + ENTROPY[2:]
            game = do(game, SetSecret(BOARD, entropy=entropy))
            hint = decipher.act(game, Hint(Seat(0), LEFT))[0]
            assert hint.left == len(words - shown)
            word = game.round.puzzle.word
            assert word not in shown
            shown.add(word)
            game = do(game, Guess(Seat(0), word) if number == 1 else Void())


def test_the_pieces_that_come_first_tell_of_the_word():
    """Two words that fit: the one with more of the kinds that came is likelier."""
    played = a_round(chance(9), "en", board_makes=True)
    view = decipher.view(played.game, Viewer.PUBLIC)
    red = ((2, 0, 0, 0), *((0, 0, 0, 0),) * (len(view.placed) - 1))
    seen = replace(view, placed=red, holding=None)
    alphabet = played.header.language.alphabet
    many = evidence.by_order(seen, alphabet, "NINN")
    few = evidence.by_order(seen, alphabet, "NOOO")
    assert many == 1  # all pieces are red
    assert few == pytest.approx(3 / 9 * 2 / 8)
    person = replace(seen, maker=Seat(0))
    assert evidence.by_order(person, alphabet, "NOOO") == 1
    assert (
        evidence.by_order(replace(seen, holding=Kind.WIDE_CURVE), alphabet, "NN") == 0
    )


# --- a seeker ----------------------------------------------------------------

CHILDISH = SeekerMind(knows=(15, 8, 3, 0), overlooks=4, slips=3, dares=0.25)


def sought(code, length, mind, number):
    """Play one round with a single seeker; return the game and the seeker's actions."""
    rnd = random.Random(number)  # noqa: S311 - the same rounds in every run
    settled = {"seats": 1, "length": length, "board_makes": True, "rounds": 1}
    header = Header("decipher", **settled, language=load_language(code))
    game, seed, done = decipher.start(header), rnd.randbytes(16), []
    while not game.over and not game.results:
        action = decipher.interpret(game, Woke()) if decipher.wake(game) else None
        if action == SetSecret(BOARD):
            action = SetSecret(BOARD, entropy=rnd.randbytes(32))
        if action is None:
            view = decipher.view(game, Viewer.PUBLIC)
            action = choose_action(view, header, Seat(0), mind, seed)
            assert action == choose_action(view, header, Seat(0), mind, seed)
            done.append(action)
        outcome = decipher.act(game, action)
        assert not isinstance(outcome, Refused), (action, outcome)
        game = decipher.fold(game, outcome)
    return game, done


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("mind", [PERFECT, CHILDISH])
def test_whatever_it_does_is_never_refused(code, mind):
    """Rounds of every length, to their end."""
    for length in (3, 4, 5, 6):
        for number in range(3):
            game, done = sought(code, length, mind, number)
            assert game.results
            assert any(isinstance(one, TapPiece) for one in done)


def test_who_knows_every_word_finds_more_than_a_child():
    """A seeker who knows every word finds more of twenty words than a child."""
    found = {
        mind: sum(
            sought("en", 6, mind, number)[0].results[0].guessed_by is not None
            for number in range(20)
        )
        for mind in (PERFECT, CHILDISH)
    }
    assert found[PERFECT] >= 19
    assert found[CHILDISH] <= 15


def begun(word):
    settled = {"seats": 2, "length": len(word), "board_makes": False}
    header = Header("decipher", **settled, language=load_language("en"))
    outcome = decipher.act(decipher.start(header), SetSecret(Seat(0), word))
    return header, decipher.fold(decipher.start(header), outcome)


def test_a_mind_knows_its_share_of_words_and_keeps_to_it():
    """Half of the easy words and no others; another seed knows others."""
    header, game = begun("HOBBY")
    view, index = decipher.view(game, Viewer.PUBLIC), index_of(header.language, 5)
    half = SeekerMind(knows=(8, 0, 0, 0))
    known = thinks_of(view, header, half, b"Ann")
    easy = index.bits(header.language.bands["easy"].words(5))
    assert known & ~easy == 0
    assert 0.3 < known.bit_count() / easy.bit_count() < 0.7
    assert known == thinks_of(view, header, half, b"Ann")
    assert known != thinks_of(view, header, half, b"Ben")


def test_who_overlooks_every_no_thinks_of_words_that_are_out():
    """A seeker who overlooks each NO token considers excluded words."""
    header, game = begun("HOBBY")
    view = decipher.view(game, Viewer.PUBLIC)
    index = index_of(header.language, 5)
    no = replace(view, covered=((1, 0, 0, 0), *view.covered[1:]))
    blind = thinks_of(no, header, SeekerMind(overlooks=16), b"")
    assert blind & index.needs(0, Kind.LONG_STICK, 1)
    assert not thinks_of(no, header, PERFECT, b"") & index.needs(0, Kind.LONG_STICK, 1)


def test_where_it_knows_no_word_it_reads_the_letters():
    """A seeker who knows no word considers all that fit, and guesses none."""
    header, game = begun("HOBBY")
    view = decipher.view(game, Viewer.PUBLIC)
    nothing = thinks_of(view, header, SeekerMind(knows=(0, 0, 0, 0)), b"")
    assert nothing == thinks_of(view, header, PERFECT, b"")
    assert likeliest_word(view, header, nothing) == ("", 0.0)


def test_the_word_counts_for_nothing_before_the_reveal():
    """Two words with equal answers: the same is done."""
    done = []
    for word in ("HOBBY", "PANDA"):
        header, game = begun(word)
        view = decipher.view(game, Viewer.PUBLIC)
        done.append(thinks_of(view, header, CHILDISH, b"Ann"))
    assert done[0] == done[1]


def test_without_a_guess_token_nobody_guesses():
    """A seeker without a guess token does not guess."""
    header, game = begun("HOBBY")
    view = decipher.view(game, Viewer.PUBLIC)
    builds = game.round.puzzle.builds
    laid = replace(view, placed=builds, bonus_mode=True, hidden=0)
    assert choose_action(laid, header, Seat(1), PERFECT, b"") == Guess(Seat(1), "HOBBY")
    poor = replace(laid, tokens=(0, 0))
    assert not isinstance(choose_action(poor, header, Seat(1), PERFECT, b""), Guess)


# --- bots --------------------------------------------------------------------

CHANCE = bots.chance(b"a bot's.", 7)


def handed():
    """Return a game against the board, a piece of HOBBY in the first seeker's hand."""
    state = decipher.start(header(board_makes=True, seats=2))
    return do(state, SetSecret(BOARD, "HOBBY", override=True), HandOver(RED))


@pytest.mark.parametrize("strength", decipher.BOTS)
def test_on_its_turn_it_taps_or_guesses_and_the_rules_take_it(strength):
    """On its turn a bot taps or guesses by the rules, after its thinking time."""
    state = handed()
    view = decipher.view(state, state.round.turn)
    move = bot(view, state.header, strength, CHANCE)
    assert isinstance(move.action, TapPiece | Guess)
    assert THINKS_MS <= move.after_ms < THINKS_MS + LONGER_MS
    assert isinstance(decipher.act(state, move.action), tuple)


@pytest.mark.parametrize("strength", decipher.BOTS)
def test_what_it_knows_stays_from_move_to_move(strength):
    """A bot's knowledge depends on strength and seed, and stays between moves."""
    state = handed()
    view, times = decipher.view(state, state.round.turn), set()
    for number in range(12):
        seed = bots.seed(bytes([number]) * 32, 0)
        known = bots.chance(seed, 0)[: bots.SEED_BYTES]
        does = choose_action(
            view.public, state.header, view.seat, MINDS[strength], known
        )
        for at in range(3):
            move = bot(view, state.header, strength, bots.chance(seed, at))
            assert move.action == does
            times.add(move.after_ms)
    assert len(times) > 12


def test_it_waits_on_anybody_elses_turn_and_between_rounds():
    """A bot has no move on another's turn, between rounds, and out of the round."""
    state = handed()
    other = Seat(1 - state.round.turn)
    assert bot(decipher.view(state, other), state.header, "easy", CHANCE) is None
    before = decipher.start(header(board_makes=True))
    assert bot(decipher.view(before, Seat(0)), before.header, "easy", CHANCE) is None
    view = decipher.view(state, state.round.turn)
    out = replace(view, public=replace(view.public, seekers=(other,)))
    assert bot(out, state.header, "easy", CHANCE) is None
