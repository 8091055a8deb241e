"""
The board's own Wi-Fi, for a room without one: an access point by NetworkManager.

Its password is meant to be read: the wall shows it as a QR code to everybody in the
room. What it keeps out is whoever is not there. Nothing is passed on from it into the
network on a cable: NetworkManager gives the board an address there and no more, phones
get theirs from letterzone-hotspot.service, and letterzone-firewall.service lets them to
the board alone.

Source: NetworkManager, nm-settings-keyfile(5); the properties need 1.28 or newer.
"""

import tomllib
from json import dumps
from pathlib import Path
from secrets import SystemRandom
from string import Template
from uuid import NAMESPACE_DNS, uuid5

from firmware_host.app.system.setup import Change, Order, Plan, anew
from firmware_host.board.messages import say
from firmware_host.errors import SettingsError
from firmware_host.web.values import Wifi

#: What NetworkManager reads, and nobody but root may.
CONNECTION = "etc/NetworkManager/system-connections/letterzone.nmconnection"

#: What the wall shows, and so the daemon may read.
SHOWN = "etc/letterzone/hotspot.toml"

#: What guards it and gives addresses there, and the Debian package of what each starts.
GUARDS = {
    "letterzone-firewall.service": ("nftables", "usr/sbin/nft"),
    "letterzone-hotspot.service": ("dnsmasq-base", "usr/sbin/dnsmasq"),
}

#: The daemon's group.
GROUP = "letterzone"

#: No vowels, so it spells nothing, and nothing that looks like something else.
LETTERS = "bcdfghjkmnpqrstvwxz23456789"

#: The board's address there, whatever else it is connected to.
#: The units and their firewall say the same.
#: Source: NetworkManager's own choice for a connection that is shared.
ADDRESS = "10.42.0.1"

#: The letters of each group of a password: 57 bits, more than anybody tries in a
#: lifetime; and the letters of a name.
GROUPS, NAME_LETTERS = (4, 4, 4), 2

#: Draws from the system's own entropy.
choices = SystemRandom().choices

#: The connection, with gaps.
_KEYFILE = Path(__file__).with_suffix(".nmconnection")

_UUID = uuid5(NAMESPACE_DNS, "hotspot.letterzone")


def draw() -> Wifi:
    """Return a hotspot with a name and a password that nobody else has."""
    *groups, name = ("".join(choices(LETTERS, k=k)) for k in (*GROUPS, NAME_LETTERS))
    return Wifi(f"Letterzone-{name.upper()}", "-".join(groups))


def load_hotspot(root: Path = Path("/")) -> Wifi | None:
    """
    Return the hotspot that was set up; None where there is none.

    Raises:
        SettingsError: The file cannot be read, or says something else.
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
    Return what opens the board's own Wi-Fi; one that is there keeps its password.

    Raises:
        SettingsError: What is there cannot be read, or what guards a Wi-Fi is missing.
    """
    here = root == Path("/")
    missing = [name for name, path in GUARDS.values() if not (root / path).exists()]
    if missing and here:
        msg = f"a Wi-Fi of its own needs more: sudo apt install {' '.join(missing)}"
        raise SettingsError(msg)
    hotspot = load_hotspot(root) or draw()
    connection = Change(
        root / CONNECTION, keyfile(hotspot).encode(), mode=0o600, keep=False
    )
    shown = Change(
        root / SHOWN, _toml(hotspot).encode(), mode=0o640, group=GROUP, keep=False
    )
    plan: Plan = tuple(one for one in (connection, shown) if not one.is_done)
    if plan and here:
        what = say("setup-hotspot", ssid=hotspot.ssid, password=hotspot.password)
        path = str(root / CONNECTION)
        plan += (
            Order(("systemctl", "restart", *GUARDS), say("setup-hotspot-guard")),
            Order(("nmcli", "connection", "load", path), say("setup-hotspot-load")),
            Order(("nmcli", "connection", "up", "letterzone"), what),
            *anew(root),
        )
    return plan


def plan_no_hotspot(root: Path) -> Plan:
    """Return what closes the board's own Wi-Fi, and forgets its password."""
    gone = (Change(root / name, None, keep=False) for name in (CONNECTION, SHOWN))
    plan: Plan = tuple(one for one in gone if not one.is_done)
    if plan and root == Path("/"):
        gone_too = Order(("nmcli", "connection", "reload"), say("setup-hotspot-gone"))
        freed = Order(("systemctl", "stop", *GUARDS), say("setup-hotspot-free"))
        plan += (gone_too, freed, *anew(root))
    return plan


def keyfile(hotspot: Wifi) -> str:
    """Return the connection as NetworkManager keeps it."""
    return Template(_KEYFILE.read_text("utf-8")).substitute(
        uuid=_UUID, ssid=hotspot.ssid, password=hotspot.password, address=ADDRESS
    )


def _toml(hotspot: Wifi) -> str:
    """Return what the wall shows; a TOML string is written as JSON writes one."""
    return (
        "# Written by `letterzone setup --hotspot`; the wall shows it to the room.\n"
        f"ssid = {dumps(hotspot.ssid)}\npassword = {dumps(hotspot.password)}\n"
    )
