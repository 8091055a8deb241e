"""
What board, teacher and root tell each other of an update: two small files.

Root writes the news, and everybody may read them. The board writes a wish of one line,
which `letterzone-update.path` waits for; so whoever takes the board over can ask for an
update that is signed, or for the version before, and for nothing else.
"""

import json
import os
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

from firmware_host import __version__
from firmware_host.app.system.setup import write_whole
from firmware_host.board.json import JsonObject, of_fields, read_object, text as text_in
from firmware_host.board.record import Record

#: Root's news; the folder comes from tmpfiles.d/letterzone.conf.
NEWS = Path("/run/letterzone-update/news.json")

#: The board's wish, in its own folder; letterzone-update.path knows the same name.
WISH = Path("/run/letterzone/update-wanted")

#: No wish is longer.
WISH_BYTES = 80


class State(StrEnum):
    """How an update stands."""

    QUIET = "quiet"  # nothing to say
    OFFERED = "offered"  # there is a newer version, and somebody is to say yes
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"  # or refused: `News.why`


class Wish(StrEnum):
    """What the board may ask of root."""

    LOOK = "look"
    INSTALL = "install"
    LEAVE = "leave"  # not now; or: the news were read
    BACK = "back"


class News(Record):
    """
    How an update stands.

    Args:
        state: How.
        version: Of which version we speak.
        why: The code of a message, where it failed.
        back: The version that one can go back to; empty for none.
    """

    state: State = State.QUIET
    version: str = ""
    why: str = ""
    back: str = ""


class Updates(Record):
    """
    The side of those who may only ask (`web.ports.Updates`).

    Args:
        news_file: What root writes.
        wish_file: What root looks for.
    """

    news_file: Path = NEWS
    wish_file: Path = WISH

    def news(self) -> News:
        """Return how an update stands; quiet where no news can be made out."""
        try:
            item = read_object(self.news_file.read_text(encoding="utf-8"))
            texts = [text_in(item, name) for name in ("version", "why", "back")]
            return News(State(text_in(item, "state")), *texts)
        except (OSError, ValueError):
            return News()

    def document(self) -> JsonObject:
        """Return the same for a page, with the version that runs."""
        return {"now": __version__, **of_fields(self.news())}

    def want(self, wish: str) -> bool:
        """Ask root for something; False where nobody could be asked."""
        try:
            write_whole(self.wish_file, Wish(wish).encode(), mode=0o600)
        except OSError:
            return False
        return True


# --- root's side ------------------------------------------------------------


def tell(news: News, path: Path = NEWS) -> None:
    """Let everybody know."""
    path.parent.mkdir(mode=0o755, exist_ok=True)
    write_whole(path, json.dumps(of_fields(news)).encode(), mode=0o644)


def take_wish(path: Path = WISH) -> Wish | None:
    """Return what the board asks for, once; the file is its own, so trust no link."""
    text = b""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(descriptor, "rb") as file:
            text = file.read(WISH_BYTES)
    with suppress(OSError):
        path.unlink()
    with suppress(ValueError):
        return Wish(text.decode(errors="replace"))
    return None
