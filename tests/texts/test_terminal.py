"""The command's texts in a terminal are translated into every other language."""

import argparse
import ast
import errno
import inspect
import json
import os
import re
from collections.abc import Iterator
from functools import cache
from itertools import zip_longest
from json import decoder
from pathlib import Path
from string import Formatter
from tomllib import _parser

import pytest

import firmware_host
from firmware_host import errors
from firmware_host.cli.commands import COMMANDS, GROUPS, HIDDEN
from firmware_host.cli.main import ABOUT
from firmware_host.cli.manual import END, SENTENCE, TOP
from firmware_host.cli.spoken import HELP
from firmware_host.languages import CODES
from firmware_host.settings.keys import WRITTEN
from firmware_host.texts.templates import CONTEXT, Templates
from tests.texts.test_texts import everything, gaps

PACKAGE = Path(firmware_host.__file__).parent

#: The languages that are translated into.
OTHERS = CODES[1:]

#: Faults that no terminal shows: a browser's, a program's, and bugs of ours.
NOT_SHOWN = {
    *("AskedError", "AwayError", "RuleError", "AssertionError", "TypeError"),
    *("FrozenInstanceError", "PartBroken", "RuntimeError", "OSError"),
    "FileNotFoundError",
}

#: Modules whose ValueErrors end where they are raised for, and why.
SILENT = {
    "app/content/stranger.py": "a game from outside is voided, and says that",
    "games/bots.py": "a line that has no bot is told by its key",
    "games/codecards/rules.py": "a line that has no card is told by its key",
    "link/frames.py": "a bug of ours",
    "picture/qr.py": "the screen shows the address alone",
    "session/stored/headers.py": "a bug of ours",
    "web/remote/lines.py": "between our own processes",
    "words/packs/pack.py": "the reader refuses the file",
}

#: Modules whose functions return an error's text, for another one to raise.
RETURNED = {
    "app/system/setup.py",
    "app/tagging/setfile.py",
    "board/options.py",
    "cli/main.py",
    "cli/tags.py",
    "testing/making.py",
}

#: Functions and classes that make an error, or a part of its sentence.
MAKERS = {
    *(name for name in vars(errors) if name.endswith("Error")),
    *("MisfitError", "WrongFileError", "BadLine", "Value", "list_of"),
    *("_cannot_be", "_wrong", "_misfit", "write_text_file"),
}

#: Names of variables for a sentence, or a part of one, before it is raised.
NAMES = {"msg", "wrong", "why", "remedy", "what", "full"}


def template(node: ast.expr | None) -> Iterator[str]:
    """Yield each sentence that an expression may be, with its gaps numbered."""
    match node:
        case ast.Constant(value=str(text)):
            yield text.replace("{", "{{").replace("}", "}}")
        case ast.JoinedStr(values=parts):
            count, text = 0, ""
            for part in parts:
                if isinstance(part, ast.Constant):
                    text += next(template(part))
                else:
                    text += f"{{{count}}}"
                    count += 1
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*template(one), *template(other))
        case ast.BoolOp(values=several):
            for one in several:
                yield from template(one)


def called(node: ast.expr | None) -> str:
    """Return the last name of a call's function, or an empty text."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name
    return ""


def raised(tree: ast.AST, *, returned: bool = False) -> Iterator[str]:
    """Yield the templates of a module's texts for a terminal."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            yield from _told(getattr(node, name, []))
        if returned and isinstance(node, ast.Return):
            yield from template(node.value)
        if isinstance(node, ast.Call) and called(node) in MAKERS - NOT_SHOWN:
            for one in (*node.args, *(word.value for word in node.keywords)):
                yield from template(one)


def _told(statements: object) -> Iterator[str]:
    if not isinstance(statements, list):
        return
    for one, then in zip_longest(statements, statements[1:]):
        match one:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in NAMES:
                is_shown = not (
                    isinstance(then, ast.Raise) and called(then.exc) in NOT_SHOWN
                )
                yield from template(value) if is_shown else ()


def worth(text: str) -> bool:
    """Return whether a template has words, unlike a code, a path or a verb."""
    literal = "".join(part for part, *_ in Formatter().parse(text))
    has_words = any(map(str.isalpha, literal)) and " " in literal.strip()
    return has_words or literal in (": ", "; ")


@cache
def trees() -> dict[str, ast.Module]:
    """Return every module of the package, by its path."""
    return {
        path.relative_to(PACKAGE).as_posix(): ast.parse(
            path.read_text(encoding="utf-8")
        )
        for path in PACKAGE.rglob("*.py")
    }


