"""The service side of a board: fresh where it is cheap, kept where it is not."""

import pytest

from firmware_host.app.daemon import standby as module
from firmware_host.app.daemon.standby import BoardService
from firmware_host.app.doctor.findings import PartState
from firmware_host.board.messages import Refused
from tests.app.ward import ward
from tests.controller.bench import until


@pytest.fixture
async def now(tmp_path):
    async with ward(tmp_path) as now:
        yield now


async def test_what_lies_around_the_board_is_not_measured_at_each_look(
    now, monkeypatch
):
    """The board's own parts are; the card and the power need not be."""
    asked = []
    now.change(ask_power=lambda: asked.append(1) or "throttled=0x0")
    service = BoardService(now.target, now.running)
    for _ in range(3):
        await service.findings()
    assert len(asked) == 1
    now.screens.screens["3"].die()
    await until(lambda: "screen-3" in now.running.table.session.faults, seconds=8)
    first = (await service.findings())[0]
    assert (first["part"], first["state"]) == ("screen-3", PartState.BROKEN)
    assert len(asked) == 1
    monkeypatch.setattr(module, "FRESH_S", 0.0)
    service = BoardService(now.target, now.running)
    await service.findings()
    await service.findings()
    assert len(asked) == 3


async def test_a_board_that_is_out_of_play_already_is_not_walked_over(now):
    service = BoardService(now.target, now.running)
    async with now.running.table.service_mode():
        assert await service.walk() == Refused("in-service")
    assert await service.walk() is None
    assert service.where is not None
    await service.stop()
    await service.stop()
    assert service.where is None
    async with now.running.table.service_mode():
        pass
