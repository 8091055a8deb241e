"""
The table, asked in plain values by those who know no engine.

What comes in are a transcript's own lines, names and numbers; what goes out is what
one viewer may know.
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
    What may be asked of a table.

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
        """Return what a phone may know now: its seat's secrets if it is a holder."""
        known = self.phones.who(phone)
        seat = None if known is None or known["looks_on"] else known["seat"]
        return self.sight_of(None if seat is None else Seat(seat))

    def sight_of(self, viewer: Seat | None) -> Sight:
        """
        Return what a seat may know now, as JSON; None for the public.

        It is made once for each change; only the clocks move on.
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
        """Yield what everybody may know, now and whenever it has changed."""
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
        Return what this board is, for programs.

        Returns:
            What `games.shapes.all_described` has, and ``versions``: the numbers of
            docs/formats.md, and by language which words may be played.
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
        """Return the letters that the board's language builds, and from what."""
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
        Do a transcript's line in the game; ``by`` is a seat's number.

        Args:
            line: The line.
            phone: The phone that sends it.
            seen: The ``seen`` of the state that it was made for; None where nobody
                looked at one.
            roles: What its sender may be (`commands.Role`): a line that is not the
                sender's is refused. None for a line of the board itself.

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
        Begin a game; what is left out of *wishes* stays as it was.

        Args:
            wishes: As `adopt` takes them.
            seen: As `do` takes it.

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
            key: Its key, as somebody has typed it.
            who: Who plays, as `adopt` takes it; empty for whoever has sat down.
            seen: As `do` takes it.

        Raises:
            AskedError: Such people cannot be.
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
        Take over what was chosen elsewhere than on the board.

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
        Let somebody sit down with a phone.

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
        Return ``claimed``, ``recovered``, or nothing.

        A code opens once, typed or scanned. After `claims.TRIES` wrong ones of a caller
        its digits open nothing to that caller any more; that costs nobody else a try,
        and nobody the secret in the QR code, which is too long to be guessed.

        Args:
            code: The digits, where spaces do not count, or that secret.
            caller: Who tries.
        """
        return self._claims.claim(code, caller)

    def rest(self) -> JsonObject:
        """
        Return how long nobody has done anything: ``ms``, from the start on.

        ``acted`` is whether somebody has since the start, ``start`` that start's name.
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
    Return a line that may be asked for, with its word folded.

    Raises:
        AskedError: It has no meaning in the game, or the board alone may write it.
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
    Return what a command was made for.

    Raises:
        AskedError: It is no pair of whole numbers.
    """
    try:
        return read_seen({"seen": given}, "seen")
    except ValueError:
        msg = "seen must be two whole numbers, as the state document has them"
        raise AskedError(msg) from None


def _refused(outcome: Outcome) -> Refused | None:
    """Return why something may not be; the facts stay at the table."""
    return outcome if isinstance(outcome, Refused) else None
