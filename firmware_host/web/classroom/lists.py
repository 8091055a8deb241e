"""The class's word lists: pasted, checked word by word, chosen, carried away."""

from typing import Annotated

from firmware_host.board.json import as_message
from firmware_host.board.messages import Refused
from firmware_host.languages import CODES
from firmware_host.limits import LIST_LETTERS
from firmware_host.web.endpoints import Answer, Call, Endpoints, Role, attached

_Language = Annotated[str, {"enum": list(CODES)}]
_Name = Annotated[str, {"type": "string", "minLength": 1, "maxLength": LIST_LETTERS}]
_Number = Annotated[int, {"type": "integer", "minimum": 0, "maximum": 2**31}]
_Text = Annotated[str, {"type": "string", "maxLength": 200_000}]
_File = Annotated[str, {"type": "string", "maxLength": 400_000}]

ENDPOINTS = Endpoints()


@ENDPOINTS.get("/api/lists", Role.TEACHER)
async def _all(call: Call) -> Answer:
    """Every word list with its words."""
    return {"lists": call.services.words.all()}


@ENDPOINTS.post("/api/lists/check", Role.TEACHER)
async def _check(call: Call, language: _Language, text: _Text) -> Answer:
    """
    Check pasted words one by one; nothing is kept.

    Each reason is said in the reader's language.
    """
    checked = call.services.words.check(text, language)
    say = call.services.say
    whys = [[say(as_message(why), call.language) for why in o["why"]] for o in checked]
    words = zip(checked, whys, strict=True)
    return {"words": [{**one, "why": why} for one, why in words]}


@ENDPOINTS.post("/api/lists/put", Role.TEACHER)
async def _put(
    call: Call, name: _Name, language: _Language, text: _Text, number: _Number = 0
) -> Answer:
    """Keep the good ones of pasted words as a list."""
    words = call.services.words
    made = await words.put(name.strip() or "?", language, text, number=number)
    return made if isinstance(made, Refused) else {"list": made}


@ENDPOINTS.post("/api/lists/remove", Role.TEACHER)
async def _remove(call: Call, number: _Number) -> Answer:
    """Throw a list away."""
    return await call.services.words.remove(number)


@ENDPOINTS.post("/api/lists/choose", Role.TEACHER)
async def _choose(call: Call, language: _Language, number: _Number) -> Answer:
    """Let the board draw from a list; number 0 for its own words."""
    return await call.services.words.choose(language, number)


@ENDPOINTS.post("/api/lists/rude", Role.TEACHER)
async def _rude(call: Call, text: _Text) -> Answer:
    """Add words that nobody is called by, in place of those that were added before."""
    return await call.web.rude.add(text)


@ENDPOINTS.get("/api/lists/file.json", Role.TEACHER)
async def _carry(call: Call) -> Answer:
    """Every word list as one file for other boards."""
    lists = call.services.words.carried()
    return attached(lists, "words.json", "application/json")


@ENDPOINTS.post("/api/lists/take", Role.TEACHER)
async def _take(call: Call, text: _File) -> Answer:
    """Take the lists of another board's file."""
    taken = await call.services.words.take(text)
    return taken if isinstance(taken, Refused) else {"lists": taken}
