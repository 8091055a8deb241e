"""Try mutants in copies of the source, with what is known about the tests."""

import contextlib
import json
import os
import queue
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tools.mutant_trials import LIVES, UNSURE
from tools.mutating import Mutant

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "firmware_host"

#: Tests that compare whole games with a second implementation and with recordings: they
#: check every layer.
PLAYED = ("tests/contracts", "tests/referee", "tests/net")

#: The quick tests of each layer.
LAYERS = {
    "board": ("tests/board", *PLAYED),
    "errors.py": ("tests/test_errors.py",),
    "games": ("tests/games", *PLAYED),
    "journal": ("tests/journal",),
    "link": ("tests/link",),
    "session": ("tests/session", *PLAYED),
    "table": ("tests/table",),
    "texts": ("tests/texts",),
    "words": ("tests/words", *PLAYED),
}

#: Slow tests, which are left out: they start and kill programs for most of a minute.
NOT_QUICK = ("tests/table/test_kill.py", "tests/journal/test_store_power_cut.py")

LITTER = shutil.ignore_patterns(
    *(".git", ".venv*", ".*_cache", "__pycache__", ".hypothesis", "*.mp3", "*.png")
)


def layer_of(path: str) -> str:
    """Return the layer of a file, such as ``board``."""
    return Path(path).parts[1]


def files_of(tests: Iterable[str]) -> list[str]:
    """Return the test files that contain some tests."""
    return sorted({test.partition("::")[0] for test in tests})


@dataclass
class Known:
    """
    Measurements of the tests.

    Args:
        took: The duration and the processor time of each test, in seconds.
        lines: The tests that run a line, by file and line; "" stands for the import of
            the file.
        failed: The tests that fail.
    """

    took: dict[str, tuple[float, float]] = field(default_factory=dict)
    lines: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    def add(self, said: dict[str, Any]) -> None:
        """Add a measurement that a pytest process has reported."""
        if "test" in said:
            self.took[said["test"]] = said["took"]
            self.failed += [said["test"]] if said["failed"] else []
        elif "path" in said:
            lines = self.lines.setdefault(said["path"], {})
            for line, tests in said["lines"].items():
                lines.setdefault(line, []).extend(tests)

    def runs(self, path: str, span: tuple[int, int]) -> tuple[set[str], bool]:
        """Return the tests that run some lines, and True if imports run them, too."""
        first, last = span
        rows = self.lines.get(path, {}).items()
        found = {
            test for line, tests in rows if first <= int(line) <= last for test in tests
        }
        return found - {""}, "" in found

    def of_layer(self, path: str) -> set[str]:
        """Return every test of a file's layer."""
        return {one for one in self.took if one.startswith(LAYERS[layer_of(path)])}


