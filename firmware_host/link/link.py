"""
The Pi's side of the wire, from bytes to events.

The link changes its state only by `Link.TRANSITIONS`. A signal without a transition in
the present state is ignored. The link knows no port and no clock: bytes and
milliseconds come in, events and bytes go out. It raises no exception, whatever bytes
arrive. It sends an ACK only after `acknowledge` was called: after COMMIT, or after a
refusal was shown.
"""

from collections import deque
from collections.abc import Callable, Iterator
from enum import Enum
from typing import ClassVar

from firmware_host.board.pieces import Zone
from firmware_host.link.events import (
    Connected,
    Event,
    Heartbeat,
    LinkEvent,
    Offline,
    Reads,
    Unreadable,
    Unsupported,
)
from firmware_host.link.frames import PROTOCOL, VERSION, Decoder, Frame, Noise, encode
from firmware_host.link.messages import (
    BY_PROTO,
    LAYOUTS,
    Capability,
    Command,
    Type,
    bits,
    is_event,
    read_event,
    write,
    write_command,
)

#: The period in ms of each side's heartbeat.
HEARTBEAT_MS = 1000

#: The period in ms in which a controller is asked for HELLO until it sends one.
ASK_MS = 250

#: The time in ms without a frame after which the controller is offline: three missed
#: heartbeats, and half of one for a slow line.
OFFLINE_AFTER_MS = 3500

#: The time in ms after which a command is repeated; it doubles ...
FIRST_REPEAT_MS = 100

#: ... up to this.
LAST_REPEAT_MS = 1000


class State(Enum):
    """The state of the connection to the controller; the value is its description."""

    WAITING = "no HELLO has arrived yet"
    WELCOMED = "events and commands flow"
    OFFLINE = "the controller is silent, or its cable is pulled"
    REFUSED = "the controller uses another protocol"


class Signal(Enum):
    """A cause of a transition: a kind of frame, a timeout, or a closed port."""

    HELLO = "HELLO of a new boot"
    AGAIN = "HELLO of the same boot"
    FOREIGN = "HELLO of an unsupported protocol"
    EVENT = "an event"
    BEAT = "BEAT"
    READS = "READS"
    ACK = "ACK"
    SILENCE = "three heartbeats missed"
    UNPLUGGED = "cable pulled"


SIGNALS: dict[int, Signal] = {
    Type.ACK: Signal.ACK,
    Type.BEAT: Signal.BEAT,
    Type.READS: Signal.READS,
}

_NO_FRAME = Frame(0, 0)

#: The action of a transition; docs/wire.md shows the first line of its docstring.
Action = Callable[["Link", Frame], LinkEvent | None]


