"""`letterzone wire check` over a real pty, and its messages for a wrong port."""

import os
import subprocess
import sys
import threading
import time
import tty

import pytest

from firmware_host.app.doctor.wire_check import RULES
from firmware_host.cli import controller
from firmware_host.cli.main import main
from tests.app.doctor.test_wire_check import SAMPLE
from tests.cli.command import refusal
from tests.controller.bench import Bench


@pytest.fixture
def sample():
    """The sample controller, as a process of its own."""
    with subprocess.Popen(
        [sys.executable, SAMPLE], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        yield process
        process.kill()


@pytest.fixture
def hands(monkeypatch):
    """Do something at the controller whenever the examination asks for it."""

    def work(do):
        real = controller.Examination

        def examined(line, ask):
            def told(message):
                ask(message)
                threading.Timer(0.1, do).start()

            return real(line, told)

        monkeypatch.setattr(controller, "Examination", examined)

    return work


@pytest.mark.long
def test_the_sample_controller_speaks_as_the_page_says(sample, hands, capsys):
    """The sample controller passes each rule over a real port."""
    port = sample.stdout.readline().decode().strip()

    def press():
        sample.stdin.write(b"press 0\n")
        sample.stdin.flush()

    hands(press)
    assert main(["wire", "check", port, "--language", "en"]) == controller.WELL
    out = capsys.readouterr().out.splitlines()
    assert sum(line[0] in "✔+" for line in out if line) == len(RULES)
    assert out[-1] == "It speaks as docs/wire.md says."


@pytest.mark.long
def test_our_own_controller_speaks_as_the_page_says(tmp_path, hands, capsys):
    """Our firmware in a real MicroPython passes the wire check."""
    with Bench(tmp_path) as bench:

        def press():
            bench.press(0)
            time.sleep(0.1)
            bench.release(0)

        hands(press)
        code = main(["wire", "check", bench.path, "--language", "de"])
    out = capsys.readouterr().out
    assert code == controller.WELL, out
    assert "Er spricht, wie es in docs/wire.md steht." in out


def test_a_port_that_is_not_there_is_one_line(tmp_path, capsys):
    told = refusal(capsys, "wire", "check", tmp_path / "ttyACM0")
    assert "cannot be opened" in told
    assert "systemctl stop letterzone" in told


def test_a_port_where_nobody_speaks_breaks_the_first_rule(pty_path, capsys):
    """Without a HELLO the first rule is broken; the remedy is printed."""
    assert main(["wire", "check", pty_path, "--language", "en"]) == controller.BROKEN
    out = capsys.readouterr().out.splitlines()
    assert out[0].endswith("No HELLO came; a PI BEAT with boot_id 0 asks for one.")
    assert out[-1].startswith("Rules that are broken: 1.")


@pytest.fixture
def pty_path():
    """Return a port without a controller at its other end."""
    near, far = os.openpty()
    tty.setraw(far)
    yield os.ttyname(far)
    os.close(near)
    os.close(far)
