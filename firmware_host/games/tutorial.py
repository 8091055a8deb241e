"""What a game brings for the first minute of somebody who has never played it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from firmware_host.board.messages import Message
from firmware_host.board.record import Record

S = TypeVar("S")


class Tip(Record):
    """
    What is told at one moment of a tutorial: one idea.

    Args:
        line: What to do, or what has come of it.
        why: One sentence that explains it.
    """

    line: Message
    why: Message


@dataclass(frozen=True)
class Tutorial(Generic[S]):
    """
    One round against the board that counts nowhere and promises nothing.

    Args:
        length: Letters of its word.
        entropy: Returns the chance of its round, 32 bytes, from a state before it and
            32 bytes of chance.
        tip: Returns what is told of a state.
        rules: The options that are turned for it.
    """

    length: int
    entropy: Callable[[S, bytes], bytes]
    tip: Callable[[S], Tip]
    rules: Mapping[str, str | int] = field(default_factory=dict)
