"""
Build the card image: Debian 13 and our package, for a Pi Zero 2 W, 3 or 4.

    sudo tools/build_image.py             into dist/
    sudo tools/build_image.py --xz        and packed, as it is handed out
    sudo tools/build_image.py --help      the rest

Debian's own tools do the work: mmdebstrap, mke2fs, mtools, sfdisk, dtc. Needs root, a
network, and qemu-user-static on a computer that is not arm64. docs/image.md lists the
content of the card; the files in tools/image are copied unchanged.
"""

import argparse
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from string import Template
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))  # so that it runs from any folder

from tools import build_deb, on_image  # noqa: E402 - needs the path

PARTS = ROOT / "tools" / "image"

#: The Debian release, and the processor architecture of the image.
SUITE, ARCHITECTURE = "trixie", "arm64"

#: The processor that qemu-user emulates on other computers: that of a Zero 2 W. Qemu's
#: default also emulates pointer authentication, which is 15 times slower.
PROCESSOR = "cortex-a53"
MIRROR = "http://deb.debian.org/debian"
SECURITY = "http://deb.debian.org/debian-security"

#: Identifiers of partitions, the same in each image: nothing tells boards apart by
#: them.
UUIDS = {
    "root": "1e77e420-0001-4c5a-8000-000000000001",
    "data": "1e77e420-0001-4c5a-8000-000000000002",
}
DISK, FAT = "0x1e77e420", "1e77e420"

#: Offset of the first partition, and sizes of the boot and the data partition, in MiB.
STARTS, BOOT, DATA = 4, 124, 512

#: Free space on the root partition in MiB: enough for one update and the version
#: before.
SPARE = 96

#: The supported Raspberry Pis, by the names of their device trees.
TREES = (
    *("bcm2837-rpi-zero-2-w", "bcm2837-rpi-3-b", "bcm2837-rpi-3-b-plus"),
    *("bcm2837-rpi-3-a-plus", "bcm2711-rpi-4-b", "bcm2711-rpi-400"),
)

#: The firmware files for those Pis in Debian's raspi-firmware, without cameras and
#: debugging.
FIRMWARE = ("bootcode.bin", "start.elf", "fixup.dat", "start4.elf", "fixup4.dat")

#: The commands that this tool runs, with the Debian package of each.
TOOLS = {
    "mmdebstrap": "mmdebstrap",
    "arch-test": "arch-test",
    "mke2fs": "e2fsprogs",
    "debugfs": "e2fsprogs",
    "mkfs.vfat": "dosfstools",
    "mcopy": "mtools",
    "sfdisk": "fdisk",
    "dtc": "device-tree-compiler",
}

#: Folders that are emptied: mount points, and data that packages create when installed.
EMPTY = (
    *("data", "boot/firmware", "etc/letterzone", "var/lib/letterzone"),
    *("var/lib/letterzone-update", "var/lib/NetworkManager", "var/lib/systemd"),
    *("etc/NetworkManager/system-connections", "var/log", "var/cache/apt"),
)

#: Systemd units that are disabled: a board needs no terminal and waits for no network,
#: and each further service makes a small Pi start later.
MASKED = (
    *("getty.target", "getty@tty1.service", "serial-getty@.service"),
    *("NetworkManager-wait-online.service", "systemd-networkd.service"),
    *("NetworkManager-dispatcher.service", "ModemManager.service"),
    *("apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer"),
    *("e2scrub_all.timer", "e2scrub_reap.service", "fstrim.timer"),
    *("systemd-pcrphase.service", "systemd-machine-id-commit.service"),
    *("systemd-tpm2-setup.service", "systemd-tpm2-setup-early.service"),
    *("systemd-pstore.service", "systemd-hibernate-clear.service"),
    *("systemd-journal-flush.service", "systemd-update-utmp.service"),
    *("systemd-binfmt.service", "proc-sys-fs-binfmt_misc.automount"),
    *("dev-hugepages.mount", "dev-mqueue.mount", "sys-kernel-debug.mount"),
    *("sys-kernel-tracing.mount", "sys-fs-fuse-connections.mount"),
)


