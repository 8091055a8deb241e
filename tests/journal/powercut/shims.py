"""Compile the libraries that are preloaded before libc."""

import subprocess
from pathlib import Path

from tests.tools import which

HERE = Path(__file__).parent


def compiled(name: str, folder: Path) -> Path:
    """Return the library of ``NAME.c``, made in *folder*."""
    compiler = which("gcc")
    library = folder / f"{name}.so"
    command = [compiler, "-shared", "-fPIC", "-O1", "-w", "-o", library]
    # Else, on Debian's 32 bits, each call and its twin of 64 bits have one name.
    command += ["-U_FILE_OFFSET_BITS", "-U_TIME_BITS"]
    subprocess.run([*command, HERE / f"{name}.c", "-ldl"], check=True)
    return library
