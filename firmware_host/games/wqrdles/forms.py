"""
What players fill in at the board in WQRDLES, and what the zones are turned to.

A query and a guess of a race are spelled on the zones; a query of a card is taken by
the button of its zone. Marks are signs that are stepped as letters are: the board
checks them at once, and shows the right signs whatever was said. Secrets and attempts
are on the screen that one person alone sees, or given by tiles that are counted.
"""

from collections.abc import Hashable, Sequence
from dataclasses import field
from string import ascii_uppercase
from typing import Self

from firmware_host.board.events import Button
from firmware_host.board.faces import Face, Lamp, TableFace, ZoneFace
from firmware_host.board.json import Json
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import ZONES, Item, Seat, Tile, Zone
from firmware_host.board.record import replace
from firmware_host.games.contract import first_zone
from firmware_host.games.forms import (
    Answer,
    AnyForm,
    Close,
    Context,
    Form,
    Give,
    HiddenRow,
    Row,
    SecretRow,
    Touch,
    following,
)
from firmware_host.games.wqrdles.rules import Phase, State, card, hidden, waits_to_try
from firmware_host.games.wqrdles.view import Known, known, marked, waiting
from firmware_host.words.marks import GREEN, NONE, YELLOW

#: What an owner marks a letter with, in the order in which it is offered.
SIGNS = (YELLOW, GREEN, NONE)


def forms(at: Context[State]) -> tuple[AnyForm, ...]:
    """Return the forms that can be filled in now."""
    waits = waiting(at.game)
    if at.game.over or not waits:
        return ()
    number = len(at.game.results) + 1
    return (_word(at, waits[0], number), Pages(at, ("pages", number)))


def _word(at: Context[State], first: Seat, number: int) -> Row[State]:
    """Return the form of the word that is waited for; *first* is whom all wait for."""
    game, now, length = at.game, at.game.round, at.game.header.length
    row = first_zone(game.header), (tuple(ascii_uppercase),) * length
    if game.phase is Phase.SECRETS:
        own = "sequence" if game.sequence == "each" else ""
        key, language = ("secret", number), game.header.language
        secret = SecretRow[State](at, key, *row, language, do="secret", switch=own)
        return secret.made_out(first)
    if game.phase is Phase.QUERY:
        return Query(at, ("query", number), *row, do="query", turn=now.turn)
    if game.phase is Phase.DECODE:
        signs = (SIGNS,) * length
        return Decoding(
            at, ("decode", number), row[0], signs, do="decode", gives="marks"
        )
    if game.race:
        return Row[State](at, ("guess", number), *row, turn=now.turn)
    return Attempt(at, ("attempt", number), *row)


class Query(Row[State]):
    """A query: spelled, or taken whole from the card of whoever is on turn."""

    def is_of_card(self) -> bool:
        """Return True if the row is a word of the card."""
        return self.word in card_words(self.at.game)

    def zone(self, zone: Zone) -> Answer:
        """Step a letter; a word of the card is no other one by a letter."""
        return Refused("button-idle") if self.is_of_card() else super().zone(zone)

    def table(self) -> TableFace:
        """Return the table screen: which word, or how it is spelled."""
        name = self.at.names[self.seat]
        if self.is_of_card():
            line = say("query-take", name=name, word=self.word)
            return TableFace(line, status=say("query-take-how"))
        line = say("query-spell", name=name, letters="".join(self.spelled()))
        return TableFace(line, status=say("query-spell-how"))


def card_words(game: State) -> tuple[str, ...]:
    """Return the words of the card of whoever asks; none without cards."""
    if game.phase is not Phase.QUERY or not game.cards:
        return ()
    return card(game, dict(game.round.hands)[game.round.turn])


class Decoding(Row[State]):
    """The signs by which an owner marks the query, before all eyes."""

    def made_out(self, seat: Seat) -> Self:
        """Return signs of which none marks anything yet."""
        return replace(super().made_out(seat), letters=(NONE,) * len(self.choices))

    def zone(self, zone: Zone) -> Answer:
        """Turn the sign of a zone, once for each press; outside the word nothing."""
        place = self.place(zone)
        return self if place is None else self.stepped(place)

    def tick(self) -> Answer:
        """Give the marks; if they were wrong, the board says whose."""
        return Give(self.line, say("marking-wrong", name=self.at.names[self.seat]))

    def rack(self, item: Item) -> Answer:
        """Leave a tile to the game: it is no sign."""
        del item
        return None

    def show(self, face: Face) -> Face:
        """Return the face with the signs in the zones; no lamp answers yet."""
        query = self.at.game.round.query
        line = say("marking", name=self.at.names[self.seat], word=query)
        zones = marked(query, self.word, self.first_zone)
        return replace(
            face,
            table=TableFace(line, status=say("marking-how")),
            zones=tuple(replace(zone, lamp=Lamp.DARK) for zone in zones),
        )


