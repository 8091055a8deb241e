"""What the doctor found: one value for each part, in codes, never in words."""

from enum import StrEnum

from firmware_host.board.events import (
    PLAYER_BUTTONS,
    SYMBOL_BUTTONS,
    ZONE_BUTTONS,
    Button,
)
from firmware_host.board.json import Json, as_message, as_object, text
from firmware_host.board.messages import Message, say
from firmware_host.board.record import Record


class State(StrEnum):
    """How a part is; in the order in which people should read it."""

    BROKEN = "broken"
    WATCH = "watch"
    UNTRIED = "untried"
    OK = "ok"


class Finding(Record):
    """
    How one part of a board is.

    Args:
        part: Which, such as ``screen-3``, ``power`` or ``tags``.
        state: How it is.
        says: What was found, as a sentence.
        then: What to do next; None where there is nothing to do.
    """

    part: str
    state: State
    says: Message
    then: Message | None = None

    @property
    def name(self) -> Message:
        """What the part is called."""
        return part_message(self.part)


def ok(part: str, says: Message) -> Finding:
    """Say that a part is well."""
    return Finding(part, State.OK, says)


def untried(part: str, says: Message, then: Message | None = None) -> Finding:
    """Say that a part could not be tried, or that only eyes and ears can."""
    return Finding(part, State.UNTRIED, says, then)


def watch(part: str, says: Message, then: Message) -> Finding:
    """Say what is not as it should be, though the part works."""
    return Finding(part, State.WATCH, says, then)


def broken(part: str, says: Message, then: Message) -> Finding:
    """Say that a part does not work."""
    return Finding(part, State.BROKEN, says, then)


def part_message(part: str) -> Message:
    """Return the name of a part, such as ``screen-3`` or ``button-tick``."""
    name, _, which = part.partition("-")
    if part == "reader-0":
        return say("part-rack")
    if which.isdigit():
        return say(f"part-{name}", n=int(which))
    if name == "button":
        return say("part-button", name=button_message(Button(which)))
    return say(f"part-{part}")


def button_message(button: Button) -> Message:
    """Return the name of a button."""
    if button in ZONE_BUTTONS:
        return say("button-zone", n=ZONE_BUTTONS.index(button) + 1)
    if button in SYMBOL_BUTTONS:
        zone, kind = SYMBOL_BUTTONS[button]
        return say("button-symbol", n=zone, kind=say(f"kind-{kind}"))
    if button in PLAYER_BUTTONS:
        return say(f"player-{button}")
    return say(f"button-{button}")


def worst(findings: tuple[Finding, ...]) -> State:
    """Return the worst state that there is; nothing at all is well."""
    states = (one.state for one in findings)
    return min(states, key=list(State).index, default=State.OK)


def from_json(value: Json) -> Finding:
    """
    Return the finding whose fields `of_fields` has written.

    Raises:
        ValueError: It is none.
    """
    item = as_object(value)
    then = item.get("then")
    return Finding(
        text(item, "part"),
        State(text(item, "state")),
        as_message(item.get("says")),
        None if then is None else as_message(then),
    )
