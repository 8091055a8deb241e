"""The pages' shell, and the scripts and styles that each one names."""

import asyncio
import gzip
import re
from os.path import normpath
from pathlib import Path

import pytest
from starlette.requests import Request

from firmware_host import web
from firmware_host.board.messages import Message
from firmware_host.web.pages import (
    PAGES,
    Files,
    drawn_by,
    needed_files,
    shell,
    tightened,
    without_remarks,
)

FOLDER = Path(web.__file__).parent


#: The games with a part of their own of the pages.
GAMES = sorted(one.parent.name for one in FOLDER.glob("static/games/*/game.js"))


#: A page that another one is drawn with: the tablet is the board under real pieces.
DRAWN_WITH = {"tablet": "board"}


def asked(path: str, query: str = "", game: str = "") -> str:
    """Return a page's shell, its title the code of its title."""
    scope = {"type": "http", "query_string": query.encode(), "headers": []}

    def words(message: Message, language: str) -> str:
        return f"{language} {message.code}"

    return bytes(shell(path, Request(scope), "de", words, game=game).body).decode()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_a_script_and_styles_that_are_there(path):
    text = asked(path)
    files = re.findall(r'(?:href|src)="/(static/[^"]+)"', text)
    assert len(files) > 3
    assert [name for name in files if not (FOLDER / name).is_file()] == []
    assert f"<title>de web-title-{PAGES[path]} " in text


def test_a_page_shows_the_mark_until_it_is_drawn():
    before = asked("/").partition("</main>")[2]
    assert "Letterzone" in before
    assert before.count("<svg") == 1
    assert "de web-needs-script" in before
    assert '<p class="late">de web-opening-late</p>' in before


def test_a_page_over_a_film_says_so_to_its_style():
    assert "overlay" in asked("/wall", "overlay=1")
    assert "overlay" not in asked("/wall")


@pytest.mark.parametrize("path", PAGES)
def test_a_browser_asks_for_all_scripts_of_a_page_at_once(path):
    """The shell names every script that the page's scripts import."""
    name = PAGES[path]
    scripts = [
        one for one in needed_files(f"{drawn_by(name)}.js") if one.endswith(".js")
    ]
    text = asked(path)
    assert len(scripts) > 3
    for one in scripts:
        imported = re.findall(
            r'^import .* from "(\.[^"]+)"',
            (FOLDER / "static" / one).read_text(encoding="utf-8"),
            re.MULTILINE,
        )
        beside = [normpath(Path(one).parent / each) for each in imported]
        assert [each for each in beside if f'"/static/{each}"' not in text] == []


def named(path: str, game: str) -> list[str]:
    """Return every script that the page loads for a game."""
    return re.findall(r'"/static/([^"]+[.]js)"', asked(path, game=game))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("path", PAGES)
def test_a_page_loads_nothing_that_only_another_page_draws(path, game):
    """A page loads no script of another page, and no part of a game for one."""
    own = {PAGES[path], DRAWN_WITH.get(PAGES[path])}
    folders = {f"pages/{name}/" for name in PAGES.values() if name not in own}
    parts = {f"/{name}.js" for name in PAGES.values() if name not in own}
    assert [
        one
        for one in named(path, game)
        if any(one.startswith(folder) for folder in folders)
        or (one.startswith("games/") and any(one.endswith(part) for part in parts))
    ] == []


def test_a_page_names_the_part_of_the_game_that_is_played():
    assert "games/decipher/seat.js" in named("/seat", "decipher")
    assert "games/decipher/board.js" in named("/", "decipher")
    assert "games/decipher/tablet.js" in named("/tablet", "decipher")


OURS = sorted(
    one
    for kind in ("js", "css")
    for one in FOLDER.glob(f"static/**/*.{kind}")
    if "vendor" not in one.parts
)


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_what_goes_out_has_no_comments_and_each_line_in_its_place(path):
    """
    Served scripts have no comments, and each statement keeps its line number.

    Template strings are not changed.
    """
    text = path.read_text(encoding="utf-8")
    bare = without_remarks(text)
    assert len(bare) < len(text)
    assert "/**" not in bare
    lines = [
        (was.lstrip(), line)
        for was, line in zip(text.split("\n"), bare.split("\n"), strict=True)
        if line != was.lstrip()
    ]
    gone = [was for was, line in lines if not line]
    assert "".join(gone).count("/*") == "".join(gone).count("*/") > 0
    assert not any(one.startswith(("import ", "export ")) for one in gone)
    cut = [was.removeprefix(line).lstrip() for was, line in lines if line]
    assert [one for one in cut if not one.startswith("// ")] == []


def test_a_style_sheet_goes_out_without_the_space_it_does_not_need():
    """Served style sheets lose only the spaces that have no meaning."""
    loose = (
        "@media (width > 9px) {\n  li b,\n  a::after { margin: 0 calc(1px + 2px); }\n}"
    )
    tight = "@media (width > 9px){li b,a::after{margin:0 calc(1px + 2px);}}"
    assert tightened(loose) == tight


def test_a_page_is_packed_for_whoever_can_unpack_it():
    scope = {"type": "http", "query_string": b"", "headers": []}
    able = scope | {"headers": [(b"accept-encoding", b"gzip, br")]}
    plain, packed = (
        shell("/seat", Request(one), "de", lambda *_: "", game="decipher")
        for one in (scope, able)
    )
    assert gzip.decompress(bytes(packed.body)) == plain.body
    assert packed.headers["content-encoding"] == "gzip"
    assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"


def answered(files: Files, path: str, **headers: str):
    """Return the response to a request for a file."""
    pairs = [
        (name.replace("_", "-").encode(), one.encode()) for name, one in headers.items()
    ]
    scope = {"type": "http", "method": "GET", "path": path, "headers": pairs}
    return asyncio.run(files.get_response(path, scope))


def test_a_file_is_packed_for_whoever_can_unpack_it():
    """A file is compressed if the client accepts it, and keeps the same ETag."""
    files = Files()
    plain = answered(files, "base.css")
    packed = answered(files, "base.css", accept_encoding="gzip, br")
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 2
    assert packed.headers["content-encoding"] == "gzip"
    assert plain.headers["etag"] == packed.headers["etag"]
    known = answered(files, "base.css", if_none_match=plain.headers["etag"])
    assert (known.status_code, known.body) == (304, b"")
    assert (
        answered(files, "vendor/fredoka.woff2", accept_encoding="gzip").headers[
            "content-type"
        ]
        == "font/woff2"
    )


def test_a_file_that_has_changed_is_read_again(tmp_path):
    """A file that changes on disk is read again and gets a new ETag."""
    script = tmp_path / "game.js"
    script.write_text("export const one = 1;", encoding="utf-8")
    files = Files({"treasure": str(tmp_path)})
    first = answered(files, "games/treasure/game.js")
    script.write_text("export const two = 22;", encoding="utf-8")
    second = answered(files, "games/treasure/game.js")
    assert (first.body, second.body) == (
        b"export const one = 1;",
        b"export const two = 22;",
    )
    assert first.headers["etag"] != second.headers["etag"]
