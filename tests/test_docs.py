"""
The manual is correct: its links exist, and its commands print what it shows.

In a fence marked ``console``, a line that begins with ``$ letterzone`` or ``$ ./run``
is a command of ours. With output under it, it is run and has to print just that; a line
of three dots stands for any lines. Without output, its arguments must be valid.
"""

import os
import re
import shlex
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware_host import errors
from firmware_host.cli.main import parser

ROOT = Path(__file__).resolve().parent.parent
PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("hardware/**/*.md")]
#: The generators that take long: one fetches its sources from the network again, one
#: draws every card, and two take ten seconds.
MARKED = {
    "build_prints": pytest.mark.long,
    "build_words": pytest.mark.long,
    "build_conformance": pytest.mark.ci,
    "build_hardware": pytest.mark.ci,
}

GENERATORS = [
    pytest.param(path, id=path.stem, marks=MARKED.get(path.stem, ()))
    for path in sorted(ROOT.glob("tools/build_*.py"))
    if '"--check"' in path.read_text(encoding="utf-8")
]


def without_fences(text: str) -> str:
    """Return *text* without its code blocks."""
    return re.sub(r"^ *```.*?^ *```$", "", text, flags=re.MULTILINE | re.DOTALL)


def slug(heading: str) -> str:
    """Return the anchor that a heading gets where the pages are read."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def anchors(page: Path) -> set[str]:
    """Return every anchor of *page*."""
    text = without_fences(page.read_text(encoding="utf-8"))
    return {slug(found) for found in re.findall(r"^#+ (.+)$", text, re.MULTILINE)}


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """Yield each place in this source that *page* links to, and the anchor there."""
    text = without_fences(page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(<?([^)>\s]+)", text):
        if not re.match(r"[a-z]+:", target):
            path, _, anchor = target.partition("#")
            yield (page.parent / path).resolve() if path else page, anchor


def dead_links(page: Path) -> list[str]:
    """Return the links of *page* that lead nowhere."""
    return [
        f"{path.name}#{anchor}"
        for path, anchor in links(page)
        if not path.exists() or (anchor and anchor not in anchors(path))
    ]


@dataclass(frozen=True, slots=True)
class Shown:
    """A command of ours in the manual, with the output below it."""

    page: str
    command: str
    output: str

    @property
    def is_german(self) -> bool:
        """Whether the page is a German one."""
        return self.page.endswith(".de.md")

    def __str__(self) -> str:
        """Return page and command, for the name of a test."""
        return f"{self.page}: {self.command}"


def shown(page: Path) -> Iterator[Shown]:
    """Yield each command of ours in the console fences of *page*."""
    text = page.read_text(encoding="utf-8")
    fences = r"^( *)```console\n(.*?)^\1```$"
    for _, fence in re.findall(fences, text, re.MULTILINE | re.DOTALL):
        lines = textwrap.dedent(fence)
        said = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", lines, re.MULTILINE)
        for command, output in said:
            if command.startswith(("letterzone", "./run")):
                yield Shown(page.name, command, output)


def argv(command: str) -> list[str]:
    """Return how to start *command* from here."""
    program, *rest = shlex.split(command)
    if program == "./run" and not rest:
        return ["./run"]
    return [sys.executable, "-m", "firmware_host", *rest]


def prints(command: str, folder: Path, locale: str = "C.UTF-8") -> str:
    """Run *command* in the source and return its output."""
    words = {**os.environ, "HOME": str(folder), "LANG": locale, "COLUMNS": "80"}
    words = {k: v for k, v in words.items() if not k.startswith(("LC_", "XDG_"))}
    return subprocess.run(
        argv(command),
        check=False,
        cwd=ROOT,
        env=words,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


def is_as_shown(real: str, output: str) -> bool:
    """Return whether *real* fits *output*, in which three dots are any lines."""
    pattern = "(?:.*\n)*?".join(map(re.escape, output.split("...\n")))
    return re.fullmatch(pattern, real) is not None


SHOWN = [command for page in PAGES for command in shown(page)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    """Each file, picture and heading that a page points at is there."""
    assert dead_links(page) == []


def test_a_dead_link_is_found(tmp_path: Path) -> None:
    """A file that is gone, or a heading that was renamed, does not pass."""
    page = tmp_path / "page.md"
    page.write_text(
        "# Old name\n[a](gone.md) [b](#new-name) [c](#old-name) [d](page.md)"
    )
    assert dead_links(page) == ["gone.md#", "page.md#new-name"]


def test_every_page_is_found_from_the_readme() -> None:
    """Every page can be reached by links from the README."""
    seen: set[Path] = set()
    ahead = [ROOT / "README.md"]
    while ahead:
        page = ahead.pop()
        if page not in seen and page.suffix == ".md" and page.exists():
            seen.add(page)
            ahead += [path for path, _ in links(page)]
    assert sorted(set(PAGES) - seen) == []


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(one, id=str(one), marks=[pytest.mark.long] * one.is_german)
        for one in SHOWN
        if one.output
    ],
)
def test_commands_print_what_is_shown(command: Shown, tmp_path: Path) -> None:
    """The output in the manual is the output there is, in the page's language."""
    locale = "de_DE.UTF-8" if command.is_german else "C.UTF-8"
    real = prints(command.command, tmp_path, locale)
    assert is_as_shown(real, command.output), f"it printed:\n{real}"


