"""
A word laid from cards on the board alone: on the screen behind the lid, unseen.

A player's own button begins; the tick then shows the hand, so that nobody sees it by a
slip. A zone's button adds the card of that number, or steps a blank's letter; the own
button turns to the open cards and back. The tick lays, the cross takes back the last
card; without one it asks whether to pass, and which cards go. Whoever presses another
player's button begins anew: nothing is kept of what was begun before.

Where the cards are on the table, those of the hand are tapped on the rack instead, and
zones' buttons add the open ones; the table screen says how many there are.

Nothing of it goes anywhere else: zones and table screen stay as they were, no sound is
made, and whoever looks on is told only who is laying.
"""

from collections.abc import Hashable
from dataclasses import field
from typing import Self

from firmware_host.board.events import Button, Called, Pressed, Tapped
from firmware_host.board.faces import Face, HandFace, TableFace
from firmware_host.board.json import Json
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import Card, Seat
from firmware_host.board.record import Record, replace
from firmware_host.games.forms import following
from firmware_host.games.requests import LayRequest
from firmware_host.session.acting import InGame
from firmware_host.session.mode import Mode
from firmware_host.session.modes.lid import Lid
from firmware_host.session.result import StepResult
from firmware_host.session.state import Playing, Session


class Put(Record):
    """
    A card in a word.

    Args:
        opened: True for one that lies open for all, False for one of the hand.
        at: Its place there, from 0; of one that was tapped the number on its tag.
        card: What stands on it.
        letter: What it means; empty for a blank that means nothing yet.
    """

    opened: bool
    at: int
    card: str = field(repr=False)
    letter: str = field(repr=False)


