"""
Each gate reads the whole package; exceptions are listed here with reasons.

The checks of `test_house.py` are run on a copy of the package in which each file has
every fault. The settings of ruff, mypy, import-linter and the mutants are read.
"""

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatch
from pathlib import Path

import pytest

from tests import test_house as house

ROOT, PACKAGE = house.ROOT, house.PACKAGE

NOT_PURE = {
    "app": "opens files and processes",
    "cli": "reads a terminal",
    "devices": "waits for pins and buses",
    "journal": "is a file",
    "languages": "reads its files",
    "picture": "draws by Pillow, of files",
    "settings": "reads files",
    "simulate": "plays a board in time",
    "table": "waits for devices",
    "testing": "throws dice and opens a board",
    "web": "serves pages",
}
VENDOR = {"web/static/vendor": "libraries of others, as they come"}

#: What each gate leaves out: a file or folder of the package, or a setting, each with
#: its reason. It may only shrink.
LEFT_OUT: dict[str, Mapping[str, str]] = {
    "impure": NOT_PURE | {"__main__.py": "starts the program", "kit.py": "passes on"},
    "changeable": NOT_PURE | {"__main__.py": "has no class", "kit.py": "passes on"},
    "naming": VENDOR | {"games/catalogue.py": "is the list of the games"},
    "over_budget": VENDOR,
    "untested": house.TESTED_ELSEWHERE,
    "by_name": house.BY_NAME,
    "circular": {
        "__init__.py": "nobody imports the package for what stands there",
    },
    "ruff": {
        "firmware_host/kit.py PLC0414": "`X as X` passes a name on to a type checker",
        "firmware_host/cli/** T201": "a command prints",
        "firmware_host/games/**/game.py ARG002": "a game may ignore an argument",
        "firmware_host/games/game.py ARG002": "nor what most games have",
        "firmware_host/testing/** PLR2004": "how often chance does what",
    },
    "A layer may import only the layers below it": {
        "__main__": "only starts the program"
    },
    "Pure layers use no clock, chance, file, socket, thread or log": NOT_PURE
    | {"__main__": "starts the program", "kit": "passes on names of many layers"},
    "The web cannot leak what it cannot name: it is not among these importers": {
        **dict.fromkeys(("app", "cli", "simulate", "table"), "stands over the games"),
        **dict.fromkeys(("devices", "journal", "picture"), "is one of the protected"),
        **dict.fromkeys(("games", "session"), "is one of the protected"),
        **dict.fromkeys(("kit", "testing"), "is for games from outside"),
    },
    "Nothing outside a game's own folder imports it": {
        "games.*.*": "a game imports itself; `naming` tells games apart"
    },
    "Each hardware library has one door": {"devices": "is the door"},
    "mutants": {
        **dict.fromkeys(("__init__.py", "__main__.py", "kit.py"), "has no rule"),
        "limits.py": "its numbers are chosen, so no test can know a right one",
        "hall": "its tests notice 94 of 143 changes; it comes in when they notice more",
        **dict.fromkeys(NOT_PURE.keys() - {"journal", "table"}, "is not pure"),
    },
}

#: The allowed settings of a gate; others could leave something out.
MYPY = {
    "strict": True,
    "python_version": "3.11",
    "packages": [PACKAGE],
    "enable_error_code": ["ignore-without-code", "exhaustive-match"],
}
RUFF = {"line-length", "target-version", "lint"}
RUFF_LINT = {"select", "ignore", "isort", "per-file-ignores", "pydocstyle"}
TOOLS = {"hatch", "importlinter", "mypy", "pytest", "ruff"}
LINTER = {"root_package", "include_external_packages", "contracts"}
CONTRACT = {
    *("name", "type", "layers", "containers", "exhaustive", "exhaustive_ignores"),
    *("source_modules", "forbidden_modules", "allow_indirect_imports"),
    *("protected_modules", "allowed_importers"),
}

#: Files that would set a gate: for the folder where they lie, or before pyproject.toml.
OWN_SETTINGS = {
    *(".coveragerc", ".gitignore", ".importlinter", ".mypy.ini", ".ruff.toml"),
    *("mypy.ini", "pyproject.toml", "ruff.toml", "setup.cfg", "tox.ini"),
}

#: Each fault that a check of `test_house.py` looks for.
EVERY_FAULT = f"""
import time  # noqa: F401

@dataclass
class Changeable:
    home = "{house.HOME}/game"

import {PACKAGE}.circle

some: Any = "{" ".join(house.NAMES)}"
hasattr(some, "name")
{house.LONG}
"""

