"""
A guess on the board alone: spelled on the zone screens, or said and judged aloud.

A player's button says who guesses. Nothing is spent before the tick; the cross calls
it off. With a person as maker the word may be said instead: then the maker holds the
tick where it was right, the cross where it was wrong. A query, and a card that is
named, are spelled the same way.
"""

from firmware_host.board.events import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    Button,
    Pressed,
)
from firmware_host.board.faces import (
    NO_SUIT_YET,
    CardFace,
    CardsFace,
    Face,
    TableFace,
    WordFace,
    ZoneFace,
)
from firmware_host.board.json import Json, JsonObject, text
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import ZONES, Seat
from firmware_host.board.record import replace
from firmware_host.games.requests import CardRequest, GuessRequest
from firmware_host.session import play
from firmware_host.session.acting import InGame, Now
from firmware_host.session.mode import Mode
from firmware_host.session.modes import spelling
from firmware_host.session.modes.draft import Draft
from firmware_host.session.modes.spelling import Spelling, length_of
from firmware_host.session.result import StepResult
from firmware_host.session.state import Name, Playing, Session, name_of

#: What an empty word is refused for where another one would be taken.
_LENGTH = ("guess-length", "word-length")


class Guess(Spelling[GuessRequest]):
    """A word that is spelled before all eyes."""

    @classmethod
    def call(
        cls, now: InGame, request: GuessRequest, button: Button
    ) -> StepResult | None:
        """Let the player of a button guess; pressed again, the next who shares it."""
        playing, mode = now.playing, now.session.mode
        seats = playing.seats_of(button)
        if not seats:
            return None
        able = [seat for seat in seats if may_not(playing, request, seat) is None]
        if isinstance(mode, Draft) and able == [mode.seat] and not now.session.paused:
            return StepResult(now.session)
        refused = None if able else may_not(playing, request, seats[0])
        return cls.begin(now, request, button, able=able, refused=refused)

    # --- what it hears ---

    def press(self, now: InGame, button: Button) -> StepResult | None:
        """Return what a button does to the guess."""
        if button in ZONE_BUTTONS and self.of_card:
            idle = Refused("button-idle")  # a card's word is no other by a letter
            return now.refuse(idle, Pressed(button))
        if button in PLAYER_BUTTONS:
            return self.call(now, self.request, button)
        if self.says(button):
            return StepResult(now.session)  # how long it is held says more
        if button is Button.CROSS:
            return now.keep(self.under)
        if button is Button.TICK:
            return self._give(now)
        return self.zone(now, button)

    def release(self, button: Button) -> Mode:
        """Return the guess after a button came up: one that was to be said is off."""
        if button is Button.CROSS and self.says(button):
            return self.under
        return super().release(button)

    def no_rack(self, session: Session) -> Refused | None:
        """Return why no piece can wait: the zones' buttons choose letters."""
        return super().no_rack(session) or Refused("not-now")

    @property
    def of_card(self) -> bool:
        """Whether a word of the card stands spelled."""
        return self.word in self.request.words

    # --- what is given ---

    def _give(self, now: InGame) -> StepResult:
        if self.request.places and not all(self.letters):
            return now.refuse(length_of(self.request), Pressed(Button.TICK))
        line = spelling.line(now.playing, self.request, self.seat, self.word)
        return self._act(now, now.playing.engine.action(line), Button.TICK)

    def says(self, button: Button) -> bool:
        """Tell whether the maker judges by it what was said instead of spelled."""
        said = self.request.judge is not None and not any(self.letters)
        return said and button in (Button.TICK, Button.CROSS)

    def said(self, now: InGame, button: Button) -> StepResult | None:
        """Record the guess that the maker has heard."""
        right, playing = button is Button.TICK, now.playing
        action = playing.engine.spoken_guess(playing.game, self.seat, right=right)
        return self._act(now, action, button)

    def _act(self, now: InGame, action: object, button: Button) -> StepResult:
        session, playing = now.session, now.playing
        done = now.give(action)
        if isinstance(done, Refused):
            return now.refuse(done, Pressed(button))
        accepted = now.end(done, self.under)
        if playing.engine.answer(done.facts)["answer"] != "wrong":
            return accepted
        line = playing.engine.action_json(action)
        said = self.wrong(name_of(playing.players[self.seat], self.seat), line)
        after = replace(accepted.session, said=said, racked=session.racked)
        return replace(accepted, session=after)

    def wrong(self, name: Name, line: JsonObject) -> Message:
        """Return what is said of a wrong guess, and of its word if it was spelled."""
        word = text(line, "word", "")
        if not word:
            return say("guess-wrong-aloud", name=name)
        return say("guess-wrong", name=name, word=word)

    def told(self, now: Now, refused: Refused, event: object) -> StepResult:
        """Tell everybody why a letter is not taken."""
        return now.refuse(refused, event)

    # --- whether it still stands ---

    def stands(self, playing: Playing, request: GuessRequest) -> bool:
        """Tell whether who spells can still give it: a query is no guess."""
        return (
            request.do == self.request.do
            and may_not(playing, request, self.seat) is None
        )

    # --- what it looks like ---

    def announces(self, session: Session) -> bool:
        """Tell that everybody reads it."""
        del session
        return True

    def render(self, now: InGame, face: Face, names: tuple[str, ...]) -> Face:
        """Return the face of a board on which somebody guesses."""
        request = self.request
        letters = tuple(letter or "?" for letter in self.letters)
        name = names[self.seat]
        line, how = _announced(name, letters, request)
        heard = self.says(Button.TICK)
        table = TableFace(line, status=how, note=say("guess-aloud") if heard else None)
        if self.of_card:
            line = say("query-take", name=name, word=self.word)
            table = TableFace(line, status=say("query-take-how"))
        zones = tuple(
            _zone(zone_face, letters, zone - request.first_zone, request)
            for zone, zone_face in zip(ZONES, face.zones, strict=True)
        )
        maker = face.maker
        pile = request.pile if isinstance(request, CardRequest) else ()
        if pile and now.session.own_screen:
            maker = CardsFace(pile[: len(ZONES)], note=say("hold-pile-named"))
        if isinstance(maker, WordFace) and heard:
            maker = replace(maker, note=say("own-judge", name=name))
        return replace(face, table=table, zones=zones, maker=maker)


