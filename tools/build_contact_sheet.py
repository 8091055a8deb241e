"""
Draw the board's screens: one golden PNG each, and all of them on a contact sheet.

    python tools/build_contact_sheet.py --write | --check

A person judges docs/contact-sheet.png once; the tests then compare every screen with
its golden PNG. docs/contact-sheet-<game>.png shows the moments of the games in
docs/examples; docs/contact-sheet-moments.png shows what lamps and screens do after an
event, one row for each point in time.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PIL import Image, ImageDraw

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from firmware_host.app.content.languages import load_alphabet, load_texts  # noqa: E402 - needs the path
from firmware_host.board.faces import (  # noqa: E402 - needs the path
    CardFace,
    CardsFace,
    HandFace,
    TableFace,
    WordFace,
)
from firmware_host.board.messages import Message, say  # noqa: E402 - needs the path
from firmware_host.board.pieces import Kind, Zone  # noqa: E402 - needs the path
from firmware_host.languages import CODES  # noqa: E402 - needs the path
from firmware_host.picture.maker import draw_maker  # noqa: E402 - needs the path
from firmware_host.picture.qr import draw_qr  # noqa: E402 - needs the path
from firmware_host.picture.table import draw_table  # noqa: E402 - needs the path
from firmware_host.picture.type import PLAIN, font  # noqa: E402 - needs the path
from firmware_host.picture.zone import draw_zone  # noqa: E402 - needs the path
from firmware_host.session.rack import kinds_text  # noqa: E402 - needs the path
from tools import beat_scenes, moments, zone_scenes  # noqa: E402 - needs the path

GOLDEN = ROOT / "tests" / "golden" / "screens"
SHEET = ROOT / "docs" / "contact-sheet.png"

COLUMNS, SCALE, MARGIN, CAPTION = 6, 2, 14, 18

#: Eight players: the most that can play a game in which the board chooses the words.
EIGHT = ("Ada", "Ben", "Cem", "Dora", "Emil", "Fay", "Gül", "Hugo")

#: The text in the QR code that shows the teacher's code on a board with its own Wi-Fi.
SCAN = "HTTP://10.42.0.1/C/C0DEC0DE12345678"

HEX = "4ba7816db05b3277c4d0b7fd01eb0d4f7e62b6c3b88dc7e59b96bd1b1b2e9a10"


def screens() -> Iterator[tuple[str, Image.Image]]:
    """Yield every golden picture with its name."""
    for code in CODES:
        texts = load_texts(code)

        def words(message: Message) -> str:
            return texts.say(message, "screen")  # noqa: B023 - used within the turn

        for name, zone in zone_scenes.zone_faces(texts):
            yield f"{code}-zone-{name}", draw_zone(zone, Zone(3), words)
        for name, table in table_faces():
            qr = draw_qr(table.scan) if table.scan else None
            yield f"{code}-table-{name}", draw_table(table, words, alive=True, qr=qr)
        for name, own in maker_faces():
            yield f"{code}-maker-{name}", draw_maker(own, words)
        for name, cards_of_one in hand_faces():
            yield f"{code}-hand-{name}", draw_maker(cards_of_one, words)
        for name, held in held_faces():
            yield f"{code}-held-{name}", draw_maker(held, words)
    for name, letter in zone_scenes.in_one_language():
        begins = "" if name.startswith(("card-", "mark-", "forms-")) else "letter-"
        yield f"{begins}{name}", draw_zone(letter, Zone(3), english)


def english(message: Message) -> str:
    """Return a message as English text for a screen."""
    return load_texts("en").say(message, "screen")


def table_faces() -> Iterator[tuple[str, TableFace]]:
    """Yield a name and the content for each golden picture of the table screen."""
    yield from turn_faces()
    yield from trouble_faces()
    yield from check_faces()
    yield from round_faces()
    yield from choice_faces()


STATUS = say("status-round", round=2, rounds=3, guesses=3, bonus=2, noes=11)
POINTS = say("status-points", points="Tina 9  Lee 3  Ben 10")
SECRET = say("commitment", hex=HEX)
TINA = say("turn-place", name="Tina")


def turn_faces() -> Iterator[tuple[str, TableFace]]:
    """Yield table screens for each kind of action that a turn can wait for."""
    for kind in Kind:
        yield f"place-{kind}", TableFace(TINA, kind=kind, status=STATUS, note=SECRET)
    yield "press", TableFace(say("turn-press", name="Lee"), kind=Kind.TIGHT_CURVE)
    for way in ("station", "buttons"):
        for wait in ("take", "place"):
            line = say(f"turn-{wait}-{way}", name="Lee")
            yield f"{wait}-{way}", TableFace(line, status=STATUS, note=SECRET)
    how = say("guess-how")
    for name, letters, note in (("spell", "HO???", None), ("say", "?????", "aloud")):
        line = say("guess-spell", name="Tina", letters=letters)
        yield name, TableFace(line, status=how, note=note and say(f"guess-{note}"))
    for wait in ("take", "wait", "bonus", "asked", "guess"):
        line = say(f"turn-{wait}", name="Lee", bonus=2)
        yield wait, TableFace(line, status=STATUS, note=SECRET)


def trouble_faces() -> Iterator[tuple[str, TableFace]]:
    """Yield table screens that report refused actions, faults and interruptions."""
    refused = say("refused-zone-covered")
    stick = Kind.LONG_STICK
    yield "refused", TableFace(TINA, kind=stick, status=STATUS, note=refused)
    yield "fault", TableFace(TINA, fault=say("fault-screen", n=3), note=SECRET)
    yield "refused-fault", TableFace(TINA, fault=say("fault-journal"), note=refused)
    yield "lost", TableFace(TINA, status=STATUS, note=say("touches-lost", n=2))
    yield "busy", TableFace(TINA, status=STATUS, note=SECRET, busy=True)
    for left_s in (120, 59, 9, 0):
        yield (
            f"sand-{left_s}",
            TableFace(TINA, status=POINTS, note=SECRET, left_s=left_s),
        )
    wrong = say("guess-wrong", name="Ben", word="HORSE")
    yield "wrong", TableFace(TINA, status=STATUS, note=wrong)
    aloud = say("guess-wrong-aloud", name="Ben")
    yield "wrong-aloud", TableFace(TINA, status=STATUS, note=aloud)
    yield "go-on", TableFace(TINA, status=STATUS, note=say("go-on"))
    yield "muted", TableFace(TINA, status=STATUS, note=say("sound-off"))
    yield "paused", TableFace(say("paused"), status=STATUS, note=say("paused-home"))
    code = say("teacher-code", digits="274 918")
    for hint in ("forgot", "recovers"):
        face = TableFace(code, status=say(f"teacher-{hint}"))
        yield f"teacher-{hint}", face
        yield f"teacher-{hint}-scan", replace(face, scan=SCAN)


def check_faces() -> Iterator[tuple[str, TableFace]]:
    """Yield table screens that ask the players to correct the pieces on the board."""
    red, yellow, blue, green = Kind
    four = kinds_text([yellow, yellow, blue, green])
    keep = say("check-answers")
    lies = say("zone-lies-not", n=3, pieces=four, noes=kinds_text([red]))
    yield "lies", TableFace(TINA, status=STATUS, note=lies)
    for code in ("not-seen", "not-seen-rack"):
        note = say(f"refused-{code}", zone=3)
        yield code, TableFace(TINA, kind=red, status=STATUS, note=note)
    yield "go-on-check", TableFace(TINA, status=STATUS, note=say("go-on-check"))
    unseen = say("check-unseen", n=3, pieces=four)
    yield "check", TableFace(say("check-tap"), status=keep, note=unseen)
    yield "check-press", TableFace(say("check-press"), kind=red)
    move = say("check-move", at=4, to=3)
    yield "check-move", TableFace(move, kind=green, status=keep)
    yield "check-off", TableFace(say("check-off", at=3), kind=blue, status=keep)
    count = say("refused-check-count", zone=3)
    yield "check-count", TableFace(move, kind=green, status=keep, note=count)
    yield "check-right", TableFace(say("check-right"), status=say("check-done"))


def hand_faces() -> Iterator[tuple[str, HandFace]]:
    """Yield the hidden screens of a player who lays cards: hand, open, passing."""
    hand, row = tuple("BEAN?Q"), ("A", "", "R", "?", "T", "S")
    none, used = (False,) * 6, (True, True, False, True, False, False)
    word = {"word": tuple("BEAN"), "blue": (False, False, True, False)}
    yield "empty", HandFace(hand, none, note=say("lay-empty"))
    yield "some", HandFace(hand, used, note=say("lay-hand"), **word)
    blue = (True, *none[1:])
    yield "open", HandFace(row, blue, opened=True, note=say("lay-row"), **word)
    blank = {"word": ("B", "?"), "blue": (False, False)}
    yield "blank", HandFace(hand, (True, *none[1:]), note=say("lay-blank"), **blank)
    pass_ = say("lay-pass", n=2)
    yield "pass", HandFace(hand, (*none[:4], True, True), passes=True, note=pass_)
    wrong = say("refused-keyword-nothing")
    yield "nothing", HandFace(hand, none, note=wrong)


def held_faces() -> Iterator[tuple[str, CardsFace]]:
    """Yield the hidden screens of a player whose cards the board has dealt."""
    ranks = ("A", "10", "Q", "7", "J", "2")
    suits = ("diamonds", "spades", "hearts", "clubs", "hearts", "spades")
    hand = tuple(map(CardFace, ranks, suits))
    yield "hand", CardsFace(hand, note=say("hold-choose"))
    yield "chosen", CardsFace(hand, chosen=2, note=say("hold-zone", zones="4, 5, 6"))
    yield "wait", CardsFace(hand[:5], note=say("hold-wait"))
    yield "code", CardsFace(hand[:3], note=say("hold-code"))
    yield "pile", CardsFace(hand[1:], note=say("hold-pile"))
    yield "break", CardsFace((), note=say("hold-break"))


def maker_faces() -> Iterator[tuple[str, WordFace]]:
    """Yield the maker's screens: a word while it is chosen, and a chosen word."""
    one, half = Zone(1), ("H", "O", "", "", "")
    yield "blank", WordFace(one, ("",) * 5, note=say("own-spell", name="Tina"))
    yield "half", WordFace(one, half, note=say("own-spell", name="Tina"))
    yield "done", WordFace(one, tuple("HOBBY"), note=say("own-give"))
    yield "unknown", WordFace(one, tuple("HOBZZ"), note=say("own-unknown"))
    yield "stands", standing("HOBBY", note=say("own-change"))
    yield "found", standing("HOBBY", laid=6, note=say("own-hands"))
    yield "judge", standing("HOBBY", laid=9, note=say("own-judge", name="Lee"))
    yield "three", standing("CAT", laid=3, note=say("own-hands"))
    yield "six", standing("MEMBER", laid=11, note=say("own-hands"))


