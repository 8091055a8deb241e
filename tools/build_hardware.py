"""
Write the builder's documents for each board profile: bill, wiring, pins, assembly.

    tools/build_hardware.py --write    write the files (needs WireViz and Graphviz)
    tools/build_hardware.py --check    say which ones differ; so it does without a word

Everything comes from hardware/BUILD/board.toml. Each version of Graphviz draws the
wiring a little differently, so the drawing names the source that it was made from, and
is up to date as long as that is still the same.
"""

import hashlib
import re
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tools")]

import assembly  # noqa: E402 - needs the path
import bill  # noqa: E402 - as above
import exploded  # noqa: E402 - as above
import feet  # noqa: E402 - as above
import harness  # noqa: E402 - as above
import in_german  # noqa: E402 - as above
import pictures  # noqa: E402 - as above
import reach  # noqa: E402 - as above
import schematic  # noqa: E402 - as above
import tagged_sheets  # noqa: E402 - as above
import wires  # noqa: E402 - as above
from sheets import Sheet  # noqa: E402 - as above

from firmware_host.app.system.pico import board_config  # noqa: E402 - as above
from firmware_host.board.json import JsonObject, as_object, inner  # noqa: E402 - as above
from firmware_host.board.schema import expected  # noqa: E402 - as above
from firmware_host.languages import FIRST  # noqa: E402 - as above
from firmware_host.settings.board import RimSettings  # noqa: E402 - as above
from firmware_host.settings.keys import SCHEMA  # noqa: E402 - as above
from firmware_host.settings.profile import Profile, load_profile  # noqa: E402 - as above

HARDWARE = ROOT / "hardware"
RIMS = HARDWARE / "rims"
CONFIG = HARDWARE / "controller" / "board_config.py"

#: The builds, the most common one first: its pins become the controller's defaults.
BUILDS = ("full", "station", "buttons", "starter", "direct")

#: Fonts as wide as Arial, which Graphviz measures; slightly smaller, labels do not
#: touch the lines.
FONTS = "Arial, Liberation Sans, Arimo, Helvetica, sans-serif"

#: The pages that have a table of what each build costs.
PAGES = (ROOT / "docs" / "build.md", ROOT / "docs" / "build.de.md")

#: The pages that have the tables about tags.
TAGS = (ROOT / "docs" / "tags.md", ROOT / "docs" / "tags.de.md")


def profiles() -> Iterator[tuple[Path, Profile]]:
    """Yield the folder and the profile of each build."""
    for name in BUILDS:
        yield HARDWARE / name, load_profile(HARDWARE / name / "board.toml")


def files() -> Iterator[tuple[Path, str]]:
    """Yield path and content of every generated file except wiring drawings."""
    for folder, profile in profiles():
        yield folder / "parts.csv", bill.table(bill.bill(profile))
        yield folder / "wiring.yml", source(profile)
        yield from _schematics(folder, schematic.schematic(profile).sheet)
        for code in assembly.LANGUAGES:
            name = in_language("assembly.md", code)
            yield folder / name, assembly.page(profile, code)
            tables = assembly.drawn(harness.pin_tables(profile), code)
            yield folder / in_language("pins.md", code), tables
        drawn = {
            "places.svg": pictures.places(profile),
            "exploded.svg": exploded.exploded(profile),
        }
        for step in assembly.steps(profile):
            if step.picture:
                drawn[step.picture] = pictures.picture(step.laid)
        for name, sheet in drawn.items():
            yield folder / "pictures" / name, sheet.svg().decode()
        if profile.name == BUILDS[0]:
            yield CONFIG, board_config(profile)
            yield from _rims(with_rims(profile))
    for page in TAGS:
        yield page, with_tables(page, page.read_text(encoding="utf-8"), tag_tables())
    for page in PAGES:
        costs = with_costs(page.read_text(encoding="utf-8"))
        yield page, with_tables(page, costs, {"keys": key_table()})


