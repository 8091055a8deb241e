"""Choosing what to play: buttons, cards and programs choose, and a game begins."""

from dataclasses import field

from firmware_host.board.entries import Entry
from firmware_host.board.events import (
    PLAYER_BUTTONS,
    ZONE_BUTTONS,
    Button,
    Pressed,
    Tapped,
)
from firmware_host.board.faces import TableFace
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import Card
from firmware_host.board.record import Record, replace
from firmware_host.games.contract import Header
from firmware_host.limits import LAST_DAY
from firmware_host.session import kiosk_turns as turns, lobby, tutorial, upcoming
from firmware_host.session.lobby import Reply, start_refusal
from firmware_host.session.modes.filling import PlayMode
from firmware_host.session.setups import Player, Setup
from firmware_host.session.state import (
    MarkedList,
    Now,
    QuestionMode,
    Session,
    StepResult,
    record_moments,
    remember,
)

#: How the card of a game is called: this, and the game's name.
_START = "start-"


class ChosenGame(Record):
    """
    A game with its players, chosen by a program instead of by buttons.

    Args:
        players: The players by seat.
        header: The settings of the game.
    """

    players: tuple[Player, ...]
    header: Header


class Choosing(Record, MarkedList, QuestionMode):
    """
    Choosing, while no game is on.

    Args:
        question: Which question is asked.
        marked: Which answer the tick takes, from 0.
        label: The text of that answer, if a person marked it.
    """

    question: str
    marked: int = 0
    label: Message | None = field(default=None, compare=False)

    under = None

    @property
    def tip(self) -> Message:
        """A hint for a person at the board."""
        return say("coach-players" if self.question == "players" else "coach-choose")

    # --- what it hears ---

    def choose(self, now: Now, button: Button) -> StepResult:
        """Return the step of a button for the current question."""
        session = now.session
        if self.question == "day" and (counted := _counted(session, button)):
            return StepResult(counted)
        answers, at = self._answers(session)
        if button in PLAYER_BUTTONS:
            return lobby.sit(now, button)
        labels = [one.text for one in answers]
        shown = at or self.question != "players" or button is Button.CROSS
        marked = self.next_place(labels, button) if shown else None
        if marked is not None:
            return now.keep(Choosing(self.question, marked, labels[marked]))
        if button is not Button.TICK:
            return now.refuse(Refused("button-idle"), Pressed(button))
        if self.question != "again":
            return self._take(now)
        leads = answers[at].leads or ("day" if upcoming.asks_day(session) else "")
        if not leads:
            return _begin(now)
        return StepResult(ask(replace(session, refusal=None), leads))

    def _answers(self, session: Session) -> tuple[tuple[Reply, ...], int]:
        """Return the answers, and the index of the marked one."""
        answers = lobby.question(session, self.question).answers(session)
        return answers, self.place([one.text for one in answers])

    def _take(self, now: Now) -> StepResult:
        """Take the marked answer, and ask the next question or begin."""
        session = now.session
        if session.visit is not None:
            return _begin(replace(now, session=turns.with_player(session)))
        answers, at = self._answers(session)
        answer = answers[at] if answers else None
        setup = session.setup if answer is None else answer.setup
        comes = self.question == "players" and at  # a bot, or goes
        if comes:
            after = replace(session, setup=setup, refusal=None)
            return StepResult(ask(after, "players"), remember(after))
        refused = lobby.count_refusal(session) if self.question == "players" else None
        if refused is not None:
            return now.refuse(refused, Pressed(Button.TICK))
        if self.question == "day" and not session.setup.day:
            return now.refuse(Refused("day-unknown"), Pressed(Button.TICK))
        taken = lobby.with_makers(replace(session, setup=setup, refusal=None))
        if self._is_new(taken) and (
            taught := tutorial.begin(replace(now, session=taken))
        ):
            return replace(taught, entry=remember(taken))
        leads = "" if answer is None else answer.leads
        question = leads or lobby.next_question(taken, self.question)
        if question == lobby.DONE:
            return _begin(replace(now, session=taken))
        return StepResult(ask(taken, question), remember(taken))

    def _is_new(self, session: Session) -> bool:
        """Return True if the tutorial comes next, after the language alone."""
        return session.newcomers and self.question == "language"

    # --- what it looks like ---

    def table(self, session: Session, names: tuple[str, ...]) -> TableFace:
        """Return the question, its answers, and who plays."""
        code = lobby.question(session, self.question).code
        answers, at = self._answers(session)
        line = say(code, n=session.setup.day) if self.question == "day" else say(code)
        bots = self.question == "players" and not at and bool(answers)
        return TableFace(
            line=line,
            choices=() if bots else tuple(one.text for one in answers),
            marked=at,
            status=say("who-plays", names=", ".join(names)) if names else None,
            note=say("bots-cross") if bots else None,
        )


