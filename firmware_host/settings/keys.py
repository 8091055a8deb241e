"""
The keys of a board profile, and the line of the file in which each is.

`profile.schema.json` describes them: the type, the default and the purpose of each key.
"""

from pathlib import Path

from firmware_host.board.json import inner, numbers
from firmware_host.board.schema import read_schema

#: The number of a profile's keys (docs/formats.md).
VERSION = 3

#: The JSON Schema of a profile.
WRITTEN = Path(__file__).with_name("profile.schema.json")
SCHEMA = read_schema(WRITTEN.read_text(encoding="utf-8"))

#: Pins that a profile may name: the header's as BCM numbers, the Pico's as GP numbers.
PINS = numbers(inner(inner(SCHEMA, "$defs"), "pi-pin"), "enum")
PICO_PINS = numbers(inner(inner(SCHEMA, "$defs"), "pico-pin"), "enum")


def line_of(text: str, path: str) -> int:
    """
    Return the number of the line that an error message about a key should name.

    It is the line of the key. If the key is missing, it is the line of the innermost
    TOML table around it that is present, and 1 if none is.

    Args:
        text: The TOML text.
        path: The key with its tables, such as ``screens.table.channel``.
    """
    lines: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if bare.startswith("["):
            table = bare[1:].partition("]")[0].strip()
            lines.setdefault(table, number)
        elif "=" in bare and not bare.startswith("#"):
            key = bare.partition("=")[0].replace('"', "").replace("'", "").strip()
            lines.setdefault(f"{table}.{key}" if table else key, number)
    while path not in lines and path:
        path = path.rpartition(".")[0]
    return lines.get(path, 1)
