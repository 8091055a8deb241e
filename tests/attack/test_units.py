"""The shares of the units, as their files have them."""

from tests.attack import units
from tests.attack.units import Share, share_of, shared


def test_they_are_read_from_the_units_files():
    table, pages = share_of("letterzone"), share_of("letterzone-web")
    assert table.cpu >= 5 * units.WEIGHT > pages.cpu
    assert pages.memory == 96 << 20
    assert table.realtime
    assert not pages.realtime
    assert share_of("letterzone-backup").memory == 0


def test_each_version_of_control_groups_is_written_to(tmp_path, monkeypatch):
    """The limits are written for both versions of control groups, here to folders."""
    monkeypatch.setattr(units, "GROUPS", tmp_path)
    monkeypatch.setattr(units, "LEAVING_S", 0)  # plain folders are never empty
    shares = Share("one", 500, 1 << 20, realtime=True), Share("two")
    for name in ("cpu", "memory"):
        (tmp_path / name).mkdir()
    with shared(*shares) as enter:
        enter("one", 7)
        told = {
            one.relative_to(tmp_path).parts[0]: one for one in tmp_path.glob("*/*-one")
        }
        assert (told["cpu"] / "cpu.shares").read_text() == "5120"
        assert (told["cpu"] / "cpu.rt_runtime_us").read_text() == units.REALTIME_US
        assert (told["memory"] / "memory.limit_in_bytes").read_text() == str(1 << 20)
        assert (told["cpu"] / "cgroup.procs").read_text() == "7"
    (tmp_path / "cgroup.controllers").touch()
    with shared(*shares) as enter:
        enter("two", 8)
        (two,) = tmp_path.glob("*-two")
        assert (two / "cpu.weight").read_text() == "100"
        assert not (two / "memory.max").exists()
        assert (two / "cgroup.procs").read_text() == "8"
