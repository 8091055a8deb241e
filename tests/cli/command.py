"""The command as a person gives it: in this process for speed, or in one of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

from firmware_host.cli.main import main

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
BOARDS = ROOT / "hardware"

HEADER = {"letterzone": 1, "rules": 3, "game": "decipher", "language": "en"}
HEADER |= {"players": ["Tina", "Lee", "Ben"], "length": 5}


def transcript(folder, *lines, name="game.jsonl"):
    """Write *lines* down, each an object or a text, and return the file's path."""
    texts = [one if isinstance(one, str) else json.dumps(one) for one in lines]
    path = Path(folder) / name
    path.write_text("".join(f"{text}\n" for text in texts), encoding="utf-8")
    return str(path)


def environment():
    """Return the environment of a terminal that speaks English."""
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LA"))}
    return inherited | {"LANG": "C.UTF-8"}


def started(*words, stdin="", **own):
    """Run the command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "firmware_host", *map(str, words)],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env=environment() | own,
        input=stdin,
        encoding="utf-8",
        timeout=60,
    )


def said(capsys, *words, ends=0):
    """Run the command in this process, assert its exit code, and return its output."""
    code = main([str(word) for word in words])
    out, err = capsys.readouterr()
    assert (code, err) == (ends, ""), err
    return out


def refusal(capsys, *words):
    """Run the command here; it must print nothing but one line on standard error."""
    code = main([str(word) for word in words])
    out, err = capsys.readouterr()
    assert code == 2, out
    assert out == ""
    assert err.endswith("\n")
    assert err.count("\n") == 1, err
    return err.strip()
