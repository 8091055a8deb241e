"""The class's word lists: pasted, checked word by word, chosen, carried away."""

from firmware_host.board.json import as_message, number, text
from firmware_host.board.messages import Refused
from firmware_host.languages import CODES
from firmware_host.limits import LIST_LETTERS
from firmware_host.web.endpoints import Answer, Call, Endpoints, Role, attached, shape

_LANGUAGE = {"enum": list(CODES)}
_TEXT = {"type": "string", "maxLength": 200_000}
_NUMBER = {"type": "integer", "minimum": 0, "maximum": 2**31}

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/lists", Role.TEACHER)
async def _all(call: Call) -> Answer:
    """Every word list with its words."""
    return {"lists": call.services.words.all()}


@ENDPOINTS.post(
    "/api/lists/check", Role.TEACHER, shape({"language": _LANGUAGE, "text": _TEXT})
)
async def _check(call: Call) -> Answer:
    """
    Check pasted words one by one; nothing is kept.

    Each reason is said in the reader's language.
    """
    pasted, language = text(call.body, "text"), text(call.body, "language")
    checked = call.services.words.check(pasted, language)
    say = call.services.say
    whys = [[say(as_message(why), call.language) for why in o["why"]] for o in checked]
    words = zip(checked, whys, strict=True)
    return {"words": [{**one, "why": why} for one, why in words]}


@ENDPOINTS.post(
    "/api/lists/put",
    Role.TEACHER,
    shape(
        {
            "name": {"type": "string", "minLength": 1, "maxLength": LIST_LETTERS},
            "language": _LANGUAGE,
            "text": _TEXT,
        },
        number=_NUMBER,
    ),
)
async def _put(call: Call) -> Answer:
    """Keep the good ones of pasted words as a list."""
    body = call.body
    made = await call.services.words.put(
        text(body, "name").strip() or "?",
        text(body, "language"),
        text(body, "text"),
        number=number(body, "number", 0),
    )
    return made if isinstance(made, Refused) else {"list": made}


@ENDPOINTS.post("/api/lists/remove", Role.TEACHER, shape({"number": _NUMBER}))
async def _remove(call: Call) -> Answer:
    """Throw a list away."""
    return await call.services.words.remove(number(call.body, "number"))


@ENDPOINTS.post(
    "/api/lists/choose", Role.TEACHER, shape({"language": _LANGUAGE, "number": _NUMBER})
)
async def _choose(call: Call) -> Answer:
    """Let the board draw from a list; number 0 for its own words."""
    language, chosen = text(call.body, "language"), number(call.body, "number")
    return await call.services.words.choose(language, chosen)


@ENDPOINTS.get("/api/lists/file.json", Role.TEACHER)
async def _carry(call: Call) -> Answer:
    """Every word list as one file for other boards."""
    lists = call.services.words.carried()
    return attached(lists, "words.json", "application/json")


@ENDPOINTS.post(
    "/api/lists/take",
    Role.TEACHER,
    shape({"text": {"type": "string", "maxLength": 400_000}}),
)
async def _take(call: Call) -> Answer:
    """Take the lists of another board's file."""
    taken = await call.services.words.take(text(call.body, "text"))
    return taken if isinstance(taken, Refused) else {"lists": taken}
