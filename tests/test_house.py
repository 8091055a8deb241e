"""
The rules of the source: layers, purity, sizes, reasons, and no litter.

Each check is a function of a folder that returns what is wrong there. It is run on
this source, where it must find nothing, and on a copy with the fault planted, where
it must find that.
"""

import ast
import io
import os
import re
import shutil
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest

from firmware_host import __version__
from firmware_host.games.catalogue import NAMES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "firmware_host"
PURE = ("board", "games", "hall", "link", "session", "texts", "words")

#: What a pure module may import besides our own layers: none of it has a clock,
#: chance, a socket, a thread or a log, nor a file, but for gettext, which is given one.
WORLDLESS = {
    *("abc", "binascii", "bisect", "collections", "copy", "dataclasses", "enum"),
    *("fractions", "functools", "gettext", "hashlib", "heapq", "hmac", "itertools"),
    *("_typeshed", "json", "math", "operator", "re", "string", "struct", "types"),
    *("typing", "typing_extensions", "unicodedata"),
    PACKAGE,
}

#: Names that reach the world without an import; `hash` differs from run to run.
WORLDLY = {
    *("__import__", "breakpoint", "compile", "eval", "exec", "globals", "hash", "id"),
    *("input", "open", "print"),
}

BODY_LINES = 40

#: The most lines of code that each layer may have: Python and JavaScript, without
#: blank lines, comments, docstrings and vendored files; today's number, rounded up to
#: 25 lines, so that a fix of a few lines fits. Lower a number when code goes. Raise it
#: in a commit of its own that says why.
LINE_BUDGET = {
    "app": 11_525,
    "board": 1_350,
    "cli": 2_300,
    "devices": 1_650,
    "games": 7_750,
    "hall": 400,
    "javascript": 9_000,
    "journal": 1_800,
    "languages": 50,
    "link": 525,
    "picture": 875,
    "session": 4_550,
    "settings": 625,
    "simulate": 850,
    "table": 1_575,
    "testing": 1_500,
    "texts": 175,
    "top": 200,
    "web": 5_650,
    "words": 1_525,
}

#: How often `Any` may stand in the package: where a library has no types, in the one
#: alias for a game of any types, and where columns of SQLite are read. Lower it when
#: one goes.
MOST_ANY = 31

#: Exceptions of pure modules, by place, and why each is harmless.
ARGUED = {
    "board/record.py exec": "the names of a class's own fields, as dataclasses does it",
    "games/catalogue.py importlib": "one of its own names, when its game is asked for",
}

#: Modules without a test file of their own, each with the reason.
TESTED_ELSEWHERE: dict[str, str] = {
    "__init__.py": "the version: test_the_version_is_told_to_its_owner",
    "__main__.py": "tests/test_run.py starts it",
    "languages/__init__.py": "languages/test_languages.py",
    "testing/__init__.py": "testing/test_cases.py and tests/test_kit.py",
    "app/content/outside.py": "the other half of test_games.py, contracts/",
    "testing/contract.py": "contracts/test_outside.py plants a fault for each check",
    "testing/hands.py": "one of them: contracts/test_outside.py",
    "testing/lines.py": "some of them: contracts/test_outside.py",
    "testing/promises.py": "some of them: contracts/test_outside.py",
    "testing/secrecy.py": "some of them: contracts/test_outside.py",
    "testing/walks.py": "what they all stand on: contracts/test_outside.py",
    "testing/words.py": "some of them: contracts/test_outside.py",
    "cli/archive.py": "cli/test_replay.py, test_export.py, test_backup.py",
    "cli/computer.py": "cli/test_setup.py, test_kiosk.py, test_update.py",
    "cli/controller.py": "cli/test_flash.py and test_wire.py",
    "cli/terminal.py": "cli/test_keyboard.py and test_files.py",
    "games/codecards/game.py": "the game as a whole: codecards/test_rules.py plays it",
    "games/decipher/game.py": "the game as a whole: decipher/test_rules.py plays it",
    "games/codecards/forms.py": "modes/test_holding.py, session/test_codecards.py",
    "games/forms.py": "session/modes/test_filling.py and the forms of each game",
    "games/keyword/forms.py": "modes/test_laying.py and test_laying_cards.py",
    "games/wqrdles/forms.py": "modes/test_attempt.py, test_marking.py, test_pages.py",
    "games/wqrdles/game.py": "the game as a whole: wqrdles/test_rules.py plays it",
    "games/wqrdles/view.py": "who may know what: wqrdles/test_rules.py, with the rules",
    "games/keyword/game.py": "the game as a whole: keyword/test_rules.py plays it",
    "games/keyword/view.py": "one rule book: keyword/test_rules.py",
    "session/collection.py": "written and read: session/test_collecting.py",
    "board/entries.py": "values only; test_store.py writes and reads each",
    "journal/opening.py": "test_file.py and test_salvage.py open what is damaged",
    "session/acting.py": "what is done in play: test_step.py; a pause: test_asked.py",
    "session/held_buttons.py": "one grip each: test_menu.py and test_step.py hold them",
    "session/render.py": "the other half of a step: test_step.py looks at the face",
    "session/upcoming.py": "the other half of test_lobby.py, and play.py begins it",
    "board/wiring.py": "values only; test_patience.py, test_profile.py fills them",
    "settings/board.py": "values only; test_profile.py fills each from a file",
    "web/ports.py": "shapes without bodies; mypy holds the app to them",
    "web/values.py": "shapes without bodies; mypy holds the app to them",
    "web/state.py": "test_app.py, test_caller.py, test_persons.py: who may see what",
    "table/sight.py": "the other half of the API: test_api.py, test_api_plain.py",
    "board/table_values.py": "shapes without bodies; mypy holds the table to them",
    "table/drawn.py": "the half of a show that needs Pillow: table/test_show.py",
    "table/parts.py": "test_guard.py; of the parts mypy holds the devices to them",
}

