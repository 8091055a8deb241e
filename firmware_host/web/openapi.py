"""Makes `openapi.json` from the endpoints."""

import re
from collections.abc import Iterable

from firmware_host import __version__
from firmware_host.web.documents import VERSION
from firmware_host.web.endpoints import Endpoint
from firmware_host.web.guard import HEADER

_NO = {
    "400": {"description": "What was sent cannot be understood; the text says why."},
    "403": {"description": "Only somebody else may do this."},
    "404": {"description": "There is no such thing."},
    "409": {"description": "Refused by the rules; nothing has changed."},
}


def describe(endpoints: Iterable[Endpoint]) -> dict[str, object]:
    """Return the description of *rules* as OpenAPI 3.1."""
    paths: dict[str, dict[str, object]] = {}
    for endpoint in endpoints:
        path = re.sub(r"\{(\w+):\w+\}", r"{\1}", endpoint.path)
        paths.setdefault(path, {})[endpoint.method.lower()] = _operation(endpoint, path)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Letterzone",
            "version": __version__,
            "description": "The board in the browser. A GET changes nothing; every"
            f" POST carries JSON and the header {HEADER}: 1.",
            "x-state-document": VERSION,
        },
        "paths": dict(sorted(paths.items())),
    }


def _operation(endpoint: Endpoint, path: str) -> dict[str, object]:
    wanted: list[dict[str, object]] = [
        _parameter(name, "path", required=True)
        for name in re.findall(r"\{(\w+)\}", path)
    ]
    wanted += [_parameter(name, "query", required=False) for name in endpoint.query]
    answers: dict[str, object] = {
        "200": {"description": "Done.", "content": {endpoint.gives: {}}},
        **_NO,
    }
    item: dict[str, object] = {
        "summary": endpoint.summary,
        "tags": [endpoint.role.value],
        "responses": answers,
    }
    if endpoint.body is not None:
        wanted.append(_parameter(HEADER, "header", required=True, const="1"))
        answers["408"] = {"description": "The rest of it never came."}
        item["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": endpoint.body}},
        }
    return {**item, "parameters": wanted} if wanted else item


def _parameter(
    name: str, where: str, *, required: bool, **schema: object
) -> dict[str, object]:
    return {
        "name": name,
        "in": where,
        "required": required,
        "schema": {"type": "string", **schema},
    }
