"""
Build the website: the pages in both languages, the pictures, the API, and the game.

    python tools/build_site.py FOLDER [--without-game]

The sources are ``docs/`` and the README, with the files that they link to. MkDocs makes
a site of each language; a page without a translation is shown untranslated. The order
of the pages is that of ``docs/contents.md``. The site loads nothing from other hosts,
so that it works without the internet. Dead links and files from other hosts are
printed, and then the exit code is 1.
"""

import argparse
import json
import os
import re
import sys
import tempfile
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config.defaults import MkDocsConfig
from pymdownx.slugs import slugify

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from firmware_host.languages import CODES, FIRST, title  # noqa: E402 - needs the path
from tools import packed_docs, play_files  # noqa: E402 - likewise

PAGES = ROOT / "tools" / "site"

JsonObject = dict[str, Any]

#: The target of a link to a page or a folder, and its anchor.
LINK = re.compile(r"(?<=\]\()([^)\s:#]+)(#[^)\s]*)?(?=\))")

#: A list of the contents page with the line above it, which ends in a colon.
LISTED = re.compile(r"^(?P<name>[^\n]+):\n\n(?P<list>(?:- .*\n|  .*\n)+)", re.MULTILINE)

#: A line with several links.
RUN = re.compile(r"^(?P<name>[^\n:]{4,40}): (?P<list>\[(?:.+\n)+)", re.MULTILINE)

#: A link with its text.
NAMED = re.compile(r"\[([^\]]+)\]\(([^)#\s]+\.md)[^)]*\)")

#: The elements whose file a browser loads without a click, and the attribute.
LOADED = {"img": "src", "script": "src", "link": "href", "iframe": "src"}


def build(folder: Path, *, game: bool = True) -> None:
    """Write the site into *folder*."""
    with tempfile.TemporaryDirectory() as made:
        whole = Path(made) / "all"
        packed_docs.lay(whole)
        (whole / "icon.svg").write_bytes((play_files.STATIC / "icon.svg").read_bytes())
        reference(whole)
        for inside in (one for one in whole.rglob("*") if one.is_dir()):
            listed(inside)
        for code in CODES:
            pages = Path(made) / code
            lay(whole, pages, code)
            rendered(settings(whole, pages, folder / code, code, game=game))
            (folder / code / "404.html").unlink()  # it knows no address to begin at
    (folder / "index.html").write_bytes((PAGES / "index.html").read_bytes())
    if game:
        play_files.lay(folder / "game")


def rendered(told: Mapping[str, object]) -> None:
    """
    Run MkDocs to write the site of one language.

    Raises:
        ValueError: MkDocs reports an error.
    """
    config = MkDocsConfig(config_file_path=str(PAGES / "mkdocs.json"))
    config.load_dict(dict(told))
    wrong, _ = config.validate()
    if wrong:
        msg = f"MkDocs: {wrong}"
        raise ValueError(msg)
    config.plugins.on_startup(command="build", dirty=False)
    mkdocs_build(config)
    config.plugins.on_shutdown()


# --- pages ------------------------------------------------------------------


def reference(whole: Path) -> None:
    """Write the reference pages: of the game kit, of one game, and of the API."""
    folder = whole / "reference"
    folder.mkdir()
    for path in (PAGES / "reference").glob("*.md"):
        (folder / path.name).write_bytes(path.read_bytes())
    described = ROOT / "docs" / "api" / "openapi.json"
    if described.exists():
        text = api_page(json.loads(described.read_text(encoding="utf-8")))
        (folder / "http.md").write_text(text, encoding="utf-8")


def listed(folder: Path) -> None:
    """Write a page that lists the files of a folder without an index page."""
    files = sorted(one.name for one in folder.iterdir())
    alone = not any(one.suffix in ("", ".md") for one in folder.iterdir())
    if files and alone and not folder.with_suffix(".md").exists():
        lines = [f"# {folder.parent.name}: {folder.name}", ""]
        lines += [f"- [{one}]({one})" for one in files]
        (folder / "index.md").write_text("\n".join(lines), encoding="utf-8")


