"""
A guess on the board alone: spelled on the zone screens, or said and judged aloud.

A player's button says who guesses. Nothing is spent before the tick; the cross calls
it off. With a person as maker the word may be said instead: then the maker holds the
tick where it was right, the cross where it was wrong.
"""

from dataclasses import replace
from typing import Any

from firmware_host.board.faces import (
    NO_SUIT_YET,
    CardFace,
    CardsFace,
    Face,
    TableFace,
    WordFace,
    ZoneFace,
)
from firmware_host.board.happenings import PLAYER_BUTTONS, Button, Pressed, Tapped
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import ZONES, Millis, Seat
from firmware_host.games.wanted import Wanted
from firmware_host.session import asked, spelling
from firmware_host.session.result import Step, accept, refuse
from firmware_host.session.state import Player, Playing, Session, Spelling, name_of


def seats_of(players: tuple[Player, ...], button: Button) -> tuple[Seat, ...]:
    """
    Return whom a player's button stands for, its own player first.

    Players without a button share the four of them in turn order.
    """
    own = [at for at, one in enumerate(players) if one.button == button]
    shared = [
        at
        for at, one in enumerate(players)
        if one.button is None and PLAYER_BUTTONS[at % len(PLAYER_BUTTONS)] is button
    ]
    return tuple(map(Seat, own + shared))


#: What an empty word is refused for where another one would be taken.
_LENGTH = ("guess-length", "word-length")


def may_not(phase: Playing, seat: Seat) -> Refused | None:
    """Return why a seat cannot give a word now; None where it can."""
    want = phase.engine.wanted(phase.game)
    assert isinstance(want, Wanted)  # noqa: S101 - there is a word to give
    first = "".join(choices[0] for choices in want.places)
    line = spelling.line(phase, want, seat, first)
    if "by" not in line and seat != want.turn:
        return Refused("not-your-turn")
    done = phase.engine.decide(phase.game, phase.engine.action(line))
    if isinstance(done, Refused) and done.code not in _LENGTH:
        return done
    return None


def call(
    session: Session, phase: Playing, want: Wanted, button: Button, *, now_ms: Millis
) -> Step | None:
    """Let the player of a button guess; pressed again, the next one who shares it."""
    seats = seats_of(phase.players, button)
    if not seats:
        return None
    able = [seat for seat in seats if may_not(phase, seat) is None]
    refused = None if able else may_not(phase, seats[0])
    refused = Refused("paused") if session.paused else refused
    if refused is not None:
        return refuse(session, refused, Pressed(button), now_ms=now_ms)
    now = session.spelling
    if now is None or now.seat not in able:
        seat = able[0]
    else:
        seat = able[(able.index(now.seat) + 1) % len(able)]
    if now is not None and now.seat == seat:
        return Step(session)
    fresh = spelling.begun(phase, want, seat, secret=False)
    return Step(spelling.keep(session, fresh))


def press(
    session: Session,
    phase: Playing,
    want: Wanted,
    button: Button,
    *,
    now_ms: Millis,
) -> Step | None:
    """Return what a button does to the guess that is spelled; None for nothing."""
    now = session.spelling
    assert now is not None  # noqa: S101 - somebody guesses
    if button in PLAYER_BUTTONS:
        return call(session, phase, want, button, now_ms=now_ms)
    if button in (Button.TICK, Button.CROSS) and heard(now, want):
        return Step(session)  # how long it is held says more
    if button is Button.CROSS:
        return Step(spelling.keep(session, None))
    if button is Button.TICK:
        return _give(session, phase, now, button, now_ms=now_ms)
    at = spelling.place(want, button)
    if at is None:
        return None
    if not 0 <= at < want.length:
        outside = spelling.outside(want, at)
        return refuse(session, outside, Pressed(button), now_ms=now_ms)
    after = spelling.stepped(now, want, at, now_ms=now_ms)
    return Step(spelling.keep(session, after))


def heard(now: Spelling, want: Wanted) -> bool:
    """Tell whether the guess may be said instead: to a maker who can hear it."""
    return want.judge is not None and not any(now.letters)


def _give(
    session: Session, phase: Playing, now: Spelling, button: Button, *, now_ms: Millis
) -> Step:
    want = phase.engine.wanted(phase.game)
    assert isinstance(want, Wanted)  # noqa: S101 - somebody gives it
    if want.places and not all(now.letters):
        length = Refused("guess-length", values=(("length", want.length),))
        return refuse(session, length, Pressed(button), now_ms=now_ms)
    line = spelling.line(phase, want, now.seat, spelling.word(now))
    action = phase.engine.action(line)
    return _act(session, phase, action, button, now_ms=now_ms)


