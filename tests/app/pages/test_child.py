"""The pages in a process of their own: real processes, a real table, real browsers."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx2 as httpx
import pytest
from websockets.asyncio.client import connect

from firmware_host.app.pages import child
from firmware_host.app.pages.child import open_pages
from firmware_host.app.pages.place import LOOPBACK, ListenPlace, listen
from firmware_host.board.commands import Sit
from firmware_host.errors import SettingsError
from tests.controller.bench import until

#: Checks three passphrases, keeps small things between two of them, and prints how much
#: more memory is taken in the end, in KiB.
CHECKING = """
import hashlib, re
from pathlib import Path
from firmware_host.web.classroom.passphrase import MEMORY

def taken():
    return int(re.search(r"VmRSS:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])

before, kept = taken(), []
for _ in range(3):
    hashlib.scrypt(b"four green bicycles", salt=b"salt", p=1, **MEMORY)
    kept += [bytes(600) for _ in range(1000)]
print(taken() - before)
"""


def children():
    """Return the processes of pages that this one has started."""
    own = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text()
    found = []
    for pid in own.split():
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        if b"--ear" in words:
            found.append(int(pid))
    return found


async def phase(url):
    """Return the table's phase from the pages, with time for them to start."""
    async with httpx.AsyncClient(timeout=30) as client:
        return (await client.get(f"{url}/api/state")).json()["phase"]


async def test_it_listens_on_this_machine_alone_and_tells_of_each_change(
    running, tmp_path
):
    async with open_pages(running, tmp_path, place=ListenPlace(port=0)) as url:
        assert url.startswith(f"http://{LOOPBACK}:")
        assert await phase(url) == "choosing"
        (pid,) = children()
        own = os.getpriority(os.PRIO_PROCESS, 0)
        assert os.getpriority(os.PRIO_PROCESS, pid) == min(19, own + 10)
        where = url.replace("http", "ws") + "/socket?as=wall&lang=en"
        async with connect(where, origin=url) as socket, asyncio.timeout(20):
            assert '"players":[]' in await socket.recv()
            await running.table_api.send(Sit("Ada").line)
            while '"name":"Ada"' not in await socket.recv():
                pass
    async with httpx.AsyncClient(timeout=30) as client:
        with pytest.raises(httpx.ConnectError):
            await client.get(f"{url}/wall")
    assert not children()


def test_a_passphrase_that_was_checked_leaves_no_memory_taken():
    """Each check takes 16 MiB; they once stayed, and a flood of sockets came on top."""
    words = [sys.executable, "-c", CHECKING]
    known = {**os.environ, **child.MEMORY}
    done = subprocess.run(words, env=known, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 8 * 1024


async def test_pages_that_are_killed_come_back_and_nobody_is_refused(running, tmp_path):
    async with open_pages(running, tmp_path, place=ListenPlace(port=0)) as url:
        (pid,) = children()
        os.kill(pid, signal.SIGKILL)
        assert await phase(url) == "choosing"
        assert children() != [pid]
        assert not running.table.off.is_set()


async def test_pages_that_hang_are_killed_and_come_back(running, tmp_path, monkeypatch):
    monkeypatch.setattr(child, "HANG_S", 3.0)
    async with open_pages(running, tmp_path, place=ListenPlace(port=0)) as url:
        (pid,) = children()
        os.kill(pid, signal.SIGSTOP)
        assert await phase(url) == "choosing"
        assert children() != [pid]


async def test_pages_whose_table_was_killed_end_by_themselves():
    """Pages whose input is closed, because the table was killed, exit by themselves."""
    with listen(LOOPBACK, 0) as ear:
        pages = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "firmware_host", "web", "--table", "/nowhere"),
            *("--ear", str(ear.fileno())),
            stdin=asyncio.subprocess.PIPE,
            pass_fds=[ear.fileno()],
        )
        pages.stdin.close()
        assert await asyncio.wait_for(pages.wait(), 30) == 0


async def test_a_port_that_is_taken_is_said_before_anything_starts(running, tmp_path):
    with listen(LOOPBACK, 0) as taken:
        place = ListenPlace(port=taken.getsockname()[1])
        with pytest.raises(SettingsError, match="--web HOST:PORT"):
            async with open_pages(running, tmp_path, place=place):
                pass
    assert not children()


async def test_pages_that_never_start_are_said(running, tmp_path, monkeypatch):
    monkeypatch.setattr(child, "START_S", 0.05)
    with pytest.raises(SettingsError, match="do not start"):
        async with open_pages(running, tmp_path, place=ListenPlace(port=0)):
            pass
    await until(lambda: not children())
