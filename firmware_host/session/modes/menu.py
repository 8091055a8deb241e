"""The menu that a held tick and cross open: up to twelve things, with two buttons."""

from dataclasses import field
from functools import partial

from firmware_host.board.commands import PLACES
from firmware_host.board.events import PLAYER_BUTTONS, Button, Pressed, Touch
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
from firmware_host.session.setups import Player, Setup, names_of
from firmware_host.session.state import (
    Cover,
    InGame,
    MarkedList,
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
_IF_IT_CAN = ("check", "retire", "join", "bot", "hint")

#: What an item does that is an action of the game.
_ACTIONS = {"undo": Undo, "void": Void, "end": End}

#: The items that end something, for which the menu asks once more.
ENDS = ("void", "end", "kiosk", "off")

#: What the tick takes: an item, nothing, a bot that joins, or the seat of a player.
Offer = str | Player | Seat


class Menu(Cover, MarkedList):
    """
    The menu is open.

    Args:
        marked: Which item the tick takes, from 0.
        asks: The item that wants a player's button, which bot, or a second tick; empty
            before.
        button: The button of several players, one of whom is meant; None before.
        label: The label of the item that the tick takes, if a person marked it.
    """

    marked: int = 0
    asks: str = ""
    button: Button | None = None
    label: Message | None = field(default=None, compare=False)

    # --- what it hears ---

    def press(self, now: InGame, button: Button) -> StepResult | None:
        """Return the step of a button."""
        offered = self._offered(now)
        if not offered:
            return self._player(now, button)
        labels = tuple(offered)
        if button is Button.TICK:
            return self._take(now, offered[labels[self.place(labels)]])
        marks = Button.CROSS if button is self.button else button
        marked = self.next_place(labels, marks)
        if marked is None:
            return now.refuse(Refused("button-idle"), Pressed(button))
        return now.keep(replace(self, marked=marked, label=labels[marked]))

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

    def _take(self, now: InGame, offer: Offer) -> StepResult:
        """Take the marked item, or let the marked player come or go."""
        closed, tick = self._closed(now), Pressed(Button.TICK)
        if isinstance(offer, Player):
            return closed.settle(closed.join(offer), tick)
        if not isinstance(offer, str):
            return self._left(closed, offer, tick)
        done = self._done(now, offer) if offer else now.keep(self.under)
        if offer not in ENDS or offer == self.asks or isinstance(done.outcome, Refused):
            return done
        return now.keep(Menu(self.under, 1, asks=offer))  # the second tick does it

    def _done(self, now: InGame, item: str) -> StepResult:
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

    def _player(self, now: InGame, button: Button) -> StepResult | None:
        """Read the player's button that coming and going ask for."""
        playing, closed, event = now.playing, self._closed(now), Pressed(button)
        if button is Button.CROSS:
            return now.keep(self.under)
        here, idle = playing.seats_of(button), now.refuse(Refused("button-idle"), event)
        taken = any(playing.players[seat].button for seat in here)
        if button not in PLAYER_BUTTONS or (taken if self.asks == "join" else not here):
            return idle
        if self.asks == "join":
            return closed.settle(closed.join(Player(button=button)), event)
        if self.asks == "hint":
            return filling.call(closed, button, self.asks) or idle
        if len(here) == 1:
            return self._left(closed, here[0], event)
        return replace(self, button=button).press(now, button)  # it marks the first

    def _left(self, closed: InGame, seat: Seat, event: Pressed) -> StepResult:
        """Let a player leave the game, or retire from the round."""
        action: object = Leave(seat)
        if self.asks == "retire":
            action = closed.playing.engine.action({"do": "retire", "by": seat})
        return closed.acted(action, event)

    # --- whether it still stands ---

    def after(self, session: Session) -> Mode:
        """Return the menu; a question about the round ends with the round."""
        playing = session.going if self.asks == "void" else None
        if playing and isinstance(playing.engine.act(playing.game, Void()), Refused):
            return self.under.after(session)
        return super().after(session)

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
        here = ", ".join(names[seat] for seat in now.playing.sitting)
        asked = say(f"menu-who-{self.asks}") if self.asks else say("menu")
        if self.asks in ENDS:
            asked = say(f"menu-sure-{self.asks}")
        labels = tuple(self._offered(now))
        if not labels:
            return replace(
                face, table=TableFace(asked, status=say("who-plays", names=here))
            )
        at = self.place(labels)
        shown = (
            say("menu-undo")
            if one.code == "menu-undo-of" and one != labels[at]
            else one
            for one in labels
        )
        table = TableFace(asked, choices=tuple(shown), marked=at)
        return replace(face, table=table)

    def _offered(self, now: InGame) -> dict[Message, Offer]:
        """Return what the tick can take; empty while a player's button is expected."""
        session, playing = now.session, now.playing
        if not self.asks:
            return dict(choices(session.setup, playing))
        if self.asks in ENDS:
            return {say("menu-go-on"): "", say(f"menu-{self.asks}"): self.asks}
        players, strengths = playing.players, playing.engine.BOTS
        if self.button is not None:
            names, here = names_of(players), playing.seats_of(self.button)
            named = {say("menu-player", name=names[seat]): seat for seat in here}
            return {say("menu-go-on"): "", **named}
        if self.asks != "bot":
            return {}
        new = (seats.make_bot(session.setup, playing, one) for one in strengths)
        return {
            say("menu-go-on"): "",
            **{seats.join_label(one): one for one in new if one},
            **{seats.leave_label(players[at]): at for at in seats.active_bots(playing)},
        }


def items(playing: Playing) -> tuple[str, ...]:
    """Return the menu's items in a game; a tutorial has none for joining or leaving."""
    if playing.passing:
        return OF_HOUSE
    if playing.tutorial:
        return ("go-on", "undo", "end", "sound", "language", "off")
    offered = {form.menu for form in playing.forms(playing.context())}
    can = set(playing.engine.VERBS) - {"hint"} | offered
    if playing.is_open:
        can |= {"join", *["bot"] * seats.can_seat_bots(playing)}
    return tuple(item for item in ITEMS if item not in _IF_IT_CAN or item in can)


def choices(setup: Setup, playing: Playing) -> dict[Message, str]:
    """Return the menu's items by their labels; undo names what it takes back."""
    done = last_action(playing)
    named = {
        "sound": say(f"menu-sound-{'off' if setup.sound else 'on'}"),
        "undo": say("menu-undo-of", what=done) if done else say("menu-undo"),
    }
    return {named.get(one) or say(f"menu-{one}"): one for one in items(playing)}


def _turned(session: Session, item: str, setup: Setup) -> Setup:
    """Return a setup with the sound, or the language, switched to the next."""
    if item == "sound":
        return replace(setup, sound=not setup.sound)
    return replace(setup, language=turns.language_after(session, setup.language))
