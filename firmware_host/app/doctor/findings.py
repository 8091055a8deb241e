"""The doctor's findings: one value for each part, with codes instead of texts."""

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


class PartState(StrEnum):
    """The state of a part, in the order of urgency."""

    BROKEN = "broken"
    WATCH = "watch"
    UNTRIED = "untried"
    OK = "ok"


class Finding(Record):
    """
    The state of one part of a board.

    Args:
        part: The part, such as ``screen-3``, ``power`` or ``tags``.
        state: Its state.
        says: The finding as a sentence.
        then: The next step; None for none.
    """

    part: str
    state: PartState
    says: Message
    then: Message | None = None

    @property
    def name(self) -> Message:
        """The name of the part."""
        return part_message(self.part)


def ok(part: str, says: Message) -> Finding:
    """Return the finding that a part works."""
    return Finding(part, PartState.OK, says)


def untried(part: str, says: Message, then: Message | None = None) -> Finding:
    """Return the finding that a part was not tested, or that only a person can."""
    return Finding(part, PartState.UNTRIED, says, then)


def watch(part: str, says: Message, then: Message) -> Finding:
    """Return the finding that a part works, but not as it should."""
    return Finding(part, PartState.WATCH, says, then)


def broken(part: str, says: Message, then: Message) -> Finding:
    """Return the finding that a part does not work."""
    return Finding(part, PartState.BROKEN, says, then)


def part_message(part: str) -> Message:
    """Return the name to show for a part's code, such as ``screen-3``."""
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


def worst(findings: tuple[Finding, ...]) -> PartState:
    """Return the most urgent state; `OK` without findings."""
    states = (one.state for one in findings)
    return min(states, key=list(PartState).index, default=PartState.OK)


def from_json(value: Json) -> Finding:
    """
    Return the finding that `of_fields` has written as JSON.

    Raises:
        ValueError: It is not a finding.
    """
    item = as_object(value)
    then = item.get("then")
    return Finding(
        text(item, "part"),
        PartState(text(item, "state")),
        as_message(item.get("says")),
        None if then is None else as_message(then),
    )
