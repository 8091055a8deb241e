"""
Build the POV-Ray scene of a board on a table in the middle of a game.

The positions come from the overlay and the box of the board's profile; the printed
parts are those of `hardware/print` and `hardware/pieces`; the screens show a real game.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import box_sheets
import overlay_sheets as prints
from exploded import Shape, holes_of
from piece_sheets import UNIT_MM
from povray import at, box, cap, colour, cylinder, n, picture, plain, turned, without
from staged import PIECES, Staged, staged
from studio import GRAIN, camera

from firmware_host.board.events import PLAYER_BUTTONS, Button
from firmware_host.board.faces import Lamp
from firmware_host.board.pieces import KINDS, Kind, Zone
from firmware_host.settings.profile import Profile
from firmware_host.words.poses import BOX, Pose

#: The height of the cover's upper side in mm: the box and the cover of 3 mm; boards
#: with tags have a sheet of 1 mm more.
COVER_MM, SHEET_MM, PRINT_MM = 3.0, 1.0, 0.25

#: The depth of a screen's glass, and the thickness of a token, in mm.
GLASS_MM, TOKEN_HIGH_MM = 2.4, 2.4

#: The height of a piece, as in hardware/pieces/pieces.scad, and the small difference in
#: height, in mm, that is drawn where two pieces meet.
PIECE_MM, HAIR_MM = 5.0, 0.12

#: Colours, the same as on the web pages.
KIND_COLOURS = dict(
    zip(KINDS, ("#d81e2c", "#ffcb1f", "#1b4cc2", "#24b689"), strict=True)
)
YES, NO, DARK, WHITE = "#0b7350", "#a81e1a", "#2a1b10", "#f4efe4"


@dataclass(frozen=True, slots=True)
class Scene:
    """
    The scene of a board.

    Args:
        text: The POV-Ray text, without studio and meshes.
        shows: The game state, with the pictures of the screens.
        meshes: The OpenSCAD file and its parameters for each printed part, by name.
    """

    text: str
    shows: Staged
    meshes: dict[str, tuple[str, str, int]]


class Board:
    """Converts positions on a board's sheet to positions in the scene."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.sheet = prints.overlay(profile)
        self.wide = self.sheet.width - 2
        self.deep = self.sheet.height - prints.LEGEND_MM - 2
        tagged = bool(prints.chip_of(profile))
        self.top = box_sheets.HIGH_MM + COVER_MM + SHEET_MM * tagged
        self.holes = iter(holes_of(self.sheet))

    def place(self, x: float, y: float, up: float = 0) -> tuple[float, float, float]:
        """Return the position in the scene of a point of the sheet at a height."""
        return x - 1, self.top + up, self.deep + 1 - y

    def middle(self, shape: Shape, up: float = 0) -> tuple[float, float, float]:
        """Return the position of a hole's middle at a height above the overlay."""
        return self.place(shape.x + shape.wide / 2, shape.y + shape.deep / 2, up)


def scene(profile: Profile) -> Scene:
    """Return the scene of a board."""
    board, shows = Board(profile), staged(profile)
    parts = [camera(_corners(board)), *_box(board)]
    parts += [line for zone in range(1, profile.zones + 1)
              for line in _zone(board, Zone(zone), shows)]  # fmt: skip
    parts += _console(board)
    if "maker" in profile.screens:
        parts += _case(board)
    parts += _beside(board)
    return Scene("\n".join(parts) + "\n", shows, _meshes(profile))


def _meshes(profile: Profile) -> dict[str, tuple[str, str, int]]:
    build = f"{profile.name}/print/board.scad"
    found = {f"Bezel{which}": (build, "bezel", which) for which in (0, 1)}
    found |= {f"Player{which}": (build, "player", which) for which in range(4)}
    if "maker" in profile.screens:
        found["Lid"] = (build, "lid_on", 98)
    shape = "bar" if profile.input == "buttons" else "piece"  # the box's have no foot
    pieces = "pieces/pieces.scad"
    return found | {f"Piece{kind.place}": (pieces, shape, kind.place) for kind in KINDS}


def _corners(board: Board) -> list[tuple[float, float, float]]:
    """Return the corners of the visible things: board, case, pieces in front."""
    wide, top = board.wide, board.top
    left = -box_sheets.PAD_MM - 50 if "maker" in board.profile.screens else 0
    near = min(z for _, z, _ in PIECES) - 26
    corners = [
        (x, y, z)
        for x in (left, wide)
        for y, z in ((0, near + 30), (top, 0), (top, board.deep))
    ]
    return [*corners, (wide / 2, 0, near)]


