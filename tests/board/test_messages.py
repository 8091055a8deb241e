"""Messages, before they have words."""

import pytest

from firmware_host.board.messages import Message, Refused, say, together


def test_a_message_keeps_its_values_in_order() -> None:
    """The same words in the same order are the same message, and can be a key."""
    message = say("turn-tap", name="Tina", zone=3)
    assert message == Message("turn-tap", (("name", "Tina"), ("zone", 3)))
    assert hash(message) == hash(say("turn-tap", name="Tina", zone=3))
    assert message != say("turn-tap", zone=3, name="Tina")


def test_a_gap_is_filled_by_name() -> None:
    """A missing value of a message raises KeyError."""
    assert say("turn-tap", zone=3)["zone"] == 3
    with pytest.raises(KeyError, match="name"):
        say("turn-tap", zone=3)["name"]


def test_a_refusal_names_itself() -> None:
    """A public refusal's message has its code and its values."""
    refused = Refused("zone-covered", values=(("zone", 3),))
    assert refused.message == say("refused-zone-covered", zone=3)


def test_a_private_refusal_tells_others_nothing() -> None:
    """The message of a private refusal is "not this piece"."""
    refused = Refused("none-hidden", private=True)
    assert refused.public_code == "not-this-piece"
    assert refused.message == say("refused-not-this-piece")


def test_names_stand_together_as_people_would_say_them() -> None:
    """Names are joined by commas; a message among them makes a list of messages."""
    player = say("player", n=2)
    assert together(["Tina"]) == "Tina"
    assert together(["Tina", "Lee", "Ben"]) == "Tina, Lee, Ben"
    assert together([player]) == player
    assert together(["Tina", player, "Ben"]) == say(
        "list-two", first="Tina", rest=say("list-two", first=player, rest="Ben")
    )


def test_why_a_secret_word_is_refused_is_told_to_its_maker_alone() -> None:
    """The reason of a refused secret is for the maker; others get a short message."""
    word = Refused("word-letters", values=(("letters", "\u00c9"),))
    assert word.message == say("hush-word-letters")
    assert word.reason == say("refused-word-letters", letters="\u00c9")
    hidden = Refused("none-hidden", private=True, values=(("kind", "red"),))
    assert hidden.message == say("refused-not-this-piece")
    assert hidden.reason == say("refused-none-hidden", kind="red")
