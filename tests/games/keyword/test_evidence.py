"""The longest word of a hand: as laying every word of the list would say."""

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.messages import Refused
from firmware_host.games.contract import Header
from firmware_host.games.keyword.evidence import every_word, layable, laying, longest
from firmware_host.games.keyword.game import keyword
from firmware_host.games.keyword.state import Deal, Lay, Pass, Round
from firmware_host.words.longest import LayIndex

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
    """Return a word of the hand and the row that is none, as a rule, or a pass."""
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
    """In games by chance; what it finds can be laid."""
    looked, wrong = differences(range(4))
    assert looked > 50
    assert wrong == 0


@pytest.mark.long
def test_it_agrees_in_two_thousand_games():
    """And no hand lays a longer word."""
    looked, wrong = differences(range(4, 2004))
    assert looked > 20_000
    assert wrong == 0


def held(hand: str, row: str):
    """Return the view of a seat with this hand, the row lying open."""
    language = load_language("en")
    game = keyword.start(Header("keyword", 2, 0, language=language))
    game = replace(game, hands=(tuple(hand), tuple("AEIOUY")), row=tuple(row))
    return keyword.view(replace(game, round=Round(game.players)), game.players[0])


def most_blue(word: str, hand: str, row: str) -> int:
    """Return how many blue cards lay a word at most, by trying them; -1 for none."""
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
    """One of the hand is needed; what cannot be laid is told."""
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
    """Return whether another word of the whole list is the longest."""
    language = load_language(code)
    index, cards = every_word(language), {*hand, *row}
    near = (
        word
        for word in language.wide
        if sum(letter not in cards for letter in word) <= (hand + row).count("?")
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
    """A word of blue cards alone is none."""
    assert not differs(code, hand, row)


def test_where_people_hold_real_cards_nobody_knows_the_longest():
    """The board has not seen the hand."""
    options = (("cards", "real"),)
    language = load_language("en")
    game = keyword.start(Header("keyword", 2, 0, options=options, language=language))
    hands = (("*",) * 6,) * 2
    game = replace(game, hands=hands, row=tuple("TEASER"), round=Round(game.players))
    view = keyword.view(game, game.players[0])
    assert longest(view, LayIndex(["TEASER", "TREE"])) == ()
