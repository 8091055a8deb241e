"""Checks of the settings and players that a page sends for a game."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from firmware_host.board.animals import ANIMALS, BY_ANIMAL, Animal
from firmware_host.board.bots import STRENGTHS
from firmware_host.board.json import Json, JsonObject, as_object
from firmware_host.board.names import tidy
from firmware_host.board.record import replace
from firmware_host.board.schema import MisfitError, fit
from firmware_host.errors import AskedError, SettingsError
from firmware_host.games.bots import Bot
from firmware_host.games.catalogue import settled
from firmware_host.limits import NAME_LETTERS, SEATS
from firmware_host.session.asked import Adopted
from firmware_host.session.identities import sitting
from firmware_host.session.setups import CHOICES, Player
from firmware_host.session.state import Session
from firmware_host.words.folding import fold

#: The most words of a list, and the most letters of one that somebody typed.
WORDS, WORD_LETTERS = 5000, 100

_ANIMAL: JsonObject = {"type": "string", "enum": ANIMALS}

#: A bot's strength; nothing for a person.
_BOT: JsonObject = {"type": "string", "enum": ("", *STRENGTHS)}


def adopted(session: Session, wishes: JsonObject, *, begin: bool) -> Adopted:
    """
    Return the event for settings in the form that `TableApi.adopt` describes.

    Raises:
        AskedError: One of them is unknown or wrong.
    """
    changes: dict[str, Any] = dict(wishes)
    rules = changes.pop("rules", None)
    try:
        fit(changes, _choices(session))
    except MisfitError as wrong:
        raise AskedError(str(wrong)) from None
    words = changes.pop("words", None)
    if rules is not None:
        changes["rules"] = _rules(session, rules, changes.get("game"))
    animals, bots = changes.pop("animals", ()), changes.pop("bots", ())
    if "players" in changes:
        changes["players"] = _players(session, changes["players"], animals, bots)
    return Adopted(changes, begin, None if words is None else _words(words))


def _rules(
    session: Session, rules: Json, game: str | None
) -> Mapping[str, Mapping[str, str | int]]:
    """Return the setup's rules with those of one game turned."""
    name = game or session.setup.game
    try:
        turned = settled(session.games[name], as_object(rules, "rules"))
    except (SettingsError, ValueError) as fault:
        raise AskedError(str(fault)) from None
    others = {key: one for key, one in session.setup.rules.items() if key != name}
    return {**others, **({name: dict(turned)} if turned else {})}


def _choices(session: Session) -> JsonObject:
    """Return the JSON Schema of the settings that this board offers."""
    choices: dict[str, Json] = {
        **CHOICES,
        "language": {"type": "string", "enum": tuple(session.languages)},
        "game": {"type": "string", "enum": tuple(session.games)},
        "players": _list_of_texts(SEATS),
        "animals": {"type": "array", "items": _ANIMAL},
        "bots": {"type": "array", "items": _BOT},
        "words": _list_of_texts(WORDS),
    }
    return {"type": "object", "properties": choices}


def _players(
    session: Session,
    names: Sequence[str],
    animals: Sequence[str],
    bots: Sequence[str],
) -> tuple[Player, ...]:
    """Return the players of those names, each with the button it had; and bots."""
    wanted = [shown(name) for name in names]
    typed = [name.casefold() for name in wanted if name != BY_ANIMAL]
    if len({*typed}) < len(typed) or {*typed} & {"", "board"}:
        msg = "each player needs a name of one's own"
        raise AskedError(msg)
    if any(len(name) > NAME_LETTERS for name in wanted):
        msg = f"a name has at most {NAME_LETTERS} letters"
        raise AskedError(msg)
    worn = (*map(Animal, animals), *[None] * len(wanted))
    free = [one for one in reversed(ANIMALS) if one not in worn]
    strengths = (*bots, *[""] * len(wanted))
    known = sitting(session)
    return tuple(
        Player(bot=Bot(strength, animal or (free or [*ANIMALS]).pop(0)))
        if strength
        else _person(known, name, animal)
        for name, animal, strength in zip(wanted, worn, strengths, strict=False)
    )


def _person(known: Iterable[Player], name: str, animal: Animal | None) -> Player:
    """Return the known player of a name, or of an unnamed animal; else a new one."""
    had = [one for one in known if one.name == name]
    if name == BY_ANIMAL:
        had = [one for one in had if one.animal == animal]
    one = had[-1] if had else Player(name)
    return replace(one, animal=animal or one.animal)


def shown(name: Json) -> str:
    """Return a name as it will be shown."""
    if not isinstance(name, str) or not _can_be_shown(" ".join(name.split())):
        msg = "a name is made of letters that can be shown"
        raise AskedError(msg)
    return tidy(name)


def _can_be_shown(name: str) -> bool:
    """Return True for a name of printable characters, and for an empty one."""
    return name.isprintable() and bool(tidy(name)) == bool(name)


def _words(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(fold(word) for word in words))


def _list_of_texts(most: int) -> JsonObject:
    letters = f"a text of at most {WORD_LETTERS} letters"
    item: JsonObject = {
        "type": "string",
        "maxLength": WORD_LETTERS,
        "title": letters,
    }
    title = f"a list of at most {most} texts"
    return {"type": "array", "maxItems": most, "items": item, "title": title}
