"""
A German page has the same headings, commands and names as its English one.

It may use other words and another order within a paragraph. But commands, figures, and
names of files, keys or options must be in both.
"""

import difflib
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.test_docs import ROOT, links, without_fences
from tests.texts.test_plain import not_said

GERMAN = [ROOT / "README.de.md", *sorted((ROOT / "docs").rglob("*.de.md"))]

#: With the assemblies, which tests/test_hardware_files.py holds to their English ones.
ALL = [*GERMAN, *sorted((ROOT / "hardware").rglob("*.de.md"))]

#: Differences of a page from its English one, and the reasons.
OTHERWISE = {
    ("unproven.de.md", "names"): "both are written from the rows of claims.toml",
    ("watching.de.md", "names"): "it starts the demo in German",
}

#: A typed command, in a fence or indented by four spaces.
TYPED = re.compile(
    r"^(?:    )*(?:\$ )?((?:sudo |\./run\b|letterzone |python3? |openscad |gpg |\.venv-"
    r"|LETTERZONE_|printf |echo |apt-get )[^#]*?)(?:   .*|\s*#.*)?$"
)


def english(page: Path) -> Path:
    """Return the page that *page* is the German of."""
    return page.with_name(page.name.replace(".de.md", ".md"))


def shape(text: str) -> Iterator[str]:
    """Yield headings, rows of tables with their cells, and items of lists, in order."""
    for line in without_fences(text).splitlines():
        if heading := re.match(r"#+ ", line):
            yield heading[0]
        elif line.startswith("|"):
            yield f"row of {line.count('|') - 1}"
        elif item := re.match(r" *(?:[*-]|(\d+)\.) ", line):
            yield f"item {item[1] or ''}"


def typed(text: str) -> Iterator[str]:
    """Yield the typed commands, in order."""
    inside = False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            inside = not inside
        elif (inside or line.startswith("    ")) and (found := TYPED.match(line)):
            yield found[1].strip()


def names(text: str) -> Iterator[str]:
    """Yield every name between backticks, once, sorted."""
    found = re.findall("`([^`]+)`", without_fences(text).replace(".de.md", ".md"))
    yield from sorted({" ".join(name.split()) for name in found})


def figures(text: str) -> Iterator[str]:
    """Yield every figure outside fences, names and addresses, once, in order."""
    said = re.sub(r"`[^`]*`|\]\([^)]*\)", "", without_fences(text))
    found = re.findall(r"\d+(?:[.,]\d+)*", said)
    # A half is 0.5 or 0,5; a thousand 1,000 or 1.000 or 1000.
    whole = {re.sub(r"[.,](?=\d{3})", "", one) for one in found}
    yield from sorted({one.replace(",", ".") for one in whole})


CHECKS: dict[str, Callable[[str], Iterator[str]]] = {
    "shape": shape,
    "typed": typed,
    "names": names,
    "figures": figures,
}


@pytest.mark.parametrize("page", GERMAN, ids=lambda page: page.name)
@pytest.mark.parametrize("check", CHECKS)
def test_a_german_page_keeps_to_its_english_one(page: Path, check: str) -> None:
    """A German page differs from its English one only where that is listed."""
    ours, theirs = (
        [*CHECKS[check](one.read_text(encoding="utf-8"))]
        for one in (page, english(page))
    )
    lines = difflib.unified_diff(theirs, ours, "English", "German", n=0, lineterm="")
    drift = [line for line in lines if not line.startswith("@@")]
    assert bool(drift) is ((page.name, check) in OTHERWISE), drift


@pytest.mark.parametrize("page", GERMAN, ids=lambda page: page.name)
def test_each_page_leads_to_the_other(page: Path) -> None:
    """Each page links to its translation below the heading."""
    for one, other in ((page, english(page)), (english(page), page)):
        head = "\n".join(one.read_text(encoding="utf-8").splitlines()[:4])
        assert f"]({other.name})" in head, one.name


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.name)
def test_a_german_page_leads_on_in_german(page: Path) -> None:
    """A German page links to German pages where they exist."""
    on = {path for path, _ in links(page)} - {english(page)}
    assert [one.name for one in on if one.with_suffix(".de.md") in ALL] == []


@pytest.mark.parametrize("page", ALL, ids=lambda page: page.name)
def test_one_word_for_each_thing(page: Path) -> None:
    """The words are those of the board's own screens."""
    lines = without_fences(page.read_text(encoding="utf-8")).splitlines()
    found = {line: words for line in lines if (words := not_said("de", line))}
    assert found == {}


def test_a_page_that_has_drifted_is_found() -> None:
    """A row, a command or a name that is missing in one of them does not pass."""
    page = "# A\n| a | b |\n\n* c `d`\n\n```console\n$ ./run a\nb\n```\n    sudo b   c"
    assert [*shape(page)] == ["# ", "row of 2", "item "]
    assert [*typed(page)] == ["./run a", "sudo b"]
    assert [*names(page)] == ["d"]
    assert (
        [*figures("1,000 of 2.5 `3`")] == [*figures("1000 von 2,5")] == ["1000", "2.5"]
    )
    assert not_said("de", "Tippe es an eine Zone.") != []