@pytest.mark.parametrize("command", [s for s in SHOWN if not s.output], ids=str)
def test_commands_are_understood(command: Shown) -> None:
    """A command that is only named has the right words in the right places."""
    _, *rest = shlex.split(command.command)
    if rest and rest[0] != "test":
        parser().parse_args(rest)


def test_a_wrong_example_is_found(tmp_path: Path) -> None:
    """A changed output or an option that is gone does not pass."""
    page = tmp_path / "page.md"
    page.write_text("  ```console\n  $ ls\n  $ ./run --version\n  letterzone 99\n  ```")
    [command] = shown(page)
    assert command.output == "letterzone 99\n"
    assert not is_as_shown(prints(command.command, tmp_path), command.output)
    assert is_as_shown("a\nb\nc\n", "a\n...\n")
    assert not is_as_shown("a\nb\nc\n", "b\n...\n")
    with pytest.raises(SystemExit):
        test_commands_are_understood(Shown("page", "./run dance", ""))


#: Of these pages a plain fence is typed as well: line by line, with sudo or without.
TYPED = [
    *(ROOT / "docs" / name for name in ("install.md", "boot.md", "release.md")),
    *(ROOT / "docs" / name for name in ("install.de.md", "boot.de.md", "image.md")),
]


def typed(page: Path) -> Iterator[str]:
    """Yield each command in the plain fences of *page*."""
    text = page.read_text(encoding="utf-8")
    for fence in re.findall(r"^```sh\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for line in fence.splitlines():
            yield re.split(" [#>]", line)[0].strip().removeprefix("sudo ")


def misunderstood(command: str) -> str:
    """Return the fault of a command of ours, or an empty text."""
    program, *rest = shlex.split(command) or [""]
    if program in ("letterzone", "./run") and rest[:1] != ["test"]:
        try:
            parser().parse_args(rest)
        except SystemExit:
            return command
    script = next((word for word in rest if word.startswith("tools/")), "")
    if not program.endswith(("python", "python3")) or not script:
        return ""
    if not (ROOT / script).is_file():
        return f"{script}: is not there"
    text = (ROOT / script).read_text(encoding="utf-8")
    options = [word for word in rest if word.startswith("--")]
    return " ".join(one for one in options if f'"{one}"' not in text)


@pytest.mark.parametrize("page", TYPED, ids=lambda page: page.name)
def test_what_is_to_be_typed_is_there(page: Path) -> None:
    """Each command and each script of ours, with options that it has."""
    commands = [*typed(page)]
    assert any(command.startswith("letterzone ") for command in commands) or (
        page.name in ("release.md", "image.md")
    )
    assert [wrong for one in commands if (wrong := misunderstood(one))] == []


@pytest.mark.parametrize("page", ["build", "print", "image"])
@pytest.mark.parametrize("language", ["", ".de"])
def test_what_draws_is_typed_with_what_it_needs(page: str, language: str) -> None:
    """Drawing and building tools are shown with the Python of the tests."""
    text = (ROOT / "docs" / f"{page}{language}.md").read_text(encoding="utf-8")
    flat = " ".join(text.split())
    script = r"tools/build_(?:hardware|prints|image)\.py --"
    typed_as = re.findall(rf"(\S+) {script}", flat)
    assert [one.strip("`") for one in typed_as] == [".venv-test/bin/python"]
    assert "./run test tests/test_prints.py" in flat


@pytest.mark.parametrize(
    "command",
    [
        "letterzone dance",
        "letterzone flash --uf3 x",
        "python3 tools/gone.py",
        ".venv-test/bin/python tools/build_deb.py --kay release.gpg",
    ],
)
def test_what_is_not_there_is_found(command: str) -> None:
    """The check finds wrong commands, options and scripts."""
    assert misunderstood(command)


def test_the_readme_has_its_two_commands() -> None:
    """The first thing to do and the second stand in the README as they are typed."""
    commands = [command.command for command in shown(ROOT / "README.md")]
    assert commands[:2] == ["./run demo", "./run test"]


@pytest.mark.parametrize("name", ["README.md", "README.de.md"])
def test_the_readme_is_short(name):
    """A README has at most 450 words, with links and commands."""
    assert len((ROOT / name).read_text(encoding="utf-8").split()) <= 450


def test_every_error_has_its_heading() -> None:
    """Each error's help anchor is a heading in both languages."""
    tree = [errors.LetterzoneError]
    for error in tree:
        tree += error.__subclasses__()
    mine = [error for error in tree if error.__module__.startswith("firmware_host")]
    wanted = {error.help_anchor for error in mine}
    assert wanted - anchors(ROOT / "docs/troubleshooting.md") == set()
    german = anchors(ROOT / "docs/troubleshooting.de.md")
    assert [one for one in wanted if not any(it.endswith(one) for it in german)] == []


@pytest.mark.parametrize("script", GENERATORS)
def test_generated_pages_are_up_to_date(script: Path) -> None:
    """Each generated page is what its script would write now."""
    done = subprocess.run(
        [sys.executable, str(script), "--check"],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("page", "row"),
    [
        ("troubleshooting.md", r"^\| \"Go on\?\".*cross[^;]*: \[check the board\]"),
        (
            "troubleshooting.de.md",
            r"^\| „Weiter.*Kreuz[^;]*: erst \[das Brett prüfen\]",
        ),
        ("evening.md", r"^\| \"Go on\?\" after a power cut \| goes on \| checks"),
        ("evening.de.md", r"^\| „Weiter\?“ nach .* geht weiter \| prüft"),
        ("check.md", r"\"Go on\?\": tick goes on, cross checks first"),
    ],
)
def test_the_cross_after_a_power_cut_is_told_alike(page, row):
    """The cross after a power cut leads to the check of the board."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    assert re.search(row, text, re.MULTILINE), page


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("README.md", "the box's own pieces are too narrow for a tag"),
        ("docs/build.md", "A sticker of 25 mm does not fit on a letter piece"),
        ("docs/build.md", "A piece that is left near a pad slows it"),
        ("docs/privacy.md", "Either is enough"),
    ],
)
def test_what_is_not_as_one_hopes_is_said_plainly(page, said):
    """Known limits are named on the pages for buyers and schools."""
    text = (ROOT / page).read_text(encoding="utf-8")
    assert said in " ".join(text.split())


def test_nothing_says_to_install_the_board_from_an_index():
    """No text says to install the board from an index, where the name is not ours."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    texts = [*pages, *(ROOT / "firmware_host").rglob("*.py"), *ROOT.glob("tools/*.py")]
    wrong = re.compile(r"(pip|pipx|uv)3? install\s+(-\S+\s+)*['\"]?letterzone")
    assert [str(one) for one in texts if wrong.search(one.read_text("utf-8"))] == []
