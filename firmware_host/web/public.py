"""Endpoints for all callers: the state, the texts, the alphabet, and the games."""

from io import BytesIO
from typing import Annotated, cast

import segno
from segno.helpers import make_wifi_data
from starlette.responses import JSONResponse, Response

from firmware_host import __version__
from firmware_host.board.commands import Role
from firmware_host.board.json import JsonObject, as_object
from firmware_host.board.table_values import Collected
from firmware_host.web import documents, shown
from firmware_host.web.endpoints import Call, Endpoints, missing
from firmware_host.web.pages import drawings, text_filter

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/state", Role.PUBLIC, query=("as", "lang"))
async def _state(call: Call) -> Annotated[Response, shown.State]:
    """Return the state document of one of the views."""
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
    shown = text_filter(page, services.game_files)
    words = services.texts[language].as_json("page", shown)
    return JSONResponse({**words, **documents.typing()})


@ENDPOINTS.get("/api/alphabet", Role.PUBLIC)
async def _alphabet(call: Call) -> shown.Alphabet:
    """Return the letter piece alphabet with the owner's changes."""
    return documents.alphabet(call.services.table_api.letters())


@ENDPOINTS.get("/api/games", Role.PUBLIC, query=("lang",))
async def _games(call: Call) -> shown.OfferedGames:
    """Return the games that this board can play, with their options."""
    services = call.services
    texts = services.texts[call.language]
    return {"games": documents.games(services.table_api.games(), texts)}


@ENDPOINTS.get("/api/collection", Role.HOST)
async def _collection(call: Call) -> Collected:
    """Return the words of the day found, the bots beaten, and the day's number."""
    return await call.services.table_api.collection()


@ENDPOINTS.get("/api/games/{name}", Role.PUBLIC)
async def _game(call: Call, name: str) -> Annotated[Response, shown.Declared]:
    """Return the declarations of a game: lines, cards, drawings, fields of its view."""
    for one in call.services.table_api.games():
        if one["name"] == name:
            drawn = drawings(call.services.game_files.get(name, ""))
            known = {"lengths": one["lengths"], "drawings": drawn}
            return JSONResponse({**known, **one["declares"]})
    return missing("game")


@ENDPOINTS.get("/api/versions", Role.PUBLIC)
async def _versions(call: Call) -> shown.Versions:
    """Return the version of the program, and the number of each format."""
    described = await call.services.table_api.described()
    of_table = as_object(described["versions"])
    known = {"letterzone": __version__, "state": documents.VERSION, **of_table}
    return cast("shown.Versions", known)


@ENDPOINTS.get("/qr.svg", Role.WALL, gives="image/svg+xml")
async def _qr(call: Call) -> Response:
    """Return the joining address as a QR code."""
    web = call.web
    return picture(f"{web.services.address()}/seat?code={web.room.code}")


def picture(text: str) -> Response:
    """Return *text* as a QR code."""
    code, drawn = segno.make(text, micro=False), BytesIO()
    code.save(drawn, kind="svg", border=2, omitsize=True, light="white")
    return Response(drawn.getvalue(), media_type="image/svg+xml")


@ENDPOINTS.get("/wifi.svg", Role.PUBLIC, gives="image/svg+xml")
async def _wifi(call: Call) -> Response:
    """Return the board's own Wi-Fi as a QR code."""
    wifi = call.services.wifi
    if wifi is None:
        return JSONResponse({"error": "the board has no Wi-Fi of its own"}, 404)
    data = make_wifi_data(ssid=wifi.ssid, password=wifi.password, security="WPA")
    return picture(data)