def main() -> None:
    """Build the image that was asked for and print its size, time and checksum."""
    given = _given()
    begun_s = time.monotonic()
    _check_tools()
    given.into.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=given.work) as folder:
        work = Path(folder)
        deb = given.deb or _package(work)
        tree = work / "tree"
        if given.system and given.system.exists():
            _run(["cp", "-a", given.system, tree])
        else:
            bootstrap(tree)
        if given.system and not given.system.exists():
            _run(["cp", "-a", tree, given.system])
        install(tree, deb)
        pins(tree / "usr/lib/python3/dist-packages")
        lay(tree)
        image = given.into / f"{deb.name.removesuffix('_all.deb')}_{ARCHITECTURE}.img"
        image.with_suffix(".packages").write_text(on_image.listing(tree), "utf-8")
        assemble(tree, image, work)
    told = [image, *([_squeezed(image)] if given.xz else [])]
    for path in told:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        print(f"{digest}  {path}  {path.stat().st_size / 1e6:.0f} MB")
    print(f"built in {time.monotonic() - begun_s:.0f} s")


def _given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Build the card image.")
    parser.add_argument("--into", type=Path, default=ROOT / "dist")
    parser.add_argument("--deb", type=Path, help="our package; built when not given")
    parser.add_argument("--work", type=Path, help="where 3 GB may lie meanwhile")
    parser.add_argument("--system", type=Path, help="Debian made once, for a trial")
    parser.add_argument("--xz", action="store_true", help="pack it too")
    return parser.parse_args()


def _check_tools() -> None:
    missing = {package for tool, package in TOOLS.items() if not shutil.which(tool)}
    if missing:
        sys.exit(f"missing: sudo apt-get install {' '.join(sorted(missing))}")
    if os.geteuid() != 0:
        sys.exit("only root may make a root file system: sudo tools/build_image.py")
    if subprocess.run(["arch-test", ARCHITECTURE], check=False).returncode:  # noqa: S603, S607 - Debian's
        sys.exit(
            f"programs for {ARCHITECTURE} do not start here: sudo apt-get install"
            " qemu-user-static binfmt-support; where no systemd runs, then also"
            " sudo mount -t binfmt_misc none /proc/sys/fs/binfmt_misc and"
            " sudo update-binfmts --enable"
        )


def _package(work: Path) -> Path:
    words = [sys.executable, str(ROOT / "tools/build_deb.py"), f"--into={work}"]
    return Path(_run(words).strip())


def _run(words: Sequence[str | Path], *, dated: bool = True, **environment: str) -> str:
    """
    Run a command and return its standard output; errors go to our standard error.

    Args:
        words: The command and its arguments.
        dated: False to leave SOURCE_DATE_EPOCH unset: Python then writes bytecode that
            is not compared with its source at each start.
        environment: Further environment variables.
    """
    given = {"QEMU_CPU": PROCESSOR, **os.environ, **environment}
    given |= {"SOURCE_DATE_EPOCH": _epoch()} if dated else {}
    if not dated:
        given.pop("SOURCE_DATE_EPOCH", None)
    return subprocess.run(  # noqa: S603 - our own words, no shell
        [str(word) for word in words],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env=given,
    ).stdout


def _epoch() -> str:
    return os.environ.get("SOURCE_DATE_EPOCH", str(build_deb.EPOCH))


# --- what is on it ------------------------------------------------------------


def bootstrap(tree: Path) -> None:
    """Install a minimal Debian into the folder *tree*."""
    lines = (PARTS / "packages.txt").read_text("ascii").splitlines()
    packages = ",".join(line for line in lines if line and not line.startswith("#"))
    components = "main non-free-firmware"
    _run(
        [
            *("mmdebstrap", "--variant=minbase", "--mode=root"),
            f"--architectures={ARCHITECTURE}",
            f"--include={packages}",
            '--aptopt=APT::Install-Recommends "false"',
            "--dpkgopt=force-unsafe-io",
            f"--dpkgopt={PARTS / 'excludes.txt'}",
            # Before the kernel comes: it makes its initrd by these.
            f"--essential-hook=copy-in {PARTS / 'root/etc/tiny-initramfs'} /etc",
            *(SUITE, str(tree)),
            f"deb {MIRROR} {SUITE} {components}",
            f"deb {MIRROR} {SUITE}-updates {components}",
            f"deb {SECURITY} {SUITE}-security {components}",
        ],
        dated=False,
    )


