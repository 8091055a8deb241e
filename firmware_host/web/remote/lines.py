"""
What passes between the pages' process and the table's: JSON, one line each.

A call is ``{"id", "call", "some", "more"}``; ``call`` names a port and what is asked of
it. Its answer is ``{"id", "changes"}`` and ``value``, ``refused``, ``asked`` (the
sentence of an `AskedError`) or ``failed``. News come unasked: ``{"news", "changes"}``;
those of the table have what everybody may know with them, in ``told``. The pages send
a beat each second, and the table answers it with ``{"beat"}``.
"""

import json
from collections.abc import Mapping

from firmware_host.board.json import (
    Json,
    JsonObject,
    as_list,
    as_message,
    flag,
    of_message,
)
from firmware_host.board.messages import Message, Refused
from firmware_host.web import ports

#: The longest line, in bytes: every word list in one file, or a piece of a backup.
MOST_BYTES = 8 << 20

#: The socket of the process that reads the history, beside the table's.
HISTORY = "history"

#: What is asked for the lines of news, for a sign of life, and for what is known first.
NEWS, BEAT, HELLO = "news", "beat", "hello"

#: The ports by their names, and what each may be asked.
PORTS: Mapping[str, type] = {
    "table_api": ports.TableApi,
    "phones": ports.Phones,
    "store": ports.KeyValueStore,
    "history": ports.History,
    "archive": ports.Archive,
    "packs": ports.Packs,
    "tags": ports.TagCase,
    "service": ports.Service,
    "updates": ports.Updates,
    "board": ports.VirtualBoard,
}

#: What no line can carry: it is done where the pages are.
_HERE = frozenset({"on_change", "watch", "phones"})

#: What everybody may know: told with the table's news wherever it is another one.
TOLD = ("table_api.see", "table_api.games", "phones.all")

#: Every call there is.
CALLS = frozenset(
    f"{name}.{what}"
    for name, port in PORTS.items()
    for what in vars(port)
    if not what.startswith("_") and what not in _HERE
)


def write(item: JsonObject) -> bytes:
    """
    Return an object as a line.

    Raises:
        TypeError: It holds what JSON does not have.
        ValueError: The line would be too long.
    """
    text = json.dumps(item, ensure_ascii=False, separators=(",", ":"))
    line = f"{text}\n".encode()
    if len(line) > MOST_BYTES:
        msg = f"{len(line)} bytes are too many for a line"
        raise ValueError(msg)
    return line


def answer_of(value: object) -> dict[str, Json]:
    """Return what a port has given, as fields of an answer."""
    if isinstance(value, Refused):
        sentence = of_message(Message(value.code, value.values))
        return {"refused": [sentence, value.private]}
    given: Json = value  # type: ignore[assignment] # `write` refuses what is none
    return {"value": given}


def value_of(answer: JsonObject) -> Json | Refused:
    """
    Return what `answer_of` was given.

    Raises:
        ValueError: It is no answer.
    """
    if "refused" not in answer:
        return answer["value"]
    sentence, private = as_list(answer["refused"])
    message = as_message(sentence)
    return Refused(message.code, flag({"it": private}, "it"), message.values)
