"""List the packages on the card image other than ours, for the list of parts."""

import subprocess
from pathlib import Path

from tools.locks import ROOT

#: The only library on the card that is not from Debian, with version and checksum.
PINS = ROOT / "tools/image/lgpio.txt"

FIELDS = ("Package", "Version", "Architecture", "source:Package", "source:Version")


def listing(tree: Path) -> str:
    """
    Return a line for each package, in the form that `tools.sbom.of_image` reads.

    Args:
        tree: The root folder of the card, with Debian's list of installed packages.
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