def install(tree: Path, deb: Path) -> None:
    """Install our package, as `apt install` would on a Pi."""
    shutil.copy(deb, tree)
    # Its own tool for that wants a /proc.
    (tree / "etc/letterzone").mkdir(exist_ok=True)
    _run(["chroot", tree, "dpkg", "--install", f"/{deb.name}"], dated=False)
    (tree / deb.name).unlink()


def pins(into: Path) -> None:
    """Unpack the GPIO library, which Debian does not package, into *into*."""
    with TemporaryDirectory() as fetched:
        words = [sys.executable, "-m", "pip", "--disable-pip-version-check", "download"]
        words += ["--quiet", "--no-deps", "--only-binary=:all:", "--require-hashes"]
        words += ["--platform=manylinux2014_aarch64", "--implementation=cp"]
        words += ["--python-version=3.13", f"--dest={fetched}"]
        _run([*words, "--requirement", PARTS / "lgpio.txt"])
        (wheel,) = Path(fetched).glob("*.whl")
        shutil.unpack_archive(wheel, into, "zip")


def lay(tree: Path) -> None:
    """Copy our files into *tree* and disable the services that no board needs."""
    for path in sorted((PARTS / "root").rglob("*")):
        if path.is_file():
            text = path.read_text("utf-8")
            to = tree / path.relative_to(PARTS / "root")
            to.parent.mkdir(parents=True, exist_ok=True)
            is_script = text.startswith("#!")
            to.write_text(text if is_script else filled(text), encoding="utf-8")
            to.chmod(0o755 if is_script else 0o644)
    for unit in MASKED:
        link = tree / "etc/systemd/system" / unit
        link.unlink(missing_ok=True)
        link.symlink_to("/dev/null")
    # Quick while the card is made; on a board it would lose files to a power cut.
    options = tree / "etc/dpkg/dpkg.cfg.d/99mmdebstrap"
    kept = options.read_text("utf-8").replace("force-unsafe-io\n", "")
    options.write_text(kept, encoding="utf-8")
    (tree / "etc/hostname").write_text("letterzone\n", encoding="ascii")
    (tree / "etc/machine-id").write_bytes(b"")  # another one with each start
    resolv = tree / "etc/resolv.conf"
    resolv.unlink(missing_ok=True)
    resolv.symlink_to("/run/NetworkManager/resolv.conf")
    (tree / "var/lib/dbus/machine-id").unlink(missing_ok=True)
    (tree / "var/lib/dbus/machine-id").symlink_to("/etc/machine-id")
    for folder in EMPTY:
        shutil.rmtree(tree / folder, ignore_errors=True)
        (tree / folder).mkdir(parents=True)


def filled(text: str) -> str:
    """Return a template file with the identifiers of the partitions filled in."""
    return Template(text).safe_substitute(UUIDS)


# --- how it lies on the card --------------------------------------------------


def assemble(tree: Path, image: Path, work: Path) -> None:
    """Write *tree* into the image file *image* as three partitions."""
    kept, boot = work / "kept", work / "boot"
    kept.mkdir()  # letterzone-card.service fills it
    firmware(tree, boot)
    parts = {
        "boot": fat(boot, work / "boot.img"),
        "root": ext4(tree, work / "root.img", "root", _used(tree) + SPARE),
        "data": ext4(kept, work / "data.img", "data", DATA),
    }
    image.unlink(missing_ok=True)
    at, table = STARTS, [f"label: dos\nlabel-id: {DISK}"]
    with image.open("wb") as file:
        for name, part in parts.items():
            size = part.stat().st_size >> 20
            table.append(f"start={at}MiB, size={size}MiB, type={_type(name)}")
            _copy_sparse(part, file.fileno(), at << 20)
            at += size
        file.truncate(at << 20)
    subprocess.run(  # noqa: S603 - our own words
        ["sfdisk", "--quiet", str(image)],  # noqa: S607 - Debian's
        input="\n".join(table),
        text=True,
        check=True,
    )


