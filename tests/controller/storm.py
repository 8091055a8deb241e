"""
A long random sequence of taps on the whole controller, with a simulated clock.

Runs on MicroPython: `micropython storm.py CHIP TAPS SEED`. It has seven emulated chips
on an emulated bus; hands that tap, brush, lay two pieces or lay one between two pads;
readers that hang, fail, answer late or tear what they read; antennas that miss a look,
see the neighbour's tag, or see one that is not there. An emulated Pi receives the
events, and knows where each piece really was. It prints the results as JSON.
"""

# ruff: noqa: ARG002 - the fakes take what the real ones take
# ruff: noqa: S311 - chance is what a storm is made of

import json
import random
import struct
import sys

import board_config
import wire
from fake_mfrc522 import Air, FakeMfrc522
from fake_pn532 import FakePn532, SpiFace

# What a Pico needs for a call to its bus beside the bytes, and to judge a look; that
# much of it to say which pads want one.
# Assumed, on the slow side.
CALL_US, BYTE_US, JUDGE_US, WANTS_US = 30, 8, 500, 100
LOOP_US = 1000

MISS, STRAY, GHOST, BETWEEN = 0.03, 0.05, 0.01, 0.95  # chance of each, look by look
LONGEST_MS = 4000  # nobody holds a piece for longer
AWAY_MS = 700
LONG_MS = 200  # so long a tap is answered Yes or No, nearly always
BRUSH_MS = 45  # a hand that passes over a pad
BOOT, SESSION = 1, 2

# A tap that waits for nothing; the chance that a pad sees what lies at its edge.
QUICK_MS = 120, 400
FAINT = 0.3

KINDS = (
    ("tap",) * 6
    + ("quick",) * 6
    + ("brush", "two", "between", "hung", "dead", "torn", "late")
)


class Hand:
    """A hand at a pad, with one piece or two."""

    def __init__(self, kind, zone, uids, now):
        self.kind = kind
        self.zone = zone
        self.uids = uids
        self.came_at = now
        longest = BRUSH_MS if kind == "brush" else LONGEST_MS
        self.until = now + (random.randint(*QUICK_MS) if kind == "quick" else longest)
        self.harm_at = now + random.randint(0, 400)
        self.taps = self.unclear = 0
        self.lone = True  # no other hand was on the board with it
        self.blind = False  # its pad's reader was told to be out of order
        self.off_at = None


class World:
    """Pads, hands, chips and time."""

    def __init__(self, chip):
        self.us = self.bus_bytes = 0
        self.air = HearingAir(self)
        kind = FakePn532 if chip == "pn532" else FakeMfrc522
        self.chips = {pin: kind(self.air) for pin in board_config.READERS.values()}
        self.faces = {pin: SpiFace(one) for pin, one in self.chips.items()}
        self.zones = {board_config.READERS[zone]: zone for zone in board_config.READERS}
        self.is_pn532 = chip == "pn532"
        self.hands = []
        self.harmed = {}  # zone -> since when
        self.lies = {}  # zone -> what lies there: UIDs, and the chance to see each

    def lay(self, lie):
        """Let *lie* pieces lie on every other pad, the first one faint."""
        for zone in range(0, 7, 2) if lie else ():
            uids = [b"\x04%c%clies" % (65 + zone, 65 + n) for n in range(lie)]
            chances = [FAINT] + [1 - MISS] * (lie - 1)
            self.lies[zone] = list(zip(uids, chances))  # noqa: B905 - MicroPython

    @property
    def now(self):
        """The milliseconds."""
        return self.us // 1000

    def seen_at(self, zone):
        """Return the tags that the reader of *zone* sees at this look."""
        seen = [
            uid
            for other, lies in self.lies.items()
            for uid, chance in lies
            if (other == zone and random.random() < chance)
            or (
                zone
                and other
                and abs(other - zone) == 1
                and random.random() < STRAY * chance
            )
        ]
        for hand in self.hands:
            if hand.off_at is not None:
                continue
            chance = 1 - MISS if hand.zone == zone else 0
            if zone and hand.zone and abs(hand.zone - zone) == 1:
                between = hand.kind == "between" and zone == hand.zone % 6 + 1
                chance = BETWEEN if between else STRAY
            seen += [uid for uid in hand.uids if random.random() < chance]
        if random.random() < GHOST:
            uid = seen.pop() if seen else random_uid()
            cut = random.randint(1, 3)  # torn, as issue 589 of miguelbalboa/rfid shows
            seen.append((uid[cut:] + uid[:cut]).replace(b"\x88", b"\x77"))
        return seen


def random_uid():
    """Return a UID that no piece has."""
    return bytes([random.getrandbits(8) | 1 for _ in range(7)])


