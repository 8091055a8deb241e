"""The API description has each endpoint's summary, roles, parameters and answer."""

import json
import re

import jsonschema
import pytest

from firmware_host.board.commands import Role
from firmware_host.games.catalogue import GAMES
from firmware_host.games.shapes import all_described
from firmware_host.web.app import ENDPOINTS
from firmware_host.web.documents import EVENTS, VIEWS
from firmware_host.web.endpoints import Endpoint, shape
from firmware_host.web.openapi import AT, Description, answer_shapes

GAMES_DESCRIBED = all_described(GAMES.values())
TEXT = Description(GAMES_DESCRIBED).openapi(ENDPOINTS)
SOCKET = Description(GAMES_DESCRIBED).asyncapi()


async def nothing(_call) -> None:
    """
    Do
    nothing.

    Nobody is told more of it.
    """  # noqa: D205 - a summary may have two lines


def operations(text=TEXT):
    """Yield every operation with its path and its method."""
    for path, item in text["paths"].items():
        for method, operation in item.items():
            yield path, method, operation


def test_each_endpoint_is_described():
    described = {(method.upper(), path) for path, method, _ in operations()}
    assert len(described) == len(ENDPOINTS)


def test_a_post_names_its_header_and_its_shape():
    endpoint = Endpoint(
        "POST",
        "/api/zone/{zone:int}",
        Role.TEACHER,
        nothing,
        shape({"word": {"type": "string"}}, on={"type": "boolean"}),
        query=("lang",),
    )
    text = Description(GAMES_DESCRIBED).openapi([endpoint])
    item = text["paths"]["/api/zone/{zone}"]["post"]
    named = {
        (one["name"], one["in"]): (one["required"], one["schema"]["type"])
        for one in item["parameters"]
    }
    assert named == {
        ("zone", "path"): (True, "integer"),
        ("lang", "query"): (False, "string"),
    }
    schema = item["requestBody"]["content"]["application/json"]["schema"]
    assert schema["required"] == ["word"]
    assert schema["additionalProperties"] is False
    assert item["tags"] == ["teacher"]
    assert item["security"] == [{"page": [], "teacher": []}]
    assert item["operationId"] == "zone_zone"
    assert item["summary"] == "Do nothing."
    assert set(item["responses"]) == {
        *("200", "400", "403", "404", "408", "409", "429", "503")
    }
    done = item["responses"]["200"]["content"]["application/json"]["schema"]
    assert done == {"$ref": f"{AT}Done"}


def test_every_endpoint_says_what_it_is_for_in_one_sentence():
    for endpoint in ENDPOINTS:
        assert endpoint.summary.endswith("."), endpoint
        assert "\n" not in endpoint.summary


def test_no_two_operations_have_one_name():
    names = [one["operationId"] for *_, one in operations()]
    assert len(names) == len(set(names))
    assert all(re.fullmatch("[a-zA-Z][a-zA-Z0-9_]*", name) for name in names)


def test_every_operation_says_what_it_gives():
    """Every operation has a schema for its answer, from the function's return type."""
    for endpoint in ENDPOINTS:
        if endpoint.gives == "application/json":
            assert answer_shapes(endpoint.answer.__annotations__["return"]), (
                endpoint.path
            )
    for path, _, one in operations():
        done = one["responses"].get("200", {}).get("content", {})
        assert done != {"application/json": {"schema": {}}}, path


@pytest.mark.parametrize("text", [TEXT, SOCKET], ids=["openapi", "asyncapi"])
def test_every_reference_leads_somewhere_and_every_shape_is_used(text):
    written = json.dumps(text)
    used = set(re.findall(r'"\$ref": "#/components/schemas/(\w+)"', written))
    assert used == text["components"]["schemas"].keys()
    for name in re.findall(r'"\$ref": "#/components/responses/(\w+)"', written):
        assert name in text["components"]["responses"]
    for schema in text["components"]["schemas"].values():
        jsonschema.Draft202012Validator.check_schema(schema)


def test_no_shape_has_a_list_or_a_shape_of_its_own_name():
    """
    Generators name a variable after each property, and another after its class.

    openapi-python-client writes code that `mypy --strict` refuses where both are one.
    """
    for text in (TEXT, SOCKET):
        for name, schema in text["components"]["schemas"].items():
            own = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
            plain = {"type": "string"}
            one = schema.get("properties", {}).get(own, plain)
            assert one.get("type") in ("string", "integer", "number", "boolean"), name


def test_a_socket_is_told_its_queries_beside_its_address():
    """AsyncAPI has a place for them: the bindings of a web socket."""
    assert {one["address"] for one in SOCKET["channels"].values()} == {"/socket"}
    state, event = (
        SOCKET["channels"][name]["bindings"]["ws"]["query"]
        for name in ("state", "event")
    )
    assert state["properties"]["as"]["enum"] == list(VIEWS)
    assert state["required"] == []
    assert event["properties"]["as"] == {"const": EVENTS}
    assert event["required"] == ["as"]
    for schema in (state, event):
        jsonschema.Draft202012Validator.check_schema(schema)


def test_the_socket_tells_what_the_state_has():
    """Both API descriptions use the same schemas."""
    shared = SOCKET["components"]["schemas"].items()
    whole = TEXT["components"]["schemas"]
    assert {name for name, one in shared if whole.get(name) != one} == {"Beat", "Event"}
    event = SOCKET["components"]["schemas"]["Event"]["properties"]
    assert whole["Told"]["properties"].items() < event.items()
