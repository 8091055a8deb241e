"""A package from a stick: signed by a key that is known, whole, and ours."""

import os
import subprocess

import pytest

from firmware_host.app.system import installer
from firmware_host.app.system.installer import (
    MOST_FILES,
    Package,
    find,
    is_newer,
    take,
)
from firmware_host.errors import NoUpdate, UpdateError
from tests.packaging.signing import made_key


@pytest.fixture(scope="module")
def key(tmp_path_factory):
    with made_key(tmp_path_factory.mktemp("key"), "release") as made:
        yield made


@pytest.fixture(scope="module")
def stranger(tmp_path_factory):
    with made_key(tmp_path_factory.mktemp("stranger"), "stranger") as made:
        yield made


@pytest.fixture
def own(tmp_path):
    """Return the folder that copies go to."""
    (tmp_path / "own").mkdir()
    return tmp_path / "own"


def package(folder, *, name="letterzone", version="0.2.0", architecture="all"):
    """Build a real package with nothing in it."""
    tree = folder / "tree" / "DEBIAN"
    tree.mkdir(parents=True, exist_ok=True)
    (tree / "control").write_text(
        f"Package: {name}\nVersion: {version}\nArchitecture: {architecture}\n"
        "Maintainer: Us <us@localhost>\nDescription: nothing\n"
    )
    path = folder / f"{name}_{version}_{architecture}.deb"
    words = ["dpkg-deb", "--root-owner-group", "-b", str(tree.parent), str(path)]
    subprocess.run(words, check=True, capture_output=True)
    return path


def refusal(file, own, *keys):
    """Return why *file* is not taken; the sentence must be one line that names it."""
    with pytest.raises(UpdateError) as caught:
        take(file, own, keys)
    assert str(file) in str(caught.value) or caught.value.why is NoUpdate.KEY
    assert "\n" not in str(caught.value)
    return caught.value.why


def test_a_package_that_is_signed_is_taken(tmp_path, key, own):
    """A signed package is accepted as a copy in a folder of root."""
    file = package(tmp_path)
    key.sign(file)
    taken = take(file, own, [key.public])
    assert taken == Package(own / "letterzone.deb", "0.2.0")
    assert taken.path.read_bytes() == file.read_bytes()


def test_a_pi_without_a_clock_takes_it_too(tmp_path, key, own):
    """A signature from the future is accepted, for a Pi without a clock."""
    file = package(tmp_path)
    key.sign(file, "--faked-system-time", "20400101T000000")
    assert take(file, own, [key.public]).version == "0.2.0"


def test_the_owner_may_trust_a_second_key(tmp_path, key, stranger, own):
    file = package(tmp_path)
    stranger.sign(file)
    missing = tmp_path / "nobody.gpg"
    keys = [missing, key.public, stranger.public]
    assert take(file, own, keys).version == "0.2.0"


def test_without_a_signature_it_is_not_taken(tmp_path, key, own):
    assert refusal(package(tmp_path), own, key.public) is NoUpdate.UNSIGNED


def test_signed_by_a_stranger_it_is_not_taken(tmp_path, key, stranger, own):
    file = package(tmp_path)
    stranger.sign(file)
    assert refusal(file, own, key.public) is NoUpdate.KEY


def test_a_board_without_a_key_takes_nothing(tmp_path, key, own):
    file = package(tmp_path)
    key.sign(file)
    assert refusal(file, own, tmp_path / "nobody.gpg") is NoUpdate.KEY


@pytest.mark.parametrize("where", [0, -1])
def test_with_one_byte_changed_it_is_not_taken(tmp_path, key, own, where):
    file = package(tmp_path)
    key.sign(file)
    content = bytearray(file.read_bytes())
    content[where] ^= 1
    file.write_bytes(content)
    assert refusal(file, own, key.public) is NoUpdate.TORN


@pytest.mark.parametrize("part", ["package", "signature"])
def test_half_of_it_is_not_taken(tmp_path, key, own, part):
    """A stick was pulled while it was written."""
    file = package(tmp_path)
    torn = {"package": file, "signature": key.sign(file)}[part]
    torn.write_bytes(torn.read_bytes()[:20])
    assert refusal(file, own, key.public) is NoUpdate.TORN


