"""
The board's own Wi-Fi, in network namespaces: a pupil, a board, a school's network.

Real packets, the kernel's own forwarding, the very file that nft loads, and the very
command that gives phones their addresses. Needs root.
"""

import os
import re
import shlex
import struct
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_host.app.system.hotspot import ADDRESS
from tests.tools import need, which

SOURCE = Path(__file__).parents[1] / "systemd"
RULES = SOURCE / "nftables" / "letterzone.nft"
UNIT = (SOURCE / "letterzone-hotspot.service").read_text(encoding="utf-8")

#: Listens at each port until it is killed.
LISTEN = """
import socket, sys
open_ = [socket.create_server(("", int(port))) for port in sys.argv[1:]]
print("ready", flush=True)
sys.stdin.read()
"""

#: Prints each given "ADDRESS:PORT" that accepts a connection.
CONNECT = """
import socket, sys
for way in sys.argv[1:]:
    address, port = way.split(":")
    try:
        socket.create_connection((address, int(port)), timeout=0.2).close()
        print(way)
    except OSError:
        pass
"""

#: Asks for a name, and prints the code of the answer.
NAME = """
import socket, sys
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
udp.settimeout(2)
query = bytes.fromhex("123401000001000000000000") + b"\\7example\\3com\\0\\0\\1\\0\\1"
udp.sendto(query, (sys.argv[1], 53))
print(udp.recv(512)[3] & 15)
"""

#: Loads rules ($1) as on a small Debian, where no protocol has a name.
BARE = """
[ ! -e /etc/protocols ] || mount --bind /dev/null /etc/protocols
exec "$0" -f "$1"
"""

PUPIL, SCHOOL = "10.42.0.99", "192.168.7.1"
BOARD_ON_CABLE = "192.168.7.2"


#: The tried connections: the school's page, a phone's; the board's pages, and its SSH.
WAYS = {
    "pupil": (
        *(f"{SCHOOL}:80", f"{ADDRESS}:80", f"{ADDRESS}:8080"),
        *(f"{ADDRESS}:22", f"{BOARD_ON_CABLE}:22"),
    ),
    "school": (f"{PUPIL}:80", f"{BOARD_ON_CABLE}:22"),
    "board": (f"{SCHOOL}:80",),
}


class Room:
    """Three computers: a pupil's in the board's Wi-Fi, the school's on its cable."""

    def __init__(self) -> None:
        self._names = {
            who: f"lz{os.getpid()}{who}" for who in ("pupil", "board", "school")
        }

    def words(self, who: str, *command: object) -> list[str]:
        """Return the command line that runs *command* at one of them."""
        enter = [which("ip"), "netns", "exec", self._names[who]]
        return [*enter, *map(str, command)]

    def at(self, who: str, *command: object) -> subprocess.CompletedProcess[str]:
        """Run *command* at one of them."""
        words = self.words(who, *command)
        return subprocess.run(
            words, capture_output=True, check=False, text=True, timeout=30
        )

    def reached(self) -> dict[str, list[str]]:
        """Return which of the ways each of them can go."""
        asked = (sys.executable, "-SI", "-c", CONNECT)
        return {who: self.at(who, *asked, *WAYS[who]).stdout.split() for who in WAYS}

    def make(self) -> None:
        """Connect them: "wlan0" is the board's Wi-Fi, "eth0" its cable."""
        pupil, board, school = self._names.values()
        for line in (
            *(f"netns add {name}" for name in self._names.values()),
            f"-n {board} link add wlan0 type veth peer name wlan0 netns {pupil}",
            f"-n {board} link add eth0 type veth peer name eth0 netns {school}",
            f"-n {board} address add {ADDRESS}/24 dev wlan0",
            f"-n {board} address add {BOARD_ON_CABLE}/24 dev eth0",
            f"-n {school} address add {SCHOOL}/24 dev eth0",
            f"-n {pupil} address add {PUPIL}/24 dev wlan0",
            *(f"-n {board} link set {one} up" for one in ("lo", "wlan0", "eth0")),
            f"-n {pupil} link set wlan0 up",
            f"-n {school} link set eth0 up",
            f"-n {pupil} route add default via {ADDRESS}",
            f"-n {school} route add default via {BOARD_ON_CABLE}",
        ):
            subprocess.run([which("ip"), *line.split()], check=True)

    def drop(self) -> None:
        """Take them away again."""
        for name in self._names.values():
            words = [which("ip"), "netns", "delete", name]
            subprocess.run(words, check=False, capture_output=True)

    @contextmanager
    def listening(self, who: str, *ports: int) -> Iterator[None]:
        """Listen at one of them."""
        words = self.words(who, sys.executable, "-SI", "-c", LISTEN, *ports)
        with subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout is not None
            assert server.stdout.readline() == "ready\n"
            try:
                yield
            finally:
                server.kill()


