"""Endpoints of word packs: listing, checking, storing, import and export."""

import asyncio
from base64 import b64decode
from typing import Annotated

from starlette.responses import JSONResponse, Response

from firmware_host.board.commands import Flag, Role
from firmware_host.board.json import JsonObject, as_message
from firmware_host.board.messages import Refused
from firmware_host.board.players import tidy
from firmware_host.languages import CODES
from firmware_host.limits import ABOUT_LETTERS, LIST_LETTERS, TYPED_LETTERS
from firmware_host.web import shown, values
from firmware_host.web.endpoints import (
    Call,
    Endpoints,
    Outcome,
    attached,
    missing,
    shape,
)

_Language = Annotated[str, {"enum": list(CODES)}]
_Key = Annotated[str, {"type": "string", "maxLength": LIST_LETTERS}]
_Word = Annotated[str, {"type": "string", "minLength": 1, "maxLength": TYPED_LETTERS}]
_Text = Annotated[str, {"type": "string", "maxLength": 200_000}]
_File = Annotated[str, {"type": "string", "maxLength": 400_000}]

#: The schema of a typed pack; a pack without a licence belongs to its author.
_ABOUT = {"type": "string", "maxLength": ABOUT_LETTERS}
WRITTEN = shape(
    {
        "name": {"type": "string", "minLength": 1, "maxLength": LIST_LETTERS},
        "language": {"enum": list(CODES)},
        "text": {"type": "string", "maxLength": 200_000},
    },
    key={"type": "string", "maxLength": LIST_LETTERS},
    lines={"type": "boolean"},
    level=_ABOUT,
    topic=_ABOUT,
    licence=_ABOUT,
    author=_ABOUT,
)

_PackInWords = Annotated[Response, values.Pack]
_PackFile = Annotated[Response, JsonObject]

#: The largest size in bytes of an uploaded file. A page sends only the size of a larger
#: one.
FILE_BYTES = 360_000
_Size = Annotated[int, {"type": "integer", "minimum": 0, "maximum": 2**53}]

#: A file in base64, which is a third longer.
_Data = Annotated[str, {"type": "string", "maxLength": 480_000}]
_Sheet = Annotated[str, {"type": "string", "maxLength": ABOUT_LETTERS}]

ENDPOINTS = Endpoints()


# --- reading ---


@ENDPOINTS.get("/api/packs", Role.HOST)
async def _all(call: Call) -> shown.PackList:
    """Return all packs without their words, this board's own packs first."""
    return {"packs": [_named(call, one) for one in await call.services.packs.all()]}


def _named(call: Call, pack: values.Pack) -> values.Pack:
    """Return a pack with its name in the caller's language, if it is a shipped one."""
    code = f"web-shipped-{pack['language']}-{pack['key']}"
    name = call.say(code)
    foreign = not pack["own"] and pack["language"] != call.language and name != code
    return {**pack, "name": name, "topic": ""} if foreign else pack


@ENDPOINTS.get("/api/packs/{language}/{key}", Role.HOST)
async def _look(call: Call, language: str, key: str) -> _PackInWords:
    """Return a pack with its words and notes on each, in the caller's language."""
    packs = call.services.packs
    pack = await packs.look(language, key) if language in CODES else None
    if pack is None:
        return missing("pack")
    say, known = call.services.say, []
    for one in pack["known"]:
        why = [say(as_message(message), call.language) for message in one["why"]]
        known.append({**one, "why": why})
    return JSONResponse({**_named(call, pack), "known": known})


@ENDPOINTS.post("/api/word", Role.PUBLIC)  # for a maker at a phone or at the board
async def _worth(
    call: Call, word: _Word, language: _Language
) -> values.Worth | Response:
    """
    Return whether a word is rare, and which words are built of the same pieces.

    The result depends on the word only, not on a game. Nothing is stored.
    """
    if Role.BOARD not in call.roles and (denied := call.denied(Role.SEAT)):
        return denied
    return {**call.services.packs.worth(word, language)}


