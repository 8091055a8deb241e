"""Checks that a command's game, language, rules and players' names are valid."""

import re

from firmware_host.board.commands import (
    AnyCommand,
    BeginEvening,
    Choose,
    JoinCommand,
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
from firmware_host.games.catalogue import check_options
from firmware_host.limits import NAME_LETTERS
from firmware_host.session.state import Session
from firmware_host.words.folding import fold

#: The address of the pages that a phone can use; an empty one is valid too.
_ADDRESS = re.compile(r"(http://[0-9a-z.-]{1,64}(:[0-9]{1,5})?)?")


def check_command(session: Session, command: AnyCommand) -> AnyCommand:
    """
    Validate a command; return it with clean names, folded words and changed rules only.

    Raises:
        AskedError: The board lacks something that the command names, or a name cannot
            be shown.
    """
    if isinstance(command, Sit | Rename | JoinCommand):
        return replace(command, name=display_name(command.name))
    if isinstance(command, PagesAt) and not _ADDRESS.fullmatch(command.address):
        msg = f"no address of pages: {command.address!r}"
        raise AskedError(msg)
    if isinstance(command, Choose | BeginEvening):
        if command.players is not None:
            command = replace(command, players=_names(command.players))
        _fit(session, command)
    return _with_rules(session, command) if isinstance(command, Choose) else command


def _fit(session: Session, command: Choose | BeginEvening) -> None:
    """Check that each chosen setting is valid on this board."""
    choices: dict[str, JsonObject] = {
        **schemas_of(type(command)),
        "game": {"enum": tuple(session.games)},
        "language": {"enum": tuple(session.languages)},
    }
    choices.pop("rules", None)  # the game checks them
    given = {name: one for name, one in command.__dict__.items() if name in choices}
    chosen = {name: one for name, one in given.items() if one is not None}
    try:
        fit(chosen, {"type": "object", "properties": choices})
    except MisfitError as fault:
        raise AskedError(str(fault)) from None


def _with_rules(session: Session, command: Choose) -> Choose:
    """Return a command with only the rules that differ from defaults; words folded."""
    if command.words is not None:
        words = tuple(dict.fromkeys(map(fold, command.words)))
        command = replace(command, words=words)
    if command.rules is None:
        return command
    game = session.games[command.game or session.setup.game]
    try:
        return replace(command, rules=dict(check_options(game, command.rules)))
    except SettingsError as fault:
        raise AskedError(str(fault)) from None


def _names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Check the names of players; return them as they will be shown."""
    wanted = tuple(map(display_name, names))
    typed = [name.casefold() for name in wanted if name != BY_ANIMAL]
    if len({*typed}) < len(typed) or {*typed} & {"", "board"}:
        msg = "each player needs a name of one's own"
        raise AskedError(msg)
    if any(len(name) > NAME_LETTERS for name in wanted):
        msg = f"a name has at most {NAME_LETTERS} letters"
        raise AskedError(msg)
    return wanted


def display_name(name: str) -> str:
    """
    Return a name with spaces and letters as it will be shown.

    Raises:
        AskedError: It contains characters that cannot be shown.
    """
    given = " ".join(name.split())
    if not given.isprintable() or bool(tidy(given)) != bool(given):
        msg = "a name is made of letters that can be shown"
        raise AskedError(msg)
    return tidy(name)