@pytest.fixture
def room() -> Iterator[Room]:
    """A room whose board forwards, as NetworkManager's "shared" had it."""
    need("ip")
    made = Room()
    try:
        made.make()
        done = made.at("board", "sh", "-c", "echo 1 >/proc/sys/net/ipv4/ip_forward")
        assert done.returncode == 0, done.stderr
        yield made
    finally:
        made.drop()


def test_a_pupil_gets_to_the_board_and_nowhere_else(room: Room) -> None:
    """With our rules a pupil reaches only the board's pages despite forwarding."""
    with (
        room.listening("school", 80),
        room.listening("board", 22, 80, 8080),
        room.listening("pupil", 80),
    ):
        assert room.reached() == {who: list(ways) for who, ways in WAYS.items()}
        for _ in range(2):  # loaded twice, it is there once
            loaded = room.at("board", "sh", "-c", BARE, which("nft"), RULES)
            assert loaded.returncode == 0, loaded.stderr
        assert room.reached() == {
            "pupil": [f"{ADDRESS}:80", f"{ADDRESS}:8080"],
            "school": [f"{BOARD_ON_CABLE}:22"],
            "board": [f"{SCHOOL}:80"],
        }


def test_a_phone_gets_an_address_and_learns_of_no_internet(
    room: Room, tmp_path: Path
) -> None:
    """The unit's dnsmasq gives an address, and answers NXDOMAIN."""
    (line,) = re.findall(r"^ExecStart=((?:.*\\\n)*.*)", UNIT, re.MULTILINE)
    own = line.replace("/run/letterzone-hotspot", str(tmp_path))
    words = shlex.split(own.replace("\\\n", " "))
    words[0] = which("dnsmasq")
    assert room.at("board", which("nft"), "-f", RULES).returncode == 0
    with subprocess.Popen(
        room.words("board", *words, "--user=root"), stderr=subprocess.PIPE, text=True
    ) as server:
        try:
            asks = (which("busybox"), "udhcpc", "-i", "wlan0", "-n", "-q", "-f")
            got = room.at("pupil", *asks, *["-t", "5", "-T", "1", "-s", "/bin/true"])
            assert re.search(r"lease of 10\.42\.0\.\d+ obtained", got.stderr), got
            asked = (sys.executable, "-SI", "-c", NAME, ADDRESS)
            assert room.at("pupil", *asked).stdout == "3\n"  # NXDOMAIN
        finally:
            server.kill()


def test_units_and_rules_speak_of_one_address() -> None:
    """Units and rules have the same address, and the range begins after it."""
    assert f"--listen-address={ADDRESS}" in UNIT
    (low, high) = re.findall(r"--dhcp-range=([\d.]+),([\d.]+),", UNIT)[0]
    first, last, own = (
        struct.unpack("!I", bytes(map(int, one.split("."))))[0]
        for one in (low, high, ADDRESS)
    )
    assert own < first < last < own + 255
