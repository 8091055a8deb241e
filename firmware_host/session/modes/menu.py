"""The menu that a held tick and cross open: up to twelve things, with two buttons."""

from functools import partial

from firmware_host.board.commands import PLACES
from firmware_host.board.events import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    Button,
    Pressed,
    Touch,
)
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import Seat
from firmware_host.board.record import replace
from firmware_host.games.game import End, Leave, Undo, Void
from firmware_host.session import kiosk_turns as turns
from firmware_host.session.acting import go_on
from firmware_host.session.bots import seats
from firmware_host.session.modes import check, filling
from firmware_host.session.play import Playing, last_action
from firmware_host.session.setups import Player, Setup
from firmware_host.session.state import (
    Cover,
    InGame,
    Mode,
    Session,
    StepResult,
    remember,
)

#: The menu's items, in the order in which they are offered.
ITEMS = (
    *("go-on", "undo", "hint", "void", "check", "leave", "join", "bot", "retire"),
    *("end", "sound", "language", "off"),
)

#: The host's menu of a kiosk, opened by the service button.
OF_HOUSE = ("go-on", "kiosk", "sound", "language", "off")

#: Those that only a game with such a line of its own has, or one with bots.
_IF_IT_CAN = ("check", "retire", "bot", "hint")

#: What an item does that is an action of the game.
_ACTIONS = {"undo": Undo, "void": Void, "end": End}


class Menu(Cover):
    """
    The menu is open.

    Args:
        marked: Which item the tick takes, from 0.
        asks: The item that wants a player's button, or which bot; empty before.
    """

    marked: int = 0
    asks: str = ""

    # --- what it hears ---

    def press(self, now: InGame, button: Button) -> StepResult | None:
        """Return the step of a button."""
        if self.asks and self.asks != "bot":
            return self._player(now, button)
        count = len(self._choices(now.session, now.playing))
        if button is Button.TICK and self.asks:
            return self._bot(now)
        if button is Button.TICK:
            return self._take(now, items(now.playing)[self.marked])
        if button is Button.CROSS:
            return now.keep(replace(self, marked=(self.marked + 1) % count))
        if button in ZONE_BUTTONS and ZONE_BUTTONS.index(button) < count:
            return now.keep(replace(self, marked=ZONE_BUTTONS.index(button)))
        return now.refuse(Refused("button-idle"), Pressed(button))

    def tap(self, now: InGame, event: Touch) -> StepResult | None:
        """Let a check under it see the piece."""
        done = self.under.tap(now, event)
        if done is None or done.session.mode is self:
            return done
        mode = replace(self, under=done.session.mode)
        return replace(done, session=replace(done.session, mode=mode))

    def no_rack(self, session: Session) -> Refused | None:
        """Return the reason why no piece can wait; else a piece closes the menu."""
        return self.under.no_rack(session)

    def _closed(self, now: InGame) -> InGame:
        return replace(now, session=replace(now.session, mode=self.under))

    def _take(self, now: InGame, item: str) -> StepResult:
        closed = self._closed(now)
        session, tick = closed.session, Pressed(Button.TICK)
        match item:
            case "undo" | "void" | "end":
                return closed.acted(_ACTIONS[item](), tick)
            case "hint" if begun := filling.call(closed, Button.TICK, item):
                return begun
            case "leave" | "join" | "retire" | "hint" | "bot":
                return now.keep(Menu(self.under, asks=item))
            case "sound" | "language":
                after = turns.change_setup(session, partial(_turned, session, item))
                return StepResult(after, remember(after))
            case "kiosk":
                home = replace(session.setup, place=PLACES[0])
                return StepResult(replace(session, setup=home))
            case "check" if check.can_check(session):
                return check.CheckMode.begin(closed)
            case "check":
                return closed.refuse(Refused("check-empty"), tick)
            case "off":
                return StepResult(session, off=True)
            case _:
                shown = replace(session, refusal=None)
                return go_on(replace(closed, session=shown), tick)

    def _bot(self, now: InGame) -> StepResult:
        """Let the marked bot come or go."""
        playing, closed = now.playing, self._closed(now)
        new, here = _bots(now.session, playing)
        if not self.marked:
            return now.keep(self.under)
        if self.marked <= len(new):
            done = closed.join(new[self.marked - 1])
            return closed.settle(done, Pressed(Button.TICK))
        seat = here[self.marked - 1 - len(new)]
        return closed.acted(Leave(seat), Pressed(Button.TICK))

    def _player(self, now: InGame, button: Button) -> StepResult:
        """Read the player's button that coming and going ask for."""
        playing, closed = now.playing, self._closed(now)
        if button is Button.CROSS:
            return now.keep(self.under)
        sitting = {player.button: seat for seat, player in enumerate(playing.players)}
        seat, joins = sitting.get(button), self.asks == "join"
        if button not in PLAYER_BUTTONS or joins != (seat is None):
            return now.refuse(Refused("button-idle"), Pressed(button))
        if self.asks == "hint":
            begun = filling.call(closed, button, self.asks)
            return begun or closed.refuse(Refused("button-idle"), Pressed(button))
        if seat is None:
            done = closed.join(Player(button=button))
            return closed.settle(done, Pressed(button))
        action = Leave(Seat(seat))
        if self.asks == "retire":
            action = playing.engine.action({"do": "retire", "by": seat})
        return closed.acted(action, Pressed(button))

    # --- whether it still stands ---

    def acted(self) -> Mode:
        """Return the menu over the new mode: an action on a phone does not close it."""
        return replace(self, under=self.under.acted())

    def closed(self) -> Mode:
        """Return the mode below the menu."""
        return self.under

    # --- what it looks like ---

    def render(self, now: InGame, face: Face, names: tuple[str, ...]) -> Face:
        """Return the face of a board whose table screen has the menu."""
        face = self.under.render(now, face, names)
        sitting = say("who-plays", names=", ".join(names))
        asked = say(f"menu-who-{self.asks}") if self.asks else say("menu")
        offered = list(self._choices(now.session, now.playing))
        table = TableFace(asked, status=sitting)
        if offered:
            done = last_action(now.playing)
            if done and offered[self.marked].code == "menu-undo":
                offered[self.marked] = say("menu-undo-of", what=done)
            table = TableFace(asked, choices=tuple(offered), marked=self.marked)
        return replace(face, table=table)

    def _choices(self, session: Session, playing: Playing) -> tuple[Message, ...]:
        """Return the choices; empty while a player's button is expected."""
        if not self.asks:
            return choices(session.setup, playing)
        if self.asks != "bot":
            return ()
        new, here = _bots(session, playing)
        leaves = (playing.players[seat] for seat in here)
        return (
            say("menu-go-on"),
            *map(seats.join_label, new),
            *map(seats.leave_label, leaves),
        )


