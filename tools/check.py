"""
Check the whole source: what ``./run test`` does once its Python is ready.

    tools/check.py            style, types, contracts, pages, all tests but the long
    tools/check.py --all      the long tests too
    tools/check.py ARG...     only pytest, with these arguments

The checks before pytest run side by side, and each tells its own fault. The
output ends with pytest's closing line, or with the names of the checks that failed.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

#: Scripts that write pages and data of ours; each can say that what it wrote is stale.
GENERATORS = ("build_texts.py", "build_wire_doc.py", "build_contact_sheet.py")

CONTRACTS = "from importlinter.cli import lint_imports_command as main; main(args=['--no-logo'])"


def checks() -> dict[str, list[str]]:
    """What is checked before the tests, by name."""
    pages = {
        script: [sys.executable, f"tools/{script}", "--check"]
        for script in GENERATORS
        if (ROOT / "tools" / script).exists()
    }
    return {
        "ruff": [sys.executable, "-m", "ruff", "check", "--quiet", "."],
        "ruff format": [
            *(sys.executable, "-m", "ruff", "format", "--quiet", "--check", ".")
        ],
        "mypy": [sys.executable, "-m", "mypy"],
        "contracts": [sys.executable, "-c", CONTRACTS],
        **pages,
    }


def failed_checks() -> list[str]:
    """
    Run every check and print what each one that fails has to say.

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
        for name, command in checks().items()
    }
    failed = []
    for name, process in running.items():
        output, _ = process.communicate()
        if process.returncode:
            failed.append(name)
            print(output.rstrip())
        print(f"{name}: {'FAILED' if process.returncode else 'ok'}", flush=True)
    return failed


def main(arguments: list[str]) -> None:
    """
    Run the checks, then become pytest.

    Args:
        arguments: What follows ``./run test``.
    """
    for_pytest = [argument for argument in arguments if argument != "--all"]
    if not for_pytest and (failed := failed_checks()):
        sys.exit(f"Not tested, because this failed: {', '.join(failed)}")
    which = [] if "--all" in arguments else ["-m", "not long"]
    os.chdir(ROOT)
    command = [sys.executable, "-m", "pytest", *which, *for_pytest]
    os.execv(sys.executable, command)  # noqa: S606 - our own interpreter


if __name__ == "__main__":
    main(sys.argv[1:])