def test_a_signature_of_another_package_is_none_of_this(tmp_path, key, own):
    other = key.sign(package(tmp_path, version="0.3.0"))
    file = package(tmp_path)
    other.rename(file.with_name(f"{file.name}.sig"))
    assert refusal(file, own, key.public) is NoUpdate.TORN


@pytest.mark.parametrize("other", [{"name": "bash"}, {"architecture": "arm64"}])
def test_another_package_is_not_taken(tmp_path, key, own, other):
    file = package(tmp_path, **other)
    key.sign(file)
    assert refusal(file, own, key.public) is NoUpdate.PACKAGE


def test_what_is_no_package_is_not_taken(tmp_path, key, own):
    file = tmp_path / "letterzone_9_all.deb"
    file.write_text("a text")
    key.sign(file)
    assert refusal(file, own, key.public) is NoUpdate.PACKAGE


def test_what_would_fill_the_card_is_not_even_copied(tmp_path, key, own, monkeypatch):
    file = package(tmp_path)
    key.sign(file)
    monkeypatch.setattr("firmware_host.app.system.installer.MOST_BYTES", 100)
    assert refusal(file, own, key.public) is NoUpdate.TORN
    assert list(own.iterdir()) == []


def test_a_signature_over_a_weak_digest_is_not_taken(tmp_path, key, own):
    """Two files with one SHA-1 can be made: one to be signed, one to be installed."""
    file = package(tmp_path)
    key.sign(file, "--digest-algo", "SHA1")
    assert refusal(file, own, key.public) is NoUpdate.KEY


def test_a_file_that_is_not_there_is_said(tmp_path, own):
    assert refusal(tmp_path / "letterzone_1_all.deb", own) is NoUpdate.NONE


def test_of_several_on_a_stick_the_newest_is_found(tmp_path):
    """The newest version on a stick is found by its number."""
    for name in ("letterzone_0.9.0_all.deb", "letterzone_0.10.0_all.deb", "photo.jpg"):
        (tmp_path / name).touch()
    assert find(tmp_path).name == "letterzone_0.10.0_all.deb"


@pytest.mark.parametrize("version", ["--help", "-1", "1 2", "1$(x)", "", "latest"])
def test_what_is_no_version_is_no_package(tmp_path, version):
    """A file with an invalid version in its name is ignored."""
    (tmp_path / f"letterzone_{version}_all.deb").touch()
    with pytest.raises(UpdateError) as caught:
        find(tmp_path)
    assert caught.value.why is NoUpdate.NONE


def test_a_stick_full_of_packages_is_not_gone_through(tmp_path, monkeypatch):
    """With too many packages on a stick the error has their number; none is read."""
    for number in range(MOST_FILES + 1):
        (tmp_path / f"letterzone_0.{number}.0_all.deb").touch()
    asked = []
    monkeypatch.setattr(
        "firmware_host.app.system.installer.is_newer", lambda *both: asked.append(both)
    )
    with pytest.raises(UpdateError, match="there are 51 packages in it"):
        find(tmp_path)
    assert asked == []


def test_a_stick_without_a_package_is_said(tmp_path):
    with pytest.raises(UpdateError) as caught:
        find(tmp_path)
    assert caught.value.why is NoUpdate.NONE


def test_a_release_is_newer_than_its_trials():
    assert is_newer("0.2.0", "0.2.0~rc1")
    assert not is_newer("0.2.0", "0.2.0")
    assert not is_newer("0.1.9", "0.2.0")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another user")
def test_root_lets_a_user_without_rights_read_what_a_stranger_brings(
    tmp_path, key, own, monkeypatch
):
    """The signature check runs as the user nobody, who cannot read root's files."""
    file, users, run = package(tmp_path), {}, subprocess.run
    key.sign(file)
    own.chmod(0o700)

    def noted(words, **more):
        users[words[0]] = more.get("user"), more.get("extra_groups")
        return run(words, **more)

    monkeypatch.setattr(installer.subprocess, "run", noted)
    assert take(file, own, [key.public]).version == "0.2.0"
    assert users["gpgv"] == ("nobody", ())
