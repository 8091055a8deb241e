"""A stored game: its header, its players, and its actions."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property

from firmware_host.app.content.games import find
from firmware_host.app.content.languages import languages_with, load_texts
from firmware_host.board.entries import RowEntry
from firmware_host.board.json import (
    JsonObject,
    as_object,
    number,
    read_object,
    read_objects,
    text,
    texts,
)
from firmware_host.board.messages import Refused
from firmware_host.board.moments import Moment
from firmware_host.board.players import ANIMALS, Animal
from firmware_host.board.record import Record, replace
from firmware_host.errors import SettingsError
from firmware_host.games.bots import Bot
from firmware_host.games.contract import Header
from firmware_host.games.game import Engine, Joined, Undone, is_called_off
from firmware_host.journal.reader import Reader
from firmware_host.session.identities import animal_for
from firmware_host.session.setups import Player, name_of
from firmware_host.session.stored import headers


def _animal(player: Player, worn: str) -> Animal | None:
    """Return a player's animal by its stored name; a bot has a fixed animal."""
    if player.bot is not None:
        return player.bot.animal
    return next((one for one in ANIMALS if one == worn), None)


class GameStep(Record):
    """
    One stored action of a game and its effect.

    Args:
        number: The row in the journal, or the line in a transcript.
        action: An action of the game.
        outcome: The facts of the action, or its refusal.
        before: The game's state before the action.
        after: The state after it; the same state if the action was refused.
        by: The name of the acting player, who may have no seat; empty for no player.
        ms: The time since the game began, in ms; 0 in a transcript.
    """

    number: int
    action: object
    outcome: tuple[object, ...] | Refused
    before: object
    after: object
    by: str = ""
    ms: int = 0

    @property
    def facts(self) -> tuple[object, ...]:
        """The facts of the action; none if it was refused."""
        return () if isinstance(self.outcome, Refused) else self.outcome

    def moments(self, engine: Engine) -> tuple[Moment, ...]:
        """Return the public moments of the action."""
        return engine.moments(self.before, self.facts, self.after)


class StoredGame:
    """
    A game of the journal.

    Args:
        journal: The journal.
        number: The number of the game.
        find: Returns the rules of a game by its name.

    Raises:
        SettingsError: There is no such game.
    """

    def __init__(
        self, journal: Reader, number: int, find: Callable[[str], Engine] = find
    ) -> None:
        game = journal.game(number)
        if game is None:
            known = ", ".join(str(one.id) for one in journal.games()) or "none yet"
            msg = f"there is no game {number}; there are: {known}"
            raise SettingsError(msg)
        self._journal = journal
        self.number = number
        self.ended = game.ended
        #: The stored header.
        self.settled = read_object(game.header)
        self.engine = find(text(self.settled, "game"))

    def header(self) -> Header:
        """Return the header of the game."""
        return headers.read_header(
            self.settled,
            languages_with(self.letters),
            letter_cards=self.engine.NEEDS.letter_cards,
        )

    @property
    def when(self) -> JsonObject:
        """The evening and the date of the game's start, as far as they are known."""
        return as_object(self.settled.get("when", {}))

    @property
    def began_s(self) -> int | None:
        """
        The start of the game in seconds since 1970, UTC.

        None without a known clock.
        """
        return number(self.when, "at_s") if "at_s" in self.when else None

    @property
    def began(self) -> str:
        """The start of the game in UTC to the minute; empty without a known clock."""
        at_s = self.began_s
        if at_s is None:
            return ""
        return datetime.fromtimestamp(at_s, UTC).strftime("%Y-%m-%dT%H:%MZ")

    @property
    def letters(self) -> JsonObject:
        """The letters that this box builds in another way than the standard box."""
        return as_object(self.settled.get("letters", {}))

    @property
    def deck(self) -> JsonObject:
        """The game's deck of letter cards; empty if its header names no deck."""
        return as_object(self.settled.get("deck", {}))

    def given_names(self) -> tuple[str, ...]:
        """Return the entered names by seat; empty for an erased name."""
        names = enumerate(self._journal.names(self.number), 1)
        return tuple("" if name == f"Player {at}" else name for at, name in names)

    def names(self, language: str) -> tuple[str, ...]:
        """Return the displayed names; symbol or number for a player without a name."""
        said = load_texts(language)
        called = [name_of(player, seat) for seat, player in enumerate(self.players())]
        return tuple(one if isinstance(one, str) else said.say(one) for one in called)

    def players(self) -> tuple[Player, ...]:
        """
        Return the players by seat.

        Of persons who joined later only names are known.
        """
        names, first = self.given_names(), headers.players_of(self.settled)
        later = self._later if len(names) > len(first) else ()
        here = (*first, *later, *[Player()] * len(names))
        animals = texts({"animals": (), **self.settled}, "animals")
        worn = (*animals, *[""] * len(names))
        return tuple(
            replace(player, name=name, animal=_animal(player, animal))
            for name, player, animal in zip(names, here, worn, strict=False)
        )

    @cached_property
    def _later(self) -> tuple[Player, ...]:
        """The players who joined after the start, by seat, with their bots."""
        found = list[Player]()
        for row in self.rows():
            for fact in self.facts(row):
                if isinstance(fact, Joined):
                    found.append(Player(bot=Bot.read(fact.bot)))
                elif isinstance(fact, Undone) and fact.unseated:
                    del found[-len(fact.unseated) :]
        return tuple(found)

    def animals(self) -> tuple[Animal, ...]:
        """Return the animals of all players by seat, chosen now if none are stored."""
        found = list[Animal]()
        players = self.players()
        for player in players:
            taken = [*found, *(one.animal for one in players)]
            found.append(player.animal or animal_for(player, taken))
        return tuple(found)

    def rows(self) -> Iterator[RowEntry]:
        """
        Return the rows of the game, in order.

        Raises:
            JournalError: The game is damaged.
        """
        return self._journal.rows(self.number)

    def playable_rows(self) -> list[RowEntry]:
        """Return the game's rows, or none if a fault in its rules ended the game."""
        rows = list(self.rows())
        is_off = rows and is_called_off(read_objects(rows[-1].facts))
        return [] if is_off else rows

    def steps(self, header: Header, rows: Sequence[RowEntry]) -> Iterator[GameStep]:
        """Yield the actions of some rows, from the first row on."""
        # A game that was ended by a fault has no rows, and may hang at its start.
        before = self.engine.start(header) if rows else None
        for row in rows:
            facts = self.facts(row)
            after = self.engine.fold(before, facts)
            yield GameStep(
                row.number, self.action(row), facts, before, after, ms=row.ms
            )
            before = after

    def action(self, row: RowEntry) -> object:
        """Return the action of a row."""
        return self.engine.action(read_object(row.action))

    def facts(self, row: RowEntry) -> tuple[object, ...]:
        """Return the facts of a row."""
        return tuple(self.engine.fact(line) for line in read_objects(row.facts))
