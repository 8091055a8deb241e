"""
Somebody who plays from a terminal, at a board that plays elsewhere.

What may be typed is what the game declares, so any game can be played, from outside
too: a verb, then what stands under its keys, in their order.
"""

import threading
from collections.abc import Callable, Iterable, Iterator

from firmware_host.app.connect.board import Board
from firmware_host.board.json import (
    Json,
    JsonObject,
    flag,
    inner,
    objects,
    read_object,
    text,
    texts,
)
from firmware_host.board.messages import Message, say
from firmware_host.errors import AskedError, BoardMissingError
from firmware_host.texts.texts import Texts

#: What may be typed beside the game's own verbs; ``lay`` is for a simulated board.
HELP, LAY, BEGIN = "help", "lay", "begin"
SHARED = ("undo", "void", "leave", "end")

#: What stands in a field for yes.
YES = ("yes", "true", "1", "ja")


class Player:
    """
    A place at a board.

    Args:
        board: The board.
        texts: The words of this terminal.
        show: Puts out a sentence.
    """

    def __init__(self, board: Board, texts: Texts, show: Callable[[str], None]) -> None:
        self._board = board
        self._texts = texts
        self._show = show
        self._shown = ""
        self._game, self._verbs = "", dict[str, JsonObject]()
        self._lock = threading.Lock()

    def join(self, name: str, code: str) -> bool:
        """Take a place; tell whether there is one."""
        came = self._board.post("/api/join", name=name, code=code)
        if "refused" in came or "error" in came:
            self._refused(came)
            return False
        if "waits" in came:
            self._write(say("connect-waits"))
            return False
        self._write(say("connect-joined", name=name))
        return True

    def _write(self, message: Message) -> None:
        self._show(self._texts.say(message))

    def play(self, lines: Iterable[str]) -> int:
        """Do what is typed, and show what the board says, until there is no more."""
        threading.Thread(target=self._listen, daemon=True).start()
        for line in lines:
            if words := line.split():
                self._do(words)
        self._board.post("/api/leave")
        return 0

    def _listen(self) -> None:
        try:
            for state in self._board.states():
                self._tell(state)
        except BoardMissingError:
            pass  # said below
        self._write(say("connect-gone"))

    def _tell(self, state: JsonObject) -> None:
        """Show what the table's screen says, where it is something new."""
        said = " ".join(filter(None, (text(state, "line"), text(state, "status"))))
        with self._lock:
            if said and said != self._shown:
                self._shown = said
                self._show(said)

    def _refused(self, came: JsonObject) -> None:
        said = came.get("text") or came.get("error")
        self._show(str(said))

    # --- what is typed ------------------------------------------------------------

    def _do(self, words: list[str]) -> None:
        do, *rest = words
        if do == HELP:
            self._help()
            return
        try:
            came = self._sent(do.casefold(), rest)
        except AskedError as fault:
            self._show(str(fault))
            return
        if came is not None and "ok" not in came:
            self._refused(came)

    def _sent(self, do: str, rest: list[str]) -> JsonObject | None:
        """
        Send what was typed.

        Raises:
            AskedError: A value is none that may stand there.
        """
        if do.startswith("{"):
            return self._board.post("/api/do", **_typed(" ".join((do, *rest))))
        if do == LAY and len(rest) == 1 and rest[0].isdecimal():
            return self._board.post("/api/lay", zone=int(rest[0]))
        if do == BEGIN:
            return self._board.post("/api/begin")
        verbs = self._known()
        if do not in (*verbs, *SHARED):
            self._write(say("connect-unknown", word=do))
            self._help()
            return None
        keys = objects(verbs[do], "keys") if do in verbs else ()
        given = dict(_fields(keys, rest))
        return self._board.post("/api/do", do=do, **given)

    def _known(self) -> dict[str, JsonObject]:
        """Return the verbs of the game that is played, as it declares them."""
        game = text(self._board.get("/api/state"), "chosen")
        if game != self._game:
            declared = self._board.get(f"/api/games/{game}")
            self._verbs = {text(one, "do"): one for one in objects(declared, "verbs")}
            self._game = game
        return self._verbs

    def _help(self) -> None:
        """Say what may be typed now."""
        state = self._board.get("/api/state", **{"as": "seat"})
        may = texts(inner(state, "you"), "may") if state.get("you") else ()
        for do, verb in self._known().items():
            if do in may:
                names = (_named(one) for one in objects(verb, "keys"))
                self._show(" ".join((do, *names)))
        if state.get("kind") and flag(state, "virtual"):
            self._show(f"{LAY} ZONE")
        self._show(" ".join(one for one in (BEGIN, *SHARED) if one in may))


def _named(key: JsonObject) -> str:
    name = text(key, "name").upper()
    return name if flag(key, "needed") else f"[{name}]"


def _typed(line: str) -> JsonObject:
    try:
        return read_object(line)
    except ValueError as fault:
        raise AskedError(str(fault)) from None


def _fields(keys: Iterable[JsonObject], words: list[str]) -> Iterator[tuple[str, Json]]:
    """
    Yield each key with the word that was typed for it.

    Raises:
        AskedError: A word is none that may stand there, or is one too many.
    """
    left = list(words)
    for key in keys:
        if left:
            yield text(key, "name"), _value(key, left.pop(0))
    if left:
        raise AskedError(" ".join(left))


def _value(key: JsonObject, word: str) -> Json:
    kind = text(key, "kind")
    if kind == "list":
        item = inner(key, "item")
        return [_value(item, one) for one in word.split(",")]
    if kind == "flag":
        return word.casefold() in YES
    if kind in ("number", "zone", "seat"):
        try:
            return int(word)
        except ValueError:
            raise AskedError(word) from None
    return word
