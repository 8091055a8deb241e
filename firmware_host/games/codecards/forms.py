"""
The forms of Code cards at the board.

One names a card. The other shows a hand and plays from it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import Self

from firmware_host.board.faces import (
    NO_SUIT_YET,
    CardFace,
    CardsFace,
    Face,
    TableFace,
    ZoneFace,
)
from firmware_host.board.json import Json
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import ZONES, Item, Seat, Tile, Zone
from firmware_host.board.record import replace
from firmware_host.games.codecards.rules import (
    COLUMNS,
    NAMED_BY,
    SUITS,
    WIDTH,
    CardsRound,
    CardsState,
    Pile,
    drawn,
    facing,
    other,
    zone_of,
)
from firmware_host.games.codecards.view import look_back, may
from firmware_host.games.forms import (
    Answer,
    AnyForm,
    Close,
    Context,
    Give,
    Hand,
    Row,
    following,
)


def forms(at: Context[CardsState]) -> tuple[AnyForm, ...]:
    """Return the form for the card to name, or for the dealt hands."""
    game, now = at.game, at.game.round
    if now is None:
        return ()
    if now.broken_by is None:
        return (Holding(at, ("hold", 1)),) if game.dealt else ()
    row = ("name", 1), ZONES[0], NAMED_BY
    return (Naming(at, *row, do="name", gives="card", turn=now.turn),)


class Naming(Row[CardsState]):
    """A card that is named in public: its rank, then its suit."""

    @property
    def line(self) -> dict[str, Json]:
        """The line of a transcript that names the code."""
        return {"do": self.do, self.gives: self.word}

    def open(self, seat: Seat) -> Self | Refused | None:
        """Return the empty form of the player on turn."""
        return self.made_out(seat) if seat == self.turn else Refused("not-your-turn")

    def current(self) -> Self | None:
        """Return the form if the same player still has to name a card."""
        now = self.at.game.round
        return self if now is not None and now.turn == self.seat else None

    def tick(self) -> Answer:
        """Name the card, once rank and suit are chosen."""
        return super().tick() if all(self.letters) else self.length_refusal()

    def rack(self, item: Item) -> Answer:
        """Refuse a tile: cards are not named by letters."""
        return Refused("guess-letters") if isinstance(item, Tile) else None

    # --- what is shown ---

    @property
    def card(self) -> CardFace:
        """The card with the parts chosen so far."""
        rank, suit = self.spelled()
        return CardFace(rank, SUITS.get(suit, NO_SUIT_YET))

    def table(self) -> TableFace:
        """Return the table screen: the player, the card so far, and the instruction."""
        called = self.card.name or self.card.rank or "?"
        line = say("card-spell", name=self.at.names[self.seat], card=called)
        return TableFace(line, status=say("card-how"))

    def in_zone(self, face: ZoneFace, letter: str) -> ZoneFace:
        """Return a zone's face with the card; a question mark before a choice."""
        if letter == "?":
            return super().in_zone(face, letter)
        card = CardFace(self.spelled()[0], SUITS.get(letter, NO_SUIT_YET))
        return replace(face, card=card, word=None)

    def show(self, face: Face) -> Face:
        """
        Return the board's face.

        The player may look at the pile of that column behind the lid.
        """
        face, game = super().show(face), self.at.game
        looks = game.dealt and self.at.lid
        pile = look_back(game.round, self.turn) if looks else ()
        if not pile:
            return face
        cards = tuple(map(drawn, reversed(pile)))[: len(ZONES)]
        return replace(face, maker=CardsFace(cards, note=say("hold-pile-named")))


#: The most cards that are shown at a time.
SHOWN = len(ZONES)


