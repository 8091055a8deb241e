"""A simulated board that fills the terminal; single keys play."""

import asyncio
import curses
from collections import deque
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import KW_ONLY, dataclass
from functools import partial
from textwrap import wrap

from firmware_host.board.catalogue import name_of
from firmware_host.board.events import PLAYER_BUTTONS, Button
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Kind, Piece, Seat
from firmware_host.devices.fake import FakeScreen
from firmware_host.errors import AskedError
from firmware_host.simulate.doing import Doing
from firmware_host.simulate.drawing import Lit, Signs, dots, draw
from firmware_host.simulate.own import own_told
from firmware_host.table.presenter import Outcome

#: A whole board needs this much of a terminal.
ROWS, COLUMNS = 24, 80

#: So many things may be typed ahead; a key that is held down does no more.
AHEAD = 8

ESCAPE = "\x1b"
ENTER = ("\n", "\r")
BACK = ("\x7f", "\b")

KINDS_BY_KEY = {kind.value[0]: kind for kind in Kind}

#: What hands do, once it is their turn.
Act = Callable[..., Coroutine[None, None, object]]


@dataclass(slots=True)
class Prompt:
    """A word that is being typed: for whom, who gets it, and what shows."""

    message: Message
    done: Act
    hidden: bool = False
    text: str = ""


