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

from dataclasses import dataclass, field

from firmware_host.board.events import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    Button,
    Called,
    Pressed,
    Tapped,
)
from firmware_host.board.faces import Face, HandFace, TableFace
from firmware_host.board.json import Json, JsonObject
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import Card, Millis, Seat
from firmware_host.games.requests import LayRequest
from firmware_host.games.values import replace
from firmware_host.session import play, spelling
from firmware_host.session.acting import Moment
from firmware_host.session.mode import Mode
from firmware_host.session.result import StepResult
from firmware_host.session.state import Playing, Session


@dataclass(frozen=True, slots=True)
class Put:
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


@dataclass(frozen=True)
class Laying(Mode):
    """
    A word that somebody lays from cards behind the lid; it is never written down.

    Args:
        under: Play, which goes on once the word is laid or given up.
        seat: Who lays.
        request: What can be laid.
        page: ``cover`` before the hand is shown; then ``hand``, ``row`` for the open
            cards, ``blank`` for the letter of one that was tapped last, or ``pass``.
        word: Its cards, in their order.
        away: Cards that go where the player passes.
        refused: Why the word was not taken.
        runs: The card whose letter a held button steps.
    """

    under: Mode
    seat: Seat
    request: LayRequest = field(repr=False)
    page: str = "cover"
    word: tuple[Put, ...] = field(default=(), repr=False)
    away: tuple[Put, ...] = field(default=(), repr=False)
    refused: Refused | None = field(default=None, repr=False)
    runs: spelling.Runs | None = field(default=None, repr=False)

    # --- who lays ---

    @classmethod
    def call(
        cls,
        moment: Moment,
        request: LayRequest,
        button: Button,
        now: "Laying | None" = None,
    ) -> StepResult | None:
        """Let the player of a button lay; who does already turns to the other cards."""
        session, playing = moment.session, moment.playing
        seats = play.seats_of(playing.players, button)
        if not seats or _means_more(playing, seats):
            return None
        if now is not None and now.seat in seats and now.is_busy:
            return moment.keep(now.turned())
        able = [seat for seat in seats if seat in request.hands]
        bare: dict[str, Json] = {"do": request.lay, "by": seats[0], "word": ""}
        refused = None if able else play.refused(playing, bare)
        if session.paused:
            refused = Refused("paused")
        elif refused is None and not (request.tapped or session.own_screen):
            refused = Refused("no-own-screen")
        if refused is not None:
            return moment.refuse(refused, Pressed(button))
        seat = spelling.following(able, now and now.seat)
        page = "row" if request.tapped else "cover"
        under = session.mode if now is None else now.under
        return moment.keep(cls(under, seat, request, page))

    @property
    def is_busy(self) -> bool:
        """Whether somebody has begun, so that the button is not the next one's."""
        if self.request.tapped:
            return bool(self.word) or self.page == "pass"
        return self.page != "cover"

    def turned(self) -> "Laying":
        """Return the word with the other cards to choose from."""
        if self.page == "blank":
            return self
        page = "row" if self.page == "hand" or self.request.tapped else "hand"
        return replace(self, page=page, away=(), refused=None, runs=None)

    # --- what it hears ---

    def press(self, moment: Moment, button: Button) -> StepResult | None:
        """Return what a button does to the word."""
        if button in PLAYER_BUTTONS:
            return self.call(moment, self.request, button, self)
        if button not in (Button.TICK, Button.CROSS, *ZONE_BUTTONS):
            return None
        if {Button.TICK, Button.CROSS} <= dict(moment.session.held).keys():
            return StepResult(moment.session)  # the menu's chord lays nothing
        if self.page == "cover":
            return moment.keep(self._uncovered(button))
        if button is Button.CROSS:
            return moment.keep(self._back())
        if button is Button.TICK and self.page == "blank":
            meant = bool(self.word[-1].letter)
            return moment.keep(replace(self, page="row", runs=None) if meant else self)
        if button is Button.TICK:
            return self._give(moment)
        at = ZONE_BUTTONS.index(button)
        return moment.keep(self._picked(at, now_ms=moment.now_ms))

    def release(self, button: Button) -> Mode:
        """Return the word after a button came up: no letter runs on."""
        return replace(self, runs=None) if button in ZONE_BUTTONS else self

    def _uncovered(self, button: Button) -> Mode:
        if button is Button.CROSS:
            return self.under
        if button is Button.TICK:
            return replace(self, page="hand", refused=None)
        return replace(self, refused=Refused("button-idle"))

    def _back(self) -> Mode:
        """Take the last card back; without one ask whether to pass; else lay none."""
        if self.page == "pass":
            shorter = self.request.tapped and self.away
            return replace(self, away=self.away[:-1]) if shorter else self.under
        if self.word:
            page = "row" if self.page == "blank" else self.page
            word = self.word[:-1]
            return replace(self, page=page, word=word, refused=None, runs=None)
        return replace(self, page="pass", refused=None)

    def _picked(self, at: int, *, now_ms: Millis) -> "Laying":
        """Add the card of a number, or take it out; a blank's letter is stepped."""
        request, opened = self.request, self.page == "row"
        if self.page == "blank":
            return self._running(len(self.word) - 1, now_ms=now_ms)
        cards = request.row if opened else request.hands[self.seat]
        if request.tapped and self.page == "pass":
            cards = ()
        if at >= len(cards) or not cards[at]:
            return self
        put = _put(request, cards[at], at, opened=opened)
        if self.page == "pass":
            others = tuple(one for one in self.away if one != put)
            stays = len(others) < len(self.away)
            return replace(self, away=others if stays else (*others, put))
        places = [(one.opened, one.at) for one in self.word]
        if (put.opened, at) not in places:
            word = (*self.word, put)
            return replace(self, word=word, refused=None, runs=None)
        place = places.index((put.opened, at))
        if put.card == request.blank:
            return self._running(place, now_ms=now_ms)
        word = (*self.word[:place], *self.word[place + 1 :])
        return replace(self, word=word, refused=None, runs=None)

    def _running(self, place: int, *, now_ms: Millis) -> "Laying":
        runs = (place, 0, Millis(now_ms + spelling.HOLD_MS))
        return replace(self._stepped(place), runs=runs)

    def _stepped(self, place: int) -> "Laying":
        put = self.word[place]
        letter = spelling.following(self.request.letters, put.letter)
        put = replace(put, letter=letter)
        word = (*self.word[:place], put, *self.word[place + 1 :])
        return replace(self, word=word, refused=None)

    # --- cards on the table ---

    def rack(self, moment: Moment, event: Tapped) -> StepResult | None:
        """Return what a card on the rack adds."""
        untaken = not_laid(moment, self.request, event, seated=True)
        if untaken is not None or not isinstance(event.piece, Card):
            return untaken
        if not self.request.tapped:
            return None
        card = self.request.tapped[event.piece.name]
        put = _put(self.request, card, event.piece.number, opened=False)
        after = self._with(put)
        refused = after.refused_card(moment)
        if refused is not None:
            return moment.refuse(refused, event)
        return replace(moment.keep(after), outcome=())

    def _with(self, put: Put) -> "Laying":
        if self.page == "pass":
            return replace(self, away=(*self.away, put))
        page, word = (
            "blank" if put.card == self.request.blank else "row",
            (*self.word, put),
        )
        return replace(self, page=page, word=word, refused=None, runs=None)

    def refused_card(self, moment: Moment) -> Refused | None:
        """Return why the card that was tapped last cannot be laid; None if it can."""
        *before, last = self.away if self.page == "pass" else self.word
        if self.page != "pass":
            if last.card == self.request.blank and not moment.session.own_screen:
                return Refused("lay-no-lid")
            if any(not one.letter for one in before):
                return Refused("lay-blank-first")
        meant = tuple(replace(one, letter=one.letter or "A") for one in self.word)
        return play.refused(moment.playing, replace(self, word=meant).line)

    # --- what is laid ---

    def _give(self, moment: Moment) -> StepResult:
        """Lay the word or pass; what cannot be is told to the player alone."""
        done = moment.line(self.line)
        if isinstance(done, Refused):
            return moment.keep(replace(self, refused=done, runs=None))
        return moment.accept(done, self.under)

    @property
    def line(self) -> dict[str, Json]:
        """The transcript's line of it."""
        request = self.request
        if self.page == "pass":
            away = sorted(self.away, key=lambda put: put.at)
            cards, at = [put.card for put in away], [put.at for put in away]
            tags = {"tags": at} if request.tapped else {}
            return {"do": request.skip, "discard": cards, **tags, "by": self.seat}
        blue = [put.at + 1 if put.opened else 0 for put in self.word]
        own = [(at, put) for at, put in enumerate(self.word, 1) if not put.opened]
        blanks = [place for place, put in own if put.card == request.blank]
        word = "".join(put.letter or request.blank for put in self.word)
        line: JsonObject = {"do": request.lay, "word": word, "blue": blue}
        at = [0 if put.opened else put.at for put in self.word]
        tags = {"tags": at} if request.tapped else {}
        return {**line, "blanks": blanks, **tags, "by": self.seat}

    # --- when it is due, and whether it still stands ---

    def due_ms(self, session: Session) -> Millis | None:
        """Return when a held button steps its letter."""
        del session
        return None if self.runs is None else self.runs[2]

    def wake(self, moment: Moment) -> StepResult | None:
        """Let a held button step its letter."""
        if self.runs is None or moment.now_ms < self.runs[2]:
            return None
        runs = spelling.paced(self.runs, now_ms=moment.now_ms)
        return moment.keep(replace(self._stepped(self.runs[0]), runs=runs))

    def after(self, session: Session) -> Mode:
        """Return the word, or play: under a menu or a pause it is given up."""
        request = session.request(LayRequest)
        busy = session.paused or session.mode is not self
        if request is None or busy or request.round != self.request.round:
            return self.under
        stays = self.seat in request.hands and (request.tapped or session.own_screen)
        return replace(self, request=request) if stays else self.under

    # --- what it looks like ---

    def hides(self, session: Session, other: Mode) -> bool:
        """Tell whether all that others may see of it is the same."""
        del session
        if not isinstance(other, Laying) or other.seat != self.seat:
            return False
        return not self.request.tapped or self.counted == other.counted

    @property
    def counted(self) -> tuple[bool, int]:
        """What everybody may see: whether cards go, and how many there are."""
        passes = self.page == "pass"
        return passes, len(self.away if passes else self.word)

    def render(self, moment: Moment, face: Face, names: tuple[str, ...]) -> Face:
        """Return the face of a board on which somebody lays."""
        name, status = names[self.seat], say("lay-lid")
        if self.request.tapped:
            passes, count = self.counted
            status = say("lay-away" if passes else "lay-tapped", n=count)
        table = replace(face.table, line=say("lay-turn", name=name), status=status)
        if self.page == "cover":
            note = self.refused.reason if self.refused else say("lay-covered")
            cover = TableFace(say("lay-cover", name=name), note=note)
            return replace(face, table=table, maker=cover)
        hand = self._hand() if moment.session.own_screen else None
        return replace(face, table=table, maker=hand)

    def _hand(self) -> HandFace:
        request, passes = self.request, self.page == "pass"
        opened = self.page == "row" or bool(request.tapped)
        cards = request.row if opened else request.hands[self.seat]
        chosen = self.away if passes else self.word
        used = {p.at for p in chosen if p.opened == opened and p.card != request.blank}
        if passes:
            used = {put.at for put in chosen if not request.tapped}
        word = chosen if request.tapped else self.word
        return HandFace(
            cards=cards,
            used=tuple(at in used for at in range(len(cards))),
            opened=opened,
            passes=passes and not request.tapped,
            word=tuple(put.letter or request.blank for put in word),
            blue=tuple(put.opened for put in word),
            note=self._note(),
        )

    def _note(self) -> Message:
        """Return what the player can do, or why the word was not taken."""
        if self.refused is not None:
            return self.refused.reason
        if self.page == "pass":
            how = say("lay-pass-cards", n=len(self.away))
            return how if self.request.tapped else say("lay-pass", n=len(self.away))
        if self.page == "blank":
            return say("lay-blank-cards")
        if any(not put.letter for put in self.word):
            return say("lay-blank")
        if self.request.tapped:
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
    moment: Moment, request: LayRequest, event: Tapped, *, seated: bool
) -> StepResult | None:
    """Refuse a card on the rack that is none of the game's, or that nobody lays."""
    if not (request.tapped and isinstance(event.piece, Card)):
        return None
    known = event.piece.name in request.tapped
    if moment.session.paused:
        return moment.refuse(Refused("paused"), event)
    if known and seated:
        return None
    return moment.refuse(Refused("lay-whose" if known else "lay-others"), event)


def _means_more(playing: Playing, seats: tuple[Seat, ...]) -> bool:
    """Tell whether the game itself hears a player's button, such as a claim."""
    return any(
        playing.engine.interpret(playing.game, Called(seat)) is not None
        for seat in seats
    )


def _put(request: LayRequest, card: str, at: int, *, opened: bool) -> Put:
    return Put(opened, at, card, "" if card == request.blank else card)
