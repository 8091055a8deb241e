"""Our scripts never turn a string into markup or code."""

import re
from pathlib import Path

import pytest

from firmware_host import web

STATIC = Path(web.__file__).parent / "static"
OURS = sorted(set(STATIC.rglob("*.js")) - set(STATIC.glob("vendor/*")))

FORBIDDEN = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write"
    r"|\beval\b|new Function|createContextualFragment|srcdoc|https?://(?!www\.w3\.org)"
)


def found(text):
    """Return the forbidden calls in a script, comments left out."""
    bare = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", text, flags=re.DOTALL)
    return FORBIDDEN.findall(bare)


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.name)
def test_no_script_makes_markup_of_a_text(path):
    assert found(path.read_text(encoding="utf-8")) == []


def test_there_are_scripts_and_what_is_forbidden_is_found():
    assert len(OURS) > 10
    for bad in ("a.innerHTML = name", "eval(x)", 'fetch("https://evil.example")'):
        assert found(bad)
    assert not found("// eval is not used here\n/* innerHTML */")
