"""
A round of Decipher explained: what each tap and guess told, and what it was worth.

A position is worth the expected points of the seekers minus those of the puzzle maker.
A No tells the seekers something and pays the maker. So a tap is worth the points that
it is expected to change, and not its bits of information.
"""

from dataclasses import replace
from math import log2

from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Seat, Zone
from firmware_host.board.record import Record
from firmware_host.games.analysis import FEW, Insight
from firmware_host.games.contract import Header
from firmware_host.games.decipher import evidence
from firmware_host.games.decipher.evidence import PRIORS
from firmware_host.games.decipher.rules import (
    BONUS_PIECES,
    BONUS_TOKEN,
    BONUS_TOKENS,
    DECIPHER_TOKEN,
    Action,
    Ask,
    Guess,
    Hand,
    Tap,
)
from firmware_host.games.decipher.view import PublicView
from firmware_host.words.index import WordIndex, bands_of, index_of

# --- what a position is worth ------------------------------------------------

#: More bits are not told apart.
MOST_BITS = 11

#: While pieces come, by the word's length; then by how many are hidden.
PHASES = ("3", "4", "5", "6", "hidden 3", "hidden 2", "hidden 1", "hidden 0")

#: Points of difference that a seeker who knows every word still loses, by the bits that
#: it lacks, 0 to `MOST_BITS`. Source: tools/measure_worth.py --rounds 500.
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


def bits_left(view: PublicView, header: Header) -> float:
    """Return what is not known of the word yet, in bits, 0 and more."""
    index = index_of(header.language, header.length)
    return bits_of(mass_of(header, evidence.fitting(view, index)))


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
    fits = evidence.fitting(view, index_of(header.language, header.length))
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
    yes = evidence.words_with_yes(view, now.index, now.fits, kind=kind, zone=zone)
    more = now.index.all  # with these bonus mode does not begin now
    if not view.bonus_mode:
        pieces = sum(evidence.handed_over(view)) + BONUS_PIECES
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
