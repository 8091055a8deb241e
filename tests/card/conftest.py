"""The card's image, built once, and a card of its own for each test."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.card.board import SOURCE
from tests.card.machine import Card, run
from tests.tools import need
from tools import build_image


@pytest.fixture(scope="session")
def image(tmp_path_factory) -> Path:
    """The image, built here unless one is named."""
    need(*build_image.TOOLS, "qemu-system-aarch64", "qemu-img", "e2fsck")
    if named := os.environ.get("LETTERZONE_IMAGE"):
        return Path(named)
    into = tmp_path_factory.mktemp("image")
    words = [sys.executable, SOURCE / "tools/build_image.py", "--into", into]
    subprocess.run([*words, "--work", into], check=True)
    (made,) = into.glob("*.img")
    return made


@pytest.fixture
def card(image: Path, tmp_path: Path) -> Iterator[Card]:
    """A card of its own for each test, written from the image."""
    copy = tmp_path / "card.img"
    run("cp", "--sparse=always", image, copy)
    yield Card(copy)
    copy.unlink()
