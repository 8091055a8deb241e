"""The manual page of the `letterzone` command, from what its own --help says."""

import argparse
import re

from firmware_host.cli.main import parser

_TOP = r"""'\" t
.TH LETTERZONE 1 "{date}" "letterzone {version}" "User Commands"
.SH NAME
letterzone \- a board of letter zones that answers Yes or No
.SH SYNOPSIS
.B letterzone
.I command
.RI [ options ]
.SH DESCRIPTION
{about}
.SH COMMANDS
"""

_END = r""".SH FILES
.TP
.I /etc/letterzone/board.toml
the board's profile
.TP
.I /var/lib/letterzone
games, names, word lists and backups
.SH SEE ALSO
.I /usr/share/doc/letterzone/install.md
and the pages beside it
"""


def man_page(version: str, date: str) -> str:
    """Return the page: each command with its options, in troff's man macros."""
    ours = parser()
    (commands,) = (
        action
        for action in ours._actions  # noqa: SLF001 - argparse has no other way
        if isinstance(action, argparse._SubParsersAction)  # noqa: SLF001 - likewise
    )
    said = {one.dest: one.help or "" for one in commands._choices_actions}  # noqa: SLF001 - likewise
    text = _TOP.format(
        date=date, version=version, about=_plain(ours.description or said["run"])
    )
    for name, command in commands.choices.items():
        if said.get(name) in (None, argparse.SUPPRESS):
            continue
        text += f".SS {_plain(name)}\n{_plain(said[name])}\n"
        for action in command._actions:  # noqa: SLF001 - likewise
            if action.dest != "help" and action.help not in (None, argparse.SUPPRESS):
                words = " ".join(action.option_strings) or action.dest
                text += f".TP\n.B {_plain(words)}\n{_plain(str(action.help))}\n"
    return text + _END


def _plain(text: str) -> str:
    """Return a text on one line, as troff prints it unchanged."""
    line = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", line) or "\\&"
