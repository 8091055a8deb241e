"""A scoresheet for a spreadsheet: nothing in it is worked out."""

import pytest

from firmware_host.web.classroom.history import safe


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\tx", "\rx", "\nx"])
def test_no_text_is_a_formula(text):
    assert safe(text) == f"'{text}"


@pytest.mark.parametrize("value", ["Ann", "", -3, 7, "1+1"])
def test_what_is_no_formula_stays(value):
    assert safe(value) == value
