"""`letterzone man`, `completion`: the manual page and the scripts for shells."""

import argparse
import re
from collections.abc import Callable, Iterator
from functools import partial

import shtab

from firmware_host import __version__
from firmware_host.cli import commands
from firmware_host.cli.commands import COMMANDS, GROUPS, HIDDEN
from firmware_host.cli.main import parser
from firmware_host.cli.places import language_of
from firmware_host.cli.spoken import help_text
from firmware_host.languages import FIRST

#: The start of the page; texts in braces are translated.
TOP = r""".TH LETTERZONE 1 "" "letterzone VERSION" "{User Commands}"
.SH {NAME}
letterzone \- {a board of letter zones that answers Yes or No}
.SH {SYNOPSIS}
.B letterzone
.I {command}
.RI [ {options} ]
.SH {DESCRIPTION}
{A board of letter zones that answers Yes or No.}
.SH {COMMANDS}
"""

END = r""".SH {FILES}
.TP
.I /etc/letterzone/board.toml
{the board's profile}
.TP
.I /var/lib/letterzone
{games, names, word lists and backups}
.SH {SEE ALSO}
.I {/usr/share/doc/letterzone/install.md}
{and the pages beside it}
"""

#: A text in braces.
SENTENCE = re.compile(r"\{(.+?)\}")


@commands.run.register
def print_man_page(given: commands.Man) -> None:
    """Print the manual page in the macros that `man` reads."""
    print(man_page(language_of(given.language)), end="")


@commands.run.register
def print_completion(given: commands.Completion) -> None:
    """Print the script that makes a shell complete the command."""
    print(completion(given.shell, language_of(given.language)))


def man_page(language: str = FIRST) -> str:
    """Return the page: each command with its options, in troff's man macros."""
    say = partial(help_text, code=language)

    def translated(part: str) -> str:
        return SENTENCE.sub(lambda found: _plain(say(found[1])), part)

    top = TOP.replace("VERSION", __version__)
    return translated(top) + "".join(_sections(say)) + translated(END)


def _sections(say: Callable[[str], str]) -> Iterator[str]:
    """Yield the section of each command, and of each group of commands."""
    named = set[str]()
    for name, command in COMMANDS.items():
        group = name.rpartition(" ")[0]
        if group and group not in named:
            named.add(group)
            yield f".SS {_plain(group)}\n{_plain(say(GROUPS[group]))}\n"
        yield f".SS {_plain(name)}\n{_plain(say(command.says()))}\n"
        for one in command.arguments():
            if one.says != HIDDEN:
                words = " ".join(one.options) or one.name
                choices = ", ".join(map(str, one.choices))
                more = say(one.says) % {"choices": choices}
                yield f".TP\n.B {_plain(words)}\n{_plain(more)}\n"


def _plain(text: str) -> str:
    """Return a text on one line, as troff prints it unchanged."""
    line = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", line) or "\\&"


def completion(shell: str, language: str = FIRST) -> str:
    """
    Return the script that makes a shell complete the command.

    Args:
        shell: ``bash``, ``zsh`` or ``fish``.
        language: The language of the help that zsh and fish show.
    """
    top = parser()
    _describe(top, partial(help_text, code=language))
    return shtab.complete(top, shell)


def _describe(one: argparse.ArgumentParser, say: Callable[[str], str]) -> None:
    """Translate the help of a parser, and complete file names for its values."""
    for action in one._actions:  # noqa: SLF001 - argparse has no public way
        action.help = action.help and say(action.help)
        if action.nargs != 0 and not action.choices:
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # for shtab
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - likewise
            for listed in action._choices_actions:  # noqa: SLF001 - likewise
                listed.help = listed.help and say(listed.help)
            for inner in action.choices.values():
                _describe(inner, say)
