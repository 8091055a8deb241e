"""
The forms of WQRDLES at the board, and the pages that the zones can show.

A query, and a guess in a race, are spelled on the zones; a query of a card is chosen by
its zone's button. Marks are stepped like letters; the board checks them at once, and
always shows the right ones. Secrets and attempts are made on a private screen, or with
tiles of which only the number is shown.
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
from firmware_host.games.wqrdles import rules
from firmware_host.games.wqrdles.rules import Phase, WqrdlesState, hidden, waits_to_try
from firmware_host.games.wqrdles.view import Known, known, marked, waiting
from firmware_host.words.marks import GREEN, NONE, YELLOW

#: The marks that an owner can give a letter, in the order of the steps.
SIGNS = (YELLOW, GREEN, NONE)


def forms(at: Context[WqrdlesState]) -> tuple[AnyForm, ...]:
    """Return the forms that can be filled in now."""
    waits = waiting(at.game)
    if at.game.over or not waits:
        return ()
    number = len(at.game.results) + 1
    return (_word(at, waits[0], number), Pages(at, ("pages", number)))


def _word(at: Context[WqrdlesState], first: Seat, number: int) -> Row[WqrdlesState]:
    """
    Return the form of the word that is expected now.

    `first` is the first awaited seat.
    """
    game, now, length = at.game, at.game.round, at.game.header.length
    row = first_zone(game.header), (tuple(ascii_uppercase),) * length
    if game.phase is Phase.SECRETS:
        own = "sequence" if game.sequence == "each" else ""
        key, language = ("secret", number), game.header.language
        form = SecretRow[WqrdlesState](at, key, *row, language, do="secret", switch=own)
        return form.made_out(first)
    if game.phase is Phase.QUERY:
        return Query(at, ("query", number), *row, do="query", turn=now.turn)
    if game.phase is Phase.DECODE:
        signs = (SIGNS,) * length
        return Decoding(
            at, ("decode", number), row[0], signs, do="decode", gives="marks"
        )
    if game.race:
        return Row[WqrdlesState](at, ("guess", number), *row, turn=now.turn)
    return Attempt(at, ("attempt", number), *row)


class Query(Row[WqrdlesState]):
    """A query: spelled, or chosen from the card of the player on turn."""

    def is_of_card(self) -> bool:
        """Return True if the row is a word of the card."""
        return self.word in card_words(self.at.game)

    def zone(self, zone: Zone) -> Answer:
        """Step a letter; a word of a card cannot be changed."""
        return Refused("button-idle") if self.is_of_card() else super().zone(zone)

    def table(self) -> TableFace:
        """Return the table screen: the word of the card, or the letters so far."""
        name = self.at.names[self.seat]
        if self.is_of_card():
            line = say("query-take", name=name, word=self.word)
            return TableFace(line, status=say("query-take-how"))
        line = say("query-spell", name=name, letters="".join(self.spelled()))
        return TableFace(line, status=say("query-spell-how"))


def card_words(game: WqrdlesState) -> tuple[str, ...]:
    """Return the words on the card of the player on turn; empty without cards."""
    if game.phase is not Phase.QUERY or not game.cards:
        return ()
    return rules.card(game, dict(game.round.hands)[game.round.turn])


class Decoding(Row[WqrdlesState]):
    """
    The form in which the owner of a hidden word marks each letter of a query.

    The form is public. The marks are none, yellow and green.
    """

    def made_out(self, seat: Seat) -> Self:
        """Return the form without any marks."""
        return replace(super().made_out(seat), letters=(NONE,) * len(self.choices))

    def zone(self, zone: Zone) -> Answer:
        """
        Step the mark of a zone, once for each press.

        Ignore zones outside the word.
        """
        place = self.place(zone)
        return self if place is None else self.stepped(place)

    def tick(self) -> Answer:
        """Give the marks; if they were wrong, the board says whose."""
        return Give(self.line, say("marking-wrong", name=self.at.names[self.seat]))

    def rack(self, item: Item) -> Answer:
        """Ignore a tile on the rack: marks are not entered with tiles."""
        del item
        return None

    def show(self, face: Face) -> Face:
        """Return the face with the marks in the zones, all lamps dark."""
        query = self.at.game.round.query
        line = say("marking", name=self.at.names[self.seat], word=query)
        zones = marked(query, self.word, self.first_zone)
        return replace(
            face,
            table=TableFace(line, status=say("marking-how")),
            zones=tuple(replace(zone, lamp=Lamp.DARK) for zone in zones),
        )


class Attempt(HiddenRow[WqrdlesState]):
    """
    An attempt at a hidden word, unseen by others until all attempts are opened.

    The player's own button selects who tries; the next button selects the owner of the
    word.

    Args:
        whose: The owner of the word; None before it is chosen.
    """

    whose: Seat | None = field(default=None, kw_only=True, repr=False)

    @property
    def line(self) -> dict[str, Json]:
        """The line of a transcript that gives it."""
        return super().line | ({} if self.whose is None else {"of": self.whose})

    # --- who makes it, and at whose word ---

    def open(self, seat: Seat) -> Self | Refused | None:
        """Return an empty attempt, or why that player cannot make one."""
        row = self.made_out(seat)
        if seat in waits_to_try(self.at.game):
            return row
        return row.barred() or Refused("nothing-to-find")

    def made_out(self, seat: Seat) -> Self:
        """Return the attempt of a player, without an owner of the word."""
        return replace(super().made_out(seat), whose=None)

    def begin(self, touch: Touch) -> Answer:
        """Refuse a tile: the player and the word's owner are not chosen yet."""
        return Refused("whose-word") if isinstance(touch, Tile) else None

    def current(self) -> Self | None:
        """Return the attempt if that player can still try that word."""
        able = hidden(self.at.game.round, self.seat)
        tries = self.seat in waits_to_try(self.at.game)
        return self if tries and self.whose in (None, *able) else None

    def own(self, seats: Sequence[Seat]) -> Answer:
        """
        Step through all players on this button and the words they can try; then close.

        For each player who can try there is first a step without a word's owner, then
        one for each word among the players on this button.
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
        """
        Choose the owner of the word by the owner's button.

        Again for the next one on it.
        """
        able = [one for one in seats if one in hidden(self.at.game.round, self.seat)]
        if not able:
            return Refused("nothing-to-find")
        return replace(self, whose=following(able, self.whose))

    # --- what its player does ---

    def zone(self, zone: Zone) -> Answer:
        """Change a zone's letter; refuse it until the word's owner is chosen."""
        if self.whose is None:
            return Refused("whose-word")
        return super().zone(zone) or Refused("button-idle")

    def rack(self, item: Item) -> Answer:
        """Add the letter of a tile, after the owner was chosen."""
        if self.whose is None and isinstance(item, Tile):
            return Refused("whose-word")
        return super().rack(item)

    def tick(self) -> Answer:
        """Return the line of the attempt."""
        return Refused("whose-word") if self.whose is None else super().tick()

    def cross(self) -> Answer:
        """Remove the last letter, then the owner; without both make no attempt."""
        shorter = self.without_last()
        if shorter is not None or self.whose is not None:
            return shorter or replace(self, whose=None)
        return Give({"do": "pass", "by": self.seat})

    # --- what is shown ---

    def seen(self) -> Hashable | None:
        """Return the player once letters can be chosen in private, else None."""
        return None if self.whose is None or not self.at.lid else ("attempt", self.seat)

    def show(self, face: Face) -> Face:
        """Return the face of a board at which a player makes an attempt."""
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


class Pages(Form[WqrdlesState]):
    """
    Pages that the zones show while the game does not use them.

    First come the words of the card, one per zone, then the answers about each hidden
    word. The tick turns the page. A zone's button chooses the word in that zone, or
    shows the row of its number.

    Args:
        page: The index of the page, from 0.
        row: The row of a word, from 1; 0 for the newest.
        turned_at: The state in which it was opened. It closes with the next action.
    """

    page: int = 0
    row: int = 0
    turned_at: WqrdlesState | None = field(default=None, repr=False, compare=False)

    def current(self) -> Self | None:
        """Return the page until the next accepted action."""
        return self if self.at.game is self.turned_at else None

    def begin(self, touch: Touch) -> Answer:
        """Turn the first page, or choose a word on it."""
        if isinstance(touch, int):
            return self.zone(touch)
        return self.tick() if touch is Button.TICK else None

    def tick(self) -> Answer:
        """Turn to the next page."""
        count = len(_cards(self.at)) + len(known(self.at.game))
        return self._turned((self.page + 1) % count, 0) if count else None

    def cross(self) -> Answer:
        """Return None: the cross has no effect here."""

    def zone(self, zone: Zone) -> Answer:
        """Choose the word in the zone, or show the row of its number."""
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
        """
        Return the row for a zone's button, from 0.

        Repeated presses skip a board's width.
        """
        rows, now = range(first, len(of.rows), self.at.zones), self.row - 1
        if not rows:
            return None
        return rows[(rows.index(now) + 1) % len(rows)] if now in rows else rows[0]

    # --- what is shown ---

    def announced(self) -> bool:
        """Return False: the note of the game or of a pause has priority."""
        return False

    def hint(self, face: Face) -> Face:
        """Return the first page of the form."""
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


def _cards(at: Context[WqrdlesState]) -> tuple[tuple[str, ...], ...]:
    """Return the card's words by page, one word for each zone of the board."""
    size, words = at.zones, card_words(at.game)
    return tuple(words[first : first + size] for first in range(0, len(words), size))


def _card_face(at: Context[WqrdlesState], face: Face, words: tuple[str, ...]) -> Face:
    """Return the face with words of a card in the zones, and the instruction."""
    blank = ZoneFace(in_word=False)
    zones = [replace(blank, word=say("query-word", word=word)) for word in words]
    zones += [blank] * (len(ZONES) - len(zones))
    status = say("query-how" if at.game.round.swapped else "query-swap-how")
    return replace(face, zones=tuple(zones), table=replace(face.table, status=status))
