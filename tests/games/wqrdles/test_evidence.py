"""The words that fit rows and attempts, as marking every word would find."""

import random
from functools import cache
from math import sqrt

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.board.record import replace
from firmware_host.games.bots import EASY, FAIR, SHARP, STRENGTHS, Move
from firmware_host.games.contract import Header
from firmware_host.games.views import Viewer
from firmware_host.games.wqrdles.evidence import MINDS, choose_action, fitting
from firmware_host.games.wqrdles.game import wqrdles
from firmware_host.games.wqrdles.rules import (
    Deal,
    Decode,
    Guess,
    HideWord,
    Marked,
    Opened,
    Pass,
    Phase,
    Query,
    Swap,
    WqrdlesState,
    card,
)
from firmware_host.words.index import index_of
from firmware_host.words.marks import clue, mark
from tests.games.rivals import played
from tests.games.wqrdles.test_rules import (
    BEN,
    HAND,
    LEE,
    TINA,
    do,
    hidden,
    row,
    start,
    time_up,
)


@cache
def playable(code: str, length: int) -> tuple[str, ...]:
    """Return all words of a length that have letters only and are inoffensive."""
    language = load_language(code)
    words = language.accepted.words(length)
    return tuple(one for one in words if one.isalpha() and one not in language.unfit)


def states(seed: int):
    """Yield every state of a game by chance, each with the facts that led to it."""
    rnd = random.Random(seed)  # noqa: S311 - the same game in every run
    options = (
        ("sequence", rnd.choice(["on", "off", "each"])),
        ("query", rnd.choice(["cards", "own"])),
        ("decode", rnd.choice(["board", "board", "hand"])),
    )
    language, length = load_language(rnd.choice(["en", "de"])), rnd.choice([4, 5])
    seats = rnd.choice([2, 3, 4])
    game = wqrdles.start(
        Header("wqrdles", seats, length, options=options, language=language)
    )
    while not game.over and len(game.results) < 2 and len(game.round.rows) < 12:
        action = wqrdles.with_entropy(one_of(rnd, game), rnd.randbytes(32))
        facts = wqrdles.act(game, action)
        if not isinstance(facts, Refused):
            game = wqrdles.fold(game, facts)
            yield game, facts


def one_of(rnd: random.Random, game: WqrdlesState):
    """Return a random possible action."""
    words, now = playable(game.header.language.code, game.header.length), game.round
    seat = rnd.choice(game.active)
    match game.phase:
        case Phase.SECRETS:
            return HideWord(seat, rnd.choice(words), sequence=rnd.choice(["on", "off"]))
        case Phase.DEAL:
            return Deal()
        case Phase.QUERY if game.cards:
            if rnd.random() < 0.1:
                return Swap(now.turn)
            return Query(now.turn, rnd.choice(card(game, dict(now.hands)[now.turn])))
        case Phase.QUERY:
            secret = rnd.choice(now.words)
            called = secret if secret and rnd.random() < 0.1 else rnd.choice(words)
            return Query(now.turn, called)
        case Phase.DECODE:
            return Decode(seat, mark(now.query, now.words[seat]))
        case Phase.ATTEMPTS:
            seat = now.turn if game.race else seat
            of = rnd.choice(now.seats)
            tried = now.words[of] if rnd.random() < 0.1 else rnd.choice(words)
            return rnd.choice([Pass(seat), Guess(seat, tried, of)])


def slower(left: dict, game: WqrdlesState, facts) -> None:
    """Mark every word that is *left* of each secret for a row that was filled."""
    for fact in facts:
        match fact:
            case Marked(marks=answers):
                query = game.round.rows[-1].word
                for seat, marks, beyond in answers:
                    left[seat] = {
                        word
                        for word in left[seat]
                        if mark(query, word) == marks
                        and beyond in ("", clue(query, word))
                    }
            case Opened(tries=tries):
                for _, of, word, earned in tries:
                    left[of] = {word} if earned else left[of] - {word}
            case _:
                pass


def differences(seeds) -> tuple[int, int]:
    """Return how often it was asked, and how often something differs."""
    looked = wrong = 0
    for seed in seeds:
        left = {}
        for game, facts in states(seed):
            if game.phase is Phase.SECRETS or game.over:
                left = {}
                continue
            language, length = game.header.language, game.header.length
            if not left:
                every = set(playable(language.code, length))
                left = dict.fromkeys(game.round.seats, every)
            slower(left, game, facts)
            index = index_of(language, length, laid=False)
            for owner in game.round.seats:
                viewer = Viewer.PUBLIC if seed % 2 else Seat(owner - 1)
                bits = fitting(wqrdles.view(game, viewer), owner, index)
                looked += 1
                wrong += set(index.list(bits)) != left[owner]
                wrong += not index.bits([game.round.words[owner]]) & bits
    return looked, wrong