def _type(name: str) -> str:
    return "c, bootable" if name == "boot" else "83"


def _copy_sparse(part: Path, target: int, at: int) -> None:
    """Copy a file into another file at an offset; blocks of zeros stay unallocated."""
    with part.open("rb") as source:
        for offset in range(0, part.stat().st_size, 1 << 20):
            chunk = source.read(1 << 20)
            if chunk.strip(b"\0"):
                os.pwrite(target, chunk, at + offset)


def firmware(tree: Path, boot: Path) -> None:
    """Move the files that the Pi's firmware reads from *tree* to *boot*."""
    (boot / "overlays").mkdir(parents=True)
    for name in FIRMWARE:
        shutil.copy(tree / "usr/lib/raspi-firmware" / name, boot)
    licence = tree / "usr/share/doc/raspi-firmware/copyright"
    shutil.copy(licence, boot / "LICENCE.txt")
    kernel = next((tree / "boot").glob("vmlinuz-*"))
    version = kernel.name.removeprefix("vmlinuz-")
    with gzip.GzipFile(boot / "kernel.gz", "wb", mtime=0) as packed:
        packed.write(kernel.read_bytes())
    shutil.copy(tree / f"boot/initrd.img-{version}", boot / "initrd.img")
    for name in TREES:
        found = tree / f"usr/lib/linux-image-{version}/broadcom/{name}.dtb"
        shutil.copy(found, boot)
    shutil.rmtree(tree / f"usr/lib/linux-image-{version}")
    for source in sorted((PARTS / "overlays").glob("*.dts")):
        to = boot / "overlays" / f"{source.stem}.dtbo"
        _run(["dtc", "-@", "-q", "-I", "dts", "-O", "dtb", "-o", to, source])
    for name in ("config.txt", "cmdline.txt"):
        text = filled((PARTS / name).read_text("ascii"))
        (boot / name).write_text(text, encoding="ascii")
    for path in (tree / "boot").iterdir():
        if path.is_file() or path.is_symlink():
            path.unlink()
    for path in tree.glob("*.old"):
        path.unlink()
    for name in ("vmlinuz", "initrd.img"):
        (tree / name).unlink(missing_ok=True)


def fat(content: Path, image: Path) -> Path:
    """Write the FAT partition, which every computer can read."""
    image.write_bytes(b"")
    os.truncate(image, BOOT << 20)
    _run(["mkfs.vfat", "-F", "32", "-n", "LETTERBOOT", "--invariant", "-i", FAT, image])
    _date(content)
    names = map(str, sorted(content.iterdir()))
    words: list[str | Path] = ["mcopy", "-s", "-m", "-i", image, *names, "::/"]
    _run(words, TZ="UTC")
    return image


def ext4(content: Path, image: Path, name: str, size: int) -> Path:
    """Write an ext4 partition of *size* MiB with the files of *content*."""
    _date(content)
    options = f"hash_seed={UUIDS[name]},root_owner=0:0,lazy_itable_init=0"
    _run(
        [
            *("mke2fs", "-q", "-t", "ext4", "-L", name, "-U", UUIDS[name]),
            *("-E", options, "-d", content, image, f"{size}M"),
        ],
        E2FSPROGS_FAKE_TIME=_epoch(),
    )
    return image


def _used(tree: Path) -> int:
    """Return the size of *tree* in MiB, plus a tenth for the file system itself."""
    words = ["du", "--summarize", "--block-size=1M", str(tree)]
    return int(_run(words).split()[0]) * 11 // 10


#: Files newer than this were created by the build; those of packages are older.
BEGUN_S = time.time()


def _date(folder: Path) -> None:
    """Set the time of every file that this build has created to that of the version."""
    at = int(_epoch())
    for path in _under(folder):
        if path.lstat().st_mtime > BEGUN_S:
            os.utime(path, (at, at), follow_symlinks=False)


def _under(folder: Path) -> Iterable[Path]:
    return (*folder.rglob("*"), folder)


def _squeezed(image: Path) -> Path:
    _run(["xz", "--keep", "--force", "--threads=2", "-6", image])
    return image.with_name(f"{image.name}.xz")


if __name__ == "__main__":
    main()
