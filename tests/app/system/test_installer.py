"""An update that either works or is replaced by the version before."""

import pytest

from firmware_host.app.system.installer import UP_S, run
from firmware_host.errors import NoUpdate, UpdateError
from tests.app.machine import Computer, Version, ran


@pytest.fixture
def computer(tmp_path):
    versions = {number: Version() for number in ("1", "2", "3")}
    return Computer(tmp_path, versions)


def failure(computer, version="2"):
    """Return the sentence with which *version* is not installed."""
    with pytest.raises(UpdateError) as caught:
        computer.installer().install(computer.package(version))
    assert caught.value.why is NoUpdate.FAILED
    return str(caught.value)


def test_a_version_that_works_stays(computer):
    installer = computer.installer()
    installer.install(computer.package("2"))
    assert computer.version == installer.version == "2"
    assert computer.journal.read_text() == "one game, migrated"
    assert installer.back_to == "1"
    assert not installer.was_torn


BAD = [
    (Version(installs=False), "no room left"),
    (Version(starts=False), "does not stay up"),
    (Version(dies=True), "does not stay up"),
    (Version(ill=frozenset({"words", "screen-3"})), "screen-3, words"),
    (Version(ill=None), "doctor"),
]


@pytest.mark.parametrize(("bad", "why"), BAD, ids=[why for _, why in BAD])
def test_a_version_that_does_not_work_goes(computer, bad, why):
    """A version that does not work is removed, and the old journal is restored."""
    computer.versions["2"] = bad
    sentence = failure(computer)
    assert why in sentence
    assert "1 is back" in sentence
    assert computer.version == "1"
    assert computer.journal.read_text() == "one game"
    assert not computer.stopped
    assert computer.installer().back_to == ""
    assert not computer.installer().was_torn


def test_what_was_out_of_order_before_is_no_fault_of_the_new_version(computer):
    """A part that was broken before the update does not stop it."""
    computer.versions["1"].ill = frozenset({"screen-3"})
    computer.versions["2"].ill = frozenset({"screen-3"})
    computer.installer().install(computer.package("2"))
    assert computer.version == "2"


def test_a_part_that_heals_after_the_start_is_no_fault(computer):
    computer.versions["2"] = Version(ill=frozenset({"reader-2"}), heals_after=3)
    computer.installer().install(computer.package("2"))
    assert computer.version == "2"


def test_a_board_that_did_not_run_takes_what_may_mend_it(computer):
    """On a board that did not run, an update is kept in spite of a fault."""
    computer.versions["1"] = Version(starts=False, ill=None)
    computer.versions["2"] = Version(ill=frozenset({"screen-3"}))
    computer.installer().install(computer.package("2"))
    assert computer.version == "2"


def test_nobody_waits_for_what_falls_again_and_again(computer):
    computer.versions["2"] = Version(starts=False, falls=True)
    failure(computer)
    assert computer.rested_s < UP_S / 4


def test_nobody_waits_for_ever(computer):
    computer.versions["2"] = Version(starts=False)
    failure(computer)
    assert computer.rested_s < 2 * UP_S


def test_an_older_version_is_no_update(computer):
    installer = computer.installer()
    installer.install(computer.package("2"))
    for version in ("1", "2"):
        with pytest.raises(UpdateError) as caught:
            installer.check(computer.package(version))
        assert caught.value.why is NoUpdate.OLDER
        assert "--back" in str(caught.value)
    installer.check(computer.package("3"))


def test_one_goes_back_with_all_that_was_played_since(computer):
    """The version before can read the journal, so it is left as it is."""
    installer = computer.installer()
    installer.install(computer.package("2"))
    assert installer.back() == "1"
    assert computer.version == "1"
    assert computer.journal.read_text() == "one game, migrated"


def test_where_the_version_before_cannot_read_it_the_backup_comes_back(computer):
    """
    If the former version cannot read the journal, the backup is restored.

    The newer journal is kept as a backup.
    """
    computer.versions["1"].reads = False
    installer = computer.installer()
    installer.install(computer.package("2"))
    assert installer.back() == "1"
    assert computer.journal.read_text() == "one game"
    aside = computer.board / "backups" / "letterzone-2.db"
    assert aside.read_text() == "one game, migrated"


