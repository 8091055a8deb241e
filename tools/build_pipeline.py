"""
Write the table of the session's hooks into docs/architecture.md.

    python tools/build_pipeline.py --write | --check
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from firmware_host.session.step import PIPELINE, handle  # noqa: E402 - needs the path above

PAGE = ROOT / "docs" / "architecture.md"
PLACE = re.compile(r"(<!-- pipeline -->\n).*?(<!-- /pipeline -->)", re.DOTALL)


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
    page = PAGE.read_text(encoding="utf-8")
    fresh, places = PLACE.subn(lambda m: f"{m[1]}{table()}\n{m[2]}", page)
    if places != 1:
        msg = f"{PAGE.name}: {places} places for the pipeline, not one"
        raise SystemExit(msg)
    if arguments == ["--write"]:
        PAGE.write_text(fresh, encoding="utf-8")
        return 0
    if arguments != ["--check"]:
        print(__doc__)
        return 2
    if fresh != page:
        print(
            "docs/architecture.md is out of date: run tools/build_pipeline.py --write"
        )
    return int(fresh != page)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
