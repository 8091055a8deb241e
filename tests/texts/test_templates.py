"""A sentence is found by its template, with the values filled in."""

import time

import pytest
from hypothesis import given, strategies as st

from firmware_host.languages import CODES, FOLDER
from firmware_host.texts.catalogue import Catalogue
from firmware_host.texts.templates import CONTEXT, DEEPEST, Templates

KNOWN = Templates(
    {
        "{0}: {1}": "{0}: {1}",
        "{0}; {1}": "{0}; {1}",
        "{0} or {1}": "{0} oder {1}",
        "{0} must be {1}": "{0} muss {1} sein",
        "{0} must be {1}, not {2}": "{0} muss {1} sein, nicht {2}",
        "{0} has words of {1} letters": "mit {1} Buchstaben spielt {0}",
        "no game is called {0}": "kein Spiel heißt {0}",
        "a text": "ein Text",
        "such as {{ PIN }}": "etwa {{ PIN }}",
    }.items()
)


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("a text", "ein Text"),
        ("no game is called 'x'", "kein Spiel heißt 'x'"),
        ("no game is called ", "kein Spiel heißt "),
        ("by.toml:3: port must be a text", "by.toml:3: port muss ein Text sein"),
        ("port must be a, b or c, not 'd'", "port muss a, b oder c sein, nicht 'd'"),
        ("port must be a text or b", "port muss ein Text oder b sein"),
        ("x: y has words of 5 letters", "x: mit 5 Buchstaben spielt y"),
        ("such as { PIN }; a text", "etwa { PIN }; ein Text"),
        ("no game is called {0}", "kein Spiel heißt {0}"),
    ],
)
def test_a_line_is_said_in_the_language(line, wanted):
    """A line is translated with its values, and values that are sentences too."""
    assert KNOWN.translate(line) == wanted


@pytest.mark.parametrize(
    "line",
    [
        "",
        "this is not known",
        "Expected newline or end of document",  # somebody else's: no half of it
        "no game",
        "a texts",
    ],
)
def test_what_is_not_known_stays_as_it_is(line):
    assert KNOWN.translate(line) == line


def test_what_is_nested_too_deep_ends():
    """Nested sentences are translated up to a maximum depth."""
    line = "a: " * 5_000 + "a text"
    assert KNOWN.translate(line) == line
    assert KNOWN.translate("a: " * DEEPEST + "a text").endswith("a: ein Text")
    line = "a: " * (DEEPEST + 1) + "a text"
    assert KNOWN.translate(line) == line


@given(st.text(alphabet="a:; {}or0must bent,x", max_size=80))
def test_any_line_comes_out_as_a_line(line):
    """Braces and bits of templates do no harm."""
    assert isinstance(KNOWN.translate(line), str)


@pytest.mark.parametrize("language", CODES[1:])
def test_a_line_of_any_length_is_said_soon(language):
    """A name may be long, and made to look like our own sentences."""
    found = Catalogue((FOLDER / language / "texts.mo").read_bytes()).sentences()
    all_of_it = Templates((code, text) for of, code, text in found if of == CONTEXT)
    begun = time.process_time()
    for part in ("a: ", "; ", " or ", " must be ", "x to y, ", "{0}", " ("):
        all_of_it.translate(part * 1_400)
    assert time.process_time() - begun < 2
