"""Draw the zones after an event in steps of time (beats), one beat a row."""

from collections.abc import Iterator
from dataclasses import replace

from PIL import Image, ImageDraw

from firmware_host.app.content.languages import load_alphabet, load_texts
from firmware_host.board.faces import Lamp, ZoneFace
from firmware_host.board.messages import Message, say
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import Seat, Zone
from firmware_host.picture.beats import RUNS, Beat, Zones, beats
from firmware_host.picture.type import PLAIN, font
from firmware_host.picture.zone import draw_zone
from tools.moments import GAP, LAMPS, MARGIN, SCREEN, lamps
from tools.zone_scenes import forming

#: The width of the column of times; the heights of the rows of a beat and of a name, in
#: pixels.
TIMES, ROW, TITLE = 64, SCREEN[1] + LAMPS + GAP, 22

#: The number of beats that are drawn of moving lamps.
MOST = 4


def scenes() -> Iterator[tuple[str, tuple[Beat, ...]]]:
    """Yield the events by name, each with its sequence of pictures."""
    outside = ZoneFace(in_word=False)
    lying = ((2, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (1, 0, 0, 1), (0, 2, 0, 0))
    before = (*map(forming, lying), outside)
    builds = load_alphabet().builds
    word = (*(ZoneFace(letter=one, build=builds[one]) for one in "HOBBY"), outside)
    found = (Moment(What.RIGHT), Moment(What.ROUND, Seat(0)))
    yield "right: the word is shown", beats(found, before, word)
    answered = (before[0], replace(before[1], lamp=Lamp.YES, word=say("yes")))
    zones: Zones = (*answered, *before[2:])
    for what in RUNS:
        yield what, beats((Moment(what),), zones, zones)[:MOST]


def sheet() -> Image.Image:
    """Return one image of all events, with the lamps above each zone's screen."""
    every = list(scenes())
    wide = TIMES + 6 * (SCREEN[0] + GAP) + 2 * MARGIN
    high = sum(TITLE + len(script) * ROW for _, script in every) + 2 * MARGIN
    whole = Image.new("L", (wide, high), 90)
    draw = ImageDraw.Draw(whole)
    caption = font(PLAIN[0].name, PLAIN[0].size)
    y = MARGIN
    for name, script in every:
        draw.text((MARGIN, y + 4), name, fill=255, font=caption)
        y += TITLE
        for beat in script:
            draw.text(
                (MARGIN, y + ROW // 2), f"{beat.at_ms} ms", fill=255, font=caption
            )
            for at, zone in enumerate(beat.zones):
                x = MARGIN + TIMES + at * (SCREEN[0] + GAP)
                whole.paste(
                    draw_zone(zone, Zone(at + 1), english).convert("L"), (x, y + LAMPS)
                )
                lamps(draw, zone, (x, y))
            y += ROW
    return whole


def english(message: Message) -> str:
    """Return a message as English text for a screen."""
    return load_texts("en").say(message, "screen")
