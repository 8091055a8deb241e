"""The files for systemd, udev and sysusers, checked by systemd's own tools."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware_host.app.pages.child import MEMORY
from firmware_host.app.pages.serving import SOCKET
from firmware_host.app.system.hotspot import GUARDS
from firmware_host.app.system.setup import KIOSK, UNITS
from firmware_host.cli.main import parser
from firmware_host.devices.controller import PICO
from tests.tools import which

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "systemd"
#: The units of the card image alone.
CARD = ROOT / "tools/image/root/usr/lib/systemd/system"
FOUND = sorted(path for path in (*SOURCE.iterdir(), *CARD.iterdir()) if path.is_file())
SERVICES = [path for path in FOUND if path.suffix == ".service"]
TEXTS = {path.name: path.read_text(encoding="utf-8") for path in FOUND}

UNIT = TEXTS["letterzone-firewall.service"]

#: The exposure that a service of ours may have at most, in tenths.
EXPOSURE = 20

#: A browser's sandbox needs namespaces and chroot, its JavaScript writes what it runs,
#: and its screen is a device; docs/security.md argues each.
#: What mounts for all others can be hidden nothing, or they would not see its mounts.
EXPOSED = {"letterzone-kiosk": 21, "letterzone-card": 35, "letterzone-writable": 35}

#: The program that a line of a unit starts, after systemd's prefixes. systemd-analyze
#: wants it installed, and not every machine that runs the tests has all of them.
PROGRAM = r"^(Exec\w+=[-@:+!]*)(/\S+)"

#: What units start, and what is no command of ours but a program beside it.
COMMANDS = r"/usr/(bin/(letterzone|cage)|lib/letterzone(-card)?/(mend|mount))\b"
PROGRAMS = {
    "letterzone-mend.service": ROOT / "tools/debian/mend",
    "letterzone-card.service": ROOT / "tools/image/root/usr/lib/letterzone-card/mount",
    "letterzone-writable.service": Path("/bin/mount"),
}


def run(*words):
    """Run a tool; return its code and everything that it says."""
    done = subprocess.run(
        [which(words[0]), *map(str, words[1:])],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=60,
    )
    return done.returncode, done.stdout


def values(text, key):
    """Every value that a unit gives to *key*."""
    return re.findall(rf"^{key}=(.*)$", text, re.MULTILINE)


def verified(folder, texts):
    """Run ``systemd-analyze verify`` on unit files; return its result."""
    stub = folder / "stub"
    stub.write_text("#!/bin/sh\n", encoding="utf-8")
    stub.chmod(0o755)
    for name, text in texts.items():
        stubbed = re.sub(PROGRAM, rf"\g<1>{stub}", text, flags=re.MULTILINE)
        (folder / name).write_text(stubbed, encoding="utf-8")
    paths = [folder / name for name in texts]
    return run("systemd-analyze", "verify", "--man=no", *paths)


def test_systemd_has_nothing_to_say_of_any_unit(tmp_path):
    """The check by systemd prints nothing; an unknown key would be only a message."""
    assert verified(tmp_path, TEXTS) == (0, "")


def test_a_unit_is_judged_without_the_programs_that_it_starts(tmp_path):
    """A machine without nftables or dnsmasq judges the units as one that has them."""
    gone = UNIT.replace("/usr/sbin/nft", "/usr/sbin/not-there")
    assert gone.count("\nExec") == gone.count("not-there") == 3
    assert verified(tmp_path, {"letterzone-firewall.service": gone}) == (0, "")


def test_a_wrong_key_would_be_noticed(tmp_path):
    """A misspelled key of a unit is reported."""
    wrong = TEXTS["letterzone.service"].replace("WatchdogSec", "WatchDogSec")
    _, told = verified(tmp_path, {"letterzone.service": wrong})
    assert "WatchDogSec" in told


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.stem)
def test_a_service_can_do_little_beside_its_work(path):
    """The exposure of each service, as systemd scores it, is within its limit."""
    code, told = run(
        *("systemd-analyze", "security", "--offline=true"),
        f"--threshold={EXPOSED.get(path.stem, EXPOSURE)}",
        path,
    )
    assert code == 0, told
    assert "Unknown" not in told


def test_an_open_daemon_would_be_noticed(tmp_path):
    """A unit without restrictions exceeds the exposure limit."""
    path = tmp_path / "letterzone.service"
    path.write_text("[Service]\nExecStart=/bin/true\n", encoding="utf-8")
    code, _ = run(
        *("systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE}"),
        path,
    )
    assert code != 0


@pytest.mark.parametrize("path", SERVICES, ids=lambda path: path.stem)
def test_every_command_is_one_of_ours(path):
    """Each unit's command and its arguments exist, or it is a known program."""
    (line,) = values(TEXTS[path.name].replace("\\\n", " "), "ExecStart")
    if path.name in GUARDS:
        _, program = GUARDS[path.name]
        assert line.startswith(f"/{program} ")
        return
    if path.name in PROGRAMS:
        program = shlex.split(line)[0]
        assert program == str(PROGRAMS[path.name]) or re.fullmatch(COMMANDS, program)
        assert PROGRAMS[path.name].name == Path(program).name
        assert PROGRAMS[path.name].exists()
        return
    words = shlex.split(line)
    given = words[words.index("/usr/bin/letterzone") + 1 :]
    assert parser().parse_args(given).command