def _box(board: Board) -> Iterator[str]:
    """Yield the box with its finger joints, and cover and overlay with their holes."""
    wide, deep, high = board.wide, board.deep, box_sheets.HIGH_MM
    yield box((0, 0, 0), (wide, high, deep), GRAIN)
    yield from _fingers(board)
    cuts = [_cut(board, shape) for shape in holes_of(board.sheet)]
    low = (0, high, 0)
    yield without(box(low, (wide, board.top - PRINT_MM, deep), ""), cuts, GRAIN)
    size = board.sheet.width, board.sheet.height
    lies = picture("overlay.png", -1, 1 + board.deep - size[1], *size)
    looks = f"texture {{ {lies} finish {{ paper }} }}"
    body = box((0, board.top - PRINT_MM, 0), (wide, board.top, deep), "")
    yield without(body, cuts, looks)


def _fingers(board: Board) -> Iterator[str]:
    """Yield the visible ends of the finger joints in front and on the left."""
    thick, looks = box_sheets.THICK_MM, plain("#b98d56", "timber")
    for long, along_x in ((board.wide, True), (board.deep, False)):
        count = box_sheets.fingers(long)
        for number in range(0, count, 2):
            start, end = long * number / count, long * (number + 1) / count
            low, high = (start, 0, -0.05), (end, thick, 1)
            if not along_x:
                low, high = (-0.05, 0, start), (1, thick, end)
            yield box(low, high, looks)
    count = box_sheets.fingers(box_sheets.HIGH_MM)
    step = box_sheets.HIGH_MM / count
    for x in (0, board.wide - thick):
        yield box((x, step, -0.05), (x + thick, 2 * step, 1), looks)


def _cut(board: Board, shape: Shape) -> str:
    x, _, z = board.middle(shape)
    low = board.top - COVER_MM - 2
    if shape.is_round:
        return cylinder((x, low, z), 9, shape.wide / 2, "")
    half, deep = shape.wide / 2, shape.deep / 2
    return box((x - half, low, z - deep), (x + half, low + 9, z + deep), "")


def _screen(board: Board, name: str, shape: Shape, bezel: str) -> Iterator[str]:
    """Yield a screen in its window, with its bezel."""
    x, y, z = board.middle(shape)
    yield _glass(name, (x, y - GLASS_MM, z), (shape.wide, shape.deep))
    yield turned(bezel, (x, y, z), plain(DARK))


def _glass(name: str, middle: tuple[float, float, float],
           size: tuple[float, float]) -> str:  # fmt: skip
    x, y, z = middle
    wide, deep = size
    left, near = x - wide / 2, z - deep / 2
    looks = picture(f"screen-{name}.png", left, near, wide, deep)
    return box((left, y - 1, near), (left + wide, y, near + deep),
               f"texture {{ {looks} finish {{ shown }} }}")  # fmt: skip