@pytest.mark.parametrize("seeds", [range(4)])
def test_it_agrees_with_marking_every_word(seeds):
    """In random games the fitting words are those that marking each word finds."""
    looked, wrong = differences(seeds)
    assert looked > 100
    assert wrong == 0


@pytest.mark.long
def test_it_agrees_in_two_thousand_games():
    """In 2,000 games the result is the same, and the true word is never excluded."""
    looked, wrong = differences(range(4, 2004))
    assert looked > 50_000
    assert wrong == 0


def test_a_wrong_attempt_is_remembered_for_the_whole_round():
    """
    A wrong attempt excludes its word for the whole round.

    The public view shows only the last attempt.
    """
    game = do(hidden("HOUSE", "ABOUT", "LEMON"), Query(TINA, "ABBEY"))
    index = index_of(game.header.language, 5, laid=False)
    seen = wqrdles.view(game, Viewer.PUBLIC)
    wrong, *_ = set(index.list(fitting(seen, LEE, index))) - {"ABOUT"}
    game = row(time_up(do(game, Guess(TINA, wrong, LEE))), "ABBEY")
    assert game.round.missed == ((LEE, wrong),)
    assert game.round.opened == ()

    after = fitting(wqrdles.view(game, Viewer.PUBLIC), LEE, index)
    assert after == fitting(seen, LEE, index) & ~index.bits([wrong])
    assert "missed" in wqrdles.PUBLIC


def test_a_word_that_was_found_is_the_only_one():
    """For a word that was found only that word fits."""
    game = row(hidden("HOUSE", "ABOUT", "LEMON"), "ABBEY", Guess(TINA, "ABOUT", LEE))
    index = index_of(game.header.language, 5, laid=False)
    bits = fitting(wqrdles.view(game, TINA), LEE, index)
    assert index.list(bits) == ("ABOUT",)


# --- bots --------------------------------------------------------------------

CHANCE = bytes(range(32))

#: 1.96 deviations of the normal distribution: 95 %.
Z95 = 1.96


def header(seats: int, *options, language: str = "en", length: int = 5) -> Header:
    words = load_language(language)
    return Header("wqrdles", seats, length, options=options, language=words)


@pytest.mark.parametrize(
    ("settled", "strengths"),
    [
        (header(2), (EASY, SHARP)),
        (header(2, *HAND, language="de", length=4), (FAIR, FAIR)),
        (header(2, ("hard", "on")), (EASY, FAIR)),
        (header(3, ("query", "own"), ("hard", "on")), (EASY, EASY, SHARP)),
        (header(3), (EASY, FAIR, SHARP)),
        (header(4, ("sequence", "off"), *HAND), (SHARP, FAIR, EASY, EASY)),
    ],
)
def test_rivals_play_whatever_is_chosen_to_the_end(settled, strengths):
    """Bots play to the end with any rules, without a refusal."""
    *_, (_, _, last) = played(wqrdles, settled, strengths, 1)
    assert last.over
    assert max(last.totals) > 0
    assert last.round.slipped == ()


def test_a_rival_waits_until_it_is_asked():
    """While others hide, ask or try, and once the game is over."""
    game = hidden("HOUSE", "ABOUT")
    seen = [wqrdles.view(game, seat) for seat in (TINA, LEE)]
    settled = header(2)
    assert wqrdles.bot(seen[1], settled, FAIR, CHANCE) is None
    move = wqrdles.bot(seen[0], settled, FAIR, CHANCE)
    assert isinstance(move.action, Query)
    assert move.after_ms >= MINDS[FAIR].thinks_ms
    assert move == wqrdles.bot(seen[0], settled, FAIR, CHANCE)
    assert wqrdles.bot(wqrdles.view(game, Viewer.PUBLIC), settled, FAIR, CHANCE) is None


def test_a_rival_says_words_that_the_board_draws_as_long_as_one_fits():
    """A bot uses words of the board's list as long as one fits."""
    settled = header(2, language="de")
    drawn = settled.language.common.words(5)
    called = [
        action.word
        for seed in range(3, 6)
        for _, action, _ in played(wqrdles, settled, (SHARP, EASY), seed)
        if isinstance(action, HideWord | Query | Guess)
    ]
    assert len(called) > 10
    assert {*called} <= {*drawn}


def test_a_rival_marks_its_own_word_by_hand_without_a_slip():
    """A bot marks its own word without a mistake."""
    game = do(hidden("HOUSE", "ABOUT", "LEMON", options=HAND), Query(TINA, "SHAPE"))
    seen = wqrdles.view(game, BEN)
    assert choose_action(seen, header(3, *HAND), MINDS[EASY], CHANCE) == Decode(
        BEN, "----y"
    )


