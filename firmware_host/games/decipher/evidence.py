"""
What the answers of a round tell about its word: for hints, for bots, and to explain it.

All of it follows from the public view and a list of words; nothing here knows the word.
A position is worth the expected points of the seekers minus those of the puzzle maker.
A No tells the seekers something and pays the maker. So a tap is worth the points that
it is expected to change, and not its bits of information.
"""

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import log2, perm

from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import BOARD, KINDS, Counts, Kind, Millis, Seat, Zone
from firmware_host.board.record import Record
from firmware_host.games import chance
from firmware_host.games.analysis import FEW, Insight
from firmware_host.games.bots import EASY, FAIR, SEED_BYTES, SHARP, Move
from firmware_host.games.chance import SIXTEEN, draw_index
from firmware_host.games.contract import Header
from firmware_host.games.decipher.rules import (
    BONUS_PIECES,
    BONUS_TOKEN,
    BONUS_TOKENS,
    DECIPHER_TOKEN,
    LEFT,
    ZONE,
    Action,
    Ask,
    Guess,
    Hand,
    Hinted,
    Pass,
    Tap,
    price,
)
from firmware_host.games.decipher.view import PublicView
from firmware_host.games.views import SeatView, View
from firmware_host.words.alphabet import Alphabet
from firmware_host.words.index import WordIndex, bands_of, index_of
from firmware_host.words.language import Language
from firmware_host.words.levels import READILY


def fitting(view: PublicView, index: WordIndex) -> int:
    """
    Return the words of *index* that would have been answered as this one was.

    Each Yes, each No, each kind handed over, whether three pieces or more are hidden,
    and each wrong guess count. Where the board has drawn the word from this very list,
    it is none of those that it has shown before.

    Args:
        view: What everybody may know, in a round.
        index: The words that are thought of, of the view's length.
    """
    left = index.all
    for at, (placed, covered) in enumerate(zip(view.placed, view.covered, strict=True)):
        for kind in KINDS:
            has = placed[kind.place]
            if has:
                left &= index.needs(at, kind, has)
            if covered[kind.place]:
                left &= ~index.needs(at, kind, has + 1)
    handed = handed_over(view)
    if view.holding is not None:
        left &= index.kind_total(view.holding, handed[view.holding.place])
    left &= _hidden(view, index, handed)
    left &= ~index.bits(word for _, word in view.guesses)
    return left & ~_shown(view, index)


def handed_over(view: PublicView) -> Counts:
    """Return how many pieces of each kind have been handed over in this round."""
    red, yellow, blue, green = map(sum, zip(*view.placed, strict=True))
    counts = [red, yellow, blue, green]
    if view.holding is not None:
        counts[view.holding.place] += 1
    return counts[0], counts[1], counts[2], counts[3]


def words_with_yes(
    view: PublicView, index: WordIndex, bits: int, *, kind: Kind, zone: Zone
) -> int:
    """Return those of *bits* for which a piece of *kind* would be a Yes in a zone."""
    at = zone - view.first_zone
    return bits & index.needs(at, kind, view.placed[at][kind.place] + 1)


def by_order(view: PublicView, alphabet: Alphabet, word: str) -> float:
    """
    Return how likely the board is to have handed over these kinds for *word*.

    Each hidden piece is as likely to be next as any other, so what counts is how many
    of each kind have come, and not in which order. A person's choice tells nothing: 1.

    Args:
        view: What everybody may know.
        alphabet: The pieces of each letter.
        word: One that fits.
    """
    if view.maker != BOARD:
        return 1.0
    handed, has = handed_over(view), alphabet.pieces(word)
    ways = 1
    for come, there in zip(handed, has, strict=True):
        ways *= perm(there, come)
    return ways / perm(sum(has), sum(handed))


def _hidden(view: PublicView, index: WordIndex, handed: Counts) -> int:
    """Return the words of which as many pieces may be hidden as the view says."""
    if view.hidden is not None:
        pieces = sum(handed) + view.hidden
        return index.pieces_total(pieces) & ~index.pieces_total(pieces + 1)
    laid = sum(map(sum, view.placed))
    return index.pieces_total(laid + BONUS_PIECES + 1)


