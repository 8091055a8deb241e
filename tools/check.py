"""
Check the whole source: what ``./run test`` does once its Python is ready.

    tools/check.py            style, types, contracts, all tests but the long ones
    tools/check.py --all      the long ones too
    tools/check.py --quick    style, types, contracts, and the tests that answer at once
    tools/check.py --attack   floods against a board on the loopback, and a table
    tools/check.py ARG...     only pytest, with these arguments

The checks before pytest run side by side, and each tells its own fault. The
output ends with pytest's closing line, or with the names of the checks that failed.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import NamedTemporaryFile

ROOT = Path(__file__).resolve().parent.parent

#: What runs in one piece, beside the others: Schemathesis makes its tests as it goes,
#: and pytest-xdist would leave them out; the rest waits for what has to start.
APART = ("tests/table/test_kill.py", "tests/web/test_described.py", "tests/packaging")

#: Much of a test is waiting, so there are twice as many at a time as a small machine
#: has cores. Each file stays in one piece, and the longest come first
#: (tests/conftest.py), not those of most tests.
SIDE_BY_SIDE = ("-n", "4", "--dist", "loadfile", "--no-loadscope-reorder")

#: What answers at once, for whoever is in the middle of work: under a minute in all.
QUICK = (
    *("tests/board", "tests/games", "tests/link", "tests/session", "tests/settings"),
    *("tests/texts", "tests/words", "tests/test_errors.py", "tests/test_house.py"),
)

CONTRACTS = "from importlinter.cli import lint_imports_command as main; main()"


def checks() -> dict[str, list[str]]:
    """Return what is checked before the tests, by name."""
    return {
        "ruff": [sys.executable, "-m", "ruff", "check", "--quiet", "."],
        "ruff format": [
            *(sys.executable, "-m", "ruff", "format", "--quiet", "--check", ".")
        ],
        "mypy": [sys.executable, "-m", "mypy"],
        "contracts": [sys.executable, "-c", CONTRACTS, "--no-logo"],
    }


def failed_checks(commands: dict[str, list[str]]) -> list[str]:
    """
    Run every check and print what each one that fails has to say.

    Args:
        commands: What is run, side by side, by name.

    Returns:
        The names of those that failed.
    """
    running = {
        name: subprocess.Popen(  # noqa: S603 - our own commands, named above
            command,
            cwd=ROOT,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        for name, command in commands.items()
    }
    failed = []
    for name, process in running.items():
        output, _ = process.communicate()
        if process.returncode:
            failed.append(name)
            print(output.rstrip())
        print(f"{name}: {'FAILED' if process.returncode else 'ok'}", flush=True)
    return failed


def tests(*words: str) -> list[str]:
    """Return what runs some of the tests."""
    return [sys.executable, "-m", "pytest", *words]


def run_beside(aside: list[str], most: list[str]) -> int:
    """
    Run two commands at once; what the first one tells is printed first.

    Returns:
        The exit status of one that failed; 0 where none has.
    """
    with NamedTemporaryFile("r", encoding="utf-8", errors="replace") as told:
        with Path(told.name).open("wb") as log:
            running = subprocess.Popen(most, stdout=log, stderr=log)  # noqa: S603 - as above
        first = subprocess.run(aside, check=False).returncode  # noqa: S603 - likewise
        over = False
        while not over:
            over = running.poll() is not None
            print(told.read(), end="", flush=True)
            time.sleep(0 if over else 0.5)
    return first or running.returncode


def pass_or_exit(commands: dict[str, list[str]]) -> None:
    """Run every check; where one fails, nothing is tested."""
    if failed := failed_checks(commands):
        sys.exit(f"Not tested, because this failed: {', '.join(failed)}")


def main(arguments: list[str]) -> None:
    """
    Run the checks and all tests, or become pytest.

    Args:
        arguments: What follows ``./run test``.
    """
    for_pytest = [one for one in arguments if one not in ("--all", "--quick")]
    which = [] if "--all" in arguments else ["-m", "not long"]
    os.chdir(ROOT)
    # Begun behind a shell it would be ignored, by all that the tests start as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Else each worker, and each program that a test starts, would compile it all anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if "--attack" in arguments:
        rest = [one for one in arguments if one != "--attack"]
        attack = [sys.executable, "-m", "tests.attack.attack", *rest]
        os.execv(sys.executable, attack)  # noqa: S606 - our own interpreter
    if "--quick" in arguments:
        pass_or_exit(checks())
        for_pytest = ["-q", "-n", "2", *QUICK, *for_pytest]
    if not for_pytest:
        pass_or_exit(checks())
        others = (f"--ignore={one}" for one in APART)
        apart = tests("-q", *which, *APART)
        sys.exit(run_beside(apart, tests(*which, *SIDE_BY_SIDE, *others)))
    os.execv(sys.executable, tests(*which, *for_pytest))  # noqa: S606 - our own interpreter


if __name__ == "__main__":
    main(sys.argv[1:])
