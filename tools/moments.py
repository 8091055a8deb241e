"""
Draw what the board's screens show during the games of docs/examples, on one sheet.

A row is a moment: the table screen, six zones and the hidden screen if lit, once in
each language. A moment is shown only if its messages and kinds of zones are new. In
games with hidden guesses, one guess is begun.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from PIL import Image, ImageDraw

from firmware_host.app.archive.replay import ReplayedGame, replay
from firmware_host.app.content.languages import load_texts
from firmware_host.board.events import PLAYER_BUTTONS, BoardEvent, Pressed, Tapped
from firmware_host.board.faces import Face, Lamp, ZoneFace
from firmware_host.board.messages import Message, Refused
from firmware_host.board.pieces import RACK, Millis, Seat, Tile, Zone
from firmware_host.games.wqrdles.forms import Attempt
from firmware_host.languages import CODES
from firmware_host.picture.maker import draw_maker
from firmware_host.picture.table import draw_table
from firmware_host.picture.type import PLAIN, font
from firmware_host.picture.zone import draw_zone
from firmware_host.session.modes.filling import PlayMode
from firmware_host.session.play import Playing
from firmware_host.session.render import render
from firmware_host.session.setups import Player, Setup
from firmware_host.session.state import Session
from firmware_host.session.step import step

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "docs" / "examples"
GAMES = ("codecards", "wqrdles", "keyword")

SCREEN, MARGIN, GAP, LAMPS, CAPTION = (128, 64), 10, 6, 12, 14
CELL = (2 * SCREEN[0] + 4 * (GAP + SCREEN[0]), 2 * (SCREEN[1] + LAMPS) + GAP)

#: The events of a guess: the guesser, the owner of the word, then two letters.
ATTEMPT: tuple[BoardEvent, ...] = (
    *(Pressed(PLAYER_BUTTONS[0]), Pressed(PLAYER_BUTTONS[1])),
    *(Tapped(RACK, Tile("S")), Tapped(RACK, Tile("O"))),
)

#: The pair of lamps as two signs: the cross on the left, the tick on the right.
SIGNS = {
    Lamp.YES: "tick",
    Lamp.NO: "cross",
    Lamp.ELSEWHERE: "cross and tick",
}


@dataclass(frozen=True, slots=True)
class Moment:
    """
    The state of all screens after a line of a transcript.

    Args:
        name: The name of the file and the number of the line.
        face: What the board shows.
    """

    name: str
    face: Face


def moments(game: str) -> Iterator[Moment]:
    """Yield the moments of a game's transcripts, without repetitions of a kind."""
    seen = set()
    for path in sorted(EXAMPLES.glob(f"{game}*.jsonl")):
        played = replay(path.read_text(encoding="utf-8").splitlines(), path.name)
        for one in played.played:
            if isinstance(one.outcome, Refused):
                continue
            for face in faces(played, one.after):
                if kind_of(face) not in seen:
                    seen.add(kind_of(face))
                    yield Moment(f"{path.stem}:{one.number}", face)


def faces(played: ReplayedGame, game: object) -> Iterator[Face]:
    """Yield the screens of a full board in a game, and during a guess."""
    players = tuple(
        Player(name, button)
        for name, button in zip(played.names.all(), PLAYER_BUTTONS, strict=False)
    )
    playing = Playing(1, played.engine, game, players, played.header)
    session = Session({}, {}, Setup(), PlayMode(), playing, maker_screen=True)
    yield seen_of(session, game)
    seats = map(Seat, range(len(players)))
    forms = [form for form in session.forms if isinstance(form, Attempt)]
    if forms and all(isinstance(forms[0].open(seat), Attempt) for seat in seats):
        for event in ATTEMPT:
            session = step(session, event, now_ms=Millis(0), entropy=b"").session
            if event in (ATTEMPT[0], ATTEMPT[-1]):
                yield seen_of(session, game)


def seen_of(session: Session, game: object) -> Face:
    """Return the screens of a board whose sand timer has just started."""
    face = render(session, load_texts(CODES[0]), Millis(0))
    assert isinstance(session.playing, Playing)  # noqa: S101 - it was put into play
    wake = session.playing.engine.wake(game)
    if wake is None or not wake.ms:
        return face
    return replace(face, table=replace(face.table, left_s=wake.ms // 1000))


def kind_of(face: Face) -> tuple[object, ...]:
    """Return a key that is equal for moments of the same kind."""
    table = face.table
    said = (table.line, table.status, table.note)
    zones = frozenset(
        (zone.lamp, zone.word is None, zone.card is None, zone.mark)
        for zone in face.zones
    )
    return (*(one and one.code for one in said), zones)


def sheet(game: str) -> Image.Image:
    """Return one image of a game's moments: a row each, a column for each language."""
    rows = list(moments(game))
    wide, high = CELL[0] + 2 * MARGIN, CELL[1] + CAPTION + MARGIN
    size = (len(CODES) * wide, len(rows) * high + MARGIN)
    whole = Image.new("L", size, 90)
    draw = ImageDraw.Draw(whole)
    caption = font(PLAIN[0].name, PLAIN[0].size)
    for row, moment in enumerate(rows):
        for column, code in enumerate(CODES):
            x, y = column * wide + MARGIN, row * high + MARGIN
            whole.paste(picture(moment.face, code), (x, y))
            draw.text((x, y + CELL[1] + 1), moment.name, fill=255, font=caption)
    return whole


def picture(face: Face, code: str) -> Image.Image:
    """Return the picture of a moment in one language: table screen and six zones."""
    texts = load_texts(code)

    def words(message: Message) -> str:
        return texts.say(message, "screen")

    image = Image.new("L", CELL, 90)
    table = draw_table(face.table, words, alive=True).convert("L")
    image.paste(table.resize((256, 128), 0), (0, LAMPS))
    draw = ImageDraw.Draw(image)
    for at, zone in enumerate(face.zones):
        x = 256 + GAP + at % 3 * (SCREEN[0] + GAP)
        y = at // 3 * (SCREEN[1] + LAMPS + GAP) + LAMPS
        image.paste(draw_zone(zone, Zone(at + 1), words).convert("L"), (x, y))
        lamps(draw, zone, (x, y - LAMPS))
    if face.maker is not None:
        own = draw_maker(face.maker, words).convert("L")
        image.paste(own, (CELL[0] - SCREEN[0], LAMPS))
    return image


def lamps(draw: ImageDraw.ImageDraw, zone: ZoneFace, at: tuple[int, int]) -> None:
    """Draw the lit lamps above a zone's screen: the cross left, the tick right."""
    signs = SIGNS.get(zone.lamp, "")
    x, y = at[0] + 2, at[1] + 2
    if "cross" in signs:
        draw.line((x, y, x + 6, y + 6), fill=255, width=2)
        draw.line((x, y + 6, x + 6, y), fill=255, width=2)
    x = at[0] + SCREEN[0] - 12
    if "tick" in signs:
        draw.line((x, y + 3, x + 3, y + 6), fill=255, width=2)
        draw.line((x + 3, y + 6, x + 8, y), fill=255, width=2)
