"""
The desk in front of a table: asked in plain values, by those who know no engine.

What comes in are a transcript's own lines, names and numbers; what goes out is what
one viewer may know.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any

from firmware_host.board.happenings import Button
from firmware_host.board.pieces import Counts, Seat
from firmware_host.board.seen import Seen, Sitter
from firmware_host.errors import AskedError, LetterzoneError
from firmware_host.games.contract import Viewer
from firmware_host.session import service
from firmware_host.session.asked import (
    Adopted,
    Claimed,
    Paused,
    Renamed,
    Sat,
    Stood,
    sitting,
)
from firmware_host.session.lobby import LENGTHS
from firmware_host.session.state import Player, Playing, name_of
from firmware_host.table.table import Outcome, Table
from firmware_host.words.folding import fold

#: The most rounds that can be asked for.
ROUNDS = 20

#: What may be chosen from elsewhere, and what is right.
_CHOICES: Mapping[str, Any] = {
    "length": lambda value: value in LENGTHS,
    "rounds": lambda value: type(value) is int and 1 <= value <= ROUNDS,
    "place": lambda value: value in ("home", "class"),
    "board_makes": lambda value: type(value) is bool,
    "sound": lambda value: type(value) is bool,
}


class Desk:
    """
    The desk of a table.

    Args:
        table: The table.
    """

    def __init__(self, table: Table) -> None:
        self._table = table

    # --- looking on ---

    def see(self, viewer: Seat | None) -> Seen:
        """Return what a seat may know now; None for the public."""
        table = self._table
        session, setup = table.session, table.session.setup
        phase = session.phase
        playing = phase if isinstance(phase, Playing) else None
        over = playing is not None and playing.engine.is_over(playing.game)
        header = playing.game.header if playing else None
        who = Viewer.PUBLIC if viewer is None else viewer
        return Seen(
            number=table.changes,
            language=setup.language,
            place=setup.place,
            game=playing.engine.NAME if playing else "",
            phase="over" if over else "playing" if playing else "choosing",
            face=table.face,
            players=self._sitters(),
            view=playing.engine.view(playing.game, who) if playing else None,
            paused=session.paused and playing is not None,
            sound=setup.sound,
            elapsed_ms=table.now_ms - playing.began_ms if playing else 0,
            length=header.length if header else setup.length,
            board_makes=header.board_makes if header else setup.board_makes,
            rounds=header.rounds if header else setup.rounds,
        )

    async def watch(self, viewer: Seat | None) -> AsyncIterator[Seen]:
        """Yield what a seat may know, now and whenever it has changed."""
        async for _ in self._table.watch():
            yield self.see(viewer)

    def letters(self) -> Mapping[str, Counts]:
        """Return the letters that the board's language builds, and from what."""
        session = self._table.session
        language = session.languages[session.setup.language]
        builds = language.alphabet.builds
        return {letter: builds[letter] for letter in language.letters}

    def _sitters(self) -> tuple[Sitter, ...]:
        players = sitting(self._table.session)
        return tuple(
            Sitter(Seat(seat), name_of(player, seat), player.button or "")
            for seat, player in enumerate(players)
        )

    # --- asking ---

    async def do(self, line: Mapping[str, Any]) -> Outcome:
        """
        Do a transcript's line; ``by`` is a seat's number.

        Raises:
            AskedError: It is no line of a transcript, or there is no such seat.
        """
        phase = self._table.session.phase
        if not isinstance(phase, Playing):
            return await self._table.submit(None)
        item = dict(line)
        if "by" in item and not 0 <= item["by"] < len(phase.players):
            msg = f"nobody sits at {item['by']}"
            raise AskedError(msg)
        if "word" in item:
            item["word"] = fold(item["word"])
        try:
            action = phase.engine.action(item)
        except (KeyError, TypeError, ValueError, LetterzoneError):
            msg = f"this is nothing that can be done: {sorted(item)}"
            raise AskedError(msg) from None
        return await self._table.submit(action)

    async def begin(self, wishes: Mapping[str, Any]) -> Outcome:
        """
        Begin a game; what is left out of *wishes* stays as it was.

        Args:
            wishes: As `adopt` takes them, and ``words``: folded words from which the
                board draws, in place of its own list.

        Raises:
            AskedError: One of them is unknown or wrong.
        """
        changes = dict(wishes)
        words: Sequence[str] = changes.pop("words", ())
        folded = tuple(dict.fromkeys(fold(word) for word in words))
        adopted = Adopted(self._checked(changes), begin=True, words=folded)
        return await self._table.ask(adopted)

    async def adopt(self, changes: Mapping[str, Any]) -> Outcome:
        """
        Take over what was chosen elsewhere than on the board.

        Args:
            changes: Any of ``language``, ``place``, ``length``, ``rounds``,
                ``board_makes``, ``sound``; and ``players``, a list of names.

        Raises:
            AskedError: One of them is unknown or wrong.
        """
        return await self._table.ask(Adopted(self._checked(changes)))

    async def sit(self, name: str, button: str = "") -> Outcome:
        """Let somebody sit down; in a game from the next round."""
        return await self._table.ask(
            Sat(Player(name, Button(button) if button else None))
        )

    async def stand(self, seat: Seat) -> Outcome:
        """Let somebody go home; the points stand."""
        return await self._table.ask(Stood(seat))

    async def rename(self, seat: Seat, name: str) -> Outcome:
        """Call somebody by another name."""
        return await self._table.ask(Renamed(seat, name))

    async def pause(self, paused: bool) -> Outcome:  # noqa: FBT001 - its only argument
        """Stop, or go on."""
        return await self._table.ask(Paused(paused))

    def claim(self, code: str) -> str:
        """Return ``claimed``, ``recovered``, or nothing; a code opens but once."""
        table = self._table
        opened = service.claims(table.session, code, table.now_ms)
        if opened:
            table.happen(Claimed())
        return opened

    def _checked(self, changes: Mapping[str, Any]) -> dict[str, Any]:
        known = {**_CHOICES, "language": self._table.session.languages.__contains__}
        checked = dict(changes)
        players = checked.pop("players", None)
        for name, value in checked.items():
            if name not in known or not known[name](value):
                msg = f"{name} cannot be {value!r}"
                raise AskedError(msg)
        if players is not None:
            checked["players"] = self._players(players)
        return checked

    def _players(self, names: Sequence[str]) -> tuple[Player, ...]:
        """Return the players of those names, each with the button it had."""
        had = {player.name: player for player in sitting(self._table.session)}
        wanted = [" ".join(name.split()) for name in names]
        if len({name.casefold() for name in wanted}) < len(wanted) or "" in wanted:
            msg = "each player needs a name of one's own"
            raise AskedError(msg)
        return tuple(had.get(name) or Player(name) for name in wanted)
