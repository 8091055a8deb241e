"""A stored action counts, even if showing it raises."""

import logging
from dataclasses import replace

import pytest

from firmware_host.board.faces import Buzz
from firmware_host.board.pieces import Kind, Piece, Seat, Zone
from firmware_host.games.decipher.rules import Guess
from firmware_host.picture.beats import NOTES
from firmware_host.picture.lamps import TONES
from firmware_host.picture.zone import draw_zone
from tests.table.outside import Nothing, World, run

#: A No: its cross blinks, so that timers show something too.
TAPS = (1, Kind.WIDE_CURVE), (5, Kind.WIDE_CURVE), (4, Kind.WIDE_CURVE)


async def evening(world: World) -> None:
    """Three taps, of which each is answered."""
    for zone, kind in TAPS:
        await world.tap(zone, Piece(kind, 1))


def sites(folder) -> tuple[str, ...]:
    """Return every place from which outputs are called to show a result."""
    folder.mkdir()

    async def play(world):
        world.outside.seen.clear()
        await evening(world)
        assert world.rows() == 4
        assert world.agrees()
        assert world.fault is None
        return tuple(sorted(world.outside.seen))

    return run(folder, play)


async def suffer(world: World, site: str, caplog) -> str:
    """Tap while a place raises, and after it works again; return what is wrong."""
    world.outside.planted = site
    caplog.clear()
    wrong = []
    for count, (zone, kind) in enumerate(TAPS):
        if count == 2:
            world.outside.planted = None
        await world.tap(zone, Piece(kind, 1))
        if world.rows() != count + 2:
            wrong.append(f"tap {count + 1} does not count: {world.rows()} rows")
        if not world.agrees():
            wrong.append(f"after tap {count + 1} memory is not the fold")
    if world.faults != {"fault-showing"}:
        wrong.append(f"faults named: {world.faults}")
    if "PlantedError" not in caplog.text:
        wrong.append("nothing in the log")
    if "HOBBY" in caplog.text:
        wrong.append("the word is in the log")
    await world.settle(3)
    if world.fault is not None:
        wrong.append("it does not heal")
    return "; ".join(wrong)


@pytest.mark.parametrize("sound", [True, False])
def test_an_answer_is_heard_where_the_sound_is_on(tmp_path, sound):
    async def heard(world):
        session = world.table.session
        setup = replace(session.setup, sound=sound)
        world.table.session = replace(session, setup=setup)
        world.outside.seen.clear()
        await evening(world)
        return any(site.startswith("buzzer.on") for site in world.outside.seen)

    assert run(tmp_path, heard) is sound


def test_a_right_guess_shows_letter_after_letter_until_somebody_plays(
    tmp_path, monkeypatch
):
    """The zones show a right guess letter by letter, while the face has it at once."""
    drawn = {}
    monkeypatch.setattr(
        Nothing, "show", lambda _, name, image=None, **__: drawn.update({name: image})
    )

    async def play(world):
        await world.table.submit(Guess(Seat(1), "HOBBY"))
        assert [zone.letter for zone in world.table.face.zones[:5]] == [*"HOBBY"]
        last = [
            draw_zone(zone, Zone(n + 1), str)
            for n, zone in enumerate(world.table.face.zones)
        ]
        counts = []
        for _ in range(8):
            counts.append(sum(drawn[str(n + 1)] == last[n] for n in range(5)))
            await world.settle(0.8)
        assert counts[0] == 0
        assert counts == sorted(counts)
        assert len(set(counts)) > 3
        assert counts[-1] == 5

    run(tmp_path, play)


@pytest.mark.parametrize("sound", [True, False])
def test_a_reveal_is_heard_where_the_sound_is_on(tmp_path, monkeypatch, sound):
    """A note for each letter, between the tune of a Yes and the end of the round."""
    heard = []
    monkeypatch.setattr(Nothing, "on", lambda _, hertz: heard.append(hertz))

    async def play(world):
        setup = replace(world.table.session.setup, sound=sound)
        world.table.session = replace(world.table.session, setup=setup)
        await world.table.submit(Guess(Seat(1), "HOBBY"))
        await world.settle(8)

    run(tmp_path, play)
    tunes = [[hertz for *_, hertz in TONES[one]] for one in (Buzz.YES, Buzz.END)]
    notes = [hertz for *_, hertz in NOTES[:5]]
    assert heard == ([*tunes[0], *notes, *tunes[1]] if sound else [])


def test_whatever_raises_after_commit_costs_only_itself(tmp_path, caplog):
    """An exception at any place after COMMIT does not affect the rest."""
    caplog.set_level(logging.WARNING)
    found = sites(tmp_path / "well")
    wrong = {}
    for number, site in enumerate(found):
        folder = tmp_path / str(number)
        folder.mkdir()
        said = run(folder, lambda world, site=site: suffer(world, site, caplog))
        if said:
            wrong[site] = said

    assert wrong == {}
    called = {site.split(" < ")[0] for site in found}
    assert called >= {
        *("lamps.show", "screens.show", "buzzer.on", "buzzer.off", "wire.acknowledge"),
        *("clock", "texts.say", "engine.face"),
        *("listener", "voice.play"),
    }
    assert len(found) > 20


@pytest.mark.parametrize("again", range(2))
def test_without_a_fault_nothing_is_logged(tmp_path, caplog, again):
    """The evening of these tests is a quiet one."""
    sites(tmp_path / str(again))
    assert not caplog.records
