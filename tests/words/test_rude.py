"""Rude words are found in disguise; innocent words and names are left alone."""

from pathlib import Path

import pytest

from firmware_host.app.content.languages import load_nicknames, load_rude
from firmware_host.errors import SettingsError
from firmware_host.languages import CODES, FOLDER
from firmware_host.words.rude import RudeWords, read_rude, typed_words, union
from tools import measure_names

#: Words and names of people, places and animals that have something inside.
INNOCENT = """
Scunthorpe Essex Sussex Middlesex Penistone Cockburn Peacock Cockatoo Hancock
Hitchcock Shitake Shiitake Therapist Grape Drape Scrape Skyscraper Parapet Rapeseed
Assassin Assistant Class Classic Bass Grass Glass Passat Cassandra Massimo Compass
Arsenal Parse Coarse Sparse Button Butter Butterfly Rebuttal Titan Titanic Title Titus
Constitution Petit Titmouse Analysis Analyst Canal Banal Analena Annalena Manuscript
Janus Cumberland Cucumber Document Circumference Cumulus Dickens Dickinson Benedick
Dickicht Shoe Phoenix Backhoe Homer Homework Thomas Nazareth Ignazio Sextant Unisex
Album Bumblebee Bumerang Crapaud Scrap Fagott Farthing Farthest Spice Spicy Despicable
Niggard Snigger Nigeria Niger Pakistan Pisces Pistachio Prickly Raccoon Cocoon
Knobelspiel Swank Saturday Pussycat Pussywillow Schurke Hurra Nuttella Minute Nutter
Muckefuck Tischlampe Sporn Ansporn Fettuccine Saulus Sauna Saurier Dinosaurier
Opferlamm Kotzebue Moser Kaktus Kakadu Yamashita Whittler Mongolei Niemand Willy
Hannah Otto Emma Lilly Aaron Bettina Mississippi Shaquille Diego
Ishita Yoshita Lakshit Shital Harshit Rakshita Akshit Ikshita Ashita Dildora Dildorova
Siriporn Pornchanok Patcharaporn Bonner Annus Tiit Höðs Höður Нази Nishit
Push it|Is hit|Bus hit|Fu Manchu|I am Bo|Jo An Al|Bo Ob|Ana L|Rap End|B-Oo-B
"""

#: Rude words as a class might disguise them.
RUDE = """
fuck FUCK Fuuuuck fuckfuck f.u.c.k f-u-c-k fu-ck f_u_c_k Fück MotherFucker xXfuckXx
fuck123 sh1t 5hit $hit shiiiit Bullshit 4ss a55 ass ASS as$ Asss ass99 @$$ BigAss dick
d1ck phuck Dick D1CK d.i.c.k BigDick Dick7 Moby-Dick c0ck p3n1s Penis penisse b1tch
B1tches wh0re n1gg3r nazi Naz1 NAZI88 Hitler h1tler AdolfHitler Heil-Hitler s3x s.e.x
Sexy P0rn PornStar t1ts fart f4rt Arschloch 4rschl0ch Arsch Scheiße scheisse Sch31sse
Scheißkerl fick ficken f1ck F-i-c-k Hure HURENSOHN hur3nsohn Nutte Schlampe W1chser
wichser fotze Möse Spast sp4st Opfer 0pfer Fettsack fett Idiot 1d10t Depp Trottel
schwul schwuuul Sau S4u Muschi Pimmel kacke
gayporn porn pornos horseshit jackshit
F u C k|fu ck|sh it|a s s|n a z i|fick dich|you are an ass|Du alte Sau|d i c k 7
"""


def tried(text):
    """Yield every text to try; in a line with bars, the parts between them."""
    for line in text.strip().splitlines():
        yield from line.split("|") if "|" in line else line.split()


@pytest.mark.parametrize("text", [*tried(INNOCENT)])
def test_an_innocent_name_is_left_alone(text):
    """The town of Scunthorpe has a right to its name."""
    assert not load_rude().has_rude_word(text)


@pytest.mark.parametrize("text", [*tried(RUDE)])
def test_a_rude_name_is_found_in_any_disguise(text):
    """Rude words with digits, doubled or separated letters, or joined, are found."""
    assert load_rude().has_rude_word(text)


