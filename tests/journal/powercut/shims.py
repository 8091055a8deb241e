"""What is preloaded before libc, compiled."""

import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).parent


def compiled(name: str, folder: Path) -> Path:
    """Return the library of ``NAME.c``, made in *folder*."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    assert compiler, "this test needs a C compiler: apt-get install gcc libc6-dev"
    library = folder / f"{name}.so"
    command = [compiler, "-shared", "-fPIC", "-O1", "-w", "-o", library]
    # Else, on Debian's 32 bits, each call and its twin of 64 bits have one name.
    command += ["-U_FILE_OFFSET_BITS", "-U_TIME_BITS"]
    subprocess.run([*command, HERE / f"{name}.c", "-ldl"], check=True)
    return library
