"""The site: the pages that its tool makes, and the board that runs in one."""

import json
import sys
import threading
from pathlib import Path

import pytest

from firmware_host.languages import CODES
from tools import build_site, play_files

sys.path.insert(0, str(play_files.PLAY))
import page_board


@pytest.fixture
def pages(tmp_path):
    """A few pages as the manual has them: two in both languages, one in English."""
    for name in ("README", "start", "wire", "rules/game"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.md").write_text(f"# {name}", encoding="utf-8")
        if name != "wire":
            (tmp_path / f"{name}.de.md").write_text("# Deutsch", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("code", "page", "text", "becomes"),
    [
        ("en", "start.md", "[a](wire.md#b)", "[a](wire.md#b)"),
        ("en", "start.md", "[a](README.md)", "[a](index.md)"),
        ("en", "start.md", "[de](start.de.md)", "[de](../../de/start/)"),
        ("en", "README.md", "[de](README.de.md)", "[de](../de/)"),
        ("de", "start.de.md", "[a](wire.md)", "[a](wire.md)"),
        ("de", "start.de.md", "[a](rules/game.de.md)", "[a](rules/game.md)"),
        ("de", "rules/game.de.md", "[en](game.md)", "[en](../../../en/rules/game/)"),
        ("de", "start.de.md", "[a](picture.png)", "[a](picture.png)"),
    ],
)
def test_links_lead_to_the_page_of_a_language(pages, code, page, text, becomes):
    """Links lead to pages of the same language, or to the other where it is meant."""
    assert build_site.linked(text, Path(page), pages, code) == becomes


@pytest.mark.parametrize("code", CODES)
def test_each_language_has_every_page_once(pages, tmp_path, code):
    """A page without a translation is shown in English."""
    laid = tmp_path / "laid"
    build_site.lay(pages, laid, code)
    assert {one.relative_to(laid).as_posix() for one in laid.rglob("*.md")} == {
        *("index.md", "start.md", "wire.md", "rules/game.md")
    }
    own = (laid / "start.md").read_text(encoding="utf-8")
    assert own == ("# start" if code == "en" else "# Deutsch")


def test_the_order_of_the_pages_is_the_readmes(pages, tmp_path):
    """The navigation has the README's lists and words; other pages come last."""
    laid = tmp_path / "laid"
    build_site.lay(pages, laid, "en")
    contents = (
        "To play:\n\n- [Begin](start.md): now\n\nTo look inside: [the wire](wire.md)\n"
    )
    words = {"home": "Home", "more": "More", "reference": "Reference"}
    assert build_site.order(contents, laid, words) == [
        {"Home": "index.md"},
        {"To play": [{"Begin": "start.md"}]},
        {"To look inside": [{"The wire": "wire.md"}]},
        {"More": []},
        {"Reference": []},
    ]


@pytest.mark.parametrize("name", ["contents.md", "contents.de.md"])
def test_the_contents_page_has_the_lists_of_the_navigation(name):
    """A contents page has three lists and its last lines."""
    text = (build_site.ROOT / "docs" / name).read_text(encoding="utf-8")
    assert len(build_site.LISTED.findall(text)) == 3
    assert len(build_site.RUN.findall(text)) == 1


@pytest.mark.parametrize(
    ("planted", "fault"),
    [
        ('<a href="gone/">x</a>', "a/index.html: gone/ leads nowhere"),
        ('<a href="../#gone">x</a>', "a/index.html: ../#gone leads nowhere"),
        (
            '<script src="https://example.org/x.js"></script>',
            "a/index.html: https://example.org/x.js comes from elsewhere",
        ),
        ('<a href="../#here">x</a> <a href="https://example.org">y</a>', None),
    ],
)
def test_what_is_dead_or_foreign_is_found(tmp_path, planted, fault):
    """A link may lead to another host; nothing is loaded from one."""
    (tmp_path / "a").mkdir()
    (tmp_path / "index.html").write_text('<h1 id="here">x</h1>', encoding="utf-8")
    (tmp_path / "a" / "index.html").write_text(planted, encoding="utf-8")
    assert build_site.faults(tmp_path) == ([] if fault is None else [fault])


def test_an_endpoint_is_told_with_its_answers():
    """The API's page has each endpoint with its answers and their types."""
    gone = {"$ref": "#/components/responses/Gone"}
    does = {"summary": "Lay a piece.", "responses": {"409": gone}}
    shape = {"$ref": "#/components/schemas/Why"}
    content = {"application/json": {"schema": shape}}
    page = build_site.api_page(
        {
            "paths": {"/api/lay": {"post": does}},
            "components": {
                "responses": {"Gone": {"description": "Refused.", "content": content}},
                "schemas": {"Why": {"type": "string"}},
            },
        }
    )
    assert "## POST `/api/lay`\n\nLay a piece." in page
    assert "- `409`: Refused. [Why](#why)" in page
    assert '## Why\n\n```json\n{\n "type": "string"\n}' in page


def test_another_package_is_not_taken():
    """A package with another checksum is refused."""
    with pytest.raises(ValueError, match="is not the package"):
        play_files.held(b"another one", play_files.INTEGRITY)


def test_the_gallery_has_every_sheet():
    """Each picture that the tools make of screens and pages, in both languages."""
    docs = build_site.ROOT / "docs"
    sheets = {one.name for one in docs.glob("*-sheet*.*")} - {"gallery.md"}
    for page in ("gallery.md", "gallery.de.md"):
        text = (docs / page).read_text(encoding="utf-8")
        assert [one for one in sorted(sheets) if f"]({one})" not in text] == []


async def test_a_whole_board_in_a_page(tmp_path):
    """A board in a page works without threads and sockets, and answers a touch."""
    before = threading.active_count()
    board = await page_board.begin("en", tmp_path)
    told = []
    try:
        hang_up = await board.dial(
            "/socket?as=board&lang=en", "en", lambda *one: told.append(one)
        )
        status, headers, page = await board.ask("GET", "/?lang=en", {}, b"")
        assert (status, headers["content-type"][:9]) == (200, "text/html")
        assert b"/static/pages/board.js" in page
        seen = json.loads((await board.ask("GET", "/api/state", {}, b""))[2])["seen"]
        body = {"act": "tap", "zone": 2, "kind": "blue", "seen": seen}
        given = {"x-letterzone": "1", "content-type": "application/json"}
        status, _, said = await board.ask(
            "POST", "/api/board/touch", given, json.dumps(body).encode()
        )
        assert status in (200, 409), said
        hang_up()
    finally:
        await board.close()
    kinds = [kind for kind, _ in told]
    assert kinds[0] == "open"
    newest = json.loads([text for kind, text in told if kind == "text"][-1])
    assert newest["zones"][1]["lamp"] in ("yes", "no", "refused")
    assert threading.active_count() == before


@pytest.mark.parametrize(
    "path", ["tools/play/index.html", "firmware_host/web/shell.html"]
)
def test_a_page_that_shows_the_game_is_not_translated(path):
    """The game's page asks browsers not to translate it."""
    page = (build_site.ROOT / path).read_text(encoding="utf-8")
    assert 'translate="no"' in page
    assert '<meta name="google" content="notranslate">' in page
