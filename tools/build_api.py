"""
Write docs/api/, the schemas of a board's input and output, from the types in the code.

    tools/build_api.py --write    write what has changed
    tools/build_api.py --check    say what has changed
"""

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from firmware_host.board.shapes import Shapes, either  # noqa: E402 - needs the path above
from firmware_host.games.catalogue import GAMES  # noqa: E402 - as above
from firmware_host.games.shapes import all_described  # noqa: E402 - as above
from firmware_host.games.transcript import RULES, VERSION  # noqa: E402 - as above
from firmware_host.web.app import ENDPOINTS  # noqa: E402 - as above
from firmware_host.web.openapi import Description  # noqa: E402 - as above
from tools.transcript_shapes import Said, transcript  # noqa: E402 - as above

FOLDER = ROOT / "docs" / "api"


def made() -> Mapping[str, str]:
    """Return the content of each file, by name."""
    described = Description(all_described(GAMES.values()))
    files = {
        "openapi.json": described.openapi(ENDPOINTS),
        "asyncapi.json": described.asyncapi(),
        "transcript.schema.json": transcripts(),
    }
    return {
        name: json.dumps(item, indent=1, ensure_ascii=False) + "\n"
        for name, item in files.items()
    }


def transcripts() -> dict[str, Any]:
    """Return the schemas of a line: of a transcript, and of a replay's output."""
    shapes = Shapes("#/$defs/")
    said = shapes.of(Said)
    lines = {
        f"{name}-{part}": schema
        for name, engine in GAMES.items()
        for part, schema in transcript(engine).items()
    }
    of_file = either([{"$ref": f"#/$defs/{name}"} for name in lines])
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a transcript, or of what letterzone replay --json prints",
        "x-version": VERSION,
        "x-rules": RULES,
        "anyOf": [{"$ref": "#/$defs/file"}, {"$ref": "#/$defs/said"}],
        "$defs": {"file": of_file, "said": said, **lines, **shapes.named},
    }


def main() -> int:
    """Write or check the files; return 1 if one is out of date."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--write", action="store_true")
    given.add_argument("--check", action="store_true")
    wanted, wrong = given.parse_args(), 0
    for name, text in made().items():
        path = FOLDER / name
        if path.exists() and path.read_text("utf-8") == text:
            continue
        if wanted.write:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        else:
            print(f"docs/api/{name} has changed; run tools/build_api.py --write")
            wrong = 1
    return wrong


if __name__ == "__main__":
    sys.exit(main())
