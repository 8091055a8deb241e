"""Programs that a test starts, beside Python."""

import os
import shutil

import pytest


def which(name: str) -> str:
    """Where a program is; in CI it has to be there, else the test is skipped."""
    # Debian puts some where only root looks.
    path = shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if path is None and not os.environ.get("CI"):
        pytest.skip(f"{name} is not installed")
    assert path is not None, f"{name} is not installed"
    return path
