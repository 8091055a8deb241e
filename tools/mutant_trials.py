"""
A pytest that reports which lines each test runs, and which tests notice a mutant.

Started in a copy of the source, it reads one order a line from standard input (the name
of a JSON file), carries out each in a child process, and writes its results to standard
output, one JSON object a line. There are three orders:

- `map`: run every test; report its duration and the lines that it runs;
- `try`: import everything once; then, for each mutant, fork, give the changed function
  its new code, and run the tests that run it until one fails;
- `run`: run the named tests, the most informative first, until one fails.

A fork gives a valid result only if the changed function has not run before: values that
it gave to a constant, a table or a cache would still be the old ones. Such mutants, and
all that no test notices, are tried again in a pytest of their own (`run`) with the
changed file.
"""

import contextlib
import gc
import json
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import _hypothesis_pytestplugin
import hypothesis.strategies  # noqa: F401 - for the children
import pytest
import pytest_asyncio.plugin
from _pytest.runner import runtestprotocol
from coverage import Coverage
from hypothesis import HealthCheck, Phase, settings

#: Pytest's plugins. They are imported before any fork, so that no child has to; the
#: package and its tests are not.
PLUGINS = (_hypothesis_pytestplugin, pytest_asyncio.plugin)

#: Limits of a test's time, as factor and additional seconds; a test that exceeds them
#: hangs and so has noticed the mutant. The seconds allow for fixtures that were ready
#: in the first run, and for a busier machine.
SLOWER = 4
MORE_WORK_S = 2
MORE_WAITING_S = 15
MEMORY_BYTES = 4 << 30

#: The limit of processor time for importing tests with a changed file, in seconds: some
#: play a game on import, which a mutant may never end.
IMPORTING_S = 60

#: Tests that take less than this many seconds run first, singly; the others by file,
#: because of shared fixtures.
QUICK_S = 0.05

#: Results of a mutant other than the test that notices it.
LIVES, UNSURE, HANGS = "lives", "unsure", "hangs"

Item = pytest.Item


