"""Which words fit some marks, compared with marking each word."""

import random
from itertools import product

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.words.fitting import beside, marked
from firmware_host.words.index import WordIndex, index_of
from firmware_host.words.lexicon import Lexicon
from firmware_host.words.marks import clue, mark


def index_with(*words: str) -> WordIndex:
    """Return the index of some words of four letters."""
    return WordIndex(Lexicon("".join(f"{w}\n" for w in words).encode()), 4, {})


def fit(index: WordIndex, told) -> tuple[str, ...]:
    """Return the words that fit all marks and clues."""
    bits = index.all
    for query, marks, beyond in told:
        bits = beside(index, marked(index, bits, query, marks), query, beyond)
    return index.list(bits)


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize("length", [4, 5])
def test_it_agrees_with_marking_every_word(code, length):
    """The index finds the same words as marking each one, for one to three queries."""
    language, rnd = load_language(code), random.Random(length)  # noqa: S311 - the same in every run
    accepted, index = (
        language.accepted.words(length),
        index_of(language, length, laid=False),
    )
    words = tuple(word for word in accepted if word not in language.unfit)
    assert index.list(index.all) == words
    for _ in range(25):
        secret, queries = rnd.choice(words), rnd.sample(words, rnd.randint(1, 3))
        told = [
            (q, mark(q, secret), rnd.choice(["", clue(q, secret)])) for q in queries
        ]
        slow = tuple(
            word
            for word in words
            if all(mark(q, word) == marks for q, marks, _ in told)
            and all(beyond in ("", clue(q, word)) for q, _, beyond in told)
        )
        assert fit(index, told) == slow


def test_a_letter_that_no_word_has_leaves_nothing():
    """Marks that no word fits leave none, as does an empty list."""
    index = index_with("ABBA", "OTTO")

    assert fit(index, []) == ("ABBA", "OTTO")
    assert fit(index, [("ZZZZ", "g---", "")]) == ()
    assert fit(index, [("ZCCC", "y---", "")]) == ()
    assert fit(index, [("ZCCC", "----", ">")]) == ()
    assert fit(index, [("ZCCC", "----", "<")]) == ("ABBA", "OTTO")
    assert fit(index_with(), [("OTTO", "----", "")]) == ()


def test_marks_that_are_no_marks_of_the_query_are_our_own_mistake():
    """Marks of another length than the query raise ValueError."""
    index = index_with("ABBA", "OTTO")
    with pytest.raises(ValueError, match="zip"):
        marked(index, index.all, "OTTO", "---")


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
    index = index_with(*words)
    assert len(index) == len(words)
    for query in (*every[:9], *every[9::5], every[-1]):
        answers = {(mark(query, word), clue(query, word)) for word in every}
        for marks, beyond in answers | {(marks, "") for marks, _ in answers}:
            slow = tuple(
                word
                for word in words
                if mark(query, word) == marks and beyond in ("", clue(query, word))
            )
            assert fit(index, [(query, marks, beyond)]) == slow
