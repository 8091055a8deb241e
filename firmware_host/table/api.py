"""
The table's API for processes that load no game engine, in JSON values.

Arguments are lines of a transcript, names and numbers. Results have only what one
viewer may see.
"""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import aclosing
from secrets import token_hex

from firmware_host.board.commands import (
    HOST_ACTS,
    BeginEvening,
    PagesAt,
    Role,
    StateRef,
    read_command,
    read_seen,
)
from firmware_host.board.events import Damaged, Failed, Healed, Lost, Woke
from firmware_host.board.faces import Face
from firmware_host.board.json import Json, JsonObject, number, text
from firmware_host.board.messages import Refused
from firmware_host.board.once import Once
from firmware_host.board.pieces import Counts, Seat
from firmware_host.board.record import replace
from firmware_host.board.table_values import Collected, Offered, Phone, Sight
from firmware_host.errors import AskedError
from firmware_host.games import contract, grammar
from firmware_host.games.game import Engine
from firmware_host.journal.file import scripts
from firmware_host.link.events import Event
from firmware_host.link.frames import PROTOCOL
from firmware_host.link.messages import Fault
from firmware_host.session import holders, play, service, state
from firmware_host.session.acting import Submitted
from firmware_host.session.asked import CodeUsed
from firmware_host.session.identities import players_at_table
from firmware_host.table.presenter import Outcome
from firmware_host.table.sight import offered_games, sight
from firmware_host.table.table import Table
from firmware_host.table.wishes import check_command
from firmware_host.words.folding import fold


