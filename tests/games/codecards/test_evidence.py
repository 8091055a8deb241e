"""The codes that fit the answered hits, as checking every code would find."""

import random
from itertools import permutations

import pytest

from firmware_host.board.messages import Refused
from firmware_host.games.codecards.evidence import cards, codes, count, fitting
from firmware_host.games.codecards.game import codecards
from firmware_host.games.codecards.rules import (
    BOTH,
    DECK,
    WIDTH,
    Break,
    Deal,
    Done,
    Evaluated,
    Name,
    Play,
    Played,
    Skip,
    other,
    play,
)
from firmware_host.games.game import Undo, Undone
from firmware_host.games.views import Viewer
from tests.games.codecards_play import (
    LEE,
    LEES,
    TINA,
    begun,
    do as done,
    header,
    opened,
    three,
    unseen,
)


def games(seed: int):
    """
    Yield every state of a game by chance, and the cards that were answered in it.

    It is dealt, or played with cards of people's own.
    """
    rnd = random.Random(seed)  # noqa: S311 - the same game in every run
    if seed % 2:
        game = codecards.start(header(options=(("cards", "dealt"),)))
        game = done(game, Deal(entropy=rnd.randbytes(32)))
    else:
        code = rnd.sample(DECK, 2 * WIDTH)
        game = begun(" ".join(code[:WIDTH]), " ".join(code[WIDTH:]), rnd.choice(BOTH))
    kept = [(game, frozenset())]
    while not game.over:
        outcome = codecards.act(game, one_of(rnd, game))
        if isinstance(outcome, Refused):
            continue
        after, now = codecards.fold(game, outcome), game.round
        if after.round is None and not after.over:
            continue  # the lot taken back
        if any(isinstance(fact, Undone) for fact in outcome):
            kept = kept[: [one for one, _ in kept].index(after) + 1]
        else:
            kept.append((after, answered(kept[-1][1], now, outcome)))
        game = after
        yield kept[-1]


def answered(log, now, outcome):
    """Return the log with the cards on top where a turn was over."""
    for fact in outcome:
        if isinstance(fact, Played):
            now = play(now, fact)
        elif isinstance(fact, Evaluated):
            tops = now.tops[now.turn]
            log |= {(now.turn, at, card) for at, card in enumerate(tops) if card}
    return log


def one_of(rnd: random.Random, game):
    """Return a random action, sensible or not."""
    now = game.round
    if now.broken_by is not None:
        return Name(rnd.choice(DECK))
    held = now.held[now.turn] or unseen(game)
    plays = [Play(column, card) for column in (1, 2, 3) for card in rnd.sample(held, 1)]
    others = [Skip(), Done(), Undo()] + [Break()] * (rnd.random() < 0.1)
    return rnd.choice(plays * 3 + others)


def played(game) -> set:
    """Return all cards in the piles."""
    return {card for row in game.round.piles for pile in row for card in pile}


def slow(game, log, owner, viewer) -> list[set]:
    """Return for each place the cards that answer as the hidden one has answered."""
    now, seeker = game.round, other(owner)
    gone = played(game)
    if isinstance(viewer, int):
        gone |= {*now.held[viewer], *now.deal.codes[viewer]}
    return [
        {
            card
            for card in set(DECK) - gone
            if all(
                alike(top, card) == alike(top, hidden)
                for by, column, top in log
                if by == seeker and column == 2 - at
            )
        }
        for at, hidden in enumerate(now.deal.codes[owner])
    ]


def alike(top: str, card: str) -> bool:
    """Return whether suit or rank is the same, read off the names."""
    return top[-1] == card[-1] or top[:-1] == card[:-1]


def differences(seeds) -> tuple[int, int]:
    """Return how many views were asked, and in how many something differs."""
    looked = wrong = 0
    for seed in seeds:
        for game, log in games(seed):
            if game.over:
                continue
            for owner in BOTH:
                for viewer in (Viewer.PUBLIC, other(owner)):
                    found = fitting(codecards.view(game, viewer), owner)
                    expected = slow(game, log, owner, viewer)
                    pairs = zip(game.round.deal.codes[owner], expected, strict=True)
                    right = [set(cards(place)) for place in found] == expected
                    wrong += not (right and all(true in fit for true, fit in pairs))
                    looked += 1
    return looked, wrong


def test_it_agrees_with_asking_every_card():
    """
    In random games the result equals that of checking every card.

    It is computed for the public and for the seat that seeks.
    """
    looked, wrong = differences(range(10))
    assert looked > 500
    assert wrong == 0


@pytest.mark.long
def test_it_agrees_in_two_thousand_games():
    """In 2,000 games the result is the same, and the true code is never excluded."""
    looked, wrong = differences(range(2000))
    assert looked > 100_000
    assert wrong == 0


@pytest.mark.parametrize("size", [0, 1, 2, 3, 5, 9])
def test_codes_are_counted_as_they_are_listed(size):
    """The count of codes equals the length of their list."""
    rnd = random.Random(size)  # noqa: S311 - the same in every run
    for _ in range(20):
        bits = [1 << at for at in range(10)]
        places = tuple(sum(rnd.sample(bits, size)) for _ in range(WIDTH))
        named = [set(cards(place)) for place in places]
        slowly = [
            code
            for code in permutations(DECK[:10], WIDTH)
            if all(card in place for card, place in zip(code, named, strict=True))
        ]
        assert sorted(codes(places)) == sorted(slowly)
        assert count(places) == len(slowly)


def test_before_the_first_card_every_code_fits_that_one_does_not_hold_oneself():
    """Before the first card all codes without one's own cards fit."""
    game = begun()
    assert count(fitting(codecards.view(game, Viewer.PUBLIC), LEE)) == 52 * 51 * 50
    assert count(fitting(codecards.view(game, TINA), LEE)) == 49 * 48 * 47


def test_an_answer_holds_though_another_card_lies_on_it():
    """An answer still excludes cards after another card covers the played one."""
    game = opened()
    before = cards(fitting(codecards.view(game, TINA), LEE)[0])
    assert not [card for card in before if card.suit == "spades" or card.rank == 5]
    after = done(game, *three("6C 7D 8C"))
    left = cards(fitting(codecards.view(after, TINA), LEE)[0])
    assert {*left} < {*before}
    assert LEES.split()[0] in left


def test_no_page_is_told_how_covered_cards_were_answered():
    """The answers to covered cards are not public: players have to remember them."""
    assert "answered" not in codecards.PUBLIC
    seen = codecards.view(opened(), Viewer.PUBLIC)
    assert [len(pile) for pile in seen.answered[TINA]] == [1, 1, 1]
