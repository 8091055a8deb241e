"""
Collect the files of the game in the website: Python, the board, its pages.

Pyodide is downloaded with npm and its checksum is verified. It runs this source,
unchanged, with the libraries of the environment that builds the site.
`play/page_board.py` connects the parts in a browser; the other files of `play/` replace
the board's web server.
"""

import base64
import gzip
import hashlib
import io
import json
import subprocess
import sysconfig
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from firmware_host.web.pages import without_remarks

ROOT = Path(__file__).resolve().parent.parent
PLAY = ROOT / "tools" / "play"
STATIC = ROOT / "firmware_host" / "web" / "static"

#: The npm package of Python for browsers, and its checksum.
PYODIDE = "pyodide@314.0.7"
INTEGRITY = (
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi"
    "/6V5JEsOlD2R1A=="
)

#: The files of Pyodide that a page loads besides the standard library.
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

#: Files of the libraries that a board's pages need, as patterns below site-packages.
LIBRARIES = (
    *("anyio/**/*.py", "fastjsonschema/*.py", "idna/*.py", "segno/*.py"),
    *("starlette/**/*.py", "typing_extensions.py"),
)

#: Folders of firmware_host that are left out, because a board in a browser does not use
#: them.
WITHOUT = (
    *("cli", "testing", "app/doctor", "app/first", "app/prove", "app/system"),
    *("picture/fonts", "web/static/clips"),
)

#: The suffixes of files that go into the zip file.
KINDS = frozenset((".py", ".txt", ".toml", ".mo", ".json", ".js", ".css", ".svg"))
KINDS |= {".html", ".sql"}

#: The suffixes of files that are compressed here, because a static web server may not
#: do it.
PACKED = frozenset((".wasm", ".mjs", ".zip", ".js", ".css"))


def lay(folder: Path) -> None:
    """Write the game into the empty folder *folder*."""
    with tempfile.TemporaryDirectory() as made:
        work = Path(made)
        unpack(fetched(work), work)
        (work / "sources.zip").write_bytes(sources())
        (folder / "pyodide").mkdir(parents=True)
        subprocess.run(  # noqa: S603 - our own script
            ["node", PLAY / "pack.mjs", work / "package", work / "sources.zip", work],  # noqa: S607 - whichever is on the path
            check=True,
        )
        for name in RUNTIME:
            (folder / "pyodide" / name).write_bytes(
                (work / "package" / name).read_bytes()
            )
        (work / "python_stdlib.zip").rename(folder / "pyodide" / "python_stdlib.zip")
        lock = json.loads((work / "package" / "pyodide-lock.json").read_bytes())
        lock["packages"] = {}  # none is ever loaded
        (folder / "pyodide" / "pyodide-lock.json").write_text(json.dumps(lock))
        (folder / "sources.zip").write_bytes((work / "sources.zip").read_bytes())
    for path in sorted(STATIC.rglob("*")):
        if path.is_file():
            to = folder / "static" / path.relative_to(STATIC)
            to.parent.mkdir(parents=True, exist_ok=True)
            to.write_bytes(bare(path))
    for name in ("index.html", "play.js", "play.css", "mount.js", "worker.js"):
        (folder / name).write_bytes((PLAY / name).read_bytes())
    packed = pack(folder)
    worker = (PLAY / "sw.js").read_text(encoding="utf-8")
    worker = worker.replace("@BUILD@", build(folder))
    (folder / "sw.js").write_text(worker.replace("@PACKED@", json.dumps(packed)))


def bare(path: Path) -> bytes:
    """Return a file of the pages as the website serves it."""
    if path.suffix in (".js", ".css") and "vendor" not in path.parts:
        return without_remarks(path.read_text(encoding="utf-8")).encode()
    return path.read_bytes()


def fetched(work: Path) -> bytes:
    """
    Download and return the npm package of Pyodide.

    Raises:
        ValueError: Its checksum differs from the one in this file.
    """
    said = subprocess.run(  # noqa: S603 - the package named above
        ["npm", "pack", "--silent", PYODIDE],  # noqa: S607 - whichever is on the path
        check=True,
        cwd=work,
        capture_output=True,
        text=True,
    )
    package = (work / said.stdout.split()[-1]).read_bytes()
    return held(package, INTEGRITY)


def held(package: bytes, integrity: str) -> bytes:
    """
    Return a package if its checksum is the expected one.

    Raises:
        ValueError: The checksum differs.
    """
    found = base64.b64encode(hashlib.sha512(package).digest()).decode()
    if f"sha512-{found}" != integrity:
        msg = f"{PYODIDE} is not the package that this was built with: sha512-{found}"
        raise ValueError(msg)
    return package


def unpack(package: bytes, work: Path) -> None:
    """Unpack an npm package below *work* and return its folder."""
    with tarfile.open(fileobj=io.BytesIO(package)) as archive:
        archive.extractall(work, filter="data")


def sources() -> bytes:
    """Return a zip file of all Python files for the browser and their data files."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, name in needed():
            archive.writestr(name, path.read_bytes())
    return made.getvalue()


def needed() -> Iterator[tuple[Path, str]]:
    """Yield each file for the zip file with its name there."""
    package = ROOT / "firmware_host"
    for path in sorted(package.rglob("*")):
        inside = path.relative_to(package).as_posix()
        if path.suffix in KINDS and not inside.startswith(WITHOUT):
            yield path, f"firmware_host/{inside}"
    for path in sorted((ROOT / "hardware" / "controller").glob("*.py")):
        yield path, f"hardware/controller/{path.name}"
    libraries = Path(sysconfig.get_path("purelib"))
    for library in LIBRARIES:
        for path in sorted(libraries.glob(library)):
            yield path, path.relative_to(libraries).as_posix()
    for name in ("page_board.py", "stand_ins.py"):
        yield PLAY / name, name


def pack(folder: Path) -> list[str]:
    """Compress the files for the service worker; return their names."""
    packed = []
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        own = len(inside.parts) == 1 and path.suffix != ".zip"
        if path.suffix in PACKED and not own and path.is_file():
            tight = gzip.compress(path.read_bytes(), 9, mtime=0)
            path.with_name(f"{path.name}.gz").write_bytes(tight)
            path.unlink()
            packed.append(inside.as_posix())
    return packed


def build(folder: Path) -> str:
    """Return a build name that depends on the content of all files."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode())
            digest.update(path.read_bytes())
    return f"letterzone-{digest.hexdigest()[:16]}"
