"""Finds optional programs for tests, or skips with the package to install."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest

#: Each optional program, with the names of Debian's packages for it.
PACKAGES = {
    "arch-test": "arch-test",
    "bash": "bash",
    "busybox": "busybox",
    "chromium": "chromium",
    "chromium-headless-shell": "chromium-headless-shell",
    "dash": "dash",
    "dnsmasq": "dnsmasq-base",
    "debugfs": "e2fsprogs",
    "dot": "graphviz",
    "dpkg-deb": "dpkg",
    "dtc": "device-tree-compiler",
    "e2fsck": "e2fsprogs",
    "fdtoverlay": "device-tree-compiler",
    "firefox-esr": "firefox-esr",
    "fish": "fish",
    "flock": "util-linux",
    "gcc": "gcc libc6-dev",
    "git": "git",
    "gpg": "gnupg",
    "gpgconf": "gpgconf",
    "gpgv": "gpgv",
    "ip": "iproute2",
    "lintian": "lintian",
    "losetup": "mount",
    "man": "man-db",
    "mcopy": "mtools",
    "MiniBrowser": "webkit2gtk-driver",
    "mke2fs": "e2fsprogs",
    "mkfs.vfat": "dosfstools",
    "mmdebstrap": "mmdebstrap",
    "mosquitto": "mosquitto",
    "mosquitto_passwd": "mosquitto",
    "nft": "nftables",
    "nmcli": "network-manager",
    "node": "nodejs",
    "npm": "npm",
    "openscad": "openscad",
    "openssl": "openssl",
    "pdfinfo": "poppler-utils",
    "pdftotext": "poppler-utils",
    "povray": "povray",
    "python3.13": "python3.13-venv",
    "python3.14": "python3.14-venv",
    "qemu-img": "qemu-utils",
    "qemu-system-aarch64": "qemu-system-arm",
    "rsvg-convert": "librsvg2-bin",
    "script": "bsdutils",
    "sfdisk": "fdisk",
    "shellcheck": "shellcheck",
    "systemctl": "systemd",
    "systemd-analyze": "systemd",
    "systemd-nspawn": "systemd-container",
    "systemd-sysusers": "systemd",
    "systemd-tmpfiles": "systemd",
    "udevadm": "udev",
    "unshare": "util-linux",
    "WebKitWebDriver": "webkit2gtk-driver",
    "Xvfb": "xvfb",
    "xz": "xz-utils",
    "zsh": "zsh",
}

#: Where Debian keeps some programs, and where only root looks by default.
ROOT_FOLDERS = "/usr/sbin:/sbin"

#: Where pyenv, uv and conda keep each Python, in the home folder of a person.
PYTHON_FOLDERS = (
    ".pyenv/versions/*/bin",
    ".local/share/uv/python/*/bin",
    "*conda3/envs/*/bin",
)


def which(*names: str) -> str:
    """
    Return the path of the first installed program; skip the test if none is.

    Args:
        names: The programs, the preferred one first. Each is a key of `PACKAGES`.
    """
    usual = "/usr/bin" in os.get_exec_path()
    for name in names:
        path = shutil.which(name) or (usual and shutil.which(name, path=ROOT_FOLDERS))
        if path:
            return path
    return skip_without(names[0])


def which_python(*names: str) -> str:
    """
    Return the path of the first Python that has venv; skip the test if none.

    It is searched in PATH, then in `PYTHON_FOLDERS`: version managers keep Pythons that
    are not in PATH.

    Args:
        names: The programs, the preferred one first. Each is a key of `PACKAGES`.
    """
    for name in names:
        in_path = shutil.which(name)
        managed = (
            str(path)
            for folder in PYTHON_FOLDERS
            for path in sorted(Path.home().glob(f"{folder}/{name}"))
        )
        for path in [in_path, *managed] if in_path else managed:
            test = subprocess.run(
                [path, "-c", "import venv"], check=False, capture_output=True
            )
            if not test.returncode:
                return path
    return skip_without(names[0])


def skip_without(name: str) -> NoReturn:
    """Skip the test because a program is missing; fail it in CI."""
    skip_unless_ci(f"{name} is not installed: apt install {PACKAGES[name]}")


def need(*names: str) -> None:
    """Skip the test unless root runs it and each of the named programs is installed."""
    if os.geteuid() != 0:
        skip_unless_ci("only root can run this test")
    for name in names:
        which(name)


def skip_unless_ci(reason: str) -> NoReturn:
    """Skip the test with a reason; in CI, fail it."""
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
