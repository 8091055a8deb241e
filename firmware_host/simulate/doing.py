"""What a person does at a simulated board, whichever way it is typed."""

import json
from collections.abc import Mapping

from firmware_host.board.events import ZONE_BUTTONS, Button, Tapped
from firmware_host.board.json import Json
from firmware_host.board.messages import Message, Refused
from firmware_host.board.pieces import RACK, Card, Item, Kind, Piece, Seat, Zone
from firmware_host.errors import AskedError
from firmware_host.games.common import Undo
from firmware_host.games.requests import AttemptRequest, GuessRequest, SecretRequest
from firmware_host.session.mode import Mode
from firmware_host.session.modes import spelling
from firmware_host.session.modes.laying import Laying
from firmware_host.session.modes.menu import Menu
from firmware_host.session.modes.spelling import Spelling
from firmware_host.session.state import Player, Playing, names_of
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
        """The game; None while things are being chosen."""
        return self.table.session.playing

    def advice(self) -> Message:
        """Return what can be done now."""
        return advice(self.table.session, self.table.face.table.line)

    def choosing(self) -> bool:
        """Tell whether numbers choose answers now, rather than zones."""
        session = self.table.session
        return Menu.at(session) is not None or self.playing is None

    def names(self) -> tuple[str, ...]:
        """Return the players' names by seat."""
        players: tuple[Player, ...] = self.playing.players if self.playing else ()
        return tuple(
            name if isinstance(name, str) else self.texts.say(name)
            for name in names_of(players)
        )

    @property
    def request(self) -> GuessRequest | None:
        """The word that can be given now before all eyes; None where there is none."""
        return self.table.session.request(GuessRequest)

    def has(self, verb: str) -> bool:
        """Tell whether the game has such a line; while things are chosen any may be."""
        return self.playing is None or verb in self.playing.engine.VERBS

    def seekers(self) -> tuple[Seat, ...]:
        """Return the seats that may give a word now which all may hear."""
        request = self.request
        if request is None or request.places:
            return ()
        return request.seekers or (request.turn,)

    def seeker(self) -> Seat:
        """Return the seat that a word without a name is for: who is on turn, if any."""
        request, seekers = self.request, self.seekers()
        if request is not None and request.turn in seekers:
            return request.turn
        return next(iter(seekers), Seat(0))

    def maker(self) -> Seat | None:
        """Return the seat that has to set a word; None where nobody has to."""
        request = self.table.session.request(SecretRequest)
        return None if request is None or request.replaces else request.maker

    def attempts(self) -> Mapping[Seat, tuple[Seat, ...]]:
        """Return who can try a word unseen, and whose; nobody in most games."""
        request = self.table.session.request(AttemptRequest)
        return {} if request is None else request.whose

    async def attempt(self, seat: Seat, of: Seat, word: str) -> Outcome:
        """Try somebody's word; nobody is told which before all are opened."""
        return await self._do({"do": "guess", "by": seat, "word": fold(word), "of": of})

    async def number(self, number: int, item: Item | None = None) -> Outcome:
        """
        Tap something in that zone; without anything press its button.

        Args:
            number: The number of the zone.
            item: What is tapped; None for what is in hand.
        """
        session = self.table.session
        item = item or self._in_hand(Zone(number))
        spelled: Mode | None = Laying.at(session) or Spelling.at(session)
        if self.choosing() or spelled or item is None:
            await self.hands.press(ZONE_BUTTONS[number - 1])
            return None
        outcome = await self.hands.tap(Zone(number), item)
        if outcome is not None and not isinstance(outcome, Refused):
            self.item = None  # it lies now, or it is in the seeker's hand
        return outcome

    def _in_hand(self, zone: Zone) -> Item | None:
        """Return what would be tapped in *zone*; any piece where all mean the same."""
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
        """Return a card that was typed, such as ``QH``; None where there is none."""
        return card_of(text, self.table.session.games)

    async def take_card(self, text: str) -> bool:
        """
        Take a card that was typed; who lays a word holds it to the rack at once.

        Returns:
            False where there is no such card.
        """
        card = self.card(text)
        if card is None:
            return False
        lays = Laying.at(self.table.session)
        self.item = None if lays else card
        if lays:
            await self.hands.tap(RACK, card)
        return True

    async def menu(self) -> None:
        """Hold what opens the menu."""
        if self.table.session.setup.place == "class":
            await self.hands.chord(Button.SERVICE)
        else:
            await self.hands.chord(Button.TICK, Button.CROSS)

    async def guess(self, seat: Seat, word: str) -> Outcome:
        """Call a word out."""
        request, playing = self.request, self.playing
        if request is None or playing is None:
            return await self._do({"do": "guess", "by": seat, "word": fold(word)})
        return await self._do(spelling.line(playing, request, seat, fold(word)))

    async def retire(self, seat: Seat) -> Outcome:
        """Leave the round, and keep what one has left."""
        return await self._do({"do": "retire", "by": seat})

    async def line(self, text: str) -> Outcome:
        """
        Do a transcript's line, whatever the game; players are called by name.

        Raises:
            AskedError: It is no line of a transcript.
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
        """Take the last action back."""
        return await self.table.submit(Undo())

    async def secret(self, seat: Seat, word: str) -> Outcome:
        """Set the maker's word; a ``!`` at its end overrules the dictionary."""
        bare = word.removesuffix("!")
        line: dict[str, Json] = {"do": "secret", "by": seat, "word": fold(bare)}
        request = self.table.session.request(SecretRequest)
        if request is not None and request.overrules and bare != word:
            line["override"] = True
        return await self._do(line)

    async def _do(self, line: dict[str, Json]) -> Outcome:
        playing = self.playing
        return await self.table.submit(playing and playing.engine.action(line))