class Attempt(HiddenRow[State]):
    """
    An attempt at one of several words, which nobody else sees before all are opened.

    The own button says who makes it, the next one whose word it is.

    Args:
        whose: Whose word is tried; None before that is said.
    """

    whose: Seat | None = field(default=None, kw_only=True, repr=False)

    @property
    def line(self) -> dict[str, Json]:
        """The line of a transcript that gives it."""
        return super().line | ({} if self.whose is None else {"of": self.whose})

    # --- who makes it, and at whose word ---

    def open(self, seat: Seat) -> Self | Refused | None:
        """Return an empty attempt, or why there is none for that player."""
        row = self.made_out(seat)
        if seat in waits_to_try(self.at.game):
            return row
        return row.barred() or Refused("nothing-to-find")

    def made_out(self, seat: Seat) -> Self:
        """Return the attempt of a player before it is said whose word it is."""
        return replace(super().made_out(seat), whose=None)

    def begin(self, touch: Touch) -> Answer:
        """Refuse a tile: nobody has said who tries whose word."""
        return Refused("whose-word") if isinstance(touch, Tile) else None

    def current(self) -> Self | None:
        """Return the attempt as long as that player can try that word."""
        able = hidden(self.at.game.round, self.seat)
        tries = self.seat in waits_to_try(self.at.game)
        return self if tries and self.whose in (None, *able) else None

    def own(self, seats: Sequence[Seat]) -> Answer:
        """
        Go on to the next of those who share the button; after the last one close.

        First comes who makes the attempt, then whose words among theirs can be tried.
        """
        stops: list[tuple[Seat, Seat | None]] = []
        for seat in (one for one in seats if one in waits_to_try(self.at.game)):
            able = hidden(self.at.game.round, seat)
            stops += [(seat, None), *((seat, one) for one in seats if one in able)]
        whose = self.whose if self.whose in seats else None
        after = stops.index((self.seat, whose)) + 1
        if after == len(stops):
            return Close()
        seat, whose = stops[after]
        row = self if seat == self.seat else self.made_out(seat)
        return replace(row, whose=whose)

    def other(self, seats: Sequence[Seat]) -> Answer:
        """Say whose word it is by the owner's button; again, the next who shares it."""
        able = [one for one in seats if one in hidden(self.at.game.round, self.seat)]
        if not able:
            return Refused("nothing-to-find")
        return replace(self, whose=following(able, self.whose))

    # --- what its player does ---

    def zone(self, zone: Zone) -> Answer:
        """Step a letter, once it is said whose word is tried."""
        if self.whose is None:
            return Refused("whose-word")
        return super().zone(zone) or Refused("button-idle")

    def rack(self, item: Item) -> Answer:
        """Add the letter of a tile, once it is said whose word is tried."""
        if self.whose is None and isinstance(item, Tile):
            return Refused("whose-word")
        return super().rack(item)

    def tick(self) -> Answer:
        """Give the attempt."""
        return Refused("whose-word") if self.whose is None else super().tick()

    def cross(self) -> Answer:
        """Take a letter back, then whose word it is; before that make no attempt."""
        shorter = self.without_last()
        if shorter is not None or self.whose is not None:
            return shorter or replace(self, whose=None)
        return Give({"do": "pass", "by": self.seat})

    # --- what is shown ---

    def seen(self) -> Hashable | None:
        """Return who tries, once letters can be chosen that nobody else sees."""
        return None if self.whose is None or not self.at.lid else ("attempt", self.seat)

    def show(self, face: Face) -> Face:
        """Return the face of a board at which somebody makes an attempt."""
        name = self.at.names[self.seat]
        if self.whose is None:
            line, status = say("attempt-whose", name=name), say("attempt-whose-how")
            table = TableFace(line, status=status, note=say("attempt-not-now"))
            return replace(face, table=table, maker=None)
        line = say("attempt-unseen", name=name)
        if not self.at.lid:
            table = TableFace(line, note=self.by_tiles())
            return replace(face, table=table, maker=None)
        table = TableFace(line, status=say("attempt-own"), note=say("attempt-how"))
        note = say("own-attempt", name=self.at.names[self.whose])
        note = note if self.refused is None else self.refused.reason
        return replace(face, table=table, maker=self.own_face(note))


