"""The proxy of the ports finds whatever is no JSON."""

import pytest

from firmware_host.board.commands import SeatPhone
from firmware_host.board.messages import Refused, say
from firmware_host.errors import AskedError
from tests.web.ported import Ported
from tests.web.school import school


class Port:
    """A port that returns its arguments."""

    kinds = ("red", 1, None)
    names = frozenset({"Ann"})

    def same(self, value):
        """Return *value*."""
        return value

    async def soon(self, value, *, more=None):
        """Return *value* and *more* asynchronously."""
        return [value, more]


async def test_json_passes():
    """Tuples arrive as lists, and a refusal arrives unchanged."""
    values = (("n", 2), ("kind", say("kind-red")))
    port, refused = Ported(Port()), Refused("word-tiles", private=True, values=values)

    assert port.kinds == ["red", 1, None]
    assert port.same({"a": (1, 2)}) == {"a": [1, 2]}
    assert port.same(refused) == refused
    assert await port.soon("x", more={"y": 1.5}) == ["x", {"y": 1.5}]


@pytest.mark.parametrize(
    "value", [{"Ann"}, b"Ann", say("turn"), {1: "Ann"}, [say("turn")], object()]
)
async def test_what_is_no_json_is_found(value):
    """Arguments, results and attributes that are not JSON raise TypeError."""
    port = Ported(Port())

    with pytest.raises(TypeError):
        port.same(value)
    with pytest.raises(TypeError):
        await port.soon("x", more=value)
    with pytest.raises(TypeError):
        _ = port.names


class Table:
    """A port with a port of its own, and one that gives one thing after another."""

    phones = Port()

    async def watch(self):
        """Yield a value that is valid JSON, then one that is not."""
        yield ("red", 1)
        yield {"Ann"}

    async def fail(self):
        """Raise an AskedError, as the table does for an invalid command."""
        msg = "nobody can"
        raise AskedError(msg)


async def test_a_ports_own_port_and_what_is_yielded_are_json_too():
    """
    A nested port and yielded values are checked as well.

    An AskedError arrives with its text.
    """
    port = Ported(Table(), "phones")
    assert port.phones.same((1,)) == [1]
    with pytest.raises(TypeError):
        port.phones.same({"Ann"})
    values = port.watch()
    assert await anext(values) == ["red", 1]
    with pytest.raises(TypeError):
        await anext(values)
    with pytest.raises(AskedError, match="nobody can"):
        await port.fail()


async def test_the_table_tells_the_web_in_json(tmp_path):
    """Through JSON ports a secret is seen only by its holder's phone."""
    async with school(tmp_path) as now:
        table = now.web.services.table_api
        assert isinstance(table, Ported)
        await table.send(
            {"command": "choose", "players": ["Ann", "Ben"], "board_makes": False}
        )
        assert await table.send(SeatPhone("ann", 0).line) is None
        await table.send({"command": "begin", "language": "en", "length": 5})
        await table.do({"do": "secret", "by": 0, "word": "HOBBY"}, "ann")
        assert table.see("ann")["secret"]["word"] == "HOBBY"
        assert table.see()["secret"] is None
        assert table.see("nobody")["secret"] is None
