"""Every file of the firmware, as the Pico would take it."""

import subprocess
import sys
from pathlib import Path

import pytest

from firmware_host.devices.firmware import firmware_folder
from tests.controller import bench
from tests.controller.bench import HERE, micropython

FILES = sorted(firmware_folder().glob("*.py"))
FRAMES = HERE.parent / "link" / "frames.hex"


def run(*arguments, **options):
    """Run MicroPython and return its exit code and output."""
    process = micropython(
        *arguments, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options
    )
    said, _ = process.communicate(timeout=30)
    return process.returncode, said.decode()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_micropython_runs_it_at_the_picos_heap_size(path, tmp_path):
    """Every module can be imported with the heap size of a Pico."""
    world = tmp_path / "world.json"
    world.write_text('{"tags": {}, "faults": {}, "down": []}')
    paths = {"BENCH_WORLD": str(world), "BENCH_LOG": str(tmp_path / "log")}
    assert run("-c", f"import {path.stem}", env=paths) == (0, "")


@pytest.mark.parametrize("kilobytes", range(140, 181, 4))
def test_the_whole_firmware_has_room_however_its_memory_lies(kilobytes, tmp_path):
    """The firmware can be imported with each heap size."""
    world = tmp_path / "world.json"
    world.write_text('{"tags": {}, "faults": {}, "down": []}')
    paths = {"BENCH_WORLD": str(world), "BENCH_LOG": str(tmp_path / "log")}
    heap = f"heapsize={kilobytes}K"
    script = "import main, board_config, controller"
    assert run("-X", heap, "-c", script, env=paths) == (0, "")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_mpy_cross_accepts_it_for_the_picos_core(path, tmp_path):
    """Each file compiles for armv6m, the RP2040's Cortex-M0+."""
    compiled = tmp_path / "out.mpy"
    command = [sys.executable, "-m", "mpy_cross", "-march=armv6m"]
    subprocess.run([*command, str(path), "-o", str(compiled)], check=True, timeout=60)
    assert compiled.stat().st_size > 0


def test_mpy_cross_refuses_what_micropython_cannot_read(tmp_path):
    """The compiler refuses syntax that MicroPython does not have."""
    wrong = tmp_path / "wrong.py"
    wrong.write_text("match 1:\n    case 1: pass\n")
    command = [sys.executable, "-m", "mpy_cross", "-march=armv6m", str(wrong)]
    assert subprocess.run(command, check=False, capture_output=True).returncode != 0


def test_the_heap_is_as_small_as_the_picos():
    """Allocating 190 K raises a MemoryError, as on a Pico."""
    code, said = run("-c", "bytearray(190 * 1024)")
    assert code == 1
    assert "MemoryError" in said


def test_micropython_reads_frames_hex_as_everybody_does():
    """The firmware's codec agrees with each line of frames.hex in MicroPython."""
    assert run(str(HERE / "vectors.py"), str(FRAMES)) == (0, "[]\n")


@pytest.mark.parametrize(
    ("machine", "outcome"),
    [("x86_64", FileNotFoundError), ("aarch64", pytest.skip.Exception)],
)
def test_without_micropython_the_tests_fail_where_there_is_one(
    monkeypatch, machine, outcome
):
    """Without MicroPython tests fail on machines for which it exists, else skip."""
    monkeypatch.setattr(bench, "MICROPYTHON", HERE / "gone")
    monkeypatch.setattr(bench.platform, "machine", lambda: machine)
    with pytest.raises(outcome):
        run("-c", "1")


def test_a_wrong_line_in_frames_hex_is_found_by_micropython(tmp_path):
    """A changed line of frames.hex is found."""
    wrong = tmp_path / "wrong.hex"
    wrong.write_text(FRAMES.read_text().replace("frame 01 90 01 -", "frame 01 91 01 -"))
    assert run(str(HERE / "vectors.py"), str(wrong)) == (0, "['update']\n")


def test_the_board_uses_each_pin_of_the_pico_once():
    """No pin of the Pico is used twice, and all pins exist."""
    names: dict = {}
    exec(Path(FILES[0].with_name("board_config.py")).read_text(), names)  # noqa: S102 - our own file
    pins = [names[one] for one in ("SCK", "MOSI", "MISO", "RESET")]
    pins += [*names["READERS"].values(), *names["BUTTONS"].values()]
    assert len(pins) == len(set(pins))
    assert set(pins) <= set(range(23)) | {
        26,
        27,
        28,
    }  # 23-25 and 29 are the board's own


def test_its_clock_does_not_stop_where_the_picos_ticks_begin_again(tmp_path):
    """`ticks_ms` wraps around; heartbeats and dwell must not."""
    world = tmp_path / "world.json"
    world.write_text('{"tags": {}, "faults": {}, "down": []}')
    paths = {"BENCH_WORLD": str(world), "BENCH_LOG": str(tmp_path / "log")}
    lines = (
        "import controller, time",
        "edge = time.ticks_add(0, -1)",
        "ticks = iter([edge - 9, edge, 10, edge // 2])",
        "clock = controller.Clock(lambda: next(ticks))",
        "print(clock(), clock(), clock() > 10**8)",
    )
    assert run("-c", "\n".join(lines), env=paths) == (0, "9 20 True\n")
