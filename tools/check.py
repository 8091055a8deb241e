"""
Check the whole source: what ``./run test`` does once its Python is ready.

    tools/check.py            style, types, contracts, and all unmarked tests
    tools/check.py --changed  the same checks, and the tests that the changes can reach
    tools/check.py --quick    the same checks, and the tests that answer at once
    tools/check.py --ci       only the tests marked `ci`: a sample of what is left out
    tools/check.py --all      the checks, and all tests
    tools/check.py --attack   floods against a board on the loopback, and a table
    tools/check.py --regenerate  make the files again that are generated from the code
    tools/check.py ARG...     only pytest, with these arguments, without `long` tests

The checks before pytest run side by side, and each prints its own fault. The
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

#: Tests that run in one pytest process beside the others: Schemathesis generates tests
#: while it runs, which pytest-xdist would leave out.
APART = ("tests/table/test_kill.py", "tests/web/test_described.py", "tests/packaging")

#: Each worker collects all tests, so there are only as many as keep two cores busy:
#: one more, because much of a test is waiting. A file stays in one piece, and the
#: longest files come first (tests/conftest.py), not those of most tests.
SIDE_BY_SIDE = ("-n", "3", "--dist", "loadfile", "--no-loadscope-reorder")

#: The tests of `--quick`: under a minute in all.
QUICK = (
    *("tests/board", "tests/games", "tests/link", "tests/session", "tests/settings"),
    *("tests/texts", "tests/words", "tests/test_errors.py", "tests/test_house.py"),
    "tests/test_left_out.py",
)

MODES = ("--all", "--attack", "--changed", "--ci", "--quick", "--regenerate")

#: A test that takes this many seconds hangs: it fails, and prints the stack of each
#: thread. Tests marked `long` may take hours, so a run of all knows no such limit.
UNTIL_HUNG = "--timeout=900"

#: Which marked tests run, by the argument that asks for them.
USUAL = ("-m", "not long and not costly and not ci", UNTIL_HUNG)
MARKED = {
    "--all": ("-m", ""),
    "--ci": ("-m", "ci and not long and not costly", UNTIL_HUNG),
}

#: What the source looks like: line budgets, names, types. It takes seconds, so it is
#: a check, and the tests leave it out.
ORDER = "tests/test_house.py::test_the_source_keeps_its_rules"

CONTRACTS = "from importlinter.cli import lint_imports_command as main; main()"


def checks() -> dict[str, list[str]]:
    """Return the commands that check the source before the tests, by name."""
    # In a fresh clone each worker of the tests would compile all of them.
    compiled = any((ROOT / "tests/__pycache__").glob("conftest.*-pytest-*.pyc"))
    collection = {"collection": tests("-qq", "--collect-only", "-n", "0")}
    return ({} if compiled else collection) | {
        "ruff": [sys.executable, "-m", "ruff", "check", "--quiet", "."],
        "ruff format": [
            *(sys.executable, "-m", "ruff", "format", "--quiet", "--check", ".")
        ],
        "mypy": [sys.executable, "-m", "mypy"],
        "contracts": [sys.executable, "-c", CONTRACTS, "--no-logo"],
        "order": tests("-qq", "-n", "0", "--no-header", "--tb=short", ORDER),
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
    """Return the pytest command for some of the tests."""
    return [sys.executable, "-m", "pytest", *words]


#: Pytest's exit status where none of the tests has the mark that is asked for.
NO_TESTS = 5


def run_beside(aside: list[str], most: list[str]) -> int:
    """
    Run two commands at once; the first one's output is printed first.

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
    ended = [one for one in (first, running.returncode) if one not in (0, NO_TESTS)]
    return ended[0] if ended else 0


def pass_or_exit(commands: dict[str, list[str]]) -> None:
    """Run every check; if one fails, exit before any test is run."""
    if failed := failed_checks(commands):
        sys.exit(f"Not tested, because this failed: {', '.join(failed)}")


def tests_of_changes() -> list[str]:
    """Return the paths of the tests that depend on changed files."""
    command = [sys.executable, "tools/changed.py"]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own
    return done.stdout.splitlines()


def run_all(marked: tuple[str, ...]) -> int:
    """Run all tests with the given marks in two pytest runs; return the exit code."""
    others = (f"--ignore={one}" for one in APART)
    most = tests(*marked, *SIDE_BY_SIDE, f"--deselect={ORDER}", *others)
    return run_beside(tests("-q", *marked, *APART), most)


def run_some(chosen: tuple[str, ...], words: list[str]) -> int:
    """
    Run the usual tests of some paths, those of `APART` in a pytest run of their own.

    Args:
        chosen: Test files and folders.
        words: Further arguments of pytest.

    Returns:
        The exit status of one run that failed; 0 where none has.
    """
    apart = [one for one in chosen if one.startswith(APART)]
    apart += [one for one in APART if one.startswith(tuple(f"{on}/" for on in chosen))]
    rest = [one for one in chosen if one not in apart]
    aside = tests("-q", *USUAL, *words, *apart)
    left_out = (f"--deselect={ORDER}", *(f"--ignore={one}" for one in APART))
    spread = ("-q", "-n", "2", "--dist", "loadfile")
    most = tests(*USUAL, *spread, *left_out, *words, *rest)
    if apart and rest:
        return run_beside(aside, most)
    return subprocess.call(aside if apart else most)  # noqa: S603 - our own


def main(arguments: list[str]) -> None:
    """
    Run the checks and all tests, or become pytest.

    Args:
        arguments: The words after ``./run test``.
    """
    mode = next((one for one in MODES if one in arguments), "")
    for_pytest = [one for one in arguments if one != mode]
    os.chdir(ROOT)
    # Begun behind a shell it would be ignored, by all that the tests start as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    # Else each worker, and each program that a test starts, would compile it all anew.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if mode == "--attack":
        attack = [sys.executable, "-m", "tests.attack.attack", *for_pytest]
        os.execv(sys.executable, attack)  # noqa: S606 - our own interpreter
    if mode == "--regenerate":
        os.execv(sys.executable, [sys.executable, "tools/regenerate.py"])  # noqa: S606 - as above
    marked = MARKED.get(mode, USUAL)
    if mode in ("--quick", "--changed"):
        chosen = QUICK if mode == "--quick" else tests_of_changes()
        pass_or_exit(checks())
        if not chosen:
            print("Nothing has changed that a test could reach")
            return
        sys.exit(run_some(tuple(chosen), for_pytest))
    elif not for_pytest:
        if mode != "--ci":  # its checks run beside it
            pass_or_exit(checks())
        sys.exit(run_all(marked))
    elif not mode:
        marked = ("-m", "not long")
    os.execv(sys.executable, tests(*marked, *for_pytest))  # noqa: S606 - our own interpreter


if __name__ == "__main__":
    main(sys.argv[1:])