def with_rims(profile: Profile) -> Profile:
    """Return a profile to which the rims described in hardware/rims are added."""
    table = tomllib.loads((RIMS / "rims.toml").read_text(encoding="utf-8"))
    pico = replace(profile.pico, rims=RimSettings(**table["controller"]["rims"]))
    return replace(profile, pico=pico)


def _rims(profile: Profile) -> Iterator[tuple[Path, str]]:
    """Yield the documents about the rims of a board: bill, wiring, assembly step."""
    (step,) = (one for one in assembly.steps(profile) if one.key == "rims")
    yield RIMS / "parts.csv", bill.table(bill.rims(profile, len(step.laid)))
    yield RIMS / "wiring.yml", rims_source(profile)
    yield from _schematics(RIMS, schematic.rims_schematic(profile).sheet)
    yield RIMS / "pictures" / step.picture, pictures.picture(step.laid).svg().decode()
    for code in assembly.LANGUAGES:
        name = in_language("assembly.md", code)
        yield RIMS / name, assembly.extra_page(profile, code, step)


def _schematics(folder: Path, sheet: Sheet) -> Iterator[tuple[Path, str]]:
    """Yield the path and the SVG text of a schematic in each language."""
    for code in (FIRST, *(one for one in assembly.LANGUAGES if one != FIRST)):
        sheet.reword(partial(assembly.drawn, language=code))
        yield folder / in_language("schematic.svg", code), sheet.svg().decode()


def in_language(name: str, code: str) -> str:
    """Return the file name of a document in the language *code*."""
    stem, _, suffix = name.rpartition(".")
    return name if code == FIRST else f"{stem}.{code}.{suffix}"


def source(profile: Profile) -> str:
    """Return the WireViz source of a board."""
    laid = (*wires.wires(profile), *wires.pulls(profile))
    return harness.wireviz(profile, laid)


def rims_source(profile: Profile) -> str:
    """Return the WireViz source for the rims of a board."""
    laid = tuple(wire for wire in wires.wires(profile) if wire.step == "rims")
    return harness.wireviz(replace(profile, name="rims"), laid)


def sources() -> Iterator[tuple[Path, str]]:
    """Yield the path of every wiring drawing with its WireViz source."""
    for folder, profile in profiles():
        yield from _wirings(folder, source(profile))
        if profile.name == BUILDS[0]:
            yield from _wirings(RIMS, rims_source(with_rims(profile)))


def _wirings(folder: Path, english: str) -> Iterator[tuple[Path, str]]:
    for code in assembly.LANGUAGES:
        name = in_language("wiring.svg", code)
        yield folder / name, assembly.drawn(english, code)


def with_costs(page: str) -> str:
    """Return a page in whose table the cost of each build is up to date."""
    for _, profile in profiles():
        low, high = bill.cost(profile)
        row = rf"(\| \[{profile.name}\].*\| )[^|]*( \|)$"
        page, found = re.subn(
            row, rf"\g<1>USD {low}-{high}\2", page, flags=re.MULTILINE
        )
        if found != 1:
            msg = f"no row, or two, for [{profile.name}] in a table of builds"
            raise SystemExit(msg)
    return page


def key_table() -> list[str]:
    """Return the Markdown table of the keys that a board profile can have."""
    rows = ["| key | what it is | what it may be |", "|---|---|---|"]
    rows += [
        f"| `{path}` | {key['description']} | {expected(key)} |"
        for path, key in keys(SCHEMA)
    ]
    return rows


def tag_tables() -> dict[str, list[str]]:
    """Return the Markdown tables about tags by name: feet, builds, distances."""
    return {
        "feet": tagged_sheets.feet_table(),
        "builds": reach.build_table(),
        "model": reach.model_table(feet.TAGS_MM),
        "sideways": reach.sideways_table(),
        "measured": reach.measured_table(),
    }


