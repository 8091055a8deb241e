"""
Describe each format by the code that reads or writes it, in tests/golden/formats/.

    tools/build_formats.py --write    write what has changed; each with a new number
    tools/build_formats.py --check    say what has changed

A description that differs under the same number is not written: raise the number where
docs/formats.md says it stands. With ``--unreleased`` it is written, as there are no
readers yet; but not the contract of games, whose number packages register with.
"""

import argparse
import inspect
import json
import re
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import fields
from enum import Enum
from importlib import import_module
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from firmware_host import kit  # noqa: E402 - needs the path above
from firmware_host.app.prove import proof  # noqa: E402 - as above
from firmware_host.app.tagging import setfile  # noqa: E402 - as above
from firmware_host.board.entries import Tag  # noqa: E402 - as above
from firmware_host.games import contract, shapes, transcript  # noqa: E402 - as above
from firmware_host.games.catalogue import GAMES  # noqa: E402 - as above
from firmware_host.games.codec import Codec  # noqa: E402 - as above
from firmware_host.games.game import Game  # noqa: E402 - as above
from firmware_host.hall import lines  # noqa: E402 - as above
from firmware_host.journal.file import APPLICATION_ID, scripts, upgrade  # noqa: E402 - as above
from firmware_host.link import frames, messages  # noqa: E402 - as above
from firmware_host.session.setups import Setup  # noqa: E402 - as above
from firmware_host.session.stored.headers import header_json  # noqa: E402 - as above
from firmware_host.settings import keys  # noqa: E402 - as above
from firmware_host.web import documents  # noqa: E402 - as above
from firmware_host.web.openapi import Description  # noqa: E402 - as above
from firmware_host.words.packs import pack  # noqa: E402 - as above
from tools import transcript_shapes  # noqa: E402 - as above

GOLDEN = ROOT / "tests" / "golden" / "formats"


# --- one format each --------------------------------------------------------


def transcripts() -> dict[str, Any]:
    """Return the header and the lines of a transcript, by game, as JSON Schema."""
    return {
        "number": [transcript.VERSION, transcript.RULES],
        "games": {
            name: transcript_shapes.transcript(engine) for name, engine in GAMES.items()
        },
    }


def journals() -> dict[str, Any]:
    """Return the columns of the journal's tables, and the JSON in them."""
    with closing(sqlite3.connect(":memory:")) as connection:
        upgrade(connection, scripts())
        tables = [
            name
            for (name,) in connection.execute(
                "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
            )
        ]
        columns = {
            table: {
                name: kind
                for _, name, kind, *_ in connection.execute(
                    f"PRAGMA table_info({table})"
                )
            }
            for table in tables
        }
    return {
        "number": [max(scripts())],
        "application_id": f"{APPLICATION_ID:#x}",
        "tables": columns,
        "games.header": {**shape(header_json(_HEADER)), **_LATER},
        "rows.action": {name: objects(one.ACTIONS) for name, one in GAMES.items()},
        "rows.facts": {name: objects(one.FACTS) for name, one in GAMES.items()},
        "settings.setup": written(Setup),
    }


#: The suffix that marks an optional key.
LEFT_OUT = ", or left out"

#: The JSON types of further header keys; the optional ones are written only if needed.
_LATER = {
    "guess_tokens": ["number"],
    "buttons": ["text"],
    "letters": {"N": ["text"]},
    "deck" + LEFT_OUT: {"orange": {"N": "number"}, "blue": {"N": "number"}},
    "animals" + LEFT_OUT: ["text"],
    "when" + LEFT_OUT: {
        "evening": "number",
        "start": "text",
        "up_s": "number",
        "at_s" + LEFT_OUT: "number",
    },
    "knobs" + LEFT_OUT: {"hand": "text or number"},
    "words" + LEFT_OUT: ["text"],
}

_HEADER = contract.Header(
    "decipher",
    2,
    5,
    language=import_module("firmware_host.app.content.languages").load_language("en"),
)


def objects(codec: Codec[Any]) -> dict[str, Any]:
    """Return the keys and value types of a codec's JSON objects, by type tag."""
    return {tag: {codec.key: tag, **written(cls)} for tag, cls in codec.classes.items()}


def wire() -> dict[str, Any]:
    """Return the messages of the wire, byte by byte."""
    return {
        "number": [frames.VERSION, frames.PROTOCOL],
        "messages": {
            f"{kind:02x} {messages.Type(kind).name}": [
                *(f"{name}: {letter}" for name, letter in layout.fields),
                *([f"{layout.tail[0]}: up to {layout.tail[1]}"] if layout.tail else []),
            ]
            for kind, layout in sorted(messages.LAYOUTS.items())
        },
        "buttons": [str(button) for button in messages.BUTTONS],
        "unclear": list(messages.WHYS),
        "faults": list(messages.FAULT_CODES),
    }


def sets() -> dict[str, Any]:
    """Return the schema of the lines of a set file."""
    text = setfile.write_set("1", [Tag(b"\4\1\2\3", None, "1")])
    head, line = map(json.loads, text.splitlines())
    return {"number": [setfile.VERSION], "head": shape(head), "line": shape(line)}


def packs() -> dict[str, Any]:
    """Return the schemas of word pack files: today's, and that of older boards."""
    file = json.loads(pack.write_packs([pack.Pack("", "1", "en", ("CAT",))]))
    former = {"name": "", "language": "", "words": [""]}
    return {
        "number": [pack.VERSION],
        "file": shape(file),
        "former": shape({pack.FORMER: 1, pack.LISTS: [former]}),
    }


def profiles() -> dict[str, Any]:
    """Return the keys of a board's profile, as JSON Schema."""
    schema = json.loads(keys.WRITTEN.read_text(encoding="utf-8"))
    return {"number": [keys.VERSION], "schema": _without_words(schema)}


