"""
What the answers of a round reveal about its word: for hints, bots and analysis.

It is computed from the public view and a list of words, without the word itself. The
value of a position is the expected points of the seekers minus those of the puzzle
maker. A No gives the seekers information and the maker points. So the value of a tap is
the expected change of points, not its bits of information.
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
    AskForPiece,
    Guess,
    HandOver,
    Hint,
    Hinted,
    PassTurn,
    TapPiece,
    price,
)
from firmware_host.games.decipher.view import DecipherView
from firmware_host.games.views import SeatView, View
from firmware_host.words.alphabet import Alphabet
from firmware_host.words.index import WordIndex, bands_of, index_of
from firmware_host.words.language import Language
from firmware_host.words.levels import READILY


def fitting(
    view: DecipherView, index: WordIndex, called_off: tuple[str, ...] = ()
) -> int:
    """
    Return the words that fit all public answers of the round.

    Each Yes and No, each kind handed over, the start of bonus mode, and each wrong
    guess count. If the board has drawn the word from this list, words that it has
    already shown do not fit.

    Args:
        view: The public view during a round.
        index: All words to consider, of the view's length.
        called_off: The words of all rounds of the game that were called off.

    Returns:
        A set of words as bits of `index`.
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
    return left & ~_shown(view, index, called_off)


def handed_over(view: DecipherView) -> Counts:
    """Return the number of pieces of each kind handed over in this round."""
    red, yellow, blue, green = map(sum, zip(*view.placed, strict=True))
    counts = [red, yellow, blue, green]
    if view.holding is not None:
        counts[view.holding.place] += 1
    return counts[0], counts[1], counts[2], counts[3]


def words_with_yes(
    view: DecipherView, index: WordIndex, bits: int, *, kind: Kind, zone: Zone
) -> int:
    """Return those of *bits* for which a piece of *kind* would be a Yes in a zone."""
    at = zone - view.first_zone
    return bits & index.needs(at, kind, view.placed[at][kind.place] + 1)


def by_order(view: DecipherView, alphabet: Alphabet, word: str) -> float:
    """
    Return the probability that the board hands over these kinds for *word*.

    The board draws each hidden piece with equal probability, so only the counts matter,
    not the order. If a person hands over the pieces, the result is 1.

    Args:
        view: The public view.
        alphabet: The pieces of each letter.
        word: A word that fits the view.
    """
    if view.maker != BOARD:
        return 1.0
    handed, has = handed_over(view), alphabet.pieces(word)
    ways = 1
    for come, there in zip(handed, has, strict=True):
        ways *= perm(there, come)
    return ways / perm(sum(has), sum(handed))


def _hidden(view: DecipherView, index: WordIndex, handed: Counts) -> int:
    """Return the words with as many hidden pieces as the view reports."""
    if view.hidden is not None:
        pieces = sum(handed) + view.hidden
        return index.pieces_total(pieces) & ~index.pieces_total(pieces + 1)
    laid = sum(map(sum, view.placed))
    return index.pieces_total(laid + BONUS_PIECES + 1)


def _shown(view: DecipherView, index: WordIndex, called_off: tuple[str, ...]) -> int:
    """Return the words that the board has shown and does not draw again."""
    if not index.drawn or view.maker != BOARD:
        return 0
    shown = index.bits((*called_off, *(result.word for result in view.results)))
    return 0 if shown == index.all else shown


# --- hints -------------------------------------------------------------------

# Source: docs/rules/decipher.md, "Hints"; a ruling of ours.


def make_hint(
    view: DecipherView,
    language: Language,
    level: str,
    hint: Hint,
    called_off: tuple[str, ...] = (),
) -> Hinted | Refused:
    """
    Return a hint, or its refusal.

    If the board makes the words, it considers all words that the board could have
    drawn; if a person made this one, all playable words.

    Args:
        view: The public view during a round.
        language: The language of the game.
        level: The level of the words that the board draws.
        hint: The request: the seat of the seeker, and the kind of hint.
        called_off: The words of all rounds of the game that were called off.
    """
    by, about = hint.by, hint.about
    drawn = level if view.maker == BOARD else None
    index = index_of(language, view.length, drawn)
    fits = fitting(view, index, called_off)
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
    zones: Iterable[Zone], view: DecipherView, index: WordIndex, fits: int, kind: Kind
) -> Zone:
    """
    Return the zone in which most fitting words need the piece.

    In a tie it is the first one.
    """

    def wanting(zone: Zone) -> int:
        return words_with_yes(view, index, fits, kind=kind, zone=zone).bit_count()

    return max(zones, key=wanting)


