"""The pages, the HTML shell they share, and the files they load."""

import gzip
import os
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from string import Template
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from firmware_host.board.messages import Message, say
from firmware_host.languages import CODES

_FOLDER = Path(__file__).parent
_SHELL = Template((_FOLDER / "shell.html").read_text(encoding="utf-8"))

#: The content of a page until its script draws it.
_MARK = (_FOLDER / "static/icon.svg").read_text(encoding="utf-8").rstrip()

#: The names of all pages except the board's; path, script and title have the same name.
_NAMES = (
    *("tablet", "wall", "seat", "sheet", "history", "teacher"),
    *("service", "check", "quick", "cards", "plan", "packs", "privacy"),
)

#: The name of each page by its path.
PAGES: Mapping[str, str] = {"/": "board", **{f"/{name}": name for name in _NAMES}}

#: The file types that are cached in memory, with their media types; clips are not.
_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}

#: The file types that are compressed.
_PACKS = frozenset((".js", ".css", ".svg"))

#: Comments and indentation, which are removed from served files. A block comment has
#: lines of its own; a short comment is at the end of a line.
_REMARK = re.compile(r"^[ \t]*/\*.*?\*/[ \t]*$", re.MULTILINE | re.DOTALL)
_ASIDE = re.compile(r"^[ \t]+|[ \t]*(?<!:)// .*$", re.MULTILINE)

#: Unneeded white space in a style sheet.
_LOOSE = re.compile(r"\s*([{};,])\s*|(:)\s+")

#: The kinds of files that are served from a game's folder; no others are.
_KINDS = frozenset((".js", ".css", ".svg", ".png", ".woff2"))

#: The path of a game's own script; a game without one gets an empty script.
_GAME = re.compile(r"games/[a-z][a-z0-9-]{0,31}/game\.js")

#: The folders whose scripts and style sheets are served without comments.
_OURS, _REMARKED = _FOLDER / "static", frozenset((".js", ".css"))

#: The static imports of a script, and the imports of a style sheet.
_IMPORTS = re.compile(r'^(?:import|export)\b[^;]*?from "(\.[^"]+)"', re.MULTILINE)
_STYLES = re.compile(r'^@import url\("(\.[^"]+)"\)', re.MULTILINE)

#: The script that loads a game's part of a page.
_LOADS = "games/load.js"

#: The address of the alphabet, which is preloaded on pages that draw a game.
_LETTERS = '<link rel="preload" href="/api/alphabet" as="fetch" crossorigin>'

#: Further links of the tablet's page: its manifest and icon.
_INSTALLED = """
<link rel="manifest" href="/tablet.webmanifest?lang={language}">
<link rel="apple-touch-icon" href="/static/icons/192.png">
<meta name="mobile-web-app-capable" content="yes">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#174b4c">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#12211f">"""
_BESIDE: Mapping[str, str] = {"tablet": _INSTALLED}

#: The line in which a game names the module of its part of a page.
_PART = r'^export const {page} = \(\) => import\("\./([^"]+)"\)'


@cache
def needed_files(name: str) -> tuple[str, ...]:
    """
    Return all files that a script or style sheet of ours needs, itself first.

    A browser can then load all of them in parallel.

    Args:
        name: Its path below ``static``.
    """
    wanted = _STYLES if name.endswith(".css") else _IMPORTS
    return linked_files(name, lambda one: named_paths(one, wanted))


def linked_files(name: str, follow: Callable[[str], Iterable[str]]) -> tuple[str, ...]:
    """
    Return a file and all that it leads to, each once, itself first.

    Args:
        name: Its path below ``static``.
        follow: Returns the paths to which one file refers directly.
    """
    found, waiting = dict[str, None](), [name]
    for one in waiting:
        if one not in found:
            found[one] = None
            waiting += follow(one)
    return tuple(found)


def named_paths(name: str, wanted: re.Pattern[str]) -> list[str]:
    """Return the paths below ``static`` that a file names as *wanted* finds them."""
    text = (_FOLDER / "static" / name).read_text(encoding="utf-8")
    return [os.path.normpath(Path(name).parent / one) for one in wanted.findall(text)]


@cache
def drawn_by(name: str) -> str:
    """
    Return the path of a page's script and style, without their endings.

    It is a file in ``pages``, or ``page`` in a folder of the page's own.
    """
    alone = (_FOLDER / "static/pages" / f"{name}.js").is_file()
    return f"pages/{name}" if alone else f"pages/{name}/page"