def test_one_cannot_go_back_twice(computer):
    installer = computer.installer()
    installer.install(computer.package("2"))
    installer.back()
    with pytest.raises(UpdateError) as caught:
        installer.back()
    assert caught.value.why is NoUpdate.NO_BACK


def test_a_version_before_that_does_not_start_is_said(computer):
    installer = computer.installer()
    installer.install(computer.package("2"))
    computer.versions["1"].starts = False
    with pytest.raises(UpdateError, match="journalctl"):
        installer.back()


def test_a_power_cut_in_an_update_ends_with_the_version_before(computer):
    installer = computer.installer()

    def cut(words, **environment):
        done = computer.run(words, **environment)
        if words[:2] == ["dpkg", "--install"]:
            raise KeyboardInterrupt  # all that follows never comes
        return done

    installer._run = cut
    with pytest.raises(KeyboardInterrupt):
        installer.install(computer.package("2"))
    after = computer.installer()
    assert after.was_torn
    after.mend()
    assert computer.version == "1"
    assert computer.journal.read_text() == "one game"
    assert not after.was_torn


def test_a_power_cut_before_anything_was_unpacked_ends_with_it_too(computer):
    """After a power cut before unpacking, version and journal are unchanged."""
    computer.installer().install(computer.package("2"))
    computer.journal.write_text("two games")

    def cut(words, **environment):
        if words[:2] == ["dpkg", "--install"]:
            raise KeyboardInterrupt
        return computer.run(words, **environment)

    installer = computer.installer()
    installer._run = cut
    with pytest.raises(KeyboardInterrupt):
        installer.install(computer.package("3"))
    assert installer.was_torn
    computer.installer().mend()
    assert computer.version == "2"
    assert computer.journal.read_text() == "two games"
    assert not computer.installer().was_torn


def test_what_dpkg_will_not_even_begin_changes_nothing(computer):
    """If dpkg cannot start, nothing changes, and the way back stays the same."""
    computer.installer().install(computer.package("2"))
    computer.journal.write_text("two games")

    def locked(words, **environment):
        if words[:2] == ["dpkg", "--install"]:
            return ran(2, "dpkg: error: dpkg frontend lock was locked\n")
        return computer.run(words, **environment)

    installer = computer.installer()
    installer._run = locked
    with pytest.raises(UpdateError, match="locked"):
        installer.install(computer.package("3"))
    assert computer.version == "2"
    assert computer.journal.read_text() == "two games"
    assert installer.back_to == "1"


def test_a_power_cut_while_going_back_ends_with_the_version_before(computer):
    """A power cut while going back ends with the former version and all games."""
    computer.installer().install(computer.package("2"))

    def cut(words, **environment):
        if words[0].endswith("mend"):
            raise KeyboardInterrupt
        return computer.run(words, **environment)

    installer = computer.installer()
    version = installer.back_to
    installer._run = cut
    with pytest.raises(KeyboardInterrupt):
        installer.back()
    computer.installer().mend()
    assert computer.version == version == "1"
    assert computer.journal.read_text() == "one game, migrated"


def test_a_backup_that_is_none_of_ours_is_not_brought_back(computer):
    """The folder is the daemon's; root takes no name from anywhere else."""
    computer.versions["2"] = Version(starts=False)
    installer = computer.installer()

    def swap(words, **environment):
        done = computer.run(words, **environment)
        (computer.kept / "previous.backup").write_text("../../etc/shadow\n")
        return done

    installer._run = swap
    with pytest.raises(UpdateError):
        installer.install(computer.package("2"))
    assert computer.journal.read_text() == "one game, migrated"


def test_a_command_is_run_and_heard():
    done = run(["sh", "-c", "echo $WORD; exit 3"], WORD="heard")
    assert (done.returncode, done.stdout) == (3, "heard\n")