class Link:
    """
    The connection to the zone controller.

    Iterate over the result of `receive`, `tick` or `unplugged` to its end, then write
    the bytes of `data_to_send` to the port.

    Args:
        session: A random number of 32 bits, new for each start of the daemon.
        now_ms: The present time. A controller that sends no HELLO within
            `OFFLINE_AFTER_MS` counts as offline.
    """

    def __init__(self, *, session: int, now_ms: int = 0) -> None:
        self.state = State.WAITING
        self._session = session
        self._decoder = Decoder()
        self._proto = PROTOCOL
        self._heard: tuple[int, int] | None  # seq and n of the last event
        self._commands: deque[Command] = deque()
        self._in_flight: bytes | None
        self._reset(0)
        self._repeat_ms = FIRST_REPEAT_MS
        self._repeat_at = 0
        self._heartbeat_at = 0
        self._silent_at = now_ms + OFFLINE_AFTER_MS
        self._outbox: list[bytes] = []
        self._able = Capability(0)
        self._rims = write(Type.RIMS, 0, 0)

    @property
    def is_idle(self) -> bool:
        """Whether every command has been acknowledged."""
        return not self._commands and self._in_flight is None

    def receive(self, data: bytes, now_ms: int) -> Iterator[LinkEvent]:
        """Process bytes from the port; yield the resulting events."""
        for found in self._decoder.receive(data):
            if isinstance(found, Noise):
                yield found
            elif (signal := self._signal(found)) is None:
                yield Noise(len(found.payload))
            else:
                self._silent_at = now_ms + OFFLINE_AFTER_MS
                if event := self._step(signal, found, now_ms):
                    yield event

    def tick(self, now_ms: int) -> Iterator[LinkEvent]:
        """Check for silence, send a due heartbeat, repeat an unacknowledged command."""
        if now_ms >= self._silent_at and (
            event := self._step(Signal.SILENCE, _NO_FRAME, now_ms)
        ):
            yield event
        if now_ms >= self._heartbeat_at:
            self._heartbeat(now_ms)
        if self.state is State.WELCOMED:
            self._push_command(now_ms)

    def unplugged(self, now_ms: int) -> Iterator[LinkEvent]:
        """Go offline after a closed port: drop partial frames and queued bytes."""
        self._decoder = Decoder()
        if event := self._step(Signal.UNPLUGGED, _NO_FRAME, now_ms):
            yield event
        self._outbox.clear()
        self._heartbeat_at = now_ms

    def acknowledge(self, event: Event) -> None:
        """Queue the ACK of an event that is durable, or whose refusal is shown."""
        if event.boot_id == self._boot_id and (event.seq, event.n) == self._heard:
            self._answered = True
            if self.state is State.WELCOMED:
                self._send(Frame(Type.PI_ACK, event.seq))

    def command(self, command: Command) -> None:
        """Queue a command: sent after all earlier ones, and repeated until its ACK."""
        self._commands.append(command)

    def show_rims(self, crosses: int, ticks: int) -> None:
        """
        Light crosses and ticks on the rims: bit 0 is zone 1.

        Each RIMS frame has the whole state, so it is not acknowledged: it is sent at
        once, and again with each heartbeat.
        """
        self._rims = write(Type.RIMS, crosses, ticks)
        self._send_rims()

    def data_to_send(self) -> bytes:
        """Return all queued bytes for the port, and clear the queue."""
        data = b"".join(self._outbox)
        self._outbox.clear()
        return data

    def wake_at(self) -> int:
        """Return the time at which `tick` must be called next, in ms."""
        wake_at = self._heartbeat_at
        if self.state is not State.OFFLINE:
            wake_at = min(wake_at, self._silent_at)
        if self.state is State.WELCOMED and self._in_flight:
            wake_at = min(wake_at, self._repeat_at)
        elif self.state is State.WELCOMED and self._commands:
            wake_at = 0
        return wake_at

    def _step(self, signal: Signal, frame: Frame, now_ms: int) -> LinkEvent | None:
        change = self.TRANSITIONS.get((self.state, signal))
        if change is None:
            return None
        before, (self.state, action) = self.state, change
        if self.state is not before:
            self._heartbeat_at = now_ms
        return action(self, frame)

    def _signal(self, frame: Frame) -> Signal | None:
        if is_event(frame):
            return Signal.EVENT
        layout = BY_PROTO[self._proto].get(frame.type)
        if layout is None or not layout.fits(frame.payload):
            return None
        if frame.type == Type.HELLO:
            proto, _, _, boot_id, *_ = layout.struct.unpack(frame.payload)
            if proto not in BY_PROTO:
                return Signal.FOREIGN
            known = boot_id == self._boot_id and proto <= self._proto
            return Signal.AGAIN if known else Signal.HELLO
        return SIGNALS.get(frame.type) if frame.version == VERSION else None

    def _accept_hello(self, frame: Frame) -> LinkEvent:
        """Send WELCOME, yield Connected."""
        proto, firmware, uid, boot_id, zones, able = LAYOUTS[Type.HELLO].read(frame)
        if boot_id != self._boot_id:
            self._reset(boot_id)
            self._proto = proto
        # A HELLO of protocol 1 may be an older one that arrives late.
        self._proto = max(self._proto, proto)
        self._able = Capability(able)
        self._send_welcome(frame)
        self._send_rims()
        return Connected(
            boot_id=boot_id,
            board_uid=uid.hex(),
            firmware=".".join(map(str, firmware)),
            zones=tuple(map(Zone, bits(zones))),
            capabilities=self._able,
            proto=self._proto,
        )

    def _reset(self, boot_id: int) -> None:
        """Reset both sequence numbers after a reboot of the controller."""
        self._boot_id = boot_id
        self._heard, self._answered = None, True
        self._command_seq, self._in_flight = 0, None

    def _send_welcome(self, frame: Frame) -> None:
        """Send WELCOME again."""
        boot_id = LAYOUTS[Type.HELLO].read(frame)[3]
        proto = self._proto if self.state is State.WELCOMED else PROTOCOL
        self._send(write(Type.WELCOME, proto, self._session, boot_id))

    def _reject_protocol(self, frame: Frame) -> LinkEvent:
        """Send the Pi's protocol number, yield Unsupported."""
        self._send_welcome(frame)
        return Unsupported(frame.payload[0])

    def _take_event(self, frame: Frame) -> LinkEvent | None:
        """Yield Event, or repeat the ACK of a known event."""
        told = read_event(frame)
        if told is None:  # without an ACK it would block the events after it
            self._send(Frame(Type.PI_ACK, frame.seq))
            return Unreadable(frame.type, frame.payload)
        n, age_ms, body = told
        if (frame.seq, n) != self._heard:
            self._heard, self._answered = (frame.seq, n), False
            return Event(self._boot_id, n, age_ms, frame.seq, body)
        if self._answered:
            self._send(Frame(Type.PI_ACK, frame.seq))
        return None

    def _take_heartbeat(self, frame: Frame) -> LinkEvent:
        """Yield Heartbeat."""
        held, faults, lost = BY_PROTO[self._proto][Type.BEAT].read(frame)
        return Heartbeat(bits(held), bits(faults), lost)

    def _take_reads(self, frame: Frame) -> LinkEvent:
        """Yield Reads."""
        return Reads.of(*LAYOUTS[Type.READS].read(frame))

    def _finish_command(self, frame: Frame) -> None:
        """Send the next command."""
        if self._in_flight and frame.seq == self._command_seq:
            self._in_flight = None

    def _report_offline(self, _: Frame) -> LinkEvent:
        """Yield Offline."""
        return Offline()

    #: By state and signal: the next state, and the action.
    TRANSITIONS: ClassVar[dict[tuple[State, Signal], tuple[State, Action]]] = {
        (State.WAITING, Signal.HELLO): (State.WELCOMED, _accept_hello),
        (State.WAITING, Signal.FOREIGN): (State.REFUSED, _reject_protocol),
        (State.WAITING, Signal.SILENCE): (State.OFFLINE, _report_offline),
        (State.WAITING, Signal.UNPLUGGED): (State.OFFLINE, _report_offline),
        (State.WELCOMED, Signal.EVENT): (State.WELCOMED, _take_event),
        (State.WELCOMED, Signal.BEAT): (State.WELCOMED, _take_heartbeat),
        (State.WELCOMED, Signal.READS): (State.WELCOMED, _take_reads),
        (State.WELCOMED, Signal.ACK): (State.WELCOMED, _finish_command),
        (State.WELCOMED, Signal.HELLO): (State.WELCOMED, _accept_hello),
        (State.WELCOMED, Signal.AGAIN): (State.WELCOMED, _send_welcome),
        (State.WELCOMED, Signal.FOREIGN): (State.REFUSED, _reject_protocol),
        (State.WELCOMED, Signal.SILENCE): (State.OFFLINE, _report_offline),
        (State.WELCOMED, Signal.UNPLUGGED): (State.OFFLINE, _report_offline),
        (State.OFFLINE, Signal.HELLO): (State.WELCOMED, _accept_hello),
        (State.OFFLINE, Signal.AGAIN): (State.WELCOMED, _accept_hello),
        (State.OFFLINE, Signal.FOREIGN): (State.REFUSED, _reject_protocol),
        (State.REFUSED, Signal.HELLO): (State.WELCOMED, _accept_hello),
        (State.REFUSED, Signal.AGAIN): (State.WELCOMED, _accept_hello),
        (State.REFUSED, Signal.FOREIGN): (State.REFUSED, _send_welcome),
        (State.REFUSED, Signal.SILENCE): (State.OFFLINE, _report_offline),
        (State.REFUSED, Signal.UNPLUGGED): (State.OFFLINE, _report_offline),
    }

    def _push_command(self, now_ms: int) -> None:
        if self._in_flight is None and self._commands:
            seq = self._command_seq % 255 + 1
            frame = write_command(self._commands.popleft(), seq=seq)
            if frame.type not in BY_PROTO[self._proto]:
                return  # the controller does not know it and would never send an ACK
            self._command_seq = seq
            self._in_flight, self._repeat_ms = encode(frame), FIRST_REPEAT_MS
        elif self._in_flight is None or now_ms < self._repeat_at:
            return
        else:
            self._repeat_ms = min(2 * self._repeat_ms, LAST_REPEAT_MS)
        self._repeat_at = now_ms + self._repeat_ms
        self._outbox.append(self._in_flight)

    def _heartbeat(self, now_ms: int) -> None:
        welcomed = self.state is State.WELCOMED
        boot_id = self._boot_id if welcomed else 0
        self._send(write(Type.PI_BEAT, self._session, boot_id))
        self._send_rims()
        self._heartbeat_at = now_ms + (HEARTBEAT_MS if welcomed else ASK_MS)

    def _send_rims(self) -> None:
        if self.state is State.WELCOMED and Capability.RIMS in self._able:
            self._send(self._rims)

    def _send(self, frame: Frame) -> None:
        self._outbox.append(encode(frame))
