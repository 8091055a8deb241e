"""A phone at the table: coming in, and what its player may do."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import JSONResponse, Response

from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.board.seen import Seen, Sitter
from firmware_host.web import documents
from firmware_host.web.ports import Outcome
from firmware_host.web.room import COOKIE, PHONES, Phone, place_of
from firmware_host.web.rules import FLAG, SEAT, TEXT, Answer, Call, Role, Rule, shape

#: What a player's phone may do, in a transcript's words.
ACTS = ("secret", "ask", "pass", "guess", "retire")

#: What a host may do beside; at home that is every player.
HOST_ACTS = ("undo", "void", "end")

#: A cookie lasts an evening and the night after.
COOKIE_S = 24 * 3600


def you(
    web: Any, seen: Seen, phone: Phone | None, sitter: Sitter | None
) -> dict[str, Any] | None:
    """Return what only this phone's own page may know; None without a place."""
    if phone is None or sitter is None:
        return None
    names = documents.public(seen, web.services.texts["en"])["players"]
    name = next(one["name"] for one in names if one["seat"] == sitter.seat)
    return {
        "seat": sitter.seat,
        "name": name,
        "symbol": sitter.symbol,
        "phone": phone.number,
        "may": may(seen, sitter),
        "secret": documents.secret(seen),
        "hunch": web.room.hunch(phone, seen),
    }


def may(seen: Seen, sitter: Sitter) -> list[str]:
    """Return what a player may do now, for buttons that make sense."""
    acts = ["undo", "pause"] if seen.place == "home" and seen.game else []
    view = getattr(seen.view, "public", seen.view)
    if view is None:
        return ["begin"] if seen.place == "home" else []
    if view.over:
        return [*acts, "begin"] if seen.place == "home" else acts
    seat = sitter.seat
    if view.waiting:
        return [*acts, "secret"] if view.maker == seat else acts
    if seat in view.seekers:
        acts += ["guess", "retire"]
        if view.turn == seat and view.bonus_mode and not view.asked:
            acts += ["ask", "pass"]
        if view.turn != seat:
            acts.append("hunch")
    elif view.maker == seat and not any(map(sum, view.placed)):
        acts.append("secret")
    return acts


# --- coming in --------------------------------------------------------------


async def _me(call: Call) -> Mapping[str, Any]:
    """Return who the caller is, and which places are free."""
    room, seen = call.web.room, call.seen
    players = documents.public(seen, call.web.services.texts[call.language])["players"]
    free = [
        one
        for one, sitter in zip(players, seen.players, strict=True)
        if not room.phones_at(sitter)
    ]
    return {
        "roles": sorted(call.roles),
        "seat": None if call.sitter is None else call.sitter.seat,
        "free": free,
        "teams": room.teams,
        "locked": room.locked,
        "nicknames": list(call.web.services.archive.nicknames(call.language, 6)),
    }


async def _join(call: Call) -> Answer:
    room, body = call.web.room, call.body
    if not call.web.joins.allow(call.address):
        return Refused("join-often")
    if body["code"].upper() != room.code:
        return Refused("join-code")
    known = call.phone is not None
    if room.locked and not known:
        return Refused("join-locked")
    if len(room.phones) >= PHONES and not known:
        return Refused("join-full")
    place = await _place(call)
    if isinstance(place, Refused):
        return place
    token = call.request.cookies.get(COOKIE) if known else None
    token = token or room.new_token()
    phone = await room.seat_at(token, place)
    response = JSONResponse({"ok": True, "phone": phone.number})
    response.set_cookie(
        COOKIE, token, max_age=COOKIE_S, httponly=True, samesite="strict"
    )
    return response


async def _place(call: Call) -> str | Refused:
    """Return the place that a joiner gets: a team's, a free one, or a new one."""
    room, body, seen = call.web.room, call.body, call.seen
    if room.teams:
        team = room.smallest(seen)
        return place_of(team) if team else Refused("join-no-team")
    if "seat" in body:
        sitter = next((one for one in seen.players if one.seat == body["seat"]), None)
        if sitter is None or room.phones_at(sitter):
            return Refused("join-taken")
        return place_of(sitter)
    name = " ".join(body.get("name", "").split())
    if not name:
        return Refused("join-name")
    outcome = await call.web.services.desk.sit(name)
    return outcome if isinstance(outcome, Refused) else f"name:{name}"


