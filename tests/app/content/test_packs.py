"""A teacher's words are checked one by one, kept, and carried to other boards."""

import json

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.app.content.packs import BoardPacks, check, look
from firmware_host.board.json import of_message
from firmware_host.board.messages import Refused, say
from firmware_host.errors import AskedError
from firmware_host.journal.store import Journal
from firmware_host.languages import CODES
from firmware_host.words.difficulty import difficulty
from firmware_host.words.packs.pack import FORMER, LISTS
from tests.web.school import school

LANGUAGES = {code: load_language(code) for code in CODES}
PANDAS = {"name": "4b", "language": "en"}


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


@pytest.fixture
def packs(board):
    return BoardPacks(board.table)


def good(text, code="en"):
    return [one["word"] for one in check(text, LANGUAGES[code]) if one["good"]]


def whys(checked):
    """Return the codes of the remarks on a word."""
    return [code for code, _ in checked["why"]]


def test_words_may_be_pasted_in_any_form():
    """A column, a line with commas, a list with numbers, in quotes."""
    assert good("1. hobby\n2) panda;“bread”, 'light'\n• Vowel") == [
        *("HOBBY", "PANDA", "BREAD", "LIGHT", "VOWEL")
    ]
    assert good("Grün, Straße", "de") == ["GRUEN"]


def test_each_word_that_cannot_be_played_says_why():
    """A word that cannot be played has a reason: length, letters, tiles, repeated."""
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
    """A word in no dictionary is marked as unknown and may be played."""
    (one,) = check("zyblo", LANGUAGES["en"])
    assert one["good"]
    assert whys(one) == ["web-word-unknown"]


@pytest.mark.parametrize(
    ("text", "lines", "words"),
    [
        ("der Apfel\ndie Birne\ndas Haus", False, ["APFEL", "BIRNE", "HAUS"]),
        ("Apfel, der\nBirne; die", False, ["APFEL", "BIRNE"]),
        ("der Apfel, die Birne, Ein Haus", False, ["APFEL", "BIRNE", "HAUS"]),
        ("der die das", False, ["DER", "DIE", "DAS"]),
        ("Hund Katze", False, ["HUND", "KATZE"]),
        ("der Apfel, die \u00c4pfel\nHaus (n)", True, ["APFEL", "HAUS"]),
        ("die\nHund\u00a0", True, ["DIE", "HUND"]),
        ("Hund Katze\n1984\nMaus", True, ["MAUS"]),
    ],
)
def test_an_article_is_no_word_of_a_list(text, lines, words):
    """
    A leading article is removed, and the page says so.

    An article alone is a word.
    """
    checked = check(text, LANGUAGES["de"], lines=lines)
    assert [one["word"] for one in checked if one["good"]] == words
    for one in checked:
        shortened = one["typed"].casefold() != one["word"].casefold()
        odd = shortened and one["good"] and one["typed"] != "Hund"
        assert ("web-word-read" in whys(one)) is odd
        assert one["good"] or one["why"]


async def own(packs):
    """Return this board's own packs by name."""
    return {one["name"]: one for one in await packs.all() if one["own"]}


async def words(packs, key, code="en"):
    found = await packs.look(code, key)
    return [one["word"] for one in found["known"]]


def drawn_next(board, length=5):
    """Return the words that the board can draw in the next game."""
    setup = board.table.session.setup
    language = board.table.session.languages[setup.language]
    return language.with_pack(setup.pack).drawn(length).words(length)


async def test_a_pack_is_kept_over_a_restart(tmp_path):
    """A pack with its data and the choice survive a restart; a removed pack is gone."""
    said = {**PANDAS, "licence": "MIT", "topic": "Tiere", "level": "2", "author": "B"}
    async with school(tmp_path) as board:
        made = await BoardPacks(board.table).put(said, "panda hobby sun sun")
        assert await words(BoardPacks(board.table), made["key"]) == [
            "SUN",
            "HOBBY",
            "PANDA",
        ]
        await board.api.send({"command": "choose", "pack": made["key"]})
    async with school(tmp_path) as again:
        packs = BoardPacks(again.table)
        assert await own(packs) == {"4b": made}
        assert {name: made[name] for name in said} == said
        assert drawn_next(again) == ("HOBBY", "PANDA")
        await packs.remove(made["key"])
        assert len(drawn_next(again)) > 100
    assert b"HOBBY" not in b"".join(one.read_bytes() for one in tmp_path.glob("*.db*"))


async def test_a_list_of_an_older_board_is_taken_up(tmp_path):
    """A word list of an older version becomes a pack without a licence."""
    kept = json.dumps({**PANDAS, "words": ["HOBBY", "PANDA"]})
    async with school(tmp_path):
        pass
    with Journal(tmp_path / "letterzone.db", reserve_bytes=0) as journal:
        journal.put_setting("words:3", kept).result()
        journal.put_setting("words:4", kept[:-9]).result()
    async with school(tmp_path) as board:
        (one,) = (await own(BoardPacks(board.table))).values()
        assert (one["key"], one["licence"], one["words"]) == ("3", "private", 2)


async def test_a_pack_is_replaced_and_removed(packs, board):
    """A removed one is not drawn from any more; also one that changes its language."""
    made = await packs.put(PANDAS, "panda")
    key = made["key"]
    await board.api.send({"command": "choose", "pack": key})
    await packs.put(PANDAS, "hobby", key=key)
    assert drawn_next(board) == ("HOBBY",)
    await packs.put({**PANDAS, "language": "de"}, "hund", key=key)
    assert len(drawn_next(board)) > 100
    assert await words(packs, key, "de") == ["HUND"]
    assert await packs.look("en", key) is None
    assert await packs.remove(key) is None
    assert await own(packs) == {}


