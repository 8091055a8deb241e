"""Settings of a game that a table may turn before it begins."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Knob:
    """
    One setting of a game.

    Args:
        name: Its key in a transcript's header.
        default: Its value when nobody turns it.
        choices: Every value it may have.
        code: The message that explains it.
    """

    name: str
    default: str | int
    choices: tuple[str | int, ...]
    code: str
