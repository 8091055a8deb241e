"""The pages' shell, and the scripts and styles that each one names."""

import re
from pathlib import Path

import pytest
from starlette.requests import Request

from firmware_host import web
from firmware_host.board.messages import Message
from firmware_host.web.pages import PAGES, shell

FOLDER = Path(web.__file__).parent


def asked(path: str, query: str = "") -> str:
    """Return a page's shell, its title the code of its title."""
    scope = {"type": "http", "query_string": query.encode(), "headers": []}

    def words(message: Message, language: str) -> str:
        return f"{language} {message.code}"

    return bytes(shell(path, Request(scope), "de", words).body).decode()


@pytest.mark.parametrize("path", PAGES)
def test_a_page_names_a_script_and_styles_that_are_there(path):
    text = asked(path)
    files = re.findall(r'(?:href|src)="/(static/[^"]+)"', text)
    assert len(files) > 3
    assert [name for name in files if not (FOLDER / name).is_file()] == []
    assert f"<title>de web-title-{PAGES[path]} " in text


def test_a_page_over_a_film_says_so_to_its_style():
    assert "overlay" in asked("/wall", "overlay=1")
    assert "overlay" not in asked("/wall")
