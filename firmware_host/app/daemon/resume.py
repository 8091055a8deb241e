"""
Taking an evening up again, as the journal has it.

A board always starts: a game or a setting that cannot be read is named and left aside.
"""

import logging
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from firmware_host.app.content.games import board_games
from firmware_host.app.content.languages import languages_with
from firmware_host.app.content.time_limit import within_limits
from firmware_host.app.daemon.rights import STRICT, is_place_lost, settle_rights
from firmware_host.board.entries import CUT, PACKS
from firmware_host.board.json import JsonObject, read_objects
from firmware_host.board.messages import say
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import Millis
from firmware_host.games.game import Engine, is_called_off
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.session import identities, phones, play, upcoming
from firmware_host.session.acting import PAUSED
from firmware_host.session.modes import choosing
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.modes.filling import Play
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player, Setup, at_place, read_setup
from firmware_host.session.state import Session, noted
from firmware_host.session.stored import headers, resuming
from firmware_host.session.stored.resuming import read_clock
from firmware_host.session.tutorial import HAD

if TYPE_CHECKING:
    from firmware_host.app.archive.kept import KeptGame
    from firmware_host.words.packs.pack import Pack

#: The setting that counts the starts of the table.
START = "start"

_log = logging.getLogger(__name__)


def take_up(  # noqa: PLR0913 - what a start knows
    journal: Journal,
    *,
    setup: Setup | None,
    now_ms: Millis,
    letters: JsonObject | None = None,
    refused: int = 0,
    left: Collection[int] = (),
) -> Session:
    """
    Return the session as the journal has it.

    Facts are folded and nothing is decided again, so a game goes on at the same turn
    even where a later version of the rules would have answered otherwise.

    Args:
        journal: The board's.
        setup: What to offer where the journal remembers nothing.
        now_ms: The table's clock.
        letters: What the owner's box builds differently.
        refused: So many backups could not be brought back.
        left: Games that are not looked at, as the board did not start with them.
    """
    settle_rights(journal)
    settings = journal.settings()
    languages = languages_with(letters or {}, _packs(settings))
    known, whole = setup or Setup(), True
    if "setup" in settings:
        known, whole = read_setup(settings["setup"], languages)
    if is_closed := is_place_lost(settings):
        known = at_place(known, STRICT)
    session = Session(
        languages=languages,
        games=board_games(),
        setup=identities.read(settings).waiting(known),
        mode=Choosing("language"),
        next_game=max((journal.next_game(), *(one + 1 for one in left))),
        phones=phones.read(settings),
        newcomers=_nobody_played(journal, settings) and not known.players,
        think=within_limits,
        start=_started(journal, settings),
    )
    session, wrong = _gone_on(journal, session, settings, now_ms=now_ms, left=left)
    session = phones.without_lost(session)
    kept = phones.written(session.phones)
    if kept != settings.get(phones.PHONES, phones.written(())):  # older boards had none
        journal.put_setting(phones.PHONES, kept)
    wrong += journal.unsound(journal.left_open())
    wrong += [] if whole else ["the setup"]
    for one in wrong:
        _log.warning("%s cannot be read, and is left aside", one)
    gone = len(wrong) + len(journal.lost) + refused
    if is_closed:
        return replace(session, said=say("left-aside-class", n=gone))
    return replace(session, said=say("left-aside", n=gone)) if gone else session


def _started(journal: Journal, settings: Mapping[str, str]) -> int:
    """Return the number of this start, from 1, and store it before anything else."""
    known = settings.get(START, "")
    number = 1 + (int(known) if known.isdecimal() else 0)
    journal.put_setting(START, str(number))
    return number


def _packs(settings: Mapping[str, str]) -> "Mapping[str, Mapping[str, Pack]]":
    """Return the board's own packs of words, by language and key."""
    if not any(name.startswith(PACKS) for name in settings):
        return {}
    from firmware_host.words.packs.kept import read_kept  # noqa: PLC0415 - packs are rare

    return read_kept(settings)


def _nobody_played(journal: Journal, settings: Mapping[str, str]) -> bool:
    """Tell whether nothing was ever played here, not even the first minute."""
    return journal.next_game() == 1 and HAD not in settings


