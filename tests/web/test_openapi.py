"""`openapi.json` says of each way in what it is, who may, and what it wants."""

from firmware_host.web.app import ENDPOINTS
from firmware_host.web.endpoints import Endpoint, Role, shape
from firmware_host.web.guard import HEADER
from firmware_host.web.openapi import describe

TEXT = describe(ENDPOINTS)


async def nothing(_call):
    """
    Do
    nothing.

    Nobody is told more of it.
    """  # noqa: D205 - a summary may have two lines


def test_each_endpoint_is_described():
    described = {
        (method.upper(), path)
        for path, item in TEXT["paths"].items()
        for method in item
    }
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
    item = describe([endpoint])["paths"]["/api/zone/{zone}"]["post"]
    named = {(one["name"], one["in"]): one["required"] for one in item["parameters"]}
    assert named == {
        ("zone", "path"): True,
        ("lang", "query"): False,
        (HEADER, "header"): True,
    }
    schema = item["requestBody"]["content"]["application/json"]["schema"]
    assert schema["required"] == ["word"]
    assert schema["additionalProperties"] is False
    assert item["tags"] == ["teacher"]
    assert item["summary"] == "Do nothing."
    assert set(item["responses"]) == {"200", "400", "403", "404", "408", "409"}


def test_every_endpoint_says_what_it_is_for_in_one_sentence():
    for endpoint in ENDPOINTS:
        assert endpoint.summary.endswith("."), endpoint
        assert "\n" not in endpoint.summary