def with_tables(page: Path, text: str, tables: dict[str, list[str]]) -> str:
    """Return the text of a page with each table between its two marks."""
    for name, rows in tables.items():
        said = in_german.in_german(rows) if page.match("*.de.md") else rows
        table = "\n".join([f"<!-- {name} -->", *said, f"<!-- /{name} -->"])
        marks = f"<!-- {name} -->.*<!-- /{name} -->"
        text, found = re.subn(marks, lambda _, it=table: it, text, flags=re.DOTALL)
        if found != 1:
            msg = f"{page.name}: no table between marks of {name!r}, or two"
            raise SystemExit(msg)
    return text


def keys(table: JsonObject, before: str = "") -> Iterator[tuple[str, JsonObject]]:
    """Yield path and schema of each key of a TOML table; ``*`` stands for any name."""
    for name, key in inner(table, "properties").items():
        path, schema = f"{before}{name}", as_object(key)
        if "description" in schema:
            yield path, schema
        elif "propertyNames" in schema:
            yield f"{path}.*", inner(schema, "additionalProperties")
        else:
            yield from keys(schema, f"{path}.")


def left_over() -> Iterator[Path]:
    """Yield picture files that no assembly step uses any more."""
    wanted = {path for path, _ in files()}
    for folder, _ in profiles():
        yield from (path for path in folder.glob("pictures/*") if path not in wanted)


def source_mark(source: str) -> str:
    """Return an SVG comment with the checksum of a drawing's source."""
    return f"<!-- wiring.yml {hashlib.sha256(source.encode()).hexdigest()} -->"


def drawing(source: str) -> str:
    """Return the SVG of WireViz and Graphviz without comments, titles and fonts."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "wiring.yml")
        file.write_text(source, encoding="utf-8")
        subprocess.run(  # noqa: S603 - our own file
            [sys.executable, "-m", "wireviz.wv_cli", "-f", "s", str(file)],
            check=True,
            capture_output=True,
        )
        svg = file.with_suffix(".svg").read_text(encoding="utf-8")
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<!--.*?-->\n?|<title>.*?</title>\n?|<g[^>]*>\n?|</g>\n?", "", svg,
                 flags=re.DOTALL)  # fmt: skip
    svg = re.sub(r' (?:font-(?:family|size)="[^"]*"|xmlns:xlink="[^"]*")', "", svg)
    svg = re.sub(r"-?\d+\.\d+", lambda found: f"{float(found[0]):.1f}", svg)
    height = float(re.search(r'viewBox="[\d. -]* ([\d.]+)"', svg)[1])
    group = (
        f'<g font-family="{FONTS}" font-size="13" transform="translate(4 {{:.1f}})">'
    )
    start = f">\n{source_mark(source)}\n{group.format(height - 4)}"
    svg = svg.replace(">", start, 1)
    return svg.replace("</svg>", "</g></svg>")


def _undrawn() -> list[Path]:
    """Return the drawings that are missing or whose source has changed."""
    return [
        path
        for path, source in sources()
        if not path.exists() or source_mark(source) not in path.read_text("utf-8")
    ]


def stale() -> list[str]:
    """Return the generated files that are missing, out of date or no longer needed."""
    found = [
        path
        for path, content in files()
        if not path.exists() or path.read_text(encoding="utf-8") != content
    ]
    found += _undrawn()
    return [str(path.relative_to(ROOT)) for path in (*found, *left_over())]


def write() -> None:
    """Write every file; redraw a drawing only if its source has changed."""
    for path in left_over():
        path.unlink()
    for path, content in files():
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    drawn = dict(sources())
    for path in _undrawn():
        path.write_text(drawing(drawn[path]), encoding="utf-8")


def main(arguments: list[str]) -> int:
    """Write the files, or print which ones are out of date; return the exit code."""
    if arguments == ["--write"]:
        write()
        return 0
    if arguments not in ([], ["--check"]):
        print(__doc__)
        return 2
    found = stale()
    for path in found:
        print(f"{path} differs: run tools/build_hardware.py --write")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
