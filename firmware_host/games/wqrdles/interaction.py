"""What the board shows of WQRDLES to everybody, and what can be given at it."""

from functools import lru_cache
from operator import add
from string import ascii_uppercase

from firmware_host.board.faces import Face, TableFace
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Seat, Zone
from firmware_host.games.common import points_line, won_by
from firmware_host.games.contract import first_zone
from firmware_host.games.requests import (
    EMPTY,
    AttemptRequest,
    GuessRequest,
    Known,
    MarkRequest,
    PageRequest,
    Request,
    SecretRequest,
    WordRequest,
    marked,
)
from firmware_host.games.wqrdles.actions import all_words
from firmware_host.games.wqrdles.follows import (
    hidden,
    points,
    value,
    waits_to_try,
)
from firmware_host.games.wqrdles.state import Phase, Row, State
from firmware_host.games.wqrdles.view import card, shown_absent, waiting
from firmware_host.words.marks import GREEN, NONE, YELLOW

#: How many moments are kept: the last ones.
KEPT = 8

#: So many names fit the screen's big line.
MOST_NAMED = 2

#: So many attempts fit its small print; pages have all of them.
MOST_TRIED = 3

#: What an owner marks a letter with, in the order in which it is offered.
SIGNS = (YELLOW, GREEN, NONE)


def requests(game: State) -> tuple[Request, ...]:
    """Return what can be given now at the board."""
    waits = waiting(game)
    if game.over or not waits:
        return ()
    return (_word(game, waits[0]), PageRequest(known(game)))


def _word(game: State, first: Seat) -> WordRequest:
    """Return the word that can be given now; *first* is whom all wait for."""
    now, length = game.round, game.header.length
    letters = tuple(ascii_uppercase)
    word = len(game.results) + 1, length, first_zone(game.header), letters
    if game.phase is Phase.SECRETS:
        own = game.sequence == "each"
        return SecretRequest(*word, maker=first, switch="sequence" if own else "")
    if game.phase is Phase.QUERY:
        words = card(game, dict(now.hands)[now.turn]) if game.cards else ()
        turn = now.turn
        return GuessRequest(*word, do="query", turn=turn, asks=True, words=words)
    if game.phase is Phase.DECODE:
        return MarkRequest(
            *word,
            do="decode",
            key="marks",
            turn=first,
            places=(SIGNS,) * length,
            word=now.query,
        )
    if game.race:
        return GuessRequest(*word, turn=now.turn)
    whose = {seat: hidden(now, seat) for seat in waits_to_try(game)}
    return AttemptRequest(*word, whose=whose, skip="pass")


# --- what is known of each word -------------------------------------------------


def known(game: State) -> tuple[Known, ...]:
    """Return what the rows say of each word: those still hidden first."""
    now = game.round
    if not now.rows:
        return ()
    found = tuple((seat, now.words[seat]) for seat in now.found)
    return _known_of(now.rows, now.seats, found, first_zone(game.header))


@lru_cache(maxsize=KEPT)
def _known_of(
    rows: tuple[Row, ...],
    seats: tuple[Seat, ...],
    found: tuple[tuple[Seat, str], ...],
    first: Zone,
) -> tuple[Known, ...]:
    newest = [seat for seat, _, _ in rows[-1].marks]
    order = [*newest, *(seat for seat in seats if seat not in newest)]
    words = dict(found)
    still = [_known(rows, seat, first) for seat in order if seat not in words]
    shown = [_found(seat, words[seat], first) for seat in order if seat in words]
    return tuple(one for one in (*still, *shown) if one.rows)


def _known(rows: tuple[Row, ...], seat: Seat, first: Zone) -> Known:
    """Source: rules, part 4: marks, sequence clue, absent letters for each secret."""
    gone = shown_absent(rows, seat)
    own = [
        (row.word, marks, clue)
        for row in rows
        for owner, marks, clue in row.marks
        if owner == seat
    ]
    return Known(
        seat,
        tuple(marked(word, marks, first) for word, marks, _ in own),
        tuple(
            say("wqrdles-row", row=number, rest=_rest(word, clue, gone))
            for number, (word, _, clue) in enumerate(own, start=1)
        ),
    )


def _rest(word: str, clue: str, gone: str) -> Message | str:
    """Return the sequence clue and the absent letters in words; nothing without."""
    told: Message | str = ""
    if clue:
        told = say("wqrdles-after" if clue == ">" else "wqrdles-before", word=word)
    if not gone:
        return told
    return say("wqrdles-both" if told else "wqrdles-absent", clue=told, letters=gone)


def _found(seat: Seat, word: str, first: Zone) -> Known:
    rows = (marked(word, GREEN * len(word), first),)
    return Known(seat, rows, (say("wqrdles-found", word=word),))


# --- what it shows --------------------------------------------------------------


def face(game: State, names: tuple[str, ...]) -> Face:
    """
    Return what lamps and screens show to everybody.

    The zones have the newest row of a word that is hidden still; whoever wants to see
    another one turns to it.

    Args:
        game: The game.
        names: The players' names by seat.
    """
    sums = map(add, game.totals, points(game))
    status = points_line(names, tuple(sums))
    big, note = line(game, names), _note(game, names)
    if game.over:
        return Face(TableFace(big, status=status))
    if game.phase is Phase.DECODE:
        status = say("marking-who-how")
    shown = next(iter(known(game)), None)
    if shown is None:
        return Face(TableFace(big, status=status, note=note), EMPTY)
    note = note or shown.note(-1, names[shown.seat])
    return Face(TableFace(big, status=status, note=note), shown.rows[-1])


def line(game: State, names: tuple[str, ...]) -> Message:
    """Return for whom the board waits, and for what; *names* by seat."""
    if game.over:
        return won_by([names[seat] for seat in game.winners])
    name = names[game.round.turn]
    waits = _people(waiting(game), names)
    match game.phase:
        case Phase.SECRETS:
            return say("wqrdles-secrets", names=waits)
        case Phase.DEAL:
            return say("wqrdles-deal")
        case Phase.QUERY:
            return say("wqrdles-pick" if game.cards else "wqrdles-query", name=name)
        case Phase.DECODE:
            return say("wqrdles-decode", names=waits, word=game.round.query)
        case Phase.ATTEMPTS:
            return say("wqrdles-try", names=waits, value=value(game))


def _people(seats: tuple[Seat, ...], names: tuple[str, ...]) -> str | Message:
    """Return who sits there: by name, or how many where they are many."""
    if len(seats) > MOST_NAMED:
        return say("players-some", n=len(seats))
    return ", ".join(names[seat] for seat in seats)


def _note(game: State, names: tuple[str, ...]) -> Message | None:
    """Return what happened last, or who gives no clue: before the first query."""
    if game.voided:
        return say("wqrdles-voided", words=all_words(game.voided))
    now = game.round
    if now.clueless and game.phase is Phase.QUERY and not now.rows:
        return say("wqrdles-clueless", names=_people(now.clueless, names))
    if game.results and not now.rows:
        return say("wqrdles-words", words=all_words(game.results[-1].words))
    if now.opened and not game.race:
        hits_first = sorted(now.opened, key=lambda one: -one[-1])
        tries = [
            f"{names[by]}-{names[of]} {word} {f'+{earned}' if earned else '✗'}"
            for by, of, word, earned in hits_first[:MOST_TRIED]
        ]
        tries += ["…"] * (len(hits_first) > MOST_TRIED)
        return say("wqrdles-opened", tries=", ".join(tries))
    return None
