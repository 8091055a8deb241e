"""Each word list gives the reason for a word, or for rejecting a form."""

from itertools import chain

import pytest

from firmware_host.app.content.languages import (
    load_language,
    load_texts,
)
from firmware_host.app.content.reasons import (
    Reasons,
    load_forms,
    load_reasons,
    read_forms,
    read_sections,
    reasons_for,
)
from firmware_host.board.messages import say
from firmware_host.languages import FOLDER


@pytest.mark.parametrize(
    ("code", "word", "why"),
    [
        ("de", "HUND", Reasons(level="easy", source="lists")),
        ("de", "PICKEL", Reasons(level="rare", source="lists")),
        ("de", "KANADA", Reasons(refused="name")),
        ("de", "BERLIN", Reasons(refused="name")),
        ("de", "MIN", Reasons(refused="abbreviation")),
        ("de", "XYZZY", Reasons(refused="unknown")),
        ("de", "OSLO", Reasons(refused="name")),
        ("de", "OSLOS", Reasons(refused="unknown")),
        ("de", "PLANTES", Reasons(refused="unknown")),
        ("de", "VILE", Reasons(refused="unknown")),
        ("de", "STOP", Reasons(level="rare", source="hand", not_drawn="half")),
        ("de", "MEKKA", Reasons(level="rare", source="lists", not_drawn="twofold")),
        ("de", "ELBEN", Reasons(level="rare", source="lists", not_drawn="twofold")),
        ("en", "BRO", Reasons(refused="slang")),
        ("en", "BOBA", Reasons(level="rare", source="hand")),
        ("de", "AXEL", Reasons(level="rare", source="lists", not_drawn="obscure")),
        ("en", "DONUT", Reasons(level="rare", source="hand")),
        ("en", "OWL", Reasons(level="easy", source="lists")),
        ("en", "X-RAY", Reasons(level="everyday", source="hand")),
        ("en", "TO", Reasons(level="cards", source="lists")),
        ("en", "LOSER", Reasons(level="rare", source="lists", not_drawn="never")),
        ("de", "STREBER", Reasons(level="cards", source="lists")),
        ("en", "MELEE", Reasons(level="rare", source="lists")),
    ],
)
def test_a_word_has_the_reasons_of_its_lists(code, word, why):
    assert reasons_for(word, load_language(code), load_reasons(code), {}) == why


def test_no_word_of_the_dictionary_is_called_no_word():
    """No word in `no-words.txt` is in either dictionary."""
    for code in ("de", "en"):
        language, files = load_language(code), load_reasons(code)
        judged = set().union(*files["no-words.txt"].values())
        assert len(judged) > 4000
        assert not [one for one in judged if one in language.accepted]
        assert not [one for one in judged if one in language.wide]


def test_a_language_without_the_files_knows_no_reason_but_its_lists():
    english = load_language("en")
    assert reasons_for("XYZZY", english, {}, {}) == Reasons(refused="unknown")
    assert reasons_for("OWL", english, {}, {}).level == "easy"


def test_sections_are_read_without_comments():
    text = "# a file\n[name]\nANNA BEN # and\nCARL\n[slang]\nYO\n"
    assert read_sections(text) == {
        "name": frozenset({"ANNA", "BEN", "CARL"}),
        "slang": frozenset({"YO"}),
    }


def lemmas(code, word):
    """Return the pairs of lemma and form that `words check` names for a word."""
    why = reasons_for(word, load_language(code), load_reasons(code), load_forms(code))
    return {(one["lemma"], one["form"]) for one in why.forms}


@pytest.mark.parametrize(
    ("code", "word", "forms"),
    [
        ("en", "HOBBY", {("HOBBY", "base")}),
        ("en", "TOOK", {("TAKE", "past")}),
        ("en", "GOING", {("GO", "present-participle"), ("GOING", "base")}),
        ("en", "MICE", {("MOUSE", "plural")}),
        (
            "en",
            "WORSE",
            {(w, "comparative") for w in ("BAD", "ILL")} | {("WORSE", "base")},
        ),
        ("en", "IS", set()),  # two letters: only KEYWORD takes it
        ("de", "HUND", {("HUND", "base")}),
        ("de", "NAHM", {("NEHMEN", "past")}),
        ("de", "RUEGT", {("RUEGEN", "present")}),
        ("de", "HUNDE", {("HUND", "plural-or-case")}),
        ("de", "ZUEGE", {("ZUG", "plural")}),
        ("de", "BAEUME", {("BAUM", "plural-or-case"), ("BAEUMEN", "present")}),
        ("de", "AELTER", {("ALT", "comparative")}),
        ("de", "GRAUE", {("GRAU", "declined"), ("GRAUEN", "present")}),
        ("de", "KANADA", set()),
    ],
)
def test_a_word_has_its_lemmas(code, word, forms):
    assert lemmas(code, word) == forms


@pytest.mark.parametrize(
    ("word", "lemma"),
    [("BAHNE", "BAHN"), ("AASERN", "AAS"), ("WAEHLE", "WAHL"), ("ACKERN", "ACKER")],
)
def test_a_form_that_another_word_explains_is_not_said(word, lemma):
    """
    A form that belongs to another word is not listed for this lemma.

    BAHNE is a form of bahnen, and die Bahn has no such form.
    """
    assert lemma not in {one for one, _ in lemmas("de", word)}


@pytest.mark.parametrize("code", ["de", "en"])
def test_a_word_that_the_board_may_say_has_no_lemma_that_it_never_says(code):
    """COCKED is not called a form of COCK."""
    unfit = load_language(code).unfit
    named = {
        (word, one["lemma"])
        for word, lemmas in load_forms(code).items()
        for one in lemmas
        if word not in unfit and one["lemma"] in unfit
    }
    assert not named


@pytest.mark.parametrize("code", ["de", "en"])
def test_each_form_that_is_shipped_is_a_word_and_has_its_sentence(code):
    language, forms, texts = load_language(code), load_forms(code), load_texts(code)
    assert not [word for word in forms if word not in language.accepted]
    names = {one["form"] for one in chain.from_iterable(forms.values())}
    assert len(names) > 6
    for name in names:
        said = texts.say(say(f"word-form-{name}", word="HOBBY"))
        assert "word-form" not in said
        assert ("HOBBY" in said) == (name != "base")


@pytest.mark.parametrize("code", ["de", "en"])
def test_most_words_have_a_lemma(code):
    """Most words have a lemma, and of everyday words still more."""
    forms = load_forms(code)
    for name, least in (("accepted", 0.8), ("everyday", 0.9)):
        words = (FOLDER / code / f"{name}.txt").read_text("ascii").split()
        assert sum(word in forms for word in words) > least * len(words)


def test_forms_are_read_by_the_letters_that_go_and_what_comes_instead():
    forms = read_forms("b=base t=past p=plural\nGO b t2WENT\nSAW b pS\nSEE t2AW\n")
    assert forms == {
        "GO": [{"lemma": "GO", "form": "base"}],
        "WENT": [{"lemma": "GO", "form": "past"}],
        "SAW": [{"lemma": "SAW", "form": "base"}, {"lemma": "SEE", "form": "past"}],
        "SAWS": [{"lemma": "SAW", "form": "plural"}],
    }
