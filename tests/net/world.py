"""
A running board without hardware, in JSON: the only file here that uses the product.

Events go in, and their results come out, as plain values; hands, checks and recordings
know nothing else. So if the product's structure changes, only this file must change.

The events, one object each::

    {"tap": 3, "item": "red-4"}          a tag on a pad; 0 the rack, "?" a strange tag
    {"unclear": 3}                       two at once
    {"tap": 3, "item": "red-4", "age_ms": 5000}       it waited in the controller
    {"press": "tick"}, {"release": "tick"}            a button
    {"do": {"do": "guess", "by": 1, "word": "HOBBY"}} a page's line of the game
    {"do": {...}, "phone": "ann's"}      the same, sent by a phone
    {"phone": "ann's", "join": "Ann"}    a phone comes with somebody new, or
    {"phone": "ann's", "come": 1}        to a place, or
    {"phone": "ann's", "team": 1}        to a team (None: the smallest), or
    {"phone": "ann's", "back": 3}        in place of a lost phone, by its number
    {"phone": "ann's", "let_in": 3}      it lets another one see its secret
    {"move": 3, "seat": 1}, {"free": 1}, {"part": [3]}, {"forget": 3}
    {"sit": "Ann", "button": "star"}, {"sit": "", "bot": "easy"}
    {"stand": 0}, {"name": "Bo", "seat": 0}
    {"begin": {...}}, {"adopt": {...}}, {"pause": true}, {"claim": "123456"}
    {"kiosk": "stay"}, {"kiosk": "stay", "language": "de"}
    {"fails": "screen-3"}, {"heals": "screen-3"}, {"lost": 2}
    {"card": "full"}, {"card": "good"}   the journal's card takes nothing, or all again
    {"again": true}                      the controller repeats its last event
    {"wait": 3000}                       so many ms pass
    {"restart": true}                    the plug is pulled; it starts from its rows
"""

from dataclasses import fields, is_dataclass, replace
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast
from unittest.mock import patch

from firmware_host.app.archive import kept
from firmware_host.app.content.languages import load_alphabet, load_texts
from firmware_host.app.daemon import resume
from firmware_host.app.daemon.snapshots import keep_snapshot
from firmware_host.board.catalogue import read_item
from firmware_host.board.commands import (
    ALL_PHONES,
    ANY_SEAT,
    AdmitPhone,
    Command,
    ForgetPhone,
    FreeSeat,
    JoinCommand,
    Kiosk,
    MovePhone,
    PartPhones,
    Pause,
    Rename,
    ReplacePhone,
    SeatBot,
    SeatPhone,
    Sit,
    Stand,
)
from firmware_host.board.entries import Entry
from firmware_host.board.events import Failed, Healed
from firmware_host.board.messages import Message, Refused
from firmware_host.board.pieces import Millis, Seat, Zone
from firmware_host.errors import AskedError, RuleError
from firmware_host.languages import CODES
from firmware_host.link.events import Event, Heartbeat
from firmware_host.link.messages import BUTTONS, ButtonChange, Tap, UnclearTap
from firmware_host.session import holders, upcoming
from firmware_host.session.play import Playing
from firmware_host.session.render import render
from firmware_host.session.setups import Setup
from firmware_host.session.stored import resuming
from firmware_host.simulate.pieces import tags, uid_of
from firmware_host.table.api import TableApi
from firmware_host.table.parts import Parts
from firmware_host.table.table import Table
from firmware_host.texts.texts import Texts
from firmware_host.web import documents
from firmware_host.web.people import room
from firmware_host.words.cards import BLANK, DECKS, shares
from firmware_host.words.language import read_language
from firmware_host.words.packs.pack import Pack
from tests.net.boxes import overfull
from tests.net.holders import Holders
from tests.net.memory import MemoryJournal
from tests.net.virtual import VirtualLoop

#: The words of these tests, which no better word list ever changes.
WORDS = tuple((Path(__file__).parent / "words.txt").read_text("ascii").split())

#: Words that are unlikely to occur by chance; secrets in tests are chosen from them.
CANARIES = (
    *("ODX", "UXO", "LUX", "OXUC", "IDUX", "ULOX", "UNIXO", "OLUXI", "DUXIL"),
    *("XILUNO", "DUXOLI", "NOLUXI"),
)

