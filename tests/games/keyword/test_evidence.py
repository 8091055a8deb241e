"""The longest word of a hand: as laying every word of the list would say."""

import random
from collections import Counter
from itertools import permutations
from math import sqrt

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.board.record import replace
from firmware_host.games.bots import EASY, FAIR, SHARP, STRENGTHS, Move
from firmware_host.games.contract import Header
from firmware_host.games.keyword.evidence import (
    FOLLOWS_MS,
    HURRIES_MS,
    MINDS,
    bot,
    choose_move,
    every_word,
    known_words,
    layable,
    laying,
    longest,
)
from firmware_host.games.keyword.game import keyword
from firmware_host.games.keyword.rules import (
    Claim,
    CollectedWord,
    Deal,
    KeywordRound,
    Lay,
    Pass,
)
from firmware_host.games.views import Viewer
from firmware_host.words.longest import LayIndex
from tests.games.rivals import played

#: Every so many words of the list are asked for in games by chance.
STEP = 700


def states(seed: int):
    """Yield every state of a game by chance in which hands are held."""
    rnd = random.Random(seed)  # noqa: S311 - the same game in every run
    language = load_language(rnd.choice(["en", "de"]))
    header = Header("keyword", rnd.choice([2, 3, 6]), 0, language=language)
    game = keyword.start(header)
    while not game.over and len(game.results) < 4:
        if game.round is None:
            action = Deal(entropy=rnd.randbytes(32))
        else:
            seat = rnd.choice(game.round.waiting)
            action = one_of(rnd, keyword.view(game, seat))
        facts = keyword.act(game, action)
        if not isinstance(facts, Refused):
            game = keyword.fold(game, facts)
            yield game


def one_of(rnd: random.Random, view):
    """Return a random word of hand and row, usually in no dictionary, or a pass."""
    word = rnd.sample(view.hand, rnd.randint(1, len(view.hand)))
    if rnd.random() < 0.2:
        return Pass(view.seat, tuple(word))
    letters = "".join(card if card.isalpha() else "E" for card in word)
    blanks = tuple(place for place, card in enumerate(word, 1) if card == "?")
    blue = [0] * len(word)
    for zone, card in enumerate(view.public.row, 1):
        if card.isalpha() and rnd.random() < 0.5:
            letters, blue = letters + card, [*blue, zone]
    return Lay(view.seat, letters, tuple(blue), blanks)


def can_lay(word: str, hand, row) -> bool:
    """Return whether one card of the hand, and then any others, lay a word."""
    for card in set(hand):
        left = Counter((*hand, *row))
        left[card] -= 1
        places = word if card == "?" else [one for one in word if one == card][:1]
        for letter in set(places):
            rest = Counter(word.replace(letter, "", 1))
            if (rest - left).total() <= left["?"]:
                return True
    return False


def differences(seeds) -> tuple[int, int]:
    """Return how many hands were asked for, and how many answers differ."""
    looked = wrong = 0
    every = {code: list(load_language(code).wide) for code in ("en", "de")}
    for seed in seeds:
        for game in states(seed):
            if game.round is None:
                continue
            words = every[game.header.language.code][seed % STEP :: STEP]
            index = LayIndex(words)
            seat = game.players[seed % len(game.players)]
            view = keyword.view(game, seat)
            slow = [w for w in words if can_lay(w, view.hand, view.public.row)]
            most = max(map(len, slow), default=0)
            looked += 1
            wrong += index.list(layable(view, index)) != tuple(slow)
            wrong += longest(view, index) != tuple(w for w in slow if len(w) == most)
            wrong += any(not accepted(game, laying(view, w)) for w in slow[-5:])
    return looked, wrong


def accepted(game, lay) -> bool:
    """Return whether a word can be laid so now, or could before it was."""
    waiting = lay.by in game.round.waiting
    refused = keyword.act(game, lay)
    return not waiting or not isinstance(refused, Refused)


def test_it_agrees_with_laying_every_word():
    """In random games the longest words equal those found by trying every word."""
    looked, wrong = differences(range(4))
    assert looked > 50
    assert wrong == 0


@pytest.mark.long
def test_it_agrees_in_two_thousand_games():
    """In 2,000 games no hand has a longer word."""
    looked, wrong = differences(range(4, 2004))
    assert looked > 20_000
    assert wrong == 0


def held(hand: str, row: str):
    """Return the view of a seat with this hand, the row lying open."""
    language = load_language("en")
    game = keyword.start(Header("keyword", 2, 0, language=language))
    game = replace(game, hands=(tuple(hand), tuple("AEIOUY")), row=tuple(row))
    return keyword.view(
        replace(game, round=KeywordRound(game.players)), game.players[0]
    )


def most_blue(word: str, hand: str, row: str) -> int:
    """Return the most blue cards of a word, by trying them; -1 if impossible."""
    best = -1
    for cards in {*permutations((*enumerate(hand), *enumerate(row, 10)), len(word))}:
        fits = all(card in (a, "?") for a, (_, card) in zip(word, cards, strict=True))
        blue = sum(at >= 10 for at, _ in cards)
        if fits and blue < len(word):
            best = max(best, blue)
    return best


