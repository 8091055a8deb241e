"""A board elsewhere is asked by its address, and found again where it was away."""

import json
import threading
from itertools import islice

import pytest
from websockets.sync.server import serve

from firmware_host.app.connect import board
from firmware_host.app.connect.board import Board, address_of
from firmware_host.errors import BoardMissingError, SettingsError


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("192.168.1.7:8080", "http://192.168.1.7:8080"),
        ("http://board.local:8080/wall", "http://board.local:8080"),
        ("http://[::1]:80", "http://[::1]:80"),
        ("board", "http://board"),
    ],
)
def test_an_address_is_taken_as_it_stands_on_the_wall(typed, address):
    assert address_of(typed) == address


@pytest.mark.parametrize(
    "typed", ["", "https://board", "http://", "a:b:c", "board:99999"]
)
def test_what_is_no_address_is_said_in_one_line(typed):
    with pytest.raises(SettingsError, match="no address of a board") as fault:
        address_of(typed)
    assert "\n" not in str(fault.value)


def test_where_nothing_answers_there_is_no_board():
    with pytest.raises(BoardMissingError, match="no board answers there"):
        Board("127.0.0.1:9", "en").get("/api/me")
    with pytest.raises(BoardMissingError):
        next(Board("127.0.0.1:9", "en").events(list))


def test_who_listens_dials_again_and_is_told_what_came_meanwhile(monkeypatch):
    """The board closes after each event; nothing is told twice, nothing is left out."""
    asked, lost = [], []

    def once(socket):
        path = socket.request.path
        asked.append(path)
        number = int(path.rpartition("since=")[2]) + 1
        socket.send(json.dumps({"n": number, "what": "yes"}))

    monkeypatch.setattr(board, "RETRY_S", 0.01)
    with serve(once, "127.0.0.1", 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        where = Board(f"127.0.0.1:{server.socket.getsockname()[1]}", "en")
        monkeypatch.setattr(where, "get", lambda _: {"moments": [{"n": 4}]})
        heard = list(islice(where.events(lambda: lost.append(1)), 3))
        server.shutdown()
        thread.join()
    assert [one["n"] for one in heard] == [5, 6, 7]
    assert asked[0] == "/socket?as=events&since=4"
    assert len(lost) == 2
