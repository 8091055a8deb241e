"""Sentences are found where they lie in the file, as gettext finds them."""

import io
from gettext import GNUTranslations

import polib
import pytest

from firmware_host.board.messages import say
from firmware_host.errors import SettingsError
from firmware_host.languages import CODES, FOLDER
from firmware_host.texts.catalogue import Catalogue
from firmware_host.texts.texts import Texts


@pytest.mark.parametrize("language", CODES)
def test_every_sentence_is_as_gettext_has_it(language):
    """Each sentence is the same as in gettext, in each context and plural form."""
    path = FOLDER / language / "texts.mo"
    catalogue = Catalogue(path.read_bytes())
    with path.open("rb") as stream:
        known = GNUTranslations(stream)

    found = list(catalogue.sentences())

    assert len(found) > 1000
    assert [one[:2] for one in found] == sorted(one[:2] for one in found)
    for context, code, text in found:
        for number in (0, 1, 2):
            many = known.npgettext(context, code, code, number)
            one = known.pgettext(context, code)
            wanted = one if many == code else many
            assert catalogue.find(context, code, number) == wanted
        assert catalogue.find(context, code) == text


@pytest.mark.parametrize("code", ["", "ye", "yesss", "zzz", "\u00e4"])
def test_what_is_not_there_is_nothing(code):
    """An unknown code or context is not found."""
    catalogue = Catalogue((FOLDER / "en" / "texts.mo").read_bytes())
    assert catalogue.find("page", code) is None
    assert catalogue.find("", code) is None


@pytest.mark.parametrize("data", [b"", b"not at all", bytes(40)])
def test_what_is_no_catalogue_is_told_with_its_remedy(data):
    with pytest.raises(SettingsError, match="build_texts"):
        Catalogue(data)


def small(**sentences: str) -> bytes:
    """Return the file of some sentences; of two forms where there is a bar."""
    file = polib.POFile()
    file.metadata = {"Plural-Forms": "nplurals=2; plural=(n != 1);"}
    for code, text in sentences.items():
        entry = polib.POEntry(msgid=code, msgctxt="page", msgstr=text)
        if "|" in text:
            forms = dict(enumerate(text.split("|")))
            entry = polib.POEntry(
                msgid=code, msgctxt="page", msgid_plural=code, msgstr_plural=forms
            )
        file.append(entry)
    return bytes(file.to_binary())


@pytest.mark.parametrize("count", range(6))
def test_a_catalogue_may_be_of_any_size(count):
    """In a catalogue of any size all its codes are found and no others."""
    codes = [chr(ord("b") + 2 * number) for number in range(count)]
    catalogue = Catalogue(small(**{code: f"{code}!" for code in codes}))
    assert list(catalogue.sentences()) == [("page", code, f"{code}!") for code in codes]
    for code in "abcdefghijklm":
        wanted = f"{code}!" if code in codes else None
        assert catalogue.find("page", code) == wanted


def test_a_sentence_without_a_number_is_said_of_one():
    """Without a number the form of one is used."""
    texts = Texts(io.BytesIO(small(wins="{who} wins|all {who} win")))
    assert texts.say(say("wins", who="Ann")) == "Ann wins"
    assert texts.say(say("wins", who="Ann", n="")) == "Ann wins"
    assert texts.say(say("wins", who="Ann", n=2)) == "all Ann win"
    assert (texts.find("wins", "page"), texts.has("wins", "page")) == (
        *("{who} wins", True),
    )
    assert texts.as_json("page") == {"wins": "{who} wins"}
