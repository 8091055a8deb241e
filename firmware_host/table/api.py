"""
The desk in front of a table: asked in plain values, by those who know no engine.

What comes in are a transcript's own lines, names and numbers; what goes out is what
one viewer may know.
"""

from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import aclosing
from dataclasses import replace
from typing import Any

from firmware_host.board.events import PLAYER_BUTTONS, Button
from firmware_host.board.faces import Face
from firmware_host.board.messages import Refused, say
from firmware_host.board.once import Once
from firmware_host.board.pieces import Counts, Person, Seat
from firmware_host.board.table_view import Offered, OfferedOption, Sitter, TableView
from firmware_host.errors import AskedError, SettingsError
from firmware_host.games import contract, game, grammar
from firmware_host.games.catalogue import settled
from firmware_host.games.contract import Viewer
from firmware_host.games.declared import declared, sendable_now, verbs_among
from firmware_host.games.game import Engine
from firmware_host.limits import NAME_LETTERS, SEATS
from firmware_host.session import asked, lobby, play, service
from firmware_host.session.asked import (
    Adopted,
    Claimed,
    Paused,
    Phoned,
    Renamed,
    Sat,
    Stood,
)
from firmware_host.session.setups import CHOICES
from firmware_host.session.state import Player, Playing, Session, name_of
from firmware_host.table.presenter import Outcome
from firmware_host.table.table import Table
from firmware_host.words.folding import fold

#: The most words of a list, and the most letters of one that somebody typed.
WORDS, WORD_LETTERS = 5000, 100

#: Wrong codes after which the service button has to be held anew: of a million codes
#: nobody hits the right one by chance.
TRIES = 10