class Laying(Lid[LayRequest]):
    """
    A word that somebody lays from cards.

    Its `page` is also ``row`` for the open cards, ``blank`` for the letter of a card
    that was tapped last, or ``pass``.

    Args:
        word: Its cards, in their order.
        away: Cards that go where the player passes.
    """

    word: tuple[Put, ...] = field(default=(), repr=False)
    away: tuple[Put, ...] = field(default=(), repr=False)

    # --- who lays ---

    @classmethod
    def begun(cls, under: Mode, request: LayRequest, seat: Seat) -> Self:
        """Return an empty word; cards on the table need no cover."""
        return cls(under, seat, request, page="row" if request.tapped else "cover")

    @classmethod
    def call(
        cls, now: InGame, request: LayRequest, button: Button
    ) -> StepResult | None:
        """Let the player of a button lay; who does already turns to the other cards."""
        playing, mine = now.playing, cls.at(now.session)
        seats = playing.seats_of(button)
        if not seats or _means_more(playing, seats):
            return None
        if mine is not None and mine.seat in seats and mine.is_busy:
            return now.keep(mine.turned())
        able = [seat for seat in seats if seat in request.hands]
        bare: dict[str, Json] = {"do": request.lay, "by": seats[0], "word": ""}
        refused = None if able else playing.refusal(bare)
        if refused is None and not (request.tapped or now.session.own_screen):
            refused = Refused("no-own-screen")
        return cls.begin(now, request, button, able=able, refused=refused)

    @property
    def on_table(self) -> bool:
        """Whether people hold the cards, and tap those that they lay."""
        return bool(self.request.tapped)

    @property
    def passes(self) -> bool:
        """Whether no word is laid: what is picked are the cards that go."""
        return self.page == "pass"

    @property
    def picked(self) -> tuple[Put, ...]:
        """The cards of the word, or those that go."""
        return self.away if self.passes else self.word

    @property
    def is_busy(self) -> bool:
        """Whether somebody has begun, so that the button is not the next one's."""
        if self.on_table:
            return bool(self.word) or self.passes
        return self.page != "cover"

    def turned(self) -> "Laying":
        """Return the word with the other cards to choose from."""
        if self.page == "blank":
            return self
        page = "row" if self.page == "hand" or self.on_table else "hand"
        return replace(self, page=page, away=(), refused=None, runs=None)

    # --- what it hears ---

    def tick(self, now: InGame) -> StepResult:
        """Lay the word or pass; a blank's letter must be chosen first."""
        if self.page != "blank":
            return self.given(now, self.line, Pressed(Button.TICK))
        meant = bool(self.word[-1].letter)
        return now.keep(replace(self, page="row", runs=None) if meant else self)

    def back(self) -> Mode:
        """Take the last card back; without one ask whether to pass; else lay none."""
        if self.passes:
            shorter = self.on_table and self.away
            return replace(self, away=self.away[:-1]) if shorter else self.under
        if self.word:
            return self._with(self.word[:-1])
        return replace(self, page="pass", refused=None)

    def zone(self, now: InGame, at: int) -> StepResult:
        """Add the card of a number, or take it out; a blank's letter is stepped."""
        now_ms = now.now_ms
        if self.page == "blank":
            return now.keep(self.running(len(self.word) - 1, now_ms=now_ms))
        cards = () if self.on_table and self.passes else self._offered
        if at >= len(cards) or not cards[at]:
            return now.keep(self)
        put = _put(self.request, cards[at], at, opened=self.page == "row")
        if self.passes:
            others = tuple(one for one in self.away if one != put)
            stays = len(others) < len(self.away)
            return now.keep(replace(self, away=others if stays else (*others, put)))
        places = [(one.opened, one.at) for one in self.word]
        if (put.opened, at) not in places:
            return now.keep(self._with((*self.word, put)))
        place = places.index((put.opened, at))
        if put.card == self.request.blank:
            return now.keep(self.running(place, now_ms=now_ms))
        return now.keep(self._with(self.word[:place] + self.word[place + 1 :]))

    def stepped(self, at: int) -> Self:
        """Return the word with another letter for the blank at a place, from 0."""
        put = self.word[at]
        put = replace(put, letter=following(self.request.letters, put.letter))
        word = (*self.word[:at], put, *self.word[at + 1 :])
        return replace(self, word=word, refused=None)

    def _with(self, word: tuple[Put, ...]) -> "Laying":
        page = "row" if self.page == "blank" else self.page
        return replace(self, page=page, word=word, refused=None, runs=None)

    # --- cards on the table ---

    def rack(self, now: InGame, event: Tapped) -> StepResult | None:
        """Return what a card on the rack adds."""
        untaken = not_laid(now, self.request, event, seated=True)
        if untaken is not None or not isinstance(event.piece, Card):
            return untaken
        if not self.on_table:
            return None
        card = self.request.tapped[event.piece.name]
        put = _put(self.request, card, event.piece.number, opened=False)
        after = replace(self, away=(*self.away, put))
        if not self.passes:
            page = "blank" if card == self.request.blank else "row"
            after = replace(self._with((*self.word, put)), page=page)
        refused = after.refused_card(now)
        if refused is not None:
            return now.refuse(refused, event)
        return replace(now.keep(after), outcome=())

    def refused_card(self, now: InGame) -> Refused | None:
        """Return why the card that was tapped last cannot be laid; None if it can."""
        *before, last = self.picked
        if not self.passes:
            if last.card == self.request.blank and not now.session.own_screen:
                return Refused("lay-no-lid")
            if any(not one.letter for one in before):
                return Refused("lay-blank-first")
        meant = tuple(replace(one, letter=one.letter or "A") for one in self.word)
        return now.playing.refusal(replace(self, word=meant).line)

    # --- what is laid ---

    @property
    def line(self) -> dict[str, Json]:
        """The transcript's line of it."""
        request, blank = self.request, self.request.blank
        picked = self.picked
        if self.passes:
            picked = tuple(sorted(picked, key=lambda put: put.at))
        at = [0 if put.opened else put.at for put in picked]
        by = {"tags": at} if self.on_table else {}
        if self.passes:
            cards = [put.card for put in picked]
            return {"do": request.skip, "discard": cards, **by, "by": self.seat}
        own = [(at, put) for at, put in enumerate(picked, 1) if not put.opened]
        return {
            "do": request.lay,
            "word": "".join(put.letter or blank for put in picked),
            "blue": [put.at + 1 if put.opened else 0 for put in picked],
            "blanks": [place for place, put in own if put.card == blank],
            **by,
            "by": self.seat,
        }

    # --- what it looks like ---

    @property
    def public(self) -> Hashable:
        """Whether cards on the table go, and how many there are."""
        return (self.passes, len(self.picked)) if self.on_table else None

    def table(self, table: TableFace, name: str) -> TableFace:
        """Return the table screen that says who lays, and how many cards on it."""
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
        request = self.request
        return request.row if self._opened else request.hands[self.seat]

    def cards(self, note: Message) -> HandFace:
        """Return the cards to choose from, and the word."""
        opened, blank = self._opened, self.request.blank
        here = [put for put in self.picked if put.opened == opened]
        used = {put.at for put in here if self.passes or put.card != blank}
        word = self.picked if self.on_table else self.word
        return HandFace(
            cards=self._offered,
            used=tuple(at in used for at in range(len(self._offered))),
            opened=opened,
            passes=self.passes and not self.on_table,
            word=tuple(put.letter or blank for put in word),
            blue=tuple(put.opened for put in word),
            note=note,
        )

    def note(self) -> Message:
        """Return what the player can do."""
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


def hint(session: Session, request: LayRequest, face: Face) -> Face:
    """Return the face of a board on which somebody can lay."""
    if not request.hands or not (session.own_screen or request.tapped):
        return face
    status = say("lay-hint-cards") if request.tapped else say("lay-hint")
    return replace(face, table=replace(face.table, status=status))


def not_laid(
    now: InGame, request: LayRequest, event: Tapped, *, seated: bool
) -> StepResult | None:
    """Refuse a card on the rack that is none of the game's, or that nobody lays."""
    if not (request.tapped and isinstance(event.piece, Card)):
        return None
    known = event.piece.name in request.tapped
    if now.session.paused:
        return now.refuse(Refused("paused"), event)
    if known and seated:
        return None
    return now.refuse(Refused("lay-whose" if known else "lay-others"), event)


def _means_more(playing: Playing, seats: tuple[Seat, ...]) -> bool:
    """Tell whether the game itself hears a player's button, such as a claim."""
    return any(playing.means(Called(seat)) is not None for seat in seats)


def _put(request: LayRequest, card: str, at: int, *, opened: bool) -> Put:
    return Put(opened, at, card, "" if card == request.blank else card)
