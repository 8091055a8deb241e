"""
The endpoints: path, method, role, and the schema of what must be sent.

The router, the checks and `openapi.json` are all made from them; no route exists
without an endpoint.
"""

import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields
from functools import cache
from inspect import getdoc, signature
from typing import Annotated, TypeVar, get_args, get_origin

import fastjsonschema
from starlette.convertors import IntegerConvertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from firmware_host.board.commands import LANGUAGE, SEEN, Command, On, Role
from firmware_host.board.json import Json, JsonObject
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.record import Record
from firmware_host.board.table_values import Phone, Sight, Sitter
from firmware_host.errors import AskedError
from firmware_host.languages import CODES
from firmware_host.web import shown
from firmware_host.web.ports import Services
from firmware_host.web.state import Web

#: The most a body may have: a long word list.
BODY_BYTES = 512 * 1024


class _Number(IntegerConvertor):
    """A number in a path: neither Python nor SQLite takes any number of digits."""

    regex = "[0-9]{1,15}"


# In place of Starlette's own, so that a longer number is an unknown path.
register_url_convertor("int", _Number())


class Call(Record):
    """
    A request, and its caller.

    Args:
        request: Starlette's request.
        web: The web server's objects (`state.Web`).
        language: The language of the response.
        seen: The public state of the table.
        roles: The roles of the caller.
        key: The key of the caller's phone; empty for an unknown one.
        phone: The caller's phone, if it is known.
        sitter: The caller's player.
    """

    request: Request
    web: Web
    language: str
    seen: Sight
    roles: frozenset[Role]
    key: str
    phone: Phone | None
    sitter: Sitter | None

    @property
    def services(self) -> Services:
        """The services of the web."""
        return self.web.services

    @property
    def looks_on(self) -> bool:
        """Whether the caller's phone came too late for its seat's secret."""
        return self.phone is not None and self.phone["looks_on"]

    @property
    def address(self) -> str:
        """The caller's address."""
        return self.request.client.host if self.request.client else ""

    def say(self, code: str, **values: str | int | Message) -> str:
        """Return a sentence in the caller's language."""
        return self.services.say(say(code, **values), self.language)

    def denied(self, role: Role) -> Response | None:
        """Return the response that refuses a caller without *role*, or None."""
        if role in self.roles:
            return None
        text = self.say(f"web-only-{role}")
        return JSONResponse({"refused": "role", "text": text}, 403)


#: The result of a call: a document, a refusal, or None for success. The type hint of
#: each function names it: a type of `shown`, or a response with that type, as in
#: ``Annotated[Response, Done]``.
Answer = Response | Mapping[str, object] | Refused | None

#: A response that sets a cookie; or the response to a phone that has joined, or waits.
CookieSet = Annotated[Response, shown.Done]
Entry = Annotated[Response, shown.Admitted]

#: The result of an action without a document: a refusal, or None for success.
Outcome = Refused | None

#: Handles a call; the values of the path and of the body are arguments by name.
Handler = Callable[..., Awaitable[Answer]]

C = TypeVar("C", bound=Command)

#: Returns the command to send to the table, or the refusal.
Judge = Callable[..., C | Refused]

#: A JSON schema, or a part of one.
Schema = Mapping[str, object]

#: Returns its argument if that is valid by a schema, else raises an exception.
Check = Callable[[Json], JsonObject]


class Endpoint(Record):
    """
    A path, and the function that handles its requests.

    Args:
        method: ``GET`` or ``POST``; a GET changes nothing.
        path: The path, in Starlette's notation.
        role: The role that the caller needs.
        answer: The function that handles a call.
        body: The JSON schema of the request's body; None for a GET.
        query: The names of the query parameters.
        gives: The media type of the response; empty for a redirection.
        note: The act that is stored in the class's list of acts; empty for none.
    """

    method: str
    path: str
    role: Role
    answer: Handler
    body: Schema | None = None
    query: tuple[str, ...] = ()
    gives: str = "application/json"
    note: str = ""

    @property
    def summary(self) -> str:
        """The summary of the endpoint: the start of its function's docstring."""
        said = getdoc(self.answer) or ""
        return said.split("\n\n")[0].replace("\n", " ")


