"""The board's own Wi-Fi on the wall: for a room that has none, or no way into it."""

from io import BytesIO
from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from segno.helpers import make_wifi_data
from starlette.responses import JSONResponse, Response

from firmware_host.board.commands import Role
from firmware_host.web.endpoints import Call, Endpoints
from firmware_host.web.ports import Services

ENDPOINTS = Endpoints()


def document(services: Services) -> dict[str, object]:
    """Return what the wall shows of it; nothing where there is none."""
    wifi = services.wifi
    if wifi is None:
        return {}
    return {"wifi": {"ssid": wifi.ssid, "password": wifi.password}}


def is_reached(address: str) -> bool:
    """Tell whether another machine can reach *address*: none can reach our own."""
    host = urlsplit(address).hostname or ""
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return host != "localhost"


def picture(text: str) -> Response:
    """Return *text* as a QR code."""
    code, drawn = segno.make(text, micro=False), BytesIO()
    code.save(drawn, kind="svg", border=2, omitsize=True, light="white")
    return Response(drawn.getvalue(), media_type="image/svg+xml")


@ENDPOINTS.get("/wifi.svg", Role.PUBLIC, gives="image/svg+xml")
async def _qr(call: Call) -> Response:
    """The board's own Wi-Fi, as a QR code."""
    wifi = call.services.wifi
    if wifi is None:
        return JSONResponse({"error": "the board has no Wi-Fi of its own"}, 404)
    data = make_wifi_data(ssid=wifi.ssid, password=wifi.password, security="WPA")
    return picture(data)