def test_a_word_that_no_list_has_is_found_all_the_same():
    """If no word of its list fits, a bot uses the dictionary, so that races end."""
    settled = header(2)
    assert "XERIC" not in settled.language.common
    game = do(row(hidden("XERIC", "ABOUT"), "SHAPE"), Query(LEE, "XERIC"))
    for mind in MINDS.values():
        tried = choose_action(wqrdles.view(game, LEE), settled, mind, CHANCE)
        assert tried == Guess(LEE, "XERIC", TINA)


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("hard", ["off", "on"])
@pytest.mark.parametrize("others", [(), ("LEMON",)])
def test_a_bot_asks_for_a_secret_that_no_list_has(strength, hard, others):
    """If no word fits the answers, a bot's query is still valid."""
    rules = (("query", "own"), ("hard", hard))
    game = start(2 + len(others), rules)
    words = ("ABOUT", "ZZQZA", *others)
    hides = [HideWord(Seat(at), word, override=True) for at, word in enumerate(words)]
    game = row(do(game, *hides), "PIZZA")
    while game.round.turn != TINA:
        asks = Query(game.round.turn, "PIZZA", drawn=True)
        game = time_up(do(game, asks))
    seen = wqrdles.view(game, TINA)
    settled = header(len(words), *rules)
    assert not fitting(seen, LEE, index_of(settled.language, 5, laid=False))
    for number in range(8):
        action = choose_action(seen, settled, MINDS[strength], bytes([number]) * 32)
        assert isinstance(action, Query)
        assert do(game, action).round.query == action.word


def any_of(rnd: random.Random, index, bits: int) -> str:
    """Return some word of *bits*."""
    at = rnd.randrange(bits.bit_length())
    behind = bits >> at
    return index.word(at + (behind & -behind).bit_length() - 1)


def twins(settled: Header, strengths, seed: int, ask=wqrdles.bot) -> tuple[int, int]:
    """
    Return how often a bot was asked twice, and how often its two moves differed.

    In the second state each hidden word is replaced by another that fits all answers.
    """
    rnd = random.Random(seed)  # noqa: S311 - the same in every run
    index = index_of(settled.language, settled.length, laid=False)
    asked = other = 0
    for game, _, _ in played(wqrdles, settled, strengths, seed):
        if game.phase not in (Phase.QUERY, Phase.ATTEMPTS):
            continue
        seat = game.round.turn
        words = list(game.round.words)
        for owner in game.round.seats:
            bits = fitting(wqrdles.view(game, seat), owner, index)
            if owner != seat and bits:
                words[owner] = any_of(rnd, index, bits)
        twin = replace(game, round=replace(game.round, words=tuple(words)))
        chance, strength = rnd.randbytes(32), rnd.choice(STRENGTHS)
        one, two = (
            ask(wqrdles.view(state, seat), settled, strength, chance)
            for state in (game, twin)
        )
        asked += 1
        other += one != two
    return asked, other


def test_two_secrets_that_were_answered_alike_bring_the_same_move():
    """Two words with equal answers give the same moves, at every moment of a game."""
    for seed, seats in enumerate((2, 3)):
        asked, other = twins(header(seats), (EASY, FAIR, SHARP)[:seats], seed)
        assert asked > 20
        assert other == 0


@pytest.mark.long
def test_in_two_thousand_games_no_rival_knows_more_than_it_sees():
    """In 2,000 games other fitting words do not change a bot's move."""
    for seed in range(2000):
        settled = header(2 + seed % 2, language=("en", "de")[seed // 2 % 2])
        strengths = tuple(STRENGTHS[(seed + at) % 3] for at in range(settled.seats))
        assert twins(settled, strengths, seed)[1] == 0


def test_a_rival_that_peeks_is_found():
    """A bot that uses the commitment is found."""

    def peeks(view, settled, strength, chance):
        move = wqrdles.bot(view, settled, strength, chance)
        word = view.public.commitments[1 - view.seat][:5]
        return move and Move(Guess(view.seat, word, Seat(1 - view.seat)))

    asked, other = twins(header(2), (EASY, FAIR), 1, peeks)
    assert 0 < other <= asked


def won(better: str, worse: str, games: int, seed: int = 0) -> float:
    """Return the better bot's share of won races."""
    wins = 0.0
    for number in range(games):
        pair = (better, worse) if number % 2 else (worse, better)
        *_, (_, _, last) = played(wqrdles, header(2), pair, seed + number)
        wins += (Seat(pair.index(better)) in last.winners) / len(last.winners)
    return wins / games


@pytest.mark.long
@pytest.mark.parametrize(("better", "worse"), [(FAIR, EASY), (SHARP, FAIR)])
def test_strengths_are_apart_over_two_thousand_races(better, worse):
    """The stronger bot wins more than half of 2,000 races, significantly at 95 %."""
    games = 2000
    share = won(better, worse, games)
    margin = Z95 * sqrt(share * (1 - share) / games)
    assert share - margin > 0.5


def test_the_sharp_one_wins_most_races_against_the_easy_one():
    """A few games are enough for that."""
    assert won(SHARP, EASY, 10) > 0.5