async def test_what_makes_no_sense_is_refused(packs):
    await packs.put(PANDAS, "panda")
    assert (await packs.put(PANDAS, "butterfly")).code == "pack-empty"
    assert (await packs.remove("7")).code == "pack-gone"
    assert (await packs.remove("animals")).code == "pack-gone"
    with pytest.raises(AskedError):
        await packs.put({**PANDAS, "language": "xx"}, "panda")


async def test_a_board_keeps_so_many_packs_and_no_more(packs, monkeypatch):
    """A board has a maximum of packs; a file that would exceed it is refused whole."""
    monkeypatch.setattr("firmware_host.words.packs.kept.MOST", 3)
    for number in range(2):
        made = await packs.put({**PANDAS, "name": f"{number}"}, "panda")
        assert not isinstance(made, Refused)
    one = {"language": "en", "words": ["SUN"]}
    two = {FORMER: 1, LISTS: [{**one, "name": name} for name in "xy"]}
    assert (await packs.take(json.dumps(two))).code == "pack-many"
    assert len(await own(packs)) == 2
    await packs.put({**PANDAS, "name": "last"}, "panda")
    assert (await packs.put({**PANDAS, "name": "more"}, "panda")).code == "pack-many"


async def test_one_file_carries_every_pack_to_another_board(packs, tmp_path):
    """A file carries all packs to another board and replaces packs of the same name."""
    await packs.put({**PANDAS, "licence": "CC0-1.0"}, "panda")
    await packs.put({**PANDAS, "language": "de"}, "grün")
    text = packs.carried()
    (tmp_path / "other").mkdir()
    async with school(tmp_path / "other") as board:
        other = BoardPacks(board.table)
        await other.put(PANDAS, "hobby")
        assert len(await other.take(text)) == 2
        assert other.carried() == text
        assert (await other.take(text.replace("PANDA", "HOBBY"))).code == "pack-damaged"
        assert other.carried() == text


async def test_a_pack_that_every_board_has_can_be_carried_alone(packs):
    """A shipped pack can be exported alone; imported, it is an own pack."""
    text = packs.carried("de", "tiere")
    (made,) = await packs.take(text)
    assert made["own"]
    assert packs.carried("de", made["key"]) == text
    assert json.loads(packs.carried("en", "tiere"))["packs"] == []


async def test_words_that_this_box_cannot_lay_are_kept_and_not_drawn(packs, board):
    """Words that this box cannot lay are stored and exported, but not drawn."""
    one = {"name": "x", "language": "en", "words": ["BUTTERFLY", "PANDA", "ZZZZZ"]}
    (made,) = await packs.take(json.dumps({FORMER: 1, LISTS: [one]}))
    await board.api.send({"command": "choose", "pack": made["key"]})
    lays = {
        o["word"]: o["lays"] for o in (await packs.look("en", made["key"]))["known"]
    }
    assert lays == {"PANDA": True, "ZZZZZ": False, "BUTTERFLY": False}
    assert drawn_next(board) == ("PANDA",)
    assert "BUTTERFLY" in packs.carried()


def test_what_is_known_of_a_word_is_how_hard_it_is():
    """A known word has the figures of `words.difficulty` if it can be laid."""
    english = LANGUAGES["en"]
    known = {one["word"]: one for one in look(["GOAT", "ZYBLO", "ZZZZZ"], english)}
    hard = difficulty(english, "GOAT")
    assert known["GOAT"] == {
        "word": "GOAT",
        "lays": True,
        "level": hard.level,
        "chance": round(hard.chance * 100),
        "taps": list(hard.taps),
        "why": [of_message(one) for one in hard.why],
        "twins": ["GOAL"],
    }
    assert known["ZYBLO"]["why"][0] == of_message(say("hard-rare"))
    assert not known["ZZZZZ"]["lays"]
    assert known["ZZZZZ"]["level"] == ""


async def test_a_word_is_known_where_the_board_could_have_drawn_it(packs, board):
    """A word is known if the board can draw it, from the pack or its own list."""
    typed = ["HOBBY", "PANDA", "XXXXX"]
    assert packs.known(typed, "en") == ["HOBBY", "PANDA"]
    made = await packs.put(PANDAS, "hobby zyblo")
    await board.api.send({"command": "choose", "pack": made["key"]})
    assert packs.known([*typed, "ZYBLO"], "en") == ["HOBBY", "ZYBLO"]


async def test_words_are_left_out_of_what_is_drawn(packs):
    """Given words are left out of the drawn ones, of a pack or of the board's list."""
    made = await packs.put(PANDAS, "hobby panda")
    key = made["key"]
    assert packs.drawn("en", pack=key, without=["PANDA"]) == ["HOBBY"]
    assert packs.drawn("en", pack=key, without=["ZYBLO"]) == []
    assert "PANDA" not in packs.drawn("en", level="easy", without=["PANDA"])
    assert "CAT" in packs.drawn("en", level="easy", without=["PANDA"])
    assert packs.drawn("en", level="easy") == []


async def test_a_makers_word_is_weighed_whatever_is_played(packs):
    assert packs.worth("goat", "en") == {"rare": False, "twins": ["GOAL"]}
    assert packs.worth("zyblo", "en") == {"rare": True, "twins": []}
    assert packs.worth("12", "en") == {"rare": True, "twins": []}
