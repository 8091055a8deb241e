"""A tablet as the board: how it comes in, and what it is installed as."""

import segno
from starlette.responses import JSONResponse, Response

from firmware_host.board.commands import Role
from firmware_host.web import answers
from firmware_host.web.endpoints import Call, Endpoints

#: The page of a tablet, and where its manifest is.
PAGE, MANIFEST = "/tablet", "/tablet.webmanifest"

#: The cloth of the pages by day (`base.css`), round an icon and over the page.
CLOTH = "#174b4c"

#: Width and height of the icons, in pixels; `tools/build_icons.py` draws them.
ICONS_PX = (192, 512)

ENDPOINTS = Endpoints()


@ENDPOINTS.get(
    MANIFEST, Role.PUBLIC, query=("lang",), gives="application/manifest+json"
)
async def _manifest(call: Call) -> Response:
    """What a browser installs a tablet's page as."""
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
async def _way_in(call: Call) -> answers.WayIn:
    """Where a tablet becomes the board, with its QR code; empty where none can."""
    key = call.services.board_key
    if not key:
        return {"url": "", "picture": ""}
    url = f"{call.services.address()}{PAGE}#{key}"
    code = segno.make(url, micro=False)
    return {"url": url, "picture": code.svg_data_uri(border=2, light="white")}
