"""
A round of Decipher explained: what each tap and guess told, and what it was worth.

Everything follows from what everybody saw at the table; see `worth` for the points.
"""

from dataclasses import replace

from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Seat, Zone
from firmware_host.board.record import Record
from firmware_host.games.analysis import FEW, Insight
from firmware_host.games.contract import Header
from firmware_host.games.decipher import evidence, seeker, worth
from firmware_host.games.decipher.actions import Action, Ask, Guess, Hand, Tap
from firmware_host.games.decipher.view import PublicView
from firmware_host.words.index import WordIndex, index_of

#: Less than this is no mistake: points of difference.
SLIGHT = 0.15

#: A wrong guess costs a token, and pays the maker one.
WRONG = 2

#: A tap is sure where at least so many of ten words say Yes, and lucky where so few do.
SURE, LUCKY = 9, 3


class Chance(Record):
    """
    What a tap in a zone may bring.

    Args:
        zone: Where.
        of_ten: In how many of ten words it is a Yes, 0 to 10.
        worth: The difference of points that may be expected with it.
    """

    zone: Zone
    of_ten: int
    worth: float


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
            return _ask(before, after, header)
        case Hand():
            return _told(before, after, header)
        case _:
            return None


def taps(view: PublicView, header: Header) -> tuple[Chance, ...]:
    """
    Return what the piece in hand may bring in each zone that is free, the best first.

    Args:
        view: What everybody may know; somebody holds a piece.
        header: What was settled before the game.
    """
    index, kind = index_of(header.language, header.length), view.holding
    if kind is None:
        return ()
    fits = evidence.fitting(view, index)
    every = worth.mass(header, fits)
    found = []
    for zone in map(Zone, view.question.answers):
        agree = evidence.yes(view, index, fits, kind=kind, zone=zone)
        yes = worth.mass(header, agree)
        share = yes / every if every else 0.0
        brings = share * _worth(view, header, yes)
        brings += (1 - share) * (_worth(view, header, every - yes) - 1)
        found.append(Chance(zone, round(10 * share), brings))
    return tuple(sorted(found, key=lambda one: -one.worth))


def _tap(view: PublicView, zone: Zone, after: PublicView, header: Header) -> Insight:
    """Return what a tap was worth; after it the round always goes on."""
    best, *others = taps(view, header)
    chosen = next((one for one in (best, *others) if one.zone == zone), best)
    told = _told(view, after, header)
    gave = min(0.0, chosen.worth - best.worth)
    luck = worth.expected(after, header.length, worth.bits_left(after, header))
    yes = after.noes == view.noes
    better = None
    if gave < -SLIGHT:
        better = say("insight-best-zone", zone=best.zone, n=best.of_ten)
    return Insight(
        view.turn,
        told.left,
        told.bits,
        skill=gave,
        luck=luck - chosen.worth,
        best=better,
        said=better or _of_a_tap(chosen, yes=yes),
        words=told.words,
    )


def _of_a_tap(chosen: Chance, *, yes: bool) -> Message:
    """Return one sentence of a tap that was as good as any."""
    if yes and chosen.of_ten >= SURE:
        return say("insight-sure")
    if yes and chosen.of_ten <= LUCKY:
        return say("insight-lucky", n=chosen.of_ten)
    if not yes and chosen.of_ten >= SURE:
        return say("insight-unlucky", n=chosen.of_ten)
    return say("insight-good", n=chosen.of_ten)


def _guess(
    view: PublicView, seat: Seat, word: str, after: PublicView, header: Header
) -> Insight:
    """Return what a guess was worth, against waiting and against the likeliest word."""
    index = index_of(header.language, header.length)
    fits, meant = evidence.fitting(view, index), index.bits([word])
    every = worth.mass(header, fits)
    share = worth.mass(header, fits & meant) / every if every else 0.0
    right = len(after.results) > len(view.results) and after.results[-1].word == word
    bits = worth.bits_left(view, header)
    wait = worth.expected(view, header.length, bits)
    brings = _called_out(view, wait, share)
    best, sure = seeker.likeliest(view, header, fits)
    likeliest = _called_out(view, wait, sure)
    gave = min(0.0, brings - max(wait, likeliest))
    came = _called_out(view, wait, float(right))
    left = meant if right else fits & ~meant
    one_in = round(1 / share) if share else 0
    better = None
    if gave < -SLIGHT and not right and one_in:
        better = (
            say("insight-wait") if wait > likeliest else say("insight-word", word=best)
        )
    return Insight(
        seat,
        1 if right else left.bit_count(),
        bits if right else 0.0,
        skill=gave,
        luck=came - brings,
        best=better,
        said=better or _of_a_guess(one_in, right=right, listed=meant > 0),
        words=(word,) if right else _few(index, left),
    )


def _called_out(view: PublicView, wait: float, share: float) -> float:
    """
    Return the difference of points that calling a word out may bring.

    Args:
        view: What everybody may know.
        wait: What may be expected without it.
        share: How likely it is to be right, 0 to 1.
    """
    return share * worth.if_found(view) + (1 - share) * (wait - WRONG)


def _of_a_guess(one_in: int, *, right: bool, listed: bool) -> Message | None:
    """Return one sentence of a guess; None for a wrong word that no list has."""
    if not one_in and right:
        return say("insight-unknown")
    if not one_in:
        return say("insight-ruled-out") if listed else None
    if one_in == 1:
        return say("insight-knew")
    return say("insight-dared", n=one_in) if right else say("insight-tried", n=one_in)


def _ask(view: PublicView, after: PublicView, header: Header) -> Insight:
    """Return what asking was worth, against calling out the likeliest word."""
    length, bits = header.length, worth.bits_left(view, header)
    index = index_of(header.language, length)
    fits = evidence.fitting(view, index)
    best, sure = seeker.likeliest(view, header, fits)
    guess = _called_out(view, worth.expected(view, length, bits), sure)
    gave = min(0.0, worth.expected(after, length, bits) - guess)
    better = say("insight-guess-now", word=best) if gave < -SLIGHT else None
    few, left = _few(index, fits), fits.bit_count()
    return Insight(view.turn, left, skill=gave, best=better, said=better, words=few)


def _few(index: WordIndex, bits: int) -> tuple[str, ...]:
    """Return words to be named, where they are few."""
    return index.list(bits) if bits.bit_count() <= FEW else ()


def _told(view: PublicView, after: PublicView, header: Header) -> Insight:
    """Return what was told by whatever came: which piece, and what is left."""
    index = index_of(header.language, header.length)
    was, now = worth.bits_left(view, header), worth.bits_left(after, header)
    length = header.length
    gain = worth.expected(after, length, now) - worth.expected(view, length, was)
    left = evidence.fitting(after, index)
    bits, few = max(0.0, was - now), _few(index, left)
    return Insight(None, left.bit_count(), bits, luck=gain, words=few)


def _worth(view: PublicView, header: Header, words: float) -> float:
    """Return the difference of points with so many words left, while pieces come."""
    bits = worth.bits_of(words)
    return worth.if_found(view) - worth.ahead(str(header.length), bits)


def _in_hand(view: PublicView, tap: Tap) -> PublicView:
    """Return the view with the piece in hand, where a tap hands it over at once."""
    if view.holding is not None:
        return view
    return replace(view, holding=tap.kind)
