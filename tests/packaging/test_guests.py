"""
The board's own Wi-Fi and the screen on the Pi, in a Debian that boots.

With the real NetworkManager, dnsmasq, nft, cage and Chromium. A cable replaces the
Wi-Fi, as containers have none, and cage draws without a display.
"""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware_host.app.system.hotspot import CONNECTION, GUARDS, SHOWN, keyfile
from firmware_host.app.system.setup import KIOSK
from firmware_host.web.values import Wifi
from tests.packaging.container import Container, booted, make_root, until
from tests.tools import need
from tools import build_deb

pytestmark = [pytest.mark.nspawn, pytest.mark.long]

SOURCE = Path(__file__).resolve().parents[2]

#: What a board with its own Wi-Fi and screen needs besides the package.
MORE = ("network-manager", "nftables", "dnsmasq-base", "iproute2", "busybox", "procps")
SCREEN = ("cage", "xwayland", "chromium", "fonts-dejavu-core")

#: Without a display and a keyboard.
HERE = """
[Unit]
ConditionPathExists=
[Service]
StandardInput=null
TTYPath=
TTYReset=no
TTYVHangup=no
TTYVTDisallocate=no
UtmpIdentifier=
Environment=WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1
"""

PHONE = ("ip", "netns", "exec", "phone")
FORWARDS = "/proc/sys/net/ipv4/ip_forward"


@pytest.fixture(scope="module", params=["bookworm", "trixie"])
def debian(request, tmp_path_factory) -> Iterator[Container]:
    """A Debian with the package."""
    need("mmdebstrap", "systemd-nspawn")
    folder = tmp_path_factory.mktemp(request.param)
    root = folder / "root"
    make_root(request.param, root, (*MORE, *SCREEN))
    profile = (SOURCE / "hardware/simulated/board.toml").read_text(encoding="utf-8")
    (root / "etc/letterzone").mkdir()
    (root / "etc/letterzone/board.toml").write_text(
        f'{profile}\n[web]\nlisten = "127.0.0.1:8080"\n', encoding="utf-8"
    )
    build_deb.fill(folder / "tree")
    package = build_deb.pack(folder / "tree", "0.1.0", folder, squeeze="none")
    shutil.copy(package, root / "srv")
    with booted(root) as made:
        made.do("dpkg", "--install", f"/srv/{package.name}")
        yield made
    shutil.rmtree(root)


def cabled(text: str) -> str:
    """Return a connection of ours for a cable that is called wlan0."""
    text = re.sub(r"\[wifi(?:-security)?\]\n(?:.+\n)*\n", "", text)
    return text.replace("type=wifi", "type=ethernet\ninterface-name=wlan0")


def opened(debian: Container, text: str) -> str:
    """Open a connection; return whether the computer forwards then."""
    file = debian.root / CONNECTION
    file.write_text(text, encoding="utf-8")
    file.chmod(0o600)
    debian.do("nmcli", "connection", "load", f"/{CONNECTION}")
    debian.do("nmcli", "connection", "up", "letterzone")
    return debian.do("cat", FORWARDS)


def test_the_wifi_gives_addresses_and_forwards_nothing(debian: Container) -> None:
    """Our Wi-Fi gives a phone an address and forwards nothing, unlike "shared"."""
    for line in (
        "ip netns add phone",
        "ip link add wlan0 type veth peer name phone0",
        "ip link set phone0 netns phone",
        "ip -n phone link set phone0 up",
        "systemctl start NetworkManager",
    ):
        debian.do(*line.split())
    ours = cabled(keyfile(Wifi("Letterzone-K7", "bcdf-ghjk-mnpq")))
    assert opened(debian, ours.replace("method=manual", "method=shared")) == "1"
    debian.do("nmcli", "connection", "down", "letterzone")
    debian.do("sh", "-c", f"echo 0 >{FORWARDS}")

    (debian.root / SHOWN).write_text('ssid = "x"\npassword = "y"\n', encoding="utf-8")
    debian.do("systemctl", "restart", *GUARDS)
    assert opened(debian, ours) == "0"
    asks = (*PHONE, "busybox", "udhcpc", "-i", "phone0", "-n", "-q", "-f", "-t", "9")
    assert "lease of 10.42.0." in debian.run(*asks, "-T", "1", "-s", "/bin/true").stderr
    assert "iifname" in debian.do("nft", "list", "table", "inet", "letterzone")
    for unit in GUARDS:
        assert debian.do("systemctl", "is-active", unit) == "active"


def test_the_screen_shows_a_page_in_a_browser_with_its_sandbox(
    debian: Container,
) -> None:
    """The renderer has its own namespaces and seccomp filter below our unit's."""
    folder = debian.root / f"etc/systemd/system/{KIOSK}.d"
    folder.mkdir()
    (folder / "here.conf").write_text(HERE, encoding="utf-8")
    debian.do("systemctl", "daemon-reload")
    debian.do("systemctl", "start", KIOSK)

    def drawing() -> list[str]:
        words = ("pgrep", "--full", "chromium --type=renderer")
        return debian.run(*words).stdout.split()

    told = until(drawing, tell=lambda: debian.story(KIOSK))
    browser = debian.do("pgrep", "--exact", "--oldest", "chromium")
    user = {
        one: debian.do("readlink", f"/proc/{one}/ns/user") for one in (browser, told[0])
    }
    assert user[browser] != user[told[0]]
    status = debian.do("cat", f"/proc/{told[0]}/status")
    assert re.search(r"^Seccomp:\t2$", status, re.MULTILINE)
    debian.do("systemctl", "stop", KIOSK)


def test_the_policy_opens_the_boards_pages_alone(tmp_path: Path) -> None:
    """Chromium knows each line of the policy and opens only the board's pages."""
    need("chromium")
    policy = json.loads(
        (SOURCE / "systemd/chromium/letterzone.json").read_text("utf-8")
    )
    assert policy.pop("DeveloperToolsAvailability") == 2
    (tmp_path / "letterzone.json").write_text(json.dumps(policy), encoding="utf-8")
    pages = {
        "http://127.0.0.1:9999/": "net::ERR_CONNECTION_REFUSED",
        "http://127.0.0.2:9999/": "net::ERR_BLOCKED_BY_ADMINISTRATOR",
        "file:///etc/passwd": "net::ERR_BLOCKED_BY_ADMINISTRATOR",
        "chrome://policy": "URLBlocklist",
    }
    script = Path(__file__).with_name("policy_visit.py")
    words = ["unshare", "--mount", sys.executable, str(script), str(tmp_path), *pages]
    done = subprocess.run(words, capture_output=True, check=True, text=True)
    for line, (page, told) in zip(done.stdout.splitlines(), pages.items(), strict=True):
        assert line.startswith(page)
        assert told in line
    for name in policy:
        assert name in line
    assert not re.search(r"Unknown policy|Deprecated", line)