class TableApi:
    """
    The calls that pages make to a table.

    Args:
        table: The table.
    """

    def __init__(self, table: Table) -> None:
        self.phones = Phones(table)
        self._table = table
        self._once = Once()
        self._claims, self._rest = Claims(table), Rest(table)

    # --- looking on ---

    @property
    def changes(self) -> int:
        """The number of visible changes since the table's process started."""
        return self._table.changes

    def see(self, phone: str = "") -> Sight:
        """
        Return the state that a phone may see.

        A holder also sees secrets of its seat.
        """
        known = self.phones.who(phone)
        seat = None if known is None or known["looks_on"] else known["seat"]
        return self.sight_of(None if seat is None else Seat(seat))

    def sight_of(self, viewer: Seat | None) -> Sight:
        """
        Return the state that a seat may see, as JSON; the public state for None.

        It is built once after each change, except for its clocks.
        """
        session = self._table.session
        known = self.preview(session, self._table.face, viewer)
        playing, now_ms = session.playing, self._table.now_ms
        if playing is None:
            return known
        elapsed_ms, left_ms = playing.elapsed_ms(now_ms), play.left_ms(playing, now_ms)
        return {**known, "elapsed_ms": elapsed_ms, "left_ms": left_ms}

    def preview(
        self, session: state.Session, face: Face, viewer: Seat | None = None
    ) -> Sight:
        """
        Return and cache what a viewer may see of a session, without its clocks.

        The table calls it for the public while a commit is under way; `sight_of` uses
        the cached value afterwards.
        """
        of = session, face
        return self._once(viewer, of, lambda: sight(session, face, viewer))

    def see_hot(self, seat: int) -> Sight | None:
        """Return a seat's state for the shared screen; None if it must not show it."""
        session = self._table.session
        if session.paused or seat not in holders.hot_seats(session):
            return None
        return self.sight_of(Seat(seat))

    async def watch(self) -> AsyncIterator[Sight]:
        """Yield the public view at once, and again after each change."""
        async with aclosing(self._table.watch()) as changes:
            async for _ in changes:
                yield self.see()

    def games(self) -> list[Offered]:
        """Return the games that this board can play, each with its chosen options."""
        session = self._table.session
        of = session.setup, session.games, session.zones, session.input
        return self._once("games", of, lambda: offered_games(session))

    async def collection(self) -> Collected:
        """Return the words of the day found, the bots beaten, and the day's number."""
        session = self._table.session
        known = session.collection
        return {
            "day": self._table.today,
            "last": session.setup.day,
            "found": [
                {"day": one.day, "language": one.language, "word": one.word}
                for one in known.found
            ],
            "beaten": {game: list(bots) for game, bots in known.beaten.items()},
        }

    async def described(self) -> JsonObject:
        """
        Return the games and versions of this board, for programs.

        Returns:
            The keys of `games.shapes.all_described`, and ``versions``: the version
            numbers of docs/formats.md and, by language, a digest of the accepted words.
        """
        games, languages = self._table.session.games, self._table.session.languages

        def work() -> dict[str, Json]:
            from firmware_host.games import transcript  # noqa: PLC0415 - for programs alone
            from firmware_host.games.shapes import all_described  # noqa: PLC0415 - for programs alone

            versions: dict[str, Json] = {
                "journal": max(scripts()),
                "transcript": transcript.VERSION,
                "rules": transcript.RULES,
                "contract": contract.VERSION,
                "wire": PROTOCOL,
                "words": {code: languages[code].accepted.digest for code in languages},
            }
            return {**all_described(games.values()), "versions": versions}

        # In a thread: the work takes long, and no browser may delay a lamp.
        of = (games, languages)
        return await asyncio.to_thread(self._once, "described", of, work)

    def letters(self) -> Mapping[str, Counts]:
        """Return the pieces of each letter of the board's language, counted by kind."""
        session = self._table.session
        language = session.languages[session.setup.language]
        builds = language.alphabet.builds
        return {letter: builds[letter] for letter in language.tiles}

    # --- commands ---

    async def send(self, line: JsonObject) -> Refused | None:
        """
        Execute a page's command, given as the line of `board.commands.Command.line`.

        Raises:
            AskedError: The line is no command, or `wishes.check_command` rejects it.
        """
        session = self._table.session
        command = check_command(session, read_command(line))
        if isinstance(command, PagesAt) and command.address == session.pages:
            return None  # the pages repeat this command each second
        if isinstance(command, BeginEvening):
            from firmware_host.hall.evening import read_key, seed_of  # noqa: PLC0415 - evenings are rare
            from firmware_host.session.modes.evening_key import misread  # noqa: PLC0415 - as above

            key = read_key(command.key)
            refused = misread(key, session)
            if key is None or refused is not None:
                return refused
            seed = await asyncio.to_thread(seed_of, key)
            command = replace(command, seed=seed.hex())
        return _refused(await self._table.ask(command))

    async def do(
        self,
        line: JsonObject,
        phone: str = "",
        seen: Sequence[int] | None = None,
        roles: Collection[str] | None = None,
    ) -> Refused | None:
        """
        Execute an action of the game, given as a line of a transcript.

        The key ``by`` of the line is a seat number.

        Args:
            line: The transcript line.
            phone: The key of the phone that sends it.
            seen: The ``seen`` of the state document that the sender saw; None for a
                line that depends on no state.
            roles: The sender's roles (`commands.Role`): a line that they do not allow
                is refused. None for a line of the board itself.

        Raises:
            AskedError: The line is no valid transcript line, or there is no such seat.
        """
        if roles is not None:
            whose = signed(line, roles, self.phones.who(phone), self.see(phone))
            if isinstance(whose, Refused):
                return whose
            line = whose
        playing = self._table.session.playing
        if playing is None:
            return Refused("no-round")
        item = asked_line(line, playing.engine, len(playing.players))
        action = playing.engine.action(item)
        made = {one.do for one in playing.engine.SECRETS if one.makes}
        own, do = item["do"] in made, text(item, "do")
        on = grammar.verbs_of(playing.engine)[do].depends
        asked = Submitted(action, None, phone, own, _seen(seen), on)
        return _refused(await self._table.ask(asked))

    def claim(self, code: str, caller: str = "") -> str:
        """
        Check a teacher's code, and return the right that it gives.

        A code is valid once, typed or scanned. After `TRIES` wrong codes of one caller,
        six digits from this caller are refused. Other callers keep their tries. The
        secret of the QR code is still accepted: it is too long to guess.

        Args:
            code: The six digits, spaces ignored, or the secret of the QR code.
            caller: An identifier of the caller, such as an address.

        Returns:
            ``claimed``, the right to claim a class without a teacher; ``recovered``,
            the right to replace the teacher's passphrase as well, if the service button
            was held for `RECOVER_MS`; or "" for a wrong or expired code.
        """
        return self._claims.claim(code, caller)

    def rest(self) -> JsonObject:
        """
        Return the time since the last action of a person, as a JSON object.

        ``ms`` are milliseconds since that action, or since the start; ``acted`` is True
        after the first action; ``start`` identifies this start of the program.
        """
        return self._rest.told()


def asked_line(line: JsonObject, engine: Engine, seats: int) -> dict[str, Json]:
    """
    Validate a line of a page; return it with its word in the alphabet of the game.

    Raises:
        AskedError: The game has no such line, or only the board may send it.
    """
    try:
        item = grammar.asked(line, engine, seats)
    except ValueError as fault:
        raise AskedError(str(fault)) from None
    if "word" in item:
        item["word"] = fold(text(item, "word"))
    return item


def _seen(given: Sequence[int] | None) -> StateRef | None:
    """
    Return the state that a command's sender saw, or None if *given* is None.

    Raises:
        AskedError: *given* is no pair of whole numbers.
    """
    try:
        return read_seen({"seen": given}, "seen")
    except ValueError:
        msg = "seen must be two whole numbers, as the state document has them"
        raise AskedError(msg) from None


def _refused(outcome: Outcome) -> Refused | None:
    """Return the refusal of an outcome, or None if the action was accepted."""
    return outcome if isinstance(outcome, Refused) else None


#: The number of wrong codes per caller until the service button is held again. There
#: are a million codes, so even many callers cannot guess one.
TRIES = 10

#: The number of callers whose tries are counted for one code.
CALLERS = 4096