def _without_words(part: Any) -> Any:
    """Return a JSON schema without titles and descriptions."""
    if isinstance(part, list):
        return [_without_words(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {
        name: _without_words(one)
        for name, one in part.items()
        if name not in ("title", "description", "$comment")
    }


def without_modules(hint: str) -> str:
    """Return a type or signature without module names, as packages do not use them."""
    return re.sub(r"\b(?:\w+\.)+(?=\w)", "", hint)


def games() -> dict[str, Any]:
    """Return the interface that a game in a separate package has to implement."""
    calls = {
        name: without_modules(str(inspect.signature(member)))
        for name, member in vars(Game).items()
        if inspect.isfunction(member) and not name.startswith("_")
    }
    return {
        "number": [contract.VERSION],
        "names": {
            name: without_modules(str(kind))
            for name, kind in Game.__annotations__.items()
        },
        "calls": calls,
        "header": written(contract.Header),
        "kit": sorted(name for name in vars(kit) if name[0] != "_"),
    }


def states() -> dict[str, Any]:
    """Return the state documents that the web API sends, as JSON Schema."""
    described = Description(shapes.all_described(GAMES.values())).asyncapi()
    return {"number": [documents.VERSION], **described["components"]}


# --- shapes -----------------------------------------------------------------


def shape(item: Any) -> Any:
    """Return the keys and kinds of a JSON value."""
    if isinstance(item, Mapping):
        return {str(key): shape(one) for key, one in item.items()}
    if isinstance(item, list | tuple):
        inner: Any = None
        for one in item:
            inner = merged(inner, shape(one))
        return [] if inner is None else [inner]
    if isinstance(item, Enum):
        return shape(item.value)
    names = {bool: "boolean", int: "number", float: "number", str: "text"}
    return "null" if item is None else names[type(item)]


def merged(one: Any, other: Any) -> Any:
    """Return a shape that matches every value that one of two shapes matches."""
    if one is None or one == other:
        return other
    if isinstance(one, dict) and isinstance(other, dict):
        return {
            key: merged(one.get(key), other.get(key, one.get(key)))
            for key in one | other
        }
    if isinstance(one, list) and isinstance(other, list):
        return [merged(one[0], other[0])] if one and other else one or other
    choices = {*_choices(one), *_choices(other)}
    return " or ".join(sorted(choices))


def _choices(one: Any) -> list[str]:
    if isinstance(one, str):
        return one.split(" or ")
    return ["object" if isinstance(one, dict) else "list"]


def written(cls: Any) -> dict[str, str]:
    """Return the fields of a dataclass by their names and types in JSON."""
    hints = get_type_hints(cls)
    return {one.name: kind(hints[one.name]) for one in fields(cls)}


def kind(hint: Any) -> str:
    """Return the name of the JSON type that a Python type becomes."""
    if get_origin(hint) in (Union, UnionType):
        return " or ".join(dict.fromkeys(map(kind, get_args(hint))))
    hint = getattr(hint, "__supertype__", hint)
    if get_origin(hint) is not None:
        inner = [kind(one) for one in get_args(hint) if one is not Ellipsis]
        return f"[{', '.join(inner)}]"
    known: tuple[tuple[Any, str], ...] = (
        (NoneType, "null"),
        (bool, "boolean"),
        (int, "number"),
        (str, "text"),
        (bytes, "hex"),
    )
    found = (
        name for of, name in known if isinstance(hint, type) and issubclass(hint, of)
    )
    return next(found, "object")


# --- the files --------------------------------------------------------------


def proofs() -> dict[str, Any]:
    """Return the schema of the proof file that a board's owner sends."""
    schema = {key: one for key, one in proof.SCHEMA.items() if key[0] != "$"}
    return {"number": [proof.VERSION], "schema": schema}


def told() -> dict[str, Any]:
    """Return the topics and payloads that are published on an MQTT broker."""
    messages = {one.__name__: written(one) for one in lines.MESSAGES}
    return {"number": [lines.VERSION], "topics": lines.TOPICS, "messages": messages}


FORMATS: Mapping[str, Callable[[], dict[str, Any]]] = {
    "transcript": transcripts,
    "journal": journals,
    "wire": wire,
    "set": sets,
    "packs": packs,
    "state": states,
    "game": games,
    "profile": profiles,
    "proof": proofs,
    "mqtt": told,
}


def judge(name: str, before: Any, after: Any) -> str:
    """Return an error message if a description differs from the one in its file."""
    if before is not None and before["number"] >= after["number"]:
        number = ".".join(map(str, after["number"]))
        return f"{name} has changed, and its number is still {number}"
    return f"{name} is new; run this with --write"


def stale() -> Iterator[tuple[Path, Any, Any]]:
    """Yield each file whose description has changed, with the old and the new one."""
    for name, describe in FORMATS.items():
        path = GOLDEN / f"{name}.json"
        before = json.loads(path.read_text("utf-8")) if path.exists() else None
        after = json.loads(json.dumps(describe()))
        if before != after:
            yield path, before, after


def main() -> int:
    """Write or check; return 1 if one changed and its version number did not."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--write", action="store_true")
    given.add_argument("--check", action="store_true")
    given.add_argument("--unreleased", action="store_true")
    wanted = given.parse_args()
    wrong = 0
    for path, before, after in stale():
        says = judge(path.stem, before, after)
        raised = before is None or before["number"] < after["number"]
        unread = wanted.unreleased and path.stem != "game"
        if wanted.write and (raised or unread):
            path.write_text(
                json.dumps(after, indent=1, ensure_ascii=False) + "\n", "utf-8"
            )
        else:
            print(says)
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
