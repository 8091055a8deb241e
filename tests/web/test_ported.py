"""The proxy of the ports finds whatever is no JSON."""

import pytest

from firmware_host.board.messages import Refused, say
from tests.web.ported import Ported


class Port:
    """A port that gives back what it is given."""

    kinds = ("red", 1, None)
    names = frozenset({"Ann"})

    def same(self, value):
        """Return *value*."""
        return value

    async def soon(self, value, *, more=None):
        """Return *value*, and what else was given, later."""
        return [value, more]


async def test_json_passes():
    """With a list for each tuple; a refusal and its sentence come back whole."""
    port, refused = Ported(Port()), Refused("word-tiles", values=(("n", 2),))

    assert port.kinds == ["red", 1, None]
    assert port.same({"a": (1, 2)}) == {"a": [1, 2]}
    assert port.same(refused) == refused
    assert await port.soon("x", more={"y": 1.5}) == ["x", {"y": 1.5}]


@pytest.mark.parametrize(
    "value", [{"Ann"}, b"Ann", say("turn"), {1: "Ann"}, [say("turn")], object()]
)
async def test_what_is_no_json_is_found(value):
    """Going in or coming out, also where a text would come out for a number."""
    port = Ported(Port())

    with pytest.raises(TypeError):
        port.same(value)
    with pytest.raises(TypeError):
        await port.soon("x", more=value)
    with pytest.raises(TypeError):
        _ = port.names
