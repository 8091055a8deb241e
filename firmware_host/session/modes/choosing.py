"""Choosing what to play: buttons, cards and programs choose, and a game begins."""

from dataclasses import dataclass
from typing import Any

from firmware_host.board.events import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    Button,
    Pressed,
    Tapped,
)
from firmware_host.board.faces import TableFace
from firmware_host.board.json import JsonObject
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import Card, Millis
from firmware_host.games.catalogue import NAMES
from firmware_host.games.values import replace
from firmware_host.limits import SEATS
from firmware_host.session import lobby, play
from firmware_host.session.mode import Mode
from firmware_host.session.modes.play import Play
from firmware_host.session.obstacles import obstacle
from firmware_host.session.result import StepResult, refuse, remember
from firmware_host.session.state import Look, Player, Session, Setup

#: How the card of a game is called: this, and the game's name.
_START = "start-"


@dataclass(frozen=True, slots=True)
class Chosen:
    """A whole setup given at once, by a program instead of buttons."""

    players: tuple[Player, ...]
    language: str
    length: int
    board_makes: bool
    rounds: int = 1
    game: str = NAMES[0]
    extra: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Choosing(Mode):
    """
    Choosing, while no game is on.

    Args:
        question: Which question is asked.
        marked: Which answer the tick takes, from 0.
    """

    question: str
    marked: int = 0

    under = None

    # --- what it hears ---

    def choose(self, session: Session, button: Button, *, now_ms: Millis) -> StepResult:
        """Return what a button does to the question that is asked."""
        count = len(lobby.question(session, self.question).choices(session))
        if self.question == "players" and button in PLAYER_BUTTONS:
            setup = _sit(session.setup, button)
            if len(setup.players) > SEATS:
                full = Refused("no-seat")
                return refuse(session, full, Pressed(button), now_ms=now_ms)
            return StepResult(replace(session, setup=setup, refusal=None))
        if button is Button.CROSS and count:
            return self._mark(session, (self.marked + 1) % count)
        if button in ZONE_BUTTONS and ZONE_BUTTONS.index(button) < count:
            return self._mark(session, ZONE_BUTTONS.index(button))
        if button is not Button.TICK:
            idle = Refused("button-idle")
            return refuse(session, idle, Pressed(button), now_ms=now_ms)
        if self.question == "again" and self.marked:
            return StepResult(ask(replace(session, refusal=None), "language"))
        if self.question == "again":
            return _begin(session, now_ms=now_ms)
        return self._take(session, now_ms=now_ms)

    def _mark(self, session: Session, marked: int) -> StepResult:
        return StepResult(
            replace(session, mode=Choosing(self.question, marked), refusal=None)
        )

    def _take(self, session: Session, *, now_ms: Millis) -> StepResult:
        """Take the marked answer, and ask the next question or begin."""
        refused = lobby.misfit(session) if self.question == "players" else None
        if refused is not None:
            return refuse(session, refused, Pressed(Button.TICK), now_ms=now_ms)
        setup = lobby.question(session, self.question).take(session, self.marked)
        taken = replace(session, setup=setup, refusal=None)
        if not lobby.people_fit(taken):
            taken = replace(taken, setup=replace(setup, board_makes=True))
        question = lobby.following(taken, self.question, self.marked)
        if question == lobby.DONE:
            return _begin(taken, now_ms=now_ms)
        return StepResult(ask(taken, question), (remember(taken),))

    # --- what it looks like ---

    def table(self, session: Session, names: tuple[str, ...]) -> TableFace:
        """Return the question, its answers, and who plays."""
        question = lobby.question(session, self.question)
        return TableFace(
            line=say(question.code),
            choices=question.choices(session),
            marked=self.marked,
            status=say("who-plays", names=", ".join(names)) if names else None,
        )


def _sit(setup: Setup, button: Button) -> Setup:
    """Let the player of *button* sit down, or stand up again."""
    others = tuple(player for player in setup.players if player.button != button)
    if len(others) < len(setup.players):
        return replace(setup, players=others)
    return replace(setup, players=(*others, Player(button=button)))


def ask(session: Session, name: str) -> Session:
    """Return the session with a question asked, its known answer marked; no game."""
    marked = lobby.question(session, name).chosen(session)
    return replace(session, playing=None, mode=Choosing(name, marked))


def _begin(session: Session, *, now_ms: Millis) -> StepResult:
    """Begin the game that was chosen at the board, or ask again for what it lacks."""
    if not session.setup.players:
        session = ask(session, "players")
    refused = obstacle(session)
    if refused is not None:
        return refuse(session, refused, Pressed(Button.TICK), now_ms=now_ms)
    return begin(session, now_ms=now_ms)


def begin(
    session: Session, *, now_ms: Millis, extra: JsonObject | None = None
) -> StepResult:
    """
    Return the step that begins the game of the session's setup.

    Args:
        session: The table, with at least one player.
        now_ms: The clock of this start of the program.
        extra: Fields of the game's header that no setup has.
    """
    if not lobby.people_fit(session):
        setup = replace(session.setup, board_makes=True)
        session = replace(session, setup=setup)
    begun = play.begin(session, now_ms=now_ms, extra=extra)
    after = replace(
        session,
        playing=begun.playing,
        next_game=session.next_game + 1,
        refusal=None,
        mode=Play(),
        paused=False,
        said=None,
        look=Look(),
    )
    settings = remember(session).settings
    return StepResult(after, (replace(begun.store, settings=settings),), ())


def begin_chosen(session: Session, chosen: Chosen, *, now_ms: Millis) -> StepResult:
    """Begin the game that a program chose."""
    setup = replace(
        session.setup,
        game=chosen.game,
        language=chosen.language,
        length=chosen.length or session.setup.length,
        players=chosen.players,
        board_makes=chosen.board_makes,
        rounds=chosen.rounds,
    )
    chosen_for = replace(session, setup=setup)
    return begin(chosen_for, now_ms=now_ms, extra=dict(chosen.extra))


def start_card(session: Session, event: object, *, now_ms: Millis) -> StepResult | None:
    """Choose a game by its card; None where *event* is no start card."""
    if not isinstance(event, Tapped) or not isinstance(event.piece, Card):
        return None
    if not event.piece.name.startswith(_START):
        return None
    playing = session.playing
    on = playing is not None and not playing.engine.is_over(playing.game)
    name = event.piece.name.removeprefix(_START)
    chosen = Refused("game-on") if on else _game(session, name)
    if isinstance(chosen, Refused):
        return refuse(session, chosen, event, now_ms=now_ms)
    after = replace(chosen, refusal=None)
    return StepResult(after, (remember(after),), ())


def _game(session: Session, wanted: str) -> Session | Refused:
    """Return the session with a game chosen by its name, or why it cannot be."""
    if wanted not in session.games:
        return Refused("card-game")
    if not lobby.fits(session, wanted):
        needs = session.games[wanted].NEEDS.zones
        return Refused("zones-needed", values=(("n", needs),))
    chosen = replace(session, setup=replace(session.setup, game=wanted))
    return ask(chosen, lobby.following(chosen, "game"))
