"""What a game can be given now at the board itself, one class for each kind."""

from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache

from firmware_host.board.faces import CardFace, Lamp, Mark, ZoneFace
from firmware_host.board.messages import Message
from firmware_host.board.pieces import ZONES, Seat, Zone
from firmware_host.board.record import Record
from firmware_host.words.marks import GREEN, NONE, YELLOW

#: What a sign of `words.marks` looks like.
_SIGNS = {
    GREEN: (Mark.HERE, Lamp.YES),
    YELLOW: (Mark.ELSEWHERE, Lamp.ELSEWHERE),
    NONE: (Mark.NONE, Lamp.DARK),
}

#: Zones with nothing on them.
EMPTY = (ZoneFace(in_word=False),) * len(ZONES)

#: How many rows' signs are kept: those of an evening's last rounds.
KEPT = 256


@lru_cache(maxsize=KEPT)
def marked(word: str, marks: str, first: Zone) -> tuple[ZoneFace, ...]:
    """Return the zones with a word's letters, and what each is worth."""
    zones = [
        ZoneFace(lamp=_SIGNS[sign][1], mark=_SIGNS[sign][0], spelled=letter)
        for letter, sign in zip(word, marks, strict=True)
    ]
    return (*EMPTY[: first - 1], *zones, *EMPTY[first - 1 + len(word) :])


class Known(Record):
    """
    What everybody knows of one hidden word, to be turned over on the zones.

    Args:
        seat: Whose word it is.
        rows: What the zones show of each answer, the first one first.
        notes: What the table says of each; its gap ``name`` is left open.
    """

    seat: Seat
    rows: tuple[tuple[ZoneFace, ...], ...]
    notes: tuple[Message, ...]

    def note(self, row: int, name: str) -> Message:
        """Return what the table says of a row, from 0, with the owner's name."""
        note = self.notes[row]
        return Message(note.code, (*note.values, ("name", name)))


class WordRequest(Record):
    """
    A word that somebody can give now, letter by letter.

    Args:
        round: The number of the round, from 1.
        length: How many letters it has.
        first_zone: Where it begins.
        letters: Which letters there are, in the order in which they are offered.
        do: The verb of the line that gives it.
        key: The key of that line which holds the word.
        places: What can be chosen at each place, where it is not the letters.
    """

    round: int
    length: int
    first_zone: Zone
    letters: tuple[str, ...]
    do: str = field(kw_only=True)
    key: str = field(default="word", kw_only=True)
    places: tuple[tuple[str, ...], ...] = field(default=(), kw_only=True)

    def choices(self, at: int) -> tuple[str, ...]:
        """Return what can be chosen at a place, from 0."""
        return self.places[at] if self.places else self.letters


class SecretRequest(WordRequest, kw_only=True):
    """
    A secret word that one player makes, unseen by the others.

    Args:
        maker: Who makes it.
        replaces: True where one is set, and this one would stand for it.
        overrules: True where the tick, held, takes a word that no dictionary has.
        built: True where seekers know of a letter what it is built of, and no more, so
            that nothing tells its twins (`words.twins`) apart.
        switch: The key of the line that a player's button turns from ``on`` to ``off``
            and back; empty without one.
    """

    do: str = "secret"
    maker: Seat
    replaces: bool = False
    overrules: bool = False
    built: bool = False
    switch: str = ""


class GuessRequest(WordRequest, kw_only=True):
    """
    A word that is given before all eyes.

    Args:
        turn: Whose turn it is.
        seekers: All who can give it meanwhile; empty for that seat alone.
        judge: The maker at the table, who hears what is said; None where the board is.
        asks: True where it is a question, and no guess.
        words: Words that can be given whole, as on a card.
    """

    do: str = "guess"
    turn: Seat
    seekers: tuple[Seat, ...] = ()
    judge: Seat | None = None
    asks: bool = False
    words: tuple[str, ...] = ()


class CardRequest(GuessRequest, kw_only=True):
    """
    A card that is named before all eyes: `places` has the ranks, then the suits.

    Args:
        suits: The suit that a choice is drawn as.
        pile: Cards that whoever names it may look at meanwhile, alone.
    """

    suits: Mapping[str, str]
    pile: tuple[CardFace, ...] = field(default=(), repr=False)


class MarkRequest(GuessRequest, kw_only=True):
    """
    A word whose letters are marked by hand: `places` has the signs.

    Args:
        word: The word.
    """

    word: str


class AttemptRequest(WordRequest, kw_only=True):
    """
    A word that is given unseen; whose it is stands in the line's ``of``.

    Args:
        whose: For each seat that can give one, of whom.
        skip: The verb of the line by which a seat gives none.
    """

    do: str = "guess"
    whose: Mapping[Seat, tuple[Seat, ...]]
    skip: str


class PageRequest(Record):
    """
    What the zones can be turned to while nobody needs them.

    The words of a `GuessRequest` come first; a zone's button takes one.

    Args:
        known: What is known of each word, the usual one first.
    """

    known: tuple[Known, ...] = ()


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
Request = WordRequest | PageRequest | LayRequest | PlayRequest | HintRequest
