"""
Count how many real names of people the board suspects to be rude words.

    pip install faker
    python tools/measure_names.py

The names are those of Faker (PyPI, MIT): first and family names of some 80 countries.
Names in alphabets other than Latin are left out, because our rude words are all Latin.
Nothing of Faker is shipped.
"""

import importlib
import pkgutil
import unicodedata
from collections.abc import Iterable

from firmware_host.app.content.languages import load_rude


def names() -> list[str]:
    """Return all first names and family names of Faker in Latin letters, sorted."""
    person = importlib.import_module("faker.providers.person")
    found = set[str]()
    for module in pkgutil.iter_modules(person.__path__):
        provider = importlib.import_module(f"{person.__name__}.{module.name}").Provider
        for kind in vars(provider):
            if kind.startswith(("first_", "last_")) and "name" in kind:
                found |= set(_strings(getattr(provider, kind)))
    return sorted(filter(_is_latin, found))


def _strings(several: object) -> Iterable[str]:
    """Yield the names in a list, or the keys of a table of names with weights."""
    if isinstance(several, Iterable) and not isinstance(several, str):
        yield from (one for one in several if isinstance(one, str))


def _is_latin(name: str) -> bool:
    letters = [sign for sign in name if sign.isalpha()]
    return all("LATIN" in unicodedata.name(one, "") for one in letters)


def main() -> None:
    """Print the common names that the board wrongly takes for rude, and their share."""
    rude, known = load_rude(), names()
    asked = [name for name in known if rude.has_rude_word(name)]
    print(*asked, sep="\n")
    share = 100 * len(asked) / len(known)
    print(f"{len(asked)} of {len(known)} names are asked about: {share:.3f} %")


if __name__ == "__main__":
    main()
