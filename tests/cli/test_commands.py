"""Each command is declared once: a class with its help and its arguments."""

from collections.abc import Sequence
from importlib import import_module

import pytest

from firmware_host.cli.commands import (
    COMMANDS,
    GROUPS,
    HIDDEN,
    NEEDED,
    CliCommand,
    flag,
    option,
    run,
    word,
)
from firmware_host.cli.main import parse


class Shared(CliCommand):
    """The arguments that two commands share."""

    place: str = option("where", "here")


class Bake(Shared):
    """Bake a cake."""

    layers: int = option("how many", 3)
    with_: Sequence[str] = option("what is on it", [])
    icing: bool | None = option("with icing, or without", None)
    hot: bool = flag("at once")
    cake: str = word("which one", NEEDED)


def test_a_command_lists_what_it_takes():
    """Words before options, its own before those of its base."""
    names = [one.name for one in Bake.arguments()]
    assert names == ["cake", "layers", "with_", "icing", "hot", "place"]
    options = [one.options for one in Bake.arguments()]
    assert options[:3] == [(), ("--layers",), ("--with",)]
    assert options[3:] == [("--icing", "--no-icing"), ("--hot",), ("--place",)]
    assert Bake.says() == "bake a cake"


def test_a_command_has_what_was_given_and_defaults():
    given = Bake(cake="plum", layers=2)
    assert (given.cake, given.layers, given.place, given.hot) == (
        *("plum", 2, "here", False),
    )


def test_a_base_is_no_command():
    """A base class is no command and cannot be run."""
    assert not {Bake, Shared} & {*COMMANDS.values()}
    with pytest.raises(NotImplementedError):
        run(Bake(cake="plum"))


@pytest.mark.parametrize(("name", "command"), COMMANDS.items())
def test_every_command_is_complete(name, command):
    """Each command has help, a group if it has two words, and a function."""
    assert command.says()
    assert all(one.says for one in command.arguments())
    assert name.rpartition(" ")[0] in ("", *GROUPS)
    import_module(f"firmware_host.cli.{command.FILE}")
    assert run.dispatch(command) is not run.dispatch(CliCommand)


@pytest.mark.parametrize(
    ("words", "values"),
    [
        ("demo --port 80", {"port": 80, "lan": False, "script": ""}),
        ("setup full --no-kiosk", {"profile": "full", "kiosk": False, "hotspot": None}),
        ("setup", {"profile": "", "kiosk": None}),
        ("words check A B --length 5", {"words": ["A", "B"], "length": 5}),
        (
            "words make F --from ngsl --at-most a=1",
            {"from_": "ngsl", "at_most": ["a=1"]},
        ),
        ("web --table S --ear 3 --ear 4", {"table": "S", "ear": [3, 4]}),
        ("prove", {"only": [], "report": "letterzone-proof.json"}),
        ("update --stick --back", {"file": "", "stick": True, "back": True}),
        ("tags forget all", {"item": "all", "set": "", "language": ""}),
    ],
)
def test_the_values_of_a_command_line_have_their_types(words, values):
    given = parse(words.split())
    assert isinstance(given, CliCommand)
    assert {name: vars(given)[name] for name in values} == values
    assert not [one for one in vars(given) if one.isupper() or one == "command"]


def test_hidden_options_are_understood():
    """The hidden options are those that services use."""
    hidden = {
        one.name
        for command in COMMANDS.values()
        for one in command.arguments()
        if one.says == HIDDEN
    }
    assert hidden == {"ear", "ask", "examine"}
