"""
The messages between the pages' process and the table's: JSON, one line each.

A call is ``{"id", "call", "some", "more"}``; ``call`` names a port and a method. Its
answer is ``{"id", "changes"}`` and ``value``, ``refused``, ``asked`` (the sentence of
an `AskedError`) or ``failed``. News are sent without a call: ``{"news", "changes"}``;
news of the table contain changed public values in ``told``. The pages send a beat each
second, and the table answers it with ``{"beat"}``.
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

#: The name of the history process's socket, in the same folder as the table's.
HISTORY = "history"

#: The call names of news, of heartbeats, and of the first values.
NEWS, BEAT, HELLO = "news", "beat", "hello"

#: The calls that each port allows, by the port's name.
PORTS: Mapping[str, type] = {
    "table_api": ports.TablePort,
    "phones": ports.PhonesPort,
    "store": ports.KeyValueStore,
    "history": ports.HistoryPort,
    "archive": ports.ArchivePort,
    "packs": ports.PacksPort,
    "tags": ports.TagsPort,
    "service": ports.ServicePort,
    "updates": ports.UpdatesPort,
    "board": ports.VirtualBoard,
}

#: Methods that cannot be called remotely; the pages' process implements them.
_HERE = frozenset({"on_change", "watch", "phones"})

#: Calls with public results, which the table sends with its news after a change.
TOLD = ("table_api.see", "table_api.games", "phones.all")

#: All calls.
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
        TypeError: The object contains a value that JSON cannot represent.
        ValueError: The line would be too long.
    """
    text = json.dumps(item, ensure_ascii=False, separators=(",", ":"))
    line = f"{text}\n".encode()
    if len(line) > MOST_BYTES:
        msg = f"{len(line)} bytes are too many for a line"
        raise ValueError(msg)
    return line


def answer_of(value: object) -> dict[str, Json]:
    """Return the result of a port as fields of an answer."""
    if isinstance(value, Refused):
        sentence = of_message(Message(value.code, value.values))
        return {"refused": [sentence, value.private]}
    given: Json = value  # type: ignore[assignment] # `write` refuses what is none
    return {"value": given}


def value_of(answer: JsonObject) -> Json | Refused:
    """
    Return the value or refusal of an answer made by `answer_of`.

    Raises:
        ValueError: The object is no answer.
    """
    if "refused" not in answer:
        return answer["value"]
    sentence, private = as_list(answer["refused"])
    message = as_message(sentence)
    return Refused(message.code, flag({"it": private}, "it"), message.values)
