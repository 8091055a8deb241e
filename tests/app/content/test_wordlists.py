"""A teacher's words are checked one by one, kept, and carried to other boards."""

import json

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.app.content.wordlists import MARK, WordLists, check
from firmware_host.journal.store import Journal
from firmware_host.languages import CODES

LANGUAGES = {code: load_language(code) for code in CODES}


@pytest.fixture
def journal(tmp_path):
    with Journal(tmp_path / "j.db", reserve_bytes=0) as opened:
        yield opened


@pytest.fixture
def lists(journal):
    return WordLists(journal, LANGUAGES)


def good(text, code="en"):
    return [one["word"] for one in check(text, LANGUAGES[code]) if one["good"]]


def whys(checked):
    """Return the codes of what is odd about a word."""
    return [code for code, _ in checked["why"]]


def test_words_may_be_pasted_in_any_form():
    """A column, a line with commas, a list with numbers, in quotes."""
    assert good("1. hobby\n2) panda;“bread”, 'light'\n• Vowel") == [
        *("HOBBY", "PANDA", "BREAD", "LIGHT", "VOWEL")
    ]
    assert good("Grün, Straße", "de") == ["GRUEN"]


def test_each_word_that_cannot_be_played_says_why():
    """Too long, no letter, too many tiles; and what stood there before."""
    told = {
        one["typed"]: whys(one)
        for one in check("hobby butterfly h4t zzzzz", LANGUAGES["en"])
    }
    assert told["hobby"] == []
    assert "refused-word-length" in told["butterfly"]
    assert "refused-word-letters" in told["h4t"]
    assert "refused-word-tiles" in told["zzzzz"]
    first, again = check("hobby Hobby", LANGUAGES["en"])
    assert (first["good"], again["good"]) == (True, False)
    assert whys(again) == ["web-word-twice"]


def test_a_word_that_no_dictionary_has_is_the_teachers_affair():
    """It is said, and it may be played."""
    (one,) = check("zyblo", LANGUAGES["en"])
    assert one["good"]
    assert whys(one) == ["web-word-unknown"]


async def test_a_list_is_kept_over_a_restart(lists, journal):
    made = await lists.put("4b", "en", "panda hobby sun sun")
    assert made["words"] == ["SUN", "HOBBY", "PANDA"]
    await lists.choose("en", made["number"])
    again = WordLists(journal, LANGUAGES)
    assert again.all() == [made]
    assert again.drawn("en") == made["words"]
    assert again.drawn("de") == []


async def test_a_list_is_replaced_and_removed(lists):
    """A removed one is not drawn from any more."""
    made = await lists.put("4b", "en", "panda")
    await lists.put("4b", "en", "hobby", number=made["number"])
    await lists.choose("en", made["number"])
    assert lists.drawn("en") == ["HOBBY"]
    assert await lists.remove(made["number"]) is None
    assert lists.drawn("en") == []
    assert lists.all() == []


async def test_what_makes_no_sense_is_refused(lists):
    made = await lists.put("4b", "en", "panda")
    assert (await lists.put("4b", "en", "butterfly")).code == "list-empty"
    assert (await lists.choose("de", made["number"])).code == "list-gone"
    assert (await lists.remove(7)).code == "list-gone"


async def test_one_file_carries_every_list_to_another_board(lists, tmp_path):
    """Of the same name and language there is one afterwards."""
    await lists.put("4b", "en", "panda")
    await lists.put("4b", "de", "grün")
    text = lists.carried()
    with Journal(tmp_path / "other.db", reserve_bytes=0) as journal:
        other = WordLists(journal, LANGUAGES)
        await other.put("4b", "en", "hobby")
        await other.take(text)
        assert other.carried() == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"lists": 7}',
        json.dumps({MARK: 1, "lists": [{"name": "x", "language": "xx", "words": []}]}),
        json.dumps({MARK: 1, "lists": [{"name": "x", "language": "en", "words": 7}]}),
    ],
)
async def test_a_file_of_something_else_is_refused(lists, text):
    assert (await lists.take(text)).code == "list-file"
    assert lists.all() == []


async def test_a_word_is_known_where_the_board_could_have_drawn_it(lists):
    """From its own words; while a class's list is chosen from that one alone."""
    typed = ["HOBBY", "PANDA", "XXXXX"]
    assert lists.known(typed, "en") == ["HOBBY", "PANDA"]
    await lists.put("4b", "en", "hobby zyblo")
    await lists.choose("en", 1)
    assert lists.known([*typed, "ZYBLO"], "en") == ["HOBBY", "ZYBLO"]
