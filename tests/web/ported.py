"""Ports as they would be in another process: nothing but JSON passes."""

import inspect
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

from firmware_host.board.json import as_message, of_message
from firmware_host.board.messages import Message, Refused
from firmware_host.errors import AskedError


def sent(value: Any) -> Any:
    """Return *value* after a round trip through JSON; raise TypeError if it changes."""
    if isinstance(value, Refused):
        message = as_message(sent(of_message(Message(value.code, value.values))))
        return Refused(message.code, sent(value.private), message.values)
    arrived = json.loads(json.dumps(value))
    if arrived != plain(value):
        msg = f"{value!r} comes out as {arrived!r}"
        raise TypeError(msg)
    return arrived


#: Most values are of these types; a call for each would take most of a test's time.
SCALARS = frozenset((str, int, bool, float, type(None)))


def plain(value: Any) -> Any:
    """Return *value* with a list for each tuple; a key that is no text stays one."""
    if isinstance(value, dict):
        pairs = value.items()
        return {key: one if type(one) in SCALARS else plain(one) for key, one in pairs}
    if isinstance(value, list | tuple):
        return [one if type(one) in SCALARS else plain(one) for one in value]
    return value


class Ported:
    """
    A port whose arguments and results go through JSON.

    Functions that are passed in as callbacks stay as they are.

    Args:
        port: What stands behind it; a test may look there (`behind`).
        inner: The names of its own ports.
    """

    def __init__(self, port: object, *inner: str) -> None:
        self.behind = port
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        """Return a value as JSON, or a function that takes and gives JSON."""
        found = getattr(self.behind, name)
        if name in self._inner:
            return Ported(found)
        if inspect.isasyncgenfunction(found):
            return lambda *some: _each(found(*_given(some)))
        if not inspect.ismethod(found):
            return sent(found)
        if inspect.iscoroutinefunction(found):
            return self._later(found)
        return lambda *some, **more: sent(found(*_given(some), **sent(more)))

    @staticmethod
    def _later(call: Callable[..., Any]) -> Callable[..., Any]:
        async def wait(*some: Any, **more: Any) -> Any:
            try:
                return sent(await call(*_given(some), **sent(more)))
            except AskedError as fault:
                raise AskedError(sent(str(fault))) from None

        return wait


def _given(values: tuple[Any, ...]) -> list[Any]:
    return [one if callable(one) else sent(one) for one in values]


async def _each(values: AsyncIterator[Any]) -> AsyncIterator[Any]:
    async for value in values:
        yield sent(value)
