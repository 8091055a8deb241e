"""
The table's API for processes that load no game engine, in JSON values.

Arguments are lines of a transcript, names and numbers. Results have only what one
viewer may see.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import aclosing

from firmware_host.board.animals import BY_ANIMAL
from firmware_host.board.commands import (
    Rename,
    SeatPhone,
    Sit,
    StateRef,
    read_command,
    read_seen,
)
from firmware_host.board.json import Json, JsonObject, text
from firmware_host.board.messages import Refused
from firmware_host.board.once import Once
from firmware_host.board.pieces import Counts, Seat
from firmware_host.board.record import replace
from firmware_host.board.table_values import Offered, Sight
from firmware_host.errors import AskedError
from firmware_host.games import contract, grammar
from firmware_host.games.game import Engine
from firmware_host.journal.file import scripts
from firmware_host.link.frames import PROTOCOL
from firmware_host.session import play
from firmware_host.session.acting import Submitted
from firmware_host.session.asked import EveningAsked, PagesAt
from firmware_host.session.identities import sitting
from firmware_host.table.claims import Claims
from firmware_host.table.lines import signed
from firmware_host.table.phones import Phones
from firmware_host.table.presenter import Outcome
from firmware_host.table.rest import Rest
from firmware_host.table.sight import offered, sight
from firmware_host.table.table import Table
from firmware_host.table.wishes import adopted, shown
from firmware_host.words.folding import fold

#: What a phone can be shown as the address of the pages.
_ADDRESS = re.compile(r"http://[0-9a-z.-]{1,64}(:[0-9]{1,5})?")


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
        """How often anything has changed."""
        return self._table.changes

    def see(self, phone: str = "") -> Sight:
        """Return the view of a phone, with its seat's secrets if it is a holder."""
        known = self.phones.who(phone)
        seat = None if known is None or known["looks_on"] else known["seat"]
        return self.sight_of(None if seat is None else Seat(seat))

    def sight_of(self, viewer: Seat | None) -> Sight:
        """
        Return the view of a seat as JSON; of the public for None.

        The view is built once after each change, except for its clocks.
        """
        session, face = self._table.session, self._table.face
        of = session, face
        known = self._once(viewer, of, lambda: sight(session, face, viewer))
        playing, now_ms = session.playing, self._table.now_ms
        if playing is None:
            return known
        elapsed_ms, left_ms = playing.elapsed_ms(now_ms), play.left_ms(playing, now_ms)
        return {**known, "elapsed_ms": elapsed_ms, "left_ms": left_ms}

    async def watch(self) -> AsyncIterator[Sight]:
        """Yield the public view at once, and again after each change."""
        async with aclosing(self._table.watch()) as changes:
            async for _ in changes:
                yield self.see()

    def games(self) -> list[Offered]:
        """Return the games that this board can play, as they are chosen now."""
        session = self._table.session
        of = session.setup, session.games, session.zones, session.input
        return self._once("games", of, lambda: offered(session))

    async def described(self) -> JsonObject:
        """
        Return the games and versions of this board, for programs.

        Returns:
            The keys of `games.shapes.all_described`, and ``versions``: the numbers of
            docs/formats.md and, by language, a digest of the playable words.
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

        # In a thread: it takes long, and no browser may delay a lamp.
        of = (games, languages)
        return await asyncio.to_thread(self._once, "described", of, work)

    def letters(self) -> Mapping[str, Counts]:
        """Return each letter of the board's language with its pieces by kind."""
        session = self._table.session
        language = session.languages[session.setup.language]
        builds = language.alphabet.builds
        return {letter: builds[letter] for letter in language.tiles}

    # --- asking ---

    async def send(self, line: JsonObject) -> Refused | None:
        """
        Do a command of a page, given as `board.commands.Command.line` writes it.

        Raises:
            AskedError: It is no command, or has a name that cannot be shown.
        """
        command = read_command(line)
        if isinstance(command, Sit | Rename):
            command = replace(command, name=shown(command.name))
        return _refused(await self._table.ask(command))

    async def do(
        self,
        line: JsonObject,
        phone: str = "",
        seen: Sequence[int] | None = None,
        roles: Collection[str] | None = None,
    ) -> Refused | None:
        """
        Act in the game by a line of a transcript, in which ``by`` is a seat's number.

        Args:
            line: The line.
            phone: The key of the phone that sends it.
            seen: The ``seen`` of the state document that the sender saw; None for a
                line that depends on no state.
            roles: The sender's roles (`commands.Role`): a line that they do not allow
                is refused. None for a line of the board itself.

        Raises:
            AskedError: It is no line of a transcript, or there is no such seat.
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

    async def begin(
        self, wishes: JsonObject, seen: Sequence[int] | None = None
    ) -> Refused | None:
        """
        Begin a game; settings that *wishes* lacks stay as they are.

        Args:
            wishes: The settings, as in `adopt`.
            seen: As in `do`.

        Raises:
            AskedError: One of them is unknown or wrong.
        """
        asked = adopted(self._table.session, wishes, begin=True)
        return _refused(await self._table.ask(replace(asked, seen=_seen(seen))))

    async def evening(
        self, key: str, who: JsonObject, seen: Sequence[int] | None = None
    ) -> Refused | None:
        """
        Begin a duplicate evening.

        Args:
            key: Its key, as typed.
            who: The players, as in `adopt`; empty for those who sit at the table.
            seen: As in `do`.

        Raises:
            AskedError: The players are unknown or wrong.
        """
        from firmware_host.hall.evening import read_key, seed_of  # noqa: PLC0415 - evenings are rare
        from firmware_host.session.modes.evening_key import misread  # noqa: PLC0415 - as above

        found = read_key(key)
        refused = misread(found, self._table.session)
        if found is None or refused is not None:
            return refused
        seed = await asyncio.to_thread(seed_of, found)
        asked = EveningAsked(seed, found.length, found.rounds, seen=_seen(seen))
        if who:
            chosen = adopted(self._table.session, who, begin=False)
            outcome = await self._table.ask(replace(chosen, seen=asked.seen))
            if isinstance(outcome, Refused):
                return outcome
            asked = replace(asked, seen=None)  # it was looked at with who plays
        return _refused(await self._table.ask(asked))

    async def adopt(self, changes: JsonObject) -> Refused | None:
        """
        Change the settings of the next game.

        Args:
            changes: Any of ``language``, ``place``, ``length``, ``rounds``,
                ``board_makes``, ``sound``, ``game``; ``rules``, the options of that
                game that are not as usual, by name; ``players``, a list of names,
                which ends the look at a game that is over, with ``animals``, what each
                of them is, and ``bots``, how strong each is who is no person;
                ``words``, from which the board draws in that language, in place of
                its own (empty: its own again).

        Raises:
            AskedError: One of them is unknown or wrong.
        """
        return _refused(
            await self._table.ask(adopted(self._table.session, changes, begin=False))
        )

    async def join(self, phone: str, name: str) -> Refused | None:
        """
        Seat a new player and give the seat to a phone.

        Raises:
            AskedError: The name cannot be shown.
        """
        sit = Sit(shown(name))
        if sit.name == BY_ANIMAL:
            return Refused("join-name")
        outcome = await self._table.ask(sit)
        if isinstance(outcome, Refused):
            return outcome
        people = sitting(self._table.session)
        seat = next(seat for seat, one in enumerate(people) if one.name == sit.name)
        return _refused(await self._table.ask(SeatPhone(phone, seat)))

    def claim(self, code: str, caller: str = "") -> str:
        """
        Check the teacher's code: return ``claimed``, ``recovered``, or "" if wrong.

        A code is valid once, typed or scanned. After `claims.TRIES` wrong codes of one
        caller the digits are refused to this caller. Other callers keep their tries,
        and the secret of the QR code is accepted still: it is too long to guess.

        Args:
            code: The six digits, spaces ignored, or the secret of the QR code.
            caller: An identifier of the caller, such as an address.
        """
        return self._claims.claim(code, caller)

    def rest(self) -> JsonObject:
        """
        Return the time since the last action of a person, as a JSON object.

        ``ms`` are milliseconds since that action, or since the start; ``acted`` is True
        after the first action; ``start`` identifies this start of the program.
        """
        return self._rest.told()

    def pages_at(self, address: str) -> None:
        """
        Note at which address phones find the pages; empty for none.

        Raises:
            AskedError: It is no address.
        """
        if address and not _ADDRESS.fullmatch(address):
            msg = f"no address of pages: {address!r}"
            raise AskedError(msg)
        if address != self._table.session.pages:
            self._table.happen(PagesAt(address))


def asked_line(line: JsonObject, engine: Engine, seats: int) -> dict[str, Json]:
    """
    Return a line that a page may send, with its word folded.

    Raises:
        AskedError: The game has no such line, or only the board may write it.
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
    """Return why something may not be; the facts stay at the table."""
    return outcome if isinstance(outcome, Refused) else None