@pytest.mark.parametrize("word", ["fuck", "shit", "arsch", "a s s"])
def test_no_other_shape_of_its_letters_hides_a_word(word):
    """Wide letters, bold ones, letters in circles, and characters that show nothing."""
    for first in (0xFF41, 0x1D41A, 0x24D0):
        assert load_rude().has_rude_word(
            "".join(in_alphabet(letter, first) for letter in word)
        )
    for hidden in "\u00ad\u200b\u2060\ufe0f":
        assert load_rude().has_rude_word(hidden.join(word))


@pytest.mark.parametrize(
    "text",
    [
        "\u0455h\u0456t",  # Cyrillic dze and i
        "N\u0430zi",
        "S\u0435x",
        "\u0410rsch",
        "d\u03b9ck",  # Greek iota
        "f\u03c5ck",  # Greek upsilon
    ],
)
def test_no_letter_of_another_script_hides_a_word(text):
    """Cyrillic and Greek keyboards have letters that look like Latin ones."""
    assert load_rude().has_rude_word(text)


def in_alphabet(letter, first):
    """Return a letter in another alphabet whose a has the code *first*."""
    return chr(first + ord(letter) - ord("a")) if letter.isalpha() else letter


@pytest.mark.parametrize("code", CODES)
def test_no_name_that_a_phone_offers_is_rude(code):
    """Neither a suggested name nor a drawn word is rude."""
    rude = load_rude()
    drawn = (FOLDER / code / "common.txt").read_text("ascii").split()

    assert [
        one for one in (*load_nicknames(code), *drawn) if rude.has_rude_word(one)
    ] == []


def test_words_that_somebody_adds_are_found_as_words_of_their_own():
    """Added words are found folded and as whole words only."""
    rude = load_rude().with_words(["Grün-Kohl", "", "42"])

    assert rude.has_rude_word("gruenkohl")
    assert rude.has_rude_word("Der GRÜNK0HL 7")
    assert not rude.has_rude_word("Gruenkohlsuppe")
    assert not load_rude().has_rude_word("gruenkohl")
    assert typed_words(["Grün-Kohl", "gruenkohl", "", "42"]) == ("GRUENKOHL",)


def test_an_innocent_word_covers_what_is_inside_it_and_nothing_beside_it():
    """An innocent word excuses the rude part in it, but not a second one beside it."""
    rude = RudeWords(("ABBA",), (), ("KABBALA",))

    assert not rude.has_rude_word("Kabbala")
    assert rude.has_rude_word("Kabbala-Abba")
    assert rude.has_rude_word("KabbalaxAbba")
    assert not RudeWords().has_rude_word("anything")


def test_a_name_is_innocent_as_it_is_and_not_as_a_part():
    """An innocent name is accepted alone, but not as a part of another word."""
    rude = RudeWords(("ABBA",), ("ODD",), (), ("GABBA",))

    assert not rude.has_rude_word("Gabba")
    assert rude.has_rude_word("Gabbas")
    assert rude.has_rude_word("Gabba Abba")


def test_hardly_any_real_name_is_asked_about():
    """A hundred names of many countries that have something inside; three are words."""
    names = (Path(__file__).parent / "names.txt").read_text("utf-8").split()

    assert len(names) >= 100
    assert {one for one in names if load_rude().has_rude_word(one)} == {
        "Dick",
        "Kike",
        "Hoes",
    }


@pytest.mark.long
def test_of_all_names_of_faker_at_most_one_in_a_thousand_is_asked_about():
    """At most one in a thousand of Faker's 25,000 names is taken for rude."""
    pytest.importorskip("faker", reason="pip install faker")
    names = measure_names.names()

    assert len(names) > 25_000
    asked = [one for one in names if load_rude().has_rude_word(one)]
    assert len(asked) * 1000 <= len(names), asked


def test_words_of_all_languages_are_looked_for_at_once():
    """The lists of several languages are joined."""
    both = union([RudeWords(("ABBA",)), RudeWords((), ("ODD",))])

    assert both == RudeWords(("ABBA",), ("ODD",))


@pytest.mark.parametrize("text", ["WORD\n[alone]", "[nowhere]\nWORD"])
def test_a_word_in_no_section_is_told_with_its_line(text):
    """The error of a word outside a section has its line."""
    with pytest.raises(SettingsError, match=r"xx/rude.txt, line 1: the sections are "):
        read_rude(text, "xx/rude.txt")
