"""
Regenerate all text files that are generated from code: `./run test --regenerate`.

It takes one to three minutes. Afterwards `git diff` shows the effect of a change on
texts, API, formats, stories and recordings. Pictures, clips and printed parts are not
included: each `tools/build_*.py` makes its own.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

#: The commands without `python`; each writes only files that have changed.
COMMANDS = (
    ("tools/build_texts.py", "--write"),
    ("tools/build_addresses.py", "--write"),
    ("tools/build_wire_doc.py", "--write"),
    ("tools/build_pipeline.py", "--write"),
    ("tools/build_unproven.py", "--write"),
    ("tools/build_api.py", "--write"),
    ("tools/build_formats.py", "--write", "--unreleased"),
    ("tools/build_conformance.py", "--write"),
    ("-m", "tests.games.test_tags"),
    ("-m", "tests.games.stories"),
    ("-m", "tests.session.test_stories"),
    ("-m", "tests.app.archive.test_replay"),
    ("tools/recording.py", "digests", "--write"),
)


def main() -> None:
    """Run each command; end with the status of the first that fails."""
    os.chdir(ROOT)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    for words in COMMANDS:
        print(*words, flush=True)
        subprocess.run([sys.executable, *words], check=True, env=environment)  # noqa: S603 - our own commands, named above


if __name__ == "__main__":
    main()
