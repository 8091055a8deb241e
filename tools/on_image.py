"""What is on the card image beside our own package, for the list of its parts."""

import subprocess
from pathlib import Path

from tools.locks import ROOT

#: The one thing that is not from Debian, with its version and checksum.
PINS = ROOT / "tools/image/lgpio.txt"

FIELDS = ("Package", "Version", "Architecture", "source:Package", "source:Version")


def listing(tree: Path) -> str:
    """
    Return each package in one line; `tools.sbom.of_image` reads it.

    Args:
        tree: The card's root, with Debian's own list of what is installed.
    """
    form = "\\t".join(f"${{{one}}}" for one in FIELDS)
    command = ["dpkg-query", f"--admindir={tree}/var/lib/dpkg", "--show"]
    rows = subprocess.run(  # noqa: S603 - our own words
        [*command, f"--showformat={form}\\n"],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    ).stdout.splitlines()
    kept = [row for row in rows if not row.startswith("letterzone\t")]
    lines = PINS.read_text("ascii").splitlines()
    (pinned,) = (one for one in lines if not one.startswith("#"))
    name, version = pinned.partition(" ")[0].split("==")
    return "\n".join([*kept, f"{name}\t{version}\tpypi\t{name}\t{version}", ""])