def _excluded_letter(
    view: DecipherView, language: Language, index: WordIndex, fits: int
) -> tuple[Zone, str] | None:
    """
    Return the letter that is most useful to exclude, with its zone; None for none.

    The pieces in the zone allow it, but no fitting word has it there. Of all such
    letters it is the most frequent one there, among the letters that the pieces allow.
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
    """Return True if the pieces in a zone can still become a letter."""
    return all(
        needs == has if no else needs >= has
        for needs, has, no in zip(build, placed, covered, strict=True)
    )


@lru_cache(maxsize=4)
def _letter_counts(
    index: WordIndex, letters: str
) -> tuple[tuple[tuple[str, int], ...], ...]:
    """Return, for each place, the number of words with each letter at it."""
    return tuple(
        tuple(
            (letter, count)
            for letter in letters
            if (count := index.letter(at, letter).bit_count())
        )
        for at in range(index.length)
    )


# --- a seeker ----------------------------------------------------------------

# With the same `SeekerMind` a bot repeats its choices when a round is repeated.

#: The weight of a word in each of `BANDS`, relative to a rare word.
PRIORS = (16, 16, 16, 1)

#: The most words whose probability is computed; with more words no bot guesses.
WEIGHED = 150


class SeekerMind(Record):
    """
    The skill of a bot that seeks.

    Args:
        knows: The number of known words out of 16, for each of `BANDS`; the bot's seed
            chooses them.
        readily: The weight of a word of each band.
        overlooks: The number of NO tokens out of 16 that it ignores.
        slips: The number of taps out of 16 that go into a random free zone.
        dares: The probability of a word, 0 to 1, from which it guesses.
    """

    knows: tuple[int, ...] = (16, 16, 16, 16)
    readily: tuple[int, ...] = PRIORS
    overlooks: int = 0
    slips: int = 0
    dares: float = 0.5


#: Knows every word and forgets nothing. The value of positions was measured with it.
PERFECT = SeekerMind()


def choose_action(
    view: DecipherView, header: Header, seat: Seat, mind: SeekerMind, seed: bytes
) -> Action | None:
    """
    Return the action of a seeker on turn, or None while it waits for a piece.

    Args:
        view: The public view of a round.
        header: The settings of the game.
        seat: The seeker's seat.
        mind: Its skill.
        seed: Random bytes that do not depend on the word.
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
        return TapPiece(_choose_zone(view, index, bits, mind, own), view.holding)
    if not view.bonus_mode or view.asked:
        return None
    if view.hidden:
        return AskForPiece()
    return Guess(seat, best) if guesses and best else PassTurn()


def thinks_of(view: DecipherView, header: Header, mind: SeekerMind, seed: bytes) -> int:
    """
    Return the words that a seeker considers: those that it knows and that fit.

    If there are none, the seeker considers all playable words that fit, as people do
    who derive letters from the pieces.
    """
    index = index_of(header.language, header.length)
    seen = fitting(_overlooked(view, mind, seed), index)
    known = seen & _vocabulary(header.language, header.length, mind, seed)
    return known or fitting(view, index)


