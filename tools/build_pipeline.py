"""
Write the table of the session's hooks into docs/architecture.md.

    python tools/build_pipeline.py --write | --check
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from firmware_host.session.step import PIPELINE, handle  # noqa: E402 - needs the path above
from tools import generated  # noqa: E402 - as above

PAGE = ROOT / "docs" / "architecture.md"


def table() -> str:
    """Return a table of the session's hooks: where each is, when it runs, what for."""
    rows = [
        f"| {at} | `{hook.__name__.lstrip('_')}` |"
        f" `{hook.__module__.removeprefix('firmware_host.').replace('.', '/')}.py` |"
        f" {only.value if only else ''} |"
        f" {(hook.__doc__ or '').strip().splitlines()[0]} |"
        for at, (hook, only) in enumerate(((handle, None), *PIPELINE))
    ]
    head = ["| | hook | file | only with | what it does |", "|---|---|---|---|---|"]
    return "\n".join([*head, *rows])


def main(arguments: list[str]) -> int:
    """Check the page, or write it; return the exit code."""
    parts = {"pipeline": table()}
    return generated.run("tools/build_pipeline.py", PAGE, parts, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
