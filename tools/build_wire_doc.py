"""
Write the tables and the diagram of docs/wire.md from the code that they describe.

    tools/build_wire_doc.py --write    put them into the page
    tools/build_wire_doc.py --check    say whether the page is up to date

Only the text between ``<!-- NAME -->`` and ``<!-- /NAME -->`` is generated.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from firmware_host.devices.firmware import import_firmware  # noqa: E402 - as above
from firmware_host.link.link import Action, Link, State  # noqa: E402 - needs the path
from firmware_host.link.messages import (  # noqa: E402 - as above
    BUTTONS,
    FIRST_RELIABLE,
    LAYOUTS,
    Layout,
    Type,
)
from tools import generated  # noqa: E402 - as above

PAGE = ROOT / "docs" / "wire.md"
SIZES = {
    "B": "u8",
    "H": "u16",
    "I": "u32",
    "Q": "u64",
    "3s": "3 bytes",
    "8s": "8 bytes",
}


def messages() -> str:
    """Return the table of messages, the controller's first."""
    rows = ["| type | name | repeated | payload | meaning |", "|---|---|---|---|---|"]
    for kind, layout in sorted(LAYOUTS.items()):
        repeated = "until ACK" if kind & 0x7F >= FIRST_RELIABLE else ""
        payload = fields(layout) or "none"
        name = Type(kind).name.replace("_", " ")
        rows.append(
            f"| `{kind:02x}` | {name} | {repeated} | {payload} | {layout.meaning} |"
        )
    return "\n".join(rows)


def fields(layout: Layout) -> str:
    """Return the fields of a payload in the order of their bytes."""
    named = [f"{name}: {SIZES[letter]}" for name, letter in layout.fields]
    if layout.tail:
        named.append(f"{layout.tail[0]}: the rest, up to {layout.tail[1]} bytes")
    return ", ".join(named)


def does(action: Action) -> str:
    """Return the summary of a link method's docstring, with a small first letter."""
    says = (action.__doc__ or "").removesuffix(".")
    return says[:1].lower() + says[1:]


def states() -> str:
    """Return the Pi's states as a Mermaid diagram."""
    lines = ["```mermaid", "stateDiagram-v2", f"    [*] --> {State.WAITING.name}"]
    lines += [f"    {state.name}: {state.name} ({state.value})" for state in State]
    lines += [
        f"    {before.name} --> {after.name}: {signal.value} / {does(action)}"
        for (before, signal), (after, action) in Link.TRANSITIONS.items()
    ]
    return "\n".join([*lines, "```"])


def pins() -> str:
    """Return the table of the Pico's pins in the controller's board_config."""
    (board,) = import_firmware("board_config")
    used = {
        board.SCK: "SCK of all tag readers",
        board.MOSI: "MOSI of all tag readers",
        board.MISO: "MISO of all tag readers",
        board.RESET: "RST of all tag readers",
    }
    for zone, pin in board.READERS.items():
        used[pin] = (
            f"SDA of the tag reader {f'in zone {zone}' if zone else 'by the rack'}"
        )
    for number, pin in board.BUTTONS.items():
        used[pin] = f"button {number}: {BUTTONS[number].value}, to ground"
    rows = [f"| GP{pin} | {what} |" for pin, what in sorted(used.items())]
    return "\n".join(["| pin | part |", "|---|---|", *rows])


def main(arguments: list[str]) -> int:
    """Check the page, or write it; return the exit code."""
    parts = {make.__name__: make() for make in (messages, states, pins)}
    return generated.run("tools/build_wire_doc.py", PAGE, parts, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
