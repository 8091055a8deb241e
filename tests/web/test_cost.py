"""The work for a change does not grow with the number of equal viewers."""

import hmac
from collections import Counter

import pytest

from firmware_host.board.events import Tapped
from firmware_host.board.pieces import Kind, Piece, Zone
from firmware_host.table import api, presenter
from firmware_host.web import documents, live
from tests.controller.bench import until
from tests.web.school import school
from tests.web.walls import Wall

WALLS = 20


class Counted:
    """How often each of some functions is called."""

    def __init__(self, monkeypatch):
        self.calls = Counter()
        self._patch = monkeypatch

    def count(self, owner, name):
        """Count the calls of a function from now on."""
        real = getattr(owner, name)

        def counted(*args, **more):
            self.calls[name] += 1
            return real(*args, **more)

        self._patch.setattr(owner, name, counted)


@pytest.fixture
def counted(monkeypatch):
    """Yield a counter; walls get documents of taps, no heartbeat and no hourglass."""
    monkeypatch.setattr(presenter, "PATIENCE_S", 600)
    monkeypatch.setattr(live, "BEAT_S", 600)
    return Counted(monkeypatch)


async def tapped(now, counted, walls, taps=3):
    """Return how often each function is called for some taps and *walls* walls."""
    asked = now.api
    await asked.send(
        {"command": "choose", "players": ["Ann", "Ben"], "board_makes": False}
    )
    await asked.send(
        {"command": "begin", "language": "en", "length": 5, "game": "decipher"}
    )
    await now.set_secret("HOBBY")
    crowd = [Wall(now.app) for _ in range(walls)]
    await until(lambda: all(wall.got for wall in crowd))
    engine = now.table.session.playing.engine
    for owner, name in (
        *((engine, "view"), (engine, "forms"), (api, "sight")),
        *((documents, "public"), (hmac, "digest")),
    ):
        counted.count(owner, name)
    for zone in range(1, taps + 1):
        before = [len(wall.got) for wall in crowd]
        now.table.happen(Tapped(Zone(zone), Piece(Kind.LONG_STICK, zone)))
        await until(
            lambda b=before: all(
                len(wall.got) > n for wall, n in zip(crowd, b, strict=True)
            )
        )
    assert len({wall.got[-1] for wall in crowd}) == 1
    for wall in crowd:
        await wall.leave()
    return {name: calls / taps for name, calls in counted.calls.items()}


#: For each tap; the promise of the word (`digest`) is kept since the round began.
COST = {"view": 1, "sight": 1, "public": 1, "forms": 1}


@pytest.mark.parametrize("walls", [1, WALLS])
async def test_twenty_equal_walls_cost_as_much_as_one(tmp_path, counted, walls):
    """Twenty equal walls cost one document and one view per change, like one wall."""
    async with school(tmp_path) as now:
        assert await tapped(now, counted, walls) == COST


async def test_a_seat_is_told_what_is_its_own(tmp_path, counted):
    """A cached view of one seat is never given to another, in any order of requests."""
    async with school(tmp_path) as now:
        await tapped(now, counted, 1, taps=0)
        asked = now.api
        for order in [(0, 1, None), (None, 1, 0)]:
            now.table.happen(Tapped(Zone(1), Piece(Kind.LONG_STICK, 1)))
            seen = {seat: asked.sight_of(seat)["secret"] for seat in order}
            assert seen[0]["word"] == "HOBBY"
            assert "HOBBY" not in str(seen[1]) + str(seen[None])
