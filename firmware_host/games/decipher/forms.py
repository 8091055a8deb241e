"""
The forms of Decipher at the board: a guess, the maker's secret word, and a hint.

A guess is spelled on the zones in public. If a person made the word, it may be spoken
instead: the maker then holds the tick for a right word, or the cross for a wrong one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cache
from typing import Self

from firmware_host.board.events import Button
from firmware_host.board.faces import Face, TableFace, WordFace
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import Seat, Zone
from firmware_host.board.record import replace
from firmware_host.games.contract import first_zone
from firmware_host.games.decipher.rules import DecipherRound, DecipherState
from firmware_host.games.decipher.view import hints
from firmware_host.games.forms import (
    Answer,
    AnyForm,
    Close,
    Context,
    Form,
    Give,
    Row,
    SecretRow,
)


def forms(at: Context[DecipherState]) -> tuple[AnyForm, ...]:
    """
    Return the forms that can be filled in now.

    Source: rules, part 1: the maker may replace the word until the first hand, tap or
    guess.
    """
    game = at.game
    if game.over:
        return ()
    now, header, offered = game.round, game.header, list[AnyForm]()
    maker = now.puzzle.maker if now else game.makers[0]
    human = maker if maker in game.players else None
    first, number = first_zone(header), game.number
    choices = (_ordered(tuple(header.language.tiles)),) * header.length
    if now:
        guess = GuessForm(at, ("guess", number), first, choices, turn=now.turn)
        offered.append(guess)
        if game.hints == "on" and any(_offers(game, now).values()):
            offered.append(Hinting(at, ("hint", number), menu="hint"))
    if human is not None and not (now and now.touched):
        name = "secret" if now is None else "secret-again"
        row = SecretRow[DecipherState](
            at,
            (name, number),
            first,
            choices,
            header.language,
            do="secret",
            replaces=now is not None,
            overrules=True,
            built=True,
        )
        offered.append(row.made_out(human))
    return tuple(offered)


@cache
def _ordered(letters: tuple[str, ...]) -> tuple[str, ...]:
    """Return letters in the order of the choice: A to Z, then signs."""
    return tuple(sorted(letters, key=lambda letter: (not letter.isalpha(), letter)))


class GuessForm(Row[DecipherState]):
    """A guess: spelled on the zones, or said and judged by the maker."""

    @property
    def judge(self) -> Seat | None:
        """
        The maker at the table, who judges a spoken guess.

        The result is None if the board makes words.
        """
        game, now = self.at.game, self.at.game.round
        return now.puzzle.maker if now and now.puzzle.maker in game.players else None

    @property
    def is_said(self) -> bool:
        """True if the guess can still be spoken: no letter of it is chosen yet."""
        return self.judge is not None and not any(self.letters)

    def tick(self) -> Answer:
        """Give the guess; without a letter the maker holds the tick."""
        return self if self.is_said else super().tick()

    def cross(self) -> Answer:
        """Call the guess off; without a letter the maker may hold the cross."""
        return self if self.is_said else Close()

    def released(self, button: Button) -> Answer:
        """Cancel a guess that was to be spoken: the cross was not held."""
        return Close() if button is Button.CROSS and self.is_said else None

    def held(self, button: Button) -> Answer:
        """Give the guess that the maker has heard: a wrong one has no letters."""
        now = self.at.game.round
        if not self.is_said or now is None:
            return None
        if button is Button.TICK:
            return Give({**self.line, "word": now.puzzle.word})
        wrong = say("guess-wrong-aloud", name=self.at.names[self.seat])
        return Give({**self.line, "spoken": True}, wrong)

    def show(self, face: Face) -> Face:
        """Return the face with the guess; the maker's screen says how to judge."""
        face = super().show(face)
        if self.is_said and isinstance(face.maker, WordFace):
            note = say("own-judge", name=self.at.names[self.seat])
            return replace(face, maker=replace(face.maker, note=note))
        return face

    def table(self) -> TableFace:
        """Return the table screen; it also says that the word may be spoken."""
        note = say("guess-aloud") if self.is_said else None
        return replace(super().table(), note=note)


def _offers(
    game: DecipherState, now: DecipherRound
) -> Mapping[Seat, tuple[tuple[str, Message], ...]]:
    """Return the hints that each seeker can still get, with their prices."""
    had = {(one.by, one.about) for one in now.hinted}
    offers = tuple(hints(game, now))
    return {
        seat: tuple(
            (about, say(f"hint-offer-{about}", n=costs))
            for about, costs in offers
            if (seat, about) not in had
        )
        for seat in now.seekers
    }


class Hinting(Form[DecipherState]):
    """
    The form in which a seeker chooses a hint from a list with prices.

    The tick takes the marked hint, which is shown to all; the cross marks the next one.

    Args:
        offers: The offered hints, each as in the line and as a message.
        marked: The index of the marked offer, from 0; the last one means no hint.
        opened_at: The state in which it was opened: the form closes with the next
            action.
    """

    offers: tuple[tuple[str, Message], ...] = field(default=(), kw_only=True)
    marked: int = field(default=0, kw_only=True)
    opened_at: DecipherState | None = field(
        default=None, repr=False, compare=False, kw_only=True
    )

    def open(self, seat: Seat) -> Self | Refused | None:
        """Return the list of hints for a player, or the refusal of hints."""
        now = self.at.game.round
        offers = {} if now is None else _offers(self.at.game, now)
        if offers.get(seat):
            game = self.at.game
            return replace(self, seat=seat, offers=offers[seat], opened_at=game)
        (about, _), *_ = next(some for some in offers.values() if some)
        return self.at.refusal({"do": "hint", "by": seat, "about": about})

    def current(self) -> Self | None:
        """Return the list until the next accepted action."""
        return self if self.at.game is self.opened_at else None

    # --- what its player does ---

    def tick(self) -> Answer:
        """Ask for the marked hint, or for none."""
        if self.marked == len(self.offers):
            return Close()
        about, _ = self.offers[self.marked]
        return Give({"do": "hint", "by": self.seat, "about": about})

    def cross(self) -> Answer:
        """Mark the next hint."""
        return replace(self, marked=(self.marked + 1) % (len(self.offers) + 1))

    def zone(self, zone: Zone) -> Answer:
        """Mark the hint with the zone's number."""
        if zone > len(self.offers) + 1:
            return Refused("button-idle")
        return replace(self, marked=zone - 1)

    def own(self, seats: Sequence[Seat]) -> Answer:
        """Ignore the own button: the player is known already."""
        del seats
        return self

    def other(self, seats: Sequence[Seat]) -> Answer:
        """Refuse a button of others."""
        del seats
        return Refused("button-idle")

    def show(self, face: Face) -> Face:
        """Return the face of a board whose table screen has the hints."""
        line = say("hint-choose", name=self.at.names[self.seat])
        choices = (*(text for _, text in self.offers), say("hint-not"))
        return replace(face, table=TableFace(line, choices=choices, marked=self.marked))
