"""The owner's addresses: from one place into the pages that name them."""

import re

import pytest

from tools import build_addresses

OURS = {
    "Source": "https://letterzone.test/source",
    "Releases": "https://letterzone.test/releases",
    "Issues": "https://letterzone.test/issues",
}


@pytest.mark.parametrize("name", build_addresses.TEXTS)
def test_filled_in_once_they_stand_in_each_page(name):
    """Each page has the given addresses, or no placeholder address without them."""
    page = (build_addresses.ROOT / name).read_text(encoding="utf-8")
    filled = build_addresses.written(page, name, OURS)
    assert OURS["Source"] in filled
    assert OURS["Issues"] in filled
    nobodys = dict.fromkeys(OURS, f"{build_addresses.NOBODYS}x")
    empty = build_addresses.written(filled, name, nobodys)
    assert not re.search(r"letterzone\.test|example\.org", empty)


def test_a_page_without_a_place_is_noticed():
    """A page without a place for the address raises an error."""
    with pytest.raises(ValueError, match="no place"):
        build_addresses.written("# Security\n", "SECURITY.md", OURS)
