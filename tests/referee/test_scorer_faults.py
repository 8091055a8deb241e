"""Ten and more rule faults planted in each engine, all of which its scorer finds."""

from dataclasses import replace
from functools import cache

import pytest

from firmware_host.board.messages import Refused
from firmware_host.games import game as common
from firmware_host.games.codecards import (
    rules as codecards_rules,
)
from firmware_host.games.codecards.game import codecards
from firmware_host.games.codecards.rules import Broken, Column
from firmware_host.games.game import Undone
from firmware_host.games.keyword import rules as keyword_rules
from firmware_host.games.wqrdles import rules as wqrdles_rules
from firmware_host.games.wqrdles.game import wqrdles
from tests.referee import (
    codecards as codecards_scorer,
    keyword as keyword_scorer,
    test_rulings as rulings,
    wqrdles as wqrdles_scorer,
)
from tests.referee.scored import parting

#: Number of games to search; a fault that appears in none of them is not covered.
SEEDS = (*range(60), 131)  # in the last one a card could serve the keyword twice

# --- Code cards ---------------------------------------------------------------------


def two_on_a_column(now, fact):
    after = LAY(now, fact)
    return replace(after, column=Column(min(fact.column, 3)))


def a_deck_for_ever(now, fact):
    return replace(ANSWER(now, fact), deck=now.deck)


def the_opponent_goes_on(now, fact):
    return replace(ANSWER(now, fact), turn=now.turn)


def broken_on_the_first_turn(_game, now):
    return (Broken(now.turn),)


def a_card_twice(_game, now, card):
    return all(card not in code for code in now.deal.codes)


def a_hidden_card_played(_game, now, card):
    return not any(card in pile for row in now.piles for pile in row)


def the_leaver_wins(game, seat):
    *facts, ended = LEFT(game, seat)
    return (*facts, replace(ended, winners=(seat,)))


def two_steps_back(game):
    facts = UNDO(game)
    far = game.before is not None and game.before.before is not None
    return (Undone(2),) if far and not isinstance(facts, Refused) else facts


def any_card_of_the_deck(game, now, card):
    return game.dealt or POSSIBLE(game, now, card)


def nothing_is_drawn(now, fact):
    return replace(ANSWER(now, fact), held=now.held)


def nobody_must_break(game, now, column, card):
    facts = PLAYED(game, now, column, card)
    return facts if isinstance(facts, Refused) else facts[:2]


def the_own_code_is_scored(game, now):
    pairs = zip(now.named, now.deal.codes, strict=True)
    points = tuple(codecards_rules.score(*pair, game.worth) for pair in pairs)
    shown = codecards_rules._revealed(now, points)
    return shown, common.final(codecards.apply(game, shown))


LAY, ANSWER = codecards_rules._lay, codecards_rules._answer
LEFT, PLAYED, UNDO = codecards_rules.left, codecards_rules._play, common.undo
POSSIBLE, WORTH = codecards_rules.possible, codecards_rules.worth

CODECARDS = {
    "a hit by the suit alone": (
        *(codecards_rules, "is_hit"),
        lambda top, hidden: top.suit == hidden.suit,
    ),
    "a hit by the rank alone": (
        *(codecards_rules, "is_hit"),
        lambda top, hidden: top.rank == hidden.rank,
    ),
    "columns face their own number": (codecards_rules, "facing", lambda column: column),
    "columns are named from the other side": (
        *(codecards_rules, "score"),
        lambda named, code, points: sum(
            WORTH(one, other, points) for one, other in zip(named, code, strict=True)
        ),
    ),
    "both is suit and rank together, less one": (
        *(codecards_rules, "worth"),
        lambda named, hidden, points: (
            points[named.rank == hidden.rank]
            * (named.suit == hidden.suit or named.rank == hidden.rank)
        ),
    ),
    "the code is broken on a first turn": (
        *(codecards_rules, "_break"),
        broken_on_the_first_turn,
    ),
    "a card twice": (codecards_rules, "possible", a_card_twice),
    "a hidden card is played": (codecards_rules, "possible", a_hidden_card_played),
    "a card of another hand": (codecards_rules, "possible", any_card_of_the_deck),
    "what was dealt is not drawn": (codecards_rules, "_answer", nothing_is_drawn),
    "a turn without a card": (codecards_rules, "_refused_end", lambda _now: None),
    "two cards on a column": (codecards_rules, "_lay", two_on_a_column),
    "a deck that never ends": (codecards_rules, "_answer", a_deck_for_ever),
    "the same player again": (codecards_rules, "_answer", the_opponent_goes_on),
    "the last card ends nothing": (codecards_rules, "_play", nobody_must_break),
    "a hand of five": (codecards_rules, "HAND", 5),
    "the leaver wins": (codecards, "leave", the_leaver_wins),
    "undo takes back two cards": (common, "undo", two_steps_back),
    "the other one is asked first": (
        *(codecards_rules, "revealed"),
        the_own_code_is_scored,
    ),
}

# --- WQRDLES ------------------------------------------------------------------------


