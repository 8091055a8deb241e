"""A key that signs packages, thrown away after the tests."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Key:
    """A key: where its secret half is, and the file with its public one."""

    home: Path
    public: Path

    def sign(self, file: Path, *options: str) -> Path:
        """Sign *file* as docs/install.md says; return the signature's file."""
        signature = file.with_name(f"{file.name}.sig")
        signature.unlink(missing_ok=True)
        self.gpg(*options, "--detach-sign", str(file))
        return signature

    def gpg(self, *words: str) -> bytes:
        """Run gpg in this key's home."""
        return subprocess.run(
            ["gpg", "--homedir", str(self.home), "--batch", "--quiet", *words],  # noqa: S607 - Debian's
            check=True,
            capture_output=True,
        ).stdout


@contextmanager
def made_key(folder: Path, name: str, *, days: str = "never") -> Iterator[Key]:
    """Make a key, and stop gpg's processes for it in the end."""
    # A short path: gpg's agent has a socket there.
    with tempfile.TemporaryDirectory(prefix="key-", dir="/tmp") as home:
        key = Key(Path(home), folder / f"{name}.gpg")
        # No passphrase: it lives for one test.
        secret = ("--passphrase", "", "--pinentry-mode", "loopback")
        try:
            key.gpg(*secret, "--quick-gen-key", name, "ed25519", "sign", days)
            key.public.write_bytes(key.gpg("--export", name))
            yield key
        finally:
            subprocess.run(
                ["gpgconf", "--homedir", home, "--kill", "all"],  # noqa: S607 - Debian's
                check=False,
                capture_output=True,
            )
