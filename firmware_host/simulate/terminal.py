"""A simulated board in a terminal: a line for each event, fit for a screen reader."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

from firmware_host.board.catalogue import name_of
from firmware_host.board.events import PLAYER_BUTTONS, ZONE_BUTTONS, Button
from firmware_host.board.faces import ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.moments import What, last, since
from firmware_host.board.pieces import (
    KINDS,
    RACK,
    ZONES,
    Item,
    Kind,
    Piece,
    Seat,
    Tile,
    Zone,
    kinds_of,
)
from firmware_host.errors import AskedError
from firmware_host.simulate.coach import describe_zone, described_moments
from firmware_host.simulate.doing import Doing
from firmware_host.simulate.own import describe_lid_screen
from firmware_host.simulate.pieces import TILES
from firmware_host.table.presenter import Outcome
from firmware_host.words.folding import fold

#: Writes a line. `What` selects its colour; `What.TURN` marks an open question.
Write = Callable[[str, What | None], None]

#: Asks for a line that is not echoed.
Ask = Callable[[str], Awaitable[str]]

#: The number of checks, 50 ms apart, whether a choice is marked.
LOOKS = 40


class Terminal:
    """
    Executes commands line by line, and writes the changes of the board as text.

    Args:
        doing: The person at the board.
        write: Writes a line.
        ask: Reads a word without echo.
    """

    def __init__(self, doing: Doing, *, write: Write, ask: Ask) -> None:
        self._doing = doing
        self._write = write
        self._ask = ask
        self._said: dict[str, str] = {}
        self._asked: tuple[Message | None, int] = (None, 0)
        self._marked = 0
        self._own: tuple[Message, ...] = ()
        self._advised = {"coach-wait"}  # the board shows the same
        self._heard = last(doing.table.session.moments)
        doing.table.listen(self._listen)

    def _listen(self, _event: object, _outcome: Outcome) -> None:
        moments = self._doing.table.session.moments
        for moment in described_moments(since(moments, self._heard)):
            self._tell(*moment.said, what=moment.what)
        self._heard = last(moments)
        self._tell_board()

    # --- what it writes ---

    def _say(self, *messages: Message) -> str:
        said = " ".join(self._doing.texts.say(one, "speech") for one in messages)
        return said.replace("  ", ", ")  # points are in columns on a screen

    def _tell(self, *messages: Message, what: What | None = None) -> None:
        for line in self._say(*messages).splitlines():
            self._write(line, what)

    def _tell_unknown(self, word: str) -> None:
        self._tell(say("terminal-unknown", word=word), what=What.REFUSED)

    def _tell_board(self) -> None:
        """Write the texts of zones, table screen and lid screen that have changed."""
        face = self._doing.table.face
        now = dict(self._shown())
        for name, text in now.items():
            if text != self._said.get(name):
                self._write(text, What.TURN if name in ("line", "piece") else None)
        self._said = now
        self._tell_choices()
        own = describe_lid_screen(face)
        for message in own:
            if message not in self._own:
                self._tell(message)
        self._own = own
        advice = self._advice()
        if advice.code not in self._advised and advice not in (face.table.line, *own):
            self._tell(advice)
        self._advised.add(advice.code)

    def _shown(self) -> Iterator[tuple[str, str]]:
        """Yield the name and text of each part of the board, the question last."""
        face = self._doing.table.face
        table = face.local or face.table
        if table.fault:
            yield "fault", self._say(table.fault)
        note, how = table.note, table.status
        # A hash of 64 digits is not read aloud, and a refusal is not repeated.
        if note and not note.code.startswith(("commitment", "refused-")):
            yield "note", self._say(note)
        for zone, zone_face in zip(ZONES, face.zones, strict=True):
            if message := describe_zone(zone, zone_face):
                # The note names the player of the marked word; for another player all
                # marks are new.
                of = self._say(note) if note and zone_face.mark else ""
                yield f"zone-{zone} {of}", self._say(message)
        yield "line", self._say(table.line)
        if table.kind:
            yield (
                "piece",
                self._say(say("terminal-piece", kind=say(f"kind-{table.kind}"))),
            )
        # Points are read out on request.
        if how and (self._doing.playing is None or how.code.endswith("-how")):
            yield "status", self._say(how)

    def _tell_choices(self) -> None:
        """Write all answers to a new question, or the newly marked one."""
        face = self._doing.table.face
        table = face.local or face.table
        asked, before = (table.line, len(table.choices)), self._asked
        for at, choice in enumerate(table.choices):
            marked = at == table.marked
            if asked != before or (marked and at != self._marked):
                answer = say("terminal-choice", n=at + 1, choice=choice)
                self._tell(say("terminal-marked", choice=answer) if marked else answer)
        self._asked, self._marked = asked, table.marked

    def _tell_state(self) -> None:
        """Write the whole state of the board: pieces, points, line and status."""
        face, playing = self._doing.table.face, self._doing.playing
        if playing is not None and Piece in playing.engine.NEEDS.hears:
            for zone, zone_face in zip(ZONES, face.zones, strict=True):
                if zone_face.in_word:
                    self._tell(*self._pieces(zone, zone_face))
        if playing is not None and face.table.status is not None:
            self._tell(face.table.status)
        if face.table.left_s is not None:
            self._tell(say("terminal-left", n=face.table.left_s))
        self._said, self._asked, self._own = {}, (None, 0), ()
        self._tell_board()

    def _pieces(self, zone: Zone, face: ZoneFace) -> Iterator[Message]:
        """Yield the letter or the pieces of a zone, and the kinds with a NO token."""
        if face.letter:
            yield say("told-zone", zone=zone, answer=f"{face.letter}.")
        else:
            yield say("web-board-zone", n=zone)
        lies = kinds_of(face.build if face.letter else face.placed)
        refused = [kind for kind in KINDS if face.covered[kind.place]]
        for code, kinds in (("web-zone-lies", lies), ("web-zone-not", refused)):
            if kinds:
                names = ", ".join(self._say(say(f"colour-{kind}")) for kind in kinds)
                yield say(code, pieces=names)
        if not lies:
            yield say("terminal-empty")

    # --- what is typed ---

    async def run(self, lines: AsyncIterator[str]) -> None:
        """Execute each line until they end or one is the command to stop."""
        self._tell(say("terminal-start"))
        self._tell_board()
        async for line in lines:
            if line.lstrip().startswith("{"):
                await self._line(line)
            elif not await self._do(line.split()):
                return

    async def _line(self, text: str) -> None:
        try:
            await self._doing.line(text)
        except AskedError:
            self._tell_unknown(text.strip())

    async def _do(self, words: list[str]) -> bool:
        """Execute one line; return False if it is the command to stop."""
        if not words:
            advice, table = self._advice(), self._doing.table.face.table
            self._tell(advice)
            if advice == table.line and table.status is not None:
                self._tell(table.status)
            return True
        command = self._command(words[0].casefold())
        if command == "quit":
            return False
        if command is None:
            self._tell_unknown(words[0])
        elif command == "help":
            self._tell(say("terminal-help"))
        elif command == "state":
            self._tell_state()
        else:
            await self._act(command, words[1:])
        return True

    def _advice(self) -> Message:
        """Return a sentence about what can be done now, behind the lid first."""
        if self._own:
            return self._own[-1]
        if self._doing.attempts():
            return say("terminal-attempt")
        advice = self._doing.advice()
        hides = self._doing.maker() is not None and not advice.code.startswith("coach-")
        return say("terminal-secret") if hides else advice

    def _command(self, word: str) -> str | None:
        """Return the command of a typed word in the table's language, or None."""
        if word.isascii() and word.isdigit():
            return word
        names: tuple[str, ...] = (*COMMANDS, *Kind)
        for name in names:
            known = self._doing.texts.say(say(f"cmd-{name}")).casefold().split(",")
            if word in known or word == name:
                return name
        return None

    async def _act(self, command: str, rest: list[str]) -> None:
        doing = self._doing
        if command in list(Kind):
            await self._take(Piece(Kind(command)), rest)
        elif command.isdigit():
            await self._number(command)
        elif command in BUTTONS:
            await doing.hands.press(BUTTONS[command])
        elif command in ("card", "rack") and rest:
            await (self._card if command == "card" else self._rack)(rest)
        elif command == "zone" and rest and rest[0] in NUMBERS:
            await doing.hands.press(ZONE_BUTTONS[int(rest[0]) - 1])
        elif command == "menu":
            await doing.menu()
        elif command == "undo":
            await doing.undo()
        elif command == "secret":
            await self._secret()
        else:
            await self._say_word(command, rest)

    async def _number(self, number: str) -> None:
        """Choose the answer of a number, or without a question tap in that zone."""
        choices = self._doing.table.face.table.choices
        if choices and 0 < int(number) <= len(choices):
            await self._choose(int(number))
        elif not choices and number in NUMBERS:
            await self._doing.number(int(number))
        else:
            self._tell_unknown(number)

    async def _choose(self, number: int) -> None:
        """Mark an answer by zone buttons and the cross, and take it by the tick."""
        first = min(number, len(ZONE_BUTTONS))
        buttons = (ZONE_BUTTONS[first - 1], *[Button.CROSS] * (number - first))
        for marked, button in enumerate(buttons, first - 1):
            await self._doing.hands.press(button)
            for _ in range(LOOKS):
                if self._doing.table.face.table.marked == marked:
                    break
                await asyncio.sleep(0.05)
            else:
                return  # refused, with a message
        await self._doing.hands.press(Button.TICK)

    async def _take(self, item: Item, rest: list[str]) -> None:
        """Take a piece or a card in hand, and tap it if a zone is named as well."""
        self._doing.item = item
        if rest and rest[0] in NUMBERS:
            await self._doing.number(int(rest[0]), item)
        else:
            self._tell(say("terminal-picked", item=name_of(item)))

    async def _card(self, rest: list[str]) -> None:
        """Take a card such as ``QH`` in hand, and tap it if a zone is named as well."""
        if not await self._doing.take_card(rest[0]):
            self._tell_unknown(rest[0])
        elif self._doing.item is not None:
            await self._take(self._doing.item, rest[1:])

    async def _rack(self, rest: list[str]) -> None:
        """Hold a piece, a tile or a card to the rack."""
        item = self._item(rest[0])
        if item is None:
            self._tell_unknown(rest[0])
        else:
            await self._doing.hands.tap(RACK, item)

    def _item(self, word: str) -> Item | None:
        """Return the item of a colour, a letter or a card's name; None if unknown."""
        kind, letter = self._command(word.casefold()), fold(word)
        if kind in list(Kind):
            return Piece(Kind(kind))
        return Tile(letter) if letter in TILES else self._doing.card(word)

    async def _say_word(self, command: str, rest: list[str]) -> None:
        """Guess or retire, for the player who is named, or else who is on turn."""
        doing = self._doing
        if command == "guess" and doing.attempts():
            await self._attempt(rest)
            return
        if not doing.has(command) or (command == "guess" and not rest):
            self._tell(doing.advice())
            return
        seat = doing.seeker()
        if rest and rest[0].isdecimal():
            seat, rest = Seat(int(rest[0]) - 1), rest[1:]
        elif rest and (len(rest) > 1 or command == "retire"):
            named = self._seats().get(rest[0].casefold())
            seat, rest = (seat, rest) if named is None else (named, rest[1:])
        if command == "retire":
            await doing.retire(seat)
            return
        if seat in doing.seekers():
            name, word = doing.names()[seat], fold("".join(rest))
            self._tell(say("told-guess", name=name, word=word))
        await doing.guess(seat, "".join(rest))

    def _seats(self) -> dict[str, Seat]:
        """Return every seat by the number and by the name of who sits there."""
        names = [(Seat(at), name) for at, name in enumerate(self._doing.names())]
        by_number = {str(seat + 1): seat for seat, _ in names}
        return by_number | {name.casefold(): seat for seat, name in names}

    async def _attempt(self, rest: list[str]) -> None:
        """Read a hidden attempt: the seat of its player, the word's seat, the word."""
        doing, names, known = self._doing, self._doing.names(), self._seats()
        seats = [known[one] for one in map(str.casefold, rest) if one in known]
        if len(seats) != len(rest) or len(rest) != 2:  # noqa: PLR2004 - two people
            self._tell(say("terminal-attempt"))
            return
        who, whose = seats
        prompt = say("ask-attempt", name=names[who], of=names[whose])
        await doing.attempt(who, whose, await self._ask(doing.texts.say(prompt)))

    async def _secret(self) -> None:
        doing = self._doing
        maker = doing.maker()
        if maker is None:
            self._tell(say("terminal-no-secret"))
            return
        prompt = say("ask-secret", name=doing.names()[maker])
        word = await self._ask(doing.texts.say(prompt))
        await doing.secret(maker, word)


#: The zones.
NUMBERS = tuple("123456")

#: The name of each button on the command line.
BUTTONS = {
    "tick": Button.TICK,
    "cross": Button.CROSS,
    "ask": Button.TICK,
    "pass": Button.CROSS,
    **{button.value: button for button in PLAYER_BUTTONS},
}

#: All commands, besides numbers and kinds of pieces.
COMMANDS = (
    *BUTTONS,
    *("guess", "retire", "undo", "secret", "rack", "card", "zone", "menu", "state"),
    *("help", "quit"),
)