# --- the board's own packs ---


@ENDPOINTS.post("/api/files/table", Role.TEACHER)
async def _table(
    call: Call, data: _Data, size: _Size = 0, sheet: _Sheet = ""
) -> values.Table | Refused:
    """Return the table in a text, CSV, TSV, xlsx or ods file; store nothing."""
    content = _content(data, size)
    if isinstance(content, Refused):
        return content
    return await asyncio.to_thread(call.services.read_table, content, sheet)


@ENDPOINTS.post("/api/files/text", Role.TEACHER)
async def _text(call: Call, data: _Data, size: _Size = 0) -> values.FileText | Refused:
    """Decode an uploaded file in UTF-8, UTF-16 or Windows-1252; store nothing."""
    content = _content(data, size)
    if isinstance(content, Refused):
        return content
    found = await asyncio.to_thread(call.services.read_text, content)
    if isinstance(found, Refused):
        return found
    text, encoding = found
    return {"text": text, "encoding": encoding}


def _content(data: str, size: int) -> bytes | Refused:
    if size > FILE_BYTES:
        return Refused("file-large", values=(("n", FILE_BYTES // 1000),))
    try:
        return b64decode(data, validate=True)
    except ValueError:
        return Refused("file-damaged")


@ENDPOINTS.post("/api/packs/check", Role.TEACHER)
async def _check(
    call: Call,
    language: _Language,
    text: _Text,
    lines: Flag = False,  # noqa: FBT002 - as it is sent
) -> shown.CheckedWords:
    """
    Check each word of a text for problems; return the words, and store nothing.

    With ``lines`` each line is one cell of a table and has one word. The reasons are in
    the caller's language.
    """
    checked = call.services.packs.check(text, language, lines=lines)
    say = call.services.say
    whys = [[say(as_message(why), call.language) for why in o["why"]] for o in checked]
    words = zip(checked, whys, strict=True)
    return {"words": [{**one, "why": why} for one, why in words]}


@ENDPOINTS.post("/api/packs/put", Role.TEACHER, WRITTEN)
async def _put(
    call: Call,
    text: str,
    key: str = "",
    lines: bool = False,  # noqa: FBT001, FBT002 - as it is sent
    **said: str,
) -> shown.OnePack | Refused:
    """Save the playable words of a list as a word pack, and return the pack."""
    said["name"] = tidy(said["name"])
    if not any(map(str.isalnum, said["name"])):
        return Refused("name-long", values=(("n", LIST_LETTERS),))
    if not said.get("licence", "").strip():
        said.pop("licence", None)
    made = await call.services.packs.put(said, text, key=key, lines=lines)
    return made if isinstance(made, Refused) else {"pack": made}


@ENDPOINTS.post("/api/packs/remove", Role.TEACHER)
async def _remove(call: Call, key: _Key) -> Outcome:
    """Delete a pack."""
    return await call.services.packs.remove(key)


@ENDPOINTS.get("/api/packs/file.json", Role.TEACHER, query=("language", "pack"))
async def _carry(call: Call) -> _PackFile:
    """Return a pack as a file for other boards; without ``pack`` all packs."""
    asked = call.request.query_params
    code, key = asked.get("language", ""), asked.get("pack", "")
    if key and code not in CODES:
        return missing("language")
    content = call.services.packs.carried(code, key)
    return attached(content, f"{key or 'words'}.pack.json", "application/json")


@ENDPOINTS.post("/api/packs/take", Role.TEACHER)
async def _take(call: Call, text: _File) -> shown.PackList | Refused:
    """Store all packs of a file, or none if one is invalid."""
    taken = await call.services.packs.take(text)
    return taken if isinstance(taken, Refused) else {"packs": taken}


@ENDPOINTS.post("/api/teacher/rude", Role.TEACHER)
async def _rude(call: Call, text: _Text) -> Outcome:
    """Store the rude words of the class in place of earlier ones."""
    return await call.web.rude.add(text)