def standing(word: str, *, note: Message, laid: int = 0) -> WordFace:
    """Return the maker's screen for a chosen word of which some pieces are found."""
    builds = tuple(load_alphabet().build(letter) for letter in word)
    found = []
    for build in builds:
        counts = []
        for count in build:
            counts.append(min(count, laid))
            laid -= counts[-1]
        found.append(tuple(counts))
    first = Zone(1 if len(word) > 4 else 2)  # noqa: PLR2004 - the rule's own number
    return WordFace(first, tuple(word), builds, tuple(found), note)  # type: ignore[arg-type]  # mypy cannot count a loop


def round_faces() -> Iterator[tuple[str, TableFace]]:
    """Yield table screens for the beginning and the end of rounds and games."""
    lee, board = say("secret-waits", name="Lee"), say("secret-board")
    found = say("round-guessed", name="Ben", word="HOBBY")
    missed = say("round-unguessed", word="SCHULE")
    void = say("round-voided", word="PANDA")
    eight = " ".join(f"{name} {at + 7}" for at, name in enumerate(EIGHT))
    crowd = say("status-points", points=eight)
    yield "first", TableFace(lee)
    yield "first-tiles", TableFace(lee, note=say("secret-tiles", name="Tina"))
    counted = say("secret-count", name="Tina", n=3, needs=5)
    yield "first-count", TableFace(lee, note=counted)
    yield "first-phone", TableFace(lee, note=say("secret-phone"))
    yield "between", TableFace(lee, status=POINTS, note=found)
    yield "crowd", TableFace(board, status=crowd, note=missed)
    yield "void", TableFace(lee, status=POINTS, note=void)
    promise, wait = say("commitment", hex=HEX), say("turn-wait", name="Lee")
    yield "next", TableFace(wait, status=found, note=promise)
    yield "next-missed", TableFace(wait, status=missed, note=promise)
    yield "won", TableFace(say("game-won", names="Tina"), status=POINTS, note=found)
    yield "shared", TableFace(say("game-shared", names="Tina, Ben"), status=POINTS)