def _counted(session: Session, button: Button) -> Session | None:
    """
    Return the session with another number of the day; None for any other button.

    The cross counts one up; a zone's button steps a digit, the last zone the last one.
    """
    day, digits = session.setup.day, min(session.zones, len(str(LAST_DAY)))
    if button is Button.CROSS:
        after = day % LAST_DAY + 1
    elif button in ZONE_BUTTONS and ZONE_BUTTONS.index(button) < digits:
        unit = 10 ** (digits - 1 - ZONE_BUTTONS.index(button))
        digit = day // unit % 10
        after = min(day + ((digit + 1) % 10 - digit) * unit, LAST_DAY)
    else:
        return None
    setup = replace(session.setup, day=after)
    return replace(session, setup=setup, refusal=None)


def ask(session: Session, name: str) -> Session:
    """Return the session with a question asked, its known answer marked; no game."""
    if name == lobby.KEY:
        from firmware_host.session.modes.evening_key import EveningKey  # noqa: PLC0415 - evenings are rare

        return replace(session, mode=EveningKey(session.mode))
    marked = lobby.question(session, name).marked(session)
    return replace(session, playing=None, mode=Choosing(name, marked))


def go_on(now: Now) -> StepResult:
    """Return the step that asks what is next: after a game, or the first minute."""
    session = replace(now.session, newcomers=False, refusal=None)
    if session.visit is not None:
        game = turns.one_game(session)
        if game is None:
            return turns.end_visit(session)
        return StepResult(ask(game, "players"))
    if session.playing is not None and not session.playing.tutorial:
        return StepResult(ask(session, "again"))
    kept = Entry(settings=((tutorial.HAD, "1"),))
    return StepResult(ask(session, lobby.next_question(session, "language")), kept, ())


def _begin(now: Now) -> StepResult:
    """Begin the game that was chosen at the board, or ask again for what it lacks."""
    if not now.session.setup.players:
        now = replace(now, session=ask(now.session, "players"))
    refused = start_refusal(now.session)
    return now.refuse(refused, Pressed(Button.TICK)) if refused else begin(now)


def begin(now: Now, header: Header | None = None, *, seed: bytes = b"") -> StepResult:
    """
    Return the step that begins the game of the session's setup.

    Args:
        now: The table, with at least one player.
        header: What was settled; None for what the setup says.
        seed: All chance of a duplicate evening; empty for chance of one's own.
    """
    session = lobby.with_makers(now.session)
    begun = upcoming.begin(
        session, now_ms=now.now_ms, header=header, entropy=now.entropy
    )
    passing = session.visit is not None
    playing, entry = upcoming.join_evening(begun.playing, begun.entry or Entry(), seed)
    after = replace(
        session,
        playing=replace(playing, game_id=0, passing=True) if passing else playing,
        next_game=session.next_game + (not passing),
        refusal=None,
        mode=PlayMode(),
        paused=False,
        said=_settled(playing.header) if seed else None,
        newcomers=False,
    )
    entry = entry.with_settings(*remember(session).settings)
    return StepResult(record_moments(after, *begun.moments), entry, ())


def keep_setup(done: StepResult, before: Setup) -> StepResult:
    """Return the begun game, with the settings of *before* for the next one."""
    now = done.session.setup
    setup = replace(before, players=now.players, language=now.language, day=now.day)
    session = replace(done.session, setup=setup)
    entry = (done.entry or Entry()).with_settings(*remember(session).settings)
    return replace(done, session=session, entry=entry)


def _settled(header: Header) -> Message:
    """Return the settings of an evening's key, as a message."""
    language = say(f"language-{header.language.code}")
    length, rounds = say("length", n=header.length), say("rounds", n=header.rounds)
    return say("evening-begins", language=language, length=length, rounds=rounds)


def begin_chosen(now: Now, chosen: ChosenGame) -> StepResult:
    """Begin the game that a program chose."""
    header, setup = chosen.header, now.session.setup
    setup = replace(
        setup,
        game=header.game,
        language=header.language.code,
        length=header.length or setup.length,
        players=chosen.players,
        board_makes=header.board_makes,
        rounds=header.rounds,
    )
    return begin(replace(now, session=replace(now.session, setup=setup)), header)


def start_card(now: Now, event: object) -> StepResult | None:
    """Choose a game by its card; None where *event* is no start card."""
    if not isinstance(event, Tapped) or not isinstance(event.piece, Card):
        return None
    if not event.piece.name.startswith(_START):
        return None
    if now.session.visit is not None:
        return now.refuse(turns.ON, event)
    chosen = _game(now.session, event.piece.name.removeprefix(_START))
    if isinstance(chosen, Refused):
        return now.refuse(chosen, event)
    after = replace(chosen, refusal=None)
    return StepResult(after, remember(after), ())


def _game(session: Session, wanted: str) -> Session | Refused:
    """Return the session with the game of a name, or the refusal."""
    if session.going is not None:
        return Refused("game-on")
    if wanted not in session.games:
        return Refused("card-game")
    if not upcoming.is_playable(session, wanted):
        needs = session.games[wanted].NEEDS.zones
        return Refused("zones-needed", values=(("n", needs),))
    chosen = replace(session, setup=replace(session.setup, game=wanted))
    return ask(chosen, lobby.next_question(chosen, "game"))