def _shown(view: PublicView, index: WordIndex) -> int:
    """Return the words that the board has shown and does not draw again."""
    if not index.drawn or view.maker != BOARD:
        return 0
    shown = index.bits(result.word for result in view.results)
    return 0 if shown == index.all else shown


# --- hints -------------------------------------------------------------------

# Source: docs/rules/decipher.md, "Hints"; a ruling of ours.


def make_hint(
    view: PublicView, language: Language, level: str, *, by: Seat, about: str
) -> Hinted | Refused:
    """
    Return a hint, or why there is none.

    It goes by all words that the board could have drawn, where the board makes them;
    where a person has made this one, by all that may be played.

    Args:
        view: What everybody may know, in a round.
        language: The one that is played.
        level: Which words the board draws.
        by: Who asks, a seeker in the round.
        about: One of `state.ABOUT`.
    """
    drawn = level if view.maker == BOARD else None
    index = index_of(language, view.length, drawn)
    fits = fitting(view, index)
    costs = price(about, view.length)
    if about == LEFT:
        return Hinted(by, about, costs, left=fits.bit_count())
    if not fits:
        return Refused("hint-no-words")
    if about == ZONE:
        kind = view.holding
        if kind is None:
            return Refused("no-piece")
        zones = map(Zone, view.question.answers)
        at = _likeliest_zone(zones, view, index, fits, kind)
        return Hinted(by, about, costs, at=at)
    found = _excluded_letter(view, language, index, fits)
    if found is None:
        answered = any(map(any, (*view.placed, *view.covered)))
        return Refused("hint-none" if answered else "hint-early")
    zone, letter = found
    return Hinted(by, about, costs, at=zone, letter=letter)


def _likeliest_zone(
    zones: Iterable[Zone], view: PublicView, index: WordIndex, fits: int, kind: Kind
) -> Zone:
    """Return the zone where most words want a piece; of equals the first."""

    def wanting(zone: Zone) -> int:
        return words_with_yes(view, index, fits, kind=kind, zone=zone).bit_count()

    return max(zones, key=wanting)


def _excluded_letter(
    view: PublicView, language: Language, index: WordIndex, fits: int
) -> tuple[Zone, str] | None:
    """
    Return the letter that is worth most to be rid of, with its zone; None for none.

    The pieces in the zone allow it, no word that fits has it there. Of all such it is
    the one that words most often have there, among those that the pieces allow.
    """
    told = {(zone, letter) for *_, zone, letter in view.hinted}
    best, most = None, 0.0
    usual = _letter_counts(index, "".join(filter(str.isalpha, language.tiles)))
    for at, (placed, covered) in enumerate(zip(view.placed, view.covered, strict=True)):
        zone, builds = Zone(view.first_zone + at), language.alphabet.builds
        allowed = {
            letter: count
            for letter, count in usual[at]
            if _may_be(builds[letter], placed, covered)
        }
        everything = sum(allowed.values())
        for letter, count in allowed.items():
            new = (zone, letter) not in told
            share = count / everything
            if new and share > most and not fits & index.letter(at, letter):
                best, most = (zone, letter), share
    return best


def _may_be(build: Counts, placed: Counts, covered: Counts) -> bool:
    """Tell whether a letter can become of the pieces that lie in a zone."""
    return all(
        needs == has if no else needs >= has
        for needs, has, no in zip(build, placed, covered, strict=True)
    )


@lru_cache(maxsize=4)
def _letter_counts(
    index: WordIndex, letters: str
) -> tuple[tuple[tuple[str, int], ...], ...]:
    """Return by place each letter with the number of words that have it there."""
    return tuple(
        tuple(
            (letter, count)
            for letter in letters
            if (count := index.letter(at, letter).bit_count())
        )
        for at in range(index.length)
    )


# --- a seeker ----------------------------------------------------------------

# The same `Mind` in the same round does the same twice.

#: How much likelier a word of each of `BANDS` is to be played than a rare one.
PRIORS = (16, 16, 16, 1)

#: So many words are weighed one by one; of more, nobody is sure anyway.
WEIGHED = 150


