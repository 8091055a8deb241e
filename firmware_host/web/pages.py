"""The pages, the HTML shell they share, and the files they load."""

import os
import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from string import Template

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from firmware_host.board.messages import Message, say
from firmware_host.languages import CODES

_FOLDER = Path(__file__).parent
_SHELL = Template((_FOLDER / "shell.html").read_text(encoding="utf-8"))

#: Every page but the board's: its path, its script and its title are called so.
_NAMES = (
    *("wall", "seat", "sheet", "history", "teacher"),
    *("service", "check", "quick", "privacy"),
)

#: The name of each page by its path.
PAGES: Mapping[str, str] = {"/": "board", **{f"/{name}": name for name in _NAMES}}

#: The kinds of files that are served from a game's folder; no others are.
_KINDS = frozenset((".js", ".css", ".svg", ".png", ".woff2"))

#: The path of a game's own script; a game without one gets an empty script.
_GAME = re.compile(r"games/[a-z][a-z0-9-]{0,31}/game\.js")


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

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        """Return where a file lies, and what it is; those of a game in its folder."""
        place, name, *rest = (*Path(path).parts, "", "")[:-1]
        game = self._games.get(name) if place == "games" else None
        if game is None:
            return super().lookup_path(path)
        if Path(path).suffix not in _KINDS:
            return "", None
        return game.lookup_path(str(Path(*rest)))

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return a file, to be cached until it changes."""
        try:
            response = await super().get_response(path, scope)
        except HTTPException as fault:
            if fault.status_code != HTTPStatus.NOT_FOUND or not _GAME.fullmatch(path):
                raise
            response = Response("export {};", media_type="text/javascript")
        response.headers["cache-control"] = "no-cache"
        return response


def drawings(folder: str) -> list[str]:
    """Return the names of the drawings in a game's folder."""
    return sorted(path.stem for path in Path(folder).glob("*.svg")) if folder else []


def shell(
    path: str, request: Request, language: str, words: Callable[[Message, str], str]
) -> HTMLResponse:
    """
    Return a page without its content, which its script draws.

    Args:
        path: One of `PAGES`.
        request: With ``overlay`` in its query where the page lies over a film.
        language: The language of the page.
        words: Says a message in a language.
    """
    name = PAGES[path]
    overlay = " overlay" if "overlay" in request.query_params else ""
    text = _SHELL.substitute(
        lang=language,
        page=name,
        classes=f"page-{name}{overlay}",
        title=words(say(f"web-title-{name}"), language),
        script=" · ".join(words(say("web-needs-script"), code) for code in CODES),
    )
    return HTMLResponse(text)