class Endpoints(list[Endpoint]):
    """The endpoints of one file; decorators register its functions as endpoints."""

    def get(
        self,
        path: str,
        role: Role,
        *,
        query: tuple[str, ...] = (),
        gives: str = "application/json",
    ) -> Callable[[Handler], Handler]:
        """
        Register a function that handles a GET.

        Args:
            path: The path, in Starlette's notation.
            role: The role that the caller needs.
            query: The names of the query parameters.
            gives: The media type of the response; empty for a redirection.
        """

        def put_in(answer: Handler) -> Handler:
            self.append(Endpoint("GET", path, role, answer, query=query, gives=gives))
            return answer

        return put_in

    def post(
        self, path: str, role: Role, body: Schema | None = None, *, note: str = ""
    ) -> Callable[[Handler], Handler]:
        """
        Register a function that handles a POST.

        Args:
            path: The path, in Starlette's notation.
            role: The role that the caller needs.
            body: The schema of the body; None to derive it from the function's
                parameters (`wanted_by`).
            note: The act that is stored in the class's list of acts; empty for none.
        """

        def put_in(answer: Handler) -> Handler:
            schema = body or wanted_by(answer)
            self.append(Endpoint("POST", path, role, answer, schema, note=note))
            return answer

        return put_in

    def command(
        self,
        path: str,
        command: type[C],
        role: Role | None = None,
        *,
        only: Sequence[str] = (),
        late: bool = False,
        **more: Schema,
    ) -> Callable[[Judge[C]], Judge[C]]:
        """
        Register a function that checks a command before it is sent to the table.

        The function gets the call, the command, and the sent values of *more*. It
        returns the command to send, or a refusal.

        Args:
            path: The path, in Starlette's notation.
            command: The command class; its fields are the fields of the request.
            role: The required role; None for the role of the command.
            only: The fields that a page sends here, in order; empty for all.
            late: True if the command is executed whatever its sender saw.
            more: Schemas of further values of the request, which the table does not
                need.
        """
        make: Callable[..., C] = command
        seen = None if late or command.ON is On.NOTHING else SEEN
        schema = wanted_by(command, only, seen, **more)

        def put_in(judge: Judge[C]) -> Judge[C]:
            async def answer(call: Call, **body: Json) -> Outcome:
                beside = {name: body.pop(name) for name in more if name in body}
                wanted = judge(call, make(**body), **beside)
                if isinstance(wanted, Refused):
                    return wanted
                return await call.services.table_api.send(wanted.line)

            answer.__doc__ = getdoc(judge) or getdoc(command)
            self.append(Endpoint("POST", path, role or command.ROLE, answer, schema))
            return judge

        return put_in

    def sends(
        self,
        path: str,
        command: type[Command],
        role: Role | None = None,
        *,
        only: Sequence[str] = (),
    ) -> None:
        """Register a command that is sent to the table unchecked, as `command` does."""
        judge = self.command(path, command, role, only=only)
        judge(lambda _, command: command)


def shape(required: Schema | None = None, **optional: Schema) -> Schema:
    """Return the schema of an object with these fields and no others."""
    return {
        "type": "object",
        "properties": {**(required or {}), **optional},
        "required": list(required or {}),
        "additionalProperties": False,
    }


def wanted_by(
    wants: Handler | type[Command],
    only: Sequence[str] = (),
    seen: Schema | None = None,
    **more: Schema,
) -> Schema:
    """
    Return the schema of the request of a function or a command.

    Each parameter that is `Annotated` with a schema is a field; a field with a default
    is optional.

    Args:
        wants: The function, or the class of the command.
        only: The fields to include, in order; empty for all.
        seen: The schema of ``seen``; None if it is not sent.
        more: Schemas of further values.
    """
    known = {name: (hint, needed) for name, hint, needed in _parameters(wants)}
    required, optional = dict[str, Schema](), dict[str, Schema]()
    for name in only or known:
        hint, needed = known[name]
        if get_origin(hint) is Annotated:
            schema = get_args(hint)[1]
            wanted = required if needed else optional
            wanted[name] = _LANGUAGES if schema is LANGUAGE else schema
    if seen is not None:
        required["seen"] = seen
    return shape(required, **optional, **more)


def _parameters(wants: Handler | type[Command]) -> Iterator[tuple[str, object, bool]]:
    """Yield the name and the type of each parameter, and whether it is required."""
    if isinstance(wants, type):
        for field in fields(wants):
            unset = field.default is MISSING and field.default_factory is MISSING
            yield field.name, field.type, unset
    else:
        for name, one in signature(wants).parameters.items():
            yield name, one.annotation, one.default is one.empty


