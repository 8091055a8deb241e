"""
The words that can be somebody's hidden word, and what a bot makes of them.

All of it follows from a view and a list of words; nothing here knows a hidden word.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from firmware_host.board.pieces import Millis, Seat
from firmware_host.board.record import Record, replace
from firmware_host.games.analysis import FEW, Insight, Left
from firmware_host.games.bots import EASY, FAIR, SHARP, Move
from firmware_host.games.chance import SIXTEEN, draw
from firmware_host.games.contract import Header
from firmware_host.games.views import View
from firmware_host.games.wqrdles.rules import (
    Action,
    Decode,
    Guess,
    Pass,
    Phase,
    Query,
    Secret,
)
from firmware_host.games.wqrdles.view import PlayerView, PublicView
from firmware_host.words.fitting import beside, marked
from firmware_host.words.index import WordIndex, index_of
from firmware_host.words.language import Language
from firmware_host.words.levels import EASY as FIRST_WORDS, FREQUENT
from firmware_host.words.marks import clue, mark

#: Words with one of these are no secrets. Source: rules, part 4: letters A to Z.
_NO_LETTERS = "'-"


def fitting(view: PublicView | PlayerView, owner: Seat, index: WordIndex) -> int:
    """
    Return the words of *index* that would have been answered as *owner*'s was.

    Marks, sequence clues and wrong attempts count; a word that was found is the only
    one that fits.

    Args:
        view: In a round; everybody's, or that of a seat.
        owner: Whose word.
        index: The words that are thought of, whether or not the box can lay them.
    """
    public = view.public if isinstance(view, PlayerView) else view
    for seat, word, _ in public.found:
        if seat == owner:
            return index.bits((word,))
    bits = index.all
    for at in range(index.length):
        for sign in _NO_LETTERS:
            bits &= ~index.letter(at, sign)
    for _, query, answers in public.rows:
        for seat, marks, side in answers:
            if seat == owner:
                bits = marked(index, bits, query, marks)
                bits = beside(index, bits, query, side)
    return bits & ~index.bits(word for of, word in public.missed if of == owner)


def insight(
    before: object, _action: object, after: object, header: Header
) -> Insight | None:
    """Return the words possible for each secret after a full row; else None."""
    if not (isinstance(before, PublicView) and isinstance(after, PublicView)):
        return None
    if len(after.rows) != len(before.rows) + 1:
        return None
    index = index_of(header.language, header.length, laid=False)
    each = tuple(
        left_of(after, owner, index)
        for owner in sorted(after.seats)
        if all(owner != seat for seat, *_ in after.found)
    )
    if not each:
        return None
    fewest = min(one.left for one in each)
    return Insight(None, fewest, each=each, label="insight-left-each")


def left_of(view: PublicView, owner: Seat, index: WordIndex) -> Left:
    """Return how many words can be a seat's secret, and which, if few."""
    bits = fitting(view, owner, index)
    few = index.list(bits) if bits.bit_count() <= FEW else ()
    return Left(owner, bits.bit_count(), few)


# --- bots --------------------------------------------------------------------

#: So many words that fit are weighed for each query: more say hardly more.
WEIGHED = 24

#: It thinks longer by up to so many ms, or bots would answer like clockwork.
WAVERS_MS = 3000


class Mind(Record):
    """
    How well a rival plays.

    Args:
        knows: The lists whose words come to it; none for all that the board draws.
        forgets: Of 16 rows before the newest, how many it does not think of.
        strays: Of 16 queries, how many are any word that it knows.
        compares: So many queries are compared; 0 where any word that fits will do.
        dares: It tries a word once so many or fewer fit.
        thinks_ms: How long it thinks at least.
    """

    knows: tuple[str, ...] = ()
    forgets: int = 0
    strays: int = 0
    compares: int = 0
    dares: int = 1
    thinks_ms: int = 4000


#: By strength.
MINDS = {
    EASY: Mind((FIRST_WORDS, FREQUENT), 9, 8, dares=2, thinks_ms=6000),
    FAIR: Mind((), 6, 5, dares=3, thinks_ms=5000),
    SHARP: Mind((), 1, 1, compares=4, dares=12, thinks_ms=4000),
}


def bot(view: View, header: Header, strength: str, chance: bytes) -> Move | None:
    """Return what a rival does next; None where it waits for others."""
    if not isinstance(view, PlayerView) or view.seat not in view.public.awaited:
        return None
    action = choose_action(view, header, MINDS[strength], chance)
    wavers = draw(chance, "thinks", WAVERS_MS)
    return Move(action, Millis(MINDS[strength].thinks_ms + wavers))