class Claims:
    """
    Checks teacher's codes and counts wrong tries.

    Args:
        table: The table.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._code: tuple[str, int] | None = None
        self._opened = False
        self._tries: dict[str, int] = {}

    def claim(self, code: str, caller: str) -> str:
        """Check the teacher's code, as `TableApi.claim` describes."""
        table = self._table
        session, held = table.session, table.session.code
        if held is None:
            return ""
        if (held.digits, held.since_ms) != self._code:
            self._code, self._opened = (held.digits, held.since_ms), False
            self._tries.clear()
        counts = service.is_typed(code)
        may = not self._opened and (not counts or self._may_try(caller))
        opened = service.check_code(session, code, table.now_ms) if may else ""
        if opened:
            self._opened = True
            table.happen(CodeUsed())
        return opened

    def _may_try(self, caller: str) -> bool:
        """Count a try of a caller; return False if the caller had no try left."""
        tries = self._tries.pop(caller, 0)
        self._tries[caller] = tries + 1
        if len(self._tries) > CALLERS:
            del self._tries[next(iter(self._tries))]
        return tries < TRIES


class Phones:
    """
    The phones at a table.

    Args:
        table: The table.
    """

    def __init__(self, table: Table) -> None:
        self._table = table

    def all(self) -> list[Phone]:
        """Return all phones, sorted by number."""
        phones = sorted(self._table.session.phones, key=lambda one: one.number)
        return [self._seen(one) for one in phones]

    def who(self, phone: str) -> Phone | None:
        """Return a phone with its seat and rights, or None for an unknown phone."""
        known = holders.phone_of(self._table.session, phone)
        return None if known is None else self._seen(known)

    def _seen(self, phone: state.Phone) -> Phone:
        session = self._table.session
        return {
            "number": phone.number,
            "seat": holders.seat_of(players_at_table(session), phone.person),
            "person": phone.person,
            "looks_on": holders.looks_on(session, phone),
        }

    def waiting(self, phone: str) -> list[int]:
        """Return the numbers of the phones that a holder's phone may admit."""
        session = self._table.session
        known = holders.phone_of(session, phone)
        return [] if known is None else list(holders.waiting(session, known))


#: Events that no person causes.
_BY_ITSELF = (Woke, Failed, Healed, Lost, Damaged, Fault, PagesAt)


class Rest:
    """
    Measures the time since the last action of a person at one table.

    Args:
        table: The table.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._start = token_hex(8)
        self._acted_ms, self._acted = table.now_ms, False
        table.listen(self._note)

    def told(self) -> JsonObject:
        """Return the JSON object that `TableApi.rest` describes."""
        quiet_ms = self._table.now_ms - self._acted_ms
        return {"ms": quiet_ms, "acted": self._acted, "start": self._start}

    def _note(self, heard: object, _outcome: Outcome) -> None:
        """Note the time of an event that a person caused."""
        told = heard.body if isinstance(heard, Event) else heard
        if not isinstance(told, _BY_ITSELF):
            self._acted_ms, self._acted = self._table.now_ms, True


def signed(
    line: JsonObject, roles: Collection[str], phone: Phone | None, seen: Sight
) -> dict[str, Json] | Refused:
    """
    Return a line with its sender's seat as ``by``, or the refusal of another seat's.

    Args:
        line: The line as it was sent; the game checks its content later.
        roles: The sender's roles, values of `Role`.
        phone: The sender's phone; None for an unknown one.
        seen: The sender's view.

    Raises:
        AskedError: No page may send such a line.
    """
    if line.get("do") in HOST_ACTS:
        return dict(line)
    do, at_board = text(line, "do"), Role.BOARD in roles
    mine = None if phone is None else phone["seat"]
    if phone is not None and phone["looks_on"] and not at_board:
        return Refused("looks-on")
    if mine is None and not (at_board or Role.HOST in roles):
        return Refused("not-your-seat")
    known, keys = seen["lines"], seen["lines"].get(do, ["by"])
    if known and not (do in known and {*line} <= {"do", "by", *keys}):
        msg = f"no page sends this: {', '.join(map(str, line.values()))}"[:200]
        raise AskedError(msg)
    if at_board and ("by" in line) == ("by" in keys):
        return dict(line)
    if at_board and "by" in line:  # sent for a seat whose lid is open
        try:
            mine = Seat(number(line, "by"))
        except ValueError as fault:
            raise AskedError(str(fault)) from None
    if mine is not None and line.get("by", mine) != mine:
        return Refused("not-your-seat")
    if "by" in keys:
        return Refused("not-your-seat") if mine is None else {**line, "by": mine}
    return _on_turn(seen, roles, mine, do) or {
        key: value for key, value in line.items() if key != "by"
    }


def _on_turn(
    seen: Sight, roles: Collection[str], seat: int | None, do: str
) -> Refused | None:
    """
    Return the refusal for a seat that acts for the one on turn, or None.

    If no single seat is on turn, a host may act, and any seat whose view offers it.
    """
    if seen["view"] is None:
        return None
    if seen["turn"] is None:
        may = Role.HOST in roles or do in seen["may"]
    else:
        may = seen["turn"] == seat
    return None if may else Refused("not-your-turn")
