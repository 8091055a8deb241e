"""The daemon answers the doctor on its socket, which is removed at the end."""

import asyncio
import socket

from firmware_host.app.daemon.status_socket import ask_daemon, status_socket

#: The longest name that a socket can have. Source: unix(7), sun_path.
LONGEST = 107


def known():
    return {"findings": ["ü", 3]}


async def test_whoever_asks_is_answered(tmp_path):
    """Any number of requests is answered, also after a client that closes at once."""
    async with status_socket(tmp_path, known):
        for _ in range(3):
            (path,) = tmp_path.glob("*.sock")
            with socket.socket(socket.AF_UNIX) as rude:
                rude.connect(str(path))
            assert await asyncio.to_thread(ask_daemon, tmp_path) == known()
    assert list(tmp_path.iterdir()) == []


async def test_a_daemon_of_systemd_has_its_socket_in_the_run_folder(
    tmp_path, monkeypatch
):
    """Under systemd the socket is in the run folder, one for each board's folder."""
    run, one, other = (tmp_path / name for name in ("run", "one", "other"))
    for folder in (run, one, other):
        folder.mkdir()
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(run))
    async with status_socket(one, known):
        assert list(one.iterdir()) == []
        assert await asyncio.to_thread(ask_daemon, one, run=run) == known()
        assert await asyncio.to_thread(ask_daemon, other, run=run) is None


async def test_a_socket_that_a_killed_daemon_left_is_nobody(tmp_path):
    async with status_socket(tmp_path, known):
        (path,) = tmp_path.glob("*.sock")
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(path))
    assert await asyncio.to_thread(ask_daemon, tmp_path) is None
    async with status_socket(tmp_path, known):
        assert await asyncio.to_thread(ask_daemon, tmp_path) == known()


async def test_a_folder_that_takes_no_socket_has_no_counter(tmp_path):
    """If the folder's path is too long or missing, there is no socket."""
    deep = tmp_path / ("d" * LONGEST)
    deep.mkdir()
    for folder in (deep, tmp_path / "nowhere"):
        async with status_socket(folder, known):
            assert await asyncio.to_thread(ask_daemon, folder) is None
    assert list(deep.iterdir()) == []