def api_page(described: JsonObject) -> str:
    """Return the HTTP API as a page: a heading for each path, method and shape."""
    lines = ["# The HTTP API", "", _at(described, "info", "description") or "", ""]
    for path, methods in described["paths"].items():
        for method, does in methods.items():
            if "responses" in does:
                lines += [f"## {method.upper()} `{path}`", ""]
                lines += [*_told(does, described), ""]
    for name, shape in (_at(described, "components", "schemas") or {}).items():
        lines += [f"## {name}", "", _fenced(shape), ""]
    return "\n".join(lines)


def _told(does: JsonObject, described: JsonObject) -> Iterator[str]:
    """Yield the Markdown lines about one endpoint."""
    yield does.get("summary", "")
    yield ""
    yield does.get("description", "")
    yield ""
    if roles := sorted({role for one in does.get("security", ()) for role in one}):
        yield f"For: {', '.join(roles)}.\n"
    given = [_meant(one, described) for one in does.get("parameters", ())]
    yield from (f"- `{one['name']}` in {one['in']}" for one in given)
    if body := _at(does, "requestBody", "content", "application/json", "schema"):
        yield f"\n{_fenced(body)}\n"
    yield ""
    for status, answer in does["responses"].items():
        meant = _meant(answer, described)
        of = _at(meant, "content", "application/json", "schema", "$ref") or ""
        name = of.rpartition("/")[2]
        shape = f" [{name}](#{name.lower()})" if name else ""
        yield f"- `{status}`: {meant.get('description', '')}{shape}"


def _fenced(shape: JsonObject) -> str:
    return f"```json\n{json.dumps(shape, indent=1, ensure_ascii=False)}\n```"


def _meant(value: JsonObject, described: JsonObject) -> JsonObject:
    """Return the schema that a ``$ref`` points to, or *value* if it is none."""
    path = value.get("$ref", "").removeprefix("#/").split("/")
    return _at(described, *path) if path != [""] else value


def _at(value: Any, *keys: str) -> Any:
    """Return the value at a path in a JSON document; None if missing."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def lay(whole: Path, pages: Path, code: str) -> None:
    """Write the pages of one language; a translated page gets its English name."""
    for path in sorted(whole.rglob("*")):
        inside = path.relative_to(whole)
        if path.is_dir() or (path.suffix == ".md" and _hidden(whole, inside, code)):
            continue
        to = pages / _renamed(inside)
        to.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix != ".md":
            to.write_bytes(path.read_bytes())
            continue
        text = path.read_text(encoding="utf-8")
        to.write_text(linked(text, inside, whole, code), encoding="utf-8")


def _hidden(whole: Path, inside: Path, code: str) -> bool:
    """Return True if a page is in another language, or translated to this one."""
    own = language_of(inside)
    if own != FIRST:
        return own != code
    return code != FIRST and (whole / inside).with_suffix(f".{code}.md").exists()


def language_of(page: Path) -> str:
    """Return the language in a page's file name; without one the first language."""
    code = page.suffixes[-2].removeprefix(".") if len(page.suffixes) > 1 else FIRST
    return code if code in CODES else FIRST


def _renamed(inside: Path) -> Path:
    """Return the path of a page in the site of its language."""
    name = inside.name
    if inside.suffix == ".md" and language_of(inside) != FIRST:
        name = f"{inside.name.split('.')[0]}.md"
    return inside.with_name("index.md" if name == "README.md" else name)


def linked(text: str, page: Path, whole: Path, code: str) -> str:
    """
    Return a page whose links are changed for the site of a language.

    Args:
        text: The page.
        page: Its path in *whole*.
        whole: The folder of all pages.
        code: The language.
    """

    def anew(found: re.Match[str]) -> str:
        target = Path(os.path.normpath(page.parent / found[1]))
        if (whole / target).is_dir():
            target /= "index.md"
        if target.suffix != ".md" or not (whole / target).exists():
            return found[0]
        anchor, to = found[2] or "", _renamed(target)
        if _hidden(whole, target, code):  # of another language: of its site
            up = "../" * (len(_address(_renamed(page)).parts) + 1)
            address = _address(to).as_posix().removeprefix(".")
            return (
                f"{up}{language_of(target)}/{address}{'/' if address else ''}{anchor}"
            )
        return os.path.relpath(to, _renamed(page).parent) + anchor

    return LINK.sub(anew, text)


def _address(page: Path) -> Path:
    """Return the folder of a page's address."""
    return page.parent if page.name == "index.md" else page.with_suffix("")


# --- the order of the pages --------------------------------------------------


