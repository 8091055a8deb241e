"""MicroPython's prompt: a real one takes files, and errors are named."""

import os
import pty

import pytest

from firmware_host.devices.flasher import FIRST, Prompt
from firmware_host.errors import BoardMissingError
from tests.app.pico import Pico

FILES = {FIRST: b"import b\n", "b.py": b"x = 1\n" * 200}


@pytest.fixture
def pico(tmp_path):
    """A Pico with nothing on it."""
    with Pico(tmp_path) as pico:
        yield pico


def test_files_arrive_whole_and_the_first_comes_last(pico):
    """A plug pulled in between leaves a Pico at its prompt."""
    with Prompt(str(pico.port)).open() as prompt:
        assert list(prompt.write(FILES)) == ["b.py", FIRST]
    assert {path.name: path.read_bytes() for path in pico.flash.iterdir()} == FILES


def test_it_tells_its_version(pico):
    """The version of MicroPython has three numbers."""
    with Prompt(str(pico.port)).open() as prompt:
        assert len([int(part) for part in prompt.version().split(".")]) == 3


def test_a_torn_file_ends_it_before_the_first_is_there(pico, monkeypatch):
    """If a file reads back differently, the error says so and `main.py` is missing."""
    with Prompt(str(pico.port)).open() as prompt:
        take = prompt._wire.fs_writefile
        monkeypatch.setattr(
            prompt._wire, "fs_writefile", lambda name, data: take(name, data[:-1])
        )
        with pytest.raises(BoardMissingError, match="did not arrive whole"):
            list(prompt.write(FILES))
    assert not (pico.flash / FIRST).exists()


def test_a_port_that_says_nothing_is_named():
    """Something else hangs there, or a program that does not listen."""
    near, far = pty.openpty()
    with pytest.raises(BoardMissingError, match="MicroPython's prompt"):
        Prompt(os.ttyname(far)).open()
    os.close(near)
    os.close(far)


def test_a_port_that_is_not_there_is_named(tmp_path):
    """The error for a missing port has its path."""
    with pytest.raises(BoardMissingError, match="nothing: the Pico does not answer"):
        Prompt(str(tmp_path / "nothing")).open()
