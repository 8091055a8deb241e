"""Sentences are found where they lie in the file, as gettext finds them."""

from gettext import GNUTranslations

import pytest

from firmware_host.app.languages import CODES, FOLDER
from firmware_host.errors import SettingsError
from firmware_host.texts.catalogue import Catalogue


@pytest.mark.parametrize("language", CODES)
def test_every_sentence_is_as_gettext_has_it(language):
    """In each context, and in each form."""
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
    """Before the first, between two, and behind the last."""
    catalogue = Catalogue((FOLDER / "en" / "texts.mo").read_bytes())
    assert catalogue.find("page", code) is None
    assert catalogue.find("", code) is None


@pytest.mark.parametrize("data", [b"", b"not at all", bytes(40)])
def test_what_is_no_catalogue_is_told_with_its_remedy(data):
    with pytest.raises(SettingsError, match="build_texts"):
        Catalogue(data)