class HearingAir(Air):
    """An air in which each look is another chance."""

    def __init__(self, world):
        super().__init__(lambda: world.now, lambda: world.us)
        self._world = world

    def change(self, chip, *, on):
        """Set the tags that the chip can see this time, as its field goes on."""
        super().change(chip, on=on)
        if on:
            for pin, one in self._world.chips.items():
                if one is chip:
                    chip.lay(self._world.seen_at(self._world.zones[pin]))


class Machine:
    """MicroPython's `machine`, of that world."""

    def __init__(self, world):
        levels = {}
        self.Pin, self.SPI = pins_of(world, levels), buses_of(world, levels)

    def unique_id(self):
        """Return the board's serial number."""
        return b"storm..."


def pins_of(world, levels):
    """Return the class of the pins, which keep their *levels*."""

    class Pin:
        IN, OUT, ALT, PULL_UP, ALT_SPI = 0, 1, 3, 1, 1

        def __init__(self, number, mode=-1, pull=-1, value=None, alt=-1):
            self._number = number
            if value is not None:
                self(value)

        def __call__(self, value=None):
            if value is None:
                return 1
            levels[self._number] = value
            if value == 0 and self._number == board_config.RESET:
                for chip in world.chips.values():
                    chip.reset()
            return None

    return Pin


def buses_of(world, levels):
    """Return the class of the bus, on which one chip at a time is selected."""

    class SPI:
        def __init__(self, number, **pins):
            pass

        def _meant(self, size):
            world.us += CALL_US + BYTE_US * size
            world.bus_bytes += size
            (pin,) = [pin for pin in world.chips if levels[pin] == 0]
            return pin

        def write(self, out):
            pin = self._meant(len(out))
            if world.is_pn532:
                world.faces[pin].write(out)
            else:
                world.chips[pin].transfer(out)

        def readinto(self, into):
            into[:] = world.faces[self._meant(len(into))].read(len(into))

        def write_readinto(self, out, into):
            into[:] = world.chips[self._meant(len(out))].transfer(out)

    return SPI


class Clock:
    """The controller's replacement for `time`."""

    def __init__(self, world):
        self._world = world

    def ticks_us(self):
        """Return the microseconds."""
        return self._world.us

    def ticks_diff(self, later, earlier):
        """Return the microseconds between."""
        return later - earlier

    def sleep_us(self, us):
        """Let time pass."""
        self._world.us += us


class Pi:
    """The other end of the wire, which knows where each piece really is."""

    def __init__(self, world):
        self._world = world
        self._decoder = wire.Decoder()
        self._out = message(wire.WELCOME, wire.PROTOCOL, SESSION, BOOT)
        self._beat_at = 0
        self.blind = set()  # what the controller has told
        self.wrong = []
        self.lain = set()  # the UIDs that lie there, and were told
        self.back_ms = []

    def say(self):
        """Return the bytes that go to the controller now."""
        if self._world.now >= self._beat_at:
            self._beat_at = self._world.now + 1000
            self._out += message(wire.PI_BEAT, SESSION, BOOT)
        out, self._out = self._out, b""
        return out

    def hear(self, data):
        """Check the controller's messages."""
        for _, kind, seq, payload in self._decoder.receive(data):
            if kind < wire.TAP:
                continue
            self._out += wire.encode(wire.PI_ACK, seq)
            zone = payload[8]
            if kind == wire.TAP:
                self._tap(zone, payload[9:])
            elif kind == wire.UNCLEAR:
                for hand in self._world.hands:
                    hand.unclear += abs(hand.zone - zone) <= 1
            elif kind == wire.FAULT and payload[9] != wire.HEALED:
                self.blind.add(zone)
            elif kind == wire.FAULT:
                self.blind.discard(zone)
                since = self._world.harmed.pop(zone, None)
                if since is not None:
                    self.back_ms.append(self._world.now - since)

    def _tap(self, zone, uid):
        for hand in self._world.hands:
            if hand.zone == zone and uid in hand.uids:
                hand.taps += 1
                if hand.taps == 1 and hand.kind not in ("brush", "two", "between"):
                    return
            if hand.kind == "between" and uid in hand.uids:
                pads = hand.zone, hand.zone + 1
                if any(one in self.blind for one in pads):
                    return  # where one reader is blind, nobody can tell
        lies = [one for one, _ in self._world.lies.get(zone, ())]
        if uid in lies and uid not in self.lain:
            self.lain.add(uid)
            return
        kinds = [hand.kind for hand in self._world.hands if hand.zone == zone]
        self.wrong.append([self._world.now, zone, uid.hex(), kinds])


def message(kind, *values):
    """Return the bytes of a message from the Pi."""
    return wire.encode(kind, 0, struct.pack(wire.LAYOUTS[kind], *values))