async def _leave(call: Call) -> Answer:
    if call.phone is not None:
        await call.web.room.forget(call.phone.number)
    response = JSONResponse({"ok": True})
    response.delete_cookie(COOKIE, samesite="strict", httponly=True)
    return response


# --- playing ----------------------------------------------------------------


async def _do(call: Call) -> Answer:
    line = dict(call.body)
    if line["do"] in HOST_ACTS and Role.HOST not in call.roles:
        return Response(status_code=403)
    if line["do"] in ACTS:
        seat = _acting(call, line)
        if isinstance(seat, Refused):
            return seat
        if line["do"] not in ("ask", "pass"):
            line["by"] = seat
        elif call.seen.view is not None and call.seen.view.turn != seat:
            return Refused("not-your-turn")
    outcome: Outcome = await call.web.services.desk.do(line)
    return outcome


def _acting(call: Call, line: dict[str, Any]) -> Seat | Refused:
    """Return for whom the caller acts: the board's hands say so, a phone is its own."""
    if Role.BOARD in call.roles and "by" in line:
        return Seat(line["by"])
    if call.sitter is None or line.get("by", call.sitter.seat) != call.sitter.seat:
        return Refused("not-your-seat")
    return call.sitter.seat


async def _hunch(call: Call) -> Answer:
    seen, phone = call.seen, call.phone
    if phone is None or call.sitter is None or "hunch" not in may(seen, call.sitter):
        return Refused("hunch-now")
    word = call.web.services.archive.fold(call.body["word"])
    if len(word) != seen.length:
        return Refused("guess-length", values=(("n", seen.length),))
    call.web.room.lock_hunch(phone, word, seen)
    return None


async def _rename(call: Call) -> Answer:
    before = call.sitter
    if before is None:
        return Refused("not-your-seat")
    name = " ".join(call.body["name"].split())
    outcome: Outcome = await call.web.services.desk.rename(before.seat, name)
    if not isinstance(outcome, Refused) and not before.symbol:
        await call.web.room.renamed(place_of(before), f"name:{name}")
    return outcome


# --- hosting ----------------------------------------------------------------


async def _begin(call: Call) -> Answer:
    outcome: Outcome = await call.web.services.desk.begin(call.body)
    return outcome


async def _pause(call: Call) -> Answer:
    outcome: Outcome = await call.web.services.desk.pause(call.body["paused"])
    return outcome


_WORD = {"type": "string", "maxLength": 40}

RULES = (
    Rule(
        "GET", "/api/me", Role.PUBLIC, _me, "Who is asking, and which places are free."
    ),
    Rule(
        "POST",
        "/api/join",
        Role.PUBLIC,
        _join,
        "Come in with the code from the wall.",
        shape({"code": TEXT}, name={"type": "string", "maxLength": 24}, seat=SEAT),
    ),
    Rule("POST", "/api/leave", Role.PUBLIC, _leave, "Give the phone's place back."),
    Rule(
        "POST",
        "/api/do",
        Role.PUBLIC,  # the act itself decides whose it is
        _do,
        "Act in the game, in a transcript's words.",
        shape(
            {"do": {"enum": [*ACTS, *HOST_ACTS]}},
            word=_WORD,
            by=SEAT,
            override=FLAG,
        ),
    ),
    Rule(
        "POST",
        "/api/hunch",
        Role.SEAT,
        _hunch,
        "Lock a word that one believes in; it is counted once the round is over.",
        shape({"word": _WORD}),
    ),
    Rule(
        "POST",
        "/api/rename",
        Role.SEAT,
        _rename,
        "Be called by another name.",
        shape({"name": {"type": "string", "minLength": 1, "maxLength": 24}}),
    ),
    Rule(
        "POST",
        "/api/begin",
        Role.HOST,
        _begin,
        "Begin a game; what is left out stays as it was.",
        shape(
            None,
            language={"enum": ["en", "de"]},
            length={"type": "integer", "minimum": 3, "maximum": 6},
            board_makes=FLAG,
            rounds={"type": "integer", "minimum": 1, "maximum": 20},
        ),
    ),
    Rule(
        "POST",
        "/api/pause",
        Role.HOST,
        _pause,
        "Stop, or go on.",
        shape({"paused": FLAG}),
    ),
)