@pytest.mark.parametrize(
    ("hand", "row", "word"),
    [
        ("CA", "AT?", "CAT"),
        ("C", "CAT", "CAT"),
        ("X", "CAT", "CAT"),
        ("?", "CAT", "CAT"),
        ("AT", "CAT?", "TACT"),
        ("??", "A?", "TATA"),
        ("TT", "?A", "TATA"),
        ("AA", "?", "TATA"),
        ("EE?", "E?", "EEE"),
    ],
)
def test_a_word_is_laid_with_as_many_blue_cards_as_can_be(hand, row, word):
    """A word is laid with as many blue cards as possible and one of the hand."""
    view = held(hand, row.ljust(6, "Q"))
    lay, most = laying(view, word), most_blue(word, hand, row)
    assert (lay is not None) is (most >= 0)
    if lay is not None:
        assert sum(map(bool, lay.blue)) == most
        cards = [row[zone - 1] for zone in lay.blue if zone]
        assert len({*filter(None, lay.blue)}) == len(cards)
        laid = Counter(
            "?" if at in lay.blanks else letter
            for at, letter in enumerate(word, 1)
            if not lay.blue[at - 1]
        )
        assert not laid - Counter(hand)


def differs(code: str, hand: str, row: str) -> bool:
    """Return whether another fit word of the whole list is the longest."""
    language = load_language(code)
    index, cards = every_word(language), {*hand, *row}
    near = (
        word
        for word in language.wide
        if sum(letter not in cards for letter in word) <= (hand + row).count("?")
        and word not in language.unfit
    )
    every = [word for word in near if can_lay(word, hand, row)]
    most = max(map(len, every))
    found = longest(held(hand, row), index)
    return found != tuple(word for word in every if len(word) == most)


def test_of_the_whole_list_the_longest_are_found():
    """The list is looked through once for a language, and kept."""
    assert not differs("en", "QJXTNS", "EEARID")
    language = load_language("en")
    assert every_word(language) is every_word(language)


@pytest.mark.long
@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize(
    ("hand", "row"), [("?QX", "STE?LN"), ("ZZQ", "TEASER"), ("A?C?", "?TIONS")]
)
def test_of_the_whole_list_the_longest_are_found_with_jokers(code, hand, row):
    """
    The longest words of the whole list are found with jokers.

    Neither a word of blue cards alone nor an unfit one counts: the board never says
    SEXTING, whose length 76 fit words of the first hand have.
    """
    assert not differs(code, hand, row)


def test_where_people_hold_real_cards_nobody_knows_the_longest():
    """The board has not seen the hand."""
    options = (("cards", "real"),)
    language = load_language("en")
    game = keyword.start(Header("keyword", 2, 0, options=options, language=language))
    hands = (("*",) * 6,) * 2
    game = replace(
        game, hands=hands, row=tuple("TEASER"), round=KeywordRound(game.players)
    )
    view = keyword.view(game, game.players[0])
    assert longest(view, LayIndex(["TEASER", "TREE"])) == ()


# --- bots --------------------------------------------------------------------

CHANCE = bytes(range(32))

#: 1.96 deviations of the normal distribution: 95 %.
Z95 = 1.96


def header(seats: int, *options, language: str = "en") -> Header:
    words = load_language(language)
    return Header("keyword", seats, 0, options=options, language=words)


def holding(hand: str, row: str, *options, **changes):
    """Return a game of two in which the first one has this hand, in a round."""
    game = keyword.start(header(2, *options))
    hands = (tuple(hand), tuple("QQQQQQ"))
    round_ = KeywordRound(game.players)
    return replace(game, hands=hands, row=tuple(row), round=round_, **changes)


@pytest.mark.parametrize(
    ("settled", "strengths"),
    [
        (header(2), (EASY, SHARP)),
        (header(3, ("sand_s", 0), language="de"), (FAIR, SHARP, EASY)),
    ],
)
def test_bots_play_to_the_end(settled, strengths):
    """Bots play to the end without a refusal, and all their words are valid."""
    words = []
    for before, action, last in played(keyword, settled, strengths, 1):
        if isinstance(action, Lay):
            words.append(action.word)
        faults = [one.faults for one in last.opened]
        assert not any(faults), before
    assert last.over
    assert words


def test_the_sharp_one_lays_the_longest_word_with_most_blue_cards():
    """The sharp bot lays one of the longest words, with the most blue cards."""
    seen = keyword.view(holding("TREXQZ", "EAS?BL"), Seat(0))
    lay = choose_move(seen, header(2), MINDS[SHARP], CHANCE)
    words = longest(seen, known_words(header(2).language, ()))
    assert lay.word in words
    counts = {sum(map(bool, laying(seen, word).blue)) for word in words}
    assert len(counts) > 1
    assert sum(map(bool, lay.blue)) == max(counts)


