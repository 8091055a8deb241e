"""The daemon: every part of a board opened, and an evening taken up where it stood."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from firmware_host.app.content.languages import OWNERS
from firmware_host.app.daemon.daemon import Hardware, open_board
from firmware_host.app.demo.demo import open_demo
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.commands import Rename, Stand
from firmware_host.board.entries import JOURNAL
from firmware_host.board.events import Button
from firmware_host.board.faces import Lamp
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Kind, Piece, Seat, Zone
from firmware_host.devices.fake import FakePins
from firmware_host.errors import JournalError
from firmware_host.games.decipher.rules import Guess, SetSecret
from firmware_host.games.game import End, Join
from firmware_host.journal.store import Journal
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player, Setup
from firmware_host.settings.profile import load_profile
from firmware_host.simulate.controller import SimulatedController
from firmware_host.simulate.pieces import uid_of
from tests.devices.chips import ChipScreens
from tests.opened import choice, open_table

RED, YELLOW, BLUE, GREEN = Kind
PEOPLE = (Player("Tina", Button.CIRCLE), Player("Lee"), Player("", Button.STAR))
CHOSEN = choice(PEOPLE)


@asynccontextmanager
async def evening(folder, **setup):
    """Open a simulated board whose journal is in *folder*."""
    port = folder / "port"
    port.mkdir(exist_ok=True)
    async with open_demo(folder, port, setup=Setup(**setup), haste=True) as demo:
        yield demo


async def until(condition, seconds=10.0):
    """Wait for *condition*, with a timeout."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - anything may be waited for
            await asyncio.sleep(0.01)


async def begin(demo):
    """Begin a game of three whose first maker has made HOBBY."""
    header = replace(CHOSEN.header, language=demo.table.session.languages["en"])
    await demo.table.choose(replace(CHOSEN, header=header))
    await demo.table.submit(SetSecret(Seat(0), "HOBBY"))


def game(demo):
    playing = demo.table.session.playing
    assert isinstance(playing, Playing)
    return playing.game


async def test_a_new_board_offers_what_it_was_set_up_with(tmp_path):
    """A first one asks for the language, a known one for the same again."""
    async with evening(tmp_path) as demo:
        assert demo.table.session.mode == Choosing("language")
    async with evening(tmp_path, players=(Player(button=Button.CIRCLE),)) as demo:
        assert demo.table.session.mode == Choosing("again")


async def test_no_thread_keeps_the_one_of_a_lamp_waiting_for_long(tmp_path):
    """The thread switch interval is at most 1 ms, so that lamps do not wait."""
    sys.setswitchinterval(0.005)
    async with evening(tmp_path):
        assert sys.getswitchinterval() <= 0.001


async def test_a_choice_is_remembered_before_anything_offered(tmp_path):
    """The journal knows it; a name is kept with its game alone."""
    async with evening(tmp_path, players=PEOPLE[:1]) as demo:
        await demo.hands.press(Button.TICK)
        await until(lambda: isinstance(demo.table.session.playing, Playing))
    async with evening(tmp_path, length=3) as demo:
        setup = demo.table.session.setup
        assert setup.length == 5
        assert setup.players == (Player("Tina", Button.CIRCLE),)
        assert "Tina" not in demo.running.journal.settings()["setup"]


async def test_a_game_goes_on_at_the_same_turn_with_the_same_face(tmp_path):
    """After a power cut lamps, screens and pieces are as they were."""
    async with evening(tmp_path) as demo:
        await begin(demo)
        await demo.hands.tap(Zone(1), Piece(RED))
        await demo.hands.tap(Zone(2), Piece(YELLOW))
        await demo.table.submit(Guess(Seat(2), "HORSE"))
        await demo.hands.tap(Zone(5), Piece(YELLOW))
        face, before = demo.table.face, game(demo)
    async with evening(tmp_path) as demo:
        again = demo.table.face
        assert game(demo) == before
        assert game(demo).round.turn == before.round.turn
        assert again.zones == face.zones
        assert replace(again.table, note=face.table.note) == face.table
        assert demo.table.session.playing.players == PEOPLE


async def test_the_table_says_that_it_goes_on_until_somebody_acts(tmp_path):
    """After a restart the table shows that the game goes on, until the next action."""
    async with evening(tmp_path) as demo:
        await begin(demo)
        await demo.hands.tap(Zone(1), Piece(RED))
    async with evening(tmp_path) as demo:
        assert demo.table.face.table.note.code == "go-on-check"
        await demo.hands.tap(Zone(3), Piece(RED))
        note = demo.table.face.table.note
        assert note is None or note.code != "go-on-check"


