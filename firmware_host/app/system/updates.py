"""
Updates, the side of daemon and pages: the two small files shared with root.

Root writes the state of an update, and everybody may read it. The daemon writes a
request of one word, which `letterzone-update.path` watches. So an attacker who controls
the daemon can only ask for a signed update or for the earlier version.
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

#: Root's file with the state; tmpfiles.d/letterzone.conf creates its folder.
NEWS = Path("/run/letterzone-update/news.json")

#: The daemon's request, in its own folder; letterzone-update.path names the same file.
WISH = Path("/run/letterzone/update-wanted")

#: The length limit of a request, in bytes.
WISH_BYTES = 80


class UpdateState(StrEnum):
    """The state of an update."""

    QUIET = "quiet"  # no update
    OFFERED = "offered"  # a newer version waits for consent
    WORKING = "working"
    DONE = "done"
    FAILED = "failed"  # failed or refused, see `News.why`


class Wish(StrEnum):
    """A request of the daemon to root."""

    LOOK = "look"
    INSTALL = "install"
    LEAVE = "leave"  # not now, or: the result was read
    BACK = "back"


class News(Record):
    """
    The state of an update, as root publishes it.

    Args:
        state: The state.
        version: The version that it is about; empty for none.
        why: The code of a message if it failed.
        back: The earlier version that can be installed again; empty for none.
    """

    state: UpdateState = UpdateState.QUIET
    version: str = ""
    why: str = ""
    back: str = ""


class UpdateRequests(Record):
    """
    Reads the state of an update and sends requests to root (`web.ports.UpdatesPort`).

    Args:
        news_file: The file that root writes.
        wish_file: The file that root watches.
    """

    news_file: Path = NEWS
    wish_file: Path = WISH

    def news(self) -> News:
        """
        Return the state of the update.

        The state is quiet if the file is missing or unreadable.
        """
        try:
            item = read_object(self.news_file.read_text(encoding="utf-8"))
            texts = [text_in(item, name) for name in ("version", "why", "back")]
            return News(UpdateState(text_in(item, "state")), *texts)
        except (OSError, ValueError):
            return News()

    def document(self) -> JsonObject:
        """Return the update's state for a page, with the running version as `now`."""
        return {"now": __version__, **of_fields(self.news())}

    def want(self, wish: str) -> bool:
        """Send a request to root; return False if it cannot be written."""
        try:
            write_whole(self.wish_file, Wish(wish).encode(), mode=0o600)
        except OSError:
            return False
        return True


# --- root's side ------------------------------------------------------------


def tell(news: News, path: Path = NEWS) -> None:
    """Publish the state of an update."""
    path.parent.mkdir(mode=0o755, exist_ok=True)
    write_whole(path, json.dumps(of_fields(news)).encode(), mode=0o644)


def take_wish(path: Path = WISH) -> Wish | None:
    """
    Read and delete the daemon's request.

    Links are not followed, as the daemon owns it.
    """
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
