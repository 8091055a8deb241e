"""
Check that a controller follows docs/wire.md: one verdict for each rule.

The check also simulates a faulty Pi: it welcomes another boot, sends noise, omits its
ACK, begins a new session. The controller's reactions are judged.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from struct import Struct
from typing import Protocol

from firmware_host.app.doctor.findings import PartState
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import ZONES
from firmware_host.board.record import Record
from firmware_host.link.frames import VERSION, Frame, encode
from firmware_host.link.messages import (
    BY_PROTO,
    LAYOUTS,
    Capability,
    Fault,
    Tap,
    Type,
    UnclearTap,
    bits,
    is_event,
    read_event,
    write,
)

#: Source: docs/wire.md.
HELLO_MS, HEARTBEAT_MS, FIRST_REPEAT_MS = 500, 1000, 100

#: How much too early or late a busy controller may be.
SLACK_MS = 300

#: The limit for an immediate reaction.
AT_ONCE_MS = 400

#: How long a person has to press a button.
PATIENCE_MS = 30_000

#: The session ids of two daemons, the second a restart.
FIRST_SESSION, NEXT_SESSION = 0x1A2B3C4D, 0x5E6F7081

#: The numbers of a message and of a command that do not exist.
NO_MESSAGE, NO_COMMAND = 0x8F, 0x9F

#: A TUNE command for a pad that does not exist.
NOWHERE = b"\xff\x96\0\4"

#: Bytes that are not a frame, and a terminator.
GARBAGE = b"\x13garbage" * 40 + b"\0"

#: The lengths of UIDs. Source: ISO/IEC 14443-3: single, double and triple size.
UID_BYTES = (4, 7, 10)

#: The rules that need an event, which a person has to cause.
BY_EVENTS = (
    *("event-fields", "event-first", "event-repeat", "event-age"),
    *("event-other-ack", "event-ack", "event-next"),
    *("lost-pair", "new-session", "count-on"),
)

#: Every rule, in the order of the verdicts.
RULES = (
    *("hello", "hello-pace", "hello-fields", "welcome-other", "welcome"),
    *("beat", "noise", "command", *BY_EVENTS),
    "frames",
)

#: The fields `n` and `age_ms` at the start of each event.
_NUMBERS = Struct("<II")


class ControllerLine(Protocol):
    """The cable to a controller."""

    noise_bytes: int

    def now_ms(self) -> int:
        """Return the time of a clock that never goes back."""

    def send(self, data: bytes) -> None:
        """Send bytes to the examined controller."""

    def read(self) -> Iterable[Frame]:
        """Wait a moment, and return the frames received in it."""


class ReceivedFrame(Record):
    """A frame and the time of its arrival."""

    at_ms: int
    frame: Frame


class RuleVerdict(Record):
    """
    The verdict on one rule of the wire protocol.

    Args:
        rule: The name of the rule.
        state: The state: ``OK``, ``BROKEN``, or ``UNTRIED`` if no event came.
        n: The number of wrong frames, if they are counted.
    """

    rule: str
    state: PartState
    n: int = 0

    @property
    def says(self) -> Message:
        """The message about a rule that is kept or broken."""
        ending = "-not" if self.state is PartState.BROKEN else ""
        return say(f"wire-{self.rule}{ending}", **({"n": self.n} if self.n else {}))


def verdict(rule: str, kept: object) -> RuleVerdict:
    """Return the verdict on a rule: OK or BROKEN."""
    return RuleVerdict(rule, PartState.OK if kept else PartState.BROKEN)


@dataclass(slots=True)
class Examination:
    """
    The examination of one controller.

    Args:
        line: The cable to the controller.
        ask: Called with what a person must do at the controller.
        patience_ms: The time for that, in ms.
    """

    line: ControllerLine
    ask: Callable[[Message], None]
    patience_ms: int = PATIENCE_MS
    _unread: deque[Frame] = field(default_factory=deque)
    _pair: tuple[int, int] | None = None
    _beat_at: int = 0
    _proto: int = 0
    _strange: int = 0
    _hasty: bool = False

    def run(self) -> Iterator[RuleVerdict]:
        """Yield a verdict for each rule; stop if there is no HELLO or BEAT."""
        hellos = self._hellos()
        yield verdict("hello", hellos)
        if not hellos:
            return
        noise_bytes, self._strange = self.line.noise_bytes, 0
        gaps = [later.at_ms - one.at_ms for one, later in pairwise(hellos[1:])]
        yield verdict("hello-pace", gaps and _are_near(gaps, HELLO_MS))
        yield verdict("hello-fields", _is_introduced(hellos))
        self._proto, _, _, boot_id, zones, _ = _hello(hellos[-1].frame)
        self._proto = min(self._proto, max(BY_PROTO))
        yield from self._welcoming(boot_id)
        if self._pair is None:
            return
        yield from self._beating()
        yield from self._commanding()
        yield from self._events(zones)
        noise = self.line.noise_bytes - noise_bytes
        broken = self._strange + bool(noise)
        yield RuleVerdict(
            "frames", PartState.BROKEN if broken else PartState.OK, n=broken
        )

    # What is played to it

    def _hellos(self) -> list[ReceivedFrame]:
        """Ask for HELLO as a Pi does, then be silent and collect the answers."""
        self._say(Type.PI_BEAT, FIRST_SESSION, 0)
        heard = self._hear(4 * HELLO_MS + SLACK_MS)
        return [one for one in heard if _is(one.frame, Type.HELLO)]

    def _welcoming(self, boot_id: int) -> Iterator[RuleVerdict]:
        self._say(Type.WELCOME, self._proto, FIRST_SESSION, boot_id ^ 1)
        heard = self._hear(2 * HELLO_MS + SLACK_MS)
        yield verdict("welcome-other", _some(heard, Type.HELLO))
        self._welcome(FIRST_SESSION, boot_id)
        self._hear(AT_ONCE_MS)  # a HELLO may still be on its way
        heard = self._hear(HEARTBEAT_MS + SLACK_MS)
        is_welcomed = _some(heard, Type.BEAT) and not _some(heard, Type.HELLO)
        yield verdict("welcome", is_welcomed)
        if not is_welcomed:
            self._pair = None

    def _beating(self) -> Iterator[RuleVerdict]:
        heard = self._hear(3 * HEARTBEAT_MS + SLACK_MS)
        beats = [one for one in heard if one.frame.type == Type.BEAT]
        fits = BY_PROTO[self._proto][Type.BEAT].fits
        gaps = [later.at_ms - one.at_ms for one, later in pairwise(beats)]
        well = gaps and all(fits(one.frame.payload) for one in beats)
        yield verdict("beat", well and _are_near(gaps, HEARTBEAT_MS))
        self.line.send(GARBAGE + encode(Frame(NO_MESSAGE, 0, b"?")) + b"\x05half\0")
        heard = self._hear(2 * HEARTBEAT_MS)
        well = _some(heard, Type.BEAT) and not _some(heard, Type.HELLO)
        yield verdict("noise", well)

    def _commanding(self) -> Iterator[RuleVerdict]:
        """Send commands that no controller can carry out; each must be acknowledged."""
        frames = (
            Frame(NO_COMMAND, 1),
            Frame(NO_COMMAND, 1),
            Frame(Type.TUNE, 2, b"\x01"),
            Frame(Type.TUNE, 3, NOWHERE, version=VERSION + 1),
        )
        answered = [self._is_acknowledged(frame) for frame in frames]
        yield verdict("command", all(answered))

    def _events(self, zones: int) -> Iterator[RuleVerdict]:
        self.ask(say("wire-ask"))
        event = self._event()
        if event is None or len(event.frame.payload) < _NUMBERS.size:
            first, *others = BY_EVENTS
            yield RuleVerdict(
                first, PartState.UNTRIED if event is None else PartState.BROKEN
            )
            yield from (RuleVerdict(rule, PartState.UNTRIED) for rule in others)
            return
        yield verdict("event-fields", _is_well_said(event.frame, zones))
        yield verdict("event-first", event.frame.seq == 1)
        yield from self._repeating(event)
        self._acknowledge(event)
        heard = self._hear(FIRST_REPEAT_MS * 6, until=is_event)
        again = [one for one in heard if _is_same(one, event)]
        yield verdict("event-ack", not again)
        last = yield from self._following(event, heard)
        yield from self._another_session(last)

    def _repeating(self, event: ReceivedFrame) -> Iterator[RuleVerdict]:
        heard = self._hear(10 * FIRST_REPEAT_MS)
        told = [event, *(one for one in heard if _is_same(one, event))]
        gaps = [later.at_ms - one.at_ms for one, later in pairwise(told)]
        slower = len(gaps) > 1 and gaps[0] < SLACK_MS and gaps[1] > gaps[0] * 1.3
        yield verdict("event-repeat", slower)
        grown = [_age(later) - _age(one) for one, later in pairwise(told)]
        apart = zip(grown, gaps, strict=True)
        aged = all(abs(age - gap) < SLACK_MS / 2 and age > 0 for age, gap in apart)
        yield verdict("event-age", grown and aged)
        self._hasty = any(
            is_event(one.frame) and not _is_same(one, event) for one in heard
        )
        self.line.send(encode(Frame(Type.PI_ACK, event.frame.seq % 255 + 1)))
        self.line.send(encode(Frame(Type.PI_ACK, event.frame.seq, version=VERSION + 1)))
        heard = self._hear(HEARTBEAT_MS + SLACK_MS)
        still = any(_is_same(one, event) for one in heard)
        yield verdict("event-other-ack", still)

    def _following(
        self, event: ReceivedFrame, heard: list[ReceivedFrame]
    ) -> Generator[RuleVerdict, None, ReceivedFrame]:
        """Acknowledge the events after this one, one by one; return the last."""
        told = [event]
        while news := [
            one for one in heard if is_event(one.frame) and not _is_same(one, told[-1])
        ]:
            told.append(news[0])
            self._acknowledge(news[0])
            heard = self._hear(FIRST_REPEAT_MS * 6, until=is_event)
        counted = all(
            later.frame.seq == one.frame.seq % 255 + 1 and _n(later) == _n(one) + 1
            for one, later in pairwise(told)
        )
        if self._hasty or not counted or len(told) > 1:
            yield verdict("event-next", counted and not self._hasty)
        else:
            yield RuleVerdict("event-next", PartState.UNTRIED)
        return told[-1]

    def _another_session(self, last: ReceivedFrame) -> Iterator[RuleVerdict]:
        """Play another daemon on the same cable."""
        boot_id = self._pair[1] if self._pair else 0
        self._pair = None
        self._say(Type.PI_BEAT, NEXT_SESSION, 0)
        heard = self._hear(AT_ONCE_MS)
        yield verdict("lost-pair", _some(heard, Type.HELLO))
        self._welcome(NEXT_SESSION, boot_id)
        self.ask(say("wire-ask-again"))
        event = self._event()
        if event is None or len(event.frame.payload) < _NUMBERS.size:
            yield from (
                RuleVerdict(r, PartState.UNTRIED) for r in ("new-session", "count-on")
            )
            return
        yield verdict("new-session", event.frame.seq == 1)
        yield verdict("count-on", _n(event) > _n(last))
        while event is not None:  # acknowledge all that is left
            self._acknowledge(event)
            heard = self._hear(FIRST_REPEAT_MS * 6, until=is_event)
            event = next((one for one in heard if is_event(one.frame)), None)

    # The wire

    def _hear(
        self, ms: int, *, until: Callable[[Frame], bool] | None = None
    ) -> list[ReceivedFrame]:
        """Return the frames received in a time, or until the awaited one."""
        heard: list[ReceivedFrame] = []
        end_ms = self.line.now_ms() + ms
        while (now_ms := self.line.now_ms()) < end_ms:
            if self._pair is not None and now_ms >= self._beat_at:
                self._say(Type.PI_BEAT, *self._pair)
                self._beat_at = now_ms + HEARTBEAT_MS
            if not self._unread:
                self._unread.extend(self.line.read())
            while self._unread:
                frame = self._unread.popleft()
                self._strange += not self._is_known(frame)
                heard.append(ReceivedFrame(self.line.now_ms(), frame))
                if until is not None and until(frame):
                    return heard
        return heard

    def _event(self) -> ReceivedFrame | None:
        heard = self._hear(self.patience_ms, until=is_event)
        return heard[-1] if heard and is_event(heard[-1].frame) else None

    def _is_acknowledged(self, frame: Frame) -> bool:
        self.line.send(encode(frame))

        def is_answer(one: Frame) -> bool:
            return one.type == Type.ACK and one.seq == frame.seq

        heard = self._hear(AT_ONCE_MS, until=is_answer)
        return any(is_answer(one.frame) for one in heard)

    def _is_known(self, frame: Frame) -> bool:
        """Return True if a controller may send a frame."""
        layout = BY_PROTO.get(self._proto, LAYOUTS).get(frame.type)
        own = frame.version == VERSION and frame.type < Type.WELCOME
        numbered = is_event(frame) or frame.type == Type.ACK or frame.seq == 0
        return own and numbered and layout is not None and layout.fits(frame.payload)

    def _welcome(self, session: int, boot_id: int) -> None:
        self._say(Type.WELCOME, self._proto, session, boot_id)
        self._pair = session, boot_id

    def _acknowledge(self, event: ReceivedFrame) -> None:
        self.line.send(encode(Frame(Type.PI_ACK, event.frame.seq)))

    def _say(self, kind: Type, *values: int) -> None:
        self.line.send(encode(write(kind, *values)))


# --- what is seen in frames --------------------------------------------------


def _is(frame: Frame, kind: Type) -> bool:
    return frame.type == kind and LAYOUTS[kind].fits(frame.payload)


def _some(heard: Iterable[ReceivedFrame], kind: Type) -> bool:
    return any(one.frame.type == kind for one in heard)


def _are_near(gaps: Iterable[int], ms: int) -> bool:
    return all(abs(gap - ms) <= SLACK_MS for gap in gaps)


def _hello(frame: Frame) -> tuple[int, bytes, bytes, int, int, int]:
    proto, firmware, uid, boot_id, zones, able = LAYOUTS[Type.HELLO].read(frame)
    return proto, firmware, uid, boot_id, zones, able


def _is_introduced(hellos: Iterable[ReceivedFrame]) -> bool:
    """Return True if all HELLO frames are equal and their values are possible."""
    said = {_hello(one.frame) for one in hellos}
    proto, _, _, boot_id, zones, able = next(iter(said))
    has_tags = bool(able & Capability.TAGS)
    known = able <= sum(Capability) and all(zone <= ZONES[-1] for zone in bits(zones))
    whole = proto > 0 and boot_id > 0 and has_tags is bool(zones)
    return len(said) == 1 and known and whole


def _is_well_said(frame: Frame, zones: int) -> bool:
    """Return True if an event names an existing part and has possible values."""
    told = read_event(frame)
    if told is None:
        return False
    n, _, body = told
    if isinstance(body, Tap):
        return n > 0 and bool(zones >> body.zone & 1) and len(body.uid) in UID_BYTES
    if frame.type == Type.BUTTON:
        return n > 0 and frame.payload[-1] in (0, 1)
    why = body.why if isinstance(body, UnclearTap) else ""
    code = body.code if isinstance(body, Fault) else ""
    return n > 0 and "unknown" not in (why, code)


def _n(event: ReceivedFrame) -> int:
    return int(_NUMBERS.unpack_from(event.frame.payload)[0])


def _age(event: ReceivedFrame) -> int:
    return int(_NUMBERS.unpack_from(event.frame.payload)[1])


def _is_same(one: ReceivedFrame, event: ReceivedFrame) -> bool:
    """Return True if a frame is a repetition of an event."""
    enough = len(one.frame.payload) >= _NUMBERS.size
    same = one.frame.seq == event.frame.seq and is_event(one.frame)
    return same and enough and _n(one) == _n(event)
