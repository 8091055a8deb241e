"""Walls that look on without a network."""

import asyncio


class Wall:
    """A wall's socket, without a network."""

    def __init__(self, app, view="wall"):
        self.got = []
        self._asked = asyncio.Queue()
        self._asked.put_nowait({"type": "websocket.connect"})
        headers = {"host": "localhost", "origin": "http://localhost"}
        scope = {
            "type": "websocket",
            "path": "/socket",
            "query_string": f"as={view}&lang=en".encode(),
            "headers": [(k.encode(), v.encode()) for k, v in headers.items()],
            "client": ("192.0.2.7", 1),
            "server": ("localhost", 80),
            "scheme": "ws",
            "subprotocols": [],
        }
        self._task = asyncio.create_task(app(scope, self._asked.get, self._send))

    async def _send(self, message):
        if message["type"] == "websocket.send":
            self.got.append(message["text"])

    async def leave(self):
        """Close the page."""
        self._asked.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await self._task