def test_the_board_never_waits_for_the_network():
    """No unit is ordered after the network."""
    for name, text in TEXTS.items():
        assert "network" not in " ".join(values(text, "(?:After|Wants|Requires)")), name


def test_the_daemon_is_watched_and_tried_for_ever():
    """The daemon is restarted for ever, with a pause, and feeds its own watchdog."""
    unit = TEXTS["letterzone.service"]
    for key, value in {
        "Type": "notify",
        "NotifyAccess": "main",
        "WatchdogSec": "20",
        "Restart": "always",
        "RestartSec": "100ms",
        "StartLimitIntervalSec": "0",
    }.items():
        assert values(unit, key) == [value], key
    assert "LG_WD=%t/letterzone" in values(unit, "Environment")
    assert values(unit, "RuntimeDirectory") == ["letterzone"]
    assert values(unit, "RuntimeDirectoryPreserve") == ["restart"]


def test_the_pages_are_bounded_and_give_way():
    """The pages' service has limits, low priority, and no access to board files."""
    unit = TEXTS["letterzone-web.service"]
    known = " ".join(values(unit, "Environment")).split()
    assert {f"{name}={value}" for name, value in MEMORY.items()} < set(known)
    for key, value in {
        "Restart": "on-failure",
        "StartLimitIntervalSec": "0",
        "WatchdogSec": "20",
        "MemoryMax": "96M",
        "TasksMax": "32",
        "LimitNOFILE": "1024",
        "Nice": "10",
        "PrivateDevices": "yes",
        "InaccessiblePaths": "-/var/lib/letterzone",
    }.items():
        assert values(unit, key) == [value], key
    (socket,) = values(unit, "ExecStart")
    assert socket.endswith(f"--table /run/letterzone/{SOCKET}")
    assert "MemoryMax" in TEXTS["letterzone.service"]


@pytest.mark.parametrize(
    "name", ["backup", "examine", "mend", "publish", "update", "web", ""]
)
def test_no_secret_of_a_game_goes_to_the_card_with_memory(name):
    """Services that read the journal are neither swapped out nor dumped."""
    unit = TEXTS[f"letterzone-{name}.service".replace("-.", ".")]
    assert values(unit, "MemorySwapMax") == ["0"]
    assert values(unit, "LimitCORE") == ["0"]


def test_no_crash_of_the_browser_writes_a_hidden_word_to_the_card():
    """The browser's crashes are not dumped, as its memory holds secrets."""
    assert values(TEXTS[KIOSK], "LimitCORE") == ["0"]


def test_what_setup_switches_on_can_be_switched_on():
    """Each unit that setup enables has a WantedBy."""
    for unit in (*UNITS, KIOSK):
        assert values(TEXTS[unit], "WantedBy"), unit


