"""
KEYWORD: the longest word from one's own cards and six that lie open for all.

Source: rules, part 5; docs/rules/keyword.md says it in our words.
"""

from collections import Counter
from itertools import islice

from firmware_host.board import catalogue
from firmware_host.board.events import (
    BoardEvent,
    Button,
    Called,
    Pressed,
    Tapped,
    Woke,
)
from firmware_host.board.messages import Refused
from firmware_host.board.options import Option
from firmware_host.board.pieces import ZONES, Card, Millis, Seat
from firmware_host.games import chance
from firmware_host.games.common import (
    Left,
    Void,
    Voided,
    seated,
)
from firmware_host.games.contract import Header, Needs, Wake
from firmware_host.games.keyword import real
from firmware_host.games.keyword.actions import (
    BLANK,
    KEYWORD,
    SAND_S,
    UNKNOWN,
    Action,
    Cards,
    Claim,
    Claimed,
    Deal,
    Dealt,
    Fact,
    Laid,
    Lay,
    Open,
    Pass,
    Passed,
    RanOut,
    TimeUp,
    Turned,
)
from firmware_host.games.keyword.score import (
    claims,
    ending,
    final,
    is_word,
    refused_claim,
    unless_over,
)
from firmware_host.games.keyword.state import (
    HAND,
    Round,
    State,
    apply,
    deck,
    needs,
    unturned,
)
from firmware_host.games.requests import LayRequest
from firmware_host.words.wide import LETTERS

#: How long a keyword may be: a ruling of ours, what a table can collect.
OPTIONS = (
    Option("keyword", KEYWORD, (KEYWORD,), "knob-keyword", word=(3, 12)),
    Option(
        "sand_s", SAND_S, (0, 30, 60, 90, 120, 180), "knob-sand", zero="knob-sand-0"
    ),
    Option("cards", "board", ("board", "real"), "knob-keyword-cards", tagged=("real",)),
)

#: Source: rules, part 5.
FEWEST_PLAYERS, MOST_PLAYERS = 2, 6

NEEDS = Needs(
    seats=(FEWEST_PLAYERS, MOST_PLAYERS),
    zones=len(ZONES),
    hears=(Card,),
    letter_cards=True,
)


Outcome = tuple[Fact, ...] | Refused


def start(header: Header) -> State:
    """
    Return the game before its first cards.

    Raises:
        SettingsError: KEYWORD is not played by so many.
    """
    cards = header.language.cards
    return State(
        orange=deck(cards["orange"]),
        blue=deck(cards["blue"]),
        hands=((),) * header.seats,
        words=((),) * header.seats,
        **seated(State, header, NEEDS, OPTIONS),
    )


def interpret(game: State, event: BoardEvent) -> Action | None:
    """Return what an event at the board means now, or None for nothing."""
    match event:
        case Tapped():
            return real.opens(event)
        case Pressed(button=Button.TICK) if game.round is None and not game.over:
            return Deal()
        case Called(seat=seat) if seat in claims(game):
            return Claim(seat)
        case Woke() if wake(game) is not None:
            return TimeUp()
        case _:
            return None


def requests(game: State) -> tuple[LayRequest, ...]:
    """Return the hands from which a word can be laid now; nothing between rounds."""
    now = game.round
    if now is None:
        return ()
    hands = {seat: game.hands[seat] for seat in now.waiting}
    tapped = catalogue.LETTERS["orange"] if game.real else {}
    letters = tuple(sorted(LETTERS))
    return (LayRequest(game.number, hands, game.row, BLANK, letters, tapped),)


def wake(game: State) -> Wake | None:
    """Return how long the sand runs in this round; None for ever."""
    if game.round is None or not game.sand_s:
        return None
    return Wake(Millis(game.sand_s * 1000), game.number)


def decide(game: State, action: Action) -> Outcome:
    """Return what *action* brings, or why it is refused. Changes nothing."""
    match action:
        case Open(zone=zone, card=card, tag=tag):
            return real.may_open(game, action) or (Turned(zone, card, tag),)
        case Deal():
            return _deal(game, action)
        case Claim(by=seat):
            refused = refused_claim(game, seat)
            return refused or (Claimed(seat), final(game, claimed_by=seat))
        case _ if game.round is None:
            return Refused("keyword-wait")
        case _:
            return _in_round(game, game.round, action)


def _in_round(game: State, now: Round, action: Action) -> Outcome:
    match action:
        case Lay(by=seat):
            return _not_playing(now, seat) or _lay(game, now, action)
        case Pass(by=seat):
            return _not_playing(now, seat) or _pass(game, now, action)
        case TimeUp() if not game.sand_s:
            return Refused("too-late")
        case TimeUp():
            return _with_ending(game, RanOut())
        case Void():
            return (Voided(), *unless_over(game))
        case _:
            raise AssertionError(action)


