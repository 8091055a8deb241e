"""The description of the sockets, as AsyncAPI's own parser reads it."""

import json
import subprocess
from pathlib import Path

import pytest

from tests.tools import which

pytestmark = pytest.mark.long

DESCRIBED = Path(__file__).parents[2] / "docs" / "api" / "asyncapi.json"

#: AsyncAPI's parser, as npm has it.
PARSER = "@asyncapi/parser@3.6.6"

#: A script that prints the parser's findings; severity 0 is an error, 1 a warning.
SCRIPT = """
import { readFileSync } from "node:fs";
import { Parser } from "@asyncapi/parser";
const { diagnostics } = await new Parser().parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(diagnostics.map((one) => [one.severity, one.message])));
"""


@pytest.fixture(scope="module")
def parser(tmp_path_factory) -> Path:
    """A folder in which node finds the parser."""
    which("npm")
    which("node")
    folder = tmp_path_factory.mktemp("asyncapi")
    (folder / "read.mjs").write_text(SCRIPT, encoding="ascii")
    words = ["npm", "install", "--silent", "--ignore-scripts", "--no-audit", PARSER]
    subprocess.run(words, cwd=folder, check=True)
    return folder


def wrong(parser: Path, described: object) -> list[str]:
    """Return the parser's errors and warnings."""
    done = subprocess.run(
        ["node", "read.mjs"],  # noqa: S607 - whichever is on the path
        cwd=parser,
        input=json.dumps(described),
        capture_output=True,
        text=True,
        check=True,
    )
    return [text for weight, text in json.loads(done.stdout) if weight <= 1]


def test_its_own_parser_finds_nothing_wrong(parser: Path) -> None:
    assert wrong(parser, json.loads(DESCRIBED.read_text("utf-8"))) == []


def test_a_channel_that_is_not_there_is_found(parser: Path) -> None:
    """A missing channel is found."""
    described = json.loads(DESCRIBED.read_text("utf-8"))
    described["channels"].popitem()
    assert wrong(parser, described)