class Mind(Record):
    """
    How well a seeker plays.

    Args:
        knows: Of 16 words of each of `BANDS` how many it knows; which ones is its
            seed's chance, and stays.
        readily: How readily a word of each band comes to mind.
        overlooks: Of 16 NO tokens, how many it does not think of.
        slips: Of 16 taps, how many go into any zone that is free.
        dares: It guesses once a word is at least so likely, 0 to 1.
    """

    knows: tuple[int, ...] = (16, 16, 16, 16)
    readily: tuple[int, ...] = PRIORS
    overlooks: int = 0
    slips: int = 0
    dares: float = 0.5


#: Knows every word and forgets nothing: what a position is worth was measured with it.
PERFECT = Mind()


def choose_action(
    view: PublicView, header: Header, seat: Seat, mind: Mind, seed: bytes
) -> Action | None:
    """
    Return what a seeker on turn does; None where it waits for a piece.

    Args:
        view: What everybody may know, in a round.
        header: What was settled before the game.
        seat: The seeker's, on turn.
        mind: How well it plays.
        seed: Its chance, any bytes that know nothing of the word.
    """
    index = index_of(header.language, header.length)
    moment = f"{view.round} {view.placed} {view.covered} {view.guesses} {view.hidden}"
    own = chance.nonce(seed, moment)
    bits = thinks_of(view, header, mind, seed)
    best, sure = likeliest_word(view, header, bits, mind.readily)
    guesses = view.tokens[seat] > 0
    if guesses and best and sure >= mind.dares:
        return Guess(seat, best)
    if view.holding is not None:
        return Tap(_choose_zone(view, index, bits, mind, own), view.holding)
    if not view.bonus_mode or view.asked:
        return None
    if view.hidden:
        return Ask()
    return Guess(seat, best) if guesses and best else Pass()


def thinks_of(view: PublicView, header: Header, mind: Mind, seed: bytes) -> int:
    """
    Return the words that a seeker thinks of: those it knows that fit what it sees.

    Where none of them fits it reads the letters off the pieces, as people do: then all
    that may be played are thought of.
    """
    index = index_of(header.language, header.length)
    seen = fitting(_overlooked(view, mind, seed), index)
    known = seen & _vocabulary(header.language, header.length, mind, seed)
    return known or fitting(view, index)


def likeliest_word(
    view: PublicView, header: Header, bits: int, readily: tuple[int, ...] = PRIORS
) -> tuple[str, float]:
    """
    Return the likeliest of some words, and its share of all of them, 0 to 1.

    Of more than `WEIGHED` none is likely: an empty word, and 0.

    Args:
        view: What everybody may know, in a round.
        header: What was settled before the game.
        bits: The words that are thought of.
        readily: How readily a word of each of `BANDS` comes to mind.
    """
    language, length = header.language, header.length
    if not 0 < bits.bit_count() <= WEIGHED:
        return "", 0.0
    index = index_of(language, length)
    weights = {
        word: prior * by_order(view, language.alphabet, word)
        for band, prior in zip(bands_of(language, length), readily, strict=True)
        for word in index.list(bits & band)
    }
    best = max(weights, key=weights.__getitem__)
    return best, weights[best] / sum(weights.values())


def _choose_zone(
    view: PublicView, index: WordIndex, bits: int, mind: Mind, own: bytes
) -> Zone:
    """Return where the piece in hand is tapped: where a Yes is likeliest."""
    zones = [Zone(zone) for zone in view.question.answers]
    kind = view.holding
    if kind is None or chance.draw(own, "slip", SIXTEEN) < mind.slips:
        return zones[chance.draw(own, "zone", len(zones))]
    first = chance.draw(own, "zone", len(zones))  # of equals any
    return _likeliest_zone(zones[first:] + zones[:first], view, index, bits, kind)


def _overlooked(view: PublicView, mind: Mind, seed: bytes) -> PublicView:
    """Return what a seeker thinks that it sees: some NO tokens are not thought of."""
    if not mind.overlooks:
        return view
    return replace(view, covered=tuple(_less(view, mind, seed)))


def _less(view: PublicView, mind: Mind, seed: bytes) -> Iterator[Counts]:
    """Yield by zone the NO tokens that are thought of."""
    for at, row in enumerate(view.covered):
        label = f"{view.round} {at}"
        red, yellow, blue, green = (
            no * (chance.draw(seed, f"{label} {kind}", SIXTEEN) >= mind.overlooks)
            for kind, no in enumerate(row)
        )
        yield red, yellow, blue, green


