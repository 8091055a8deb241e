"""The walk: each part in turn, and the person's answer."""

import asyncio

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.app.doctor import walk as module
from firmware_host.app.doctor.findings import PartState
from firmware_host.app.doctor.walk import Walk, result, stops
from firmware_host.app.system.hardware import profile_path
from firmware_host.board.events import Button, Pressed, Released
from firmware_host.board.faces import Buzz, Lamp
from firmware_host.board.pieces import RACK, Zone
from firmware_host.languages import CODES
from firmware_host.picture.table import DOT_PX, NOTE_PX, STATUS_PX
from firmware_host.picture.type import BOLD, PLAIN, fits
from firmware_host.settings.profile import load_profile
from firmware_host.table.service_mode import ServiceMode, TagSettled, TwoAtOnce

FULL = load_profile(profile_path("full"))
UID = bytes.fromhex("04A1B2C3")


class Person:
    """
    A simulated person, who does what is asked and sees all but the dead parts.

    Args:
        dead: What does not work.
    """

    def __init__(self, *dead):
        self.dead = dead
        self.faces, self.buzzes, self.asked = [], [], []
        self.service_mode = ServiceMode(self.faces.append, self.buzzes.append)
        self.walk = Walk(self.service_mode, FULL, tell=self.do, patience_s=0.4)
        self._stops = {stop.asks: stop for stop in stops(FULL)}

    def do(self, where):
        """Do what the stop asks for if its part works, otherwise press cross."""
        self.asked.append(where)
        stop = self._stops[where.asks]
        works = stop.part not in self.dead
        if stop.button is not None or stop.pad is not None:
            if works:
                self.use(stop)
        else:
            self.press(Button.TICK if works else Button.CROSS)

    def use(self, stop):
        """Press the button or tap the pad that is asked for."""
        if stop.button is not None:
            self.press(stop.button)
        else:
            self.service_mode.put(TagSettled(stop.pad, UID))

    def press(self, button):
        """Press a button and let it go."""
        self.service_mode.put(Pressed(button))
        self.service_mode.put(Released(button))

    def states(self):
        """Return how each part was found."""
        return {one.part: one.state for one in self.walk.findings}


def test_every_part_of_the_board_has_its_stop():
    """Buttons first, since they answer for the rest; the lamps of a pair one by one."""
    parts = [stop.part for stop in stops(FULL)]
    assert parts[0] == "button-tick"
    assert set(parts) == {
        *(f"button-{button}" for button in FULL.pico.buttons),
        *(f"screen-{name}" for name in FULL.screens),
        *(f"lamp-{zone}" for zone in FULL.lamps),
        *(f"reader-{zone}" for zone in FULL.pico.readers),
        "buzzer",
    }
    assert parts.count("lamp-3") == 2


async def test_where_all_is_seen_all_is_well():
    person = Person()
    found = await person.walk.run()
    assert {one.state for one in found} == {PartState.OK}
    assert len(person.asked) == len(stops(FULL))
    assert result(found).line.code == "walk-well"


@pytest.mark.parametrize(
    "dead", ["screen-3", "screen-table", "lamp-5", "buzzer", "button-star", "reader-0"]
)
async def test_what_is_not_seen_is_named_and_costs_nothing_else(dead):
    """A button or a pad that is waited for in vain is dead too."""
    person = Person(dead)
    await person.walk.run()
    states = person.states()
    assert [part for part in states if states[part] is PartState.BROKEN] == [dead]
    assert len(states) == len({stop.part for stop in stops(FULL)})
    (bad,) = [one for one in person.walk.findings if one.part == dead]
    assert bad.then is not None


async def test_a_person_without_a_tick_says_yes_by_the_service_button():
    person = Person("button-tick")

    def do(where):
        if person._stops[where.asks].part.startswith(("screen", "lamp", "buzzer")):
            person.press(Button.SERVICE)
        else:
            Person.do(person, where)

    person.walk = Walk(person.service_mode, FULL, tell=do, patience_s=0.4)
    found = await person.walk.run()
    assert [one.part for one in found if one.state is PartState.BROKEN] == [
        "button-tick"
    ]