class Copy:
    """
    A copy of the source, in which pytest is run.

    Args:
        root: The folder of the source.
        folder: The folder of the copy.
    """

    def __init__(self, root: Path, folder: Path) -> None:
        self._root = folder
        shutil.copytree(root, folder, ignore=LITTER, symlinks=True)
        here = os.pathsep.join([str(folder), str(ROOT / "tools")])
        self._server = subprocess.Popen(  # noqa: S603 - our own interpreter
            [sys.executable, ROOT / "tools" / "mutant_trials.py"],
            cwd=folder,
            env={
                **os.environ,
                "PYTHONPATH": here,
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def pytest(
        self, files: Iterable[str], **orders: object
    ) -> Iterator[dict[str, Any]]:
        """Send *orders* to the pytest process; yield its reports as they come."""
        path = self._root / ".orders"
        orders |= {"files": list(files), "package": PACKAGE}
        path.write_text(json.dumps(orders), encoding="utf-8")
        self._server.stdin.write(f"{path}\n")
        self._server.stdin.flush()
        for line in self._server.stdout:
            said = json.loads(line)
            if "done" in said:
                return
            yield said
        sys.exit("The pytest that tries mutants has ended.")

    def close(self) -> None:
        """End the pytest process that waits for orders."""
        self._server.communicate()

    @contextlib.contextmanager
    def changed(self, mutant: Mutant) -> Iterator[None]:
        """Write a mutant into its file for the duration of the context."""
        path = self._root / mutant.path
        before = path.read_bytes()
        for compiled in path.parent.glob(f"__pycache__/{path.stem}.*"):
            compiled.unlink()
        path.write_bytes(mutant.of(before))
        try:
            yield
        finally:
            path.write_bytes(before)

    def said(self) -> str:
        """Return the output of the last pytest process."""
        return (self._root / ".said").read_text(encoding="utf-8", errors="replace")


def learn(copies: list[Copy], folders: Iterable[str], root: Path) -> Known:
    """
    Run the tests of some folders once and record which lines each test runs.

    Raises:
        SystemExit: A test fails without any mutant.
    """
    known = Known()
    files = sorted(
        (
            file
            for folder in folders
            for file in [*(root / folder).rglob("test_*.py"), root / folder]
            if file.is_file() and str(file.relative_to(root)) not in NOT_QUICK
        ),
        key=lambda file: -file.stat().st_size,
    )
    names = list(dict.fromkeys(str(file.relative_to(root)) for file in files))

    def some(index: int) -> None:
        for said in copies[index].pytest(names[index :: len(copies)], do="map"):
            known.add(said)

    with ThreadPoolExecutor() as threads:
        list(threads.map(some, range(len(copies))))
    if known.failed:
        sys.exit(f"These fail with nothing changed: {', '.join(known.failed)}")
    if not known.took:
        sys.exit(f"There is no test to run:\n{copies[0].said()}")
    return known


class Trials:
    """
    Finds for each mutant a test that notices it.

    Args:
        copies: Copies of the source; each is used by one thread.
        chosen: The mutants to try.
        known: The measurements of the tests.
    """

    def __init__(self, copies: list[Copy], chosen: list[Mutant], known: Known) -> None:
        self._copies = copies
        self._chosen = chosen
        self._known = known
        #: The mutants to try with a changed file, and whether all tests of the layer
        #: are run.
        self._left: queue.SimpleQueue[tuple[int, bool]] = queue.SimpleQueue()
        self._tried = 0
        #: The test that noticed each mutant, or `LIVES`.
        self.by: dict[int, str] = {}

    def run(self) -> None:
        """Try all mutants."""
        quick = []
        for number, mutant in enumerate(self._chosen):
            tests, imported = self._known.runs(mutant.path, mutant.span)
            if imported or not tests:
                self._left.put((number, True))
            else:
                quick.append(number)
        some = [quick[first :: len(self._copies)] for first in range(len(self._copies))]
        with ThreadPoolExecutor() as threads:
            list(threads.map(self._fork, self._copies, some))
            list(threads.map(self._change, self._copies))

    def _fork(self, copy: Copy, numbers: list[int]) -> None:
        """Try mutants in forks of one pytest; those not noticed are queued again."""
        orders = [self._order(number) for number in numbers]
        tests = {one for order in orders for one in order["tests"]}
        left = dict.fromkeys(numbers, True)
        for said in copy.pytest(
            files_of(tests), do="try", mutants=orders, tests=self._took(tests)
        ):
            if "unsound" in said:
                print(f"fails with nothing changed: {said['unsound']}", flush=True)
                continue
            self._count()
            if said["by"] in (LIVES, UNSURE):
                left[said["number"]] = said["by"] == UNSURE
            else:
                self.by[said["number"]] = said["by"]
                del left[said["number"]]
        for one in left.items():
            self._left.put(one)

    def _count(self) -> None:
        """Count a try and print the progress; some mutants are tried twice."""
        self._tried += 1
        if self._tried % 50 == 0:
            print(f"{self._tried} tries for {len(self._chosen)}", flush=True)

    def _order(self, number: int) -> dict[str, Any]:
        mutant = self._chosen[number]
        tests, _ = self._known.runs(mutant.path, mutant.span)
        place = {"path": mutant.path, "start": mutant.start, "end": mutant.end}
        return {"number": number, **place, "new": mutant.new, "tests": sorted(tests)}

    def _took(self, tests: Iterable[str]) -> dict[str, tuple[float, float]]:
        return {test: self._known.took[test] for test in tests}

    def _change(self, copy: Copy) -> None:
        """Try the queued mutants with changed files, each in a pytest of its own."""
        with contextlib.suppress(queue.Empty):
            while True:
                number, widely = self._left.get_nowait()
                self.by[number] = self._changed(copy, self._chosen[number], widely)
                self._count()
                if self.by[number] == LIVES:
                    print(f"LIVES {self._chosen[number]}", flush=True)

    def _changed(self, copy: Copy, mutant: Mutant, widely: bool) -> str:  # noqa: FBT001 - of two values
        """Return the test that notices a mutant; with *widely* of the whole layer."""
        tests, _ = self._known.runs(
            mutant.path, (1, 1 << 30) if widely else mutant.span
        )
        others = self._known.of_layer(mutant.path) - tests if widely else set()
        with copy.changed(mutant):
            for some in filter(None, (tests, others)):
                by = "it cannot be imported, or hangs"
                for said in copy.pytest(
                    files_of(some), do="run", tests=self._took(some)
                ):
                    by = said.get("by", by)
                if by != LIVES:
                    return by
        return LIVES
