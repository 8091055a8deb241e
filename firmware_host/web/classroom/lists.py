"""The class's word lists: pasted, checked word by word, chosen, carried away."""

from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from firmware_host.board.messages import Refused
from firmware_host.languages import CODES
from firmware_host.limits import LIST_LETTERS
from firmware_host.web.endpoints import Answer, Call, Endpoint, Role, shape


async def _all(call: Call) -> Mapping[str, Any]:
    words = call.web.services.words
    return {"lists": [_list(one) for one in words.all()]}


async def _check(call: Call) -> Mapping[str, Any]:
    body = call.body
    checked = call.web.services.words.check(body["text"], body["language"])
    return {"words": [_word(call, one) for one in checked]}


async def _put(call: Call) -> Answer:
    body = call.body
    made = await call.web.services.words.put(
        body["name"].strip() or "?",
        body["language"],
        body["text"],
        number=body.get("number", 0),
    )
    return made if isinstance(made, Refused) else {"list": _list(made)}


async def _remove(call: Call) -> Answer:
    refused: Refused | None = await call.web.services.words.remove(call.body["number"])
    return refused


async def _choose(call: Call) -> Answer:
    refused: Refused | None = await call.web.services.words.choose(
        call.body["language"], call.body["number"]
    )
    return refused


async def _carry(call: Call) -> Answer:
    text = call.web.services.words.carried()
    headers = {"content-disposition": 'attachment; filename="letterzone-words.json"'}
    return Response(text, headers=headers, media_type="application/json")


async def _take(call: Call) -> Answer:
    taken = await call.web.services.words.take(call.body["text"])
    return taken if isinstance(taken, Refused) else {"lists": [_list(o) for o in taken]}


def _list(one: Any) -> dict[str, Any]:
    return {
        "number": one.number,
        "name": one.name,
        "language": one.language,
        "words": list(one.words),
    }


def _word(call: Call, one: Any) -> dict[str, Any]:
    """Return a checked word with every reason in the reader's language."""
    say = call.web.services.say
    reasons = [say(fault.reason, call.language) for fault in one.faults]
    if one.twice:
        reasons.append(call.say("web-word-twice"))
    elif one.good and not one.known:
        reasons.append(call.say("web-word-unknown"))
    return {"typed": one.typed, "word": one.word, "good": one.good, "why": reasons}


_LANGUAGE = {"enum": list(CODES)}
_TEXT = {"type": "string", "maxLength": 200_000}
_NUMBER = {"type": "integer", "minimum": 0, "maximum": 2**31}

ENDPOINTS = (
    Endpoint(
        "GET", "/api/lists", Role.TEACHER, _all, "Every word list with its words."
    ),
    Endpoint(
        "GET",
        "/api/lists/file.json",
        Role.TEACHER,
        _carry,
        "Every word list as one file for other boards.",
    ),
    Endpoint(
        "POST",
        "/api/lists/check",
        Role.TEACHER,
        _check,
        "Check pasted words one by one; nothing is kept.",
        shape({"language": _LANGUAGE, "text": _TEXT}),
    ),
    Endpoint(
        "POST",
        "/api/lists/put",
        Role.TEACHER,
        _put,
        "Keep the good ones of pasted words as a list.",
        shape(
            {
                "name": {"type": "string", "minLength": 1, "maxLength": LIST_LETTERS},
                "language": _LANGUAGE,
                "text": _TEXT,
            },
            number=_NUMBER,
        ),
    ),
    Endpoint(
        "POST",
        "/api/lists/remove",
        Role.TEACHER,
        _remove,
        "Throw a list away.",
        shape({"number": _NUMBER}),
    ),
    Endpoint(
        "POST",
        "/api/lists/choose",
        Role.TEACHER,
        _choose,
        "Let the board draw from a list; number 0 for its own words.",
        shape({"language": _LANGUAGE, "number": _NUMBER}),
    ),
    Endpoint(
        "POST",
        "/api/lists/take",
        Role.TEACHER,
        _take,
        "Take the lists of another board's file.",
        shape({"text": {"type": "string", "maxLength": 400_000}}),
    ),
)
