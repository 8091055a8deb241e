"""Bots at a table: they think, show their try, and act like players."""

from dataclasses import replace

import pytest

from firmware_host.board.commands import Hasten, Pause
from firmware_host.board.events import Button, Pressed, Tapped, Woke
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import KINDS, RACK, Piece, Seat
from firmware_host.games.bots import Move
from firmware_host.games.decipher.rules import AskForPiece, Guess, HandOver, TapPiece
from firmware_host.games.game import End, Leave, Undo
from firmware_host.games.views import SeatView
from firmware_host.session.acting import Submitted
from firmware_host.session.bots import seats, turns
from firmware_host.session.bots.turns import LONGEST_MS, TRIES_MS
from firmware_host.session.modes.menu import Menu
from firmware_host.session.setups import Player
from firmware_host.session.step import wake_at
from tests.session import evening
from tests.session.bots.seekers import (
    BOT,
    OWL,
    SEEKERS,
    THINKS_MS,
    Seekers,
    begun,
    on_turn,
    woken,
)
from tests.session.evening import face, then

CIRCLE = Player(button=Button.CIRCLE)


def thinking(*players, **setup):
    """Return a table at which a bot is on turn and thinks, and the time."""
    session = begun(*(players or (BOT, CIRCLE)), **setup)
    session, now_ms, _ = woken(session, 0, until=lambda s: s.playing.thought)
    assert session.playing.thought.seat is not None
    return session, now_ms


def moved(session, now_ms):
    """Return the step in which the bot on turn acts, and the time."""
    number = session.playing.number
    session, now_ms, done = woken(
        session, now_ms, until=lambda s: s.playing.number > number
    )
    return done[-1], now_ms


def test_a_bot_thinks_then_says_what_it_taps_then_taps():
    """A bot thinks, then shows its tap, then taps; the answer is like anybody's."""
    session, now_ms = thinking()
    assert face(session).table.line.code == "bot-thinks"
    assert wake_at(session, now_ms) == now_ms + THINKS_MS
    assert then(session, Woke(), now_ms + THINKS_MS - 1).session == session

    says = then(session, Woke(), now_ms + THINKS_MS).session
    tap = says.playing.thought.move.action
    line = face(says).table.line
    assert (line.code, line["zone"]) == ("bot-taps", tap.zone)
    assert face(says).zones[tap.zone - 1].word == say("bot-here")
    assert wake_at(says, now_ms + THINKS_MS) == now_ms + THINKS_MS + TRIES_MS

    done = then(says, Woke(), now_ms + THINKS_MS + TRIES_MS)
    (answer,) = done.outcome
    assert (answer.zone, answer.kind) == (tap.zone, tap.kind)
    shown = face(done.session)
    assert shown.zones[tap.zone - 1].word == say("yes" if answer.yes else "no")
    assert shown.table.note.code == ("bot-yes" if answer.yes else "bot-no")


def test_a_touch_lets_the_bot_on_turn_act_at_once():
    """The first one ends its thinking, the second one the announcement of its tap."""
    session, now_ms = thinking()
    done = then(session, Hasten(), now_ms)
    assert done.outcome == ()
    assert wake_at(done.session, now_ms) == now_ms
    says = then(done.session, Woke(), now_ms).session
    assert face(says).table.line.code == "bot-taps"
    again = then(says, Hasten(), now_ms + 1).session
    assert wake_at(again, now_ms + 1) == now_ms + 1
    (answer,) = then(again, Woke(), now_ms + 1).outcome
    assert answer.kind == says.playing.thought.move.action.kind


def test_a_touch_changes_nothing_while_a_person_is_on_turn():
    person, now_ms, _ = woken(
        begun(CIRCLE, BOT), 0, until=lambda s: s.playing.game.round
    )
    assert seats.seat_on_turn(person.playing) == 0
    assert then(person, Hasten(), now_ms).session == person
    assert then(evening.playing(), Hasten(), 0).outcome == ()


def test_a_row_of_a_bot_has_its_seat_and_is_folded_to_the_same():
    """The row of a bot's tap has its seat; that of a person has none."""
    session, now_ms = thinking()
    done, _ = moved(session, now_ms)
    (row,) = done.entry.rows
    assert row.seat == 0
    assert done.session.playing.trail == "-b"[-len(done.session.playing.trail) :]


def test_a_bot_knows_the_view_of_its_own_seat_and_nothing_else():
    """A bot gets its seat's view and a chance of its own, and no state."""
    asked = []

    class Curious(Seekers):
        def bot(self, view, header, strength, chance):
            asked.append((view, header, strength, chance))
            return super().bot(view, header, strength, chance)

    session = begun(BOT, CIRCLE, engine=Curious())
    session, *_ = woken(session, 0, until=lambda s: s.playing.thought)
    view, header, strength, chance = asked[-1]
    assert type(view) is SeatView
    assert (view.seat, strength) == (0, "easy")
    assert view.public == session.playing.view(Seat(1)).public
    assert header is session.playing.header
    assert session.playing.game.round.puzzle.entropy not in chance