class Trials:
    """
    A pytest plugin that carries out orders instead of running all tests.

    Args:
        orders: The order with its arguments, and `tell`, the file descriptor for
            reports.
    """

    def __init__(self, orders: dict[str, Any]) -> None:
        self._orders = orders
        self._items: dict[str, Item] = {}
        self._watch = Coverage(data_file=None, source=[orders["package"]])
        if orders["do"] == "map":  # from now on: what an import runs is of interest
            self._watch.start()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Carry out the order."""
        if session.testsfailed:
            self._tell(broken="some tests cannot be collected")
            return True
        self._items = {item.nodeid: item for item in session.items}
        {"map": self._map, "try": self._try, "run": self._run}[self._orders["do"]]()
        return True

    def pytest_configure(self) -> None:
        """Use this tool's Hypothesis settings instead of tests/conftest.py's."""
        settings.load_profile("mutants")

    def _tell(self, **what: object) -> None:
        """Write one line to the process that gave the order."""
        line = (json.dumps(what) + "\n").encode()
        while line:
            line = line[os.write(self._orders["tell"], line) :]

    def _map(self) -> None:
        """Run all tests; report the duration and the lines of each."""
        watch = self._watch
        for item, then in _in_turn(self._items.values()):
            watch.switch_context(item.nodeid)
            begun = time.perf_counter(), time.process_time()
            failed = not _passes(item, then)
            took = time.perf_counter() - begun[0], time.process_time() - begun[1]
            watch.switch_context("")
            self._tell(test=item.nodeid, took=took, failed=failed)
        watch.stop()
        data = watch.get_data()
        for path in data.measured_files():
            name = str(Path(path).relative_to(Path.cwd()))
            self._tell(path=name, lines=data.contexts_by_lineno(path))

    def _run(self) -> None:
        """Run some tests while the mutant is in its file."""
        by = self._noticed_by(self._orders["tests"])
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
        self._tell(by=by)

    def _noticed_by(self, took: dict[str, tuple[float, float]]) -> str:
        """Run tests with limits from their durations; return the first that fails."""
        turn = soonest({test: waited for test, (waited, _) in took.items()})
        for item, then in _in_turn(self._items[one] for one in turn):
            waited, worked = took[item.nodeid]
            signal.setitimer(signal.ITIMER_REAL, MORE_WAITING_S + SLOWER * waited)
            signal.setitimer(signal.ITIMER_PROF, MORE_WORK_S + SLOWER * worked)
            try:
                passed = _passes(item, then)
            except BaseException:  # noqa: BLE001 - what would end pytest is noticed too
                passed = False
            if not passed:
                return item.nodeid
        return LIVES

    def _try(self) -> None:
        """Try each mutant in a fork of this process."""
        package = os.path.realpath(self._orders["package"])
        functions = [
            one
            for one in gc.get_objects()
            if isinstance(one, FunctionType)
            and one.__code__.co_filename.startswith(package)
        ]
        gc.freeze()
        for order in self._orders["mutants"]:
            by = _apart(lambda order=order: self._mutant(order, functions))
            if by in self._items and _apart(lambda by=by: self._control(by)) != LIVES:
                self._tell(unsound=by)  # it fails without any change: it knows nothing
                by = UNSURE
            self._tell(number=order["number"], by=by)

    def _mutant(self, order: dict[str, Any], functions: list[FunctionType]) -> str:
        """Change one function and run its tests; return the one that fails."""
        path = Path(order["path"]).resolve()
        old = path.read_bytes()
        new = old[: order["start"]] + order["new"].encode() + old[order["end"] :]
        try:
            done = replaced(functions, str(path), old, new)
        except (SyntaxError, ValueError):
            done = False
        if not done:
            return UNSURE
        return self._noticed_by(
            {one: self._orders["tests"][one] for one in order["tests"]}
        )

    def _control(self, test: str) -> str:
        """Run one test without a mutant, as a control."""
        return self._noticed_by({test: self._orders["tests"][test]})


def main() -> None:
    """Carry out each order in a child process of its own."""
    voice = os.dup(sys.stdout.fileno())
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    for line in sys.stdin:
        orders = json.loads(Path(line.strip()).read_text(encoding="utf-8"))
        orders["tell"] = voice
        _apart(lambda orders=orders: obey(orders))
        os.write(voice, b'{"done": true}\n')


def obey(orders: dict[str, Any]) -> str:
    """Run pytest in this process with the plugin for one order."""
    sys.dont_write_bytecode = orders["do"] == "run"  # the file changes within a second
    settings.register_profile(
        "mutants",
        deadline=None,
        database=None,
        phases=(Phase.explicit, Phase.generate),  # no search for a smaller example
        suppress_health_check=(HealthCheck.too_slow,),
    )
    words = ["-q", "-p", "no:cacheprovider", "-m", "not long", "--hypothesis-seed=0"]
    with Path(".said").open("w", encoding="utf-8") as said:
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
    if orders["do"] == "run":
        signal.setitimer(signal.ITIMER_PROF, IMPORTING_S)
    pytest.main([*words, *orders["files"]], plugins=[*PLUGINS, Trials(orders)])
    return ""


def _in_turn(items: Iterable[Item]) -> Iterator[tuple[Item, Item | None]]:
    """Yield each test and the next one, for which shared fixtures are kept."""
    row = list(items)
    yield from zip(row, [*row[1:], None], strict=True)


def _passes(item: Item, then: Item | None) -> bool:
    reports = runtestprotocol(item, log=False, nextitem=then)
    return not any(report.failed for report in reports)


def soonest(seconds: dict[str, float]) -> list[str]:
    """Sort tests for an early failure: quick ones first, the others by file."""
    files: dict[str, float] = {}
    for test, took in seconds.items():
        file = test.partition("::")[0]
        files[file] = files.get(file, 0) + (took if took > QUICK_S else 0)

    def turn(test: str) -> tuple[float, str, float]:
        took, file = seconds[test], test.partition("::")[0]
        return (0, "", took) if took <= QUICK_S else (files[file], file, took)

    return sorted(seconds, key=turn)


def _apart(work: Callable[[], str]) -> str:
    """Run a function in a child process and return its last report, or `HANGS`."""
    told, tell = os.pipe()
    os.set_blocking(told, False)
    child = os.fork()
    if not child:
        os.setsid()
        _keep_quiet()
        os.write(tell, work().encode())
        os._exit(0)
    os.waitpid(child, 0)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # what its tests have left running
    os.close(tell)
    try:
        return os.read(told, 1 << 16).decode() or HANGS
    except BlockingIOError:
        return HANGS
    finally:
        os.close(told)


def _keep_quiet() -> None:
    """Silence the output of this process and limit its memory."""
    null = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(null, stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))


def replaced(functions: list[FunctionType], path: str, old: bytes, new: bytes) -> bool:
    """
    Replace the code of those functions that differ in a file's new text.

    Args:
        functions: All functions of the file that exist.
        path: The file.
        old: The file's text from which they were made.
        new: The changed text.

    Returns:
        True if every difference is within one of the functions.
    """
    pairs = list(_differing(compile(old, path, "exec"), compile(new, path, "exec")))
    changed = 0
    for before, after in pairs:
        for function in functions:
            code = function.__code__
            if code == before and code.co_filename == path:
                function.__code__ = after
                changed += 1
    return bool(changed)


def _differing(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield each pair of code objects that differ between two texts of a file."""
    olds = [one for one in old.co_consts if isinstance(one, CodeType)]
    news = [one for one in new.co_consts if isinstance(one, CodeType)]
    for before, after in zip(olds, news, strict=True):
        if before != after:
            yield before, after
            yield from _differing(before, after)


if __name__ == "__main__":
    main()
