"""Endpoints of the virtual board: touches of its pads, and its screens."""

import hmac
from typing import Annotated

import segno
from starlette.responses import JSONResponse, Response

from firmware_host.board.commands import FLAG, KIOSK, SEEN, Kiosk, Role, TypedText
from firmware_host.board.json import Json
from firmware_host.board.messages import Refused
from firmware_host.errors import AskedError
from firmware_host.web import shown
from firmware_host.web.endpoints import (
    Call,
    CookieSet,
    Endpoints,
    MadeFor,
    Outcome,
    shape,
    with_cookie,
)
from firmware_host.web.state import BOARD_COOKIE

_NAME = {"type": "string", "pattern": "^[a-z0-9-]{1,24}$"}
_ZONE = {"type": "integer", "minimum": 0, "maximum": 6}
_LetterZone = Annotated[int, {"type": "integer", "minimum": 1, "maximum": 6}]

ENDPOINTS = Endpoints()


@ENDPOINTS.post("/api/board/open", Role.PUBLIC)
async def _open(call: Call, key: TypedText) -> CookieSet | Refused:
    """Open the virtual board with the key from its address."""
    own = call.services.board_key
    if not own or not hmac.compare_digest(key.encode(), own.encode()):
        return Refused("board-key")
    return with_cookie(BOARD_COOKIE, own)


@ENDPOINTS.post(
    "/api/board/touch",
    Role.BOARD,
    shape(
        {"act": {"enum": ["tap", "press", "release", "trouble"]}},
        zone=_ZONE,
        kind={"enum": ["red", "yellow", "blue", "green"]},
        card={"type": "string", "pattern": "^[A-Za-z0-9-]{2,24}$"},
        letter={"type": "string", "pattern": "^[A-Z'-]$"},
        button=_NAME,
        trouble=_NAME,
        on=FLAG,
        seen=SEEN,
    ),
)
async def _touch(call: Call, **what: Json) -> Outcome:
    """
    Tap, press or release at the board, or simulate a fault.

    A tap needs ``seen``. At a kiosk only the host may use the service button and
    faults.

    Raises:
        AskedError: A tap without ``seen``.
    """
    if what["act"] == "tap" and "seen" not in what:
        msg = "a tap needs seen, as the state document has it"
        raise AskedError(msg)
    board = call.services.board
    of_house = what["act"] == "trouble" or what.get("button") == "service"
    visited = call.seen["place"] == KIOSK and Role.TEACHER not in call.roles
    if visited and of_house:
        return Refused("not-now")
    return Refused("board-key") if board is None else await board.touch(what)


ENDPOINTS.sends("/api/kiosk", Kiosk)


@ENDPOINTS.post("/api/lay", Role.SEAT)
async def _lay(call: Call, zone: _LetterZone, seen: MadeFor) -> Outcome:
    """
    Lay the piece in hand in a zone, by the phone of the player on turn.

    At a real board it is tapped there.
    """
    board, now, sitter = call.services.board, call.seen, call.sitter
    if board is None:
        return Refused("lay-there")
    if call.looks_on:
        return Refused("looks-on")
    if sitter is None or now["turn"] != sitter["seat"]:
        return Refused("not-your-turn")
    kind = now["screen"]["kind"]
    if kind is None:
        return Refused("no-piece")
    return await board.touch(
        {"act": "tap", "zone": zone, "kind": str(kind), "seen": seen}
    )


# --- a tablet as the board --------------------------------------------------

#: The page of a tablet, and where its manifest is.
PAGE, MANIFEST = "/tablet", "/tablet.webmanifest"

#: The cloth of the pages by day (`base.css`), round an icon and over the page.
CLOTH = "#174b4c"

#: Width and height of the icons, in pixels; `tools/build_icons.py` draws them.
ICONS_PX = (192, 512)


@ENDPOINTS.get(
    MANIFEST, Role.PUBLIC, query=("lang",), gives="application/manifest+json"
)
async def _manifest(call: Call) -> Response:
    """Return the manifest with which a browser installs a tablet's page."""
    told = {
        "id": PAGE,
        "start_url": PAGE,
        "scope": "/",
        "lang": call.language,
        "name": f"Letterzone · {call.say('web-title-tablet')}",
        "short_name": "Letterzone",
        "description": call.say("web-tablet-what"),
        "display": "fullscreen",
        "display_override": ["fullscreen", "standalone"],
        "background_color": CLOTH,
        "theme_color": CLOTH,
        "icons": [
            {
                "src": f"/static/icons/{size}.png",
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size in ICONS_PX
            for purpose in ("any", "maskable")
        ],
    }
    return JSONResponse(told, media_type="application/manifest+json")


@ENDPOINTS.get("/api/board/tablet", Role.BOARD)
async def _way_in(call: Call) -> shown.WayIn:
    """Return the address at which a tablet becomes the board; empty if none can."""
    key = call.services.board_key
    if not key:
        return {"url": "", "picture": ""}
    url = f"{call.services.address()}{PAGE}#{key}"
    code = segno.make(url, micro=False)
    return {"url": url, "picture": code.svg_data_uri(border=2, light="white")}
