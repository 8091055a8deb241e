"""Rude words are found in disguise; innocent words and names are left alone."""

import pytest

from firmware_host.app.content.languages import load_nicknames, load_rude
from firmware_host.errors import SettingsError
from firmware_host.languages import CODES, FOLDER
from firmware_host.words.rude import RudeWords, read_rude, together, typed_words

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
Push it|Is hit|Bus hit|Fu Manchu|I am Bo|Jo An Al|Bo Ob|Ana L|Rap End|B-Oo-B
"""

#: What a class tries, in many disguises.
RUDE = """
fuck FUCK Fuuuuck fuckfuck f.u.c.k f-u-c-k fu-ck f_u_c_k Fück MotherFucker xXfuckXx
fuck123 sh1t 5hit $hit shiiiit Bullshit 4ss a55 ass ASS as$ Asss ass99 @$$ BigAss dick
d1ck phuck Dick D1CK d.i.c.k BigDick Dick7 Moby-Dick c0ck p3n1s Penis penisse b1tch
B1tches wh0re n1gg3r nazi Naz1 NAZI88 Hitler h1tler AdolfHitler Heil-Hitler s3x s.e.x
Sexy P0rn PornStar t1ts fart f4rt Arschloch 4rschl0ch Arsch Scheiße scheisse Sch31sse
Scheißkerl fick ficken f1ck F-i-c-k Hure HURENSOHN hur3nsohn Nutte Schlampe W1chser
wichser fotze Möse Spast sp4st Opfer 0pfer Fettsack fett Idiot 1d10t Depp Trottel
schwul schwuuul Sau S4u Muschi Pimmel kacke
F u C k|fu ck|sh it|a s s|n a z i|fick dich|you are an ass|Du alte Sau|d i c k 7
"""


def tried(text):
    """Yield every text to try; in a line with bars, what stands between them."""
    for line in text.strip().splitlines():
        yield from line.split("|") if "|" in line else line.split()


@pytest.mark.parametrize("text", [*tried(INNOCENT)])
def test_an_innocent_name_is_left_alone(text):
    """The town of Scunthorpe has a right to its name."""
    assert not load_rude().finds(text)


@pytest.mark.parametrize("text", [*tried(RUDE)])
def test_a_rude_name_is_found_in_any_disguise(text):
    """Digits for letters, letters twice, letters one by one, words run together."""
    assert load_rude().finds(text)


@pytest.mark.parametrize("code", CODES)
def test_no_name_that_a_phone_offers_is_rude(code):
    """Nor is a word that the board draws on its own."""
    rude = load_rude()
    drawn = (FOLDER / code / "common.txt").read_text("ascii").split()

    assert [one for one in (*load_nicknames(code), *drawn) if rude.finds(one)] == []


def test_words_that_somebody_adds_are_found_as_words_of_their_own():
    """As they were typed; a longer word that has one inside is another word."""
    rude = load_rude().also(["Grün-Kohl", "", "42"])

    assert rude.finds("gruenkohl")
    assert rude.finds("Der GRÜNK0HL 7")
    assert not rude.finds("Gruenkohlsuppe")
    assert not load_rude().finds("gruenkohl")
    assert typed_words(["Grün-Kohl", "gruenkohl", "", "42"]) == ("GRUENKOHL",)


def test_an_innocent_word_covers_what_is_inside_it_and_nothing_beside_it():
    """Twice in one word, and once covered only, is still rude."""
    rude = RudeWords(("ABBA",), (), ("KABBALA",))

    assert not rude.finds("Kabbala")
    assert rude.finds("Kabbala-Abba")
    assert rude.finds("KabbalaxAbba")
    assert not RudeWords().finds("anything")


def test_words_of_all_languages_are_looked_for_at_once():
    """A German class knows English words."""
    both = together([RudeWords(("ABBA",)), RudeWords((), ("ODD",))])

    assert both == RudeWords(("ABBA",), ("ODD",))


@pytest.mark.parametrize("text", ["WORD\n[alone]", "[nowhere]\nWORD"])
def test_a_word_in_no_section_is_told_with_its_line(text):
    """Somebody keeps the file by hand."""
    with pytest.raises(SettingsError, match=r"xx/rude.txt, line 1: the sections are "):
        read_rude(text, "xx/rude.txt")
