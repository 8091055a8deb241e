"""Replacements of the machine: clocks, chance, threads, ports, pictures."""

import sys
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import firmware_host.app.daemon.starting as starting_module
import firmware_host.devices.controller as controller_module
import firmware_host.devices.pins as pins_module
import firmware_host.journal.writer as writer_module
import firmware_host.simulate.controller as simulated_module
import firmware_host.table.drawn as drawn_module
from firmware_host.app.archive import kept, trial
from firmware_host.app.daemon import daemon, resume
from firmware_host.devices.writer import ScreenWriter
from tests.net.world import CODES_ONLY, _our_languages

if TYPE_CHECKING:
    from tests.world.machine import Machine


def stand_ins(machine: "Machine") -> tuple[tuple[Any, dict[str, Any]], ...]:
    """Return the replacements by name, for each module that uses the name."""
    turns, wire, chance = machine.turns, machine.wire, machine.stream("chance")
    drawn = SimpleNamespace(
        randbits=chance.getrandbits,
        randbelow=chance.randrange,
        token_bytes=chance.randbytes,
    )
    own_threading = SimpleNamespace(Thread=turns.thread, Lock=threading.Lock)
    timers = SimpleNamespace(**vars(threading) | {"Timer": turns.timer})
    ports = SimpleNamespace(read=wire.read, write=wire.written)
    system = SimpleNamespace(urandom=lambda _size: machine.entropy())
    return (
        (writer_module, {"threading": own_threading, "Future": turns.future}),
        (writer_module, {"SimpleQueue": turns.queue}),
        (pins_module, {"threading": timers}),
        (controller_module, {"Serial": wire.open, "os": ports, "secrets": drawn}),
        (simulated_module, {"Cable": wire.cable, "secrets": drawn}),
        (daemon, {"os": system, "load_texts": lambda _code: CODES_ONLY}),
        (starting_module, {"draw_table": _undrawn}),
        (drawn_module, {"draw_table": _undrawn, "draw_zone": _undrawn}),
        (drawn_module, {"draw_maker": _undrawn}),
        (ScreenWriter, {"__enter__": lambda writer: writer, "show": _undrawn}),
        (trial, {"passes": _passes}),
        (resume, {"languages_with": _our_languages}),
        (kept, {"languages_with": _our_languages}),
    )


def _undrawn(*_: Any, **__: Any) -> None:
    """Draw nothing."""


def _passes(path: Path, *, whole: bool) -> bool:
    """Try a backup in this process, as one of its own would."""
    bare = SimpleNamespace(
        **dict.fromkeys(("RLIMIT_CPU", "RLIMIT_AS", "RLIMIT_CORE"), 0),
        setrlimit=lambda *_: None,
    )
    nice = SimpleNamespace(nice=lambda _more: None)
    try:
        with (
            patch.dict(sys.modules, {"resource": bare}),
            patch.multiple(trial, os=nice),
        ):
            trial.main(path, 60, 1 << 30, whole=whole)
    except Exception:  # noqa: BLE001 - as a process that ends badly
        return False
    return True