def _gone_on(
    journal: Journal,
    session: Session,
    settings: Mapping[str, str],
    *,
    now_ms: Millis,
    left: Collection[int],
) -> tuple[Session, list[str]]:
    """Return the session in its game or after it, and what of that cannot be read."""
    game_id, wrong = journal.left_open(), []
    if game_id is not None and game_id not in left:
        playing = _tried(journal, game_id, session, now_ms=now_ms)
        if playing is not None:
            return _playing(session, playing, settings, now_ms=now_ms), []
        wrong = [f"game {game_id}"]
    players = _last_players(journal, session, left)
    setup = replace(session.setup, players=players)
    first = "again" if setup.players else "language"
    return choosing.ask(replace(session, setup=setup), first), wrong


def _playing(
    session: Session, playing: Playing, settings: Mapping[str, str], *, now_ms: Millis
) -> Session:
    here = playing.engine.sitting(playing.game)
    players = tuple(playing.players[seat] for seat in here)
    setup = replace(session.setup, players=players)
    session = replace(session, playing=playing, mode=Play(), setup=setup)
    if settings.get(PAUSED) == str(playing.game_id):
        stopped = replace(play.stop_clock(playing, now_ms), resumed=False)
        session = replace(session, playing=stopped, paused=True)
    if settings.get(CUT) == f"{playing.game_id}.{playing.number}":
        said = say("round-cut" if playing.number else "game-cut")
        session = replace(session, said=said)
    return noted(session, Moment(What.POWER))


def _tried(
    journal: Journal, game_id: int, session: Session, *, now_ms: Millis
) -> Playing | None:
    """Return a game of the journal; None where it cannot be read, or gone on with."""
    try:
        return reopen(journal, game_id, session.games, now_ms=now_ms)
    except Exception as fault:  # noqa: BLE001 - a board always starts; a game may be anybody's
        _log.warning("game %s: %s", game_id, type(fault).__name__)
        return None


def _last_players(
    journal: Journal, session: Session, left: Collection[int]
) -> tuple[Player, ...]:
    """
    Return whom to offer the next game: those of the last one, by name.

    The setup remembers buttons alone, since names lie with their games and are erased
    there. Where other buttons were chosen after that game, it counts.
    """
    known, newest = session.setup.players, journal.newest()
    if not newest or newest in left:
        return known
    last = _tried(journal, newest, session, now_ms=Millis(0))
    if not last:
        return known  # a game that cannot be read keeps nobody from the next one
    left_off = last.game is None  # then it is asked nothing more
    here = range(len(last.players)) if left_off else last.engine.sitting(last.game)
    sitting = (last.players[seat] for seat in here)
    players = tuple(one for one in sitting if one.name or one.symbol)
    chosen, before = ([one.key for one in them if one.key] for them in (players, known))
    return players if chosen == before else known


def reopen(
    journal: Reader, game_id: int, games: Mapping[str, Engine], *, now_ms: Millis
) -> Playing:
    """Return a game of the journal, folded; one called off is asked nothing more."""
    from firmware_host.app.archive.kept import KeptGame  # noqa: PLC0415 - there may be no game

    kept = KeptGame(journal, game_id, games.__getitem__)
    playing, ms = stood(journal, kept)
    playing = replace(playing, began_ms=now_ms)
    if playing.game is not None:
        with suppress(OSError):  # mostly there is none
            ms = read_clock(journal.clock_path.read_bytes(), playing, ms)
        playing = resuming.resume(playing, (), ms=ms)
    names = (*kept.given_names(), *[""] * len(playing.players))
    players = tuple(
        replace(player, name=names[seat]) for seat, player in enumerate(playing.players)
    )
    settings = journal.settings()
    playing = upcoming.resume_evening(replace(playing, players=players), settings)
    return identities.read(settings).seated(playing)


def stood(
    journal: Reader, kept: "KeptGame", *, until: int | None = None
) -> tuple[Playing, int]:
    """
    Return a game of the journal, folded, and how far its own clock had come.

    Rows before a snapshot that fits are not read.

    Args:
        journal: Where it was written down.
        kept: The game.
        until: The last row that is folded; None for the last there is.
    """
    header, engine = kept.header(), kept.engine
    players = headers.players_of(kept.settled)
    start = Playing(kept.number, engine, engine.start(header), players, header)
    snapshot = journal.snapshot(kept.number)
    known = None if snapshot is None else resuming.from_snapshot(start, snapshot)
    playing, ms = known or (start, 0)
    rows = tuple(journal.rows(kept.number, after=playing.number))
    if rows and is_called_off(read_objects(rows[-1].facts)):
        return replace(start, game=None), 0
    wanted = (row for row in rows if until is None or row.number <= until)
    return resuming.folded(playing, wanted, ms=ms)