@dataclass(eq=False)
class Terminal:
    """
    The full-screen board.

    Args:
        window: The whole terminal, as curses gives it.
        doing: The person at the board.
        lit: Which lamps of a zone are lit, as eyes see them.
        zones: How many zones the board has.
        signs: The characters that the terminal has.
        screens: The screens by name, as eyes see them.
    """

    window: "curses.window"
    doing: Doing
    _: KW_ONLY
    lit: Lit
    zones: int
    signs: Signs
    screens: Mapping[str, FakeScreen]

    def __post_init__(self) -> None:
        self._views = (None, "table", *map(str, range(1, self.zones + 1)))
        self._view = 0
        self._prompt: Prompt | None = None
        self._who: Callable[[Seat], None] | None = None
        self._seats: tuple[Seat, ...] = ()
        self._whose = False
        self._over = asyncio.Event()
        self._busy: asyncio.Task[None] | None = None
        self._ahead: deque[Act] = deque()
        self._keys_do = self._bindings()
        self.doing.table.listen(lambda _event, _outcome: self.draw())

    async def run(self) -> None:
        """Play until somebody leaves or switches the board off."""
        loop = asyncio.get_running_loop()
        self.window.nodelay(True)  # noqa: FBT003 - curses' own shape
        self.window.keypad(True)  # noqa: FBT003 - curses' own shape
        loop.add_reader(0, self._keys)
        blinking = asyncio.create_task(self._blink())
        off = asyncio.create_task(self.doing.table.off.wait())
        over = asyncio.create_task(self._over.wait())
        try:
            await asyncio.wait((off, over), return_when=asyncio.FIRST_COMPLETED)
        finally:
            loop.remove_reader(0)
            for task in (blinking, off, over, self._busy):
                if task is not None:
                    task.cancel()

    async def _blink(self) -> None:
        """Look at the lamps often enough to see them blink."""
        while True:
            self.draw()
            await asyncio.sleep(0.1)

    # --- what shows ---

    def draw(self) -> None:
        """Show the board as it is now."""
        rows, columns = self.window.getmaxyx()
        self.window.erase()
        if rows < ROWS or columns < COLUMNS:
            small = say("terminal-small", columns=COLUMNS, rows=ROWS)
            for row, line in enumerate(wrap(self._page(small), max(columns - 1, 1))):
                self._line(row, line)
        elif self._views[self._view]:
            self._one_screen(str(self._views[self._view]))
        else:
            self._whole(rows)
        self.window.refresh()

    def _say(self, message: Message) -> str:
        return self.doing.texts.say(message, "screen")

    def _page(self, message: Message) -> str:
        return self.doing.texts.say(message, "page")

    def _one_screen(self, name: str) -> None:
        """Show one screen pixel for pixel, as its driver has left it."""
        for row, line in enumerate(dots(self.screens[name].image, self.signs)):
            self._line(row + 1, f"  {line}")
        self._line(ROWS - 4, self._page(say("terminal-view", name=name)))

    def _whole(self, rows: int) -> None:
        face = self.doing.table.face
        lines = draw(face, self._say, lit=self.lit, zones=self.zones, signs=self.signs)
        for row, line in enumerate(lines):
            self._line(row, line)
        at = len(lines) + 1
        self._line(at, self._page(self._advice()), curses.A_BOLD)
        if self.doing.item is not None:
            in_hand = say("in-hand", kind=name_of(self.doing.item))
            self._line(at + 1, self._page(in_hand))
        own = [self._page(one) for one in own_told(face)]
        for row, line in enumerate(own[:-1] + wrap("".join(own[-1:]), COLUMNS - 2)):
            self._line(at + 2 + row, line)
        if self._prompt is not None:
            shown = "" if self._prompt.hidden else self._prompt.text
            self._line(at + 2, f"{self._page(self._prompt.message)} {shown}_")
        for row, line in enumerate(self._page(say("terminal-keys")).splitlines()):
            self._line(rows - 3 + row, line)

    def _advice(self) -> Message:
        if self._who is not None:
            names = "  ".join(
                f"{seat + 1} {self.doing.names()[seat]}" for seat in self._seats
            )
            if self._whose:
                return say("ask-whose", names=names)
            return say("ask-who", names=names)
        return self.doing.advice()

    def _line(self, row: int, text: str, attribute: int = 0) -> None:
        rows, columns = self.window.getmaxyx()
        if row < rows:
            shown = self.signs.plain(text)
            self.window.addnstr(row, 0, shown, columns - 1, attribute)

    # --- what is typed ---

    def _keys(self) -> None:
        while True:
            try:
                key = self.window.get_wch()
            except curses.error:
                return
            if key == curses.KEY_RESIZE:
                curses.update_lines_cols()
            elif key in (curses.KEY_ENTER, *ENTER):
                self._key("\n")
            elif key in (curses.KEY_BACKSPACE, *BACK):
                self._key("\b")
            elif isinstance(key, str):
                self._key(key)
            self.draw()

    def _key(self, key: str) -> None:
        if self._prompt is not None:
            self._type(self._prompt, key)
        elif self._who is not None:
            self._choose_who(key)
        elif key in KINDS_BY_KEY:
            self._start(self._pick, Piece(KINDS_BY_KEY[key]))
        else:
            self._command(key)

    def _type(self, prompt: Prompt, key: str) -> None:
        if key == ESCAPE:
            self._prompt = None
        elif key == "\n":
            self._prompt = None
            if prompt.text:
                self._start(prompt.done, prompt.text)
        elif key == "\b":
            prompt.text = prompt.text[:-1]
        elif key.isprintable():
            prompt.text += key

    def _choose_who(self, key: str) -> None:
        then, self._who = self._who, None
        seats = {str(seat + 1): seat for seat in self._seats}
        if then is not None and key in seats:
            then(seats[key])

    def _bindings(self) -> dict[str, Callable[[], None]]:
        """Return what each key does."""
        doing = self.doing
        zones = {str(n): partial(self._start, doing.number, n) for n in range(1, 7)}
        press = partial(self._start, doing.hands.press)
        players = {
            key: partial(press, button)
            for key, button in zip("7890", PLAYER_BUTTONS, strict=True)
        }
        return {
            **zones,
            **players,
            **dict.fromkeys(("\n", "+", "a"), partial(press, Button.TICK)),
            **dict.fromkeys(("-", "p"), partial(press, Button.CROSS)),
            "m": partial(self._start, doing.menu),
            "u": partial(self._start, doing.undo),
            "c": self._ask_card,
            "l": self._ask_line,
            "s": self._ask_secret,
            "w": self._ask_word,
            "x": lambda: self._ask_who(
                doing.seekers(), partial(self._start, doing.retire)
            ),
            "v": self._next_view,
            "Q": self._over.set,
        }

    def _command(self, key: str) -> None:
        act = self._keys_do.get(key)
        if act is not None:
            act()

    def _next_view(self) -> None:
        self._view = (self._view + 1) % len(self._views)

    def _ask_who(
        self,
        seats: tuple[Seat, ...],
        then: Callable[[Seat], None],
        *,
        whose: bool = False,
    ) -> None:
        if len(seats) == 1:
            then(seats[0])
        elif seats:
            self._who, self._seats, self._whose = then, seats, whose

    def _ask_word(self) -> None:
        """Ask who guesses; where attempts are secret, whose word too."""
        whose = self.doing.attempts()
        if whose:
            self._ask_who(
                tuple(whose),
                lambda seat: self._ask_who(
                    whose[seat], lambda of: self._ask_attempt(seat, of), whose=True
                ),
            )
        else:
            self._ask_who(self.doing.seekers(), self._ask_guess)

    def _ask_attempt(self, seat: Seat, of: Seat) -> None:
        names = self.doing.names()
        message = say("ask-attempt", name=names[seat], of=names[of])
        self._prompt = Prompt(
            message, partial(self.doing.attempt, seat, of), hidden=True
        )

    def _ask_guess(self, seat: Seat) -> None:
        name = self.doing.names()[seat]
        asks = self.doing.asks()
        message = say("ask-query", name=name) if asks else say("ask-guess", name=name)
        self._prompt = Prompt(message, partial(self.doing.guess, seat))

    def _ask_secret(self) -> None:
        maker = self.doing.maker()
        if maker is not None:
            message = say("ask-secret", name=self.doing.names()[maker])
            self._prompt = Prompt(
                message, partial(self.doing.secret, maker), hidden=True
            )

    def _ask_card(self) -> None:
        self._prompt = Prompt(say("ask-card"), self.doing.take_card)

    def _ask_line(self, text: str = "") -> None:
        """Ask for a transcript's line; every game has such for all that it can do."""
        self._prompt = Prompt(say("ask-line"), self._do_line, text=text)

    async def _do_line(self, text: str) -> Outcome:
        try:
            return await self.doing.line(text)
        except AskedError:
            self._ask_line(text)  # it stays there to be mended
            return None

    def _start(self, act: Act, *values: object) -> None:
        """Do one thing after the other: two hands cannot tap twice at once."""
        if len(self._ahead) == AHEAD:
            return
        self._ahead.append(partial(act, *values))
        if self._busy is None or self._busy.done():
            self._busy = asyncio.create_task(self._do_all())

    async def _do_all(self) -> None:
        while self._ahead:
            act = self._ahead.popleft()
            await act()
            self.draw()

    async def _pick(self, piece: Piece) -> None:
        self.doing.item = piece
