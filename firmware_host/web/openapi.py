"""
Generates `openapi.json` and `asyncapi.json` from the endpoints and their types.

The type hint of an endpoint's function gives the type of the response. The table
describes the views and lines of games (`TableApi.described`).
"""

import json
import re
from collections.abc import Iterable, Mapping
from types import NoneType, UnionType
from typing import Annotated, Union, cast, get_args, get_origin

from starlette.responses import Response

from firmware_host import __version__
from firmware_host.board.commands import Role
from firmware_host.board.json import JsonObject, as_object
from firmware_host.board.messages import Refused
from firmware_host.board.shapes import Schema, Shapes, either
from firmware_host.web import shown
from firmware_host.web.documents import EVENTS, VERSION, VIEWS
from firmware_host.web.endpoints import Endpoint
from firmware_host.web.guard import HEADER

#: The beginning of a reference to a schema.
AT = "#/components/schemas/"

#: The path whose body depends on the game that is played.
DO = "/api/do"

#: The media type of most responses.
JSON = "application/json"

#: The errors by name: their meaning, and the type of their body.
_NOT_DONE = {
    "Misunderstood": ("It cannot be understood; the text says why.", shown.Fault),
    "Forbidden": ("Only somebody else may do this.", shown.Refusal),
    "Missing": ("There is no such thing.", shown.Fault),
    "Late": ("The rest of it never came.", shown.Fault),
    "Refused": ("Refused by the rules; nothing has changed.", shown.Refusal),
    "Busy": ("The board has too many requests; ask again later.", shown.Fault),
    "Away": ("The board does not answer just now.", shown.Fault),
}

#: The status of each error, for all endpoints and for those that act.
_ANY = {"400": "Misunderstood", "403": "Forbidden", "404": "Missing"}
_ANY |= {"429": "Busy", "503": "Away"}
_REFUSED = {"409": "Refused"}
_DONE = {"408": "Late"} | _REFUSED

#: Media types that generators of clients know; of others only the name is described.
_COMMON = ("text/", "application/octet-stream")

#: The authentication schemes of each role; any one of them is enough.
_SCHEMES: Mapping[str, tuple[str, str, str]] = {
    "page": ("header", HEADER, "What no foreign page can send: the text 1."),
    "phone": ("cookie", "letterzone", "A phone; /api/join sets it."),
    "teacher": ("cookie", "letterzone-teacher", "A teacher; /api/teacher/login."),
    "board": ("cookie", "letterzone-board", "Hands at a board; /api/board/open."),
    "wall": ("cookie", "letterzone-wall", "A screen; /api/wall sets it."),
}
_SHOWN_BY: Mapping[Role, tuple[str, ...]] = {
    Role.PUBLIC: ("",),
    Role.WALL: ("", "wall", "teacher", "board"),
    Role.SEAT: ("phone",),
    Role.HOST: ("phone", "teacher", "board"),
    Role.TEACHER: ("teacher",),
    Role.BOARD: ("", "board"),
}

#: The sockets: the type of their messages, when these are sent, and the query
#: parameters.
_CHANNELS: Mapping[str, tuple[str, str, Schema]] = {
    "state": (
        "State",
        "The newest state, now and as it changes.",
        {"as": {"enum": [*VIEWS], "default": "wall"}, "lang": {"type": "string"}},
    ),
    "event": (
        "Event",
        "Each event, in its order.",
        {"as": {"const": EVENTS}, "since": {"type": "integer", "minimum": 0}},
    ),
}


def _query(queries: Schema) -> Schema:
    """Return the schema of a socket's query; parameters of one value are required."""
    fixed = [name for name, one in queries.items() if "const" in cast("Schema", one)]
    return {"type": "object", "properties": queries, "required": fixed}


