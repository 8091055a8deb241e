"""Write or check the generated parts of a documentation page."""

import re
from collections.abc import Mapping
from pathlib import Path


def with_parts(page: Path, parts: Mapping[str, str]) -> str:
    """
    Return the text of a page with each generated part up to date.

    A part stands between ``<!-- NAME -->`` and ``<!-- /NAME -->``, once in the page.

    Args:
        page: The file.
        parts: The text of each part, by name, without a last line break.

    Raises:
        SystemExit: The page has no place for a part, or several.
    """
    text = page.read_text(encoding="utf-8")
    for name, part in parts.items():
        between = rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)"
        text, found = re.subn(
            between, lambda m, part=part: f"{m[1]}{part}\n{m[2]}", text, flags=re.DOTALL
        )
        if found != 1:
            msg = f"{page.name}: {found} places for {name}, where there should be one"
            raise SystemExit(msg)
    return text


def run(tool: str, page: Path, parts: Mapping[str, str], arguments: list[str]) -> int:
    """
    Write the generated parts of a page, or check them.

    Args:
        tool: The tool's path from the root, such as ``tools/build_tunes.py``.
        page: The file that has the parts.
        parts: As in `with_parts`.
        arguments: ``--write`` or ``--check``.

    Returns:
        The exit code: 1 if the page is out of date, 2 for other arguments.
    """
    fresh = with_parts(page, parts)
    if arguments == ["--write"]:
        page.write_text(fresh, encoding="utf-8")
        return 0
    if arguments != ["--check"]:
        print(f"{tool} --write | --check")
        return 2
    if fresh == page.read_text(encoding="utf-8"):
        return 0
    print(f"{page.name} is out of date: run {tool} --write")
    return 1