@lru_cache(maxsize=32)
def _vocabulary(language: Language, length: int, mind: Mind, seed: bytes) -> int:
    """Return the words that a seeker knows: of each level its share."""
    size = index_of(language, length).all.bit_length()
    pairs = zip(bands_of(language, length), mind.knows, strict=True)
    return sum(band & _share(seed, size, count) for band, count in pairs)


def _share(seed: bytes, size: int, count: int) -> int:
    """Return *size* random bits of which *count* of 16 are set."""
    if count >= SIXTEEN:
        return (1 << size) - 1
    bytes_each = (size + 7) // 8
    drawn = hashlib.shake_256(seed + b"words").digest(4 * bytes_each)
    planes = [
        int.from_bytes(drawn[at * bytes_each : (at + 1) * bytes_each])
        for at in range(4)
    ]
    return _below(planes, count)


def _below(planes: Sequence[int], count: int) -> int:
    """Return where the numbers whose bits are *planes*, high to low, are below it."""
    less, equal = 0, -1
    for at, plane in enumerate(planes):
        if count >> (3 - at) & 1:
            less |= equal & ~plane
            equal &= plane
        else:
            equal &= ~plane
    return less


# --- bots --------------------------------------------------------------------

# The weakest plays like a child of eight, who was described first: docs/difficulty.md.

#: How well each seeks, the weakest first.
MINDS: Mapping[str, Mind] = {
    EASY: Mind(knows=(12, 6, 2, 0), overlooks=6, slips=6, dares=0.2),
    FAIR: Mind(knows=(15, 11, 6, 1), readily=READILY, overlooks=3, slips=4, dares=0.3),
    SHARP: Mind(readily=(64, 32, 16, 1), dares=0.2),
}

#: It thinks at least so long, and at most so much longer.
THINKS_MS, LONGER_MS = 1500, 2000


def bot(view: View, header: Header, strength: str, chance: bytes, /) -> Move | None:
    """Return `Game.bot`: what the seeker at that seat does on its turn."""
    seen = view.public if isinstance(view, SeatView) else view
    if not isinstance(view, SeatView) or not isinstance(seen, PublicView):
        return None
    if seen.turn != view.seat:
        return None
    if view.seat not in seen.seekers:
        return None
    mind, seed = MINDS[strength], chance[:SEED_BYTES]
    action = choose_action(seen, header, view.seat, mind, seed)
    if action is None:
        return None
    return Move(action, Millis(THINKS_MS + draw_index(chance, LONGER_MS, 0)))


# --- what a position is worth ------------------------------------------------

#: More bits are not told apart.
MOST_BITS = 11

#: Points of difference that a seeker who knows every word still loses. A row is the
#: word's length while pieces come, and then how many are hidden; a column is the bits
#: that it lacks, 0 to `MOST_BITS`. Source: tools/measure_worth.py --rounds 500.
AHEAD: dict[str, tuple[float, ...]] = {
    "3": (0.0, 1.6, 2.9, 3.3, 3.8, 3.9, 4.9, 5.4, 5.4, 5.4, 5.4, 5.4),
    "4": (0.0, 1.7, 2.4, 3.0, 3.5, 4.0, 4.1, 5.1, 5.7, 5.7, 5.7, 5.7),
    "5": (0.0, 1.4, 1.5, 1.7, 2.2, 2.3, 3.1, 3.2, 3.5, 4.0, 4.2, 4.2),
    "6": (0.1, 0.8, 1.0, 1.2, 1.6, 2.0, 2.2, 2.8, 3.0, 3.2, 4.0, 4.0),
    "hidden 3": (0.1, 3.2, 6.6, 9.5, 10.8, 10.8, 10.8, 10.8, 10.8, 10.8, 10.8, 10.8),
    "hidden 2": (0.2, 5.1, 6.5, 7.7, 7.7, 7.7, 7.7, 7.7, 7.7, 7.7, 7.7, 7.7),
    "hidden 1": (0.2, 3.7, 4.8, 4.8, 4.8, 4.8, 4.8, 4.8, 4.8, 4.8, 4.8, 4.8),
    "hidden 0": (0.0, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9),
}


