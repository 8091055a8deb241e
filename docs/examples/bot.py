"""
A bot for Decipher at a simulated board: `python bot.py http://127.0.0.1:8080 CODE`.

It takes a place, and plays until the game is over. It lays each piece in the first zone
that may still want it, and leaves a round once it would have to ask for more.
"""

import json
import sys
import time
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, Request, build_opener

KINDS = ["red", "yellow", "blue", "green"]


class Board:
    """The board, asked with the cookie that it has given us."""

    def __init__(self, url):
        self.url = url
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def ask(self, path, **body):
        """Return what is answered; a refusal is an answer too."""
        headers = {"content-type": "application/json", "x-letterzone": "1"}
        content = json.dumps(body).encode() if body else None
        try:
            request = Request(self.url + path, content, headers)  # noqa: S310 - http
            with self.opener.open(request, timeout=10) as answer:
                return json.load(answer)
        except HTTPError as refused:
            return json.load(refused)


def open_zone(view):
    """Return the first zone where the piece in hand may still be wanted."""
    kind = KINDS.index(view["holding"])
    for number, covered in enumerate(view["covered"]):
        if not covered[kind]:
            return view["first_zone"] + number
    return view["first_zone"]


def play(board):
    """Do what is to be done now; return whether the game goes on."""
    state = board.ask("/api/state?as=seat")
    you, view, seen = state["you"], state["view"], state["seen"]
    if state["phase"] == "over":
        return False
    if view is not None and view["turn"] == you["seat"]:
        if view["holding"]:
            board.ask("/api/lay", zone=open_zone(view), seen=seen)
        elif "retire" in you["may"]:
            board.ask("/api/do", do="retire", seen=seen)
    return True


if __name__ == "__main__":
    url, code = sys.argv[1:]
    board = Board(url)
    print(board.ask("/api/join", code=code, name="Otto"))
    while play(board):
        time.sleep(0.2)
    print(board.ask("/api/state")["view"]["totals"])
