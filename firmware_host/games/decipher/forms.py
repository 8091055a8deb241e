"""
What players fill in at the board in Decipher: a guess, and the maker's secret word.

A guess is spelled on the zones before all eyes. With a person as maker the word may be
said instead: then the maker holds the tick if it was right, or the cross if it was
wrong.
"""

from collections.abc import Iterator
from dataclasses import field
from functools import cache

from firmware_host.board.events import Button
from firmware_host.board.faces import Face, TableFace, WordFace
from firmware_host.board.messages import say
from firmware_host.board.pieces import Seat
from firmware_host.board.record import replace
from firmware_host.games.contract import first_zone
from firmware_host.games.decipher.state import State
from firmware_host.games.forms import (
    Answer,
    AnyForm,
    Close,
    Context,
    Give,
    Row,
    SecretRow,
)


def forms(at: Context[State]) -> tuple[AnyForm, ...]:
    """
    Return the forms that can be filled in now.

    Source: rules, part 1: the maker may replace the word until the first hand, tap or
    guess.
    """
    return () if at.game.over else tuple(_forms(at))


def _forms(at: Context[State]) -> Iterator[AnyForm]:
    game = at.game
    now, header = game.round, game.header
    maker = now.puzzle.maker if now else game.makers[0]
    human = maker if maker in game.players else None
    first, number = first_zone(header), game.number
    choices = (_ordered(tuple(header.language.tiles)),) * header.length
    if now:
        yield GuessForm(
            at, ("guess", number), first, choices, turn=now.turn, judge=human
        )
    if human is not None and not (now and now.touched):
        name = "secret" if now is None else "secret-again"
        row = SecretRow[State](
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
        yield row.made_out(human)


@cache
def _ordered(letters: tuple[str, ...]) -> tuple[str, ...]:
    """Return letters as they are offered: A to Z, and signs last."""
    return tuple(sorted(letters, key=lambda letter: (not letter.isalpha(), letter)))


class GuessForm(Row[State]):
    """
    A guess: spelled on the zones, or said and judged by the maker.

    Args:
        judge: The maker at the table, who hears what is said; None if the board is.
    """

    judge: Seat | None = field(default=None, kw_only=True)

    @property
    def is_said(self) -> bool:
        """Whether the maker may still judge what was said instead of spelled."""
        return self.judge is not None and not any(self.letters)

    def tick(self) -> Answer:
        """Give the guess; without a letter the maker holds the tick."""
        return self if self.is_said else super().tick()

    def cross(self) -> Answer:
        """Call the guess off; without a letter the maker may hold the cross."""
        return self if self.is_said else Close()

    def released(self, button: Button) -> Answer:
        """Call a guess off that was to be said: the cross was not held."""
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
        """Return the face with the guess; the maker is told how to judge."""
        face = super().show(face)
        if self.is_said and isinstance(face.maker, WordFace):
            note = say("own-judge", name=self.at.names[self.seat])
            return replace(face, maker=replace(face.maker, note=note))
        return face

    def table(self) -> TableFace:
        """Return the table screen; it also says that the word may be said."""
        note = say("guess-aloud") if self.is_said else None
        return replace(super().table(), note=note)