class Storm:
    """The controller in its world, and hands that come and go."""

    def __init__(self, chip):
        self.world = World(chip)
        sys.modules["machine"] = Machine(self.world)
        import controller  # noqa: PLC0415 - now it finds our machine

        controller.time = Clock(self.world)
        board_config.CHIP = chip
        self._controller = controller.Controller(board_config, BOOT)
        self._charge("see", JUDGE_US - WANTS_US)
        self._charge("wants", WANTS_US)
        self.pi = Pi(self.world)
        self.done = 0
        self.kinds = {}
        self._hands = self._uid = 0
        self.quick = {"silent": 0, "blind": 0}  # without an answer; and told why
        for which in ("long", "lone"):
            self.quick.update({which: 0, which + "_taps": 0})

    def run(self, taps):
        """Storm until *taps* hands have come and gone."""
        while self.done < taps:
            now = self.world.now
            self._move(now)
            self.pi.hear(self._controller.step(self.pi.say(), now))
            self.world.us += LOOP_US

    def _charge(self, name, us):
        """Let a call to the judge take its time."""
        taps = self._controller._taps
        call = getattr(taps, name, None)

        def slow(*given):
            self.world.us += us
            return call(*given)

        if call:
            setattr(taps, name, slow)

    def gone(self):
        """Return how many readers are out of order, and have been for too long."""
        long_ago = self.world.now - LONGEST_MS
        return len([one for one in self.world.harmed.values() if one < long_ago])

    def _move(self, now):
        here = [hand for hand in self.world.hands if hand.off_at is None]
        for hand in here if len(here) > 1 else ():
            hand.lone = False
        for hand in here:
            hand.blind = hand.blind or hand.zone in self.pi.blind
        for hand in list(self.world.hands):
            if hand.off_at is None:
                self._harm(hand, now)
                answered = hand.taps or hand.unclear
                if answered and hand.until > now + 500 and hand.kind != "quick":
                    hand.until = now + random.randint(50, 500)
                if now >= hand.until:
                    hand.off_at = now
            elif now >= hand.off_at + AWAY_MS:
                self.world.hands.remove(hand)
                self.world.chips[board_config.READERS[hand.zone]].fault = ""
                self._count(hand)
        taken = [hand.zone for hand in self.world.hands]
        if len(taken) < 3:
            zone = random.randint(0, 6)
            near = zone > 0 and any(one > 0 and abs(one - zone) < 3 for one in taken)
            if zone not in taken and not near:
                self._come(zone, now)

    def _count(self, hand):
        self.done += 1
        of = self.kinds.setdefault(hand.kind, {"hands": 0, "taps": 0, "unclear": 0})
        of["hands"] += 1
        of["taps"] += hand.taps
        of["unclear"] += hand.unclear > 0 and not hand.taps
        if hand.kind != "quick":
            return
        if not hand.taps and not hand.unclear:
            self.quick["blind" if hand.blind else "silent"] += 1
        is_long = hand.until - hand.came_at >= LONG_MS
        for which in ("long",) * is_long + ("lone",) * (is_long and hand.lone):
            self.quick[which] += 1
            self.quick[which + "_taps"] += hand.taps

    def _come(self, zone, now):
        self._hands += 1
        kind = KINDS[self._hands * 7 % len(KINDS)]  # each in its turn, not side by side
        if kind == "between" and zone in (0, 6):
            kind = "tap"
        uids = []
        for _ in range(1 + (kind == "two")):
            self._uid += 1
            # No two alike, and none looks like another one that was torn.
            uids.append(b"\x04" + struct.pack("<I", self._uid * 2654435761 % 2**32))
            uids[-1] = (uids[-1] + b"\x5a\xc3").replace(b"\x88", b"\x77")
        self.world.hands.append(Hand(kind, zone, uids, now))

    def _harm(self, hand, now):
        chip = self.world.chips[board_config.READERS[hand.zone]]
        if hand.kind in ("hung", "dead") and now >= hand.harm_at > 0:
            chip.fault, hand.harm_at = hand.kind, -now
            self.world.harmed[hand.zone] = now
        if hand.kind == "dead" and chip.fault == "dead" and now + hand.harm_at > 300:
            chip.fault = ""
        if hand.kind in ("torn", "late"):
            chip.late_ms = 15
            chip.fault = hand.kind if random.random() < 0.05 else ""


def main(chip, taps, seed, lie="0"):
    """
    Run a storm with *lie* pieces on every other pad, one faint.

    Print the results.
    """
    random.seed(int(seed))
    storm = Storm(chip)
    storm.world.lay(int(lie))
    storm.run(int(taps))
    print(  # noqa: T201 - the test reads this
        json.dumps(
            {
                "kinds": storm.kinds,
                "wrong": storm.pi.wrong,
                "quick": storm.quick,
                "most_lit": storm.world.air.most_lit,
                "harmed": storm.gone(),
                "back_ms": max(storm.pi.back_ms, default=0),
                "world_s": storm.world.now // 1000,
            }
        )
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
