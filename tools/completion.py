"""How bash completes the `letterzone` command, from what its parser knows."""

import argparse
from collections.abc import Iterator

from firmware_host.cli.main import parser
from tools.man_page import commands_of, options_of

_TOP = """\
# bash completion of letterzone; files where nothing else fits
_letterzone() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    local words='' options=''
    case " ${COMP_WORDS[*]:1:COMP_CWORD-1} " in
"""

_END = """\
    esac
    [[ $word == -* ]] && words=$options
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}
complete -o bashdefault -o default -F _letterzone letterzone
"""


def completion() -> str:
    """Return the file: for each command what may stand behind it."""
    # The first that fits counts: what stands deeper comes first.
    cases = sorted(_cases(parser(), ""), key=lambda one: -one[0].count(" "))
    return _TOP + "".join(_case(*one) for one in cases) + _END


def _cases(
    one: argparse.ArgumentParser, path: str
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    yield path, one
    for name, _, command in commands_of(one):
        yield from _cases(command, f"{path} {name}")


def _case(path: str, one: argparse.ArgumentParser) -> str:
    """Return the branch of a command: its commands, its options and their values."""
    given = [action for action in options_of(one) if action.option_strings]
    options = " ".join(
        ["--help", *(text for one in given for text in one.option_strings)]
    )
    words = " ".join(name for name, _, _ in commands_of(one))
    text = f'        "{path} "*)\n            words="{words}" options="{options}"\n'
    chosen = {"|".join(one.option_strings): one.choices for one in given if one.choices}
    if chosen:
        text += "            case $before in\n"
        for names, choices in chosen.items():
            text += (
                f'                {names}) words="{" ".join(map(str, choices))}" ;;\n'
            )
        text += "            esac\n"
    return text + "            ;;\n"


if __name__ == "__main__":
    print(completion(), end="")