def choice_faces() -> Iterator[tuple[str, TableFace]]:
    """Yield table screens for the questions before a game and for the menu."""
    who = say("who-plays", names="Circle, Star")
    lengths = tuple(say("length", n=length) for length in (3, 4, 5, 6))
    items = (
        "go-on",
        "undo",
        "void",
        "check",
        "leave",
        "join",
        "retire",
        "end",
        "sound-off",
        "language",
    )
    menu = tuple(say(f"menu-{item}") for item in (*items, "off"))
    yield "language", choice("choose-language", "language-en", "language-de")
    yield "place", choice("choose-place", "place-home", "place-class")
    yield "length", TableFace(say("choose-length"), choices=lengths, marked=2)
    yield "players", TableFace(say("choose-players"), status=who)
    eight = say("who-plays", names=", ".join(EIGHT))
    yield "players-crowd", TableFace(say("choose-players"), status=eight)
    yield "maker", choice("choose-maker", "maker-board", "maker-person")
    yield "again", choice("same-again", "again-yes", "again-change", "again-rules")
    yield "menu", TableFace(say("menu"), choices=menu, marked=1)
    for asks in ("leave", "retire"):
        yield f"menu-who-{asks}", TableFace(say(f"menu-who-{asks}"), status=who)
    sure = choice("menu-sure-end", "menu-go-on", "menu-end")
    yield "menu-sure", replace(sure, marked=1)