async def test_what_was_laid_and_covered_is_so_still(tmp_path):
    """After a restart a NO token still covers its zone and a laid piece is used."""
    async with evening(tmp_path) as demo:
        await begin(demo)
        await demo.hands.tap(Zone(2), Piece(YELLOW))
        await demo.hands.tap(Zone(5), Piece(YELLOW))
    async with evening(tmp_path) as demo:
        covered = await demo.hands.tap(Zone(2), Piece(YELLOW))
        assert covered == Refused("zone-covered")
        await demo.hands._board.tap(Zone(3), uid_of(Piece(YELLOW, 1)))
        await until(lambda: demo.table.session.refusal.refused.code == "piece-laid")


async def test_who_joined_has_name_and_seat_after_the_break(tmp_path):
    async with evening(tmp_path) as demo:
        await begin(demo)
        await demo.table.submit(Join(Seat(3)), player=Player("Eve"))
        assert game(demo).seats == 4
    async with evening(tmp_path) as demo:
        assert demo.table.session.playing.players == (*PEOPLE, Player("Eve"))


async def test_a_game_keeps_the_letters_that_it_began_with(tmp_path):
    """An owner who changes a letter changes the next game, not the one that is on."""
    letters = tmp_path / OWNERS
    letters.write_text('H = ["blue"]\n', encoding="utf-8")
    async with evening(tmp_path) as demo:
        await begin(demo)
        assert game(demo).round.puzzle.builds[0] == (0, 0, 1, 0)
    letters.unlink()
    async with evening(tmp_path) as demo:
        assert game(demo).round.puzzle.builds[0] == (0, 0, 1, 0)
        await demo.table.submit(End())
        await begin(demo)
        assert game(demo).round.puzzle.builds[0] == (2, 1, 0, 0)


async def test_a_finished_game_is_not_taken_up(tmp_path):
    """The board asks for the next one."""
    async with evening(tmp_path, players=PEOPLE[:1]) as demo:
        await demo.table.choose(choice(PEOPLE[:2]))
        for maker, seeker in ((0, 1), (1, 0), (0, 1), (1, 0)):
            await demo.table.submit(SetSecret(Seat(maker), "HOBBY"))
            await demo.table.submit(Guess(Seat(seeker), "HOBBY"))
        assert game(demo).over
    async with evening(tmp_path, players=PEOPLE[:1]) as demo:
        assert demo.table.session.mode == Choosing("again")
        assert demo.table.session.next_game == 2


async def test_a_damaged_journal_is_set_aside_and_the_board_starts(tmp_path):
    """A damaged journal is renamed and the board starts with a new one."""
    async with evening(tmp_path) as demo:
        await begin(demo)
    damaged = b"This is a diary.\n" * 1000
    (tmp_path / JOURNAL).write_bytes(damaged)
    async with evening(tmp_path) as demo:
        assert demo.table.session.mode == Choosing("language")
        await begin(demo)
        assert game(demo).round is not None
    assert (tmp_path / f"{JOURNAL}.corrupt.1").read_bytes() == damaged


async def test_a_journal_that_the_start_cannot_read_is_salvaged_by_the_next(
    tmp_path, monkeypatch
):
    """
    The next start salvages a journal that this start could not read.

    A full card is no reason for that.
    """
    async with evening(tmp_path) as demo:
        await begin(demo)
    for code, salvaged in (
        (sqlite3.SQLITE_FULL, False),
        (sqlite3.SQLITE_CORRUPT, True),
    ):
        damaged = sqlite3.DatabaseError("it cannot be read")
        damaged.sqlite_errorcode = code

        def unreadable(_, fault=damaged):
            raise JournalError(str(fault)) from fault

        with monkeypatch.context() as patched:
            patched.setattr(Journal, "next_game", unreadable)
            with pytest.raises(JournalError):
                async with evening(tmp_path):
                    pass
        async with evening(tmp_path) as demo:
            await begin(demo)
        assert (tmp_path / f"{JOURNAL}.corrupt.1").exists() is salvaged


async def test_a_game_with_a_changed_bit_is_left_alone(tmp_path):
    """A game with a changed bit is not resumed."""
    async with evening(tmp_path) as demo:
        await begin(demo)
        await demo.hands.tap(Zone(1), Piece(RED))
    path = tmp_path / JOURNAL
    content = path.read_bytes()
    assert content.count(b'"zone":1') > 0
    path.write_bytes(content.replace(b'"zone":1', b'"zone":2'))
    async with evening(tmp_path) as demo:
        assert isinstance(demo.table.session.mode, Choosing)


async def test_one_board_has_one_daemon(tmp_path):
    """A second daemon on the same folder is refused, and the first one plays on."""
    profile = load_profile(profile_path("simulated"))
    async with evening(tmp_path) as demo:
        with pytest.raises(JournalError, match="letterzone"):
            async with open_table(profile, tmp_path):
                pass
        await begin(demo)
        assert game(demo).round is not None