class Description:
    """
    Collects the named schemas of the API, and builds descriptions that refer to them.

    Args:
        games: The result of `TableApi.described`.
    """

    def __init__(self, games: JsonObject) -> None:
        self._shapes = Shapes(AT)
        self._shapes.named.update(cast("Mapping[str, Schema]", games["schemas"]))
        self._any = {"$ref": f"{AT}{games['view']}"}
        self._games = [as_object(one) for one in as_object(games["games"]).values()]

    def openapi(self, endpoints: Iterable[Endpoint]) -> dict[str, object]:
        """Return the description of *endpoints* as OpenAPI 3.1."""
        paths: dict[str, dict[str, object]] = {}
        for endpoint in endpoints:
            path = re.sub(r"\{(\w+):\w+\}", r"{\1}", endpoint.path)
            method = endpoint.method.lower()
            paths.setdefault(path, {})[method] = self._operation(endpoint, path)
        return {
            "openapi": "3.1.0",
            "info": self._info(
                f"The board in the browser. A GET changes nothing; every POST carries"
                f" JSON and the header {HEADER}: 1. The socket is in asyncapi.json."
            ),
            "paths": dict(sorted(paths.items())),
            "components": {
                "securitySchemes": {
                    name: {
                        "type": "apiKey",
                        "in": where,
                        "name": key,
                        "description": of,
                    }
                    for name, (where, key, of) in _SCHEMES.items()
                },
                "responses": {
                    name: _answer(said, JSON, self._shapes.of(shape))
                    for name, (said, shape) in _NOT_DONE.items()
                },
                "schemas": self._named(),
            },
        }

    def asyncapi(self) -> dict[str, object]:
        """Return the description of the socket as AsyncAPI 3.0."""
        for shape in (shown.State, shown.Event, shown.Beat):
            self._shape(shape)
        return {
            "asyncapi": "3.0.0",
            "info": self._info(
                "What the board says by itself, as JSON. The Origin of the request is"
                " the board's own address. What is sent to the board is not read."
            ),
            "channels": {
                name: {
                    "address": "/socket",
                    "description": said,
                    "bindings": {"ws": {"query": _query(queries)}},
                    "messages": {
                        name: {"payload": {"$ref": f"{AT}{shape}"}},
                        "beat": {"payload": {"$ref": f"{AT}Beat"}},
                    },
                }
                for name, (shape, said, queries) in _CHANNELS.items()
            },
            "operations": {
                f"hear_{name}": {
                    "action": "receive",
                    "channel": {"$ref": f"#/channels/{name}"},
                }
                for name in _CHANNELS
            },
            "components": {
                "schemas": _needed(self._named(), ("State", "Event", "Beat"))
            },
        }

    def _info(self, said: str) -> dict[str, object]:
        return {
            "title": "Letterzone",
            "version": __version__,
            "description": said,
            "x-state-document": VERSION,
        }

    def _named(self) -> dict[str, Schema]:
        return dict(sorted(self._shapes.named.items()))

    def _operation(self, endpoint: Endpoint, path: str) -> dict[str, object]:
        wanted = [
            _parameter(name, "path", kind) for name, kind in _in_path(endpoint.path)
        ]
        wanted += [_parameter(name, "query", "string") for name in endpoint.query]
        no = _ANY if endpoint.body is None else {**_ANY, **_DONE}
        if Refused in get_args(endpoint.answer.__annotations__["return"]):
            no = {**no, **_REFUSED}
        well = "200" if endpoint.gives else "303"
        answers: dict[str, object] = {well: self._given(endpoint)}
        for status in sorted(no):
            answers[status] = {"$ref": f"#/components/responses/{no[status]}"}
        item: dict[str, object] = {
            "operationId": _called(endpoint, path),
            "summary": endpoint.summary,
            "tags": [endpoint.role.value],
            "security": _security(endpoint),
            "responses": answers,
        }
        if endpoint.body is not None:
            schema = self._line() if path == DO else endpoint.body
            content = {"application/json": {"schema": schema}}
            item["requestBody"] = {"required": True, "content": content}
        return {**item, "parameters": wanted} if wanted else item

    def _given(self, endpoint: Endpoint) -> dict[str, object]:
        """Return the description of an endpoint's success response."""
        if endpoint.gives.startswith(_COMMON):
            return _answer("Done.", endpoint.gives, {"type": "string"})
        if endpoint.gives != JSON:
            return {"description": f"Done: {endpoint.gives or 'go there'}."}
        hint = endpoint.answer.__annotations__["return"]
        found = [self._shape(one) for one in answer_shapes(hint)]
        return _answer("Done.", JSON, either(found))

    def _shape(self, hint: object) -> Schema:
        """Return the schema of a response; for a state with the views of all games."""
        shape = self._shapes.of(hint)
        if hint is shown.State:
            known = self._fields("State")
            known["view"] = self._of_games("view", self._any, {"type": "null"})
            self._fields("You")["secret"] = self._of_games("secret", {"type": "null"})
        return shape

    def _fields(self, name: str) -> dict[str, Schema]:
        """Return the fields of a schema, for more precise schemas."""
        return cast("dict[str, Schema]", self._shapes.named[name]["properties"])

    def _of_games(self, what: str, *others: Schema) -> Schema:
        names = [name for one in self._games if (name := one[what]) is not None]
        return either([*({"$ref": f"{AT}{name}"} for name in names), *others])

    def _line(self) -> Schema:
        """Return the schema of any line that a page may send."""
        lines = [as_object(one["lines"]) for one in self._games]
        names = dict.fromkeys(str(name) for one in lines for name in one.values())
        return either([{"$ref": f"{AT}{name}"} for name in names])