def _zone(board: Board, zone: Zone, shows: Staged) -> Iterator[str]:
    profile, face = board.profile, shows.face.zones[zone - 1]
    left = (board.sheet.width - profile.zones * prints.ZONE_MM) / 2
    middle = left + (zone - 0.5) * prints.ZONE_MM
    if str(zone) in profile.screens:
        yield from _screen(board, str(zone), next(board.holes), "Bezel0")
    if zone in profile.lamps:
        for tint, lit in ((NO, Lamp.NO), (YES, Lamp.YES)):
            yield from _lamp(board, next(board.holes), tint, lit=face.lamp is lit)
    for place, kind in enumerate(KINDS):
        pressed = prints.has(profile, Button(f"{kind}-{zone}"))
        if pressed:
            yield from _button(board, next(board.holes), KIND_COLOURS[kind])
        if face.covered[place]:
            step = prints.SYMBOL_STEP if pressed else prints.TOKEN_STEP
            x = middle + (-1 if place % 2 == 0 else 1) * 12
            y = prints.EDGE_MM + prints.TOKENS_AT + prints.TOKEN_MM / 2
            yield _token(board, x, y + place // 2 * step)
    if prints.has(profile, Button(f"zone-{zone}")):
        yield from _button(board, next(board.holes), WHITE)
    yield from _letter(board, middle, shows.laid.get(zone, ()))


def _lamp(board: Board, shape: Shape, tint: str, *, lit: bool) -> Iterator[str]:
    """Yield an LED; a lit one glows on the overlay around it."""
    x, y, z = board.middle(shape)
    bright = {NO: "#ff3a2a", YES: "#3dffa0"}[tint]
    looks = plain(bright, "lit") if lit else plain(tint)
    body = cylinder((x, y - 3, z), 3.6, 2.5, "")
    yield f"union {{ {body} sphere {{ {at(x, y + 0.6, z)}, 2.5 }} {looks} }}"
    if lit:
        yield (
            f"disc {{ {at(x, y + 0.05, z)}, y, 13 texture {{ pigment {{ spherical"
            f" scale 13 translate {at(x, y, z)} color_map {{"
            f" [0 {colour(bright)} transmit 1] [1 {colour(bright)} transmit 0.1] }} }}"
            " finish { ambient 0 diffuse 0 emission 0.9 } } no_shadow }"
        )


def _button(board: Board, shape: Shape, tint: str) -> Iterator[str]:
    """Yield a push button: its nut, and its cap."""
    x, y, z = board.middle(shape)
    yield cap((x, y, z), 1.6, 7.4, plain("#26262a"))
    yield cap((x, y + 1.2, z), 3.6, 5.2, plain(tint))


def _token(board: Board, x: float, y: float) -> str:
    """Return a NO token with its cross."""
    x, up, z = board.place(x, y)
    disc = cap((x, up, z), TOKEN_HIGH_MM, prints.TOKEN_MM / 2 - 0.4, plain(NO))
    bars = (
        f"box {{ <-6, 0, -1.2>, <6, {n(TOKEN_HIGH_MM + 0.12)}, 1.2> rotate y*{turn}"
        f" translate {at(x, up, z)} {plain(WHITE)} }}"
        for turn in (45, -45)
    )
    return " ".join([disc, *bars])


def _letter(board: Board, middle: float, laid: tuple[Pose, ...]) -> Iterator[str]:
    """Yield the letter pieces in a zone."""
    left = middle - BOX[0] / 2 * UNIT_MM
    down = prints.EDGE_MM + prints.LETTER_AT[board.profile.input] + prints.LETTER_MM / 2
    top = down - BOX[1] / 2 * UNIT_MM
    for number, pose in enumerate(laid):
        place = board.place(
            left + pose.x * UNIT_MM, top + pose.y * UNIT_MM, number * HAIR_MM
        )
        yield _piece(board, pose.kind, place, pose.turn)


def _piece(board: Board, kind: Kind, place: tuple[float, float, float],
           degrees: float) -> str:  # fmt: skip
    over = PIECE_MM if board.profile.input == "buttons" else 0
    looks = plain(KIND_COLOURS[kind])
    return turned(f"Piece{kind.place}", place, looks, degrees=degrees, over=over)


def _console(board: Board) -> Iterator[str]:
    profile = board.profile
    if "table" in profile.screens:
        yield from _screen(board, "table", next(board.holes), "Bezel1")
    for name, tint in (("cross", NO), ("tick", YES)):
        if prints.has(profile, Button(name)):
            yield from _button(board, next(board.holes), tint)
    for which, button in enumerate(PLAYER_BUTTONS):
        if prints.has(profile, button):
            x, y, z = board.middle(next(board.holes))
            yield cap((x, y, z), 1.6, 7.4, plain("#26262a"))
            yield turned(f"Player{which}", (x, y + 2.4, z), plain("#5a6470"))


def _case(board: Board) -> Iterator[str]:
    """Yield the case on the left wall, its lid open, with the maker's screen."""
    profile = board.profile
    wide, deep, high = box_sheets.case_size(profile)
    x, z = -box_sheets.PAD_MM - wide, box_sheets.CASE_AT
    y = box_sheets.HIGH_MM + COVER_MM - high
    matrix = f"matrix <1,0,0, 0,0,1, 0,1,0, {n(x)},{n(y)},{n(z)}>"
    yield f"object {{ Lid {plain('#8b979d')} {matrix} }}"
    module = prints.SCREEN_MODULES[profile.screens["maker"].chip]
    middle = (x + box_sheets.CLAMP_AT + module[0] / 2, y + high - 1.7, z + deep / 2)
    yield _glass("maker", middle, prints.window(profile, "maker"))
    if prints.has(profile, Button("service")):
        button = (x + wide - 6.6, y + high - 1, z + deep / 2)
        yield cap(button, 2.4, 1.7, plain("#c9cdd2"))


def _beside(board: Board) -> Iterator[str]:
    """Yield the pieces on the table in front of the board."""
    half = board.wide / 2
    for number, (aside, z, turn) in enumerate(PIECES):
        if abs(aside) < half:
            kind = KINDS[number % len(KINDS)]
            yield _piece(board, kind, (half + aside, 0, z), turn)
