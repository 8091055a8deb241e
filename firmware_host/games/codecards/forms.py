"""What players fill in at the board in Code cards: the card that is named."""

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
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import ZONES, Item, Seat, Tile
from firmware_host.board.record import replace
from firmware_host.games.codecards.state import NAMED_BY, SUITS, State, drawn
from firmware_host.games.codecards.view import look_back
from firmware_host.games.forms import Answer, AnyForm, Context, Row


def forms(at: Context[State]) -> tuple[AnyForm, ...]:
    """Return the form of the card that is to be named now."""
    now = at.game.round
    if now is None or now.broken_by is None:
        return ()
    row = ("name", 1), ZONES[0], NAMED_BY
    return (Naming(at, *row, do="name", gives="card", turn=now.turn),)


class Naming(Row[State]):
    """A card that is named before all eyes: its rank, and its suit."""

    @property
    def line(self) -> dict[str, Json]:
        """The line of a transcript that names it."""
        return {"do": self.do, self.gives: self.word}

    def open(self, seat: Seat) -> Self | Refused | None:
        """Return the empty form of the player on turn."""
        return self.made_out(seat) if seat == self.turn else Refused("not-your-turn")

    def stands(self) -> bool:
        """Return True as long as the same player names a card."""
        now = self.at.game.round
        return now is not None and now.turn == self.seat

    def tick(self) -> Answer:
        """Name the card, once rank and suit are chosen."""
        return super().tick() if all(self.letters) else self.length_refusal()

    def rack(self, item: Item) -> Answer:
        """Refuse a tile: no card is named by letters."""
        return Refused("guess-letters") if isinstance(item, Tile) else None

    # --- what is shown ---

    @property
    def card(self) -> CardFace:
        """The card as far as it is named."""
        rank, suit = self.spelled()
        return CardFace(rank, SUITS.get(suit, NO_SUIT_YET))

    def table(self) -> TableFace:
        """Return the table screen: who names which card, and how."""
        called = self.card.name or self.card.rank or "?"
        line = say("card-spell", name=self.at.names[self.seat], card=called)
        return TableFace(line, status=say("card-how"))

    def in_zone(self, face: ZoneFace, letter: str) -> ZoneFace:
        """Return the face of a zone with the card; with a question mark before."""
        if letter == "?":
            return super().in_zone(face, letter)
        card = CardFace(self.spelled()[0], SUITS.get(letter, NO_SUIT_YET))
        return replace(face, card=card, word=None)

    def show(self, face: Face) -> Face:
        """Return the face; who names may look at the cards of that column alone."""
        face, game = super().show(face), self.at.game
        looks = game.dealt and self.at.lid
        pile = look_back(game.round, self.turn) if looks else ()
        if not pile:
            return face
        cards = tuple(map(drawn, reversed(pile)))[: len(ZONES)]
        return replace(face, maker=CardsFace(cards, note=say("hold-pile-named")))
