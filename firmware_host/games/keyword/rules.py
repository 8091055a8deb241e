"""
The rules of KEYWORD: the longest word from cards of one's own and six open ones.

With real cards people shuffle and draw, and the board only counts. It does not know the
cards of a hand: each card that was not shown yet may be in a hand or in the deck. Each
card has a numbered tag, so the board refuses a card that was laid or discarded before.

Source: rules, part 5; docs/rules/keyword.md says it in our words.
"""

from collections import Counter
from itertools import islice

from firmware_host.board.catalogue import LETTERS as CARD_LETTERS, letters
from firmware_host.board.events import BoardEvent, Button, Called, Pressed, Tapped, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.options import Option
from firmware_host.board.pieces import ZONES, Card, Millis, Seat
from firmware_host.games import chance
from firmware_host.games.common import GameEnded, Left, Void, Voided, seated
from firmware_host.games.contract import Header, Needs, Wake
from firmware_host.games.keyword.state import (
    BLANK,
    FREE,
    HAND,
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
    Round,
    Shown,
    State,
    TimeUp,
    Turned,
    apply,
    deck,
    needs,
    unturned,
)
from firmware_host.words.language import Language
from firmware_host.words.wide import LETTERS, SHORTEST

# --- words, points and the end -----------------------------------------------


def faults(game: State, laid: Laid) -> tuple[str, ...]:
    """
    Return every reason why a shown word is invalid; empty where it is valid.

    Source: rules, part 5, "Round".
    """
    zones = [zone for zone in laid.blue if zone]
    wrong = {
        "blue-only": len(zones) == len(laid.word),
        "card-twice": len(set(zones)) < len(zones),
        "not-in-row": not all(
            _stands(game, letter, zone)
            for letter, zone in zip(laid.word, laid.blue, strict=True)
            if zone
        ),
        "not-a-word": not _counts(game.header.language, laid),
    }
    return tuple(why for why, is_so in wrong.items() if is_so)


def _counts(language: Language, laid: Laid) -> bool:
    """Return whether a word is one, as the board knew when it was laid."""
    known = is_word(language, laid.word) if laid.known is None else laid.known
    return known and len(laid.word) >= SHORTEST


def is_word(language: Language, word: str) -> bool:
    """Return whether the dictionary has *word*, inflections included."""
    return word in language.wide


def _stands(game: State, letter: str, zone: int) -> bool:
    """Return whether the card in *zone* can be *letter*; a blank can be any."""
    return zone in ZONES and game.row[zone - 1] in (letter, BLANK)


def ending(game: State) -> tuple[Fact, ...]:
    """Return the end of the round if everybody is ready for it, else nothing."""
    now = game.round
    if now is None or (now.waiting and not now.ran_out):
        return ()
    shown = _shown(game, now)
    return (shown, *unless_over(apply(game, shown)))


def unless_over(game: State) -> tuple[Fact, ...]:
    """
    Return the end of the game where too few are left to play on.

    Source: rules, part 5: the claim is offered once more before words are counted.
    """
    return () if game.enough or claims(game) else (final(game),)


def _shown(game: State, now: Round) -> Shown:
    """Open all words: the longest wins, then more blue cards, then nobody."""
    wrong = {laid.by: faults(game, laid) for laid in now.laid}
    valid = [laid for laid in now.laid if not wrong[laid.by]]
    ranks = {laid.by: (len(laid.word), sum(map(bool, laid.blue))) for laid in valid}
    best = [seat for seat, rank in ranks.items() if rank == max(ranks.values())]
    pairs = tuple((seat, why) for seat in sorted(wrong) for why in wrong[seat])
    laid = {one.by: one.word for one in now.laid}
    words = tuple(laid.get(Seat(seat), "") for seat in range(game.seats))
    return Shown(best[0] if len(best) == 1 else None, words, pairs)


def missing(game: State, seat: Seat) -> str:
    """Return the letters of the keyword that *seat*'s words lack, sorted."""
    letters = Counter("".join(word.word for word in game.words[seat]))
    return "".join(sorted((Counter(game.keyword) - letters).elements()))


def claims(game: State) -> tuple[Seat, ...]:
    """Return the seats that can spell the keyword now."""
    if game.over:
        return ()
    return tuple(seat for seat in game.players if not missing(game, seat))


def final(game: State, *, claimed_by: Seat | None = None) -> GameEnded:
    """
    Return the end of the game: most words, then most letters, then most blue cards.

    Args:
        game: The game at its end.
        claimed_by: Who has spelled the keyword, and wins; None where nobody has.
    """
    totals = tuple(len(words) for words in game.words)
    if claimed_by is not None:
        return GameEnded(totals, (claimed_by,))
    if not game.results:
        return GameEnded(totals, ())
    ranks = [
        (len(words), sum(len(w.word) for w in words), sum(w.blue for w in words))
        for words in game.words
    ]
    best = max(ranks)
    return GameEnded(
        totals, tuple(Seat(seat) for seat, rank in enumerate(ranks) if rank == best)
    )


