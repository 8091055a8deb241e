"""
Write the owner's addresses into the pages that name them.

    python tools/build_addresses.py --write | --check

The addresses are defined under [project.urls] in pyproject.toml. Until an owner fills
them in, they are at example.org, which belongs to nobody (RFC 2606), and the pages
state that.
"""

import argparse
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

NOBODYS = "https://example.org/"

#: The text of a page: with addresses, and without.
TEXTS = {
    "docs/install.md": (
        """Image, package and checksums: <{Releases}>. The source: <{Source}>.
What does not work: <{Issues}>.""",
        """**There is no address to download from yet**, for nobody has published
Letterzone. Where you have this page you have the source, and one command makes the
package of it.""",
    ),
    "docs/install.de.md": (
        """Abbild, Paket und Prüfsummen: <{Releases}>. Der Quelltext: <{Source}>.
Was nicht geht: <{Issues}>.""",
        """**Es gibt noch keine Adresse zum Herunterladen**, denn niemand hat Letterzone
veröffentlicht. Wo diese Seite ist, ist auch der Quelltext, und ein Befehl macht daraus
das Paket.""",
    ),
    "CONTRIBUTING.md": (
        """Issues go to <{Issues}>, changes to <{Source}>.""",
        """There is no address to send anything to yet. Whoever publishes this fills it
in, once, under `[project.urls]` in `pyproject.toml`.""",
    ),
    "SECURITY.md": (
        """The project's page is <{Source}>, its list of faults <{Issues}>.""",
        """The project has no page yet. Whoever publishes it fills in its address, once,
under `[project.urls]` in `pyproject.toml`.""",
    ),
}

#: The marks around that text in a page.
PLACE = re.compile(r"(<!-- addresses -->\n).*?(?=<!-- /addresses -->)", re.DOTALL)


def main() -> None:
    """Write the pages, or check them."""
    parser = argparse.ArgumentParser(description="Write the owner's addresses.")
    how = parser.add_mutually_exclusive_group(required=True)
    how.add_argument("--write", action="store_true")
    how.add_argument("--check", action="store_true")
    given = parser.parse_args()
    with (ROOT / "pyproject.toml").open("rb") as file:
        urls = tomllib.load(file)["project"]["urls"]
    for name in TEXTS:
        page = ROOT / name
        before = page.read_text(encoding="utf-8")
        after = written(before, name, urls)
        if given.write:
            page.write_text(after, encoding="utf-8")
        elif before != after:
            sys.exit(f"{name}: python tools/build_addresses.py --write")


def written(page: str, name: str, urls: dict[str, str]) -> str:
    """
    Return a page with the owner's addresses.

    Args:
        page: Its text.
        name: The name of the page.
        urls: The addresses, by name.

    Raises:
        ValueError: The page has no place for the addresses.
    """
    known = not any(url.startswith(NOBODYS) for url in urls.values())
    text = TEXTS[name][0].format(**urls) if known else TEXTS[name][1]
    after, count = PLACE.subn(lambda found: f"{found[1]}{text}\n", page)
    if count != 1:
        msg = f"{name}: there is no place for the addresses in it"
        raise ValueError(msg)
    return after


if __name__ == "__main__":
    main()
