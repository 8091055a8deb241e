"""What is said, before it has words."""

import pytest

from firmware_host.board.messages import Message, Refused, say


def test_a_message_keeps_its_values_in_order() -> None:
    """The same words in the same order are the same message, and can be a key."""
    message = say("turn-tap", name="Tina", zone=3)
    assert message == Message("turn-tap", (("name", "Tina"), ("zone", 3)))
    assert hash(message) == hash(say("turn-tap", name="Tina", zone=3))
    assert message != say("turn-tap", zone=3, name="Tina")


def test_a_gap_is_filled_by_name() -> None:
    """A gap nobody filled is our mistake, and loud."""
    assert say("turn-tap", zone=3)["zone"] == 3
    with pytest.raises(KeyError, match="name"):
        say("turn-tap", zone=3)["name"]


def test_a_refusal_names_itself() -> None:
    """What the rule forbids is said to everybody."""
    refused = Refused("zone-covered", values=(("zone", 3),))
    assert refused.message == say("refused-zone-covered", zone=3)


def test_a_private_refusal_tells_others_nothing() -> None:
    """Only the maker may read why; everybody else reads "not this piece"."""
    refused = Refused("none-hidden", private=True)
    assert refused.public_code == "not-this-piece"
    assert refused.message == say("refused-not-this-piece")
