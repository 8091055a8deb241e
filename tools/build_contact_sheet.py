"""
Draw the board's screens: one golden PNG each, and all of them on a contact sheet.

    python tools/build_contact_sheet.py --write | --check

A person looks at docs/contact-sheet.png once; the tests then hold the screens to it.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from firmware_host.app.languages import CODES, load_alphabet, load_texts  # noqa: E402 - needs the path
from firmware_host.board.faces import Lamp, TableFace, ZoneFace  # noqa: E402 - needs the path
from firmware_host.board.messages import Message, say  # noqa: E402 - needs the path
from firmware_host.board.pieces import Kind, Zone  # noqa: E402 - needs the path
from firmware_host.picture.table import draw_table  # noqa: E402 - needs the path
from firmware_host.picture.type import FONTS, PLAIN  # noqa: E402 - needs the path
from firmware_host.picture.zone import draw_zone  # noqa: E402 - needs the path

GOLDEN = ROOT / "tests" / "golden" / "screens"
SHEET = ROOT / "docs" / "contact-sheet.png"

COLUMNS, SCALE, MARGIN, CAPTION = 6, 2, 14, 18

REFUSALS = (
    *("no-round", "too-late", "not-this-piece", "piece-in-hand", "no-piece"),
    *("other-kind", "outside-word", "zone-covered", "piece-laid", "unclear"),
    *("unknown-tag", "ask-first", "journal-failed"),
)

HEX = "4ba7816db05b3277c4d0b7fd01eb0d4f7e62b6c3b88dc7e59b96bd1b1b2e9a10"


def screens() -> Iterator[tuple[str, Image.Image]]:
    """Yield every golden picture with its name."""
    for code in CODES:
        texts = load_texts(code)

        def words(message: Message) -> str:
            return texts.say(message, "screen")  # noqa: B023 - used within the turn

        for name, zone in zone_faces():
            yield f"{code}-zone-{name}", draw_zone(zone, Zone(3), words)
        for name, table in table_faces():
            yield f"{code}-table-{name}", draw_table(table, words, alive=True)
    for name, letter in letters():
        yield f"letter-{name}", draw_zone(letter, Zone(3), str)


def zone_faces() -> Iterator[tuple[str, ZoneFace]]:
    """Yield what a zone can show."""
    pieces = {"placed": (1, 2, 0, 1), "covered": (False, False, True, False)}
    yield "idle", ZoneFace()
    yield "pieces", ZoneFace(**pieces)
    yield "all-covered", ZoneFace(covered=(True, True, True, True))
    yield "yes", ZoneFace(lamp=Lamp.YES, word=say("yes"), **pieces)
    yield "no", ZoneFace(lamp=Lamp.NO, word=say("no"), **pieces)
    for code in REFUSALS:
        yield code, ZoneFace(lamp=Lamp.REFUSED, word=say(f"short-{code}"), **pieces)
    for part in ("lamp", "reader"):
        yield f"fault-{part}", ZoneFace(lamp=Lamp.FAULT, word=say(f"short-{part}"))


def table_faces() -> Iterator[tuple[str, TableFace]]:
    """Yield what the table screen can show."""
    status = say("status-round", round=2, rounds=3, guesses=3, bonus=2, noes=11)
    points = say("status-points", points="Tina 9  Lee 3  Ben 10")
    secret = say("commitment", hex=HEX)
    usual = {"status": status, "note": secret}
    for kind in Kind:
        line = say("turn-place", name="Tina")
        yield f"place-{kind}", TableFace(line, kind=kind, **usual)
    yield "take", TableFace(say("turn-take", name="Ben"), **usual)
    yield "wait", TableFace(say("turn-wait", name="Ben"), **usual)
    yield "bonus", TableFace(say("turn-bonus", name="Lee", bonus=2), **usual)
    yield "asked", TableFace(say("turn-asked", name="Lee"), **usual)
    yield "guess", TableFace(say("turn-guess", name="Lee"), **usual)
    found = say("round-guessed", name="Ben", word="HOBBY")
    yield (
        "between",
        TableFace(say("secret-waits", name="Lee"), status=points, note=found),
    )
    yield "won", TableFace(say("game-won", names="Tina"), status=points)
    shared = say("game-shared", names="Tina, Ben")
    yield "shared", TableFace(shared, status=points)
    refused = say("refused-zone-covered")
    tina = say("turn-place", name="Tina")
    yield "refused", TableFace(tina, kind=Kind.LONG_STICK, status=status, note=refused)
    yield "fault", TableFace(tina, fault=say("fault-screen", n=3), note=secret)
    yield "busy", TableFace(tina, status=status, note=secret, busy=True)
    yield "go-on", TableFace(tina, status=status, note=say("go-on"))
    languages = (say("language-en"), say("language-de"))
    yield "language", TableFace(say("choose-language"), choices=languages)
    lengths = tuple(say("length", n=length) for length in (3, 4, 5, 6))
    yield "length", TableFace(say("choose-length"), choices=lengths, marked=2)
    who = say("who-plays", names="Circle, Star")
    yield "players", TableFace(say("choose-players"), status=who)
    again = (say("again-yes"), say("again-change"))
    yield "again", TableFace(say("same-again"), choices=again)
    items = ("go-on", "undo", "void", "leave", "join", "end", "sound-off", "off")
    menu = tuple(say(f"menu-{item}") for item in items)
    yield "menu", TableFace(say("menu"), choices=menu, marked=1)


def letters() -> Iterator[tuple[str, ZoneFace]]:
    """Yield every letter as it is revealed."""
    alphabet = load_alphabet()
    names = {"-": "hyphen", "'": "apostrophe"}
    for letter in (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", "-", "'"):
        face = ZoneFace(letter=letter, build=alphabet.build(letter))
        yield names.get(letter, letter.lower()), face


def sheet(pictures: list[tuple[str, Image.Image]]) -> Image.Image:
    """Return all pictures with their names below them."""
    width, height = 128 * SCALE + MARGIN, 64 * SCALE + MARGIN + CAPTION
    rows = -(-len(pictures) // COLUMNS)
    whole = Image.new("L", (COLUMNS * width + MARGIN, rows * height + MARGIN), 90)
    draw = ImageDraw.Draw(whole)
    caption = ImageFont.truetype(FONTS / PLAIN, 13)
    for at, (name, picture) in enumerate(pictures):
        x = MARGIN + at % COLUMNS * width
        y = MARGIN + at // COLUMNS * height
        big = picture.convert("L").resize((128 * SCALE, 64 * SCALE), 0)
        whole.paste(big, (x, y))
        draw.text((x, y + 64 * SCALE + 2), name, fill=255, font=caption)
    return whole


def main() -> int:
    """Write or check; 1 where a picture is not up to date."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--write", action="store_true")
    given.add_argument("--check", action="store_true")
    write = given.parse_args().write
    pictures, stale = list(screens()), []
    for name, picture in pictures:
        path = GOLDEN / f"{name}.png"
        if write:
            path.parent.mkdir(parents=True, exist_ok=True)
            picture.save(path, optimize=True)
        elif not path.exists() or Image.open(path).tobytes() != picture.tobytes():
            stale.append(name)
    if write:
        sheet(pictures).save(SHEET, optimize=True)
    for name in stale:
        print(f"{name} is not up to date; run this with --write and look at it")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
