"""`letterzone demo`: play on a simulated board."""

import asyncio
import os
import secrets
import shutil
import signal
import sys
import tempfile
import webbrowser
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from io import StringIO
from pathlib import Path
from textwrap import wrap

from firmware_host.app.archive.replay import ReplayedGame, scoresheet, step_lines
from firmware_host.app.content.languages import load_texts
from firmware_host.app.demo.demo import DemoBoard, open_demo
from firmware_host.board.commands import KIOSK, PLACES, Choose, TutorialCommand
from firmware_host.board.messages import Refused, say
from firmware_host.board.moments import What
from firmware_host.cli import commands
from firmware_host.cli.archive import played
from firmware_host.cli.places import folder_of, language_of
from firmware_host.cli.terminal import Lines, keyboard, unseen
from firmware_host.errors import TranscriptError
from firmware_host.session.modes import choosing
from firmware_host.session.modes.choosing import ChosenGame
from firmware_host.session.setups import Player, Setup
from firmware_host.simulate import script
from firmware_host.simulate.terminal import Terminal
from firmware_host.texts.texts import Texts

#: The folder of the demo's journal.
NAME = "letterzone-demo"

#: The colours of lines on a terminal, in addition to their words; bold for an open
#: question. Source: ECMA-48, 8.3.117 "SGR".
COLOURS: dict[What | None, int] = {
    What.TURN: 1,
    **dict.fromkeys((What.YES, What.RIGHT), 32),
    **dict.fromkeys((What.NO, What.WRONG, What.LAST_TOKEN, What.OUT), 31),
    What.REFUSED: 33,
}


@commands.run.register
def demo(given: commands.DemoCommand) -> int:
    """Open the simulated board in the browser or the terminal, or play a script."""
    if given.script:
        return asyncio.run(_script(given))
    asyncio.run(_terminal(given) if given.terminal else _browser(given))
    return 0


@asynccontextmanager
async def _opened(given: commands.DemoCommand) -> AsyncIterator[DemoBoard]:
    """Open a demo with the tutorial, the first questions, or a kiosk."""
    folder = folder_of(given.folder, name=NAME)
    setup = Setup(language=language_of(given.language))
    with tempfile.TemporaryDirectory() as port_folder:
        async with open_demo(folder, Path(port_folder), setup=setup) as demo:
            if given.first and demo.doing.playing is None:
                demo.table.session = choosing.ask(demo.table.session, "language")
            elif given.kiosk or demo.table.session.setup.place == KIOSK:
                place = KIOSK if given.kiosk else PLACES[0]
                await demo.table.ask(Choose(place=place))
            elif demo.table.session.newcomers:
                await demo.table.ask(TutorialCommand(wanted=True))
            yield demo


# --- in the browser ---------------------------------------------------------


async def _browser(given: commands.DemoCommand) -> None:
    """Open the virtual board, and print its address."""
    from firmware_host.app.demo.virtual import Virtual  # noqa: PLC0415 - the terminal needs none
    from firmware_host.app.pages.child import open_pages  # noqa: PLC0415 - likewise
    from firmware_host.app.pages.place import (  # noqa: PLC0415 - likewise
        EVERYWHERE,
        LOOPBACK,
        ListenPlace,
    )

    key = secrets.token_urlsafe(9) if given.lan else ""
    place = ListenPlace(EVERYWHERE if given.lan else LOOPBACK, given.port, key)
    texts = load_texts(language_of(given.language))
    folder = folder_of(given.folder, name=NAME)
    async with (
        _opened(given) as demo,
        open_pages(demo.running, folder, place=place, board=Virtual(demo)) as address,
    ):
        url = f"{address}/#{key}" if key else f"{address}/"
        _write(texts.say(say("demo-open", url=url)))
        if given.lan:
            for code, way in ("phones", "/seat"), ("tablet", f"/tablet#{key}"):
                _write(texts.say(say(f"demo-{code}", url=f"{address}{way}")))
                _write_qr(f"{address}{way}")
        _write(texts.say(say("demo-stop")))
        demo.table.listen(_own_teller(demo, texts))
        if not given.no_open:
            _open(url)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, demo.table.off.set)
        await demo.table.off.wait()