#: Packs of words that there are, beside the words that the board draws itself.
PACKS = ("half", "again")

TAGS = tags()
STRANGE = bytes.fromhex("04deadbeef0123")
BOOT = 77


@cache
def languages() -> dict[str, Any]:
    """Every language of the house, with the tests' own words in each."""
    short = [word for word in WORDS if 3 <= len(word) <= 6]
    letters = dict.fromkeys("ABCDEFGHIJKLMNOPQRSTUVWXYZ", 3)
    more = {"en": dict.fromkeys("-'", 2)}  # no other box has such tiles
    common, accepted = _listed(short), _listed([*short, *CANARIES])
    bare = partial(
        read_language, alphabet=load_alphabet(), common=common, accepted=accepted
    )
    cards = {
        colour: {**shares(WORDS, total), BLANK: blanks}
        for colour, (total, blanks) in DECKS.items()
    }
    return {
        code: replace(
            bare(code, {"tiles": letters | more.get(code, {})}),
            wide=frozenset(WORDS),
            cards=cards,
            default_cards=cards,
            shipped={one: Pack(one, one, code, tuple(short[::2])) for one in PACKS},
        )
        for code in CODES
    }


def _our_languages(_letters: Any, kept: Any = MappingProxyType({})) -> dict[str, Any]:
    ours = languages()
    own = {code: replace(ours[code], kept=kept[code]) for code in ours if code in kept}
    return {**ours, **own}


def _listed(words: list[str]) -> bytes:
    lines = sorted(words, key=lambda word: (len(word), word))
    return "".join(f"{word}\n" for word in lines).encode()


class Codes:
    """Texts that say a message's code and values, whatever its sentence is today."""

    def say(self, message: Message, _context: str = "page") -> str:
        """Return the code, and the values behind it."""
        values = [f"{name}={self._value(one)}" for name, one in message.values]
        return " ".join([message.code, *values])

    def _value(self, value: Any) -> str:
        return f"({self.say(value)})" if isinstance(value, Message) else str(value)


CODES_ONLY = Codes()


