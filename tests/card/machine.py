"""
A computer in QEMU that starts from a card's image, with a controller on its USB.

QEMU's `virt` replaces a Pi, as its `raspi3b` has neither the card's power nor USB like
a real one (docs/image.md). The image itself is never written to.
"""

import asyncio
import base64
import json
import re
import subprocess
import time
import urllib.request
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.card.usb import Plug
from tools.ports import free_port

QEMU = "qemu-system-aarch64"

#: A small Pi: four cores and half a gigabyte.
SHAPE = ("-M", "virt", "-cpu", "cortex-a53", "-smp", "2", "-m", "512")

#: Its address, as QEMU gives it to the first computer of its network.
INSIDE = "10.0.2.15"

#: Emulated instruction by instruction, on a machine with other work.
PATIENCE_S = 1200.0


def run(*words: str | Path, given: str | None = None) -> str:
    """Run a command, assert its success, and return its output."""
    done = subprocess.run(
        [str(word) for word in words],
        capture_output=True,
        check=False,
        input=given,
        text=True,
    )
    assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
    return done.stdout


@dataclass(frozen=True, slots=True)
class Card:
    """
    An image, and where its partitions lie.

    Args:
        image: The file.
    """

    image: Path

    def place(self, number: int) -> tuple[int, int]:
        """Return where partition *number* begins, and how long it is, in bytes."""
        table = json.loads(run("sfdisk", "--json", self.image))["partitiontable"]
        part = table["partitions"][number - 1]
        return part["start"] * 512, part["size"] * 512

    def take_out(self, name: str, to: Path) -> Path:
        """Copy a file of the first partition, which every computer reads."""
        at, _ = self.place(1)
        run("mcopy", "-n", "-i", f"{self.image}@@{at}", f"::/{name}", to)
        return to

    def put_in(self, file: Path, name: str) -> None:
        """Copy a file onto the first partition."""
        at, _ = self.place(1)
        run("mcopy", "-o", "-i", f"{self.image}@@{at}", file, f"::/{name}")

    def cut_out(self, number: int, to: Path) -> Path:
        """Copy a whole partition into a file of its own."""
        at, length = self.place(number)
        with self.image.open("rb") as source, to.open("wb") as target:
            source.seek(at)
            for done in range(0, length, 1 << 20):
                chunk = source.read(1 << 20)
                if chunk.strip(b"\0"):
                    target.seek(done)
                    target.write(chunk)
            target.truncate(length)
        return to

    def after(self, folder: Path) -> "Card":
        """Return this card as `switched_on` has left it, as an image of its own."""
        image = folder / "after.img"
        run("qemu-img", "convert", "-O", "raw", folder / "disk.qcow2", image)
        return Card(image)

    def lay_in(self, number: int, part: Path) -> None:
        """Copy a file back into its partition."""
        at, length = self.place(number)
        assert part.stat().st_size == length
        with part.open("rb") as source, self.image.open("r+b") as target:
            target.seek(at)
            while chunk := source.read(1 << 20):
                target.write(chunk)


def debugfs(part: Path, *commands: str, write: bool = False) -> str:
    """Do something in a file system of Linux's that is a file, without mounting it."""
    words = ["debugfs", *(["-w"] if write else []), "-f", "-", part]
    return run(*words, given="\n".join(commands) + "\n")


@dataclass(slots=True)
class Machine:
    """
    A computer that runs.

    Args:
        port: Where the board's pages are, from outside.
        log: What its kernel and systemd have said.
        began_s: When it was switched on, by this machine's own clock.
    """

    port: int
    log: Path
    began_s: float
    process: "asyncio.subprocess.Process" = field(repr=False)

    def age_s(self) -> float:
        """Return how long ago it was switched on."""
        return time.monotonic() - self.began_s

    def said(self) -> str:
        """Return the console's output."""
        return (
            self.log.read_text("utf-8", errors="replace") if self.log.exists() else ""
        )

    def seconds_of(self, pattern: str) -> float:
        """Return when the kernel's own clock stood where a line fits *pattern*."""
        found = re.search(rf"^\[ *([\d.]+)\].*{pattern}", self.said(), re.MULTILINE)
        assert found, f"no such line: {pattern}\n{self.said()[-3000:]}"
        return float(found[1])

    def asked(self, path: str) -> Any:
        """Return the JSON of a page of the board, or None if it does not answer."""
        # As it is called in its own network: a board answers to no other name.
        asked = urllib.request.Request(
            f"http://127.0.0.1:{self.port}{path}", headers={"Host": f"{INSIDE}:8080"}
        )
        try:
            with urllib.request.urlopen(asked, timeout=30) as answer:  # noqa: S310 - ours
                return json.load(answer)
        except (OSError, ValueError):
            return None

    async def until(
        self, condition: Callable[[], Any], *, seconds: float = PATIENCE_S
    ) -> Any:
        """Wait until *condition* holds, and return its result."""
        deadline = time.monotonic() + seconds
        while not (found := await asyncio.to_thread(condition)):
            assert self.process.returncode is None, (
                f"it went off\n{self.said()[-3000:]}"
            )
            assert time.monotonic() < deadline, (
                f"it did not come\n{self.said()[-3000:]}"
            )
            await asyncio.sleep(0.2)
        return found