def bits_of(words: float) -> float:
    """Return how many yes-or-no questions tell which of so many words it is."""
    return log2(max(1.0, words))


def information(before: float, after: float) -> float:
    """
    Return the bits of information in an answer: log2 of before over after.

    Args:
        before: How many words fitted, as `mass` counts them.
        after: How many of them still fit; for none, nothing can be said: 0 bits.
    """
    return log2(before / after) if before > after > 0 else 0.0


def mass_of(header: Header, bits: int) -> float:
    """Return the weighted number of words in *bits*; a rare word counts 1/16."""
    pairs = zip(PRIORS, bands_of(header.language, header.length), strict=True)
    return sum(prior * (bits & band).bit_count() for prior, band in pairs) / PRIORS[0]


def phase(view: PublicView, length: int) -> str:
    """Return which row of `AHEAD` counts."""
    waits = view.bonus_mode and view.holding is None and not view.asked
    return f"hidden {min(view.hidden or 0, BONUS_PIECES)}" if waits else str(length)


def if_found(view: PublicView) -> int:
    """Return the difference of points, were the word called out now and right."""
    paid = BONUS_TOKEN * (BONUS_TOKENS - view.bonus_left)
    seekers = sum(view.tokens) - 1 + DECIPHER_TOKEN + BONUS_TOKEN * view.bonus_left
    return seekers - (view.noes + paid + len(view.guesses) + 1)


def expected_points(view: PublicView, length: int, bits: float) -> float:
    """
    Return the difference of points that may be expected.

    Args:
        view: What everybody may know, in a round.
        length: Letters of the word.
        bits: What is not known of it yet, from 0 on.
    """
    return if_found(view) - points_ahead(phase(view, length), bits)


def points_ahead(row: str, bits: float) -> float:
    """Return what is still lost, between two columns of `AHEAD` as it lies."""
    losses, at = AHEAD[row], min(bits, MOST_BITS)
    low = int(at)
    high = min(low + 1, MOST_BITS)
    return losses[low] + (losses[high] - losses[low]) * (at - low)


# --- insights ----------------------------------------------------------------

#: Points closer than this are equal: sums of the same terms in another order.
EQUAL = 1e-9

#: A loss of up to so many points is no mistake; `EQUAL` decides the boundary itself.
SLIGHT = 0.15 + EQUAL

#: A wrong guess costs a token, and pays the maker one.
WRONG = 2

#: A tap is sure where at least so many of ten words say Yes, and lucky where so few do.
SURE, LUCKY = 9, 3


class Chance(Record):
    """
    What a tap in a zone may bring.

    Args:
        zone: Where.
        share: The share of the words that fit for which it is a Yes, 0 to 1.
        worth: The difference of points that may be expected with it.
    """

    zone: Zone
    share: float
    worth: float

    @property
    def of_ten(self) -> int:
        """In how many of ten words it is a Yes, 0 to 10."""
        return round(10 * self.share)


class Position(Record):
    """
    A public view of a round with the secret words that are still possible.

    Args:
        view: What everybody may know, in a round.
        header: What was settled before the game.
        fits: The words that fit.
        mass: How many they are, as `mass_of` counts them.
    """

    view: PublicView
    header: Header
    fits: int
    mass: float

    @property
    def index(self) -> WordIndex:
        """All words that can be the secret, as an index of bits."""
        return index_of(self.header.language, self.header.length)

    @property
    def named(self) -> tuple[str, ...]:
        """The words still possible, if they are few; else an empty tuple."""
        return self.index.list(self.fits) if self.fits.bit_count() <= FEW else ()

    @property
    def expected(self) -> float:
        """The expected points of the seekers minus those of the puzzle maker."""
        bits = bits_of(self.mass)
        return expected_points(self.view, self.header.length, bits)

    def share(self, bits: int) -> float:
        """Return the weighted share of possible words that are in *bits*, 0 to 1."""
        mass = mass_of(self.header, self.fits & bits)
        return mass / self.mass if self.mass else 0.0


