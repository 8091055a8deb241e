"""Which words fit: as marking every word one by one would say."""

import random
from itertools import product

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.words.fitting import Evidence, Fitting
from firmware_host.words.lexicon import Lexicon
from firmware_host.words.marks import clue, mark


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("length", [4, 5])
def test_the_index_agrees_with_marking_every_word(code, length):
    """With one to three queries, with and without clues."""
    lexicon, rnd = load_language(code).accepted, random.Random(length)  # noqa: S311 - the same in every run
    words, index = lexicon.words(length), Fitting(lexicon, length)
    for _ in range(25):
        secret, queries = rnd.choice(words), rnd.sample(words, rnd.randint(1, 3))
        told = [
            Evidence(q, mark(q, secret), rnd.choice(["", clue(q, secret)]))
            for q in queries
        ]
        slow = tuple(
            word
            for word in words
            if all(mark(e.query, word) == e.marks for e in told)
            and all(e.clue in ("", clue(e.query, word)) for e in told)
        )
        assert index.fit(told) == slow
        assert index.count(told) == len(slow)


def test_without_evidence_every_word_fits_and_an_empty_list_has_none():
    """A letter that no word has leaves nothing."""
    index = Fitting(Lexicon(b"ABBA\nOTTO\n"), 4)

    assert index.fit([]) == ("ABBA", "OTTO")
    assert index.fit([Evidence("ZZZZ", "g---")]) == ()
    assert index.fit([Evidence("ZCCC", "y---")]) == ()
    assert index.fit([Evidence("ZCCC", "----", ">")]) == ()
    assert index.fit([Evidence("ZCCC", "----", "<")]) == ("ABBA", "OTTO")
    assert Fitting(Lexicon(b""), 4).fit([Evidence("OTTO", "----")]) == ()


def test_marks_that_are_no_marks_of_the_query_are_our_own_mistake():
    """There is one for each of its letters."""
    with pytest.raises(ValueError, match="zip"):
        Fitting(Lexicon(b"ABBA\nOTTO\n"), 4).count([Evidence("OTTO", "---")])


@pytest.mark.parametrize(
    ("letters", "known"), [("ABC", slice(1, -1, 2)), ("AB", slice(None))]
)
def test_every_answer_over_a_small_alphabet_leaves_the_words_that_fit(letters, known):
    """
    Repeated letters are counted; and each clue halves the list where it should.

    Of the one alphabet, a query may be no word, at either end too; of the other, a
    word may be the same letter four times.
    """
    every = ["".join(word) for word in product(letters, repeat=4)]
    words = every[known]
    index = Fitting(Lexicon("".join(f"{word}\n" for word in words).encode()), 4)
    assert len(index) == len(words)
    for query in (*every[:9], *every[9::5], every[-1]):
        answers = {(mark(query, word), clue(query, word)) for word in every}
        for marks, beside in answers | {(marks, "") for marks, _ in answers}:
            fit = tuple(
                word
                for word in words
                if mark(query, word) == marks and beside in ("", clue(query, word))
            )
            assert index.fit([Evidence(query, marks, beside)]) == fit
            assert index.count([Evidence(query, marks, beside)]) == len(fit)
