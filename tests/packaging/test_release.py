"""A release: the files that are published, made from a commit by one command."""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("cyclonedx", reason="./run test makes its environment anew")

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tools import build_deb, locks, release, sbom

ROOT = Path(__file__).resolve().parents[2]

#: As the image's builder lists it.
ON_A_CARD = """\
libc6\t2.41-12\tarm64\tglibc\t2.41-12
adafruit-lgpio\t0.2.2.0\tpypi\tadafruit-lgpio\t0.2.2.0
"""

CONTROL = "Package: letterzone\nDepends: python3 (>= 3.11), gpgv\n"


def fault_of(text):
    """Return the faults of a list by CycloneDX's own schema, or None."""
    return JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)


@pytest.fixture
def tree(tmp_path):
    """Return an unpacked package: one library, and the pages' scripts."""
    made = tmp_path / "tree"
    info = made / build_deb.PROGRAM / "vendor/h11-0.16.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Name: h11\nVersion: 0.16.0\nLicense: MIT\n\nText")
    pages = made / build_deb.PROGRAM / sbom.VENDOR
    pages.mkdir(parents=True)
    manifest = (ROOT / sbom.VENDOR / "manifest.json").read_bytes()
    (pages / "manifest.json").write_bytes(manifest)
    (made / "DEBIAN").mkdir()
    (made / "DEBIAN/control").write_text(CONTROL)
    return made


def test_the_list_has_what_is_in_the_package(tree, tmp_path):
    """The list has libraries, scripts and Debian's packages, and fits the schema."""
    file = tmp_path / "letterzone_0.1.0_all.deb"
    file.write_bytes(b"a package")
    parts = [*sbom.of_package(tree, build_deb.PROGRAM)]
    text = sbom.sbom(file, "0.1.0", parts, 1_760_000_000)
    assert fault_of(text) is None
    listed = {one["purl"] for one in json.loads(text)["components"]}
    assert {"pkg:pypi/h11@0.16.0", "pkg:deb/debian/gpgv"} <= listed
    assert any(one.startswith("pkg:npm/preact@") for one in listed)
    assert sbom.sbom(file, "0.1.0", parts, 1_760_000_000) == text


def test_a_wheels_list_is_the_lock(tmp_path):
    """Each library with the version that is pinned."""
    file = tmp_path / "a.whl"
    file.touch()
    text = sbom.sbom(file, "0.1.0", [*sbom.of_lock()], 1_760_000_000)
    assert fault_of(text) is None
    listed = {one["purl"] for one in json.loads(text)["components"]}
    assert listed == {f"pkg:pypi/{one.name}@{one.version}" for one in locks.read()}


def test_a_list_that_is_wrong_would_be_noticed(tree, tmp_path):
    """The schema refuses a list with an unknown type."""
    file = tmp_path / "a.deb"
    file.touch()
    parts = [*sbom.of_package(tree, build_deb.PROGRAM)]
    text = sbom.sbom(file, "0.1.0", parts, 0).replace('"library"', '"libary"')
    assert fault_of(text) is not None


def test_notes_are_what_the_change_log_says():
    """The notes are the change log's section of the version."""
    log = "# Changes\n\n## [0.2.0] - today\n\n- two\n\n## [0.1.0] - before\n\n- one\n"
    assert release.notes("0.2.0", log) == "# Letterzone 0.2.0\n\n- two\n"
    assert release.notes("0.1.0", log) == "# Letterzone 0.1.0\n\n- one\n"
    with pytest.raises(SystemExit, match="nothing on"):
        release.notes("0.3.0", log)
    assert "### Added" in release.notes(build_deb.version_of(ROOT))


def test_checksums_are_taken_by_sha256sum(tmp_path):
    """`sha256sum` accepts the checksums, and finds a changed file."""
    (tmp_path / "one.deb").write_bytes(b"one")
    (tmp_path / "SHA256SUMS").write_text(release.sums(tmp_path))
    words = ["sha256sum", "--check", "--quiet", "SHA256SUMS"]
    assert subprocess.run(words, check=False, cwd=tmp_path).returncode == 0
    (tmp_path / "one.deb").write_bytes(b"two")
    assert subprocess.run(words, check=False, cwd=tmp_path).returncode == 1


@pytest.fixture
def source(tmp_path):
    """Return a source with only its version."""
    made = tmp_path / "source"
    (made / "firmware_host").mkdir(parents=True)
    (made / "firmware_host/__init__.py").write_text('__version__ = "0.1.0"\n')
    return made


def test_the_image_is_made_where_it_can_be(source, tmp_path, monkeypatch, capsys):
    """The image is made as root by its tool; without the tool one line says so."""
    given = argparse.Namespace(without=["wheel", "deb"], key=None, system=tmp_path)
    ran = []

    def told(*words):
        ran.append(words)
        into = Path(words[words.index("--into") + 1])
        (into / "a_arm64.img").write_bytes(b"a card")
        (into / "a_arm64.img.xz").write_bytes(b"a packed card")
        (into / "a_arm64.packages").write_text(ON_A_CARD)

    monkeypatch.setattr(release, "told", told)
    release.made(source, tmp_path, given)
    assert capsys.readouterr().out == f"no image: this source has no {release.IMAGE}\n"
    (source / "tools").mkdir()
    shutil.copy(ROOT / release.IMAGE, source / release.IMAGE)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit, match="needs root"):
        release.made(source, tmp_path, given)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    into = tmp_path / "into"
    into.mkdir()
    release.made(source, into, given)
    ((_, script, *options),) = ran
    assert {one.name for one in into.iterdir()} == {
        "a_arm64.img.xz",
        "a_arm64.img.xz.cdx.json",
    }
    text = (into / "a_arm64.img.xz.cdx.json").read_text(encoding="utf-8")
    assert fault_of(text) is None
    listed = {one["purl"] for one in json.loads(text)["components"]}
    assert listed == {
        "pkg:deb/debian/libc6@2.41-12?arch=arm64&distro=debian-13",
        "pkg:pypi/adafruit-lgpio@0.2.2.0",
    }
    assert script == str(source / release.IMAGE)
    text = (ROOT / release.IMAGE).read_text(encoding="utf-8")
    assert all(f'"{one}"' in text for one in [*options, "--deb"] if one[0] == "-")


@pytest.mark.long
def test_one_command_makes_it_all_and_twice_the_same(tmp_path):
    """Wheel, package, source, lists, locks, notes: the same bytes, twice."""
    copy = tmp_path / "copy"
    words = ["git", "clone", "--quiet", "--no-hardlinks", str(ROOT), str(copy)]
    subprocess.run(words, check=True)
    made = []
    for name in ("once", "again"):
        command = [sys.executable, str(copy / "tools/release.py")]
        command += ["--without", "image", "--into", str(tmp_path / name)]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path[1:])}
        subprocess.run(command, check=True, env=environment)
        made.append((tmp_path / name / "SHA256SUMS").read_text())
    assert made[0] == made[1]
    names = re.findall(r"  (.+)$", made[0], re.MULTILINE)
    endings = (".whl", ".deb", ".tar.gz", "_all.deb.cdx.json", ".whl.cdx.json")
    for ending in (*endings, *(f"{one}.lock.txt" for one in locks.TARGETS)):
        assert any(name.endswith(ending) for name in names), ending
    (copy / "CHANGELOG.md").write_text("changed")
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    assert "commit first" in done.stderr