def position_of(view: PublicView, header: Header) -> Position:
    """Return the position of a public view: the view and all possible words."""
    fits = fitting(view, index_of(header.language, header.length))
    return Position(view, header, fits, mass_of(header, fits))


def insight(
    before: object, action: Action, after: object, header: Header
) -> Insight | None:
    """Return what an action was worth; None for what is no move of a round."""
    if not (isinstance(before, PublicView) and isinstance(after, PublicView)):
        return None
    match action:
        case Tap(zone=zone):
            return _tap(_in_hand(before, action), zone, after, header)
        case Guess(by=seat, word=word) if word:  # what was only heard is not known
            return _guess(before, seat, word, after, header)
        case Ask():
            return _ask(position_of(before, header), position_of(after, header))
        case Hand():
            return _hand(position_of(before, header), position_of(after, header))
        case _:
            return None


# --- a tap -------------------------------------------------------------------


def taps(view: PublicView, header: Header) -> tuple[Chance, ...]:
    """
    Return the chance of a Yes for the piece in hand in each free zone, best first.

    Of zones that are equal to nine digits the lowest number comes first.

    Args:
        view: What everybody may know; somebody holds a piece.
        header: What was settled before the game.
    """
    now = position_of(view, header)
    found = (_chance(now, Zone(zone)) for zone in view.question.answers)
    return tuple(sorted(found, key=lambda one: (-round(one.worth, 9), -_likely(one))))


def _likely(one: Chance) -> float:
    """Return the chance of a Yes to nine digits: equal for sums in any order."""
    return round(one.share, 9)


def _chance(now: Position, zone: Zone) -> Chance:
    """
    Return a tap's chance of Yes in a zone, and its expected points.

    What follows is one of three things: No, Yes, and Yes with which bonus mode begins.
    """
    view, kind = now.view, now.view.holding
    assert kind is not None  # noqa: S101 - only such views have zones that are free
    yes = words_with_yes(view, now.index, now.fits, kind=kind, zone=zone)
    more = now.index.all  # with these bonus mode does not begin now
    if not view.bonus_mode:
        pieces = sum(handed_over(view)) + BONUS_PIECES
        more = now.index.pieces_total(pieces + 1)
    found = if_found(view)
    outcomes = [(yes & more, found), (yes & ~more, found), (now.fits & ~yes, found - 1)]
    brings = 0.0 if now.mass else _after_a_tap(now, found)
    for words, points in outcomes:
        then = replace(now, mass=mass_of(now.header, words))
        if then.mass:
            brings += then.mass / now.mass * _after_a_tap(then, points)
    return Chance(zone, now.share(yes), brings)


def _after_a_tap(then: Position, found: int) -> float:
    """
    Return the expected point difference after the answer to a tap.

    Yes and No are compared in one row of `AHEAD`, that of pieces that come.

    Args:
        then: The words that fit after it.
        found: The difference of points if the word is found then.
    """
    return found - points_ahead(str(then.header.length), bits_of(then.mass))


def _tap(view: PublicView, zone: Zone, after: PublicView, header: Header) -> Insight:
    """Return what a tap was worth; after it the round always goes on."""
    now, then = position_of(view, header), position_of(after, header)
    chances = taps(view, header)
    best = chances[0]
    chosen = next(one for one in chances if one.zone == zone)
    gave = min(0.0, chosen.worth - best.worth)
    better = None
    if gave < -SLIGHT:
        better = say("insight-best-zone", zone=best.zone, n=best.of_ten)
    yes = after.noes == view.noes
    came = _after_a_tap(then, if_found(after))
    return Insight(
        view.turn,
        then.fits.bit_count(),
        information(now.mass, then.mass),
        skill=gave,
        luck=came - chosen.worth if now.mass else 0.0,
        best=better,
        said=better or _of_a_tap(now, chances, chosen, yes=yes),
        words=then.named,
    )