@cache
def _links(name: str, game: str) -> str:
    """Return the links by which a page asks for all its files at once."""
    drawn = drawn_by(name)
    scripts, styles = needed_files(f"{drawn}.js"), needed_files(f"{drawn}.css")
    fetched = []
    if _LOADS in scripts:
        fetched = [_LETTERS]
        parts = (one for part in _parts(name, game) for one in needed_files(part))
        scripts = tuple(dict.fromkeys((*scripts, *parts)))
    return "\n".join(
        [
            *(
                f'<link rel="preload" href="/static/{one}" as="style">'
                for one in styles[1:]
            ),
            *(
                f'<link rel="modulepreload" href="/static/{one}">'
                for one in scripts[1:]
            ),
            *fetched,
        ]
    )


def _parts(page: str, game: str) -> tuple[str, ...]:
    """Return the scripts by which a page draws a game: none where we have none."""
    own = f"games/{game}/game.js"
    if not (_FOLDER / "static" / own).is_file():
        return ()
    text = (_FOLDER / "static" / own).read_text(encoding="utf-8")
    part = re.search(_PART.format(page=page), text, re.MULTILINE)
    return (own, f"games/{game}/{part[1]}") if part else (own,)


class Files(StaticFiles):
    """
    Our own files and those of games: browsers revalidate them, and rarely load them.

    Args:
        games: The folders of games from outside, by the game's name.
    """

    def __init__(self, games: Mapping[str, str] | None = None) -> None:
        super().__init__(directory=_FOLDER / "static")
        self._games = {
            name: StaticFiles(directory=folder)
            for name, folder in (games or {}).items()
        }
        self._kept: dict[str, CachedFile] = {}

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """
        Return the path and the status of a file; ("", None) if there is none.

        An impossible path, such as one that is too long, counts as missing.
        """
        try:
            return self._lookup(path)
        except (OSError, ValueError):
            return "", None

    def _lookup(self, path: str) -> tuple[str, os.stat_result | None]:
        place, name, *rest = (*Path(path).parts, "", "")[:-1]
        game = self._games.get(name) if place == "games" else None
        if game is None:
            return super().lookup_path(path)
        if Path(path).suffix not in _KINDS:
            return "", None
        return game.lookup_path(str(Path(*rest)))

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file that a browser may cache but must revalidate for each use."""
        full, found = self.lookup_path(path)
        if found is not None and Path(path).suffix in _TYPES:
            return self._from_memory(full, found, Headers(scope=scope))
        try:
            response = await super().get_response(path, scope)
        except HTTPException as fault:
            if fault.status_code != HTTPStatus.NOT_FOUND or not _GAME.fullmatch(path):
                raise
            response = Response("export {};", media_type="text/javascript")
        response.headers["cache-control"] = "no-cache"
        return response

    def _from_memory(
        self, path: str, found: os.stat_result, asked: Headers
    ) -> Response:
        """Return a file that is read, and packed, once for as long as it stays."""
        kept, stamp = self._kept.get(path), (found.st_mtime_ns, found.st_size)
        if kept is None or kept.stamp != stamp:
            kept = self._kept[path] = read_kept(Path(path), stamp)
        packs = kept.packed and "gzip" in asked.get("accept-encoding", "")
        headers = {"cache-control": "no-cache", "etag": kept.etag}
        if kept.packed:
            headers["vary"] = "accept-encoding"
        if asked.get("if-none-match") == kept.etag:
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        if packs:
            headers["content-encoding"] = "gzip"
        body = kept.packed if packs else kept.body
        # Without the "charset" that Starlette would add: modules are UTF-8 anyway.
        headers["content-type"] = _TYPES[Path(path).suffix]
        return Response(body, headers=headers)


class CachedFile(NamedTuple):
    """
    A small file in memory.

    Args:
        stamp: The time of its last change in ns, and its size in bytes.
        body: Its content.
        packed: Its content compressed by gzip; empty for a compressed file type.
        etag: Its ETag, which depends on the content.
    """

    stamp: tuple[int, int]
    body: bytes
    packed: bytes
    etag: str


def read_kept(path: Path, stamp: tuple[int, int]) -> CachedFile:
    """Return a cached static file: its bytes, its compressed bytes, and its ETag."""
    body = path.read_bytes()
    if path.suffix in _REMARKED and path.is_relative_to(_OURS):
        text = without_remarks(body.decode())
        body = (tightened(text) if path.suffix == ".css" else text).encode()
    packed = gzip.compress(body, mtime=0) if path.suffix in _PACKS else b""
    return CachedFile(stamp, body, packed, f'"{sha256(body).hexdigest()[:8]}"')


def without_remarks(text: str) -> str:
    """Return a script or style sheet without comments; line numbers stay the same."""
    text = _REMARK.sub(lambda remark: "\n" * remark[0].count("\n"), text)
    return _ASIDE.sub("", text)


def tightened(text: str) -> str:
    """Return a style sheet without unnecessary white space."""
    return _LOOSE.sub(r"\1\2", text)


def drawings(folder: str) -> list[str]:
    """Return the names of the drawings in a game's folder."""
    return sorted(path.stem for path in Path(folder).glob("*.svg")) if folder else []


