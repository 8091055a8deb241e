"""An evening on a real board finds what a game costs there, and nothing else."""

import asyncio
import sys

import pytest

from firmware_host.testing.cases import cases_in
from firmware_host.testing.evening import faults_of
from firmware_host.testing.making import make

#: By what is wrong at the board: what stands in the module, what instead, and what
#: is said.
FAULTS = {
    "nothing": ("", "", ""),
    "a face that raises": (
        "        no = kit.ZoneFace",
        "        assert not hunt.tried\n        no = kit.ZoneFace",
        "the game diamonds is called off for a fault in face: AssertionError at ",
    ),
    "a view of no JSON": (
        'PUBLIC = ("round",',
        'PUBLIC = ("header", "round",',
        "the game diamonds",
    ),
    "nothing that is kept": (
        "return kit.replace(hunt, coin=zone, tried=(), first=first)",
        "return kit.replace(hunt, coin=zone, tried=(), first=first, coins=id(hunt))",
        "after a power cut another game stands there",
    ),
    "a state that cannot start": (
        "coins: int ",
        "missing: int\n    coins: int ",
        "the game diamonds is called off for a fault in start: TypeError at ",
    ),
}


#: The faults planted in each run; `--all` plants the others.
QUICK = "a face that raises"
NAMES = [
    pytest.param(name, marks=() if name == QUICK else pytest.mark.long)
    for name in FAULTS
]


@pytest.mark.parametrize("name", NAMES)
def test_an_evening_finds_what_is_wrong(tmp_path, name):
    was, instead, said = FAULTS[name]
    folder = make("diamonds", tmp_path)
    module = folder / "diamonds.py"
    source = module.read_text(encoding="utf-8")
    assert was in source
    module.write_text(source.replace(was, instead, 1), encoding="utf-8")
    try:
        with cases_in(folder) as [case]:
            found = asyncio.run(faults_of(case, seed=4))
    finally:
        sys.modules.pop("diamonds", None)
    assert found.startswith(said)
    assert bool(found) == bool(said)
