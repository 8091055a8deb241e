"""The manual page of the `letterzone` command, from what its own --help says."""

import argparse
import re
from collections.abc import Callable, Iterator
from functools import partial

from firmware_host.cli.main import parser
from firmware_host.cli.parsers.spoken import help_text
from firmware_host.languages import FIRST

#: What the page says of its own, in English; `help_text` has the rest.
HEADINGS = {
    "heading": "User Commands",
    "name": "NAME",
    "in_short": "a board of letter zones that answers Yes or No",
    "synopsis": "SYNOPSIS",
    "command": "command",
    "options": "options",
    "description": "DESCRIPTION",
    "commands": "COMMANDS",
    "files": "FILES",
    "profile": "the board's profile",
    "kept": "games, names, word lists and backups",
    "see_also": "SEE ALSO",
    "page": "/usr/share/doc/letterzone/install.md",
    "pages": "and the pages beside it",
}

_TOP = r"""'\" t
.TH LETTERZONE 1 "{date}" "letterzone {version}" "{heading}"
.SH {name}
letterzone \- {in_short}
.SH {synopsis}
.B letterzone
.I {command}
.RI [ {options} ]
.SH {description}
{about}
.SH {commands}
"""

_END = r""".SH {files}
.TP
.I /etc/letterzone/board.toml
{profile}
.TP
.I /var/lib/letterzone
{kept}
.SH {see_also}
.I {page}
{pages}
"""


def man_page(version: str, date: str, language: str = FIRST) -> str:
    """Return the page: each command with its options, in troff's man macros."""
    say = partial(help_text, code=language)
    own = {name: _plain(say(text)) for name, text in HEADINGS.items()}
    ours = parser()
    about = _plain(say(str(ours.description)))
    text = _TOP.format(date=date, version=version, about=about, **own)
    return text + "".join(_sections(ours, "", say)) + _END.format(**own)


def _sections(
    one: argparse.ArgumentParser, before: str, say: Callable[[str], str]
) -> Iterator[str]:
    """Yield the section of each command, and of what stands below it."""
    for name, said, command in commands_of(one):
        yield f".SS {_plain(before + name)}\n{_plain(say(said))}\n"
        for action in options_of(command):
            words = " ".join(action.option_strings) or action.dest
            more = _plain(say(str(action.help)) % vars_of(action))
            yield f".TP\n.B {_plain(words)}\n{more}\n"
        yield from _sections(command, f"{before}{name} ", say)


def commands_of(
    one: argparse.ArgumentParser,
) -> Iterator[tuple[str, str, argparse.ArgumentParser]]:
    """Yield each command of a parser that --help shows: name, what for, and parser."""
    for action in one._actions:  # noqa: SLF001 - argparse has no other way
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - likewise
            for told in action._choices_actions:  # noqa: SLF001 - likewise
                if told.help not in (None, argparse.SUPPRESS):
                    yield told.dest, told.help, action.choices[told.dest]


def options_of(command: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield each argument of a command that --help shows, but for --help."""
    for action in command._actions:  # noqa: SLF001 - argparse has no other way
        if action.dest != "help" and action.help not in (None, argparse.SUPPRESS):
            yield action


def vars_of(action: argparse.Action) -> dict[str, str]:
    """Return what fills the gaps of a sentence of --help."""
    return {"choices": ", ".join(map(str, action.choices or ()))}


def _plain(text: str) -> str:
    """Return a text on one line, as troff prints it unchanged."""
    line = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", line) or "\\&"
