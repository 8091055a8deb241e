"""
The board's own Wi-Fi: an access point by NetworkManager, for a room without Wi-Fi.

The wall shows its password as a QR code to everybody in the room, so it only keeps out
people elsewhere. Phones in this Wi-Fi reach the board alone, not the cabled network:
NetworkManager only gives the board its address, letterzone-hotspot.service gives phones
theirs, and letterzone-firewall.service blocks the rest.

Source: NetworkManager, nm-settings-keyfile(5); the properties need 1.28 or newer.
"""

import re
import tomllib
from json import dumps
from pathlib import Path
from secrets import SystemRandom
from string import Template
from uuid import NAMESPACE_DNS, uuid5

from firmware_host.app.system.setup import FileEdit, Plan, RunStep, restart_daemon
from firmware_host.board.messages import say
from firmware_host.errors import SettingsError
from firmware_host.web.values import Wifi

#: NetworkManager's file, readable by root alone.
CONNECTION = "etc/NetworkManager/system-connections/letterzone.nmconnection"

#: The file with name and password that the daemon reads, for the wall.
SHOWN = "etc/letterzone/hotspot.toml"

#: The units for firewall and addresses: the Debian package and the program of each.
GUARDS = {
    "letterzone-firewall.service": ("nftables", "usr/sbin/nft"),
    "letterzone-hotspot.service": ("dnsmasq-base", "usr/sbin/dnsmasq"),
}

#: The daemon's group.
GROUP = "letterzone"

#: The letters of a password: no vowels, so no words, and none that look alike.
LETTERS = "bcdfghjkmnpqrstvwxz23456789"

#: The board's address in its own Wi-Fi. The units and the firewall use the same.
#: Source: NetworkManager's default for a shared connection.
ADDRESS = "10.42.0.1"

#: The letters in each group of a password, 57 bits together, too many to guess; and the
#: letters in the name of the Wi-Fi.
GROUPS, NAME_LETTERS = (4, 4, 4), 2

#: Random numbers from the operating system.
choices = SystemRandom().choices

#: The template of the connection.
_KEYFILE = Path(__file__).with_suffix(".nmconnection")

_UUID = uuid5(NAMESPACE_DNS, "hotspot.letterzone")


def draw() -> Wifi:
    """Return a new hotspot with a random name and password."""
    *groups, name = ("".join(choices(LETTERS, k=k)) for k in (*GROUPS, NAME_LETTERS))
    return Wifi(f"Letterzone-{name.upper()}", "-".join(groups))


def load_hotspot(root: Path = Path("/")) -> Wifi | None:
    """
    Return the hotspot that was set up, or None.

    Raises:
        SettingsError: Its file is unreadable or incomplete.
    """
    path = root / SHOWN
    if not path.exists():
        return None
    try:
        item = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        item = {}
    match item:
        case {"ssid": str(ssid), "password": str(password)}:
            return Wifi(ssid, password)
        case _:
            msg = (
                f"{path}: cannot be read; delete it and run letterzone setup --hotspot"
            )
            raise SettingsError(msg)


def plan_hotspot(root: Path) -> Plan:
    """
    Return the steps that open the board's own Wi-Fi; an earlier password is kept.

    Raises:
        SettingsError: Its file is unreadable, or a Debian package is missing.
    """
    here = root == Path("/")
    missing = [name for name, path in GUARDS.values() if not (root / path).exists()]
    if missing and here:
        msg = f"a Wi-Fi of its own needs more: sudo apt install {' '.join(missing)}"
        raise SettingsError(msg)
    hotspot = load_hotspot(root) or draw()
    connection = FileEdit(
        root / CONNECTION, keyfile(hotspot).encode(), mode=0o600, keep=False
    )
    text, group = _toml(hotspot).encode(), _group_id(root)
    shown = FileEdit(root / SHOWN, text, mode=0o640, group=group, keep=False)
    plan: Plan = tuple(one for one in (connection, shown) if not one.is_done)
    if plan and here:
        what = say("setup-hotspot", ssid=hotspot.ssid, password=hotspot.password)
        path = str(root / CONNECTION)
        plan += (
            RunStep(("systemctl", "restart", *GUARDS), say("setup-hotspot-guard")),
            RunStep(("nmcli", "connection", "load", path), say("setup-hotspot-load")),
            RunStep(("nmcli", "connection", "up", "letterzone"), what),
            *restart_daemon(root),
        )
    return plan


def _group_id(root: Path) -> int:
    """
    Return the number of the daemon's group on a card or on this computer.

    Raises:
        SettingsError: The group is missing.
    """
    path = root / "etc/group"
    groups = path.read_text(encoding="utf-8") if path.exists() else ""
    found = re.search(rf"^{GROUP}:[^:]*:([0-9]+):", groups, re.MULTILINE)
    if found is None:
        msg = f"{path}: there is no group {GROUP}; install Letterzone there first"
        raise SettingsError(msg)
    return int(found[1])


def plan_no_hotspot(root: Path) -> Plan:
    """Return the steps that close the board's own Wi-Fi and delete its password."""
    gone = (FileEdit(root / name, None, keep=False) for name in (CONNECTION, SHOWN))
    plan: Plan = tuple(one for one in gone if not one.is_done)
    if plan and root == Path("/"):
        gone_too = RunStep(("nmcli", "connection", "reload"), say("setup-hotspot-gone"))
        freed = RunStep(("systemctl", "stop", *GUARDS), say("setup-hotspot-free"))
        plan += (gone_too, freed, *restart_daemon(root))
    return plan


def keyfile(hotspot: Wifi) -> str:
    """Return NetworkManager's connection file."""
    return Template(_KEYFILE.read_text("utf-8")).substitute(
        uuid=_UUID, ssid=hotspot.ssid, password=hotspot.password, address=ADDRESS
    )


def _toml(hotspot: Wifi) -> str:
    """Return the TOML file that the wall shows; a JSON string is a TOML string."""
    return (
        "# Written by `letterzone setup --hotspot`; the wall shows it to the room.\n"
        f"ssid = {dumps(hotspot.ssid)}\npassword = {dumps(hotspot.password)}\n"
    )
