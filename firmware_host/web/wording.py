"""Which of the house's texts a page can show: those whose codes its scripts name."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path

from firmware_host.web.pages import PAGES, drawn_by, imported, reached

_STATIC = Path(__file__).parent / "static"

#: What a script imports, at its start or when it is needed.
_IMPORTS = re.compile(r'(?:from |import\()"(\.[^"]+)"')

#: Imports the script of the game that is played, whichever it is.
_LOADS = "games/load.js"

#: Where a game's script fetches its part of each page; and who draws with another's.
_PARTS = re.compile(
    r'^export const (\w+) = \(\) => import\("(\.[^"]+)"\)', re.MULTILINE
)
_AS = {"sheet": "history"}

#: A code that stands in a script whole, and the beginning of one put together there.
_CODES = re.compile(r'["\']([a-z][a-z0-9]*(?:-[a-z0-9]+)*)["\']')
_BEGINNINGS = re.compile(r"`([a-z][a-z0-9-]*-)\$\{")


def wording(page: str, brought: Mapping[str, str]) -> Callable[[str], bool]:
    """
    Return a function that tells of a code whether a page can show its text.

    Args:
        page: The page's name, such as ``seat``; for any other name every text is shown.
        brought: The folders of games from outside, whose scripts use our texts too.
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
    own = [_STATIC / one for one in reachable(page)]
    theirs = [path for folder in folders for path in sorted(Path(folder).glob("*.js"))]
    texts = [path.read_text(encoding="utf-8") for path in (*own, *theirs)]
    return (
        frozenset(code for text in texts for code in _CODES.findall(text)),
        tuple(sorted({start for text in texts for start in _BEGINNINGS.findall(text)})),
    )


def reachable(page: str) -> tuple[str, ...]:
    """
    Return every script of ours that a page can come to load, its own first.

    Args:
        page: The page's name.
    """
    part = _AS.get(page, page)
    return reached(f"{drawn_by(page)}.js", lambda script: _leads_to(script, part))


def _leads_to(script: str, part: str) -> Iterable[str]:
    games = _games()
    if script in games:  # of all its parts a page loads its own
        text = (_STATIC / script).read_text(encoding="utf-8")
        others = [path for name, path in _PARTS.findall(text) if name != part]
        away = {str(Path(script).parent / path) for path in others}
        return [one for one in imported(script, _IMPORTS) if one not in away]
    return (*imported(script, _IMPORTS), *(games if script == _LOADS else ()))


def _games() -> Iterable[str]:
    paths = sorted(_STATIC.glob("games/*/game.js"))
    return [str(path.relative_to(_STATIC)) for path in paths]