#: The checks that read more than Python, and the endings of their files.
WIDE = {
    "naming": house.CODE,
    "over_budget": (".js", ".py"),
    "private_paths": house.CODE,
}

#: A file in the message of a check.
FILE = re.compile(rf"(?:{PACKAGE}/)?([\w./-]+\.(?:css|html|js|py))")


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package in which each file of code has every fault."""
    root = tmp_path_factory.mktemp("faulty")
    for path in sources(ROOT):
        copy = root / PACKAGE / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(EVERY_FAULT, encoding="utf-8")
    own = [one for one in sources(root) if one.endswith(".py")]
    imports = [f"import {module_of(one)}\n" for one in own]
    (root / PACKAGE / "circle.py").write_text("".join(imports), encoding="utf-8")
    return root


def module_of(path: str) -> str:
    """Return the name of the module in a file of the package."""
    name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return PACKAGE if name == "__init__" else f"{PACKAGE}.{name}"


def circular(root: Path) -> list[str]:
    """Return the files of the modules in which `house.circular` finds a circle."""
    told = {fault.partition(" ")[0] for fault in house.circular(root)}
    return [one for one in sources(root) if module_of(one) in told]


#: The checks of files; import-linter's contracts are read as settings.
CHECKS = {
    name: circular if check is house.circular else check
    for name, check in house.ORDER.items()
    if check is not house.broken_contracts
}


def sources(root: Path) -> list[str]:
    """Return every file of code in the package, by its path in it."""
    package = root / PACKAGE
    return [
        str(path.relative_to(package))
        for path in sorted(package.rglob("*"))
        if path.suffix in house.CODE and "__pycache__" not in path.parts
    ]


def unread(
    check: Callable[[Path], list[str]], suffixes: object, root: Path
) -> set[str]:
    """Return the files in a faulty copy of which a check says nothing."""
    told = {found for fault in check(root) for found in FILE.findall(fault)}
    kinds = suffixes if isinstance(suffixes, tuple) else (".py",)
    own = {one for one in sources(root) if one.endswith(kinds)}
    return own - told - {"circle.py"}


def unargued(gate: str, found: set[str]) -> list[str]:
    """Return a gate's exceptions without a reason, and unused reasons."""
    reasons = LEFT_OUT.get(gate, {})

    def covers(reason: str, one: str) -> bool:
        return one == reason or one.startswith(f"{reason}/")

    missing = [one for one in sorted(found) if not any(covers(r, one) for r in reasons)]
    idle = [r for r in reasons if not any(covers(r, one) for one in found)]
    return [f"{gate} leaves out {one}" for one in missing] + [
        f"{gate} no longer leaves out {one}" for one in idle
    ]


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the two checks that count things say so of each file."""
    monkeypatch.setattr(house, "MOST_ANY", 0)
    monkeypatch.setattr(house, "layer_of", str)


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("name", CHECKS)
def test_a_check_reads_each_file(name: str, faulty: Path) -> None:
    """The files that a check does not read are listed, and no others."""
    found = unread(CHECKS[name], WIDE.get(name), faulty)
    assert unargued(name, found) == []


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("name", CHECKS)
def test_a_check_that_leaves_a_folder_out_is_found(name: str, faulty: Path) -> None:
    """A check that says nothing of one folder leaves that folder out."""

    def blind(root: Path) -> list[str]:
        return [one for one in CHECKS[name](root) if "games/keyword/" not in one]

    found = unargued(name, unread(blind, WIDE.get(name), faulty))
    assert any(f"{name} leaves out games/keyword/" in one for one in found)


# --- settings ---------------------------------------------------------------------


def layers(root: Path) -> set[str]:
    """Return the layers of the package: its folders, and its files beside them."""
    return {
        path.name
        for path in (root / PACKAGE).iterdir()
        if path.suffix == ".py" or (path.is_dir() and path.name != "__pycache__")
    }


def unknown(where: str, settings: Mapping[str, object], known: set[str]) -> list[str]:
    """Return the settings that could leave something out, for all that is known."""
    return [f"{where} has {one}" for one in sorted(settings.keys() - known)]


def left_out(root: Path) -> list[str]:
    """Return the exceptions in the gates' settings without a reason."""
    tools = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    return [
        *unknown("pyproject.toml", tools, TOOLS),
        *by_ruff(tools["ruff"], root),
        *by_mypy(tools["mypy"]),
        *by_contracts(tools["importlinter"], layers(root)),
        *by_mutants(root),
        *(f"settings of their own: {one}" for one in own_settings(root)),
    ]