def _of_a_tap(
    now: Position, chances: tuple[Chance, ...], chosen: Chance, *, yes: bool
) -> Message:
    """Return the comment on a tap that was the best or almost the best."""
    if not now.fits:
        return say("insight-no-words")
    if yes and chosen.of_ten >= SURE:
        return say("insight-sure")
    if yes and not chosen.of_ten:
        return say("insight-hardly")
    if yes and chosen.of_ten <= LUCKY:
        return say("insight-lucky", n=chosen.of_ten)
    if not yes and chosen.of_ten >= SURE:
        return say("insight-unlucky", n=chosen.of_ten)
    best, likeliest = chances[0], max(chances, key=_likely)
    if chosen.worth < best.worth - EQUAL:
        return say("insight-nearly", zone=best.zone, n=chosen.of_ten)
    if chosen.share < likeliest.share - EQUAL:
        return say("insight-points", zone=likeliest.zone, n=chosen.of_ten)
    return say("insight-good", n=chosen.of_ten)


# --- a guess, and asking -----------------------------------------------------


def _guess(
    view: PublicView, seat: Seat, word: str, after: PublicView, header: Header
) -> Insight:
    """Return what a guess was worth, against waiting and against the likeliest word."""
    now = position_of(view, header)
    meant = now.index.bits([word])
    share = now.share(meant)
    right = len(after.results) > len(view.results) and after.results[-1].word == word
    wait = now.expected
    brings = _called_out(now, share)
    best, sure = _likeliest(now)
    likeliest = _called_out(now, sure)
    can_wait = view.hidden != 0 or view.holding is not None
    gave = min(0.0, brings - max(likeliest, wait if can_wait else likeliest))
    better = None
    if gave < -SLIGHT and not right and share:
        waits = can_wait and wait > likeliest
        better = say("insight-wait") if waits else say("insight-word", word=best)
    others = now.fits & ~meant
    left = now.fits & meant if right else others
    then = replace(now, fits=left, mass=mass_of(header, left))
    said = () if word in header.language.unfit else (word,)
    return Insight(
        seat,
        1 if right else left.bit_count(),
        information(now.mass, then.mass),
        skill=gave,
        luck=_called_out(now, float(right)) - brings if now.mass else 0.0,
        best=better,
        said=better or _of_a_guess(share, others, right=right, listed=meant > 0),
        words=then.named if not right else said,
    )


def _called_out(now: Position, share: float) -> float:
    """
    Return the difference of points that calling a word out may bring.

    Args:
        now: The position before it.
        share: How likely it is to be right, 0 to 1.
    """
    return share * if_found(now.view) + (1 - share) * (now.expected - WRONG)


def _likeliest(now: Position) -> tuple[str, float]:
    """Return the most probable secret word, and its probability, 0 to 1."""
    for band in bands_of(now.header.language, now.header.length):
        some = now.fits & band
        if some:
            one = some & -some
            return now.index.list(one)[0], now.share(one)
    return "", 0.0


def _of_a_guess(
    share: float, others: int, *, right: bool, listed: bool
) -> Message | None:
    """Return one sentence of a guess; None for a wrong word that no list has."""
    if not share and right:
        return say("insight-unknown")
    if not share:
        return say("insight-ruled-out") if listed else None
    if not others:
        return say("insight-knew" if right else "insight-no-words")
    one_in = round(1 / share)
    if one_in == 1:
        return say("insight-likely" if right else "insight-unlikely")
    return say("insight-dared", n=one_in) if right else say("insight-tried", n=one_in)


def _ask(now: Position, then: Position) -> Insight:
    """Return what asking was worth, against calling out the likeliest word."""
    best, sure = _likeliest(now)
    gave = min(0.0, then.expected - _called_out(now, sure))
    better = say("insight-guess-now", word=best) if gave < -SLIGHT and best else None
    left, few = now.fits.bit_count(), now.named
    return Insight(now.view.turn, left, skill=gave, best=better, said=better, words=few)


# --- a piece that is handed over ---------------------------------------------


def _hand(now: Position, then: Position) -> Insight:
    """Return what a handed-over piece revealed, and the words still possible."""
    return Insight(
        None,
        then.fits.bit_count(),
        information(now.mass, then.mass),
        luck=then.expected - now.expected,
        words=then.named,
    )


def _in_hand(view: PublicView, tap: Tap) -> PublicView:
    """Return the view with the piece in hand, where a tap hands it over at once."""
    if view.holding is not None:
        return view
    hidden = None if view.hidden is None else view.hidden - 1
    return replace(view, holding=tap.kind, hidden=hidden)
