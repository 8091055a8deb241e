"""Validate every answer of the web server against `openapi.json`."""

import json
import re
from functools import cache
from typing import Any

import jsonschema_rs

from firmware_host.games.catalogue import GAMES
from firmware_host.games.shapes import all_described
from firmware_host.web.app import ENDPOINTS
from firmware_host.web.openapi import Description


def closed(part: Any) -> Any:
    """Return a schema in which an object has no field that is not described."""
    if isinstance(part, list):
        return [closed(one) for one in part]
    if not isinstance(part, dict):
        return part
    inner = {name: closed(one) for name, one in part.items()}
    if part.get("type") == "object" and "properties" in part:
        inner.setdefault("additionalProperties", False)
    return inner


@cache
def description() -> dict[str, Any]:
    """Return the description of the house's own games, closed; of the socket too."""
    described = Description(all_described(GAMES.values()))
    described.asyncapi()
    written: dict[str, Any] = closed(described.openapi(ENDPOINTS))
    return written


@cache
def _paths() -> list[tuple[re.Pattern[str], str]]:
    paths = description()["paths"]
    # /api/history/group comes before /api/history/{game}: it has no parameter. Of the
    # others the longer one does: /api/history/{game}.csv before /api/history/{game}.
    return [
        (re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path))), path)
        for path in sorted(paths, key=lambda one: ("{" in one, -len(one)))
    ]


def check_of(schema: Any) -> jsonschema_rs.Draft202012Validator:
    """Return a validator for a schema that may refer to the shared components."""
    whole = {**schema, "components": description()["components"]}
    return jsonschema_rs.Draft202012Validator(whole)


@cache
def _check(method: str, path: str, status: str) -> Any:
    answers = description()["paths"][path][method]["responses"]
    answer = answers[status]
    if "$ref" in answer:
        name = answer["$ref"].rpartition("/")[2]
        answer = description()["components"]["responses"][name]
    content = answer.get("content", {}).get("application/json")
    return None if content is None else check_of(content["schema"])


def hold(method: str, url: str, status: int, body: str) -> None:
    """
    Hold an answer against its description.

    Raises:
        AssertionError: The description says otherwise, or knows nothing of it.
    """
    where = url.partition("?")[0]
    path = next((path for form, path in _paths() if form.fullmatch(where)), None)
    if path is None or method not in description()["paths"][path]:
        return  # no way in at all: a 404, or a 405
    check = _check(method, path, str(status))
    if check is None:
        return
    value = json.loads(body)
    faults = [
        f"{'/'.join(map(str, one.instance_path))}: {one.message}"
        for one in check.iter_errors(value)
    ]
    assert not faults or _is_foreign(value), f"{method} {url} {status}: {faults[:3]}"


def _is_foreign(value: Any) -> bool:
    """Return True if a state belongs to an external game, which has its own schema."""
    return isinstance(value, dict) and value.get("game", "") not in ("", *GAMES)