def own_settings(root: Path) -> Iterator[str]:
    """Yield the files that would set a gate beside pyproject.toml."""
    beside = (root / one for one in OWN_SETTINGS - {"pyproject.toml", ".gitignore"})
    yield from (one.name for one in beside if one.exists())
    for path in (root / PACKAGE).rglob("*"):
        if path.name in OWN_SETTINGS:
            yield str(path.relative_to(root))


def by_ruff(
    ruff: Mapping[str, Mapping[str, Mapping[str, list[str]]]], root: Path
) -> Iterator[str]:
    """Yield the files and rules that ruff does not check in the package."""
    yield from unknown("ruff", ruff, RUFF)
    yield from unknown("ruff.lint", ruff["lint"], RUFF_LINT)
    files = [f"{PACKAGE}/{one}" for one in sources(root) if one.endswith(".py")]
    yield from unargued(
        "ruff",
        {
            f"{pattern} {rule}"
            for pattern, rules in ruff["lint"]["per-file-ignores"].items()
            for rule in rules
            if any(fnmatch(one, pattern.replace("**/", "*")) for one in files)
        },
    )


def by_mypy(mypy: Mapping[str, object]) -> Iterator[str]:
    """Yield where mypy is not strict in the package."""
    others = mypy.get("overrides", [])
    own = {key: value for key, value in mypy.items() if key != "overrides"}
    if own != MYPY:
        yield f"mypy is set to {own}"
    assert isinstance(others, list)
    for one in others:
        for module in (
            [one["module"]] if isinstance(one["module"], str) else one["module"]
        ):
            if module.partition(".")[0] in (PACKAGE, "*"):
                yield f"mypy leaves out {module}"


def by_contracts(linter: Mapping[str, object], known: set[str]) -> Iterator[str]:
    """Yield the layers that import-linter's contracts leave out without a reason."""
    yield from unknown("import-linter", linter, LINTER)
    contracts = linter["contracts"]
    assert isinstance(contracts, list)
    names = {one.removesuffix(".py") for one in known}
    for one in contracts:
        yield from unknown(one["name"], one, CONTRACT)
        found = set(one.get("exhaustive_ignores", ()))
        if "source_modules" in one:
            found |= names - {"__init__"} - short(one["source_modules"])
        found |= short(one.get("allowed_importers", ()))
        if one["type"] == "layers" and not one["exhaustive"]:
            found |= names
        yield from unargued(one["name"], found)


def short(modules: Iterable[str]) -> set[str]:
    """Return the names of modules without the package's."""
    return {one.removeprefix(f"{PACKAGE}.") for one in modules}


def by_mutants(root: Path) -> Iterator[str]:
    """Yield the layers in which no mutant is made without a reason."""
    text = (root / "tools" / "mutant_copies.py").read_text(encoding="utf-8")
    known = next(
        ast.literal_eval(ast.unparse(node.value).replace("*PLAYED", "''"))
        for node in ast.parse(text).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "LAYERS"
    )
    yield from unargued("mutants", layers(root) - known.keys())


def test_the_settings_leave_nothing_out() -> None:
    """Each exception in the settings of the gates has a reason."""
    assert left_out(ROOT) == []


def test_ruff_reads_each_file() -> None:
    """Ruff's list of files has every file of the package."""
    assert set(read_by_ruff(ROOT)) >= {
        one for one in sources(ROOT) if one.endswith(".py")
    }


def read_by_ruff(root: Path) -> list[str]:
    """Return the files of the package that ruff checks, by their path in it."""
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--show-files", "."],
        capture_output=True,
        check=True,
        cwd=root,
        text=True,
    )
    package = root / PACKAGE
    found = map(Path, done.stdout.splitlines())
    return [
        str(one.relative_to(package)) for one in found if one.is_relative_to(package)
    ]


