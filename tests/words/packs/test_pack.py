"""Packs are written to files and read; faults of a file are named."""

import json

import pytest
from hypothesis import given, settings, strategies as st

from firmware_host.board.messages import Refused
from firmware_host.board.record import replace
from firmware_host.limits import LIST_LETTERS
from firmware_host.words.packs.pack import (
    FORMER,
    LISTS,
    MARK,
    PRIVATE,
    VERSION,
    WORDS,
    Pack,
    in_order,
    read_packs,
    write_packs,
)

CODES = ("en", "de")
PETS = Pack("7", "Tiere", "de", ("BAER", "KATZE"), "Klasse 2", "Tiere", "CC0-1.0", "4b")

texts = st.text(st.characters(blacklist_categories=["Cs"]), max_size=40)
words = st.text(alphabet="ABYZ'-", min_size=1, max_size=6)
packs = st.builds(
    Pack,
    key=st.just(""),
    name=texts.filter(str.strip),
    language=st.sampled_from(CODES),
    words=st.sets(words, min_size=1).map(in_order),
    level=texts,
    topic=texts,
    licence=texts.filter(str.strip),
    author=texts,
)


@settings(max_examples=40)
@given(st.lists(packs, min_size=1, max_size=3))
def test_written_read_and_written_again_gives_the_same_bytes(some):
    """Packs of any content survive being written and read, with the same bytes."""
    text = write_packs(some)
    read = read_packs(text, CODES)

    assert read == tuple(some)
    assert write_packs(read) == text


def test_a_file_says_all_that_a_pack_is():
    """A file has all fields of a pack except its key, which is the board's own."""
    (inside,) = json.loads(write_packs([PETS]))["packs"]

    assert inside.pop("sha256")
    assert inside == {
        "name": "Tiere",
        "language": "de",
        "level": "Klasse 2",
        "topic": "Tiere",
        "licence": "CC0-1.0",
        "author": "4b",
        "words": ["BAER", "KATZE"],
    }


def test_a_file_may_say_it_in_any_order():
    """The keys of a pack may be in any order: the checksum uses sorted keys."""
    file = json.loads(write_packs([PETS]))
    turned = [dict(reversed(one.items())) for one in file["packs"]]

    assert read_packs(json.dumps({**file, "packs": turned}), CODES) == (
        replace(PETS, key=""),
    )


def test_a_pack_may_have_so_many_words():
    """A pack with the maximum number of words is read."""
    many = in_order(f"A{n:05}" for n in range(WORDS))
    (read,) = read_packs(written(words=many), CODES)

    assert read.words == many


def changed(**more):
    """A file in which something was changed after its checksum was made."""
    file = json.loads(write_packs([PETS]))
    file["packs"][0] |= more
    return json.dumps(file)


def written(**more):
    """A file with its right checksum that says something else than usual."""
    said = {name: getattr(PETS, name) for name in ("key", "name", "language", "words")}
    return write_packs([Pack(**{**said, "licence": "CC0-1.0", **more})])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (changed(words=["BAER", "KATER"]), "pack-damaged"),
        (changed(licence="MIT"), "pack-damaged"),
        (changed(sha256=7), "pack-damaged"),
        (written(language="fr"), "pack-language"),
        (written(licence=" "), "pack-licence"),
        (written(words=("KATZE", "BAER")), "pack-words"),
        (written(words=("Bär",)), "pack-words"),
        (written(words=()), "pack-words"),
        (written(words=tuple(f"A{n:05}" for n in range(WORDS + 1))), "pack-long"),
        (written(name=" "), "pack-about"),
        (written(topic="x" * 201), "pack-about"),
        (write_packs([]), "pack-file"),
        (json.dumps({MARK: VERSION + 1, "packs": 7}), "pack-newer"),
        ("", "pack-file"),
        ("[]", "pack-file"),
        ("{}", "pack-file"),
        ('{"lists": 7}', "pack-file"),
        (
            json.dumps({"lists": [{"name": "a", "language": "en", "words": ["CAT"]}]}),
            "pack-file",
        ),
        (write_packs([PETS])[:-40], "pack-file"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(text, code):
    """A faulty file is refused with the code of its fault."""
    read = read_packs(text, CODES)

    assert isinstance(read, Refused)
    assert read.code == code


def test_one_bad_pack_spoils_the_file():
    """The sentence names the one that is to blame."""
    file = json.loads(write_packs([PETS, PETS]))
    file["packs"][1]["name"] = "Pflanzen"
    read = read_packs(json.dumps(file), CODES)

    assert read == Refused("pack-damaged", values=(("name", "Pflanzen"),))


def test_a_file_of_an_older_board_is_read():
    """Lists without licence and order are read from an older file."""
    one = {"name": "4b", "language": "en", "words": ["panda", "SUN", "Hobby"]}
    read = read_packs(json.dumps({FORMER: 1, LISTS: [one]}), CODES)

    assert read == (Pack("", "4b", "en", ("SUN", "HOBBY", "PANDA"), licence=PRIVATE),)
    long = json.dumps({FORMER: 1, LISTS: [{**one, "name": "x" * 99}]})
    assert read_packs(long, CODES)[0].name == "x" * LIST_LETTERS
    wrong = json.dumps({FORMER: 1, LISTS: [{**one, "language": "xx"}]})
    assert read_packs(wrong, CODES).code == "pack-language"
    assert read_packs(json.dumps({FORMER: 1, LISTS: [{"name": "4b"}]}), CODES).code == (
        "pack-file"
    )