class Holding(Hand[CardsState]):
    """
    The form of a dealt hand: its player views it on the hidden screen, and plays.

    A zone's button chooses the card of that number. A second zone's button plays it on
    the pile of that zone. The player's own button turns the page: own code, next pile,
    breaking the code. The tick breaks it. The cross unselects the card, or closes the
    hand.

    Args:
        chosen: The index of the chosen card, from 0; None for none.
        hand: The hand from which it was chosen.
        first: The index of the first card of the pile that is shown.
    """

    chosen: int | None = field(default=None, repr=False, kw_only=True)
    first: int = field(default=0, kw_only=True)
    hand: Pile = field(default=(), repr=False, kw_only=True)

    @property
    def now(self) -> CardsRound:
        """The round in play. A hand exists only in a round."""
        assert self.at.game.round is not None  # noqa: S101 - see `forms`
        return self.at.game.round

    # --- who looks ---

    def open(self, seat: Seat) -> Self | Refused | None:
        """Return a player's form with covered cards."""
        if not self.at.lid:
            return Refused("cards-no-screen")
        return replace(self, seat=seat, hand=self.now.held[seat])

    def own(self, seats: Sequence[Seat]) -> Answer:
        """Turn the hidden screen to its next page, unless the hand is still covered."""
        del seats
        if self.page == "cover":
            return None
        page = following(self.pages(), self.page)
        return replace(self, page=page, chosen=None, first=0)

    def current(self) -> Self | None:
        """
        Return the form with an available page.

        A choice is dropped if the hand has changed.
        """
        turn_is_over = self.chosen is not None and self.now.turn != self.seat
        if turn_is_over or not self.at.lid:
            return None
        hand = self.now.held[self.seat]
        form = self if hand == self.hand else replace(self, chosen=None, hand=hand)
        there = form.page in ("cover", *form.pages())
        return form if there else replace(form, page="hand", refused=None)

    def pages(self) -> list[str]:
        """Return the pages that are available now, after the cover."""
        pages = ["hand", "code"]
        if self.seat == self.now.turn:
            breaks = "break" in may(self.at.game, self.now)
            pages += ["pile"] * bool(self.pile()) + ["break"] * breaks
        return pages

    def pile(self) -> tuple[CardFace, ...]:
        """Return the pile that the player on turn may see, the newest card first."""
        return tuple(map(drawn, reversed(look_back(self.now, self.now.turn))))

    # --- what its player does ---

    def back(self) -> Answer:
        """Unselect the chosen card; without one close the form."""
        return Close() if self.chosen is None else replace(self, chosen=None)

    def confirm(self) -> Answer:
        """Return the line that breaks the code on the page ``break``, else the form."""
        return Give({"do": "break"}, then=self) if self.page == "break" else self

    def choose(self, zone: Zone) -> Answer:
        """Choose a card, play the chosen one, or show more cards of a long pile."""
        if self.page == "pile":
            first = self.first + SHOWN
            first = first if first < len(self.pile()) else 0
            more = first != self.first
            return replace(self, first=first) if more else Refused("button-idle")
        may_play = self.page == "hand" and self.seat == self.now.turn
        if not may_play or (self.chosen is None and zone > len(self.hand)):
            return Refused("button-idle")
        if self.chosen is None:
            return replace(self, chosen=zone - 1)
        column = self._piles().get(zone)
        if column is None:
            return Refused("no-pile")
        card = self.hand[self.chosen]
        line: dict[str, Json] = {"do": "play", "column": column, "card": card}
        return Give(line, then=self)

    def _piles(self) -> Mapping[Zone, int]:
        """Return the column of each zone on which a card can be played now."""
        now, owner = self.now, other(self.now.turn)
        last = now.column if now.first_turn else WIDTH
        return {
            zone_of(owner, facing(column)): column
            for column in COLUMNS
            if now.column <= column <= last
        }

    # --- what is shown ---

    def hint(self, face: Face) -> Face:
        """Return the face of a board while no player looks at cards."""
        if not self.at.lid:
            return face
        return replace(face, table=replace(face.table, status=say("hold-hint")))

    def table(self, table: TableFace, name: str | Message) -> TableFace:
        """Return the table screen that names the player at the lid."""
        return replace(table, status=say("hold-lid", name=name))

    def cards(self, note: Message) -> CardsFace:
        """Return the cards of the current page."""
        cards = {
            "hand": tuple(map(drawn, self.hand)),
            "code": tuple(map(drawn, self.now.deal.codes[self.seat])),
            "pile": self.pile()[self.first : self.first + SHOWN],
        }
        return CardsFace(cards.get(self.page, ()), chosen=self.chosen, note=note)

    def note(self) -> Message:
        """Return an instruction for the player."""
        if self.page != "hand":
            return say(f"hold-{self.page}")
        if self.seat != self.now.turn:
            return say("hold-wait")
        if self.chosen is None:
            return say("hold-choose")
        zones = ", ".join(str(zone) for zone in self._piles())
        return say("hold-zone", zones=zones)