def shell(
    path: str,
    request: Request,
    language: str,
    words: Callable[[Message, str], str],
    *,
    game: str = "",
) -> HTMLResponse:
    """
    Return a page without its content, which its script draws.

    Args:
        path: One of `PAGES`.
        request: Its query has ``overlay`` if the page is shown over a film.
        language: The language of the page.
        words: Returns a message in a language.
        game: The present or next game.
    """
    name = PAGES[path]
    overlay = " overlay" if "overlay" in request.query_params else ""
    text = _SHELL.substitute(
        lang=language,
        page=name,
        drawn=drawn_by(name),
        links=_links(name, game) + _BESIDE.get(name, "").format(language=language),
        classes=f"page-{name}{overlay}",
        title=words(say(f"web-title-{name}"), language),
        mark=_MARK.replace("<svg ", '<svg aria-hidden="true" ', 1),
        late=words(say("web-opening-late"), language),
        script=" · ".join(words(say("web-needs-script"), code) for code in CODES),
    )
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return HTMLResponse(text, headers={"vary": "accept-encoding"})
    packed = {"vary": "accept-encoding", "content-encoding": "gzip"}
    return HTMLResponse(gzip.compress(text.encode(), mtime=0), headers=packed)


#: All imports of a script, static and dynamic.
_IMPORTED = re.compile(r'(?:from |import\()"(\.[^"]+)"')

#: The place at which a game's script imports its part of each page, or another game's.
_PARTS = re.compile(
    r'^export const (\w+) = \(\) => import\("(\.[^"]+)"\)', re.MULTILINE
)
_AS = {"sheet": "history"}

#: A complete text code in a script, and the constant beginning of a computed one.
_CODES = re.compile(r'["\']([a-z][a-z0-9]*(?:-[a-z0-9]+)*)["\']')
_BEGINNINGS = re.compile(r"`([a-z][a-z0-9-]*-)\$\{")


def text_filter(page: str, brought: Mapping[str, str]) -> Callable[[str], bool]:
    """
    Return a function that tells of a code whether a page can show its text.

    Args:
        page: The page's name, such as ``seat``; for any other name every text is shown.
        brought: The folders of games from outside, whose scripts also use our texts.
    """
    if page not in PAGES.values():
        return lambda _: True
    codes, beginnings = _named(page, tuple(sorted(brought.values())))
    return lambda code: code in codes or code.startswith(beginnings)


@cache
def _named(
    page: str, folders: tuple[str, ...]
) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the codes that scripts name whole, and the beginnings of others."""
    own = [_OURS / one for one in reachable(page)]
    theirs = [path for folder in folders for path in sorted(Path(folder).glob("*.js"))]
    texts = [path.read_text(encoding="utf-8") for path in (*own, *theirs)]
    return (
        frozenset(code for text in texts for code in _CODES.findall(text)),
        tuple(sorted({start for text in texts for start in _BEGINNINGS.findall(text)})),
    )


def reachable(page: str) -> tuple[str, ...]:
    """
    Return all our scripts that a page can load, its own first.

    Args:
        page: The page's name.
    """
    part = _AS.get(page, page)
    return linked_files(f"{drawn_by(page)}.js", lambda script: _leads_to(script, part))


def _leads_to(script: str, part: str) -> Iterable[str]:
    games = _games()
    if script in games:  # of all its parts a page loads its own
        text = (_OURS / script).read_text(encoding="utf-8")
        others = [path for name, path in _PARTS.findall(text) if name != part]
        away = {str(Path(script).parent / path) for path in others}
        return [one for one in named_paths(script, _IMPORTED) if one not in away]
    return (*named_paths(script, _IMPORTED), *(games if script == _LOADS else ()))


def _games() -> Iterable[str]:
    paths = sorted(_OURS.glob("games/*/game.js"))
    return [str(path.relative_to(_OURS)) for path in paths]
