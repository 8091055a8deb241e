"""A transcript played live: by hands at pads, over the wire, into the journal."""

import asyncio
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path

from firmware_host.app.archive.replay import read_file, replay
from firmware_host.app.content.languages import load_texts
from firmware_host.app.demo.demo import open_demo
from firmware_host.board.messages import Refused
from firmware_host.cli import demo as demo_command
from firmware_host.session.setups import Setup
from firmware_host.web.documents import public

#: Seconds before the last action; far more than a slow machine needs.
WAIT_S = 0.3

#: The keys that differ between two views without an event, and the note that the board
#: goes on.
PASSING = ("n", "elapsed_ms", "left_ms", "running", "note", "note_code", "moments")


def play_live(path, folder):
    """Play the transcript at *path* on a simulated board that keeps its journal."""

    async def evening():
        done = replay(*read_file(str(path)))
        place, setup = Path(folder), Setup(language=done.head.language)
        async with open_demo(place, place, setup=setup, haste=True) as demo:
            await demo_command._begin(done, demo)
            await demo_command._play(done, demo, str(path))

    asyncio.run(evening())
    return folder


def looks(table_api):
    """Return the public view and each seat's secret, as pages get them."""
    seen = table_api.see()
    texts = load_texts(seen["language"])
    seats = [one["seat"] for one in seen["players"]]
    everybody = {
        name: value
        for name, value in public(seen, texts).items()
        if name not in PASSING
    }
    own = [table_api.sight_of(seat)["secret"] for seat in seats]
    told = {"everybody": everybody, "own": own, "left_ms": seen["left_ms"]}
    return json.loads(json.dumps(told))


async def left_alone(path, folder, last):
    """Play *path*, wait, do the action *last*, print the views, and run on."""
    done = replay(*read_file(path))
    place, setup = Path(folder), Setup(language=done.head.language)
    port = place / "first"
    port.mkdir()
    async with open_demo(place, port, setup=setup, haste=True) as demo:
        await demo_command._begin(done, demo)
        await demo_command._play(done, demo, path)
        await asyncio.sleep(WAIT_S)
        outcome = await demo.running.table_api.do(json.loads(last))
        assert not isinstance(outcome, Refused), outcome
        print(
            json.dumps({folder: looks(demo.running.table_api)}),
            file=sys.__stdout__,
            flush=True,
        )
        await asyncio.Event().wait()


async def main(words):
    """
    Run boards, one for every three words: a script, a folder, a last action.

    Nothing is closed: the caller kills this process.
    """
    boards = zip(words[::3], words[1::3], words[2::3], strict=True)
    with redirect_stdout(sys.stderr):  # what is told of the scripts
        await asyncio.gather(*(left_alone(*board) for board in boards))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
