"""Which words fit: as marking every word one by one would say."""

import random

import pytest

from firmware_host.app.languages import load_language
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
    assert Fitting(Lexicon(b""), 4).fit([Evidence("OTTO", "----")]) == ()
