"""What rows and attempts tell of a hidden word: as marking every word would say."""

import random
from functools import cache

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.games.contract import Header
from firmware_host.games.views import Viewer
from firmware_host.games.wqrdles.evidence import fitting
from firmware_host.games.wqrdles.game import wqrdles
from firmware_host.games.wqrdles.rules import card
from firmware_host.games.wqrdles.state import (
    Deal,
    Decode,
    Guess,
    Marked,
    Opened,
    Pass,
    Phase,
    Query,
    Secret,
    State,
    Swap,
)
from firmware_host.words.index import index_of
from firmware_host.words.marks import clue, mark
from tests.games.wqrdles.test_rules import LEE, TINA, do, hidden, row, time_up


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


def one_of(rnd: random.Random, game: State):
    """Return something that somebody can do now."""
    words, now = playable(game.header.language.code, game.header.length), game.round
    seat = rnd.choice(game.active)
    match game.phase:
        case Phase.SECRETS:
            return Secret(seat, rnd.choice(words), sequence=rnd.choice(["on", "off"]))
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


def slower(left: dict, game: State, facts) -> None:
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
    """After each action of games by chance, for two players and for more."""
    looked, wrong = differences(seeds)
    assert looked > 100
    assert wrong == 0


@pytest.mark.long
def test_it_agrees_in_two_thousand_games():
    """And the true word is never lost."""
    looked, wrong = differences(range(4, 2004))
    assert looked > 50_000
    assert wrong == 0


def test_a_wrong_attempt_is_remembered_for_the_whole_round():
    """No page is told of it: what was tried last is shown."""
    game = do(hidden("HOUSE", "ABOUT", "LEMON"), Query(TINA, "ABBEY"))
    index = index_of(game.header.language, 5, laid=False)
    seen = wqrdles.view(game, Viewer.PUBLIC)
    wrong, *_ = set(index.list(fitting(seen, LEE, index))) - {"ABOUT"}
    game = row(time_up(do(game, Guess(TINA, wrong, LEE))), "ABBEY")
    assert game.round.missed == ((LEE, wrong),)
    assert game.round.opened == ()

    after = fitting(wqrdles.view(game, Viewer.PUBLIC), LEE, index)
    assert after == fitting(seen, LEE, index) & ~index.bits([wrong])
    assert "missed" not in wqrdles.PUBLIC


def test_a_word_that_was_found_is_the_only_one():
    """Whatever else would fit the rows."""
    game = row(hidden("HOUSE", "ABOUT", "LEMON"), "ABBEY", Guess(TINA, "ABOUT", LEE))
    index = index_of(game.header.language, 5, laid=False)
    bits = fitting(wqrdles.view(game, TINA), LEE, index)
    assert index.list(bits) == ("ABOUT",)
