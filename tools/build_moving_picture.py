"""
Record the animation in README.md: a real round, from the first piece to the word.

    python tools/build_moving_picture.py --write

A demo is opened in Chromium, and a script plays a newcomer's first minute by mouse. The
frames are screenshots of that page; Pillow joins them.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from io import BytesIO
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser.demo import start  # noqa: E402 - needs the path
from tests.browser.eyes import Eyes  # noqa: E402 - needs the path
from tests.browser.newcomer import Mouse, Newcomer, Thing, sit_down  # noqa: E402 - needs the path
from tools.build_web_sheet import photographer  # noqa: E402 - needs the path

PICTURE = ROOT / "docs" / "first-minute.webp"
LIMIT_BYTES = 1_500_000

#: The size of the browser window, the width of the animation in pixels, its quality.
SIZE, WIDTH, QUALITY = (960, 600), 640, 80

#: Seconds between two screenshots; the longest duration of a frame, and of the last.
EVERY_S, LONGEST_MS, END_MS = 0.1, 900, 3000

#: The greatest number of frames; more would be too long to watch.
MOST = 240

#: The steps of a drag, and the seconds for which its answer is shown.
STEPS, ANSWER_S = 7, 1.2

#: The seconds that are recorded after the word is found.
AFTER_S = 2.5


class Unhurried(Mouse):
    """A mouse that drags pieces slowly enough to be followed by eye."""

    async def lay(self, piece: Thing, onto: Thing) -> int:
        """Drag a piece to an element in small steps."""
        begin, end = [await self.sight.middle(one) for one in (piece, onto)]
        mouse = self.sight.page.mouse
        await mouse.move(*begin)
        await mouse.down()
        for step in range(1, STEPS + 1):
            way = [a + (b - a) * step / STEPS for a, b in zip(begin, end, strict=True)]
            await mouse.move(way[0], way[1])
            await asyncio.sleep(EVERY_S)
        await mouse.up()
        await asyncio.sleep(ANSWER_S)
        return 1


class Camera:
    """Takes screenshots of a page in a thread while a script plays on it."""

    def __init__(self, someone: Newcomer) -> None:
        self._page = someone.sight.page
        self._running = True
        self.taken: list[tuple[float, bytes]] = []

    async def run(self) -> None:
        """Take screenshots until `stop` is called; of equal ones only the first."""
        while self._running:
            shot = await self._page.screenshot(type="png", animations="allow")
            if not self.taken or self.taken[-1][1] != shot:
                self.taken.append((time.monotonic(), shot))
            await asyncio.sleep(EVERY_S)

    def stop(self) -> None:
        """Stop taking screenshots."""
        self._running = False


async def film(folder: Path) -> tuple[Camera, list[str]]:
    """Play the first minute while the camera runs; return it and the page's faults."""
    eyes = Eyes()
    demo = start(folder)
    try:
        async with photographer(eyes) as open_page:
            page = await open_page(demo.at("/"), size=SIZE, still=False)
            someone = await sit_down(page, "mouse", "en")
            someone.hands = Unhurried(someone.sight)
            await someone.until(someone.piece)
            camera = Camera(someone)
            running = asyncio.create_task(camera.run())
            await someone.first_answer()
            await someone.find_word()
            await asyncio.sleep(AFTER_S)
            camera.stop()
            await running
    finally:
        demo.kill()
    return camera, eyes.faults


def join(camera: Camera) -> int:
    """Write the animation and return its size in bytes."""
    taken = camera.taken[:: -(-len(camera.taken) // MOST)]
    times = [at for at, _ in taken]
    ends = [*times[1:], times[-1]]
    waits = [
        min(int((end - at) * 1000), LONGEST_MS)
        for at, end in zip(times, ends, strict=True)
    ]
    waits[-1] = END_MS
    first, *rest = [_small(shot) for _, shot in taken]
    first.save(
        PICTURE,
        save_all=True,
        append_images=rest,
        duration=waits,
        loop=0,
        quality=QUALITY,
        method=4,
    )
    return PICTURE.stat().st_size


def _small(shot: bytes) -> Image.Image:
    picture = Image.open(BytesIO(shot)).convert("RGB")
    high = WIDTH * picture.height // picture.width
    return picture.resize((WIDTH, high), Image.Resampling.LANCZOS)


def main() -> int:
    """Write the animation; return 1 if a page has a fault or the file is too large."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--write", action="store_true", required=True)
    given.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        camera, faults = asyncio.run(film(Path(folder)))
    size = join(camera)
    print(f"{PICTURE.name}: {size:,} bytes, {len(camera.taken)} pictures")
    print(*faults, sep="\n")
    return 1 if faults or size > LIMIT_BYTES else 0


if __name__ == "__main__":
    sys.exit(main())