class TableApi:
    """
    The desk of a table.

    Args:
        table: The table.
    """

    def __init__(self, table: Table) -> None:
        self._table = table
        self._code: tuple[str, int] | None = None
        self._tries = 0
        self._once = Once()

    # --- looking on ---

    @property
    def changes(self) -> int:
        """How often anything has changed."""
        return self._table.changes

    def see(self, viewer: Seat | None) -> TableView:
        """
        Return what a seat may know now; None for the public.

        It is made once for each change; only the clocks move on.
        """
        session, face = self._table.session, self._table.face
        of = session, face
        seen = self._once(viewer, of, lambda: _seen(session, face, viewer))
        playing, now_ms = session.phase, self._table.now_ms
        if playing is None:
            return seen
        elapsed_ms, left_ms = playing.elapsed_ms(now_ms), play.left_ms(playing, now_ms)
        return replace(seen, elapsed_ms=elapsed_ms, left_ms=left_ms)

    async def watch(self, viewer: Seat | None) -> AsyncIterator[TableView]:
        """Yield what a seat may know, now and whenever it has changed."""
        async with aclosing(self._table.watch()) as changes:
            async for _ in changes:
                yield self.see(viewer)

    def games(self) -> tuple[Offered, ...]:
        """Return the games that this board can play, as they are chosen now."""
        session = self._table.session
        of = session.setup, session.games, session.zones, session.input
        return self._once("games", of, lambda: _all_offered(session))

    def letters(self) -> Mapping[str, Counts]:
        """Return the letters that the board's language builds, and from what."""
        session = self._table.session
        language = session.languages[session.setup.language]
        builds = language.alphabet.builds
        return {letter: builds[letter] for letter in language.letters}

    # --- asking ---

    async def do(self, line: Mapping[str, Any]) -> Outcome:
        """
        Do a transcript's line in the game; ``by`` is a seat's number.

        Raises:
            AskedError: It is no line of a transcript, or there is no such seat.
        """
        phase = self._table.session.phase
        if not isinstance(phase, Playing):
            return Refused("no-round")
        item = _line(line, phase.engine, len(phase.players))
        return await self._table.submit(phase.engine.action(item))

    async def begin(self, wishes: Mapping[str, Any]) -> Outcome:
        """
        Begin a game; what is left out of *wishes* stays as it was.

        Args:
            wishes: As `adopt` takes them.

        Raises:
            AskedError: One of them is unknown or wrong.
        """
        return await self._table.ask(self._adopted(wishes, begin=True))

    async def adopt(self, changes: Mapping[str, Any]) -> Outcome:
        """
        Take over what was chosen elsewhere than on the board.

        Args:
            changes: Any of ``language``, ``place``, ``length``, ``rounds``,
                ``board_makes``, ``sound``, ``game``; ``rules``, the options of that
                game that are not as usual, by name; ``players``, a list of names,
                which ends the look at a game that is over; ``words``, from which the
                board draws in that language, in place of its own (empty: its own
                again).

        Raises:
            AskedError: One of them is unknown or wrong.
        """
        return await self._table.ask(self._adopted(changes, begin=False))

    async def sit(self, name: str, button: str = "") -> Outcome:
        """
        Let somebody sit down; in a game from the next round.

        Raises:
            AskedError: The name cannot be shown, or there is no such button.
        """
        if button and button not in PLAYER_BUTTONS:
            msg = f"no player has a button called {button!r}"
            raise AskedError(msg)
        player = Player(_name(name), Button(button) if button else None)
        return await self._table.ask(Sat(player))

    async def stand(self, seat: Seat) -> Outcome:
        """Let somebody go home; the points stand."""
        return await self._table.ask(Stood(seat))

    async def rename(self, seat: Seat, name: str) -> Outcome:
        """
        Call somebody by another name; an empty one is forgotten.

        Raises:
            AskedError: The name cannot be shown.
        """
        return await self._table.ask(Renamed(seat, _name(name)))

    async def pause(self, paused: bool) -> Outcome:  # noqa: FBT001 - its only argument
        """Stop the game, or let it go on; also over a restart."""
        return await self._table.ask(Paused(paused))

    def phoned(self, people: Iterable[Person]) -> None:
        """Note who has a phone: what is for their eyes alone goes there."""
        self._table.happen(Phoned(frozenset(people)))

    def claim(self, code: str) -> str:
        """
        Return ``claimed``, ``recovered``, or nothing.

        A code opens once. After `TRIES` wrong ones it opens nothing any more.

        Args:
            code: What was typed; spaces do not count.
        """
        table = self._table
        session, held = table.session, table.session.code
        if held is None:
            return ""
        if (held.digits, held.since_ms) != self._code:
            self._code, self._tries = (held.digits, held.since_ms), TRIES
        if not self._tries:
            return ""
        opened = service.claims(session, code, table.now_ms)
        self._tries = 0 if opened else self._tries - 1
        if opened:
            table.happen(Claimed())
        return opened

    # --- what is right ---

    def _adopted(self, wishes: Mapping[str, Any], *, begin: bool) -> Adopted:
        changes = dict(wishes)
        players, words = changes.pop("players", None), changes.pop("words", None)
        known = {
            **CHOICES,
            "language": self._is_language,
            "game": self._is_game,
        }
        rules = changes.pop("rules", None)
        for name, value in changes.items():
            if name not in known:
                msg = f"nobody can choose {name!r}; there are: {', '.join(known)}"
                raise AskedError(msg)
            if not known[name](value):
                msg = f"{name} cannot be {value!r}"
                raise AskedError(msg)
        if rules is not None:
            changes["rules"] = self._rules(rules, changes.get("game"))
        if players is not None:
            changes["players"] = self._players(players)
        return Adopted(changes, begin, None if words is None else _words(words))

    def _rules(self, rules: Any, game: Any) -> Mapping[str, Mapping[str, str | int]]:
        """Return the setup's rules with those of one game turned."""
        session = self._table.session
        name = game or session.setup.game
        try:
            turned = settled(session.games[name], dict(rules))
        except (SettingsError, TypeError, ValueError) as fault:
            raise AskedError(str(fault)) from None
        others = {key: one for key, one in session.setup.rules.items() if key != name}
        return {**others, **({name: dict(turned)} if turned else {})}

    def _is_game(self, value: Any) -> bool:
        return isinstance(value, str) and value in self._table.session.games

    def _is_language(self, value: Any) -> bool:
        return isinstance(value, str) and value in self._table.session.languages

    def _players(self, names: Any) -> tuple[Player, ...]:
        """Return the players of those names, each with the button it had."""
        had = {player.name: player for player in asked.sitting(self._table.session)}
        wanted = [_name(name) for name in _texts(names, most=SEATS, what="players")]
        different = {name.casefold() for name in wanted}
        if len(different) < len(wanted) or different & {"", "board"}:
            msg = "each player needs a name of one's own"
            raise AskedError(msg)
        if any(len(name) > NAME_LETTERS for name in wanted):
            msg = f"a name has at most {NAME_LETTERS} letters"
            raise AskedError(msg)
        return tuple(had.get(name) or Player(name) for name in wanted)