def choice(question: str, *answers: str) -> TableFace:
    """Return the table screen of a question whose first answer is selected."""
    return TableFace(say(question), choices=tuple(say(answer) for answer in answers))


def sheet(pictures: list[tuple[str, Image.Image]]) -> Image.Image:
    """Return one image of all pictures, each with its name below."""
    width, height = 128 * SCALE + MARGIN, 64 * SCALE + MARGIN + CAPTION
    rows = -(-len(pictures) // COLUMNS)
    whole = Image.new("L", (COLUMNS * width + MARGIN, rows * height + MARGIN), 90)
    draw = ImageDraw.Draw(whole)
    caption = font(PLAIN[0].name, PLAIN[0].size)
    for at, (name, picture) in enumerate(pictures):
        x = MARGIN + at % COLUMNS * width
        y = MARGIN + at // COLUMNS * height
        big = picture.convert("L").resize((128 * SCALE, 64 * SCALE), 0)
        whole.paste(big, (x, y))
        draw.text((x, y + 64 * SCALE + 2), name, fill=255, font=caption)
    return whole


def stale_sheets(*, write: bool) -> list[str]:
    """Write the sheets of games and moments, or return those that are out of date."""
    stale = []
    sheets = {game: moments.sheet(game) for game in moments.GAMES}
    for name, picture in {**sheets, "moments": beat_scenes.sheet()}.items():
        path = SHEET.with_stem(f"{SHEET.stem}-{name}")
        if write:
            picture.save(path, optimize=True)
        elif not path.exists() or Image.open(path).tobytes() != picture.tobytes():
            stale.append(path.name)
    return stale


def main() -> int:
    """Write or check the pictures; return 1 if one is out of date."""
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
    names = {name for name, _ in pictures}
    for path in GOLDEN.glob("*.png"):
        if path.stem not in names and write:
            path.unlink()
        elif path.stem not in names:
            stale.append(path.stem)
    if write:
        sheet(pictures).save(SHEET, optimize=True)
    stale += stale_sheets(write=write)
    for name in stale:
        print(f"{name} is not up to date; run this with --write and look at it")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
