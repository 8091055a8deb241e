"""While a board is built, whatever begins to answer is named at once."""

import asyncio

import pytest

from firmware_host.app.daemon import building
from firmware_host.app.daemon.building import answering, news
from firmware_host.app.doctor.findings import broken, ok, untried
from firmware_host.board.events import Button, Pressed, Released
from firmware_host.board.faces import Lamp
from firmware_host.board.messages import say
from firmware_host.board.pieces import Zone
from firmware_host.table.service_mode import ServiceMode, TagSettled
from tests.controller.bench import until

DEAD = say("doctor-screen-silent", where="0x3C"), say("then-four-wires")
FINE = say("doctor-screen")


class Maker:
    """A person who builds a board, with the doctor's findings beside."""

    def __init__(self):
        self.faces = []
        self.service_mode = ServiceMode(self.faces.append, lambda _: None)
        self.works = {"screen-1": False, "screen-2": False, "controller": True}
        self._news = news(self.service_mode, self.look)

    def look(self):
        """Return the findings of now; a lamp cannot answer."""
        found = [
            ok(part, FINE) if works else broken(part, *DEAD)
            for part, works in self.works.items()
        ]
        return [*found, untried("lamp-1", say("doctor-eyes", pins="4"))]

    async def next(self):
        """Return the code of the next message, and of its subject."""
        one = await asyncio.wait_for(anext(self._news), 5)
        return one.code, one["what"].code


@pytest.fixture
def maker(monkeypatch):
    monkeypatch.setattr(building, "LOOK_S", 0.02)
    return Maker()


async def test_what_answers_is_named_once_and_what_falls_silent_too(maker):
    assert await maker.next() == ("building-works", "part-controller")
    maker.works["screen-2"] = True
    assert await maker.next() == ("building-works", "part-screen")
    maker.works["controller"] = False
    assert await maker.next() == ("building-gone", "part-controller")


async def test_what_hands_do_is_named(maker):
    await maker.next()
    maker.service_mode.put(Pressed(Button.STAR))
    maker.service_mode.put(Released(Button.STAR))
    assert await maker.next() == ("building-button", "player-star")
    maker.service_mode.put(TagSettled(Zone(0), b"\x04abc"))
    assert await maker.next() == ("building-tag", "part-rack")


async def test_the_table_screen_has_the_latest_line(maker):
    """The table screen shows the newest message: a board has no terminal."""

    def told():
        status = maker.faces[-1].table.status
        return status and (status.code, status["what"].code)

    await maker.next()
    assert told() is None
    maker.service_mode.put(Pressed(Button.STAR))
    assert await maker.next() == told() == ("building-button", "player-star")
    maker.works["screen-2"] = True
    said = await maker.next()
    listening = asyncio.create_task(maker.next())
    await until(lambda: told() == said)
    maker.service_mode.put(TagSettled(Zone(0), b"\x04abc"))
    assert await listening == told() == ("building-tag", "part-rack")


async def test_each_lamp_is_lit_in_its_turn(maker):
    """A lamp that was soldered just now is seen without being asked for."""

    async def listen():
        while True:
            await maker.next()

    def lit():
        return {
            (at, zone.lamp)
            for face in maker.faces
            for at, zone in enumerate(face.zones)
            if zone.lamp is not Lamp.DARK
        }

    listening = asyncio.create_task(listen())
    every = {(at, lamp) for at in range(6) for lamp in (Lamp.NO, Lamp.YES)}
    await until(lambda: lit() == every)
    listening.cancel()


def test_what_only_eyes_can_tell_does_not_answer(maker):
    assert answering(maker.look()) == maker.works


def test_what_could_not_be_tried_does_not_answer():
    """A part that could not be tested counts as not answering."""
    later = untried("screen-1", say("doctor-screen-later"))
    assert answering([later, ok("controller", FINE)]) == {
        "screen-1": False,
        "controller": True,
    }
