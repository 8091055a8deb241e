"""
Draw each board as it lies on a table, shaded: hardware/BUILD/board.webp.

    python tools/build_renders.py --write [BUILD...] | --check

It needs POV-Ray, OpenSCAD and rsvg-convert (Debian: povray, openscad, librsvg2-bin,
fonts-liberation). A picture contains the checksum of its sources and is up to date as
long as these are the same; so a check needs none of the programs.
"""

import argparse
import hashlib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

import povray  # noqa: E402 - needs the path
from assembled import Scene, scene  # noqa: E402 - needs the path
from build_hardware import BUILDS, HARDWARE  # noqa: E402 - needs the path
from staged import glowing  # noqa: E402 - needs the path
from studio import HEAD, PAPER  # noqa: E402 - needs the path

from firmware_host.settings.profile import load_profile  # noqa: E402 - needs the path

#: The size of a picture in pixels, and its greatest size in bytes.
SIZE, MOST_BYTES = (1320, 880), 150_000

#: The resolution of the overlay in pixels per millimetre.
FINE = 8


def sources(name: str, drawn: Scene) -> list[bytes]:
    """Return the source files of a picture; OpenSCAD files without their comments."""
    files = {HARDWARE / file for file, _, _ in drawn.meshes.values()}
    files |= {HARDWARE / "print" / "parts.scad", HARDWARE / "pieces" / "alphabet.scad"}
    parts = [re.sub(rb"//[^\n]*", b"", file.read_bytes()) for file in sorted(files)]
    return [*parts, (HARDWARE / name / "print" / "overlay.svg").read_bytes()]


def mark(name: str, drawn: Scene) -> str:
    """
    Return the checksum of all sources of a picture.

    The words on the screens are left out: they do not change the board.
    """
    told = hashlib.sha256(f"{HEAD}{drawn.text}".encode())
    told.update(repr(sorted(drawn.meshes.items())).encode())
    for data in sources(name, drawn):
        told.update(data)
    return told.hexdigest()


def kept_mark(path: Path) -> str:
    """Return the checksum in a picture's file; empty if it has none."""
    if not path.exists():
        return ""
    with Image.open(path) as image:
        return image.info.get("xmp", b"").decode()


def render(
    name: str, drawn: Scene, folder: Path, *, size: tuple[int, int] = SIZE
) -> Image.Image:
    """Return the picture that POV-Ray draws, with its files in *folder*."""
    meshes = [_mesh(key, asked, folder) for key, asked in drawn.meshes.items()]
    scene_file = folder / "scene.pov"
    whole = "\n".join([HEAD, *meshes, drawn.text])
    scene_file.write_text(whole, encoding="utf-8")
    for key, screen in drawn.shows.screens.items():
        glowing(screen).save(folder / f"screen-{key}.png")
    _overlay(HARDWARE / name / "print" / "overlay.svg", folder)
    wide, high = size
    _run("povray", f"+I{scene_file}", f"+O{folder}/board.png", f"+W{wide}", f"+H{high}",
         "+A0.15", "+AM2", "+R3", "-J", "-D", "+WT2", f"+L{folder}")  # fmt: skip
    return Image.open(folder / "board.png").convert("RGB")


def _mesh(name: str, asked: tuple[str, str, int], folder: Path) -> str:
    file, part, which = asked
    stl = folder / f"{name}.stl"
    number = "kind" if file.startswith("pieces") else "which"
    _run("openscad", "-q", "-o", stl, "-D", f'part="{part}"', "-D", f"{number}={which}",
         HARDWARE / file)  # fmt: skip
    return povray.mesh(name, stl.read_text(encoding="utf-8"))


def _overlay(svg: Path, folder: Path) -> None:
    """Draw the overlay on a background of its paper's colour."""
    drawn = svg.read_text(encoding="utf-8").replace("#ffffff", PAPER)
    paper = folder / "overlay.svg"
    paper.write_text(drawn, encoding="utf-8")
    wide = round(float(drawn.partition('width="')[2].partition("mm")[0]) * FINE)
    _run("rsvg-convert", "-w", str(wide), "-o", folder / "overlay.png", paper)


def _run(*command: str | Path) -> None:
    made = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    if made.returncode:
        msg = f"{command[0]}: {made.stderr[-2000:]}"
        raise SystemExit(msg)


def write(name: str) -> None:
    """Draw a build's picture in the best quality that fits into `MOST_BYTES`."""
    drawn = scene(load_profile(HARDWARE / name / "board.toml"))
    with tempfile.TemporaryDirectory() as folder:
        image = render(name, drawn, Path(folder))
    path = HARDWARE / name / "board.webp"
    for quality in range(90, 40, -4):
        image.save(path, quality=quality, method=6, xmp=mark(name, drawn).encode())
        if path.stat().st_size <= MOST_BYTES:
            break


def stale() -> list[str]:
    """Return the builds whose picture is out of date."""
    return [
        name
        for name in BUILDS
        if kept_mark(HARDWARE / name / "board.webp")
        != mark(name, scene(load_profile(HARDWARE / name / "board.toml")))
    ]


def main() -> int:
    """Draw the pictures, or print which are out of date; return the exit code."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--write", action="store_true")
    given.add_argument("--check", action="store_true")
    given.add_argument("builds", nargs="*")
    asked = given.parse_args()
    found = stale()
    if asked.write:
        for name in asked.builds or found:
            write(name)
        return 0
    for name in found:
        print(f"hardware/{name}/board.webp differs: run tools/build_renders.py --write")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
