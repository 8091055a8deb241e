"""Each limit is defined once; pages, rules and files agree on it."""

import re
from pathlib import Path

import firmware_host
from firmware_host import limits
from firmware_host.board.commands import Choose, schemas_of
from firmware_host.session import lobby

STATIC = Path(firmware_host.__file__).parent / "web" / "static"


def test_a_board_offers_fewer_rounds_than_a_teacher_may_ask_for():
    """The lobby offers fewer rounds than a teacher may ask for; files allow more."""
    assert lobby.ROUNDS == (1, 2, 3, 4, 5, 6)
    most = schemas_of(Choose)["rounds"]["maximum"]
    assert lobby.ROUNDS[-1] < most == limits.ROUNDS_ASKED < limits.ROUNDS_IN_FILE


def test_each_limit_of_the_pages_is_asked_for_by_one():
    """The pages ask for exactly the limits that are meant for them."""
    asked = {
        name
        for path in STATIC.rglob("*.js")
        if "vendor" not in path.parts
        for name in re.findall(
            r'\bmost\("([a-z-]+)"\)', path.read_text(encoding="utf-8")
        )
    }
    assert asked == limits.FOR_PAGES.keys()
