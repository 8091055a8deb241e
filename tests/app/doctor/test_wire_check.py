"""The rules of the wire: our own controller keeps them, and one of each mistake not."""

# ruff: noqa: ARG002, D101, D102 - the docstring of each says what it does wrong

import importlib.util
import struct
from dataclasses import replace
from pathlib import Path

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.app.doctor.findings import PartState
from firmware_host.app.doctor.wire_check import BY_EVENTS, RULES, Examination
from firmware_host.devices.firmware import import_firmware
from firmware_host.link.frames import Decoder, Frame, encode

CORE, WIRE = import_firmware("core", "wire")
SAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "controller.py"


class Line:
    """A cable to a controller in memory, with a clock of its own."""

    def __init__(self, controller, *, presses=True):
        self.noise_bytes = 0
        self.time_ms = 1000
        self.controller = controller
        self._presses = presses
        self._due = []
        self._decoder = Decoder()

    def now_ms(self):
        return self.time_ms

    def send(self, data):
        self.controller.receive(data, self.time_ms)

    def ask(self, _message):
        """Press a button for a moment, soon."""
        if self._presses:
            at = self.time_ms
            self._due = [(at + 50, 1), (at + 150, 0)]

    def read(self):
        self.time_ms += 10
        while self._due and self._due[0][0] <= self.time_ms:
            self.controller.button(0, self._due.pop(0)[1], self.time_ms)
        self.controller.tick(self.time_ms)
        frames = []
        for found in self._decoder.receive(self.controller.take()):
            if isinstance(found, Frame):
                frames.append(found)
            else:
                self.noise_bytes += found.size_bytes
        return frames


def judged(controller, **rest):
    """Return the rules by how they are kept."""
    line = Line(controller, **rest)
    found = list(Examination(line, line.ask).run())
    return {
        state: {one.rule for one in found if one.state is state} for state in PartState
    }


def core(kind=CORE.Core):
    return kind(b"12345678", 0xC0FFEE, report=lambda _: ((0, 9, 1, 0, 5),))


def sample():
    """Return the example controller of docs/examples."""
    spec = importlib.util.spec_from_file_location("sample_controller", SAMPLE)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    controller = module.Controller()

    def take():
        data, controller.outbox = controller.outbox, b""
        return data

    controller.take = take
    return controller


@pytest.mark.parametrize("make", [core, sample])
def test_a_controller_that_keeps_every_rule_is_told_so(make):
    """Our controller and the sample keep all 19 rules, and each rule is tested."""
    found = judged(make())
    assert len(found[PartState.OK]) == len(RULES) == 19
    assert found[PartState.OK] == set(RULES) == set(PLANTED.values())
    assert not found[PartState.BROKEN] | found[PartState.UNTRIED]


def test_the_sample_is_short_enough_to_be_read():
    assert len(SAMPLE.read_text(encoding="utf-8").splitlines()) <= 150


def test_nobody_who_presses_leaves_rules_untried():
    """Without a press the rules about events count as untested, not as kept."""
    found = judged(core(), presses=False)
    assert not found[PartState.BROKEN]
    assert found[PartState.UNTRIED] == set(BY_EVENTS)
    assert found[PartState.OK] == set(RULES) - set(BY_EVENTS)


class Short(CORE.Core):
    """Says events without their number."""

    def _send(self, kind, seq, payload=b""):
        super()._send(kind, seq, payload[:4] if kind == WIRE.BUTTON else payload)


def test_an_event_without_its_number_is_wrong_and_ends_what_is_judged_by_it():
    found = judged(core(Short))
    assert found[PartState.BROKEN] == {"event-fields", "frames"}
    assert found[PartState.UNTRIED] == set(BY_EVENTS) - {"event-fields"}


# --- one controller for each mistake ------------------------------------------


class Silent(CORE.Core):
    def tick(self, now):
        pass


class Hasty(CORE.Core):
    """Says HELLO ten times as often."""

    def tick(self, now):
        super().tick(now)
        self._hello_at = min(self._hello_at, now + 50)


class Nameless(CORE.Core):
    """Has no boot_id."""

    def __init__(self, uid, boot_id, **rest):
        super().__init__(uid, 0, **rest)


class Forgetful(CORE.Core):
    """Makes a new boot_id for each HELLO."""

    def tick(self, now):
        uid, boot_id = self._hello[1], self._boot_id + 1
        self._hello = (self._hello[0], uid, boot_id, *self._hello[3:])
        self._boot_id = boot_id
        super().tick(now)


class Trusting(CORE.Core):
    """Takes any WELCOME."""

    def _welcome(self, welcome, now):
        super()._welcome((*welcome[:2], self._boot_id), now)


class Deaf(CORE.Core):
    """Ignores WELCOME."""

    def _welcome(self, welcome, now):
        pass


class Breathless(CORE.Core):
    """Says BEAT too seldom."""

    def _beat(self, now):
        super()._beat(now)
        self._beat_at = now + 1600


