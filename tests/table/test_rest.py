"""Rest: how long there was no action."""

from firmware_host.board.events import Button, Failed, Healed, Lost, Pressed, Woke
from firmware_host.table.api import TableApi
from tests.table.evening import settle


async def test_it_is_known_how_long_nobody_has_done_anything(now, table_api):
    """A tap, a button and a page count; a part that fails does so by itself."""
    first = table_api.rest()
    assert first["acted"] is False
    assert first["start"] != TableApi(now.table).rest()["start"]
    now.clock.ahead_ms += 1000
    for event in (Failed("screen-3"), Healed("screen-3"), Woke(), Lost(1)):
        now.table.happen(event)
    await settle()
    assert table_api.rest()["ms"] >= 1000
    assert not table_api.rest()["acted"]
    now.table.happen(Pressed(Button.CROSS))
    await settle()
    assert table_api.rest()["ms"] < 1000
    assert table_api.rest()["acted"]
    assert table_api.rest()["start"] == first["start"]
