"""
What players fill in at the board in Decipher: a guess, and the maker's secret word.

A guess is spelled on the zones before all eyes. With a person as maker the word may be
said instead: then the maker holds the tick if it was right, or the cross if it was
wrong.
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
from firmware_host.games.decipher.rules import Round, State
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


def forms(at: Context[State]) -> tuple[AnyForm, ...]:
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
        offered.append(row.made_out(human))
    return tuple(offered)


@cache
def _ordered(letters: tuple[str, ...]) -> tuple[str, ...]:
    """Return letters as they are offered: A to Z, and signs last."""
    return tuple(sorted(letters, key=lambda letter: (not letter.isalpha(), letter)))


class GuessForm(Row[State]):
    """A guess: spelled on the zones, or said and judged by the maker."""

    @property
    def judge(self) -> Seat | None:
        """The maker at the table, who hears what is said; None if the board is."""
        game, now = self.at.game, self.at.game.round
        return now.puzzle.maker if now and now.puzzle.maker in game.players else None

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


def _offers(game: State, now: Round) -> Mapping[Seat, tuple[tuple[str, Message], ...]]:
    """Return the hints that each seeker can still have, with what each costs."""
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


class Hinting(Form[State]):
    """
    A hint that somebody chooses from a list, each with its price.

    The tick takes the marked one, which everybody is told; the cross marks the next.

    Args:
        offers: What can be asked for, as the line has it, and in words.
        marked: Which of it the tick takes, from 0; the last one is none at all.
        opened_at: The game in which it was opened: it closes with the next action.
    """

    offers: tuple[tuple[str, Message], ...] = field(default=(), kw_only=True)
    marked: int = field(default=0, kw_only=True)
    opened_at: State | None = field(
        default=None, repr=False, compare=False, kw_only=True
    )

    def open(self, seat: Seat) -> Self | Refused | None:
        """Return the list of a player who can have a hint, or why there is none."""
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
        """Mark the next one."""
        return replace(self, marked=(self.marked + 1) % (len(self.offers) + 1))

    def zone(self, zone: Zone) -> Answer:
        """Mark the one of a zone's number."""
        if zone > len(self.offers) + 1:
            return Refused("button-idle")
        return replace(self, marked=zone - 1)

    def own(self, seats: Sequence[Seat]) -> Answer:
        """Stay: who asks is settled."""
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