def refused_claim(game: State, seat: Seat) -> Refused | None:
    """Return why *seat* cannot claim the keyword; None where it can."""
    if seat not in game.players:
        return Refused("out-of-round")
    lacks = missing(game, seat)
    if lacks:
        return Refused("keyword-missing", values=(("letters", " ".join(lacks)),))
    return None


# --- real cards --------------------------------------------------------------

#: More cards of a letter than any language has.
MOST_OF_A_LETTER = 24

#: Every card that can carry a tag; how many of each there are, a language says.
TAGGED_CARDS = letters(
    {
        colour: dict.fromkeys(named.values(), MOST_OF_A_LETTER)
        for colour, named in CARD_LETTERS.items()
    }
)


def opened_card(tapped: Tapped) -> Open:
    """Return what a card on a zone's pad means; without a letter if it is not blue."""
    item = tapped.piece
    if not isinstance(item, Card) or item.name not in CARD_LETTERS["blue"]:
        return Open(tapped.zone, "")
    return Open(tapped.zone, CARD_LETTERS["blue"][item.name], item.number)


def refused_open(game: State, action: Open) -> Refused | None:
    """Return why a blue card cannot lie in a zone; None where it can."""
    if not game.real:
        return Refused("keyword-deals")
    if game.round is not None:
        return Refused("keyword-dealt")
    if not action.card:
        return Refused("keyword-blue")
    if game.row[action.zone - 1] != FREE:
        return Refused("keyword-taken", values=(("zone", action.zone),))
    lying = tuple(zip(game.row, game.row_tags, strict=True))
    known = (*_gone(game, "blue"), *lying)
    if action.card not in game.blue or (action.card, action.tag or None) in known:
        return Refused("keyword-gone", values=(("card", action.card),))
    return None


def deal_real(game: State, action: Deal) -> Dealt | Refused:
    """Return the round that begins once the row is full, as far as the deck goes."""
    count = unturned(game) - len(action.row)
    if count > 0:
        return Refused("keyword-open", values=(("n", count),))
    if action.hands or count or Counter(action.row) - Counter(game.blue):
        return Refused("keyword-deck")
    hands = tuple((UNKNOWN,) * count for count in needs(game))
    return Dealt(hands, action.row)


def refused_lay(game: State, now: Round, laid: Laid) -> Refused | None:
    """Return why these cards cannot be in the player's hand; None where they can."""
    return _lacks(game, now, laid.by, laid.orange, laid.orange_tags)


def refused_discard(game: State, now: Round, action: Pass) -> Refused | None:
    """Return why these cards cannot be in the player's hand; None if they can."""
    tags = action.tags or (0,) * len(action.discard)
    if len(tags) != len(action.discard):
        return Refused("keyword-places")
    return _lacks(game, now, action.by, action.discard, tags)


def _lacks(
    game: State, now: Round, seat: Seat, cards: Cards, tags: tuple[int, ...]
) -> Refused | None:
    """Return why cards cannot come from the hand of a seat."""
    if len(cards) > len(game.hands[seat]):
        return Refused("keyword-hand")
    lying = [
        (card, tag)
        for laid in now.laid
        for card, tag in zip(laid.orange, laid.orange_tags, strict=True)
    ]
    known = [*_gone(game, "orange"), *lying]
    for card, tag in zip(cards, tags, strict=True):
        if tag and (card, tag) in known:
            return Refused("keyword-gone", values=(("card", card),))
        known.append((card, tag))
    laid = Counter(card for card, _ in lying)
    over = Counter(cards) + laid - Counter(game.orange)
    if over:
        card = next(card for card in cards if card in over)
        return Refused("keyword-gone", values=(("card", card),))
    return None


def _gone(game: State, colour: str) -> tuple[tuple[str, int], ...]:
    return tuple((card, tag) for of, card, tag in game.gone if of == colour)


# --- the actions -------------------------------------------------------------

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
            return opened_card(event)
        case Pressed(button=Button.TICK) if game.round is None and not game.over:
            return Deal()
        case Called(seat=seat) if seat in claims(game):
            return Claim(seat)
        case Woke() if wake(game) is not None:
            return TimeUp()
        case _:
            return None


def wake(game: State) -> Wake | None:
    """Return how long the sand runs in this round; None for ever."""
    if game.round is None or not game.sand_s:
        return None
    return Wake(Millis(game.sand_s * 1000), game.number)


def decide(game: State, action: Action) -> Outcome:
    """Return what *action* brings, or why it is refused. Changes nothing."""
    match action:
        case Open(zone=zone, card=card, tag=tag):
            return refused_open(game, action) or (Turned(zone, card, tag),)
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


# --- cards -------------------------------------------------------------------


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
        return deal_real(game, action)
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


# --- a round -----------------------------------------------------------------


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
        refused = refused_lay(game, now, laid)
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
        refused = refused_discard(game, now, action)
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
