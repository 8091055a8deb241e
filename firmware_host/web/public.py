"""What anybody may ask: how things stand, the texts, the alphabet, and the games."""

from io import BytesIO
from typing import Annotated, cast

import segno
from segno.helpers import make_wifi_data
from starlette.responses import JSONResponse, Response

from firmware_host import __version__
from firmware_host.board.commands import Role
from firmware_host.board.json import JsonObject, as_object
from firmware_host.web import documents, shown
from firmware_host.web.endpoints import Call, Endpoints, missing
from firmware_host.web.pages import drawings, wording

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/state", Role.PUBLIC, query=("as", "lang"))
async def _state(call: Call) -> Annotated[Response, shown.State]:
    """How things stand, as one of the views may know it."""
    view = call.request.query_params.get("as", "wall")
    shown = call.web.asked(view, call.language, call.request, call.phone)
    if shown is None:
        why = call.say(f"web-only-{documents.VIEWS.get(view, Role.TEACHER)}")
        return JSONResponse({"refused": "role", "text": why}, 403)
    return Response(shown.text, media_type="application/json")


@ENDPOINTS.get("/texts/{language}.json", Role.PUBLIC, query=("page",))
async def _texts(call: Call, language: str) -> Annotated[Response, JsonObject]:
    """
    Every text of a language by its code, with `page` those that a page can show; and
    under `languages`, `laid` and `limits` how words are typed, and how much of them.
    """  # noqa: D205 - the summary in openapi.json has two lines here
    services = call.services
    if language not in services.texts:
        return missing("language")
    page = call.request.query_params.get("page", "")
    shown = wording(page, services.game_files)
    words = services.texts[language].as_json("page", shown)
    return JSONResponse({**words, **documents.typing()})


@ENDPOINTS.get("/api/alphabet", Role.PUBLIC)
async def _alphabet(call: Call) -> shown.Alphabet:
    """The letter piece alphabet with the owner's changes."""
    return documents.alphabet(call.services.table_api.letters())


@ENDPOINTS.get("/api/games", Role.PUBLIC, query=("lang",))
async def _games(call: Call) -> shown.OfferedGames:
    """The games that this board can play, and their rules of the house."""
    services = call.services
    texts = services.texts[call.language]
    return {"games": documents.games(services.table_api.games(), texts)}


@ENDPOINTS.get("/api/games/{name}", Role.PUBLIC)
async def _game(call: Call, name: str) -> Annotated[Response, shown.Declared]:
    """What a game declares: its lines, its cards, its drawings, its view's fields."""
    for one in call.services.table_api.games():
        if one["name"] == name:
            drawn = drawings(call.services.game_files.get(name, ""))
            known = {"lengths": one["lengths"], "drawings": drawn}
            return JSONResponse({**known, **one["declares"]})
    return missing("game")


@ENDPOINTS.get("/api/versions", Role.PUBLIC)
async def _versions(call: Call) -> shown.Versions:
    """Which program this is, and the number of each format that it reads and writes."""
    described = await call.services.table_api.described()
    of_table = as_object(described["versions"])
    known = {"letterzone": __version__, "state": documents.VERSION, **of_table}
    return cast("shown.Versions", known)


@ENDPOINTS.get("/qr.svg", Role.WALL, gives="image/svg+xml")
async def _qr(call: Call) -> Response:
    """The address for joining, as a QR code."""
    web = call.web
    return picture(f"{web.services.address()}/seat?code={web.room.code}")


def picture(text: str) -> Response:
    """Return *text* as a QR code."""
    code, drawn = segno.make(text, micro=False), BytesIO()
    code.save(drawn, kind="svg", border=2, omitsize=True, light="white")
    return Response(drawn.getvalue(), media_type="image/svg+xml")


@ENDPOINTS.get("/wifi.svg", Role.PUBLIC, gives="image/svg+xml")
async def _wifi(call: Call) -> Response:
    """The board's own Wi-Fi, as a QR code."""
    wifi = call.services.wifi
    if wifi is None:
        return JSONResponse({"error": "the board has no Wi-Fi of its own"}, 404)
    data = make_wifi_data(ssid=wifi.ssid, password=wifi.password, security="WPA")
    return picture(data)
