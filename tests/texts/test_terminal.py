"""What the command says in a terminal has its words in every language but English."""

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
from pathlib import Path
from string import Formatter

import polib
import pytest

import firmware_host
from firmware_host import errors
from firmware_host.cli.main import parser
from firmware_host.cli.parsers.spoken import HELP
from firmware_host.languages import CODES, FOLDER
from firmware_host.settings.keys import WRITTEN
from firmware_host.texts.templates import CONTEXT
from tools import man_page  # noqa

PACKAGE = Path(firmware_host.__file__).parent

#: The languages that are translated into.
OTHERS = CODES[1:]

#: Faults that no terminal shows: a browser's, a program's, and bugs of ours.
NOT_SHOWN = {
    *("AskedError", "AwayError", "RuleError", "AssertionError", "TypeError"),
    *("FrozenInstanceError", "NotACommandError", "Broken", "RuntimeError", "OSError"),
    "FileNotFoundError",
}

#: Modules whose ValueErrors end where they are raised for, and why.
SILENT = {
    "app/content/checked.py": "a game from outside is voided, and says that",
    "devices/fake.py": "it stands for a bus",
    "games/bots.py": "a line that has no bot is told by its key",
    "games/codecards/deck.py": "a line that has no card is told by its key",
    "link/frames.py": "a bug of ours",
    "picture/qr.py": "the screen shows the address alone",
    "session/stored/headers.py": "a bug of ours",
    "web/remote/lines.py": "between our own processes",
    "words/packs/pack.py": "the reader refuses the file",
}

#: Modules whose functions return what is wrong, for another one to raise.
RETURNED = {
    "app/system/bootfile.py",
    "app/tagging/setfile.py",
    "board/options.py",
    "cli/main.py",
    "cli/tags.py",
    "testing/making.py",
}

#: What makes a fault, or a part of one, of a sentence.
MAKERS = {
    *(name for name in vars(errors) if name.endswith("Error")),
    *("MisfitError", "WrongFileError", "BadLine", "Value", "list_of"),
    *("_cannot_be", "_wrong", "_misfit"),
}

#: What a sentence, or a part of one, is called before it is raised.
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
    """Return the last name of what is called; empty where nothing is."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name
    return ""


def raised(tree: ast.AST, *, returned: bool = False) -> Iterator[str]:
    """Yield the templates of what a module may tell in a terminal."""
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
    """Tell whether a template has words: a code, a path and a verb of ours are none."""
    literal = "".join(part for part, *_ in Formatter().parse(text))
    return " " in literal.strip() or (": " in literal or "; " in literal)


@cache
def wanted() -> frozenset[str]:
    """Return every template that a language has to have."""
    found = set[str]()
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).as_posix()
        if name not in SILENT:
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found |= set(raised(tree, returned=name in RETURNED))
    titles = re.findall(r'"title": (".*")', WRITTEN.read_text(encoding="utf-8"))
    found |= {next(template(ast.Constant(json.loads(one)))) for one in titles}
    return frozenset(filter(worth, found))