async def test_eyes_see_what_is_asked_for():
    """The number and pieces of one zone; a cross, then a tick; a sound."""
    person = Person()
    await person.walk.run()
    codes = [one.asks.code for one in person.asked]
    by_question = dict(zip(codes, person.faces, strict=True))
    assert by_question["walk-screen"].zones[5].placed == (1, 1, 1, 1)
    assert not by_question["walk-screen"].zones[0].in_word
    assert by_question["walk-cross"].zones[5].lamp is Lamp.NO
    assert by_question["walk-tick"].zones[5].lamp is Lamp.YES
    assert by_question["walk-screen-maker"].maker.line.code == "walk-here"
    assert person.buzzes == [Buzz.YES]


async def test_what_came_instead_is_said():
    """A wrong button and two tags at once are named, and asked for again."""
    person = Person()
    wrong = {"button-circle": Pressed(Button.STAR), "reader-2": TwoAtOnce(Zone(3))}

    def do(where):
        stop = person._stops[where.asks]
        if where.note is None and stop.part in wrong:
            person.service_mode.put(wrong[stop.part])
        else:
            Person.do(person, where)

    person.walk = Walk(person.service_mode, FULL, tell=do, patience_s=1)
    await person.walk.run()
    notes = [one.note["what"] for one in person.asked if one.note is not None]
    assert [note.code for note in notes] == ["part-button", "part-reader"]
    assert notes[1]["n"] == 3
    assert set(person.states().values()) == {PartState.OK}


async def test_a_cross_that_is_held_ends_the_walk(monkeypatch):
    """A held cross ends the walk; only the parts before it have a finding."""
    monkeypatch.setattr(module, "LEAVE_S", 0.05)
    person = Person()

    def do(where):
        if where.at == 4:
            person.service_mode.put(Pressed(Button.CROSS))
        else:
            Person.do(person, where)

    person.walk = Walk(person.service_mode, FULL, tell=do)
    await person.walk.run()
    assert len(person.states()) == 3


async def test_somebody_at_a_page_answers_like_the_buttons():
    person = Person()

    def do(where):
        stop = person._stops[where.asks]
        if stop.button or stop.pad is not None:
            Person.do(person, where)
        else:
            person.walk.answer(seen=stop.part != "lamp-2")

    person.walk = Walk(person.service_mode, FULL, tell=do, patience_s=1)
    found = await person.walk.run()
    assert [one.part for one in found if one.state is PartState.BROKEN] == ["lamp-2"]


async def test_the_result_stays_until_a_button_is_pressed():
    person = Person("lamp-1", "lamp-2", "reader-0")
    await person.walk.run()
    showing = asyncio.create_task(person.walk.show_result())
    person.service_mode.put(TagSettled(RACK, UID))
    await asyncio.sleep(0)
    assert person.faces[-1].table.line["n"] == 2
    assert not showing.done()
    person.press(Button.TICK)
    await asyncio.wait_for(showing, 1)


@pytest.mark.parametrize("build", ["full", "station", "buttons", "direct"])
@pytest.mark.parametrize("language", CODES)
def test_every_question_fits_the_table_screen(language, build):
    """Over its small print and how far one is."""
    texts = load_texts(language)
    height = 64 - NOTE_PX - STATUS_PX
    for stop in stops(load_profile(profile_path(build))):
        said = texts.say(stop.asks, "screen")
        assert fits(said, 128 - DOT_PX, height, BOLD), said
    for code in ("walk-how", "walk-skip", "walk-end"):
        said = texts.find(code, "screen")
        assert fits(said, 128, NOTE_PX, PLAIN), said
    said = texts.find("walk-at", "screen").format(at=58, of=58)
    assert fits(said, 128, STATUS_PX, PLAIN), said
    assert not fits("endless " * 20, 128 - DOT_PX, height, BOLD)