@asynccontextmanager
async def switched_on(  # noqa: PLR0913 - all that can hang on a computer
    card: Card,
    folder: Path,
    *,
    pico: str = "",
    plugs: tuple[Plug, ...] = (),
    stick: Path | None = None,
    log_of_writes: Path | None = None,
    more: str = "",
) -> AsyncIterator[Machine]:
    """
    Switch a computer on with *card* in it, and pull its plug in the end.

    Args:
        card: The card; what is written to it is written to a file beside it.
        folder: Where its files lie meanwhile.
        pico: The pseudo terminal of a controller; it is a serial port on USB there.
        plugs: Where devices of our own come and go, on USB.
        stick: A stick on USB.
        log_of_writes: Where every write and flush of the card is put down.
        more: What the kernel is told beside.
    """
    kernel = _kernel(card, folder)
    words = [*SHAPE, "-display", "none", "-no-reboot", "-monitor", "none"]
    words += ["-kernel", str(kernel), "-initrd", str(folder / "initrd.img")]
    line = card.take_out("cmdline.txt", folder / "cmdline.txt").read_text("ascii")
    words += ["-append", f"{line.strip()} console=ttyAMA0 loglevel=6 {more}"]
    log = folder / "console.log"
    words += ["-serial", f"file:{log}"]
    words += _disk(_copy(card, folder), log_of_writes)
    port = free_port()
    words += ["-netdev", f"user,id=net,hostfwd=tcp:127.0.0.1:{port}-:8080"]
    words += ["-device", "virtio-net-pci,netdev=net,romfile="]
    words += ["-device", "virtio-rng-pci", "-device", "qemu-xhci,p2=8,p3=8"]
    words += _on_usb(pico, plugs, stick)
    process = await asyncio.create_subprocess_exec(
        QEMU, *words, stdin=asyncio.subprocess.DEVNULL
    )
    try:
        yield Machine(port, log, time.monotonic(), process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        for plug in plugs:
            await plug.pull()


def _on_usb(pico: str, plugs: tuple[Plug, ...], stick: Path | None) -> list[str]:
    words = []
    if pico:
        words += ["-chardev", f"serial,id=pico,path={pico}"]
        words += ["-device", "usb-serial,chardev=pico"]
    for number, plug in enumerate(plugs):
        plug.socket.unlink(missing_ok=True)
        listens = f"socket,id=usb{number},path={plug.socket},server=on,wait=off"
        words += ["-chardev", listens, "-device", f"usb-redir,chardev=usb{number}"]
    if stick is not None:
        drive = f"if=none,id=stick,format=raw,readonly=on,file={stick}"
        words += ["-drive", drive]
        words += ["-device", "usb-storage,drive=stick,removable=on"]
    return words


def told_beside(unit: str, text: str) -> str:
    """Return the kernel parameters with which systemd also starts a test's unit."""
    given = base64.b64encode(text.encode()).decode()
    name = f"systemd.extra-unit.{unit}"
    return f"systemd.set_credential_binary={name}:{given} systemd.wants={unit}"


def _kernel(card: Card, folder: Path) -> Path:
    """Copy the kernel and initrd from the card; QEMU unpacks gzip itself."""
    folder.mkdir(parents=True, exist_ok=True)
    card.take_out("initrd.img", folder / "initrd.img")
    return card.take_out("kernel.gz", folder / "kernel.gz")


def _copy(card: Card, folder: Path) -> Path:
    """Return a disk on top of the card that stores only differences."""
    disk = folder / "disk.qcow2"
    base = ("-b", card.image.resolve(), "-F", "raw")
    run("qemu-img", "create", "-q", "-f", "qcow2", *base, disk)
    return disk


def _disk(disk: Path, log_of_writes: Path | None) -> list[str]:
    file = f"driver=qcow2,node-name=disk,file.driver=file,file.filename={disk}"
    words, name = ["-blockdev", file], "disk"
    if log_of_writes is not None:
        log_of_writes.touch()
        log = f"driver=file,filename={log_of_writes},node-name=log"
        words += ["-blockdev", log]
        words += ["-blockdev", "driver=blklogwrites,node-name=logged,file=disk,log=log"]
        name = "logged"
    return [*words, "-device", f"virtio-blk-pci,drive={name},romfile="]