def answer_shapes(hint: object) -> list[object]:
    """
    Return the types of an endpoint's success responses, from its type hint.

    None in the hint stands for `Done`. `Refused` and a plain `Response` are errors and
    give no type.
    """
    if get_origin(hint) is Annotated and get_args(hint)[0] is Response:
        return [get_args(hint)[1]]
    if get_origin(hint) in (Union, UnionType):
        return [one for part in get_args(hint) for one in answer_shapes(part)]
    if hint in (Response, Refused):
        return []
    return [shown.Done if hint in (None, NoneType) else hint]


def _needed(named: Mapping[str, Schema], roots: Iterable[str]) -> dict[str, Schema]:
    """Return the schemas to which some schemas refer, including these."""
    found, asked = dict[str, Schema](), list(roots)
    while asked:
        name = asked.pop()
        if name not in found:
            found[name] = named[name]
            asked += re.findall(f'"{AT}(\\w+)"', json.dumps(named[name]))
    return dict(sorted(found.items()))


def _in_path(path: str) -> list[tuple[str, str]]:
    """Return the parameters of a path, each with its type."""
    found = re.findall(r"\{(\w+)(?::(\w+))?\}", path)
    return [(name, "integer" if kind == "int" else "string") for name, kind in found]


def _called(endpoint: Endpoint, path: str) -> str:
    """Return an operation's name: the words of its path, after ``get`` if a GET."""
    words = re.findall(r"[a-zA-Z0-9]+", path.removeprefix("/api"))
    return "_".join(("get", *words) if endpoint.method == "GET" else words)


def _security(endpoint: Endpoint) -> list[dict[str, list[str]]]:
    page: dict[str, list[str]] = {} if endpoint.body is None else {"page": []}
    shown_by = _SHOWN_BY[endpoint.role]
    return [{**page, **({one: []} if one else {})} for one in shown_by]


def _answer(said: str, kind: str, schema: Schema) -> dict[str, object]:
    return {"description": said, "content": {kind: {"schema": schema}}}


def _parameter(name: str, where: str, kind: str) -> dict[str, object]:
    return {
        "name": name,
        "in": where,
        "required": where == "path",
        "schema": {"type": kind},
    }
