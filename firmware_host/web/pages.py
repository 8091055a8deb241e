"""The pages, the HTML shell they share, and the files they load."""

from collections.abc import Callable, Mapping
from pathlib import Path
from string import Template
from typing import Any

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from firmware_host.board.messages import Message, say
from firmware_host.languages import CODES

_FOLDER = Path(__file__).parent
_SHELL = Template((_FOLDER / "shell.html").read_text(encoding="utf-8"))

#: Every page: its path, the script that makes it, and the code of its title.
PAGES: Mapping[str, tuple[str, str]] = {
    "/": ("board", "web-title-board"),
    "/wall": ("wall", "web-title-wall"),
    "/seat": ("seat", "web-title-seat"),
    "/sheet": ("sheet", "web-title-sheet"),
    "/history": ("history", "web-title-history"),
    "/teacher": ("teacher", "web-title-teacher"),
    "/service": ("service", "web-title-service"),
    "/check": ("check", "web-title-check"),
    "/quick": ("quick", "web-title-quick"),
    "/privacy": ("privacy", "web-title-privacy"),
}


class Files(StaticFiles):
    """Our own files: browsers revalidate them each time, and rarely load them again."""

    def __init__(self) -> None:
        super().__init__(directory=_FOLDER / "static")

    async def get_response(self, path: str, scope: Any) -> Response:
        """Return a file, to be cached until it changes."""
        response = await super().get_response(path, scope)
        response.headers["cache-control"] = "no-cache"
        return response


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
    script, title = PAGES[path]
    overlay = " overlay" if "overlay" in request.query_params else ""
    text = _SHELL.substitute(
        lang=language,
        page=script,
        classes=f"page-{script}{overlay}",
        title=words(say(title), language),
        script=" · ".join(words(say("web-needs-script"), code) for code in CODES),
    )
    return HTMLResponse(text)