LITTER = shutil.ignore_patterns(
    *(".git", ".venv*", ".*_cache", "__pycache__", ".hypothesis", "wheels", "*.mp3")
)


def modules(root: Path, *folders: str) -> Iterator[Path]:
    """Every Python file under *folders* of *root*."""
    for folder in folders:
        yield from sorted((root / folder).rglob("*.py"))


#: Yields the faults of one file, from its name below the root and its text.
Look = Callable[[str, str], Iterator[str]]


def looked(look: Look, path: Path, root: Path) -> tuple[str, ...]:
    """Return the faults of a file; a copy with the same text is not checked again."""
    return seen(look, str(path.relative_to(root)), path.read_text(encoding="utf-8"))


@cache
def seen(look: Look, name: str, text: str) -> tuple[str, ...]:
    """Return the faults of a text, checked once for all copies that have it."""
    return tuple(look(name, text))


def imported(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Each module that *tree* imports, with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield ("." * node.level) + (node.module or ""), node.lineno


def impure(root: Path) -> list[str]:
    """Return where a pure layer uses clock, chance, files or the like."""
    return [
        fault for path in pure_modules(root) for fault in looked(worldly, path, root)
    ]


def pure_modules(root: Path) -> list[Path]:
    """Return every module of the pure layers, and those that all layers may use."""
    beside = sorted((root / PACKAGE).glob("*.py"))
    return [
        *(one for one in beside if one.name not in ("__main__.py", "kit.py")),
        *modules(root, *(f"{PACKAGE}/{layer}" for layer in PURE)),
    ]


def worldly(name: str, text: str) -> Iterator[str]:
    """Yield where a module uses clock, chance, files or the like."""
    tree = ast.parse(text)
    found = [
        (module, line)
        for module, line in imported(tree)
        if module.partition(".")[0] not in WORLDLESS
    ]
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and node.id in WORLDLY:
            if isinstance(node.ctx, ast.Load):
                found.append((node.id, node.lineno))
        elif isinstance(node, ast.Global):
            found.append(("global", node.lineno))
        elif isinstance(node, ast.AsyncFunctionDef | ast.Await):
            found.append(("async", node.lineno))
    inner = name.removeprefix(f"{PACKAGE}/")
    for what, line in found:
        if f"{inner} {what}" not in ARGUED:
            yield f"{name}:{line} {what}"


def body_lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """How many lines the body of *function* has, its docstring aside."""
    first, *rest = function.body
    if ast.get_docstring(function) is not None:
        if not rest:
            return 0
        first = rest[0]
    last = function.end_lineno
    assert last is not None
    return last - first.lineno + 1


def too_long(root: Path) -> list[str]:
    """Return a message for each function of the package with too many lines."""
    paths = modules(root, PACKAGE, "hardware", "tools")
    return [fault for path in paths for fault in looked(lengthy, path, root)]


def lengthy(name: str, text: str) -> Iterator[str]:
    """Yield a message for each function of one module with too many lines."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = body_lines(node)
            if lines > BODY_LINES:
                yield f"{name}:{node.lineno} {lines} lines"


#: How a value is made: nobody can change it, nor give it what it does not have.
#: What changes with each event has no slots: `games.values.replace` says why.
VALUES = (
    "dataclass(frozen=True, slots=True)",
    "dataclass(frozen=True)",
    "dataclass(frozen=True, kw_only=True)",
)


def changeable(root: Path) -> list[str]:
    """Return the dataclasses of the pure layers that are not immutable values."""
    return [fault for path in pure_modules(root) for fault in looked(loose, path, root)]


def loose(name: str, text: str) -> Iterator[str]:
    """Yield each dataclass that is not declared as an immutable value."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ClassDef):
            for made in map(ast.unparse, node.decorator_list):
                if made.partition("(")[0] == "dataclass" and made not in VALUES:
                    yield f"{name}:{node.lineno} {made}"


#: A check that is switched off, and one with its reason behind it.
SILENCING = re.compile(
    r"#\s*(noqa|type:\s*ignore|pragma:|ruff:|mypy:|flake8:|isort:|fmt:\s*off)"
)
REASONED = re.compile(
    r"noqa: [A-Z]+\d+(, [A-Z]+\d+)* - \S|type: ignore\[[\w, -]+\] +# \S"
    r"|pragma: no cover - \S"
)


def unexplained(root: Path) -> list[str]:
    """Return where a check is switched off without a reason on the line."""
    paths = modules(root, PACKAGE, "hardware", "tools", "tests")
    return [fault for path in paths for fault in looked(silenced, path, root)]


def silenced(name: str, text: str) -> Iterator[str]:
    """Each comment that silences a check without a word."""
    if not SILENCING.search(text):
        return
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT or REASONED.search(token.string):
            continue
        if SILENCING.search(token.string):
            yield f"{name}:{token.start[0]} {token.string}"


def untested(root: Path) -> list[str]:
    """Modules without a test file, where the tests mirror the package."""
    faults = []
    for path in modules(root, PACKAGE):
        inner = path.relative_to(root / PACKAGE)
        test = root / "tests" / inner.with_name(f"test_{inner.name}")
        named = str(inner) in TESTED_ELSEWHERE
        if not (named or test.exists()) and looked(code_lines, path, root) != ("0",):
            faults.append(f"{PACKAGE}/{inner} has no {test.relative_to(root)}")
    return faults


#: Somebody's own machine; and folders that are made, or an editor's, or git's.
PRIVATE = re.compile(r"(?<![\w./-])/(?:home/(?!player|pi\b)|Users/|root/|work/)\w*")
MADE = re.compile(r"\.(?!ci$)|(__pycache__|build|dist|wheels)$")


def private_paths(root: Path) -> list[str]:
    """Return the paths of a private machine in the source."""
    faults: list[str] = []
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(one for one in folders if not MADE.match(one))
        for name in sorted(names):
            if name.startswith("."):
                continue
            try:
                faults += looked(homely, Path(folder, name), root)
            except UnicodeDecodeError:
                continue  # a picture
    return faults


def homely(name: str, text: str) -> Iterator[str]:
    """Yield each path of a private machine."""
    for number, line in enumerate(text.splitlines(), 1):
        yield from (f"{name}:{number} {found}" for found in PRIVATE.findall(line))


#: Where a game may be named: in its own folders, and where games are found.
ROOMS = re.compile(r"(web/static/)?games/(?P<name>\w+)/|games/catalogue\.py")

#: Program texts; words and drawings are content.
CODE = (".css", ".html", ".js", ".py")


def naming(root: Path) -> list[str]:
    """Return where a file outside a game's own folders names that game."""
    package = root / PACKAGE
    paths = [path for path in sorted(package.rglob("*")) if path.suffix in CODE]
    own = [path for path in paths if "vendor" not in path.parts]
    return [fault for path in own for fault in looked(named, path, package)]


def named(name: str, text: str) -> Iterator[str]:
    """Each game that a text names, but its own."""
    room = ROOMS.match(name)
    for game in NAMES:
        if room is None or room["name"] not in (game, None):
            for number, line in enumerate(text.splitlines(), 1):
                if re.search(rf"(?i)\b{game}\b", line):
                    yield f"{name}:{number} names {game}"


#: What a JavaScript file has beside code: comments, and lines that hold nothing.
JS_COMMENT = re.compile(r"/\*.*?\*/|^\s*//[^\n]*$", re.DOTALL | re.MULTILINE)

DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef

#: Tokens that make no line of code.
BLANK = (
    *(tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT),
    *(tokenize.DEDENT, tokenize.ENDMARKER),
)


def python_lines(text: str) -> int:
    """Count the code lines of a Python module, without comments and docstrings."""
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in BLANK:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
            first = node.body[0]
            lines.difference_update(range(first.lineno, (first.end_lineno or 0) + 1))
    return len(lines)


def code_lines(name: str, text: str) -> Iterator[str]:
    """Yield the number of code lines of one Python or JavaScript file."""
    if name.endswith(".py"):
        yield str(python_lines(text))
    else:
        rest = JS_COMMENT.sub("", text)
        yield str(sum(bool(line.strip()) for line in rest.splitlines()))


def layer_of(inner: Path) -> str:
    """Return the layer of a file in the package: its folder, or ``javascript``."""
    if inner.suffix == ".js":
        return "javascript"
    return inner.parts[0] if len(inner.parts) > 1 else "top"


def layer_lines(root: Path) -> Counter[str]:
    """Count the code lines of each layer."""
    package, total = root / PACKAGE, Counter[str]()
    for path in sorted(package.rglob("*")):
        inner = path.relative_to(package)
        if path.suffix in (".py", ".js") and "vendor" not in inner.parts:
            total[layer_of(inner)] += int(looked(code_lines, path, root)[0])
    return total


def over_budget(root: Path) -> list[str]:
    """Return a message for each layer that has more code lines than its budget."""
    return [
        f"{layer} has {count} lines of code, its budget is {LINE_BUDGET.get(layer, 0)}"
        for layer, count in sorted(layer_lines(root).items())
        if count > LINE_BUDGET.get(layer, 0)
    ]


def own_imports(_name: str, text: str) -> Iterator[str]:
    """Yield each name of the package that a module imports, for type checking too."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (one for one in names if one.startswith(f"{PACKAGE}."))


def import_graph(root: Path) -> dict[str, set[str]]:
    """Return the modules of the package that each of its modules imports."""
    paths = {
        ".".join(path.relative_to(root).with_suffix("").parts): path
        for path in modules(root, PACKAGE)
    }
    paths = {name.removesuffix(".__init__"): path for name, path in paths.items()}
    graph = {}
    for module, path in paths.items():
        names = looked(own_imports, path, root)
        found = {one if one in paths else one.rpartition(".")[0] for one in names}
        graph[module] = found & paths.keys() - {module}
    return graph


def reachable(graph: dict[str, set[str]], start: str) -> set[str]:
    """Return the modules that *start* imports, directly or by another module."""
    found, waiting = set[str](), [start]
    while waiting:
        new = graph[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def circular(root: Path) -> list[str]:
    """
    Return a message for each module in a circle of imports.

    An import for the type checker alone counts, and one inside a function.
    """
    graph = import_graph(root)
    reach = {module: reachable(graph, module) for module in graph}
    faults = []
    for module in sorted(one for one in graph if one in reach[one]):
        circle = {one for one in reach[module] if module in reach[one]}
        faults.append(
            f"{module} is in a circle of imports: {', '.join(sorted(circle))}"
        )
    return faults


#: Modules that look an attribute up by a name in quotes, each with the reason.
BY_NAME = {
    "games/views.py": "`view_of` copies fields of a round and a state by their names",
}


def by_name(root: Path) -> list[str]:
    """Return where an attribute is looked up by its name: no type checker reads it."""
    return [
        fault
        for path in modules(root, PACKAGE)
        if str(path.relative_to(root / PACKAGE)) not in BY_NAME
        for fault in looked(quoted, path, root)
    ]


def quoted(name: str, text: str) -> Iterator[str]:
    """Yield each `hasattr`, and each `getattr` with a name in quotes."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Name(id="hasattr")):
                yield f"{name}:{node.lineno} hasattr"
            case ast.Call(
                func=ast.Name(id="getattr"), args=[_, ast.Constant(value=what), *_]
            ):
                yield f"{name}:{node.lineno} getattr {what}"
            case _:
                pass


def untyped(root: Path) -> list[str]:
    """Return the uses of `Any` if there are too many, and where it is renamed."""
    faults, each = list[str](), Counter[str]()
    for path in modules(root, PACKAGE):
        found = looked(any_in, path, root)
        faults += [one for one in found if one != "Any"]
        each[str(path.relative_to(root))] = found.count("Any")
    if each.total() > MOST_ANY:
        faults.append(f"{PACKAGE} has Any {each.total()} times")
        faults += [f"{name} has Any {count} times" for name, count in (+each).items()]
    return faults


def any_in(name: str, text: str) -> Iterator[str]:
    """Yield ``Any`` for each use in one module, and a message for each other name."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Name(id="Any") | ast.Attribute(attr="Any"):
                yield "Any"
            case ast.alias(name="Any", asname=str(other)):
                yield f"{name}:{node.lineno} calls Any {other}"
            case ast.alias(name="Incomplete"):
                yield f"{name}:{node.lineno} has Any as Incomplete"
            case ast.arg(annotation=hint) | ast.AnnAssign(annotation=hint):
                yield from any_quoted(hint)
            case ast.FunctionDef(returns=hint) | ast.AsyncFunctionDef(returns=hint):
                yield from any_quoted(hint)
            case _:
                pass


def any_quoted(hint: ast.expr | None) -> Iterator[str]:
    """Yield ``Any`` for each use in the quoted parts of a type hint."""
    for node in ast.walk(hint or ast.Module([], [])):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from re.findall(r"\bAny\b", node.value)


def broken_contracts(root: Path) -> list[str]:
    """Return the output of import-linter if it fails on *root*."""
    run = "from importlinter.cli import lint_imports_command as main; main()"
    done = subprocess.run(
        [sys.executable, "-c", run, "--no-cache", "--no-logo"],
        capture_output=True,
        check=False,
        cwd=root,
        text=True,
    )
    return [done.stdout + done.stderr] if done.returncode else []


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this source to plant one fault after another in."""
    root = tmp_path_factory.mktemp("copy")
    for folder in (PACKAGE, "hardware", "tools", "tests"):
        shutil.copytree(ROOT / folder, root / folder, ignore=LITTER)
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


@contextmanager
def planted(root: Path, name: str, text: str) -> Iterator[None]:
    """Add *text* to a module, which may be a new one; take it out afterwards."""
    path = root / name
    before = path.read_text(encoding="utf-8") if path.exists() else None
    path.write_text(f"{before or ''}\n{text}", encoding="utf-8")
    try:
        yield
    finally:
        if before is None:
            path.unlink()
        else:
            path.write_text(before, encoding="utf-8")


ORDER: dict[str, Callable[[Path], list[str]]] = {
    check.__name__: check
    for check in (
        *(broken_contracts, impure, changeable, too_long, unexplained, untested),
        *(private_paths, naming, over_budget, untyped, circular, by_name),
    )
}


@cache
def faults_here(check: Callable[[Path], list[str]]) -> list[str]:
    """Return the faults of *check* in this source, cached for all planted faults."""
    return check(ROOT)


@pytest.mark.parametrize("check", ORDER.values(), ids=ORDER)
def test_the_source_keeps_its_rules(check: Callable[[Path], list[str]]) -> None:
    """This source has no faults."""
    assert faults_here(check) == []


GAME = f"{PACKAGE}/games/decipher.py"
WEB = f"{PACKAGE}/web/page.py"
TABLE = f"{PACKAGE}/table/table.py"
STEP = f"{PACKAGE}/session/step.py"
OWN = f"{PACKAGE}/games/wqrdles/rules.py"
BASE = f"{PACKAGE}/games/game.py"
KIT = f"{PACKAGE}/testing/walks.py"
PAGE = f"{PACKAGE}/web/static/pages/wall.js"
UP = f"import {PACKAGE}.table.table"
LONG = "def long():\n" + "    long()\n" * (BODY_LINES + 1)
CIRCLE = f"if TYPE_CHECKING:\n    from {PACKAGE}.games.game import Game"
INSIDE = f"def f():\n    from {PACKAGE}.games import grammar"
HOME = str(Path("/", "home", "ada"))

#: For each planted fault: the check, the place, the change, and the check's output.
PLANTED = {
    "a game that knows the time": (
        *(broken_contracts, GAME, "import time"),
        "Pure layers use no clock, chance, file, socket, thread or log BROKEN",
    ),
    "the web with an engine": (
        *(broken_contracts, WEB, f"import {PACKAGE}.games.decipher"),
        "it is not among these importers BROKEN",
    ),
    "the table with a pin": (
        *(broken_contracts, TABLE, "import gpiozero"),
        "Each hardware library has one door BROKEN",
    ),
    "a layer that imports a higher one": (
        *(broken_contracts, GAME, UP),
        "A layer may import only the layers below it BROKEN",
    ),
    "a game with a clock": (impure, GAME, "import time", " time"),
    "a game that opens a file": (impure, GAME, "open('x')", " open"),
    "a game that prints": (impure, GAME, "print('x')", " print"),
    "a game that rolls dice": (impure, GAME, "from random import choice", " random"),
    "a game with a global": (impure, GAME, "def f():\n    global x", " global"),
    "a game that waits": (impure, GAME, "async def f(): pass", " async"),
    "a game with a thread": (impure, GAME, "import threading", " threading"),
    "a game with a log": (impure, GAME, "import logging", " logging"),
    "a game whose state changes": (
        *(changeable, GAME, "@dataclass(slots=True)\nclass New:\n    pass"),
        " dataclass(slots=True)",
    ),
    "a long function": (too_long, GAME, LONG, f" {BODY_LINES + 1} lines"),
    "a layer that grew": (over_budget, GAME, "x = 1\n" * 2000, "games has "),
    "a script that grew": (over_budget, PAGE, "x();\n" * 2000, "javascript has "),
    "a silenced lint": (unexplained, GAME, "import os  # noqa: F401", "noqa: F401"),
    "a silenced file": (unexplained, GAME, "# ruff: noqa", "# ruff: noqa"),
    "a file without types": (unexplained, GAME, "# mypy: ignore-errors", "# mypy:"),
    "a silenced type": (unexplained, GAME, "x = 1  # type: ignore[misc]", "[misc]"),
    "a module without a test": (
        untested,
        f"{PACKAGE}/games/new.py",
        "x = 1",
        "new.py has no",
    ),
    "the session with a game": (
        *(broken_contracts, STEP, f"import {PACKAGE}.games.keyword.rules"),
        "Nothing outside a game's own folder imports it BROKEN",
    ),
    "a page for one game": (naming, PAGE, "const own = 'wqrdles';", " names wqrdles"),
    "a name in the base": (naming, BASE, "# as in Decipher", " names decipher"),
    "a game that names another": (naming, OWN, "x = 'keyword'", " names keyword"),
    "a type that nobody knows": (untyped, GAME, "x: Any\n" * MOST_ANY, " has Any "),
    "an unknown type of the test kit": (
        untyped,
        KIT,
        'x: "Any"\n' * MOST_ANY,
        " has Any ",
    ),
    "an unknown type by another name": (
        *(untyped, GAME, "from typing import Any as Thing"),
        " calls Any Thing",
    ),
    "a circle of imports": (
        *(circular, BASE, f"from {PACKAGE}.games import grammar"),
        f"{PACKAGE}.games.game is in a circle of imports: {PACKAGE}.games.game, ",
    ),
    "a circle for the type checker": (
        *(circular, f"{PACKAGE}/games/contract.py", CIRCLE),
        f"{PACKAGE}.games.contract is in a circle of imports: ",
    ),
    "a circle by an import inside a function": (
        *(circular, f"{PACKAGE}/games/chance.py", INSIDE),
        f"{PACKAGE}.games.chance is in a circle of imports: ",
    ),
    "a field by its name": (by_name, GAME, "getattr(x, 'by', None)", " getattr by"),
    "a question for a name": (by_name, KIT, "hasattr(x, 'by')", " hasattr"),
    "somebody's home": (private_paths, GAME, f"x = '{HOME}/game'", HOME),
}


@pytest.mark.ci
@pytest.mark.parametrize(
    ("check", "name", "text", "says"), PLANTED.values(), ids=PLANTED
)
def test_a_planted_fault_is_found(
    copy: Path, check: Callable[[Path], list[str]], name: str, text: str, says: str
) -> None:
    """The same check that passes here fails on a copy with one fault in it."""
    with planted(copy, name, text):
        found = set(check(copy)) - set(faults_here(check))
    assert any(says in " ".join(fault.split()) or says in fault for fault in found)


def test_a_budget_counts_neither_comments_nor_docstrings() -> None:
    """Blank lines, comments and docstrings of Python and JavaScript are free."""
    python = '"""A module."""\n\n# why\nX = """a\nb"""\n\n\ndef f():\n    """F."""\n'
    script = "/* a\n b */\n\n// c\nx();\n  // d\ny(); // e\n"
    assert [*code_lines("a.py", python), *code_lines("a.js", script)] == ["3", "2"]


def test_the_version_is_told_to_its_owner() -> None:
    """CHANGELOG.md has a heading for this version, the newest at the top."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## \[(\d[^\]]*)\]", text, re.MULTILINE)
    assert versions[0] == __version__
