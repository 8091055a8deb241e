"""
The words that can still be a hidden word, and a bot's play that follows from them.

Everything follows from a view and a list of words; nothing here knows a hidden word.
"""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice

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
    HideWord,
    Pass,
    Phase,
    Query,
    keeps,
)
from firmware_host.games.wqrdles.view import PlayerView, PublicView
from firmware_host.words.fitting import beside, marked
from firmware_host.words.index import WordIndex, index_of
from firmware_host.words.language import Language
from firmware_host.words.levels import EASY as FIRST_WORDS, FREQUENT
from firmware_host.words.marks import clue, mark

#: A word with one of these signs cannot be hidden. Source: rules, part 4: letters A to
#: Z.
_NO_LETTERS = "'-"


def fitting(view: PublicView | PlayerView, owner: Seat, index: WordIndex) -> int:
    """
    Return the words that fit all answers about the word of `owner`.

    Marks, sequence clues and wrong attempts count. A word that was found is the only
    one that fits.

    Args:
        view: A view during a round: the public one, or that of a seat.
        owner: The owner of the word.
        index: All words to consider.

    Returns:
        A set of words as bits of `index`.
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
    """
    Return for each secret word not yet found the number of words that it can be.

    None if the action did not complete a row, or if every word is found. A row is
    complete when the query is marked for every secret word.
    """
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
    """
    Return the number of words that a seat's secret word can be.

    The words themselves are included if they are few.
    """
    bits = fitting(view, owner, index)
    few = index.list(bits) if bits.bit_count() <= FEW else ()
    return Left(owner, bits.bit_count(), few)


# --- bots --------------------------------------------------------------------

#: The most fitting words that are weighed for each query; more hardly help.
WEIGHED = 24

#: A random extra thinking time of up to this many ms, so that bots are not regular.
WAVERS_MS = 3000


class Mind(Record):
    """
    The skill of a bot.

    Args:
        knows: The lists with the words that it knows; empty for all words that the
            board draws.
        forgets: The number of earlier rows out of 16 that it ignores.
        strays: The number of queries out of 16 that are random words.
        compares: The number of queries to compare; 0 to take any fitting word.
        dares: It tries a word if at most so many words fit.
        thinks_ms: The shortest thinking time, in ms.
    """

    knows: tuple[str, ...] = ()
    forgets: int = 0
    strays: int = 0
    compares: int = 0
    dares: int = 1
    thinks_ms: int = 4000


#: The skill of each strength.
MINDS = {
    EASY: Mind((FIRST_WORDS, FREQUENT), 9, 8, dares=2, thinks_ms=6000),
    FAIR: Mind((), 6, 5, dares=3, thinks_ms=5000),
    SHARP: Mind((), 1, 1, compares=4, dares=12, thinks_ms=4000),
}


def bot(view: View, header: Header, strength: str, chance: bytes) -> Move | None:
    """Return the next move of a bot, or None while it waits for others."""
    if not isinstance(view, PlayerView) or view.seat not in view.public.awaited:
        return None
    action = choose_action(view, header, MINDS[strength], chance)
    wavers = draw(chance, "thinks", WAVERS_MS)
    return Move(action, Millis(MINDS[strength].thinks_ms + wavers))


def choose_action(
    view: PlayerView, header: Header, mind: Mind, chance: bytes
) -> Action:
    """
    Return the action of a bot for which the board waits.

    Args:
        view: The view of its seat.
        header: The settings of the game.
        mind: Its skill.
        chance: Random bytes of its own for this move.
    """
    public = view.public
    match public.phase:
        case Phase.SECRETS:
            index = index_of(header.language, header.length, laid=False)
            known = _drawn(header.language, header.length, ())
            [word] = _some(index, known, 1, chance, "secret")
            return HideWord(view.seat, word)
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
    Return the words that a bot considers for the word of `owner`, as bits.

    These are words that it knows and that fit the rows it remembers. If there are none,
    all rows are used; then words that the board draws; then any words.
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
    """Return an attempt at the word with fewest possibilities, or a pass."""
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
    """
    Return the query of a bot.

    It is the best of some words on its card, or of those that it knows.
    """
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
        # If no word fits, as for a secret in no list, use any known word.
        each = {owner: bits for owner, bits in left.items() if bits}
        each = each or {view.seat: known}
        words = [
            word
            for owner, bits in each.items()
            for word in _some(
                index, bits, max(mind.compares, 2), chance, f"query {owner}"
            )
        ]
    fresh = [word for word in words if word not in asked] or [*words]
    fresh = _allowed(view, fresh, index)
    first = draw(chance, "first", len(fresh))
    turned = fresh[first:] + fresh[:first]  # a random one of equal words
    if not mind.compares:
        return turned[0]
    could = {
        owner: _some(index, bits, WEIGHED, chance, f"weigh {owner}")
        for owner, bits in left.items()
        if bits
    }
    return min(turned, key=lambda word: _leaves(word, could, public.clueless))


def _allowed(view: PlayerView, words: list[str], index: WordIndex) -> list[str]:
    """Return the words that the house rule ``hard`` allows; else one of all words."""
    public, able = view.public, _hidden(view)
    if public.hard != "on" or public.cards[view.seat] or not able:
        return words
    rows = [
        (owner, asked, marks)
        for _, asked, each in public.rows
        for owner, marks, _ in each
    ]

    def allowed(word: str) -> bool:
        return any(
            all(keeps(word, asked, marks) for of, asked, marks in rows if of == owner)
            for owner in able
        )

    good = [*filter(allowed, words)]
    fits = fitting(view, able[0], index)
    other = filter(str.isalpha, filter(allowed, index.list(index.all)))
    return good or [*index.list(fits & -fits)] or [*islice(other, 1)] or words


def _leaves(
    word: str, could: dict[Seat, list[str]], clueless: tuple[Seat, ...]
) -> float:
    """Return the mean number of possible hidden words after a query."""
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
    """Return the seats whose words are still to be found."""
    public = view.public
    found = {seat for seat, _, _ in public.found}
    return [seat for seat in public.seats if seat != view.seat and seat not in found]


@lru_cache(maxsize=4)
def _drawn(language: Language, length: int, lists: tuple[str, ...]) -> int:
    """Return the words of some lists, or all words that the board draws, as bits."""
    index = index_of(language, length, laid=False)
    words = [*language.own.words(length)]
    for one in lists or ("",):
        words += language.bands.get(one, language.common).words(length)
    return index.bits(word for word in words if word.isalpha())


def _some(
    index: WordIndex, bits: int, count: int, chance: bytes, label: str
) -> list[str]:
    """Return `count` random words of `bits`, or all of them if there are fewer."""
    if bits.bit_count() <= count:
        return [*index.list(bits)]
    size, found = bits.bit_length(), dict[int, None]()
    for number in range(count):
        at = draw(chance, f"{label} {number}", size)
        behind = bits >> at  # the next word in the set
        found[at + (behind & -behind).bit_length() - 1] = None
    return [index.word(at) for at in found]
