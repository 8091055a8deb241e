"""
The glossary has one word for each thing, and the words that are not used for it.

The page is the only list. Each check is a function of a file's name and text, so that
it can be shown a synonym that is planted.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "glossary.md"
PACKAGE = ROOT / "firmware_host"

#: The checked files: our programs and our manual; the rule books have their own words.
PROGRAMS = [*sorted(PACKAGE.rglob("*.py")), *sorted(ROOT.glob("tools/*.py"))]
PAGES = [*sorted(ROOT.glob("docs/*.md")), ROOT / "README.md"]
TEXTS = PACKAGE / "languages" / "en" / "texts.po"

#: The words of which a name is made: `OfferedOption`, `offered_option`.
PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


@dataclass(frozen=True)
class Row:
    """A row of the glossary."""

    english: tuple[str, ...]
    german: tuple[str, ...]
    code: tuple[str, ...]
    words: tuple[str, ...]
    names: tuple[str, ...]


def rows(page: str) -> Iterator[Row]:
    """Yield the rows of the glossary's tables."""
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| ") and cells[0] != "English":
            english, german, code, _, others = cells
            given = listed(re.sub("`.*?`", "", others))
            yield Row(
                listed(english), listed(german), quoted(code), given, quoted(others)
            )


def listed(cell: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in cell.split(",") if word.strip())


def quoted(cell: str) -> tuple[str, ...]:
    return tuple(re.findall("`(.+?)`", cell))


ROWS = list(rows(PAGE.read_text(encoding="utf-8")))
WORDS = [word for row in ROWS for word in row.words]
NAMES = {name for row in ROWS for name in row.names if "." not in name}
MEMBERS = {name for row in ROWS for name in row.names if "." in name}
SAID = re.compile(rf"(?i)(?<![\w-])({'|'.join(WORDS)})s?(?![\w-])")


def in_program(name: str, text: str) -> Iterator[str]:
    """Each synonym in a program: in a name, a comment, a string that is a sentence."""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        found: list[str] = []
        if token.type == tokenize.NAME:
            parts = {
                part.lower().removesuffix("s") for part in PARTS.findall(token.string)
            }
            found = [token.string] * bool(parts & {*WORDS} or token.string in NAMES)
        elif token.type == tokenize.COMMENT or " " in token.string:
            found = SAID.findall(token.string)
        yield from (f"{name}:{token.start[0]} {one}" for one in found)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                one = f"{node.name}.{getattr(member, 'name', '')}"
                if one in MEMBERS:
                    yield f"{name}:{member.lineno} {one}"


def in_page(name: str, text: str) -> Iterator[str]:
    """Each synonym in a page of the manual: a word, or a name that is quoted."""
    for number, line in enumerate(text.splitlines(), 1):
        found = [*SAID.findall(line), *({*re.findall(r"`(\w+)`", line)} & NAMES)]
        yield from (f"{name}:{number} {one}" for one in found)


def in_texts(name: str, text: str) -> Iterator[str]:
    """Yield each synonym in the texts, without the codes of messages."""
    lines = (line for line in text.splitlines() if line.startswith(('"', "msgstr")))
    yield from in_page(name, "\n".join(lines))


@cache
def written() -> str:
    """Return all our programs as one text."""
    return "\n".join(path.read_text(encoding="utf-8") for path in PROGRAMS)


@cache
def german() -> str:
    """Return all that a German reads of us."""
    paths = [PACKAGE / "languages/de/texts.po", *ROOT.glob("docs/**/*.de.md")]
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def test_the_glossary_has_each_word_once():
    words = [word for row in ROWS for word in row.english]
    assert len(words) > 50
    assert sorted(words) == sorted({*words})
    assert {*WORDS} & {*words} == set()


def test_each_name_in_the_glossary_is_one_of_the_code():
    """A class, a function, a member of one, or a file."""
    names = [name for row in ROWS for name in row.code]
    unknown = [
        name
        for name in names
        if not any(PACKAGE.rglob(name.rstrip("/")))
        and not (ROOT / name).exists()
        and not re.search(rf"\b{re.escape(name.rpartition('.')[2])}\b", written())
    ]
    assert unknown == []


def test_each_german_word_is_one_that_people_read():
    words = [word for row in ROWS for word in row.german]
    assert [word for word in words if word.lower() not in german().lower()] == []


def found_in(search, paths):
    """Return every synonym that a search finds in some files."""
    texts = ((path.name, path.read_text(encoding="utf-8")) for path in paths)
    return [one for name, text in texts for one in search(name, text)]


def test_no_synonym_is_in_a_program():
    assert found_in(in_program, PROGRAMS) == []


def test_no_synonym_is_in_the_manual():
    assert found_in(in_page, [path for path in PAGES if path != PAGE]) == []


def test_no_synonym_is_in_a_sentence_for_people():
    assert [*in_texts(TEXTS.name, TEXTS.read_text(encoding="utf-8"))] == []


PLANTED = {
    "a synonym in a name": (in_program, "all_knobs = 1", "all_knobs"),
    "a synonym in a name of a class": (
        in_program,
        "class DeskWatcher: ...",
        "DeskWatcher",
    ),
    "a synonym in a docstring": (in_program, '"""The knobs of a game."""', "knob"),
    "a synonym in a comment": (in_program, "# held at the desk", "desk"),
    "a synonym in the log": (in_program, "log('the bench is left')", "bench"),
    "a name that was given up": (in_program, "def f(a: Wanted): ...", "Wanted"),
    "a member that was given up": (
        *(in_program, "class Game:\n    def told(self): ..."),
        "Game.told",
    ),
    "a synonym in the manual": (in_page, "Leave the bench as it is.", "bench"),
    "a quoted name in the manual": (in_page, "It returns a `Wanted`.", "Wanted"),
    "a synonym for people": (in_texts, 'msgstr "Turn the knob."', "knob"),
}


@pytest.mark.parametrize("what", PLANTED)
def test_a_synonym_is_found(what):
    check, text, found = PLANTED[what]
    assert [one.rpartition(" ")[2] for one in check("planted", text)] == [found]


def test_what_only_looks_like_a_synonym_is_none():
    """The code of a message, a key in JSON, a word that is part of another."""
    assert [*in_program("planted", "say('knob-points', item['knobs'], desktop)")] == []