class OldBeat(CORE.Core):
    """Says BEAT as protocol 1 does, and HELLO as protocol 2."""

    def _send(self, kind, seq, payload=b""):
        if kind == WIRE.BEAT:
            payload = payload[4:]
        super()._send(kind, seq, payload)


class Nervous(CORE.Core):
    """Restarts after each unknown frame."""

    def receive(self, data, now):
        super().receive(data, now)
        if b"garbage" in data:
            self._lose(now)


class Strict(CORE.Core):
    """Acknowledges no command."""

    def _send(self, kind, seq, payload=b""):
        if kind != WIRE.ACK:
            super()._send(kind, seq, payload)


class Picky(CORE.Core):
    """Throws away frames of another version, also those that are repeated."""

    def receive(self, data, now):
        mine = [f for f in Decoder().receive(data) if getattr(f, "version", 1) == 1]
        own = b"".join(encode(f) for f in mine if isinstance(f, Frame))
        super().receive(own, now)


class Lenient(CORE.Core):
    """Takes an ACK of any version."""

    def receive(self, data, now):
        for frame in Decoder().receive(data):
            if isinstance(frame, Frame):
                super().receive(encode(replace(frame, version=1)), now)


class Nowhere(CORE.Core):
    """Names a button that no board has."""

    def button(self, _number, down, now):
        super().button(60, down, now)


class Zero(CORE.Core):
    """Begins seq at 7."""

    def _welcome(self, welcome, now):
        fresh = welcome[1] != self._session
        super()._welcome(welcome, now)
        if fresh:
            self._seq = 6


class Once(CORE.Core):
    """Sends an event once."""

    def _push(self, now):
        if not self._in_flight:
            super()._push(now)


class Steady(CORE.Core):
    """Repeats an event each 100 ms."""

    def _push(self, now):
        super()._push(now)
        self._repeat_ms = 50


class Ageless(CORE.Core):
    """Says of each event that it is new."""

    def _push(self, now):
        self._queue[:1] = [(n, now, *rest) for n, _, *rest in self._queue[:1]]
        super()._push(now)


class Gullible(CORE.Core):
    """Takes any ACK for its own."""

    def _hear(self, kind, seq, fields):
        super()._hear(kind, self._seq if kind == WIRE.PI_ACK else seq, fields)


class Stubborn(CORE.Core):
    """Ignores ACK."""

    def _hear(self, kind, seq, fields):
        if kind != WIRE.PI_ACK:
            super()._hear(kind, seq, fields)


class Skipping(CORE.Core):
    """Counts n by twos."""

    def _tell(self, kind, body, now):
        self._n += 1
        super()._tell(kind, body, now)


class Loyal(CORE.Core):
    """Does not care who says PI BEAT, once it is welcomed."""

    def _hear_beat(self, pair, now):
        own = (self._session, self._boot_id)
        super()._hear_beat(own if self.welcomed else pair, now)


class Anew(CORE.Core):
    """Restarts the count n in each session of one boot."""

    def _welcome(self, welcome, now):
        if welcome[1] != self._session:
            self._n = 0
        super()._welcome(welcome, now)


class GoesOn(CORE.Core):
    """Lets seq go on in a new session."""

    def _welcome(self, welcome, now):
        seq = self._seq
        super()._welcome(welcome, now)
        self._seq = seq


class Chatty(CORE.Core):
    """Prints to its USB."""

    def _beat(self, now):
        super()._beat(now)
        self._outbox += b"beat!\n\0"


class Inventive(CORE.Core):
    """Has a message of its own."""

    def _beat(self, now):
        super()._beat(now)
        self._send(0x0E, 0, struct.pack("<I", now))


PLANTED = {
    Silent: "hello",
    Hasty: "hello-pace",
    Nameless: "hello-fields",
    Forgetful: "hello-fields",
    Trusting: "welcome-other",
    Deaf: "welcome",
    Breathless: "beat",
    OldBeat: "beat",
    Nervous: "noise",
    Strict: "command",
    Picky: "command",
    Nowhere: "event-fields",
    Zero: "event-first",
    Once: "event-repeat",
    Steady: "event-repeat",
    Ageless: "event-age",
    Gullible: "event-other-ack",
    Lenient: "event-other-ack",
    Stubborn: "event-ack",
    Skipping: "event-next",
    Loyal: "lost-pair",
    Anew: "count-on",
    GoesOn: "new-session",
    Chatty: "frames",
    Inventive: "frames",
}


@pytest.mark.parametrize(("kind", "rule"), PLANTED.items(), ids=str)
def test_a_planted_mistake_is_found(kind, rule):
    """Each planted mistake breaks its rule."""
    assert rule in judged(core(kind))[PartState.BROKEN]


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_rule_is_said_kept_and_broken(language):
    """Each rule has a sentence for kept and for broken, without a code in it."""
    texts = load_texts(language)
    line = Line(core())
    for one in Examination(line, line.ask).run():
        for state in (PartState.OK, PartState.BROKEN):
            said = texts.say(type(one)(one.rule, state, n=2).says)
            assert said.endswith((".", "2."))
            assert "wire-" not in said
