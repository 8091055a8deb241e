"""
Pieces that are not tapped on a zone's own pad.

A piece tapped on the rack waits until a zone's button says where to try it. A station
is played so, and any board with a dead pad. A board without tags has a button for each
kind in each zone instead.
"""

from collections.abc import Sequence

from firmware_host.board.events import (
    SYMBOL_BUTTONS,
    ZONE_BUTTONS,
    Button,
    Pressed,
    Tapped,
)
from firmware_host.board.faces import Face, ZoneFace
from firmware_host.board.messages import Message, Refused, say, together
from firmware_host.board.pieces import (
    KINDS,
    RACK,
    ZONES,
    Card,
    Item,
    Kind,
    Piece,
    Zone,
    kinds_of,
)
from firmware_host.board.record import replace
from firmware_host.games.game import Engine
from firmware_host.session.bots import seats
from firmware_host.session.play import Playing
from firmware_host.session.state import InGame, Now, Session, StepResult

#: The texts for boards without a pad in each zone.
_HERE = {
    ("station", "tutorial-first-why"): "turn-first-station",
    ("buttons", "tutorial-first-why"): "turn-first-buttons",
    ("station", "turn-take"): "turn-take-station",
    ("station", "turn-place"): "turn-place-station",
    ("buttons", "turn-take"): "turn-take-buttons",
    ("buttons", "turn-place"): "turn-place-buttons",
}


def tap_of(button: Button) -> Tapped:
    """Return the tap that a symbol button means; its piece has no number."""
    zone, kind = SYMBOL_BUTTONS[button]
    return Tapped(zone, Piece(kind))


def wait(now: Now, event: object) -> StepResult | None:
    """
    Return the step of a piece tapped on the rack; None for other events.

    The piece waits for a zone's button, or is refused. If it waits, the menu closes, so
    that the screen can say what to do next.
    """
    session, playing = now.session, now.session.playing
    if playing is None or not (isinstance(event, Tapped) and event.zone == RACK):
        return None
    if playing.is_over:
        return None
    item = event.piece
    if item is None or not _waits(session, playing, item):
        return None
    refused = session.mode.no_rack(session) or seats.bot_turn_refusal(playing)
    if refused is not None:
        return now.refuse(refused, event)
    closed = session.mode.closed()
    after = replace(session, mode=closed, racked=item, refusal=None, said=None)
    return StepResult(after, None, ())


def _waits(session: Session, playing: Playing, item: Item) -> bool:
    """
    Return True if an item on the rack waits: a card, or a letter piece in a round.

    In a game that does not report its pieces, an item waits if it means something in a
    zone and nothing on the rack.
    """
    if isinstance(item, Card):
        return True
    if playing.pieces() is not None:
        return isinstance(item, Piece)
    if playing.means(Tapped(RACK, item)) is not None:
        return False
    taps = (Tapped(zone, item) for zone in ZONES[: session.zones])
    return any(playing.means(tap) is not None for tap in taps)


def press(now: InGame, button: Button) -> Tapped | StepResult | None:
    """
    Return the effect of a zone's button or the cross; None if it has no effect.

    If a piece from the rack waits, a zone's button taps it on that zone, and the cross
    cancels it. If no piece waits, a zone's button leads to a step with a message. If
    the game waits for a tapped piece, on a board with readers, the message says that no
    piece was read. Otherwise it names the pieces that lie in the zone.

    Returns:
        The tap on the zone, or the step.
    """
    session, playing = now.session, now.playing
    if button is Button.CROSS and session.racked is not None:
        return StepResult(replace(session, racked=None, refusal=None))
    if button not in ZONE_BUTTONS:
        return None
    zone = Zone(ZONE_BUTTONS.index(button) + 1)
    if session.racked is not None:
        return Tapped(zone, session.racked)
    if playing.pieces() is None:
        return None
    face = playing.engine.face(playing.game, ("",) * len(playing.players))
    if face.table.kind is not None and session.input != "buttons":
        station = session.input == "station"
        unseen = Refused(
            "not-seen-rack" if station else "not-seen", values=(("zone", zone),)
        )
        return now.refuse(unseen, Pressed(button))
    said = describe_zone(zone, face.zones[zone - 1])
    return StepResult(replace(session, said=said, refusal=None))


def keep(done: StepResult, engine: Engine, piece: Item | None) -> StepResult:
    """Keep a refused piece waiting, so that it can be tried in another zone."""
    outcome = done.outcome
    no = {"answer": "no"}
    if isinstance(outcome, Refused) or (outcome and engine.answer(outcome) == no):
        return replace(done, session=replace(done.session, racked=piece))
    return done


def render(session: Session, face: Face) -> Face:
    """Return the face with a main line that says how to put a piece in its zone."""
    table = face.table
    names = dict(table.line.values)
    if session.racked is not None and "name" in names:
        line = say("turn-press", name=names["name"])
        kind = session.racked.kind if isinstance(session.racked, Piece) else None
        return replace(face, table=replace(table, line=line, kind=kind))
    if isinstance(session.racked, Card):
        return replace(face, table=replace(table, line=say("card-press")))
    playing = session.playing
    if session.racked is not None and playing is not None and playing.pieces() is None:
        return replace(face, table=replace(table, line=say("tutorial-press")))
    return replace(face, table=replace(table, line=for_input(session, table.line)))


def for_input(session: Session, message: Message) -> Message:
    """Return *message* with the wording for this board's kind of input."""
    code = _HERE.get((session.input, message.code))
    return message if code is None else replace(message, code=code)


def describe_zone(zone: Zone, face: ZoneFace) -> Message:
    """Return a description of a zone and the pieces on it."""
    lying = kinds_of(face.build if face.letter else face.placed)
    noes = [kind for kind in KINDS if face.covered[kind.place]]
    if not face.in_word:
        return say("zone-outside", n=zone)
    if face.letter:
        return say("zone-letter", n=zone, letter=face.letter, pieces=kinds_text(lying))
    pieces = kinds_text(lying) if lying else say("zone-nothing")
    if noes:
        return say("zone-lies-not", n=zone, pieces=pieces, noes=kinds_text(noes))
    return say("zone-lies", n=zone, pieces=pieces)


def kinds_text(kinds: Sequence[Kind]) -> str | Message:
    """Return at least one kind of piece as text, by colour."""
    return together([say(f"colour-{kind}") for kind in kinds])