def judge(
    session: Session, phase: Playing, now: Spelling, button: Button, *, now_ms: Millis
) -> Step:
    """Record the guess that the maker has heard."""
    right = button is Button.TICK
    action = phase.engine.spoken(phase.game, now.seat, right=right)
    done = _act(session, phase, action, button, now_ms=now_ms)
    # The button has said what it had to say; held on, it mutes nothing.
    return replace(done, session=replace(done.session, held=()))


def _act(
    session: Session,
    phase: Playing,
    action: Any,
    button: Button,
    *,
    now_ms: Millis,
) -> Step:
    done = asked.act(session, action, now_ms=now_ms)
    if isinstance(done, Refused):
        return refuse(session, done, Pressed(button), now_ms=now_ms)
    accepted = accept(session, done)
    after = spelling.keep(accepted.session, None)
    if phase.engine.answer(done.facts)["answer"] == "wrong":
        name, letters = name_of(phase.players[action.by], action.by), action.word
        wrong = say("guess-wrong", name=name, word=letters)
        aloud = say("guess-wrong-aloud", name=name)
        after = replace(after, said=wrong if letters else aloud, racked=session.racked)
    return replace(accepted, session=after)


def tile(
    session: Session, now: Spelling, want: Wanted, event: Tapped, *, now_ms: Millis
) -> Step:
    """Add the letter of a tile on the rack."""
    letter = getattr(event.piece, "letter", "")
    if letter not in want.letters:
        return refuse(session, Refused("guess-letters"), event, now_ms=now_ms)
    after = spelling.added(now, letter)
    if after is None:
        length = Refused("guess-length", values=(("length", want.length),))
        return refuse(session, length, event, now_ms=now_ms)
    return Step(spelling.keep(session, after))


# --- what it shows --------------------------------------------------------------


def look(session: Session, face: Face, want: Wanted, names: tuple[str, ...]) -> Face:
    """Return the face of a board on which somebody guesses."""
    now = session.spelling
    assert now is not None  # noqa: S101 - somebody guesses
    letters = tuple(letter or "?" for letter in now.letters)
    name = names[now.seat]
    line, how = _announced(name, letters, want)
    table = TableFace(line, status=how, note=_aloud(now, want))
    zones = tuple(
        _zone(zone_face, letters, zone - want.first_zone, want)
        for zone, zone_face in zip(ZONES, face.zones, strict=True)
    )
    maker = face.maker
    if want.pile and session.own_screen:
        maker = CardsFace(want.pile[: len(ZONES)], note=say("hold-pile-named"))
    if isinstance(maker, WordFace) and heard(now, want):
        maker = replace(maker, note=say("own-judge", name=name))
    return replace(face, table=table, zones=zones, maker=maker)


def _announced(
    name: str, letters: tuple[str, ...], want: Wanted
) -> tuple[Message, Message]:
    """Return what somebody is about to call out, and how: not all of it is a guess."""
    word = "".join(letters)
    if want.suits:
        card = _called(letters, want)
        return say("card-spell", name=name, card=card), say("card-how")
    if want.do == "query":
        return say("query-spell", name=name, letters=word), say("query-spell-how")
    return say("guess-spell", name=name, letters=word), say("guess-how")


def _called(letters: tuple[str, ...], want: Wanted) -> str | Message:
    """Return what is known of a card that is being named, in words."""
    card = CardFace(letters[0], want.suits.get(letters[1], NO_SUIT_YET))
    if card.rank is None or card.suit == NO_SUIT_YET:
        return card.rank or "?"
    return say("card-name", rank=card.rank, suit=say(f"suit-{card.suit}"))


def _aloud(now: Spelling, want: Wanted) -> Message | None:
    return say("guess-aloud") if heard(now, want) else None


def _zone(face: ZoneFace, letters: tuple[str, ...], at: int, want: Wanted) -> ZoneFace:
    if not 0 <= at < len(letters):
        return face
    if want.suits and letters[at] != "?":
        card = CardFace(letters[0], want.suits.get(letters[at], NO_SUIT_YET))
        return replace(face, card=card, word=None)
    return replace(face, card=None, letter=None, spelled=letters[at], word=None)
