"""The class's word lists: pasted, checked word by word, chosen, carried away."""

from starlette.responses import Response

from firmware_host.board.json import as_message, number, text
from firmware_host.board.messages import Refused
from firmware_host.languages import CODES
from firmware_host.limits import LIST_LETTERS
from firmware_host.web.endpoints import Answer, Call, Endpoint, Role, shape


async def _all(call: Call) -> Answer:
    return {"lists": call.web.services.words.all()}


async def _check(call: Call) -> Answer:
    """Check words; say every reason in the reader's language."""
    pasted, language = text(call.body, "text"), text(call.body, "language")
    checked = call.web.services.words.check(pasted, language)
    say = call.web.services.say
    whys = [[say(as_message(why), call.language) for why in o["why"]] for o in checked]
    words = zip(checked, whys, strict=True)
    return {"words": [{**one, "why": why} for one, why in words]}


async def _put(call: Call) -> Answer:
    body = call.body
    made = await call.web.services.words.put(
        text(body, "name").strip() or "?",
        text(body, "language"),
        text(body, "text"),
        number=number(body, "number", 0),
    )
    return made if isinstance(made, Refused) else {"list": made}


async def _remove(call: Call) -> Answer:
    return await call.web.services.words.remove(number(call.body, "number"))


async def _choose(call: Call) -> Answer:
    language, chosen = text(call.body, "language"), number(call.body, "number")
    return await call.web.services.words.choose(language, chosen)


async def _carry(call: Call) -> Answer:
    lists = call.web.services.words.carried()
    headers = {"content-disposition": 'attachment; filename="letterzone-words.json"'}
    return Response(lists, headers=headers, media_type="application/json")


async def _take(call: Call) -> Answer:
    taken = await call.web.services.words.take(text(call.body, "text"))
    return taken if isinstance(taken, Refused) else {"lists": taken}


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
