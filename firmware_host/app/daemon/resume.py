"""
Resumes the session that the journal has.

A board always starts: an unreadable game or setting is named and skipped.
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
from firmware_host.session.collection import COLLECTION, read_collection
from firmware_host.session.modes import choosing
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.modes.filling import PlayMode
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player, Setup, at_place, read_setup
from firmware_host.session.state import Session, record_moments
from firmware_host.session.stored import headers, resuming
from firmware_host.session.stored.resuming import read_clock
from firmware_host.session.tutorial import HAD

if TYPE_CHECKING:
    from firmware_host.app.archive.kept import StoredGame
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
    Return the session that continues from the state in the journal.

    Facts are folded and actions are not judged again, so a game continues at the same
    turn even if a later version of the rules would have answered in another way.

    Args:
        journal: The board's journal.
        setup: The setup if the journal has none.
        now_ms: The present time of the table's clock.
        letters: The letters that the owner's box builds in another way.
        refused: The number of backups that could not be restored.
        left: The games to skip, as the board did not start with them.
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
        newcomers=journal.next_game() == 1
        and HAD not in settings
        and not known.players,
        think=within_limits,
        start=_started(journal, settings),
        collection=read_collection(settings.get(COLLECTION, "")),
    )
    session, wrong = _gone_on(journal, session, settings, now_ms=now_ms, left=left)
    session = phones.without_lost(session)
    kept = phones.phones_text(session.phones)
    if kept != settings.get(
        phones.PHONES, phones.phones_text(())
    ):  # older boards had none
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
    session = replace(session, playing=playing, mode=PlayMode(), setup=setup)
    if settings.get(PAUSED) == str(playing.game_id):
        stopped = replace(play.stop_clock(playing, now_ms), resumed=False)
        session = replace(session, playing=stopped, paused=True)
    if settings.get(CUT) == f"{playing.game_id}.{playing.number}":
        said = say("round-cut" if playing.number else "game-cut")
        session = replace(session, said=said)
    return record_moments(session, Moment(What.POWER))


def _tried(
    journal: Journal, game_id: int, session: Session, *, now_ms: Millis
) -> Playing | None:
    """Return a game of the journal; None if it cannot be read or resumed."""
    try:
        return reopen(journal, game_id, session.games, now_ms=now_ms)
    except Exception as fault:  # noqa: BLE001 - a board always starts; a game may be anybody's
        _log.warning("game %s: %s", game_id, type(fault).__name__)
        return None


def _last_players(
    journal: Journal, session: Session, left: Collection[int]
) -> tuple[Player, ...]:
    """
    Return the players for the next game: those of the last one, with their names.

    The setup stores buttons alone, since names are stored with games and erased there.
    If other buttons were chosen after that game, the setup is used.
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
    from firmware_host.app.archive.kept import StoredGame  # noqa: PLC0415 - there may be no game

    kept = StoredGame(journal, game_id, games.__getitem__)
    playing, ms = fold_stored(journal, kept)
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


def fold_stored(
    journal: Reader, kept: "StoredGame", *, until: int | None = None
) -> tuple[Playing, int]:
    """
    Return a folded game of the journal, and the time that it was played in ms.

    Rows before a valid snapshot are not read.

    Args:
        journal: The journal.
        kept: The game.
        until: The last row to fold; None for all rows.
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
    return resuming.fold_rows(playing, wanted, ms=ms)
