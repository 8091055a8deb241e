"""The actions of a person at a simulated board, for any user interface."""

import json
from collections.abc import Mapping

from firmware_host.board.events import ZONE_BUTTONS, Button, Tapped
from firmware_host.board.json import Json
from firmware_host.board.messages import Message, Refused
from firmware_host.board.pieces import RACK, Card, Item, Kind, Piece, Seat, Zone
from firmware_host.board.record import replace
from firmware_host.errors import AskedError
from firmware_host.games.forms import HiddenRow, Row, SecretRow
from firmware_host.games.game import Undo
from firmware_host.session.modes.filling import Filling
from firmware_host.session.modes.menu import Menu
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player, names_of
from firmware_host.simulate.coach import advice
from firmware_host.simulate.hands import Hands
from firmware_host.simulate.pieces import card_of
from firmware_host.table.api import TableApi
from firmware_host.table.presenter import Outcome
from firmware_host.table.table import Table
from firmware_host.texts.texts import Texts
from firmware_host.words.folding import fold


class Doing:
    """
    A person at a simulated board.

    Args:
        table: The table.
        hands: The person's hands.
        texts: The words, by language.
    """

    def __init__(self, table: Table, hands: Hands, texts: Mapping[str, Texts]) -> None:
        self.table = table
        self.hands = hands
        self._texts = texts
        #: The piece or card that was picked.
        self.item: Item | None = None

    @property
    def texts(self) -> Texts:
        """The words in the language that the table speaks now."""
        return self._texts[self.table.session.setup.language]

    @property
    def playing(self) -> Playing | None:
        """The running or last game; None before the first."""
        return self.table.session.playing

    def advice(self) -> Message:
        """Return a sentence about what can be done now."""
        return advice(self.table.session, self.table.face.table.line)

    def choosing(self) -> bool:
        """Return True if numbers choose answers now, not zones."""
        session = self.table.session
        return Menu.at(session) is not None or self.playing is None

    def names(self) -> tuple[str, ...]:
        """Return the players' names by seat."""
        players: tuple[Player, ...] = self.playing.players if self.playing else ()
        return tuple(
            name if isinstance(name, str) else self.texts.say(name)
            for name in names_of(players)
        )

    def has(self, verb: str) -> bool:
        """Return True if the game has a verb; before a game always True."""
        return self.playing is None or verb in self.playing.engine.VERBS

    def _aloud(self) -> Row[object] | None:
        """Return the form of a word that can be guessed in public now, or None."""
        rows = (one for one in self.table.session.forms if isinstance(one, Row))
        aloud = (one for one in rows if not isinstance(one, HiddenRow))
        return next((one for one in aloud if one.gives == "word"), None)

    def _secret(self) -> SecretRow[object] | None:
        """Return the form of the secret word that can be made now, or None."""
        forms = self.table.session.forms
        return next((one for one in forms if isinstance(one, SecretRow)), None)

    def seekers(self) -> tuple[Seat, ...]:
        """Return the seats that may guess a word in public now."""
        row, playing = self._aloud(), self.playing
        if row is None or playing is None:
            return ()
        seats = map(Seat, range(len(playing.players)))
        return tuple(seat for seat in seats if isinstance(row.open(seat), Row))

    def seeker(self) -> Seat:
        """Return the seat that guesses if no player is named: on turn, or the first."""
        row, seekers = self._aloud(), self.seekers()
        if row is not None and row.turn in seekers:
            return row.turn
        return next(iter(seekers), Seat(0))

    def maker(self) -> Seat | None:
        """Return the seat that must make a secret word, or None."""
        row = self._secret()
        return None if row is None or row.replaces else row.seat

    def attempts(self) -> bool:
        """Return True if a player can make a hidden attempt at a word."""
        hidden = (one for one in self.table.session.forms if isinstance(one, HiddenRow))
        return any(not isinstance(one, SecretRow) for one in hidden)

    async def attempt(self, seat: Seat, of: Seat, word: str) -> Outcome:
        """Make an attempt at the word of seat *of*, hidden until all are opened."""
        return await self._do({"do": "guess", "by": seat, "word": fold(word), "of": of})

    async def number(self, number: int, item: Item | None = None) -> Outcome:
        """
        Tap an item in a zone, or press the zone's button if there is no item.

        Args:
            number: The number of the zone.
            item: The item; None for the one in hand.
        """
        session = self.table.session
        item = item or self._in_hand(Zone(number))
        if self.choosing() or Filling.at(session) or item is None:
            await self.hands.press(ZONE_BUTTONS[number - 1])
            return None
        outcome = await self.hands.tap(Zone(number), item)
        if outcome is not None and not isinstance(outcome, Refused):
            self.item = None  # it lies on the board now
        return outcome

    def _in_hand(self, zone: Zone) -> Item | None:
        """Return the item to tap in a zone; any piece if all kinds mean the same."""
        phase = self.playing
        if phase is None:
            return self.item
        asked = phase.engine.face(phase.game, self.names()).table.kind
        if asked or self.item or Piece not in phase.engine.NEEDS.hears:
            return Piece(asked) if asked else self.item
        first, *others = (phase.means(Tapped(zone, Piece(kind))) for kind in Kind)
        same = first is not None and all(one == first for one in others)
        return Piece(Kind.LONG_STICK) if same else None

    def card(self, text: str) -> Card | None:
        """Return the card of a typed text, such as ``QH``, or None."""
        return card_of(text, self.table.session.games)

    async def take_card(self, text: str) -> bool:
        """
        Take the card of a typed text in hand; in a form hold it to the rack at once.

        Returns:
            False if there is no such card.
        """
        card = self.card(text)
        if card is None:
            return False
        lays = Filling.at(self.table.session)
        self.item = None if lays else card
        if lays:
            await self.hands.tap(RACK, card)
        return True

    async def menu(self) -> None:
        """Hold the buttons that open the menu."""
        if self.table.session.setup.place == "class":
            await self.hands.chord(Button.SERVICE)
        else:
            await self.hands.chord(Button.TICK, Button.CROSS)

    async def guess(self, seat: Seat, word: str) -> Outcome:
        """Guess a word in public."""
        row, word = self._aloud(), fold(word)
        if row is None:
            return await self._do({"do": "guess", "by": seat, "word": word})
        return await self._do({**replace(row, seat=seat).line, row.gives: word})

    async def retire(self, seat: Seat) -> Outcome:
        """Retire a seat from the round, which keeps its points."""
        return await self._do({"do": "retire", "by": seat})

    async def line(self, text: str) -> Outcome:
        """
        Act by a line of a transcript, in which players are given by name.

        Raises:
            AskedError: The text is no line of a transcript.
        """
        try:
            line = json.loads(text)
        except ValueError:
            raise AskedError(text) from None
        names, engine = self.names(), self.playing.engine if self.playing else None
        values = engine.VALUES if engine is not None else {}
        seats = {"by", *(key for key, value in values.items() if value.seat)}
        for key in seats & line.keys():
            if line[key] in names:
                line[key] = names.index(line[key])
        return await TableApi(self.table).do(line)

    async def undo(self) -> Outcome:
        """Undo the last action."""
        return await self.table.submit(Undo())

    async def secret(self, seat: Seat, word: str) -> Outcome:
        """Make the secret word; a ``!`` at its end overrules the dictionary."""
        bare = word.removesuffix("!")
        line: dict[str, Json] = {"do": "secret", "by": seat, "word": fold(bare)}
        row = self._secret()
        if row is not None and row.overrules and bare != word:
            line["override"] = True
        return await self._do(line)

    async def _do(self, line: dict[str, Json]) -> Outcome:
        playing = self.playing
        return await self.table.submit(playing and playing.engine.action(line))