def test_whoever_has_laid_waits_a_moment_for_a_bot():
    """A bot takes its time, but hurries if all others have laid or passed."""
    game = holding("TREXQZ", "EAS?BL")
    settled = header(2)
    alone = bot(keyword.view(game, Seat(0)), settled, EASY, CHANCE)
    passed = replace(game, round=replace(game.round, passed=(Seat(1),)))
    last = bot(keyword.view(passed, Seat(0)), settled, EASY, CHANCE)
    assert alone.action == last.action
    assert last.after_ms <= HURRIES_MS < MINDS[EASY].thinks_ms <= alone.after_ms
    both = replace(game, round=replace(game.round, passed=(Seat(1), Seat(2))))
    assert (
        bot(keyword.view(both, Seat(0)), settled, EASY, CHANCE).after_ms == FOLLOWS_MS
    )


def test_whoever_lays_no_word_takes_new_cards():
    """A bot without a word exchanges all its cards; with real cards none."""
    game = holding("QXQXQX", "ZZZZZZ")
    assert choose_move(
        keyword.view(game, Seat(0)), header(2), MINDS[SHARP], CHANCE
    ) == Pass(Seat(0), tuple("QXQXQX"))
    game = holding("******", "TEASER", ("cards", "real"))
    assert choose_move(
        keyword.view(game, Seat(0)), header(2), MINDS[SHARP], CHANCE
    ) == Pass(Seat(0))


def test_a_bot_claims_the_keyword_as_soon_as_it_can():
    """A bot claims the keyword as soon as it can."""
    won = (CollectedWord("CAT", 0),)
    game = holding("TREXQZ", "EAS?QQ", ("keyword", "CAT"), words=(won, ()))
    move = keyword.bot(keyword.view(game, Seat(0)), header(2), EASY, CHANCE)
    assert move == Move(Claim(Seat(0)))


def test_a_bot_waits_for_others_and_never_for_longer_than_the_sand():
    """A bot lays once, at the latest with half of the time left."""
    game = holding("TREXQZ", "EAS?QQ", ("sand_s", 30))
    seen = keyword.view(game, Seat(0))
    move = keyword.bot(seen, header(2), EASY, CHANCE)
    assert move.after_ms == 15_000
    assert move == keyword.bot(seen, header(2), EASY, CHANCE)
    laid = keyword.fold(game, keyword.act(game, move.action))
    for seen in (
        keyword.view(laid, Seat(0)),
        keyword.view(replace(game, round=None), Seat(0)),
        keyword.view(game, Viewer.PUBLIC),
    ):
        assert keyword.bot(seen, header(2), EASY, CHANCE) is None


def twins(settled: Header, seed: int, ask=keyword.bot) -> tuple[int, int]:
    """
    Return how often a bot was asked again, and did something else.

    Others hold other cards then, of those that it has not seen.
    """
    rnd = random.Random(seed)  # noqa: S311 - the same in every run
    asked = other = 0
    strengths = tuple(STRENGTHS[(seed + at) % 3] for at in range(settled.seats))
    for game, _, _ in played(keyword, settled, strengths, seed):
        if game.round is None:
            continue
        seat = rnd.choice(game.players)
        unseen = [*game.orange]
        for at, hand in enumerate(game.hands):
            unseen += hand if at != seat else ()
        rnd.shuffle(unseen)
        hands = tuple(
            hand if at == seat else tuple(unseen.pop() for _ in hand)
            for at, hand in enumerate(game.hands)
        )
        twin = replace(game, hands=hands, orange=tuple(sorted(unseen)))
        chance, strength = rnd.randbytes(32), rnd.choice(STRENGTHS)
        one, two = (
            ask(keyword.view(state, seat), settled, strength, chance)
            for state in (game, twin)
        )
        asked += 1
        other += one != two
    return asked, other


def test_what_others_hold_changes_no_move():
    """Other players' hands do not change a bot's move, at every moment of a game."""
    asked, other = twins(header(3), 1)
    assert asked > 20
    assert other == 0


@pytest.mark.long
def test_in_two_thousand_games_no_bot_knows_more_than_it_sees():
    """In 2,000 games other players' hands do not change a bot's move."""
    for seed in range(2000):
        settled = header(2 + seed % 2, language=("en", "de")[seed // 2 % 2])
        assert twins(settled, seed)[1] == 0


def test_a_bot_that_does_not_go_by_its_view_alone_is_found():
    """A bot whose move changes between two equal calls is found."""
    moves = []

    def fickle(*asked):
        moves.append(asked)
        return Move(len(moves))

    asked, other = twins(header(2), 1, fickle)
    assert asked == other > 0


def won(better: str, worse: str, games: int) -> float:
    """Return the better bot's share of won games; a shared win counts in part."""
    wins = 0.0
    for number in range(games):
        pair = (better, worse) if number % 2 else (worse, better)
        *_, (_, _, last) = played(keyword, header(2), pair, number)
        wins += (Seat(pair.index(better)) in last.winners) / len(last.winners)
    return wins / games


@pytest.mark.long
@pytest.mark.parametrize(("better", "worse"), [(FAIR, EASY), (SHARP, FAIR)])
def test_strengths_are_apart_over_two_thousand_games(better, worse):
    """The stronger bot wins more than half of 2,000 games, at 95 % confidence."""
    games = 2000
    share = won(better, worse, games)
    assert share - Z95 * sqrt(share * (1 - share) / games) > 0.5
