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

#: What is said on a board where a piece does not come over a zone's own pad.
_HERE = {
    ("station", "tutorial-first-why"): "turn-first-station",
    ("buttons", "tutorial-first-why"): "turn-first-buttons",
    ("station", "turn-take"): "turn-take-station",
    ("station", "turn-place"): "turn-place-station",
    ("buttons", "turn-take"): "turn-take-buttons",
    ("buttons", "turn-place"): "turn-place-buttons",
}


def tap_of(button: Button) -> Tapped:
    """Return the tap that a symbol's button is: nobody knows of which piece."""
    zone, kind = SYMBOL_BUTTONS[button]
    return Tapped(zone, Piece(kind))


def wait(now: Now, event: object) -> StepResult | None:
    """
    Let a piece wait on the rack, or refuse it; None where *event* is none, in a round.

    The menu closes, so that everybody sees what the piece waits for.
    """
    session, playing = now.session, now.session.playing
    if playing is None or not (isinstance(event, Tapped) and event.zone == RACK):
        return None
    if playing.is_over:
        return None
    item = event.piece
    if item is None or not _waits(session, playing, item):
        return None
    refused = session.mode.no_rack(session) or seats.refused(playing)
    if refused is not None:
        return now.refuse(refused, event)
    closed = session.mode.closed()
    after = replace(session, mode=closed, racked=item, refusal=None, said=None)
    return StepResult(after, None, ())


def _waits(session: Session, playing: Playing, item: Item) -> bool:
    """
    Tell whether an item on the rack waits: a card does, and a letter piece in a round.

    In a game that does not know its pieces, as in one from outside, an item waits that
    means something in a zone, and nothing on the rack itself.
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
    Return the step of a button for the piece that waits; None if it has none.

    Returns:
        The tap that a zone's button makes of it. Without a piece: a step that says
        what lies in the zone, or that it has seen none where somebody holds one.
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
    """Keep a piece waiting that did not fit, so that it can be tried elsewhere."""
    outcome = done.outcome
    no = {"answer": "no"}
    if isinstance(outcome, Refused) or (outcome and engine.answer(outcome) == no):
        return replace(done, session=replace(done.session, racked=piece))
    return done


def render(session: Session, face: Face) -> Face:
    """Return the face whose big line says how a piece comes to its zone here."""
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
    return replace(face, table=replace(table, line=here(session, table.line)))


def here(session: Session, message: Message) -> Message:
    """Return how *message* is said on a board of this build."""
    code = _HERE.get((session.input, message.code))
    return message if code is None else replace(message, code=code)


def describe_zone(zone: Zone, face: ZoneFace) -> Message:
    """Return what lies in a zone, in words."""
    lying = kinds_of(face.build if face.letter else face.placed)
    noes = [kind for kind in KINDS if face.covered[kind.place]]
    if not face.in_word:
        return say("zone-outside", n=zone)
    if face.letter:
        return say("zone-letter", n=zone, letter=face.letter, pieces=listed(lying))
    pieces = listed(lying) if lying else say("zone-nothing")
    if noes:
        return say("zone-lies-not", n=zone, pieces=pieces, noes=listed(noes))
    return say("zone-lies", n=zone, pieces=pieces)


def listed(kinds: Sequence[Kind]) -> str | Message:
    """Return at least one kind, by their colours."""
    return together([say(f"colour-{kind}") for kind in kinds])