def _own_teller(demo: DemoBoard, texts: Texts) -> Callable[[object, object], None]:
    """
    Return a listener that prints codes and keys.

    The board shows them on its own screen only; pages do not show them.
    """
    said = ""

    def listen(_event: object, _outcome: object) -> None:
        nonlocal said
        local = demo.table.face.local
        line = "" if local is None else texts.say(local.line)
        if line and line != said:
            _write(line)
        said = line

    return listen


def _write_qr(url: str) -> None:
    import segno  # noqa: PLC0415 - only for --lan

    art = StringIO()
    segno.make(url, micro=False).terminal(art, compact=True)
    _write(art.getvalue())


def _open(url: str) -> None:
    """Open the browser, if there is a screen."""
    if os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(url)


# --- in the terminal ---------------------------------------------------------


async def _terminal(given: commands.DemoCommand) -> None:
    async with _opened(given) as demo:
        lines = Lines()
        terminal = Terminal(demo.doing, write=_show, ask=partial(_ask_unseen, lines))
        with keyboard(lines.put):
            reading = asyncio.create_task(terminal.run(aiter(lines)))
            off = asyncio.create_task(demo.table.off.wait())
            await asyncio.wait((reading, off), return_when=asyncio.FIRST_COMPLETED)
            for task in (reading, off):
                task.cancel()
            await asyncio.gather(reading, off, return_exceptions=True)


def _show(line: str, what: What | None = None) -> None:
    """Write a line; on a terminal wrapped, and in the colour of `what`."""
    if not sys.stdout.isatty():
        _write(line)
        return
    width = shutil.get_terminal_size().columns
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb"
    colour = None if plain else COLOURS.get(what)
    for part in wrap(line, width, break_on_hyphens=False):
        _write(part if colour is None else f"\x1b[{colour}m{part}\x1b[0m")


def _write(line: str) -> None:
    encoding = sys.stdout.encoding or "ascii"
    with suppress(BrokenPipeError):  # the reader has closed; the board plays on
        sys.stdout.write(line.encode(encoding, "replace").decode(encoding) + "\n")
        sys.stdout.flush()


async def _ask_unseen(lines: Lines, prompt: str) -> str:
    with unseen():
        _show(prompt)
        return (await lines.next() or "").strip()


# --- by itself --------------------------------------------------------------


async def _script(given: commands.DemoCommand) -> int:
    """Play a transcript through simulated pads, wire, journal, lamps and screens."""
    done = played(given.script)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        setup = Setup(language=done.head.language)
        async with open_demo(place, place, setup=setup, haste=True) as demo:
            await _begin(done, demo)
            await _play(done, demo, given.script)
            playing = demo.doing.playing
            results = playing.engine.results(playing.game) if playing else ()
    _write("")
    for line in scoresheet(done, results):
        _write(line)
    return 0


async def _begin(done: ReplayedGame, demo: DemoBoard) -> None:
    """Begin the script's game, with the word lists named in its header."""
    session = demo.table.session
    languages = {**session.languages, done.head.language: done.header.language}
    demo.table.session = replace(session, scripted=True, languages=languages)
    players = tuple(Player(name) for name in done.head.players)
    await demo.table.choose(ChosenGame(players, done.header))


async def _play(done: ReplayedGame, demo: DemoBoard, where: str) -> None:
    texts = load_texts(done.head.language)
    for one in done.played:
        outcome = await script.act(demo.doing, one.action, one.by)
        if outcome is None:
            msg = f"{where}:{one.number}: the board gave no answer; is its cable in?"
            raise TranscriptError(msg)
        for line in step_lines(done, replace(one, outcome=outcome)):
            _write(line)
        if not isinstance(outcome, Refused):
            shown = texts.say(demo.table.face.table.line, "screen")
            _write(texts.say(say("told-screen", text=shown)))