def test_a_bot_is_asked_once_and_not_before_the_board_has_done_its_own():
    """A piece is handed over first; whatever takes long is not asked again."""
    asked = []

    class Curious(Seekers):
        def bot(self, view, header, strength, chance):
            asked.append(view.public.holding)
            return super().bot(view, header, strength, chance)

    session = begun(BOT, CIRCLE, engine=Curious())
    session, now_ms, _ = woken(session, 0, until=lambda s: s.playing.thought)
    assert None not in asked
    moved(session, now_ms)
    assert len(asked) == 1


@pytest.mark.parametrize(
    "stops",
    [
        lambda s: then(s, Pause(paused=True), 100).session,
        lambda s: replace(s, mode=Menu(s.mode)),
        lambda s: then(s, Pressed(Button.TICK), 100).session,
        lambda s: replace(s, scripted=True),
    ],
    ids=["pause", "menu", "held", "script"],
)
def test_bots_wait_where_somebody_stops_them(stops):
    """A pause, a menu, a button of the chord; a transcript says all by itself."""
    session, now_ms = thinking()
    stopped = stops(session)
    assert turns.due_ms(stopped, now_ms) is None
    later = then(stopped, Woke(), now_ms + 600_000).session
    assert later.playing.number == session.playing.number


def test_after_a_pause_a_bot_thinks_anew():
    """After a pause a bot thinks for its whole time again."""
    session, now_ms = thinking()
    paused = then(session, Pause(paused=True), now_ms + THINKS_MS - 1).session
    on = then(paused, Pause(paused=False), now_ms + 90_000).session
    session, at_ms, _ = woken(on, now_ms + 90_000, until=lambda s: s.playing.thought)
    assert wake_at(session, at_ms) == at_ms + THINKS_MS


def test_nobody_acts_for_a_bot_but_its_way_out():
    """A tap or guess on a bot's turn is refused, but it can be removed."""
    session, now_ms = thinking()
    kind = session.playing.game.round.holding
    tapped = then(session, Tapped(2, Piece(kind, 1)), now_ms)
    assert tapped.outcome.code == "bot-turn"
    assert tapped.session.playing.number == session.playing.number
    racked = then(session, Tapped(RACK, Piece(kind, 1)), now_ms)
    assert racked.outcome.code == "bot-turn"
    assert racked.session.racked is None
    guessed = then(session, Submitted(Guess(Seat(0), "HOBBY")), now_ms)
    assert guessed.outcome.code == "bot-turn"
    left = then(session, Submitted(Leave(Seat(0))), now_ms)
    assert not isinstance(left.outcome, Refused)
    assert [one.bot for one in left.session.setup.players] == [None]


def test_a_person_may_guess_while_a_bot_thinks():
    """A guess while a bot thinks is accepted, and the bot thinks again."""
    session, now_ms = thinking()
    done = then(session, Submitted(Guess(Seat(1), "HOBBY")), now_ms + 10)
    assert not isinstance(done.outcome, Refused)
    assert done.session.playing.thought is None


@pytest.mark.parametrize(
    "action",
    [
        Undo(),
        End(),
        Leave(Seat(0)),
        Guess(Seat(0), "HOBBY"),
        TapPiece(6, KINDS[0]),
        TapPiece(6, "nothing like a piece"),
        HandOver(KINDS[0]),
        AskForPiece(),
    ],
    ids=repr,
)
def test_a_bot_that_does_what_it_may_not_goes_home(action):
    """A bot that takes an action it may not take leaves the game, which goes on."""

    class Wrong(Seekers):
        def bot(self, view, header, strength, chance):
            move = super().bot(view, header, strength, chance)
            return move and Move(action)

    session = begun(CIRCLE, BOT, OWL, engine=Wrong(), rounds=2)
    session, *_ = woken(session, 0, times=1)
    game = session.playing.game
    turn = replace(game, round=replace(game.round, turn=Seat(1)))
    session = replace(session, playing=replace(session.playing, game=turn))
    session, _, done = woken(session, 0, until=lambda s: s.said)
    assert session.said.code == "bot-gone"
    assert done[-1].fault
    assert session.playing.game.players == (0, 2)
    assert session.going


@pytest.mark.parametrize("fault", [ValueError("HOBBY"), ZeroDivisionError()])
def test_a_bot_that_raises_goes_home_and_the_game_goes_on(fault):
    """A bot that raises leaves the game; the step's fault has no text of it."""

    class Broken(Seekers):
        def bot(self, *_asked):
            raise fault

    session = begun(CIRCLE, BOT, engine=Broken())
    session, _, done = woken(session, 0, until=lambda s: s.said)
    assert session.said == say(
        "bot-gone", name=say("bot-name", animal=say("animal-panda"))
    )
    assert type(fault).__name__ in done[-1].fault
    assert "HOBBY" not in done[-1].fault
    assert session.playing.game.players == (0,)
    assert session.going


