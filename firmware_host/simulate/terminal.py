"""A simulated board line by line: for a screen reader, a pipe, or a bare terminal."""

from collections.abc import AsyncIterator, Awaitable, Callable

from firmware_host.board.events import PLAYER_BUTTONS, ZONE_BUTTONS, Button
from firmware_host.board.messages import Message, say
from firmware_host.board.moments import last, since
from firmware_host.board.pieces import RACK, ZONES, Item, Kind, Piece, Seat, Tile
from firmware_host.errors import AskedError
from firmware_host.simulate.coach import told, zone_told
from firmware_host.simulate.doing import Doing
from firmware_host.simulate.own import own_told
from firmware_host.simulate.pieces import TILES
from firmware_host.table.presenter import Outcome
from firmware_host.words.folding import fold

Write = Callable[[str], None]

#: Asks for a line that is not shown while it is typed.
Ask = Callable[[str], Awaitable[str]]


class Terminal:
    """
    Reads lines, does what they say, and says what comes of it.

    Args:
        doing: The person at the board.
        write: Puts a line out.
        ask: Asks for a word without echo.
    """

    def __init__(self, doing: Doing, *, write: Write, ask: Ask) -> None:
        self._doing = doing
        self._write = write
        self._ask = ask
        self._said: tuple[Message | None, ...] = ()
        self._own: tuple[Message, ...] = ()
        self._heard = last(doing.table.session.moments)
        doing.table.listen(self._listen)

    def _listen(self, _event: object, _outcome: Outcome) -> None:
        moments = self._doing.table.session.moments
        for said in told(since(moments, self._heard)):
            self._tell(*said)
        self._heard = last(moments)
        self._tell_board()

    def _tell(self, *messages: Message) -> None:
        texts = self._doing.texts
        self._write(" ".join(texts.say(one, "speech") for one in messages))

    def _tell_board(self) -> None:
        """Say what zones and table screen say, where that has changed."""
        face = self._doing.table.face
        table = face.local or face.table
        choice = table.choices[table.marked] if table.choices else None
        piece = say(f"kind-{table.kind}") if table.kind else None
        note = table.note
        if note and (note.code == "commitment" or note.code.startswith("refused-")):
            note = None  # nobody wants 64 digits read out, nor a refusal twice
        how = table.status
        if how and not how.code.endswith("-how"):
            how = None  # points are told by whoever asks for them
        zones = map(zone_told, ZONES, face.zones)
        now = (*zones, note, table.line, piece, choice, how)
        for message, before in zip(now, self._said or (None,) * len(now), strict=True):
            if message is not None and message != before:
                self._tell(message)
        self._said = now
        own = own_told(face)
        for message in own:
            if message not in self._own:
                self._tell(message)
        self._own = own

    async def run(self, lines: AsyncIterator[str]) -> None:
        """Do what each line says, until they end or one says to stop."""
        self._tell(say("plain-help"))
        self._tell_board()
        self._tell(self._doing.advice())
        async for line in lines:
            if line.lstrip().startswith("{"):
                await self._line(line)
            elif not await self._do(line.split()):
                return

    async def _line(self, text: str) -> None:
        try:
            await self._doing.line(text)
        except AskedError:
            self._tell(say("plain-unknown", word=text.strip()))

    async def _do(self, words: list[str]) -> bool:
        """Do one line; False where it says to stop."""
        if not words:
            self._tell(self._doing.advice())
            return True
        command = self._command(words[0].casefold())
        if command == "quit":
            return False
        if command is None:
            self._tell(say("plain-unknown", word=words[0]))
        elif command == "help":
            self._tell(say("plain-help"))
            self._tell(self._doing.advice())
        else:
            await self._act(command, words[1:])
        return True

    def _command(self, word: str) -> str | None:
        """Return which command a word means, in the language of the table."""
        if word in NUMBERS:
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
            doing.item = Piece(Kind(command))
            if rest and rest[0] in NUMBERS:
                await doing.number(int(rest[0]))
        elif command in NUMBERS:
            await doing.number(int(command))
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

    async def _card(self, rest: list[str]) -> None:
        """Take a card, named as ``QH``, and tap it where a zone is named too."""
        if not await self._doing.take_card(rest[0]):
            self._tell(say("plain-unknown", word=rest[0]))
        elif len(rest) > 1 and rest[1] in NUMBERS:
            await self._doing.number(int(rest[1]))

    async def _rack(self, rest: list[str]) -> None:
        """Hold a piece, a tile or a card to the rack."""
        item = self._item(rest[0])
        if item is None:
            self._tell(say("plain-unknown", word=rest[0]))
        else:
            await self._doing.hands.tap(RACK, item)

    def _item(self, word: str) -> Item | None:
        """Return what is held to the rack: by its colour, its letter, or its name."""
        kind, letter = self._command(word.casefold()), fold(word)
        if kind in list(Kind):
            return Piece(Kind(kind))
        return Tile(letter) if letter in TILES else self._doing.card(word)

    async def _say_word(self, command: str, rest: list[str]) -> None:
        """Guess or retire, for the seeker whose number leads, or the only one."""
        doing = self._doing
        if command == "guess" and doing.attempts():
            await self._attempt(rest)
            return
        if not doing.has(command):
            self._tell(doing.advice())  # nobody does so in this game
            return
        seat = next(iter(doing.seekers()), Seat(0))
        if rest and rest[0].isdecimal():
            seat, rest = Seat(int(rest[0]) - 1), rest[1:]
        elif len(rest) > 1 and rest[0] in self._seats():
            seat, rest = self._seats()[rest[0]], rest[1:]
        if command == "retire":
            await doing.retire(seat)
        else:
            await doing.guess(seat, "".join(rest))

    def _seats(self) -> dict[str, Seat]:
        """Return every seat by the number and by the name of who sits there."""
        names = [(Seat(at), name) for at, name in enumerate(self._doing.names())]
        by_number = {str(seat + 1): seat for seat, _ in names}
        return by_number | {name: seat for seat, name in names}

    async def _attempt(self, rest: list[str]) -> None:
        """Ask unseen for an attempt: who makes it, and whose word it is, by number."""
        doing, names, known = self._doing, self._doing.names(), self._seats()
        seats = [known[one] for one in rest if one in known]
        if len(seats) != len(rest) or len(rest) != 2:  # noqa: PLR2004 - two people
            self._tell(say("plain-attempt"))
            return
        who, whose = seats
        prompt = say("ask-attempt", name=names[who], of=names[whose])
        await doing.attempt(who, whose, await self._ask(doing.texts.say(prompt)))

    async def _secret(self) -> None:
        doing = self._doing
        maker = doing.maker()
        if maker is None:
            self._tell(say("plain-no-secret"))
            return
        prompt = say("ask-secret", name=doing.names()[maker])
        word = await self._ask(doing.texts.say(prompt))
        await doing.secret(maker, word)


#: Zones, and answers to choose from.
NUMBERS = tuple("123456")

#: What each button is called on the line.
BUTTONS = {
    "tick": Button.TICK,
    "cross": Button.CROSS,
    "ask": Button.TICK,
    "pass": Button.CROSS,
    **{button.value: button for button in PLAYER_BUTTONS},
}

#: Everything a line can begin with, beside numbers and kinds.
COMMANDS = (
    *BUTTONS,
    *("guess", "retire", "undo", "secret", "rack", "card", "zone", "menu", "help"),
    "quit",
)