def likeliest_word(
    view: DecipherView, header: Header, bits: int, readily: tuple[int, ...] = PRIORS
) -> tuple[str, float]:
    """
    Return the most probable of some words, and its share of the probability, 0 to 1.

    The result is an empty word and 0 if there are more than `WEIGHED` words.

    Args:
        view: The public view during a round.
        header: The settings of the game.
        bits: The words, as bits of the index.
        readily: The weight of a word in each of `BANDS`.
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
    view: DecipherView, index: WordIndex, bits: int, mind: SeekerMind, own: bytes
) -> Zone:
    """Return the zone for the piece in hand: usually that with the likeliest Yes."""
    zones = [Zone(zone) for zone in view.question.answers]
    kind = view.holding
    if kind is None or chance.draw(own, "slip", SIXTEEN) < mind.slips:
        return zones[chance.draw(own, "zone", len(zones))]
    first = chance.draw(own, "zone", len(zones))  # a random one of equal zones
    return _likeliest_zone(zones[first:] + zones[:first], view, index, bits, kind)


def _overlooked(view: DecipherView, mind: SeekerMind, seed: bytes) -> DecipherView:
    """Return the view without the NO tokens that a seeker ignores."""
    if not mind.overlooks:
        return view
    return replace(view, covered=tuple(_less(view, mind, seed)))


def _less(view: DecipherView, mind: SeekerMind, seed: bytes) -> Iterator[Counts]:
    """Yield for each zone the NO tokens that the seeker takes into account."""
    for at, row in enumerate(view.covered):
        label = f"{view.round} {at}"
        red, yellow, blue, green = (
            no * (chance.draw(seed, f"{label} {kind}", SIXTEEN) >= mind.overlooks)
            for kind, no in enumerate(row)
        )
        yield red, yellow, blue, green


@lru_cache(maxsize=32)
def _vocabulary(language: Language, length: int, mind: SeekerMind, seed: bytes) -> int:
    """Return the words that a seeker knows: a share of each level."""
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
    """Return the bits of the numbers below *count*; *planes* is high bits first."""
    less, equal = 0, -1
    for at, plane in enumerate(planes):
        if count >> (3 - at) & 1:
            less |= equal & ~plane
            equal &= plane
        else:
            equal &= ~plane
    return less


# --- bots --------------------------------------------------------------------

# The weakest one plays like a child of eight: docs/difficulty.md.

#: The skill of each strength, the weakest first.
MINDS: Mapping[str, SeekerMind] = {
    EASY: SeekerMind(knows=(12, 6, 2, 0), overlooks=6, slips=6, dares=0.2),
    FAIR: SeekerMind(
        knows=(15, 11, 6, 1), readily=READILY, overlooks=3, slips=4, dares=0.3
    ),
    SHARP: SeekerMind(readily=(64, 32, 16, 1), dares=0.2),
}

#: The shortest thinking time, and the most random time added to it, in ms.
THINKS_MS, LONGER_MS = 1500, 2000


def bot(view: View, header: Header, strength: str, chance: bytes, /) -> Move | None:
    """Return the next move of the seeker at that seat, or None: see `Game.bot`."""
    seen = view.public if isinstance(view, SeatView) else view
    if not isinstance(view, SeatView) or not isinstance(seen, DecipherView):
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


# --- the value of a position ------------------------------------------------

#: The largest number of bits in the table; more bits count as this many.
MOST_BITS = 11

#: The points that a seeker who knows every word still loses. The row is the word's
#: length while pieces are handed over, then the number of hidden pieces; the column is
#: the number of missing bits, 0 to `MOST_BITS`. Source: tools/measure_worth.py --rounds
#: 500.
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
    """Return the number of yes-or-no questions that identify one of *words* words."""
    return log2(max(1.0, words))


def information(before: float, after: float) -> float:
    """
    Return the bits of information in an answer: log2 of before over after.

    Args:
        before: The number of fitting words before, as by `mass_of`.
        after: The number of words that still fit. For 0 the result is 0 bits.
    """
    return log2(before / after) if before > after > 0 else 0.0


def mass_of(header: Header, bits: int) -> float:
    """Return the weighted number of words in *bits*; a rare word counts 1/16."""
    pairs = zip(PRIORS, bands_of(header.language, header.length), strict=True)
    return sum(prior * (bits & band).bit_count() for prior, band in pairs) / PRIORS[0]


def phase(view: DecipherView, length: int) -> str:
    """Return the key of a view's row in `AHEAD`: the phase of the round."""
    waits = view.bonus_mode and view.holding is None and not view.asked
    return f"hidden {min(view.hidden or 0, BONUS_PIECES)}" if waits else str(length)


def if_found(view: DecipherView) -> int:
    """Return the seekers' points minus the maker's for a right guess now."""
    paid = BONUS_TOKEN * (BONUS_TOKENS - view.bonus_left)
    seekers = sum(view.tokens) - 1 + DECIPHER_TOKEN + BONUS_TOKEN * view.bonus_left
    return seekers - (view.noes + paid + len(view.guesses) + 1)


def expected_points(view: DecipherView, length: int, bits: float) -> float:
    """
    Return the expected difference of points, seekers minus maker.

    Args:
        view: The public view during a round.
        length: The number of letters of the word.
        bits: The missing information, in bits, 0 or more.
    """
    return if_found(view) - points_ahead(phase(view, length), bits)


def points_ahead(row: str, bits: float) -> float:
    """Return the points still lost, interpolated between two columns of `AHEAD`."""
    losses, at = AHEAD[row], min(bits, MOST_BITS)
    low = int(at)
    high = min(low + 1, MOST_BITS)
    return losses[low] + (losses[high] - losses[low]) * (at - low)


# --- insights ----------------------------------------------------------------

#: Points closer than this are equal: sums of the same terms in another order.
EQUAL = 1e-9

#: A loss of up to this many points is not called a mistake.
SLIGHT = 0.15 + EQUAL

#: A wrong guess costs the seeker a token and gives the maker a point.
WRONG = 2

#: A tap is sure if at least this many of ten words say Yes, and lucky for at most that
#: many.
SURE, LUCKY = 9, 3


class Chance(Record):
    """
    The possible result of a tap in a zone.

    Args:
        zone: The zone.
        share: The share of the fitting words for which the answer is Yes, 0 to 1.
        worth: The expected difference of points after the tap.
    """

    zone: Zone
    share: float
    worth: float

    @property
    def of_ten(self) -> int:
        """The number of words out of ten for which the answer is Yes, 0 to 10."""
        return round(10 * self.share)