@cache
def wanted() -> frozenset[str]:
    """Return every template that a language has to have."""
    found = set[str]()
    for name, tree in trees().items():
        if name not in SILENT:
            found |= set(raised(tree, returned=name in RETURNED))
    titles = re.findall(r'"title": (".*")', WRITTEN.read_text(encoding="utf-8"))
    found |= {next(template(ast.Constant(json.loads(one)))) for one in titles}
    return frozenset(filter(worth, found))


@cache
def helps() -> frozenset[str]:
    """Return every sentence of --help that is ours."""
    found = {ABOUT, *GROUPS.values()}
    for command in COMMANDS.values():
        found |= {command.says(), *(one.says for one in command.arguments())}
    return frozenset(found - {HIDDEN})


#: Texts of argparse itself.
HEADS = {
    *("usage: ", "options", "positional arguments", "show this help message and exit"),
    "show program's version number and exit",
}

#: Error texts of argparse, json, tomllib and the system.
THEIRS = "".join(map(inspect.getsource, (argparse, decoder, _parser)))
#: Texts put together from pieces, as by a join.
JOINED = {
    *("{0} nor {1}", "{0}, without a point"),
    *("perhaps {0} is meant", "letter {0}", "{0} (at line {1}, column {2})"),
    "{0} (at end of document)",
    "sck {0}, mosi {1}, miso {2} are on no SPI bus of the Pico; choose {3} or {4}",
}

#: Texts of libraries without Python source.
LIBRARIES = {
    *("unable to open database file", "attempt to write a readonly database"),
    *("database is locked", "disk I/O error", "No module named {0}"),
    "I2C device not found on address: {0}",
}
SYSTEMS = {os.strerror(number) for number in errno.errorcode}


def said(language: str, context: str) -> dict[str, str]:
    """Return the texts of a language in a context."""
    found = everything(language).items()
    return {code: text for (where, code), text in found if where == context}


@pytest.mark.parametrize("language", OTHERS)
def test_every_sentence_of_help_has_its_words(language):
    """All texts of help, argparse and the manual page are translated, and no others."""
    ours = helps() | HEADS | {*SENTENCE.findall(TOP + END)}
    assert said(language, HELP).keys() == ours


@pytest.mark.parametrize("context", [HELP, CONTEXT])
def test_english_says_it_as_it_is_written(context):
    """The English texts equal their keys; they are only the start of a new language."""
    assert said("en", context) == {text: text for text in said("de", context)}


@pytest.mark.ci
@pytest.mark.parametrize("language", OTHERS)
def test_every_error_has_its_template(language):
    """Every error's template is in each language."""
    assert wanted() - said(language, CONTEXT).keys() == set()


@pytest.mark.parametrize("language", OTHERS)
def test_no_template_is_kept_for_nothing(language):
    """Each is written somewhere: in the package, in argparse, or by the system."""
    known = {
        text
        for tree in trees().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.expr)
        for text in template(node)
    }
    known |= wanted() | SYSTEMS | JOINED | LIBRARIES
    left = {
        text
        for text in said(language, CONTEXT)
        if text not in known
        and text.removeprefix("{0} ") not in known
        and longest(text) not in THEIRS
    }
    assert left == set()


def longest(text: str) -> str:
    """Return the longest piece of a template between its gaps."""
    return max((piece for piece, *_ in Formatter().parse(text)), key=len)


@pytest.mark.parametrize("language", OTHERS)
def test_every_template_has_the_same_gaps(language):
    """Each template has the same numbered values in every language."""
    for english, text in said(language, CONTEXT).items():
        numbers = [name for _, name, _, _ in Formatter().parse(english) if name]
        assert numbers == list(map(str, range(len(numbers)))), english
        assert gaps(text) == gaps(english), english


@pytest.mark.parametrize("language", OTHERS)
def test_every_template_finds_its_own_words(language):
    """Each template, filled in, is translated by its own text and no similar one."""
    pairs = said(language, CONTEXT)
    templates = Templates(pairs.items())
    values = [f"<{number}>" for number in range(9)]
    wrong = {
        english: found
        for english, text in pairs.items()
        if (found := templates.translate(english.format(*values)))
        != text.format(*values)
    }
    assert wrong == {}


def test_the_check_of_templates_would_see_a_new_one():
    """Templates in a variable, a call or a condition are found, internal ones not."""
    source = """
def f(path, way):
    if way:
        msg = f"{path!r} is {{new}}; say {' '.join(way)}"
        raise SettingsError(msg)
    why = "it is old" if path else "it is young"
    if why:
        raise UpdateError(way, f"{path}: went off")
    msg = "a bug of ours"
    raise RuleError(msg)
"""
    assert set(raised(ast.parse(source))) == {
        *("{0} is {{new}}; say {1}", "it is old", "it is young", "{0}: went off"),
    }