class Pages(Form[State]):
    """
    What the zones are turned to while nobody needs them, by whoever presses.

    First come the words of the card, as many at once as there are zones; then what is
    known of each hidden word. The tick turns on. A zone's button takes the word that
    the zone shows, or looks at the row of its number.

    Args:
        page: Which page, from 0.
        row: Which row of a word, from 1; 0 for the newest.
        turned_at: The game in which it was turned: it goes back with the next action.
    """

    page: int = 0
    row: int = 0
    turned_at: State | None = field(default=None, repr=False, compare=False)

    def current(self) -> Self | None:
        """Return the page until the next accepted action."""
        return self if self.at.game is self.turned_at else None

    def begin(self, touch: Touch) -> Answer:
        """Turn the first page, or take a word of it."""
        if isinstance(touch, int):
            return self.zone(touch)
        return self.tick() if touch is Button.TICK else None

    def tick(self) -> Answer:
        """Turn to the next page."""
        count = len(_cards(self.at)) + len(known(self.at.game))
        return self._turned((self.page + 1) % count, 0) if count else None

    def cross(self) -> Answer:
        """Leave the cross to the game."""

    def zone(self, zone: Zone) -> Answer:
        """Take the word that the zone shows, or look at the row of its number."""
        cards, rows = _cards(self.at), known(self.at.game)
        if not cards and not rows:
            return None
        page = self.page % (len(cards) + len(rows))
        if page >= len(cards):
            row = self._next_row(rows[page - len(cards)], zone - 1)
            return None if row is None else self._turned(page, row + 1)
        if zone > len(cards[page]):
            return None
        turn, word = self.at.game.round.turn, cards[page][zone - 1]
        query = _word(self.at, turn, self.key[1])
        return replace(query.made_out(turn), letters=tuple(word))

    def _turned(self, page: int, row: int) -> "Pages":
        return replace(self, page=page, row=row, turned_at=self.at.game)

    def _next_row(self, of: Known, first: int) -> int | None:
        """Return the row of a zone's button, from 0; again, one board further."""
        rows, now = range(first, len(of.rows), self.at.zones), self.row - 1
        if not rows:
            return None
        return rows[(rows.index(now) + 1) % len(rows)] if now in rows else rows[0]

    # --- what is shown ---

    def announced(self) -> bool:
        """Return False: a pause, and what was before it, may be said instead."""
        return False

    def hint(self, face: Face) -> Face:
        """Return the first page."""
        return self.show(face)

    def show(self, face: Face) -> Face:
        """Return the face of a board that was turned to a page."""
        cards, rows = _cards(self.at), known(self.at.game)
        page = self.page % max(len(cards) + len(rows), 1)
        if page < len(cards):
            return _card_face(self.at, face, cards[page])
        if not (rows and (self.page or self.row)):
            return face
        of = rows[page - len(cards)]
        note = of.note(self.row - 1, self.at.names[of.seat])
        table = replace(face.table, note=note)
        return replace(face, table=table, zones=of.rows[self.row - 1])


def _cards(at: Context[State]) -> tuple[tuple[str, ...], ...]:
    """Return the card's words by page: as many as the board has zones."""
    size, words = at.zones, card_words(at.game)
    return tuple(words[first : first + size] for first in range(0, len(words), size))


def _card_face(at: Context[State], face: Face, words: tuple[str, ...]) -> Face:
    """Return the face with words of a card, each in its zone, and what buttons do."""
    blank = ZoneFace(in_word=False)
    zones = [replace(blank, word=say("query-word", word=word)) for word in words]
    zones += [blank] * (len(ZONES) - len(zones))
    status = say("query-how" if at.game.round.swapped else "query-swap-how")
    return replace(face, zones=tuple(zones), table=replace(face.table, status=status))