#: The languages that there are, in place of `LANGUAGE`.
_LANGUAGES: Schema = {"enum": list(CODES)}

#: The state that a command was made for.
MadeFor = Annotated[list[int], SEEN]

#: A transcript's line, whichever the game; which values are right, the table says by
#: the game's own grammar.
LINE = {
    "type": "object",
    "properties": {"do": {"type": "string"}, "seen": SEEN},
    "required": ["do", "seen"],
}


def checker(schema: Schema) -> Check:
    """Return a function that raises if its argument does not fit the schema."""
    written = json.dumps(schema)

    def check(body: Json) -> JsonObject:
        return _compiled(written)(body)

    return check


@cache
def _compiled(schema: str) -> Check:
    """Return the check of a schema; compiling one is slow, so each is compiled once."""
    check: Check = fastjsonschema.compile(json.loads(schema))
    return check


async def read_body(request: Request, check: Check) -> JsonObject:
    """
    Return the JSON object of a request's body.

    Raises:
        AskedError: The body is too long, no JSON, or does not fit the schema.
    """
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > BODY_BYTES:
            msg = f"more than {BODY_BYTES} bytes were sent; send less at once"
            raise AskedError(msg)
    if not request.headers.get("content-type", "").startswith("application/json"):
        msg = "send JSON, with Content-Type: application/json"
        raise AskedError(msg)
    try:
        body = json.loads(content or b"{}", parse_float=_number)
        json.dumps(body, ensure_ascii=False).encode()  # half a character is no text
        return check(body)
    except fastjsonschema.JsonSchemaException as fault:
        raise AskedError(str(fault)) from None
    except (ValueError, RecursionError):
        msg = "this is not JSON"
        raise AskedError(msg) from None


def _number(text: str) -> float:
    """Return a JSON number; 1.0 is read as the integer 1."""
    value = float(text)
    return int(value) if value.is_integer() else value


def respond(call: Call, answer: Answer) -> Response:
    """Return the outcome of a call as a response."""
    if isinstance(answer, Response):
        return answer
    if isinstance(answer, Refused):
        message = answer.reason if Role.SEAT in call.roles else answer.message
        return told(call, answer, message)
    return JSONResponse(dict(answer) if isinstance(answer, Mapping) else {"ok": True})


def told(call: Call, refused: Refused, message: Message) -> Response:
    """Return the 409 response for a refusal, with the text of *message*."""
    text = call.services.say(message, call.language)
    return JSONResponse({"refused": refused.code, "text": text}, 409)


def missing(what: str) -> Response:
    """Return the 404 response for a path that names a missing thing."""
    return JSONResponse({"error": f"there is no such {what}"}, 404)


async def no_way(request: Request, _: Exception) -> Response:
    """Return the 404 response for an unknown path; JSON for paths of the API."""
    if request.url.path.startswith("/api/"):
        return missing("way in")
    return PlainTextResponse("Not Found", 404)


async def other_method(request: Request, fault: Exception) -> Response:
    """Return the 405 response to a wrong HTTP method; JSON for paths of the API."""
    allowed = dict((isinstance(fault, HTTPException) and fault.headers) or {})
    if request.url.path.startswith("/api/"):
        return JSONResponse(
            {"error": f"this path takes {allowed.get('Allow', '')} alone"}, 405, allowed
        )
    return PlainTextResponse("Method Not Allowed", 405, allowed)


def attached(content: str | bytes, name: str, kind: str) -> Response:
    """
    Return a response that the browser saves as a file.

    Args:
        content: The content of the file.
        name: The name of the file after ``letterzone-``.
        kind: The media type.
    """
    headers = {"content-disposition": f'attachment; filename="letterzone-{name}"'}
    return Response(content, headers=headers, media_type=kind)


def with_cookie(
    name: str, token: str, *, max_age: int | None = None, **more: Json
) -> Response:
    """
    Return a success response that sets a cookie, hidden from scripts and other sites.

    Args:
        name: The name of the cookie.
        token: Its value.
        max_age: Its lifetime in seconds; None until the browser is closed.
        more: Further fields of the response.
    """
    response = JSONResponse({"ok": True, **more})
    response.set_cookie(name, token, max_age=max_age, httponly=True, samesite="strict")
    return response


def without_cookie(name: str) -> Response:
    """Return a success response that deletes a cookie."""
    response = JSONResponse({"ok": True})
    response.delete_cookie(name, httponly=True, samesite="strict")
    return response