def items(playing: Playing) -> tuple[str, ...]:
    """Return the menu's items in a game; a tutorial has none for joining or leaving."""
    if playing.passing:
        return OF_HOUSE
    if playing.tutorial:
        return ("go-on", "undo", "end", "sound", "language", "off")
    offered = {form.menu for form in playing.forms(playing.context())}
    can = set(playing.engine.VERBS) - {"hint"} | offered
    can |= {*["bot"] * seats.can_seat_bots(playing)}
    return tuple(item for item in ITEMS if item not in _IF_IT_CAN or item in can)


def _bots(
    session: Session, playing: Playing
) -> tuple[tuple[Player, ...], tuple[Seat, ...]]:
    """Return the bots that can come, and where those sit that can go."""
    setup, strengths = session.setup, playing.engine.BOTS
    new = (seats.make_bot(setup, playing, one) for one in strengths)
    return tuple(one for one in new if one is not None), seats.active_bots(playing)


def choices(setup: Setup, playing: Playing) -> tuple[Message, ...]:
    """Return the labels of the menu's items."""
    sound = "off" if setup.sound else "on"
    return tuple(
        say(f"menu-sound-{sound}") if item == "sound" else say(f"menu-{item}")
        for item in items(playing)
    )


def _turned(session: Session, item: str, setup: Setup) -> Setup:
    """Return a setup with the sound, or the language, switched to the next."""
    if item == "sound":
        return replace(setup, sound=not setup.sound)
    return replace(setup, language=turns.language_after(session, setup.language))