def _with_ending(game: State, fact: Fact) -> tuple[Fact, ...]:
    return (fact, *ending(apply(game, fact)))


# --- cards ----------------------------------------------------------------


def _deal(game: State, action: Deal) -> Outcome:
    """Fill hands and row; a deck that this empties ends the game.

    Source: rules, part 5, "phase 4"; the setup is no phase 4.
    """
    if game.round is not None:
        return Refused("keyword-dealt")
    if not game.enough:  # whoever deals on lets the claim go by
        return (
            Refused("keyword-deck")
            if any(action.hands) or action.row
            else (final(game),)
        )
    dealt = _dealt(game, action)
    if isinstance(dealt, Refused):
        return dealt
    after = apply(game, dealt)
    if game.dealt and not (after.orange_left and after.blue):
        return (dealt, final(after))
    return (dealt,)


def _dealt(game: State, action: Deal) -> Dealt | Refused:
    """Return the cards that lie on the table, that are named, or that are drawn."""
    if game.real:
        return real.begun(game, action)
    dealt = Dealt(action.hands, action.row, action.entropy)
    if not (dealt.hands or dealt.row) and action.entropy:
        dealt = _drawn(game, action.entropy)
    return dealt if _fits(game, dealt) else Refused("keyword-deck")


def _fits(game: State, dealt: Dealt) -> bool:
    """Return whether cards that somebody names can come from the decks."""
    drawn = Counter(card for hand in dealt.hands for card in hand)
    return (
        tuple(map(len, dealt.hands)) == needs(game)
        and len(dealt.row) == unturned(game)
        and drawn <= Counter(game.orange)
        and Counter(dealt.row) <= Counter(game.blue)
    )


def _drawn(game: State, entropy: bytes) -> Dealt:
    """Draw every card that is wanted, each of a deck as likely as any other."""
    counts = needs(game)
    orange = iter(chance.draw_cards(entropy, "orange", game.orange, sum(counts)))
    hands = tuple(tuple(islice(orange, count)) for count in counts)
    row = chance.draw_cards(entropy, "blue", game.blue, unturned(game))
    return Dealt(hands, row, entropy)


# --- a round --------------------------------------------------------------


def _not_playing(now: Round, seat: Seat) -> Refused | None:
    if seat not in now.seats:
        return Refused("out-of-round")
    if seat in now.passed:
        return Refused("keyword-passed")
    if seat not in now.waiting:
        return Refused("keyword-laid")
    return None


def _lay(game: State, now: Round, action: Lay) -> Outcome:
    """Whatever can lie there is taken face down; what is wrong is found when shown."""
    word = action.word
    blue = action.blue or (0,) * len(word)
    places = [place for place, zone in enumerate(blue, 1) if not zone]
    if not LETTERS.issuperset(word):
        return Refused("keyword-letters")
    if len(blue) != len(word) or not {0, *ZONES}.issuperset(blue):
        return Refused("keyword-places")
    if len(set(places).intersection(action.blanks)) < len(action.blanks):
        return Refused("keyword-places")
    if not word:
        return Refused("keyword-nothing")
    if len(action.tags or blue) != len(blue):
        return Refused("keyword-places")
    known = action.known
    if known is None:
        known = is_word(game.header.language, word)
    laid = Laid(action.by, word, blue, action.blanks, action.tags, known)
    if game.real:
        refused = real.may_lay(game, now, laid)
    else:
        refused = _not_in_hand(game, action.by, laid.orange)
    return refused or _with_ending(game, laid)


def _not_in_hand(game: State, seat: Seat, cards: Cards) -> Refused | None:
    missing = Counter(cards) - Counter(game.hands[seat])
    return Refused("keyword-hand") if missing else None


def _pass(game: State, now: Round, action: Pass) -> Outcome:
    seat, discard = action.by, action.discard
    count = min(HAND - len(game.hands[seat]) + len(discard), game.orange_left)
    drawn = action.drawn
    if game.real:
        refused = real.may_discard(game, now, action)
        passed = Passed(seat, discard, (UNKNOWN,) * count, action.tags)
        return refused or _with_ending(game, passed)
    if refused := _not_in_hand(game, seat, discard):
        return refused
    if not drawn and now.entropy:
        label = f"pass:{now.drawn}"
        drawn = chance.draw_cards(now.entropy, label, game.orange, count)
    if len(drawn) != count or not Counter(drawn) <= Counter(game.orange):
        return Refused("keyword-deck")
    return _with_ending(game, Passed(seat, discard, drawn))


def leave(game: State, seat: Seat) -> tuple[Fact, ...]:
    """Return what comes of it when *seat* goes home: the words count."""
    left = Left(seat)
    after = apply(game, left)
    if game.round is None:
        return (left, *unless_over(after))
    return (left, *ending(after))
