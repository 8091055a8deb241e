"""
The form of KEYWORD at the board: laying a word from cards.

A player's own button begins it. The tick then shows the hand, so that it is not shown
by accident. A zone's button adds the card of that number, or steps a blank's letter.
The own button turns to the open cards and back. The tick lays the word. The cross takes
back the last card; without one it asks whether to pass, and which cards to discard. A
press of another player's button discards the unfinished word.

With real cards on the table, a player taps own cards on the rack, zones' buttons add
the open ones, and the table screen shows how many there are.
"""

from collections.abc import Hashable, Sequence
from dataclasses import field
from typing import Self

from firmware_host.board.catalogue import LETTERS as CARD_LETTERS
from firmware_host.board.faces import Face, HandFace, TableFace
from firmware_host.board.json import Json
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import Card, Item, Seat, Zone
from firmware_host.board.record import Record, replace
from firmware_host.games.forms import (
    Again,
    Answer,
    AnyForm,
    Close,
    Context,
    Give,
    Hand,
    Touch,
    following,
)
from firmware_host.games.keyword.rules import BLANK, KeywordState, claims
from firmware_host.words.wide import LETTERS

#: The letters that a blank can stand for, in the order of the steps.
_MEANT = tuple(sorted(LETTERS))


def forms(at: Context[KeywordState]) -> tuple[AnyForm, ...]:
    """Return the form of a word; () between rounds."""
    return () if at.game.round is None else (Laying(at, ("lay", at.game.number)),)


class Put(Record):
    """
    A card that a player has put into a word, and its letter.

    Args:
        opened: True for an open card in a zone, False for a card of the hand.
        at: Its index there, from 0; for a tapped card the number on its tag.
        card: The letter on it.
        letter: The letter that it stands for; empty for a blank without a letter yet.
    """

    opened: bool
    at: int
    card: str = field(repr=False)
    letter: str = field(repr=False)


