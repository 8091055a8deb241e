"""What a command names, checked: a game, a language, rules, and names of players."""

import re

from firmware_host.board.commands import (
    AnyCommand,
    BeginEvening,
    Choose,
    Join,
    PagesAt,
    Rename,
    Sit,
    schemas_of,
)
from firmware_host.board.json import JsonObject
from firmware_host.board.players import BY_ANIMAL, tidy
from firmware_host.board.record import replace
from firmware_host.board.schema import MisfitError, fit
from firmware_host.errors import AskedError, SettingsError
from firmware_host.games.catalogue import settled
from firmware_host.limits import NAME_LETTERS
from firmware_host.session.state import Session
from firmware_host.words.folding import fold

#: An address of the pages that a phone can be shown; empty for none.
_ADDRESS = re.compile(r"(http://[0-9a-z.-]{1,64}(:[0-9]{1,5})?)?")


def checked(session: Session, command: AnyCommand) -> AnyCommand:
    """
    Return a command with its names tidied, its words folded, and its usual rules gone.

    Raises:
        AskedError: It names what this board has not, or a name that cannot be shown.
    """
    if isinstance(command, Sit | Rename | Join):
        return replace(command, name=shown(command.name))
    if isinstance(command, PagesAt) and not _ADDRESS.fullmatch(command.address):
        msg = f"no address of pages: {command.address!r}"
        raise AskedError(msg)
    if isinstance(command, Choose | BeginEvening):
        if command.players is not None:
            command = replace(command, players=_names(command.players))
        _fit(session, command)
    return _with_rules(session, command) if isinstance(command, Choose) else command


def _fit(session: Session, command: Choose | BeginEvening) -> None:
    """Check that each setting is one of the choices that there are."""
    choices: dict[str, JsonObject] = {
        **schemas_of(type(command)),
        "game": {"enum": tuple(session.games)},
        "language": {"enum": tuple(session.languages)},
    }
    choices.pop("rules", None)  # the game knows them
    given = {name: one for name, one in command.__dict__.items() if name in choices}
    chosen = {name: one for name, one in given.items() if one is not None}
    try:
        fit(chosen, {"type": "object", "properties": choices})
    except MisfitError as fault:
        raise AskedError(str(fault)) from None


def _with_rules(session: Session, command: Choose) -> Choose:
    """Return a command with the rules that are not as usual, and its words folded."""
    if command.words is not None:
        words = tuple(dict.fromkeys(map(fold, command.words)))
        command = replace(command, words=words)
    if command.rules is None:
        return command
    game = session.games[command.game or session.setup.game]
    try:
        return replace(command, rules=dict(settled(game, command.rules)))
    except SettingsError as fault:
        raise AskedError(str(fault)) from None


def _names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names of players as they will be shown."""
    wanted = tuple(map(shown, names))
    typed = [name.casefold() for name in wanted if name != BY_ANIMAL]
    if len({*typed}) < len(typed) or {*typed} & {"", "board"}:
        msg = "each player needs a name of one's own"
        raise AskedError(msg)
    if any(len(name) > NAME_LETTERS for name in wanted):
        msg = f"a name has at most {NAME_LETTERS} letters"
        raise AskedError(msg)
    return wanted


def shown(name: str) -> str:
    """
    Return a name as it will be shown.

    Raises:
        AskedError: It has signs that cannot be shown.
    """
    given = " ".join(name.split())
    if not given.isprintable() or bool(tidy(given)) != bool(given):
        msg = "a name is made of letters that can be shown"
        raise AskedError(msg)
    return tidy(name)