def choose_action(
    view: PlayerView, header: Header, mind: Mind, chance: bytes
) -> Action:
    """
    Return what a rival for whom the board waits does now.

    Args:
        view: What its seat sees.
        header: What was settled before the game.
        mind: How well it plays.
        chance: Its own, of this move.
    """
    public = view.public
    match public.phase:
        case Phase.SECRETS:
            index = index_of(header.language, header.length, laid=False)
            known = _drawn(header.language, header.length, ())
            [word] = _some(index, known, 1, chance, "secret")
            return Secret(view.seat, word)
        case Phase.DECODE:
            return Decode(view.seat, mark(public.query, view.word))
        case Phase.QUERY:
            return Query(view.seat, _query(view, header, mind, chance))
        case _:
            return _attempt(view, header, mind, chance)


def thought_of(
    view: PlayerView, header: Header, owner: Seat, mind: Mind, chance: bytes
) -> int:
    """
    Return the words that come to a rival for the word of *owner*.

    They are those it knows that fit what it thinks of. Where none does it looks at all
    rows, then for words that the board draws, and then for any at all, as people do
    who take a dictionary.
    """
    index = index_of(header.language, header.length, laid=False)
    known = _drawn(header.language, header.length, mind.knows)
    public = view.public
    kept = [
        row
        for at, row in enumerate(public.rows[:-1])
        if draw(chance, f"row {at}", SIXTEEN) >= mind.forgets
    ]
    rows = (*kept, *public.rows[-1:])
    dim = fitting(replace(public, rows=rows), owner, index) & known
    if dim:
        return dim
    fits = fitting(public, owner, index)
    drawn = _drawn(header.language, header.length, ())
    return fits & known or fits & drawn or fits


def _attempt(view: PlayerView, header: Header, mind: Mind, chance: bytes) -> Action:
    """Try the word of which fewest are left, or none."""
    index = index_of(header.language, header.length, laid=False)
    left = {
        owner: thought_of(view, header, owner, mind, chance) for owner in _hidden(view)
    }
    sure = [owner for owner, bits in left.items() if bits]
    if not sure:
        return Pass(view.seat)
    owner = min(sure, key=lambda owner: left[owner].bit_count())
    if left[owner].bit_count() > mind.dares:
        return Pass(view.seat)
    [word] = _some(index, left[owner], 1, chance, "attempt")
    return Guess(view.seat, word, owner)


def _query(view: PlayerView, header: Header, mind: Mind, chance: bytes) -> str:
    """Return the word of the own card, or of all, that tells most, or is to hand."""
    public = view.public
    index = index_of(header.language, header.length, laid=False)
    known = _drawn(header.language, header.length, mind.knows)
    strays = draw(chance, "strays", SIXTEEN) < mind.strays
    left = {
        owner: known if strays else thought_of(view, header, owner, mind, chance)
        for owner in _hidden(view)
    }
    asked = {word for _, word, _ in public.rows}
    words: Iterable[str] = public.cards[view.seat]
    if not words:
        each = left or {view.seat: known}  # nothing of its own is left to find
        words = [
            word
            for owner, bits in each.items()
            for word in _some(
                index, bits, max(mind.compares, 2), chance, f"query {owner}"
            )
        ]
    fresh = [word for word in words if word not in asked] or [*words]
    first = draw(chance, "first", len(fresh))
    turned = fresh[first:] + fresh[:first]  # of equals any
    if not mind.compares:
        return turned[0]
    could = {
        owner: _some(index, bits, WEIGHED, chance, f"weigh {owner}")
        for owner, bits in left.items()
    }
    return min(turned, key=lambda word: _leaves(word, could, public.clueless))


def _leaves(
    word: str, could: dict[Seat, list[str]], clueless: tuple[Seat, ...]
) -> float:
    """Return how many of the words that could be hidden a query leaves on average."""
    left = 0.0
    for owner, secrets in could.items():
        quiet = owner in clueless
        answers = Counter(
            (mark(word, secret), "" if quiet else clue(word, secret))
            for secret in secrets
        )
        alike = sum(count * count for count in answers.values())
        left += (alike - (word in secrets)) / len(secrets)
    return left


def _hidden(view: PlayerView) -> list[Seat]:
    """Return whose words are still to be found."""
    public = view.public
    found = {seat for seat, _, _ in public.found}
    return [seat for seat in public.seats if seat != view.seat and seat not in found]


@lru_cache(maxsize=4)
def _drawn(language: Language, length: int, lists: tuple[str, ...]) -> int:
    """Return the words of some lists, or all that the board draws, as bits."""
    index = index_of(language, length, laid=False)
    words = [*language.own.words(length)]
    for one in lists or ("",):
        words += language.bands.get(one, language.common).words(length)
    return index.bits(word for word in words if word.isalpha())


def _some(
    index: WordIndex, bits: int, count: int, chance: bytes, label: str
) -> list[str]:
    """Return so many words of *bits* by chance, or all where there are fewer."""
    if bits.bit_count() <= count:
        return [*index.list(bits)]
    size, found = bits.bit_length(), dict[int, None]()
    for number in range(count):
        at = draw(chance, f"{label} {number}", size)
        behind = bits >> at  # the next one that is there
        found[at + (behind & -behind).bit_length() - 1] = None
    return [index.word(at) for at in found]