def settings(
    whole: Path, pages: Path, site: Path, code: str, *, game: bool
) -> Mapping[str, object]:
    """Return the configuration for MkDocs."""
    config = json.loads((PAGES / "mkdocs.json").read_text(encoding="utf-8"))
    words = config.pop("words")[code]
    contents = whole / ("contents.md" if code == FIRST else f"contents.{code}.md")
    config |= {
        "docs_dir": str(pages),
        "site_dir": str(site),
        "nav": order(contents.read_text(encoding="utf-8"), pages, words),
    }
    config["theme"] |= {"language": code}
    toc = {"permalink": True, "slugify": slugify(case="lower")}
    config["markdown_extensions"].append({"toc": toc})
    config["plugins"][0] = {"search": {"lang": sorted({code, FIRST})}}
    if game:
        config["nav"].insert(1, {words["play"]: f"../game/?lang={code}"})
    config["extra"]["alternate"] = [
        {"name": title(one), "link": f"../{one}/", "lang": one} for one in CODES
    ]
    return config


def order(
    contents: str, pages: Path, words: Mapping[str, str]
) -> list[dict[str, object]]:
    """
    Return the navigation tree of the documentation site, in MkDocs form.

    Args:
        contents: The contents page, whose lists give the order.
        pages: The folder of the site's pages; those on no list come last.
        words: The headings of the navigation in the site's language.
    """
    nav: list[dict[str, object]] = [{words["home"]: "index.md"}]
    known = {"index.md"}
    for found in (*LISTED.finditer(contents), *RUN.finditer(contents)):
        part: list[object] = []
        for name, target in NAMED.findall(found["list"]):
            page = _renamed(Path(os.path.normpath(target))).as_posix()
            if page not in known and (pages / page).exists():
                known.add(page)
                said = " ".join(name.split())
                part.append({said[0].upper() + said[1:]: page})
        if part:
            nav.append({found["name"]: part})
    told = sorted(one.relative_to(pages).as_posix() for one in pages.rglob("*.md"))
    more = [one for one in told if one not in known and "/" not in one]
    kits = [one for one in told if one.startswith("reference/")]
    return [*nav, {words["more"]: more}, {words["reference"]: kits}]


# --- what is wrong -----------------------------------------------------------


class Page(HTMLParser):
    """The links, the loaded files and the anchors of an HTML page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.loads: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the links and the anchor of one element."""
        given = {name: value or "" for name, value in attrs}
        self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.add(given["href"])
        only_said = tag == "link" and given.get("rel") in ("canonical", "alternate")
        if LOADED.get(tag) in given and not only_said:
            self.loads.add(given[LOADED[tag]])


def faults(site: Path) -> list[str]:
    """Return an error for each dead link and each file from another host."""
    pages = {
        path: Page(path.read_text(encoding="utf-8")) for path in site.rglob("*.html")
    }
    found = []
    for path, page in sorted(pages.items()):
        name = path.relative_to(site).as_posix()
        for link in sorted(page.loads | page.links):
            url = urlsplit(link)
            if url.scheme or url.netloc:
                if link in page.loads and url.scheme != "data":
                    found.append(f"{name}: {link} comes from elsewhere")
                continue
            if not _leads(path, url.path, unquote(url.fragment), site, pages):
                found.append(f"{name}: {link} leads nowhere")
    return found


def _leads(
    page: Path, to: str, anchor: str, site: Path, pages: Mapping[Path, Page]
) -> bool:
    base = site if to.startswith("/") else page.parent
    target = Path(os.path.normpath(base / unquote(to).lstrip("/"))) if to else page
    if target.is_dir():
        target /= "index.html"
    packed = target.with_name(f"{target.name}.gz")
    if not (target.exists() or packed.exists()):
        return False
    return not anchor or target not in pages or anchor in pages[target].anchors


def main() -> int:
    """Build the site; return 1 if a link is dead."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("folder", type=Path, help="where it is written; made anew")
    given.add_argument("--without-game", action="store_true", help="pages alone")
    asked = given.parse_args()
    if asked.folder.exists() and any(asked.folder.iterdir()):
        print(f"{asked.folder} is not empty; name a new folder", file=sys.stderr)
        return 2
    asked.folder.mkdir(parents=True, exist_ok=True)
    build(asked.folder.resolve(), game=not asked.without_game)
    wrong = faults(asked.folder.resolve())
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