def every_letter_is_yellow(query, secret):
    pairs = zip(query, secret, strict=True)
    return "".join("g" if q == s else "y" if q in secret else "-" for q, s in pairs)


def yellows_from_the_right(query, secret):
    return wqrdles_scorer.marks(query[::-1], secret[::-1])[::-1]


def yellow_before_green(query, secret):
    left, signs = list(secret), ""
    for at, letter in enumerate(query):
        sign = "-" if letter not in left else "g" if secret[at] == letter else "y"
        signs += sign
        if sign != "-":
            left.remove(letter)
    return signs


def a_slip_costs_nothing(game):
    return POINTS(replace(game, round=replace(game.round, slipped=())))


def the_owner_scores(game):
    scores = tuple((of, of, earned) for _, of, earned in game.round.scores)
    return POINTS(replace(game, round=replace(game.round, scores=scores)))


def the_first_hit_scores(game):
    seen, scores = set(), []
    for by, of, earned in game.round.scores:
        if of not in seen:
            scores.append((by, of, earned))
        seen.add(of)
    return POINTS(replace(game, round=replace(game.round, scores=tuple(scores))))


def found_words_are_tried_again(now, seat):
    return tuple(other for other in now.seats if other != seat)


def the_same_starter(players, seats, _began=None):
    return FIRST(players, seats)


def a_leavers_row_moves_the_turn(game, seat):
    facts = LEAVE(game, seat)
    if isinstance(facts, Refused) or game.round.turn != seat:
        return facts
    return (replace(facts[0], turn=wqrdles_rules.next_turn(game)), *facts[1:])


def newcomers_stay(undo):
    def undone(game):
        facts = undo(game)
        return facts if isinstance(facts, Refused) else (Undone(facts[0].count),)

    return undone


POINTS, FIRST = wqrdles_rules.points, wqrdles_rules.first_round
VALUE, NEXT = wqrdles_rules.value, wqrdles_rules.next_turn
LEAVE = wqrdles_rules.leave

WQRDLES = {
    "known letters may be left out": (wqrdles_rules, "leaves_out", lambda *_: False),
    "every copy of a letter is marked": (
        *(wqrdles_rules, "mark"),
        every_letter_is_yellow,
    ),
    "yellows from the right": (wqrdles_rules, "mark", yellows_from_the_right),
    "a yellow takes a green's letter": (wqrdles_rules, "mark", yellow_before_green),
    "the clue the other way round": (
        *(wqrdles_rules, "clue"),
        lambda query, secret: wqrdles_scorer.clue(secret, query),
    ),
    "a clue to the word itself": (
        *(wqrdles_rules, "clue"),
        lambda query, secret: ">" if secret >= query else "<",
    ),
    "a row is worth one more": (wqrdles_rules, "value", lambda game: VALUE(game) + 1),
    "nothing after the sixth row": (
        *(wqrdles_rules, "value"),
        lambda game: VALUE(game) - 1,
    ),
    "a race shares its rows": (
        *(wqrdles_rules, "value"),
        lambda game: max(game.round.value, 1),
    ),
    "five rows": (wqrdles_rules, "ROWS", 5),
    "four rounds": (wqrdles_rules, "ROUNDS", 4),
    "a race to 14": (wqrdles_rules, "RACE_POINTS", 14),
    "a tie is shared at once": (wqrdles_rules, "MOST_ROUNDS", 5),
    "a slip costs nothing": (wqrdles_rules, "points", a_slip_costs_nothing),
    "the owner of a found word scores": (wqrdles_rules, "points", the_owner_scores),
    "the first of two hits scores": (wqrdles_rules, "points", the_first_hit_scores),
    "a found word is tried again": (
        *(wqrdles_rules, "hidden"),
        found_words_are_tried_again,
    ),
    "the same player asks again": (
        *(wqrdles_rules, "next_turn"),
        lambda game: game.round.turn,
    ),
    "the same starter each round": (
        *(wqrdles_rules, "first_round"),
        the_same_starter,
    ),
    "a leaver's row moves the turn": (wqrdles, "leave", a_leavers_row_moves_the_turn),
    "everybody gives the clue": (wqrdles_rules, "clueless", lambda _game: ()),
    "a newcomer stays after an undo": (common, "undo", newcomers_stay(common.undo)),
}

# --- KEYWORD ------------------------------------------------------------------------


def without_fault(name):
    def faults(game, laid):
        return tuple(why for why in WRONG(game, laid) if why != name)

    return faults


def the_first_of_equals_wins(game, now):
    fact = SHOWN(game, now)
    valid = [laid for laid in now.laid if not WRONG(game, laid)]
    longest = max((len(laid.word) for laid in valid), default=0)
    best = [laid.by for laid in valid if len(laid.word) == longest]
    return replace(fact, winner=best[0] if best else None)


def equals_share_nothing(game, now):
    fact = SHOWN(game, now)
    valid = [laid for laid in now.laid if not WRONG(game, laid)]
    longest = max((len(laid.word) for laid in valid), default=0)
    best = [laid.by for laid in valid if len(laid.word) == longest]
    return replace(fact, winner=best[0] if len(best) == 1 else None)