def test_users_and_groups_are_made_by_the_system(tmp_path):
    """Each user and group of a unit is made by systemd-sysusers, without a login."""
    for folder in ("etc", "usr/lib/sysusers.d"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(
        SOURCE / "sysusers.d" / "letterzone.conf", tmp_path / "usr/lib/sysusers.d"
    )
    code, told = run("systemd-sysusers", f"--root={tmp_path}")
    assert code == 0, told
    passwd = (tmp_path / "etc/passwd").read_text(encoding="utf-8").splitlines()
    group = (tmp_path / "etc/group").read_text(encoding="utf-8").splitlines()
    users = {line.split(":")[0]: line.split(":")[-1] for line in passwd}
    groups = {line.split(":")[0] for line in group}
    assert set(users) == {"letterzone", "letterzone-web", "letterzone-kiosk"}
    assert {Path(shell).name for shell in users.values()} == {"nologin"}
    for text in TEXTS.values():
        assert set(values(text, "User")) <= set(users)
        needed = " ".join(values(text, "(?:Group|SupplementaryGroups)")).split()
        assert set(needed) <= groups


def test_folders_are_made_by_the_system(tmp_path):
    """systemd-tmpfiles makes the folder of the profile."""
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/passwd").write_text("root:x:0:0::/:/bin/sh\n", encoding="utf-8")
    (tmp_path / "etc/group").write_text(
        "root:x:0:\nletterzone:x:0:\n", encoding="utf-8"
    )
    conf = SOURCE / "tmpfiles.d" / "letterzone.conf"
    code, told = run("systemd-tmpfiles", "--create", f"--root={tmp_path}", conf)
    assert code == 0, told
    assert (tmp_path / "etc/letterzone").is_dir()


# --- udev ---

RULES = SOURCE / "udev" / "70-letterzone.rules"

#: One condition or assignment: a key, an operator, and a quoted value.
_TERM = re.compile(r'([A-Z_]+)(?:\{([^}]+)\})?(==|!=|\+=|:=|=)"([^"]*)"')

#: Keys that are looked at, and those that are set.
LOOKED_AT = {"ACTION", "SUBSYSTEM", "KERNEL", "ATTRS", "ENV"}
SET = {"SYMLINK", "GROUP", "MODE", "TAG", "ENV", "GOTO", "LABEL"}


def wrong_rules(text):
    """Return the faults of udev rules, for versions without `udevadm verify`."""
    wrong, labels, jumps = [], set(), []
    for number, line in enumerate(text.splitlines(), 1):
        if not line or line.startswith("#"):
            continue
        terms = _TERM.findall(line)
        rebuilt = ", ".join(
            f'{key}{f"{{{of}}}" if of else ""}{sign}"{value}"'
            for key, of, sign, value in terms
        )
        if rebuilt != line:
            wrong.append(f"{number}: cannot be read")
        for key, _, sign, value in terms:
            if key not in (LOOKED_AT if sign in ("==", "!=") else SET):
                wrong.append(f"{number}: {key}{sign}")
            if key == "LABEL":
                labels.add(value)
            if key == "GOTO":
                jumps.append(value)
    return wrong + [f"no label {jump}" for jump in jumps if jump not in labels]


def test_the_rules_for_udev_can_be_read():
    """Our own check finds no fault in the rules."""
    assert wrong_rules(RULES.read_text(encoding="utf-8")) == []


def test_udev_can_read_the_rules():
    """The check by udev itself, since version 254, finds no fault in the rules."""
    if int(run("udevadm", "--version")[1]) >= 254:
        code, told = run("udevadm", "verify", "--resolve-names=never", RULES)
        assert code == 0, told


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("ATTRS{", "ATRS{"),
        ('"tty",', '"tty"'),
        ('LABEL="letterzone_end"', 'LABEL="other"'),
        ('GROUP="i2c"', 'GROUP=="i2c"'),
        ('"2e8a"', '"2e8a'),
    ],
)
def test_a_wrong_rule_would_be_noticed(before, after):
    """A faulty udev rule is found."""
    text = RULES.read_text(encoding="utf-8")
    assert before in text
    assert wrong_rules(text.replace(before, after))


def test_the_controller_is_known_by_what_the_daemon_looks_for():
    """The same vendor and product; and ModemManager keeps away from every port."""
    vendor, product = (f"{number:04x}" for number in PICO)
    ports = [
        line
        for line in RULES.read_text(encoding="utf-8").splitlines()
        if 'SUBSYSTEM=="tty"' in line
    ]
    assert all('ENV{ID_MM_DEVICE_IGNORE}="1"' in line for line in ports)
    (ours,) = [line for line in ports if 'SYMLINK+="letterzone/controller"' in line]
    assert f'ATTRS{{idVendor}}=="{vendor}", ATTRS{{idProduct}}=="{product}"' in ours
