"""The board as text: eighty columns, with or without line drawing characters."""

from collections.abc import Callable
from textwrap import wrap

from PIL.Image import Image

from firmware_host.board.catalogue import SUITS
from firmware_host.board.faces import CardFace, Face, Mark, TableFace, ZoneFace
from firmware_host.board.messages import Message, Say
from firmware_host.board.pieces import KINDS, Counts, Zone, kinds_of
from firmware_host.board.record import Record

WIDTH = 78
ZONE_WIDTH = 12

#: Seconds that one sign of the sand stands for.
SAND_S = 3

#: What a piece looks like in a line of text: a letter for its kind.
SHORT = {kind: kind.value[0] for kind in KINDS}

#: What stands around a letter that is in its place, elsewhere, or not there at all.
_WORTH = {
    Mark.HERE: ("[", "]"),
    Mark.ELSEWHERE: ("(", ")"),
    Mark.NONE: ("-", "-"),
    None: ("", ""),
}

Lit = Callable[[Zone], tuple[bool, bool]]


class Signs(Record):
    """The characters that a terminal has."""

    corners: str
    across: str
    down: str
    tick: str
    cross: str
    dark: str
    marked: str
    sand: str
    suits: str
    dots: bool

    def plain(self, text: str) -> str:
        """Return *text* in characters that the terminal has."""
        if self.dots:
            return text
        return text.translate(_COARSE).encode("ascii", "replace").decode()


#: What stands for a sign where there is only ASCII.
_COARSE = str.maketrans(
    {
        "✓": "v",
        "✗": "x",
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "ß": "ss",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
    }
)

#: Every terminal that shows UTF-8.
FINE = Signs("┌┐└┘", "─", "│", "✓", "✗", "·", "▸", "█", "♣♦♥♠", dots=True)

#: Every other one.
COARSE = Signs("++++", "-", "|", "v", "x", ".", ">", "#", "CDHS", dots=False)


def draw(face: Face, say: Say, *, lit: Lit, zones: int, signs: Signs) -> list[str]:
    """
    Return the board as lines of at most 78 characters.

    Args:
        face: What it shows.
        say: The words.
        lit: Which lamps of a zone are lit: cross, tick.
        zones: How many zones the board has.
        signs: The characters that the terminal has.
    """
    rows = _frame(_table(face.local or face.table, say, signs), WIDTH, signs)
    boxes = [
        _frame(
            _zone(face.zones[number - 1], say, lit(Zone(number)), signs),
            ZONE_WIDTH,
            signs,
            title=str(number),
        )
        for number in range(1, zones + 1)
    ]
    return rows + [" ".join(parts) for parts in zip(*boxes, strict=True)]


def _frame(inner: list[str], width: int, signs: Signs, title: str = "") -> list[str]:
    top_left, top_right, low_left, low_right = tuple(signs.corners)
    name = f" {title} " if title else ""
    top = name.center(width - 2, signs.across)
    fitted = (line[: width - 2].ljust(width - 2) for line in inner)
    return [
        f"{top_left}{top}{top_right}",
        *(f"{signs.down}{line}{signs.down}" for line in fitted),
        f"{low_left}{signs.across * (width - 2)}{low_right}",
    ]


def _table(table: TableFace, say: Say, signs: Signs) -> list[str]:
    """Return the table screen's six lines."""
    piece = f"   [{say(Message(f'kind-{table.kind}'))}]" if table.kind else ""
    busy = "   ..." if table.busy else ""
    lines = [f" {say(table.line)}{piece}{busy}"]
    if table.left_s is not None:
        sand = signs.sand * min(-(-table.left_s // SAND_S), WIDTH - 12)
        lines.append(f" {table.left_s // 60}:{table.left_s % 60:02} {sand}")
    if table.choices:
        lines += _choices(table, say, signs)
    if table.status is not None:
        lines.append(f" {say(table.status)}")
    for extra in (table.note, table.fault):
        if extra is not None:
            lines += [f" {part}" for part in wrap(say(extra), WIDTH - 4)]
    return (lines + [""] * 6)[:6]


def _choices(table: TableFace, say: Say, signs: Signs) -> list[str]:
    texts = [
        f"{signs.marked if at == table.marked else ' '}{at + 1} {say(choice)}"
        for at, choice in enumerate(table.choices)
    ]
    return [f"  {part}" for part in wrap("   ".join(texts), WIDTH - 6)]


def _zone(face: ZoneFace, say: Say, lit: tuple[bool, bool], signs: Signs) -> list[str]:
    cross, tick = lit
    lamps = f"  {signs.cross if cross else signs.dark}    "
    lamps += signs.tick if tick else signs.dark
    word = say(face.word) if face.word else face.letter or _spelled(face)
    if not face.in_word and not word:
        return [lamps, "", "", ""]
    if face.card is not None:
        return [lamps, word.center(ZONE_WIDTH - 2), _card(face.card, say, signs), ""]
    build = face.build if face.letter else face.placed
    covered = pieces(face.covered)
    no = f" {signs.cross} {covered}" if covered else ""
    return [lamps, word.center(ZONE_WIDTH - 2), f" {pieces(build)}", no]


def _spelled(face: ZoneFace) -> str:
    """Return a letter, in brackets that say what it is worth."""
    opened, closed = _WORTH[face.mark]
    return f"{opened}{face.spelled}{closed}" if face.spelled else ""


def _card(card: CardFace, say: Say, signs: Signs) -> str:
    text = say(card.rank) if card.rank else card.text
    suit = signs.suits[SUITS.index(card.suit)] if card.suit in SUITS else ""
    return f"|{text or '##'}{suit}|".center(ZONE_WIDTH - 2)


def pieces(counts: Counts) -> str:
    """Return pieces as letters, such as ``r r y``."""
    return " ".join(SHORT[kind] for kind in kinds_of(counts))


#: Which dot of a braille character each pixel of two by four is.
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))


def dots(image: Image, signs: Signs) -> list[str]:
    """
    Return a screen pixel for pixel, two by four of them in a character.

    Args:
        image: 128x64 of mode "1".
        signs: The characters that the terminal has; without braille every second
            pixel of every fourth row is shown.
    """
    lines = []
    for top in range(0, image.height, 4):
        if signs.dots:
            line = [_cell(image, left, top) for left in range(0, image.width, 2)]
        else:
            line = [
                "#" if image.getpixel((left, top)) else " "
                for left in range(0, image.width, 2)
            ]
        lines.append("".join(line).rstrip())
    return lines


def _cell(image: Image, left: int, top: int) -> str:
    code = sum(
        _DOTS[row][column]
        for row in range(4)
        for column in range(2)
        if image.getpixel((left + column, top + row))
    )
    return chr(0x2800 + code)