def test_a_bot_that_would_think_for_ever_is_cut_short():
    """A bot's requested delay is cut to a maximum."""

    class Slow(Seekers):
        def bot(self, view, header, strength, chance):
            move = super().bot(view, header, strength, chance)
            return move and replace(move, after_ms=10**9)

    session = begun(BOT, CIRCLE, engine=Slow())
    session, now_ms, _ = woken(session, 0, until=lambda s: s.playing.thought)
    assert wake_at(session, now_ms) == now_ms + LONGEST_MS


def test_of_several_bots_the_quickest_acts():
    """Of several bots with a move the one with the shortest time acts."""

    class Callers(Seekers):
        def bot(self, view, *_asked):
            return Move(Guess(view.seat, "HOBBY"), 5000 - 1000 * view.seat)

    session = begun(CIRCLE, BOT, OWL, engine=Callers())
    session, *_ = woken(session, 0, until=lambda s: s.playing.thought)
    assert session.playing.thought.seat == 2


# --- undo -----------------------------------------------------------------------


def test_an_undo_goes_back_to_what_a_person_did():
    """An undo goes back to the last action of a person, over the bots' actions."""
    session = begun(CIRCLE, BOT, OWL)
    session, now_ms, _ = woken(session, 0)
    while on_turn(session) == 0:
        before = session
        now = session.playing.game.round
        yes = next(
            at
            for at, (builds, placed) in enumerate(
                zip(now.puzzle.builds, now.placed, strict=True)
            )
            if builds[now.holding.place] > placed[now.holding.place]
        )
        zone = now.puzzle.first_zone + yes
        session = then(session, Submitted(TapPiece(zone, now.holding)), now_ms).session
    tapped = session
    for _ in range(3):
        done, now_ms = moved(session, now_ms)
        session = done.session
    while not session.playing.thought:
        session, now_ms, _ = woken(session, now_ms, times=1)
    assert session.playing.number > tapped.playing.number + 2

    undone = then(session, Submitted(Undo()), now_ms)
    assert undone.session.playing.game.round == before.playing.game.round
    rows = undone.entry.rows
    assert [row.number for row in rows] == list(
        range(session.playing.number + 1, undone.session.playing.number + 1)
    )
    assert {row.action for row in rows} == {'{"do":"undo"}'}


def test_what_bots_alone_have_done_in_a_round_is_not_taken_back():
    """The actions of bots alone in a round cannot be undone."""
    session, now_ms = thinking()
    done, now_ms = moved(session, now_ms)
    undone = then(done.session, Submitted(Undo()), now_ms)
    assert undone.outcome.code == "nothing-to-undo"
    assert undone.session.playing.number == done.session.playing.number


# --- a whole game -------------------------------------------------------------------


def test_bots_alone_play_a_game_to_its_end():
    """Bots without people play a game to its end."""
    session = begun(CIRCLE, BOT, OWL, rounds=2)
    session = then(session, Submitted(Leave(Seat(0))), 0).session
    session, _, done = woken(session, 0, times=5000)
    assert session.playing.is_over
    assert not any(one.fault for one in done)
    assert seats.active_bots(session.playing) == (1, 2)


def test_the_same_seeds_play_the_same_game():
    """A bot throws no die of its own; another seed plays another game."""

    def taps(session):
        _, _, done = woken(session, 0, times=400)
        return [
            row.action for one in done if one.entry for row in one.entry.rows if row
        ]

    session = begun(BOT, OWL, CIRCLE)
    assert taps(session) == taps(session)
    first, *others = session.playing.players
    other = replace(first, bot=replace(first.bot, seed=b"otherone"))
    changed = replace(session.playing, players=(other, *others))
    assert taps(replace(session, playing=changed)) != taps(session)


def test_seekers_do_what_they_promise():
    """The helper of these tests can be wrong: it taps where nothing was refused."""
    session, _ = thinking()
    view = session.playing.view(Seat(0))
    covered = tuple((1, 1, 1, 1) for _ in view.public.covered)
    public = replace(view.public, covered=covered)
    with pytest.raises(ZeroDivisionError):
        SEEKERS.bot(replace(view, public=public), None, "easy", bytes(32))


def test_where_somebody_sits_people_deal_and_where_nobody_does_bots_go_on():
    """
    With people in the game bots do not deal; without them they do.

    So nobody is hurried who still reads the last round.
    """
    session = begun(CIRCLE, BOT, game="keyword")
    session, now_ms, done = woken(session, 0)
    assert session.playing.number == 0
    assert wake_at(session, now_ms) is None

    session = begun(CIRCLE, BOT, OWL, game="keyword")
    session = then(session, Submitted(Leave(Seat(0)))).session
    session, _, done = woken(session, 0, until=lambda one: one.playing.number == 2)
    assert done[-1].entry.rows[0].seat == 1
    assert session.playing.game.round is not None