#: Faults in settings: the file, a text in it, its replacement, and the gate's output.
SETTINGS = {
    "a folder that ruff does not read": (
        *(
            "pyproject.toml",
            "[tool.ruff]\n",
            "[tool.ruff]\nexclude = ['firmware_host/web']\n",
        ),
        "ruff has exclude",
    ),
    "a folder that ruff does not format": (
        *(
            "pyproject.toml",
            "[tool.mypy]",
            "[tool.ruff.format]\nexclude = ['*']\n[tool.mypy]",
        ),
        "ruff has format",
    ),
    "a folder in which ruff skips a rule": (
        *(
            "pyproject.toml",
            '"tests/**" = [',
            '"firmware_host/**/web/*.py" = ["S"]\n"tests/**" = [',
        ),
        "ruff leaves out firmware_host/**/web/*.py S",
    ),
    "a second list of skipped rules": (
        "pyproject.toml",
        "[tool.mypy]",
        "[tool.ruff.lint.extend-per-file-ignores]\n'*' = ['S']\n[tool.mypy]",
        "ruff.lint has extend-per-file-ignores",
    ),
    "a folder with settings of its own": (
        *("firmware_host/web/ruff.toml", "", "lint.ignore = ['S']"),
        "settings of their own: firmware_host/web/ruff.toml",
    ),
    "settings that come before pyproject.toml": (
        *("mypy.ini", "", "[mypy]"),
        "settings of their own: mypy.ini",
    ),
    "a folder that mypy does not read": (
        *("pyproject.toml", "[tool.mypy]\n", "[tool.mypy]\nexclude = 'web'\n"),
        "mypy is set to",
    ),
    "a mypy that is not strict": (
        *(
            "pyproject.toml",
            "strict = true\n",
            "strict = true\ndisallow_untyped_defs = false\n",
        ),
        "mypy is set to",
    ),
    "a folder whose types are not checked": (
        "pyproject.toml",
        'module = ["gpiozero.*"',
        'module = ["firmware_host.web.*"',
        "mypy leaves out firmware_host.web.*",
    ),
    "an import that no contract sees": (
        "pyproject.toml",
        'type = "layers"\n',
        'type = "layers"\nignore_imports = ["firmware_host.web -> **"]\n',
        "layers below it has ignore_imports",
    ),
    "a folder beside the layers": (
        *(
            "pyproject.toml",
            'exhaustive_ignores = ["__main__"',
            'exhaustive_ignores = ["__main__", "web"',
        ),
        "layers below it leaves out web",
    ),
    "a pure layer that no contract names": (
        *("pyproject.toml", '  "firmware_host.hall",\n', ""),
        "thread or log leaves out hall",
    ),
    "a layer that may import the protected ones": (
        *(
            "pyproject.toml",
            "allowed_importers = [\n",
            'allowed_importers = [\n  "firmware_host.web",\n',
        ),
        "among these importers leaves out web",
    ),
    "a layer without mutants": (
        *("tools/mutant_copies.py", '    "words": ("tests/words", *PLAYED),\n', ""),
        "mutants leaves out words",
    ),
    "a coverage that leaves out": (
        *(
            "pyproject.toml",
            "[tool.mypy]",
            "[tool.coverage.run]\nomit = ['*']\n[tool.mypy]",
        ),
        "pyproject.toml has coverage",
    ),
}


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package and of the settings of its gates."""
    root = tmp_path_factory.mktemp("settings")
    shutil.copytree(ROOT / PACKAGE, root / PACKAGE, ignore=house.LITTER)
    (root / "tools").mkdir()
    for name in ("pyproject.toml", "tools/mutant_copies.py"):
        shutil.copy(ROOT / name, root / name)
    return root


@pytest.mark.parametrize(
    ("name", "right", "wrong", "says"), SETTINGS.values(), ids=SETTINGS
)
def test_a_setting_that_leaves_something_out_is_found(
    settings: Path, name: str, right: str, wrong: str, says: str
) -> None:
    """Each way to leave a folder out is planted in a copy, and found."""
    path = settings / name
    before = path.read_text(encoding="utf-8") if path.exists() else ""
    assert right in before
    path.write_text(
        before.replace(right, wrong, 1) if right else wrong, encoding="utf-8"
    )
    try:
        found = left_out(settings)
    finally:
        path.write_text(before, encoding="utf-8")
        if not before:
            path.unlink()
    assert any(says in one for one in found), found


def test_a_file_that_ruff_does_not_read_is_found(settings: Path) -> None:
    """A file that git ignores is missing in ruff's list of files."""
    ignore = settings / PACKAGE / "web" / ".gitignore"
    ignore.write_text("*\n", encoding="utf-8")
    (settings / ".git").mkdir()
    try:
        found = read_by_ruff(settings)
    finally:
        ignore.unlink()
        (settings / ".git").rmdir()
    assert not [one for one in found if one.startswith("web/")]
    assert "board/json.py" in found
