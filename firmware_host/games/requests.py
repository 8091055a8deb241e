"""What a game can be given now at the board itself, one class for each kind."""

from collections.abc import Mapping
from dataclasses import field

from firmware_host.board.faces import CardFace
from firmware_host.board.messages import Message
from firmware_host.board.pieces import Seat, Zone
from firmware_host.board.record import Record


class LayRequest(Record):
    """
    Words that can be laid now, from cards: by everybody for oneself, unseen.

    Args:
        round: The number of the round, from 1.
        hands: The cards of everybody who can lay, by seat.
        row: The card that lies open in each zone; empty where none does.
        blank: The card that stands for any letter.
        letters: What it can stand for, in the order in which it is offered.
        tapped: The letter of each card that is tapped on the rack, by its name, where
            people hold cards of their own: *hands* tells then only how many.
        lay: The verb of the line that lays, with ``by``, ``word``, ``blue``: the zone
            of each letter's open card or 0; and ``blanks``: places of blanks from the
            hand, from 1; of cards that are tapped also ``tags``, their numbers.
        skip: The verb of the line that lays nothing, with ``by`` and ``discard``, and
            ``tags``.
    """

    round: int
    hands: Mapping[Seat, tuple[str, ...]] = field(repr=False)
    row: tuple[str, ...]
    blank: str
    letters: tuple[str, ...]
    tapped: Mapping[str, str] = field(default_factory=dict, repr=False)
    lay: str = "lay"
    skip: str = "pass"


class PlayRequest(Record):
    """
    Cards that each player may look at alone; one at a time is played from them.

    Args:
        round: The number of the round, from 1.
        hands: The cards of each seat: what a line calls one, and how it looks.
        codes: The cards that each seat has hidden.
        turn: Who plays now.
        pile: Those that whoever plays may look through now, the newest first.
        piles: The column of each zone where a card can be played now.
        play: The verb of the line that plays, with ``column`` and ``card``.
        ends: The verb by which no more cards are played; empty where that cannot be.
    """

    round: int
    hands: Mapping[Seat, tuple[tuple[str, CardFace], ...]] = field(repr=False)
    codes: Mapping[Seat, tuple[CardFace, ...]] = field(repr=False)
    turn: Seat
    pile: tuple[CardFace, ...] = field(repr=False)
    piles: Mapping[Zone, int]
    play: str = "play"
    ends: str = ""


class HintRequest(Record):
    """
    What the board can tell somebody now, for points.

    Args:
        offers: By seat what that player can ask for, as the line has it, with what it
            is and costs.
        do: The verb of the line, with ``by``.
        key: The key of that line which holds what is asked for.
    """

    offers: Mapping[Seat, tuple[tuple[str, Message], ...]]
    do: str = "hint"
    key: str = "about"


#: All kinds of what a game can be given; each begins a mode of `session/modes/`.
Request = LayRequest | PlayRequest | HintRequest