class World:
    """
    A board of a build, its table, its viewers and their possible actions.

    Args:
        build: ``zones`` 3 to 6; ``input``: pads, station or buttons; ``lid``: whether
            the maker has a screen; ``seed`` of all chance; any fields of the setup
            that was chosen last time, such as ``language`` and ``place``.
    """

    def __init__(self, build: dict[str, Any]) -> None:
        self._prepare(build)
        self.loop = VirtualLoop()
        self.journal = MemoryJournal()
        self._open()

    def _prepare(self, build: dict[str, Any]) -> None:
        """Store the build and reset all state."""
        setup = dict(build)
        self.build = build
        self._board = {
            "zones": setup.pop("zones", 6),
            "way": setup.pop("input", "pads"),
            "maker_screen": setup.pop("lid", True),
        }
        self._seed = setup.pop("seed", 0)
        self._setup = Setup(**setup)
        self._drawn = 0
        self._n = 0
        self._lost = 0
        self._last: Any = None
        self._base_ms = 0
        self._offered: tuple[Any, list[Any]] = (None, [])
        self._acknowledged: list[Any] = []
        self._told: list[Any] = []
        self._sounds: list[str] = []
        self.book = Holders()
        #: The last event with an answer, and the events since that are not answered.
        self._answered: dict[str, Any] = {}
        self._unanswered: list[dict[str, Any]] = []
        #: Words that were guessed, and by which seats.
        self.heard: dict[str, set[int]] = {}

    # --- starting, and starting again ---

    def _keep_snapshot(self, playing: Playing) -> str:
        """Store a round's snapshot; return the fault, or an empty string."""
        if not (playing.number and resuming.can_take_snapshot(playing)):
            return ""
        try:
            with patch.object(kept, "languages_with", new=_our_languages):
                keep_snapshot(self.journal, playing)  # type: ignore[arg-type] # as below
        except RuleError as fault:
            return str(fault)
        return ""

    def _take_up(self) -> Any:
        ours = partial(patch.object, attribute="languages_with", new=_our_languages)
        with ours(resume), ours(kept):
            session = resume.take_up(
                self.journal,  # type: ignore[arg-type] # it answers what is asked
                setup=self._setup,
                now_ms=Millis(self._now_ms()),
            )
        return upcoming.on_board(session, **self._board)

    def _open(self) -> None:
        parts = Parts(
            journal=self.journal,
            wire=self,
            lamps=None,
            screens=None,
            buzzer=self,
            texts=dict.fromkeys(CODES, CODES_ONLY),  # type: ignore[arg-type] # it says
            pieces=TAGS,
            clock_ms=self._now_ms,
            entropy=self._entropy,
        )
        session = self._take_up()

        def start() -> None:
            self.table = Table(session, parts)
            self.table.listen(lambda event, said: self._told.append((event, said)))
            self.table.start()

        self.loop.run(start)
        self.table_api = TableApi(self.table)

    def _restart(self) -> None:
        self.table.close()
        self._base_ms = self.loop.now_ms()
        self._open()

    def _now_ms(self) -> int:
        return self.loop.now_ms() - self._base_ms

    def _entropy(self) -> bytes:
        self._drawn += 1
        return sha256(f"{self._seed}:{self._drawn}".encode()).digest()

    # --- called by the table for its parts ---

    def acknowledge(self, event: Event) -> None:
        """Record that the controller's *event* was acknowledged."""
        self._acknowledged.append(event)

    def on(self, _hertz: int) -> None:
        """Sound, as the buzzer."""
        self._sounds.append("on")

    def off(self) -> None:
        """Be silent."""

    # --- events ---

    def do(self, event: dict[str, Any]) -> dict[str, Any]:
        """Apply an event; return its outcome, the stored entries and the sounds."""
        stored = len(self.journal.entries)
        self._told.clear()
        self._sounds.clear()
        self._acknowledged.clear()
        outcome = self._do(event)
        return {
            "outcome": outcome,
            "stored": [_stored(one) for one in self.journal.entries[stored:]],
            "sounds": len(self._sounds),
        }

    def _do(self, event: dict[str, Any]) -> Any:
        match event:
            case {"wait": ms}:
                return self.loop.advance(ms)
            case {"restart": _}:
                return self._restart()
            case {"card": state}:
                self.journal.takes = state == "good"
            case {"lost": count}:
                self._lost += count
                self.loop.run(partial(self.table.hear, Heartbeat((), (), self._lost)))
            case {"fails": part}:
                self.loop.run(partial(self.table.happen, Failed(part)))
            case {"heals": part}:
                self.loop.run(partial(self.table.happen, Healed(part)))
            case {"claim": code}:
                return self.loop.run(partial(self.table_api.claim, code))
            case {"again": _}:
                return self._hear(self._last) if self._last is not None else None
            case {"tap": _} | {"unclear": _} | {"press": _} | {"release": _}:
                return self._touch(event)
            case _:
                return self._asked(event)
        return None

    def _touch(self, event: dict[str, Any]) -> Any:
        body: Any
        match event:
            case {"tap": zone, "item": name}:
                item = read_item(name)
                body = Tap(Zone(zone), STRANGE if item is None else uid_of(item))
            case {"unclear": zone}:
                body = UnclearTap(Zone(zone), "two-pieces")
            case {"press": button}:
                body = ButtonChange(BUTTONS.index(button), down=True)
            case {"release": button}:
                body = ButtonChange(BUTTONS.index(button), down=False)
        self._n += 1
        age_ms = event.get("age_ms", 0)
        self._last = Event(BOOT, self._n, age_ms, self._n % 256, body)
        return self._hear(self._last)

    def _hear(self, event: Event) -> Any:
        self.loop.run(partial(self.table.hear, event))
        said = [outcome for one, outcome in self._told if one is event]
        return _outcome(said[0]) if said else None

    def _overhear(self, line: dict[str, Any]) -> None:
        word, by = line.get("word"), line.get("by")
        if line.get("do") == "guess" and isinstance(word, str) and isinstance(by, int):
            self.heard.setdefault(word, set()).add(by)

    def _asked(self, event: dict[str, Any]) -> Any:
        table_api = self.table_api
        match event:
            case {"do": line}:
                self._overhear(line)
                asked = table_api.do(line, event.get("phone", ""))
            case {"sit": name}:
                bot = event.get("bot", "")
                sit = SeatBot(bot) if bot else Sit(name, event.get("button") or None)
                asked = table_api.send(sit.line)
            case {"stand": seat}:
                asked = table_api.send(Stand(seat).line)
            case {"name": name, "seat": seat}:
                asked = table_api.send(Rename(seat, name).line)
            case {"begin": wishes}:
                asked = table_api.send({"command": "begin", **wishes})
            case {"adopt": changes}:
                asked = table_api.send({"command": "choose", **changes})
            case {"pause": paused}:
                asked = table_api.send(Pause(paused).line)
            case _:
                asked = self._visited(event) or self._phoned(event)
        task = self.loop.create_task(asked)
        self._wait_for(task)
        if not task.done():
            task.cancel()
            self.loop.settle()
            self._unanswered.append(event)
            return "no answer"
        self._answered = event
        try:
            return _outcome(task.result()) or "done"
        except AskedError:
            return "no such thing"

    def _wait_for(self, _task: Any) -> None:
        """Let an answer come, which here takes no time."""
        self.loop.settle()

    def _visited(self, event: dict[str, Any]) -> Any:
        if "kiosk" not in event:
            return None
        wanted = Kiosk(event["kiosk"], event.get("language", ""))
        return self.table_api.send(wanted.line)

    def _phoned(self, event: dict[str, Any]) -> Any:
        match event:
            case {"phone": key, "join": name}:
                return self.table_api.send(JoinCommand(key, name).line)
            case {"phone": key, "come": seat}:
                wanted: Command = SeatPhone(key, seat, alone=True)
            case {"phone": key, "team": seat}:
                wanted = SeatPhone(key, ANY_SEAT if seat is None else seat)
            case {"phone": key, "back": number}:
                wanted = ReplacePhone(key, number)
            case {"phone": key, "let_in": number}:
                wanted = AdmitPhone(number, key)
            case {"move": number, "seat": seat}:
                wanted = MovePhone(number, seat)
            case {"free": seat}:
                wanted = FreeSeat(seat)
            case {"part": numbers}:
                wanted = PartPhones(tuple(numbers))
            case {"forget": number}:
                wanted = ForgetPhone(ALL_PHONES if number is None else number)
            case _:
                raise AssertionError(event)
        return self.table_api.send(wanted.line)

    # --- views ---

    def look(self) -> dict[str, Any]:
        """Return the face, the public document, and each seat's own document."""
        seen, codes = self.table_api.see(), cast("Texts", CODES_ONLY)
        public = {
            **documents.public(seen, codes),
            "rules": documents.rules(self._games(), seen, codes),
            "n": 0,  # how often it was told is no promise
        }
        own = []
        for seat in range(len(seen["players"]) + 1):
            theirs = self.table_api.sight_of(Seat(seat))
            one = {"may": room.may(theirs), "secret": theirs["secret"]}
            view = theirs["view"]
            own.append(one if view == public["view"] else {**one, "view": view})
        return {"face": _plain(self.table.face), "public": public, "seats": own}

    def offers(self) -> dict[str, Any]:
        """Return what can be requested: games with their options, lines, letters."""
        lines = self.table_api.see()["lines"]
        self._games()
        return {
            "games": self._offered[1],
            "lines": lines,
            "letters": self.table_api.letters(),
        }

    def _games(self) -> list[Any]:
        """Return the games on offer, which depend on the setup alone."""
        setup = self.table.session.setup
        if setup is not self._offered[0]:
            games = self.table_api.games()
            self._offered = (setup, games)
        return self._offered[1]

    def phones(self) -> dict[str, Any]:
        """Return whose each phone is, and which sealed secret it is shown."""
        api, seats = self.table_api, self._sealed_by_seat()
        found = {}
        for one in self.table.session.phones:
            known, kept = api.phones.who(one.key), {"instead": one.instead}
            assert known is not None
            shown = api.see(one.key)["secret"] is not None
            secret = seats.get(known["seat"], "") if shown else ""
            found[one.key] = {**known, **kept, "shown": secret, "late": one.late}
        return found

    def intruders(self, event: dict[str, Any]) -> list[str]:
        """Return the phones that are shown a secret wrongly after *event*."""
        session = self.table.session
        known = holders.secrets(session)
        seats = map(Seat, range(len(self.table_api.see()["players"])))
        epoch = known.epoch if session.going else ""
        begun = {
            int(seat): known.epoch
            for seat in seats
            if seat in known.known.making or known.is_sealed(seat)
        }
        doing = [*self._unanswered, event]
        if event is self._answered:  # one after the other: so was all before it
            self._unanswered.clear()
        return list(self.book.intruders(doing, self.phones(), begun, epoch))

    def _sealed_by_seat(self) -> dict[Any, str]:
        known = holders.secrets(self.table.session)
        seats = map(Seat, range(len(self.table_api.see()["players"])))
        return {
            seat: f"{seat} {known.of(seat)}" for seat in seats if known.is_sealed(seat)
        }

    def insight(self) -> dict[str, Any]:
        """Return the word that the board has drawn, which hands could never find."""
        playing = self.table.session.playing
        now = (
            getattr(playing.game, "round", None)
            if isinstance(playing, Playing)
            else None
        )
        puzzle = getattr(now, "puzzle", None)
        return {"word": "" if puzzle is None else puzzle.word}

    # --- checks ---

    def wrong(self) -> list[str]:
        """Return faults of the loop: exceptions, and timers set in the past."""
        found = [f"{type(one).__name__}: {one}" for one in self.loop.faults]
        found += [f"a wake {ms:.0f} ms in the past" for ms in self.loop.late]
        return found

    def forgotten(self) -> list[str]:
        """Return what differs between memory and a start from the stored rows."""
        session = self.table.session
        again, playing = self._take_up(), session.playing
        if again.phones != session.phones:
            return ["the phones"]
        counts = isinstance(playing, Playing) and not playing.unwritten
        if not counts or playing.engine.is_over(playing.game):
            return ["a game"] if isinstance(again.playing, Playing) else []
        if not isinstance(again.playing, Playing):
            return ["the game"]
        if wrong := self.journal.takes and self._keep_snapshot(playing):
            return [wrong]
        pairs = {
            "the game": (again.playing.game, playing.game),
            "its number": (again.playing.game_id, playing.game_id),
            "its rows": (again.playing.number, playing.number),
            "the players": (again.playing.players, playing.players),
            "whether it is paused": (again.paused, session.paused),
        }
        return [what for what, (one, other) in pairs.items() if one != other]

    def overfull(self) -> list[str]:
        """Return each text of the face that does not fit its box, in any language."""
        session, now_ms = self.table.session, Millis(self._now_ms())
        found: list[str] = []
        for code in CODES:
            face = render(session, load_texts(code), now_ms)
            found += [f"{code}: {text}" for text in overfull(face, code)]
        return found


def _stored(entry: Entry) -> Any:
    """Return an entry as plain values, without the numbers of people."""
    kept = tuple(one for one in entry.settings if not one[0].startswith("people-"))
    return _plain(replace(entry, settings=kept))


def _outcome(outcome: Any) -> Any:
    """Return the result of a request or a touch."""
    if isinstance(outcome, Refused):
        return {"refused": outcome.code, "values": _plain(outcome.values)}
    return None if outcome is None else "done"


def _plain(value: Any) -> Any:
    """Return a product value as JSON, without fields that have their default."""
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, Message):
        return CODES_ONLY.say(value)
    usual = _usual(type(value))
    if usual is None:
        return value
    items = ((name, getattr(value, name), plain) for name, plain in usual)
    return {name: _plain(one) for name, one, plain in items if one != plain}


@cache
def _usual(kind: type) -> tuple[tuple[str, Any], ...] | None:
    """Return a dataclass's fields with their defaults, None for other types."""
    if not is_dataclass(kind):
        return None
    return tuple((one.name, one.default) for one in fields(kind))
