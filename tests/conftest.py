"""Fixtures and hooks of all tests."""

import gc
import os
import sys
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.tools import PACKAGES, skip_without

# How fast something is, the benchmarks measure; a busy machine fails no promise.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

# jsonschema would compile a grammar of two seconds for a format that we do not use.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type] # as Python allows

# Each worker collects ten thousand tests. While they are collected nothing is garbage,
# and later they are not searched for it.
gc.disable()

#: Set by pytest-xdist in a worker, and not in the process that reports.
WORKER = "PYTEST_XDIST_WORKER"

#: The folders with the slowest files, which must not be started last.
LONGEST = ("bare", "packaging", "browser", "people", "web", "world")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the files that take longest begin first."""

    def turn(item: pytest.Item) -> int:
        folder = item.path.parent.name
        return LONGEST.index(folder) if folder in LONGEST else len(LONGEST)

    items.sort(key=turn)


def pytest_collection_finish() -> None:
    """Turn garbage collection on, without the objects made so far."""
    gc.freeze()
    gc.enable()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> None:
    """
    Load the Schemathesis plugin only for the one test file that needs it.

    pyproject.toml keeps pytest from loading it at every start, which takes seconds.
    """
    if file_path.name == "test_described.py":
        parent.config.pluginmanager.import_plugin("schemathesis.pytest.plugin")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[
    None, pytest.TestReport, pytest.TestReport
]:
    """Report all skips at one location, so that equal reasons are merged."""
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple):
        report.longrepr = (str(Path(__file__).parent), None, report.longrepr[2])
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup() -> Generator[None, None, None]:
    """Skip a test whose fixture starts an optional program that is not installed."""
    return (yield from skipping_without_programs())


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Generator[None, None, None]:
    """Skip a test that starts an optional program that is not installed."""
    return (yield from skipping_without_programs())


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Print a failure in CI when it happens, in case the run is stopped."""
    if report.failed and "CI" in os.environ and not os.environ.get(WORKER):
        sys.stderr.write(f"\n{report.nodeid} failed:\n{report.longreprtext}\n")


def skipping_without_programs() -> Generator[None, None, None]:
    """
    Run one phase of a test; skip the test if a program is missing.

    The board's own code may have raised another error from it, such as a
    `SettingsError`.
    """
    try:
        return (yield)
    except Exception as error:
        for one in causes(error):
            if isinstance(one, FileNotFoundError) and one.filename in PACKAGES:
                skip_without(one.filename)
        raise


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error, and each error from which it was raised."""
    while error is not None:
        yield error
        error = error.__cause__