def the_row_stays(game, fact):
    return replace(SHOW(game, fact), row=game.row)


def a_tie_takes_the_row(game, fact):
    after = SHOW(game, fact)
    used = {zone for laid in game.round.laid for zone in laid.blue}
    row = tuple("" if n in used else card for n, card in enumerate(after.row, 1))
    return replace(after, row=row)


def losers_keep_their_cards(game, fact):
    after = SHOW(game, fact)
    hands = tuple(
        hand if seat == fact.winner else game.hands[seat]
        for seat, hand in enumerate(after.hands)
    )
    return replace(after, hands=hands)


def bad_words_are_lost(game, fact):
    after = SHOW(game, fact)
    hands = list(after.hands)
    for laid in game.round.laid:
        own = laid.orange
        hands[laid.by] = keyword_rules.without(game.hands[laid.by], own)
    return replace(after, hands=tuple(hands))


def one_card_serves_twice(game, seat):
    letters = {letter for word in game.words[seat] for letter in word.word}
    return "".join(sorted(set(game.keyword) - letters))


def a_claim_wins_nothing(game, *, claimed_by=None):
    del claimed_by
    return FINAL(game)


def letters_do_not_count(game, *, claimed_by=None):
    ended = FINAL(game, claimed_by=claimed_by)
    most = max(ended.totals)
    shared = tuple(s for s, words in enumerate(ended.totals) if words == most)
    return ended if claimed_by is not None else replace(ended, winners=shared)


def an_empty_deck_ends_nothing(game, action):
    facts = DEALT(game, action)
    return facts if isinstance(facts, Refused) else facts[:1]


WRONG, SHOWN, SHOW = keyword_rules.faults, keyword_rules._shown, keyword_rules._show
FINAL, DEALT = keyword_rules.final, keyword_rules._deal

KEYWORD = {
    "a blue card twice": (keyword_rules, "faults", without_fault("card-twice")),
    "blue cards alone": (keyword_rules, "faults", without_fault("blue-only")),
    "a card that the row has not": (
        *(keyword_rules, "faults"),
        without_fault("not-in-row"),
    ),
    "any letters are a word": (keyword_rules, "is_word", lambda *_: True),
    "one letter is a word": (keyword_rules, "SHORTEST", 1),
    "nobody may claim at the last": (keyword_rules, "claims", lambda _game: ()),
    "a newcomer stays after an undo": (common, "undo", newcomers_stay(common.undo)),
    "the first of equals wins": (keyword_rules, "_shown", the_first_of_equals_wins),
    "blue cards break no tie": (keyword_rules, "_shown", equals_share_nothing),
    "the winner leaves the row": (keyword_rules, "_show", the_row_stays),
    "a tie takes blue cards too": (keyword_rules, "_show", a_tie_takes_the_row),
    "losers keep their cards": (keyword_rules, "_show", losers_keep_their_cards),
    "an invalid word costs its cards": (keyword_rules, "_show", bad_words_are_lost),
    "a card serves the keyword twice": (
        *(keyword_rules, "missing"),
        one_card_serves_twice,
    ),
    "a claim wins nothing": (keyword_rules, "final", a_claim_wins_nothing),
    "letters break no tie at the end": (keyword_rules, "final", letters_do_not_count),
    "an empty deck ends nothing": (keyword_rules, "_deal", an_empty_deck_ends_nothing),
    "seven cards a hand": (keyword_rules, "HAND", 7),
}

ALL = [
    pytest.param(scorer, fault, id=f"{scorer.__name__.rpartition('.')[2]}: {name}")
    for scorer, faults in (
        (codecards_scorer, CODECARDS),
        (wqrdles_scorer, WQRDLES),
        (keyword_scorer, KEYWORD),
    )
    for name, fault in faults.items()
]


#: A rare case: too few players are left, and the keyword can be claimed.
LAST_CLAIM = [
    rulings.header("keyword", "AB", keyword="TEN"),
    *(*rulings.TEN, rulings.leave("B"), rulings.by("claim", "A")),
]


@cache
def scored(scorer, seed):
    """Return a game and its scorer's output; engine faults change neither."""
    lines = scorer.play(seed) if seed >= 0 else LAST_CLAIM
    return lines, scorer.score(lines)


def is_found(scorer):
    for seed in SEEDS if scorer is not keyword_scorer else (*SEEDS, -1):
        lines, said = scored(scorer, seed)
        try:
            if parting(lambda _lines, said=said: said, lines):
                return True
        except Exception:  # noqa: BLE001 - a fault that breaks the engine is seen too
            return True
    return False


@pytest.mark.ci
@pytest.mark.parametrize(("scorer", "fault"), ALL)
def test_a_fault_in_the_engine_is_found(monkeypatch, scorer, fault):
    """Each planted fault of an engine gives a difference to its scorer."""
    module, attribute, instead = fault
    assert hasattr(module, attribute)
    monkeypatch.setattr(module, attribute, instead)

    assert is_found(scorer)