def may_not(playing: Playing, request: GuessRequest, seat: Seat) -> Refused | None:
    """Return why a seat cannot give a word now; None where it can."""
    first = "".join(choices[0] for choices in request.places)
    line = spelling.line(playing, request, seat, first)
    if "by" not in line and seat != request.turn:
        return Refused("not-your-turn")
    return barred(playing, line)


def barred(playing: Playing, line: dict[str, Json]) -> Refused | None:
    """Return why a line is not taken, whatever its word; None where another one is."""
    refused = play.refused(playing, line)
    return None if refused is None or refused.code in _LENGTH else refused


def _announced(
    name: str, letters: tuple[str, ...], request: GuessRequest
) -> tuple[Message, Message]:
    """Return what somebody is about to call out, and how: not all of it is a guess."""
    word = "".join(letters)
    if isinstance(request, CardRequest):
        card = _called(letters, request)
        return say("card-spell", name=name, card=card), say("card-how")
    if request.asks:
        return say("query-spell", name=name, letters=word), say("query-spell-how")
    return say("guess-spell", name=name, letters=word), say("guess-how")


def _called(letters: tuple[str, ...], request: CardRequest) -> str | Message:
    """Return what is known of a card that is being named, in words."""
    card = CardFace(letters[0], request.suits.get(letters[1], NO_SUIT_YET))
    return card.name or card.rank or "?"


def _zone(
    face: ZoneFace, letters: tuple[str, ...], at: int, request: GuessRequest
) -> ZoneFace:
    if not 0 <= at < len(letters):
        return face
    if isinstance(request, CardRequest) and letters[at] != "?":
        card = CardFace(letters[0], request.suits.get(letters[at], NO_SUIT_YET))
        return replace(face, card=card, word=None)
    return replace(face, card=None, letter=None, spelled=letters[at], word=None)
