"""The pages use nothing that an iPad of a school, with iPadOS 16.4, does not know."""

import re
from pathlib import Path

import pytest

from firmware_host import web

STATIC = Path(web.__file__).parent / "static"

#: What Safari knows only since a later version. Where it is used an older one ignores
#: the rule, or the script fails. Source: MDN, browser compatibility data.
TOO_NEW = {
    ".css": {
        r"light-dark\(": "17.5",
        r"@starting-style": "17.5",
        r"@scope": "17.4",
        r":popover-open": "17.0",
        r"\banchor\(|position-anchor": "26.0",
        r"field-sizing": "26.2",
        r"interpolate-size|calc-size\(": "none",
        r"[{;]\s*&": "16.5",
    },
    ".js": {
        r"\b(Object|Map)\.groupBy\(": "17.4",
        r"\bPromise\.(withResolvers|try)\(": "17.4",
        r"\bAbortSignal\.any\(": "17.4",
        r"\.checkVisibility\(": "17.4",
        r"\.(isSubsetOf|isSupersetOf|symmetricDifference|intersection)\(": "17.0",
        r"\bURL\.(parse|canParse)\(": "17.0",
        r"\.(showPopover|togglePopover|requestClose)\(": "17.0",
        r"\bstartViewTransition\b": "18.0",
        r"\brequestIdleCallback\b": "none",
        r"\bTemporal\.": "none",
    },
}


def too_new(path: Path, text: str) -> list[str]:
    """Return a message for each feature in *text* that old tablets lack."""
    return [
        f"{path.name}: {found[0]} needs Safari {since}"
        for pattern, since in TOO_NEW[path.suffix].items()
        if (found := re.search(pattern, text))
    ]


FILES = sorted(
    one
    for one in STATIC.rglob("*")
    if one.suffix in TOO_NEW and "vendor" not in one.parts
)


def test_pages_use_nothing_too_new():
    """No page uses a feature that iPadOS 16.4 lacks."""
    assert FILES
    texts = {one: one.read_text(encoding="utf-8") for one in FILES}
    assert [each for path, text in texts.items() for each in too_new(path, text)] == []


def test_whatever_must_not_be_selected_says_so_to_safari_too():
    """Each `user-select` has its prefixed form for Safari."""
    rules = re.compile(r"[^{}]*\{[^{}]*\}")
    for path in FILES:
        for rule in rules.findall(path.read_text(encoding="utf-8")):
            if re.search(r"[\s;{]user-select\s*:", rule):
                assert "-webkit-user-select" in rule, (path.name, rule)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("page.css", "a { color: light-dark(red, blue); }"),
        ("page.js", "const by = Object.groupBy(all, key);"),
    ],
)
def test_what_is_too_new_would_be_found(name, text):
    """Features that are too new are found in scripts and style sheets."""
    assert too_new(Path(name), text)