class Laying(Hand[KeywordState]):
    """
    The form in which a player lays a word from cards.

    Its `page` is also ``row`` for the open cards, ``blank`` for the letter of a card
    that was tapped last, or ``pass``.

    Args:
        word: The chosen cards, in order.
        away: The cards to discard with a pass.
    """

    word: tuple[Put, ...] = field(default=(), repr=False, kw_only=True)
    away: tuple[Put, ...] = field(default=(), repr=False, kw_only=True)

    # --- who lays ---

    def open(self, seat: Seat) -> Self | Refused | None:
        """Return an empty word; cards on the table need no cover."""
        game = self.at.game
        if seat in claims(game):
            return None
        if seat not in self._waiting:
            return self.at.refusal({"do": "lay", "by": seat, "word": ""})
        if not (game.real or self.at.lid):
            return Refused("no-own-screen")
        return replace(self, seat=seat, page="row" if game.real else "cover")

    def begin(self, touch: Touch) -> Answer:
        """Refuse a card on the rack: of another game, or of an unknown player."""
        return self._foreign(touch, Refused("lay-whose"))

    def current(self) -> Self | None:
        """Return the word as long as the player has a hand and can see it."""
        seen = self.on_table or self.at.lid
        return self if seen and self.seat in self._waiting else None

    def own(self, seats: Sequence[Seat]) -> Answer:
        """Turn to the other cards after the form was begun."""
        del seats
        return self.turned() if self.is_busy else None

    @property
    def _waiting(self) -> tuple[Seat, ...]:
        now = self.at.game.round
        return () if now is None else now.waiting

    @property
    def on_table(self) -> bool:
        """True if people hold real cards and tap those that they lay."""
        return self.at.game.real

    @property
    def passes(self) -> bool:
        """True if the player passes: the chosen cards are discarded."""
        return self.page == "pass"

    @property
    def picked(self) -> tuple[Put, ...]:
        """The cards of the word, or those to discard."""
        return self.away if self.passes else self.word

    @property
    def is_busy(self) -> bool:
        """True if the form was begun, so that its button does not change the player."""
        if self.on_table:
            return bool(self.word) or self.passes
        return self.page != "cover"

    def turned(self) -> Self:
        """Return the word with the other cards to choose from."""
        if self.page == "blank":
            return self
        page = "row" if self.page == "hand" or self.on_table else "hand"
        return replace(self, page=page, away=())

    # --- what its player does ---

    def confirm(self) -> Answer:
        """Lay the word or pass; a blank's letter must be chosen first."""
        if self.page != "blank":
            return Give(self.line)
        return replace(self, page="row") if self.word[-1].letter else self

    def back(self) -> Answer:
        """Take the last card back; without one ask whether to pass; then close."""
        if self.passes:
            shorter = self.on_table and self.away
            return replace(self, away=self.away[:-1]) if shorter else Close()
        if self.word:
            return self._with(self.word[:-1])
        return replace(self, page="pass")

    def choose(self, zone: Zone) -> Answer:
        """Add or remove the card of a number, or step a blank's letter."""
        at = zone - 1
        if self.page == "blank":
            return Again(self._stepped(len(self.word) - 1))
        cards = () if self.on_table and self.passes else self._offered
        if at >= len(cards) or not cards[at]:
            return self
        put = _put(cards[at], at, opened=self.page == "row")
        if self.passes:
            others = tuple(one for one in self.away if one != put)
            stays = len(others) < len(self.away)
            return replace(self, away=others if stays else (*others, put))
        places = [(one.opened, one.at) for one in self.word]
        if (put.opened, at) not in places:
            return self._with((*self.word, put))
        place = places.index((put.opened, at))
        if put.card == BLANK:
            return Again(self._stepped(place))
        return self._with(self.word[:place] + self.word[place + 1 :])

    def _stepped(self, at: int) -> Self:
        """Return the word with another letter for the blank at a place, from 0."""
        put = self.word[at]
        put = replace(put, letter=following(_MEANT, put.letter))
        return replace(self, word=(*self.word[:at], put, *self.word[at + 1 :]))

    def _with(self, word: tuple[Put, ...]) -> Self:
        page = "row" if self.page == "blank" else self.page
        return replace(self, page=page, word=word)

    # --- cards on the table ---

    def rack(self, item: Item) -> Answer:
        """Add a card that is tapped on the rack."""
        foreign = self._foreign(item, None)
        if foreign or not isinstance(item, Card) or not self.on_table:
            return foreign
        card = CARD_LETTERS["orange"][item.name]
        put = _put(card, item.number, opened=False)
        after = replace(self, away=(*self.away, put))
        if not self.passes:
            page = "blank" if card == BLANK else "row"
            after = replace(self._with((*self.word, put)), page=page)
        return after.refused_card() or after

    def _foreign(self, item: Touch, own: Refused | None) -> Refused | None:
        """
        Return the refusal of a card that does not belong here.

        `own` for an orange card.
        """
        if not isinstance(item, Card):
            return None
        if not self.on_table:
            started = item.name.startswith("start-")
            return None if started else Refused("keyword-deals")
        return own if item.name in CARD_LETTERS["orange"] else Refused("lay-others")

    def refused_card(self) -> Refused | None:
        """Return the refusal of the card that was tapped last, or None."""
        *before, last = self.picked
        if not self.passes:
            if last.card == BLANK and not self.at.lid:
                return Refused("lay-no-lid")
            if any(not one.letter for one in before):
                return Refused("lay-blank-first")
        meant = tuple(replace(one, letter=one.letter or "A") for one in self.word)
        return self.at.refusal(replace(self, word=meant).line)

    # --- what is laid ---

    @property
    def line(self) -> dict[str, Json]:
        """The transcript line: blue cards by zone, letters of blanks by position."""
        picked = self.picked
        if self.passes:
            picked = tuple(sorted(picked, key=lambda put: put.at))
        at = [0 if put.opened else put.at for put in picked]
        by: dict[str, Json] = {"tags": at} if self.on_table else {}
        if self.passes:
            cards = [put.card for put in picked]
            return {"do": "pass", "discard": cards, **by, "by": self.seat}
        own = [(at, put) for at, put in enumerate(picked, 1) if not put.opened]
        return {
            "do": "lay",
            "word": "".join(put.letter or BLANK for put in picked),
            "blue": [put.at + 1 if put.opened else 0 for put in picked],
            "blanks": [place for place, put in own if put.card == BLANK],
            **by,
            "by": self.seat,
        }

    # --- what is shown ---

    def seen(self) -> Hashable | None:
        """Return the player; with real cards also the number laid or discarded."""
        count = (self.passes, len(self.picked)) if self.on_table else None
        return (self.key, self.seat, count)

    def hint(self, face: Face) -> Face:
        """Return the face of a board while players can lay."""
        if not self._waiting or not (self.at.lid or self.on_table):
            return face
        status = say("lay-hint-cards") if self.on_table else say("lay-hint")
        return replace(face, table=replace(face.table, status=status))

    def table(self, table: TableFace, name: str | Message) -> TableFace:
        """Return the table screen: who lays, and the number of cards."""
        status = say("lay-lid")
        if self.on_table:
            count = len(self.picked)
            status = say("lay-away" if self.passes else "lay-tapped", n=count)
        return replace(table, line=say("lay-turn", name=name), status=status)

    @property
    def _opened(self) -> bool:
        return self.page == "row" or self.on_table

    @property
    def _offered(self) -> tuple[str, ...]:
        """The cards that the zones' buttons choose: the open ones, or the hand."""
        game = self.at.game
        return game.row if self._opened else game.hands[self.seat]

    def cards(self, note: Message) -> HandFace:
        """Return the cards to choose from, and the word."""
        opened = self._opened
        here = [put for put in self.picked if put.opened == opened]
        used = {put.at for put in here if self.passes or put.card != BLANK}
        word = self.picked if self.on_table else self.word
        return HandFace(
            cards=self._offered,
            used=tuple(at in used for at in range(len(self._offered))),
            opened=opened,
            passes=self.passes and not self.on_table,
            word=tuple(put.letter or BLANK for put in word),
            blue=tuple(put.opened for put in word),
            note=note,
        )

    def note(self) -> Message:
        """Return a hint for the player."""
        if self.passes:
            count = len(self.away)
            return say("lay-pass-cards" if self.on_table else "lay-pass", n=count)
        if self.page == "blank":
            return say("lay-blank-cards")
        if any(not put.letter for put in self.word):
            return say("lay-blank")
        if self.on_table:
            return say("lay-cards") if self.word else say("lay-cards-empty")
        if self.page == "row":
            return say("lay-row")
        return say("lay-hand") if self.word else say("lay-empty")


def _put(card: str, at: int, *, opened: bool) -> Put:
    return Put(opened, at, card, "" if card == BLANK else card)