class SeekerPosition(Record):
    """
    A public view of a round with the words that are still possible.

    Args:
        view: The public view during a round.
        header: The settings of the game.
        fits: The words that fit, as bits of the index.
        mass: Their weighted number, as by `mass_of`.
    """

    view: DecipherView
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


def position_of(view: DecipherView, header: Header) -> SeekerPosition:
    """Return the position of a public view: the view and all possible words."""
    fits = fitting(view, index_of(header.language, header.length))
    return SeekerPosition(view, header, fits, mass_of(header, fits))


def insight(
    before: object, action: Action, after: object, header: Header
) -> Insight | None:
    """Return the insight into an action, or None for an action that is no move."""
    if not (isinstance(before, DecipherView) and isinstance(after, DecipherView)):
        return None
    match action:
        case TapPiece(zone=zone):
            return _tap(_in_hand(before, action), zone, after, header)
        # A word that was only spoken is unknown.
        case Guess(by=seat, word=word) if word:
            return _guess(before, seat, word, after, header)
        case AskForPiece():
            return _ask(position_of(before, header), position_of(after, header))
        case HandOver():
            return _hand(position_of(before, header), position_of(after, header))
        case _:
            return None


# --- a tap -------------------------------------------------------------------


def taps(view: DecipherView, header: Header) -> tuple[Chance, ...]:
    """
    Return the result of a tap of the piece in hand in each free zone, the best first.

    Zones with values equal to nine digits are in order of their numbers.

    Args:
        view: The public view; the seeker on turn holds a piece.
        header: The settings of the game.
    """
    now = position_of(view, header)
    found = (_chance(now, Zone(zone)) for zone in view.question.answers)
    return tuple(sorted(found, key=lambda one: (-round(one.worth, 9), -_likely(one))))


def _likely(one: Chance) -> float:
    """Return the chance of a Yes, rounded, so that equal sums compare as equal."""
    return round(one.share, 9)


def _chance(now: SeekerPosition, zone: Zone) -> Chance:
    """
    Return the chance of a Yes for a tap in a zone, and its expected points.

    The outcomes are: No, Yes, and Yes with the start of bonus mode.
    """
    view, kind = now.view, now.view.holding
    assert kind is not None  # noqa: S101 - free zones need a piece in hand
    yes = words_with_yes(view, now.index, now.fits, kind=kind, zone=zone)
    more = now.index.all  # with these words bonus mode does not begin now
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


def _after_a_tap(then: SeekerPosition, found: int) -> float:
    """
    Return the expected point difference after the answer to a tap.

    Yes and No are compared in one row of `AHEAD`, that of pieces that come.

    Args:
        then: The words that fit after it.
        found: The difference of points if the word is found then.
    """
    return found - points_ahead(str(then.header.length), bits_of(then.mass))


def _tap(
    view: DecipherView, zone: Zone, after: DecipherView, header: Header
) -> Insight:
    """Return the insight into a tap, after which the round goes on."""
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
    now: SeekerPosition, chances: tuple[Chance, ...], chosen: Chance, *, yes: bool
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
    view: DecipherView, seat: Seat, word: str, after: DecipherView, header: Header
) -> Insight:
    """
    Compare a guess with waiting and with a guess of the likeliest word.

    The result has the information in bits, the points lost by the choice, and the luck.
    """
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


def _called_out(now: SeekerPosition, share: float) -> float:
    """
    Return the expected difference of points of a guess.

    Args:
        now: The position before it.
        share: The probability that it is right, 0 to 1.
    """
    return share * if_found(now.view) + (1 - share) * (now.expected - WRONG)


def _likeliest(now: SeekerPosition) -> tuple[str, float]:
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
    """Return a sentence about a guess; None for a wrong guess that no list contains."""
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


def _ask(now: SeekerPosition, then: SeekerPosition) -> Insight:
    """Return the insight into asking for a piece, compared with the likeliest guess."""
    best, sure = _likeliest(now)
    gave = min(0.0, then.expected - _called_out(now, sure))
    better = say("insight-guess-now", word=best) if gave < -SLIGHT and best else None
    left, few = now.fits.bit_count(), now.named
    return Insight(now.view.turn, left, skill=gave, best=better, said=better, words=few)


# --- a piece that is handed over ---------------------------------------------


def _hand(now: SeekerPosition, then: SeekerPosition) -> Insight:
    """Return the insight into a handed-over piece: only luck, no skill."""
    return Insight(
        None,
        then.fits.bit_count(),
        information(now.mass, then.mass),
        luck=then.expected - now.expected,
        words=then.named,
    )


def _in_hand(view: DecipherView, tap: TapPiece) -> DecipherView:
    """Return the view with the piece in hand, if the tap itself hands it over."""
    if view.holding is not None:
        return view
    hidden = None if view.hidden is None else view.hidden - 1
    return replace(view, holding=tap.kind, hidden=hidden)
