"""Every registered game keeps the same promises."""

import pytest

from tests.contracts.cases import cases
from tests.contracts.contract import CHECKS, broken

FEW, MANY = range(5), range(5, 300)
CASES = cases()


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.engine.NAME)
def test_a_game_keeps_its_promises(case, check):
    """Whatever is done in it, by chance and along its playthroughs."""
    assert broken(case, check, FEW) == ""


@pytest.mark.long
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.engine.NAME)
def test_a_game_keeps_its_promises_for_long(case, check):
    """The same, for as long as a nightly run allows."""
    assert broken(case, check, MANY) == ""