async def test_leaving_makes_the_board_dark(tmp_path):
    """Lamps off, screens off, and nothing left that runs."""
    async with evening(tmp_path) as demo:
        await begin(demo)
        await demo.hands.tap(Zone(1), Piece(RED))
        await until(lambda: demo.pins.pair(Zone(1)) == (False, True))
        assert demo.table.face.zones[0].lamp is Lamp.YES
        pins = demo.pins
    assert all(pins.pair(Zone(number)) == (False, False) for number in range(1, 7))
    assert asyncio.all_tasks() == {asyncio.current_task()}


async def test_a_profile_with_pins_that_are_not_there_says_so(tmp_path):
    """The remedy with it; and the journal is free again."""
    real = replace(load_profile(profile_path("simulated")), pins="rpigpio")
    with pytest.raises(OSError, match="pip install"):
        async with open_table(real, tmp_path):
            pass
    async with evening(tmp_path) as demo:
        assert demo.table.session.mode == Choosing("language")


async def test_a_screen_that_holds_the_bus_is_named_and_the_others_go_on(tmp_path):
    """The multiplexer is reset by the profile's pin, for ever and within the second."""
    profile = load_profile(profile_path("full"))
    screens = ChipScreens(profile.screens)
    pins = FakePins(lamps=profile.lamps, buzzer=profile.buzzer)
    watch = pins.factory.watch

    def wired(number, level):
        watch(number, level)
        if number == profile.mux_reset and not level:
            screens.mux.reset()

    pins.factory.watch = wired
    screens.mux.holder = screens.screens["3"]
    hardware = Hardware(
        factory=pins.factory, bus=screens.open, port=str(tmp_path / "none")
    )
    async with open_board(profile, tmp_path, hardware=hardware) as running:
        faults = lambda: {  # noqa: E731 - said twice
            one for one in running.table.session.faults if one.startswith("screen-")
        }
        await until(lambda: faults() == {"screen-3"})
        others = [one for name, one in screens.screens.items() if name != "3"]
        await until(lambda: all(one.bytes_sent for one in others))
        screens.mux.holder = None
        await until(lambda: not faults())


async def test_between_games_the_same_people_are_offered_again(tmp_path):
    """
    After a restart between games the last players are offered again.

    Renamed ones have their new name; after names are erased there are none.
    """
    async with evening(tmp_path) as demo:
        await demo.running.table_api.send(
            {"command": "choose", "players": ["Red", "Blue", "Green"]}
        )
        await demo.running.table_api.send({"command": "begin", "board_makes": True})
        await demo.running.table_api.send(Rename(Seat(0), "Yellow").line)
        await demo.running.table_api.send(Stand(Seat(1)).line)
        await demo.running.table_api.do({"do": "end"})
    async with evening(tmp_path) as demo:
        assert demo.table.session.mode == Choosing("again")
        seen = demo.running.table_api.sight_of(None)
        assert [one["name"] for one in seen["players"]] == ["Yellow", "Green"]
        await asyncio.wrap_future(demo.running.journal.erase_names())
    async with evening(tmp_path) as demo:
        assert demo.table.session.mode == Choosing("language")
        assert demo.running.table_api.sight_of(None)["players"] == []


def test_the_daemon_begins_without_what_the_first_tap_does_not_need():
    """Ready in 300 ms: screens' and web's libraries come later, each in a thread."""
    late = {"luma", "smbus2", "starlette", "uvicorn", "websockets", "segno"}
    program = (
        "import firmware_host.cli.run, firmware_host.app.daemon.daemon, sys;"
        "print(*sys.modules)"
    )

    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()

    assert "firmware_host.table.table" in loaded
    assert late.isdisjoint(loaded)


async def test_a_button_that_is_down_while_the_daemon_starts_is_held(tmp_path):
    """A button that is down during the start counts as held, by the first heartbeat."""
    profile = load_profile(profile_path("simulated"))
    pins = FakePins(lamps=profile.lamps, buzzer=profile.buzzer)
    with SimulatedController(tmp_path) as controller:
        hardware = Hardware(
            factory=pins.factory,
            bus=ChipScreens(profile.screens).open,
            port=controller.path,
        )
        for _ in range(2):
            async with open_table(profile, tmp_path, hardware=hardware) as table:
                await until(lambda: controller._core.welcomed)
                controller.press(Button.SERVICE)
                await until(lambda: Button.SERVICE in dict(table.session.held))
                await until(lambda: not controller._core._queue)
            controller.press = lambda _: None  # it stays down
