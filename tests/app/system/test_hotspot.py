"""A Wi-Fi of the board's own, as NetworkManager's own parser reads it."""

import configparser
import shutil
import stat
import subprocess
from pathlib import Path

import pytest

from firmware_host.app.system import hotspot
from firmware_host.app.system.hotspot import (
    ADDRESS,
    CONNECTION,
    GUARDS,
    LETTERS,
    SHOWN,
    draw,
    keyfile,
    load_hotspot,
    plan_hotspot,
    plan_no_hotspot,
)
from firmware_host.app.system.setup import RunStep, carry_out
from firmware_host.errors import SettingsError
from firmware_host.web.values import Wifi
from tests.tools import which

OURS = Wifi("Letterzone-K7", "bcdf-ghjk-mnpq")


def nmcli(*words, given=""):
    """NetworkManager's own command, which needs no daemon here; in CI it is there."""
    return subprocess.run(
        [which("nmcli"), "--offline", "connection", *words],
        input=given,
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def parsed(text):
    """A keyfile as its sections, what NetworkManager adds by itself left out."""
    reader = configparser.ConfigParser(delimiters="=", interpolation=None)
    reader.read_string(text)
    known = {name: dict(reader[name]) for name in reader.sections()}
    known["ipv6"].pop("addr-gen-mode", None)
    return {name: items for name, items in known.items() if items}


def test_networkmanager_reads_what_we_write():
    """NetworkManager reads our keyfile and writes one with the same meaning."""
    ours = keyfile(OURS)
    assert parsed(nmcli("modify", "connection.id", "letterzone", given=ours)) == parsed(
        ours
    )


def test_networkmanager_would_have_written_the_same():
    """Built by its own command from the names that its manual gives the properties."""
    words = ["add", "type", "wifi", "con-name", "letterzone", "ifname", "*", "ssid"]
    properties = {
        "connection.autoconnect-priority": "100",
        "wifi.mode": "ap",
        "wifi.band": "bg",
        "wifi.ap-isolation": "yes",
        "wifi-sec.key-mgmt": "wpa-psk",
        "wifi-sec.proto": "rsn",
        "wifi-sec.pairwise": "ccmp",
        "wifi-sec.group": "ccmp",
        "wifi-sec.psk": OURS.password,
        "ipv4.method": "manual",  # "shared" forwards to the cable
        "ipv4.addresses": f"{ADDRESS}/24",
        "ipv4.never-default": "yes",
        "ipv6.method": "disabled",
    }
    flat = [word for pair in properties.items() for word in pair]
    theirs, ours = parsed(nmcli(*words, OURS.ssid, *flat)), parsed(keyfile(OURS))
    theirs["connection"]["uuid"] = ours["connection"]["uuid"]
    assert theirs == ours


def test_a_wrong_line_would_be_noticed():
    """The parser that the test above relies on does refuse."""
    wrong = keyfile(OURS).replace("key-mgmt=wpa-psk", "key-mgmt=nonsense")
    with pytest.raises(subprocess.CalledProcessError):
        nmcli("modify", "connection.id", "letterzone", given=wrong)


def test_name_and_password_are_drawn_evenly_and_spell_nothing():
    """Passwords have 57 bits in three groups; all letters occur, and no vowels."""
    drawn = {draw() for _ in range(200)}
    assert len({one.password for one in drawn}) == 200
    for one in drawn:
        groups = one.password.split("-")
        assert [len(group) for group in groups] == [4, 4, 4]
        assert set("".join(groups)) <= set(LETTERS)
        assert one.ssid.startswith("Letterzone-")
        assert len(one.ssid.encode()) <= 32
    assert not set(LETTERS) & set("aeiouyl01")
    letters = {letter for one in drawn for letter in one.password}
    assert letters == {*LETTERS, "-"}


@pytest.fixture
def group(monkeypatch, tmp_path):
    """The daemon's group on a card, which this computer may not have."""
    given = []
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/group").write_text("root:x:0:\nletterzone:x:987:\n", "utf-8")
    monkeypatch.setattr(
        shutil, "chown", lambda path, group: given.append((path.name, group))
    )
    return given


def test_it_is_opened_once_and_keeps_its_password(tmp_path, group):
    """Labels that were printed stay true; the secret is root's, the wall's is shown."""
    carry_out(plan_hotspot(tmp_path))
    modes = {
        name: stat.S_IMODE((tmp_path / name).stat().st_mode)
        for name in (CONNECTION, SHOWN)
    }
    assert modes == {CONNECTION: 0o600, SHOWN: 0o640}
    assert group == [("hotspot.toml.part", 987)]
    assert plan_hotspot(tmp_path) == ()
    known = load_hotspot(tmp_path)
    assert known is not None
    assert keyfile(known) == (tmp_path / CONNECTION).read_text(encoding="utf-8")
    (tmp_path / CONNECTION).unlink()
    carry_out(plan_hotspot(tmp_path))
    assert load_hotspot(tmp_path) == known


@pytest.mark.usefixtures("group")
def test_it_is_closed_without_a_trace(tmp_path):
    """Removing the hotspot removes all its files, the password included."""
    carry_out(plan_hotspot(tmp_path))
    carry_out(plan_no_hotspot(tmp_path))
    left = [path.name for path in tmp_path.rglob("*") if path.is_file()]
    assert left == ["group"]
    assert load_hotspot(tmp_path) is None
    assert plan_no_hotspot(tmp_path) == ()


def test_this_computers_networkmanager_is_told(monkeypatch):
    """The guards first, and only then the Wi-Fi; then the wall shows it."""
    monkeypatch.setattr(hotspot, "load_hotspot", lambda _root: OURS)
    there = dict.fromkeys(GUARDS, ("sh", "bin/sh"))
    monkeypatch.setattr(hotspot, "GUARDS", there)
    monkeypatch.setattr(hotspot, "GROUP", "root")
    orders = [
        step.words for step in plan_hotspot(Path("/")) if isinstance(step, RunStep)
    ]
    assert orders == [
        ("systemctl", "restart", *GUARDS),
        ("nmcli", "connection", "load", f"/{CONNECTION}"),
        ("nmcli", "connection", "up", "letterzone"),
        ("systemctl", "try-restart", "letterzone.service"),
    ]


def test_the_card_image_has_what_guards_the_wifi():
    """The packages of the Wi-Fi's guards are in the card image."""
    listed = Path(__file__).parents[3] / "tools/image/packages.txt"
    packages = listed.read_text("ascii").splitlines()
    assert {package for package, _ in GUARDS.values()} <= set(packages)


def test_a_card_without_the_daemons_group_stays_as_it_is(tmp_path):
    """The group's number is the card's own; without it one line says what to do."""
    with pytest.raises(SettingsError) as fault:
        plan_hotspot(tmp_path)
    path = tmp_path / "etc/group"
    assert str(fault.value).startswith(f"{path}: there is no group letterzone; install")
    assert not [*tmp_path.iterdir()]


def test_an_unguarded_wifi_is_not_opened(monkeypatch):
    """Without nft or dnsmasq the hotspot is refused with the package to install."""
    monkeypatch.setattr(hotspot, "GUARDS", {"one.service": ("nftables", "no/such")})
    with pytest.raises(SettingsError, match="sudo apt install nftables"):
        plan_hotspot(Path("/"))


@pytest.mark.parametrize(
    "text", ["ssid = 1\npassword = 2", "nothing", 'ssid = "x"', "\xff"]
)
def test_what_cannot_be_read_is_one_line(tmp_path, text):
    """An unreadable hotspot file gives one line with the file and the remedy."""
    path = tmp_path / SHOWN
    path.parent.mkdir(parents=True)
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(SettingsError) as fault:
        load_hotspot(tmp_path)
    assert str(fault.value).startswith(f"{path}: ")
    assert "letterzone setup --hotspot" in str(fault.value)