def _seen(session: Session, face: Face, viewer: Seat | None) -> TableView:
    """Return what a seat may know of a table, before its clocks."""
    setup, playing = session.setup, session.phase
    over = playing is not None and playing.engine.is_over(playing.game)
    header = playing.header if playing else setup
    who = Viewer.PUBLIC if viewer is None else viewer
    view = playing.view(who) if playing else None
    lines = sendable_now(playing.engine, playing.game) if playing else {}
    verbs = verbs_among(lines, playing.engine, view) if playing else ()
    return TableView(
        language=setup.language,
        place=setup.place,
        game=playing.engine.NAME if playing else "",
        phase="over" if over else "playing" if playing else "choosing",
        face=Face(face.table, face.zones),
        players=_sitters(session, contract.public_of(view)),
        view=view,
        shared=contract.public_of(view),
        common=contract.common(view, who, verbs),
        paused=session.paused,
        sound=setup.sound,
        elapsed_ms=0,
        length=header.length,
        board_makes=header.board_makes,
        rounds=header.rounds,
        public=game.public_names(playing.engine, view) if playing else (),
        own=playing.engine.OWN if playing else (),
        running=playing is not None and playing.stopped_ms is None,
        chosen=playing.engine.NAME if playing else lobby.game(session).NAME,
        rules=playing.header.options if playing else lobby.turned(session),
        lines=lines,
        epoch=f"{playing.game_id}.{playing.reveals}" if playing else "",
    )


def _all_offered(session: Session) -> tuple[Offered, ...]:
    return tuple(
        _offered(session, engine)
        for engine in session.games.values()
        if engine.NEEDS.zones <= session.zones
    )


def _offered(session: Session, engine: Engine) -> Offered:
    chosen = replace(session, setup=replace(session.setup, game=engine.NAME))
    turned = dict(lobby.turned(chosen))
    return Offered(
        name=engine.NAME,
        rule=engine.RULE,
        seats=engine.NEEDS.seats,
        lengths=lobby.lengths(chosen),
        maker=engine.NEEDS.maker,
        declares=declared(engine),
        options=tuple(
            OfferedOption(
                option.name,
                say(option.code),
                turned.get(option.name, option.default),
                option.default,
                tuple(
                    (one, lobby.option_choice(option, one)) for one in option.choices
                ),
                option.word,
            )
            for option in lobby.options(chosen)
        ),
    )


def _sitters(session: Session, view: Any) -> tuple[Sitter, ...]:
    """Return who sits at the table; the points are those of the game's own seats."""
    gone, phase = asked.left(session), session.phase
    seats = len(phase.players) if isinstance(phase, Playing) else 0
    points = dict(enumerate(view.totals[:seats])) if seats else {}
    return tuple(
        Sitter(
            Seat(seat),
            name_of(player, seat),
            player.button or "",
            left=Seat(seat) in gone,
            points=points.get(seat),
            person=player.person,
        )
        for seat, player in enumerate(asked.sitting(session))
    )


def _line(line: Mapping[str, Any], engine: Engine, seats: int) -> dict[str, Any]:
    """Return a line with its word folded."""
    try:
        item = grammar.asked(line, engine, seats)
    except ValueError as fault:
        raise AskedError(str(fault)) from None
    if "word" in item:
        item["word"] = fold(item["word"])
    return item


def _name(name: Any) -> str:
    """Return a name as it will be shown."""
    if not isinstance(name, str) or not " ".join(name.split()).isprintable():
        msg = "a name is made of letters that can be shown"
        raise AskedError(msg)
    return " ".join(name.split())


def _words(words: Any) -> tuple[str, ...]:
    given = _texts(words, most=WORDS, what="words")
    return tuple(dict.fromkeys(fold(word) for word in given))


def _texts(given: Any, *, most: int, what: str) -> list[str]:
    right = (
        isinstance(given, list | tuple)
        and len(given) <= most
        and all(isinstance(one, str) and len(one) <= WORD_LETTERS for one in given)
    )
    if not right:
        msg = f"{what} must be a list of at most {most} texts"
        raise AskedError(msg)
    return list(given)
