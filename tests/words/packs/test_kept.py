"""A board's own packs lie in the settings of its journal."""

from dataclasses import replace

from firmware_host.board.messages import Refused
from firmware_host.words.packs.kept import (
    MOST,
    free,
    pack_setting,
    read_kept,
    with_keys,
)
from firmware_host.words.packs.pack import PRIVATE, Pack

CATS = Pack("2", "Cats", "en", ("CAT", "LION"), licence="MIT", author="4b")
DOGS = Pack("10", "Hunde", "de", ("HUND",), topic="Tiere")


def test_what_was_written_is_read_the_oldest_first():
    """Stored packs are read in the numeric order of their keys."""
    more = Pack("11", "More", "en", ("COW",))
    settings = dict(pack_setting(one.key, one) for one in (DOGS, more, CATS))

    assert read_kept(settings) == {"en": {"2": CATS, "11": more}, "de": {"10": DOGS}}
    assert list(read_kept(settings)["en"]) == ["2", "11"]


def test_a_pack_that_is_gone_has_no_setting():
    assert pack_setting("2", None) == ("words:2", None)


def test_a_list_of_an_older_board_is_a_pack():
    """A stored list of an older board becomes a pack with a private licence."""
    old = '{"name": "4b", "language": "en", "words": ["CAT"]}'

    assert read_kept({"words:1": old, "words": '{"en": 1}'}) == {
        "en": {"1": Pack("1", "4b", "en", ("CAT",), licence=PRIVATE)}
    }


def test_one_that_cannot_be_read_is_left_out():
    """A bit of it has changed on the card; the others are there."""
    settings = dict([pack_setting("2", CATS), ("words:4", "{"), ("words:x", "{}")])

    assert read_kept({**settings, "words:5": "7"}) == {"en": {"2": CATS}}


def test_a_pack_that_comes_replaces_the_one_of_its_name_and_language():
    """A pack replaces one of its name and language, or gets the lowest free key."""
    cats, hunde = replace(CATS, words=("CAT",)), replace(DOGS, language="en")
    new = [replace(one, key="") for one in (cats, hunde, DOGS, hunde)]

    assert with_keys(new, [CATS, DOGS]) == (
        cats,
        replace(hunde, key="1"),
        DOGS,
        replace(hunde, key="1"),
    )
    more = [replace(CATS, key="", name=name) for name in "abc"]
    assert [one.key for one in with_keys(more, [CATS])] == ["1", "3", "4"]


def test_a_board_has_room_for_so_many_packs():
    """If packs exceed the maximum none is stored; one of a known name replaces it."""
    kept = [replace(CATS, key=str(n), name=f"{n}") for n in range(1, MOST)]
    one, other = (replace(CATS, key="", name=name) for name in ("a", "b"))

    (last,) = with_keys([one], kept)
    assert last.key == str(MOST) == free([pack.key for pack in kept])
    full = Refused("pack-many", values=(("n", MOST),))
    assert with_keys([one, other], kept) == full
    assert with_keys([replace(other, name="7")], [*kept, last])[0].key == "7"
