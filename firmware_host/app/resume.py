"""Taking an evening up again, as the journal has it."""

from collections.abc import Mapping
from dataclasses import replace
from json import loads
from typing import Any

from firmware_host.app import cutting
from firmware_host.app.games import board_games
from firmware_host.app.languages import languages_with
from firmware_host.board.happenings import Button
from firmware_host.board.pieces import Millis
from firmware_host.errors import JournalError, RuleError
from firmware_host.journal.store import Journal
from firmware_host.session import identities, lobby, play
from firmware_host.session.asked import PAUSED
from firmware_host.session.state import Lobby, Player, Playing, Session, Setup


def take_up(
    journal: Journal,
    *,
    setup: Setup | None,
    now_ms: Millis,
    letters: Mapping[str, Any] | None = None,
) -> Session:
    """
    Return the session as the journal has it.

    Facts are folded and nothing is decided again, so a game goes on at the same turn
    even where a later version of the rules would have answered otherwise.
    """
    languages = languages_with(letters or {})
    games = board_games()
    settings = journal.settings()
    remembered = settings.get("setup")
    known = lobby.read_setup(remembered) if remembered else setup or Setup()
    known = identities.read(settings).waiting(known)
    session = Session(
        languages=languages,
        games=games,
        setup=known,
        phase=Lobby("language"),
        next_game=journal.next_game(),
    )
    game_id = journal.unfinished()
    if game_id is not None:
        playing = reopen(journal, game_id, session, now_ms=now_ms)
        here = playing.engine.sitting(playing.game)
        seated = replace(known, players=tuple(playing.players[seat] for seat in here))
        session = replace(session, phase=playing, setup=seated)
        if settings.get(PAUSED) == str(game_id):
            stopped = replace(play.stop_clock(playing, now_ms), resumed=False)
            session = replace(session, phase=stopped, paused=True)
        return cutting.told(session, settings)
    last = replace(known, players=_last_players(journal, session))
    first = "again" if last.players else "language"
    return lobby.ask(replace(session, setup=last), first)


def _last_players(journal: Journal, session: Session) -> tuple[Player, ...]:
    """
    Return whom to offer the next game: those of the last one, by name.

    The setup remembers buttons alone, since names lie with their games and are erased
    there. Where other buttons were chosen after that game, it counts.
    """
    known, games = session.setup.players, journal.games()
    if not games:
        return known
    try:
        last = reopen(journal, games[-1].id, session, now_ms=Millis(0))
    except (JournalError, RuleError):
        return known  # a game that cannot be read keeps nobody from the next one
    sitting = (last.players[seat] for seat in last.engine.sitting(last.game))
    players = tuple(one for one in sitting if one.name or one.button)
    same = [one.button for one in players if one.button] == [
        one.button for one in known if one.button
    ]
    return players if same else known


def reopen(
    journal: Journal, game_id: int, session: Session, *, now_ms: Millis
) -> Playing:
    """Return a game of the journal, folded from its facts."""
    item = loads(next(one.header for one in journal.games() if one.id == game_id))
    buttons, letters = item.pop("buttons"), item.pop("letters")
    header = play.read_header(item, languages_with(letters))
    engine = session.games[header.game]
    names = journal.names(game_id)
    start = Playing(
        game_id,
        engine,
        engine.start(header),
        tuple(Player(button=Button(one) if one else None) for one in buttons),
        header,
        began_ms=now_ms,
    )
    rows = (
        (row.number, row.ms, tuple(loads(row.facts))) for row in journal.rows(game_id)
    )
    folded = play.resume(start, rows)
    players = tuple(
        replace(player, name=_given(names, seat))
        for seat, player in enumerate(folded.players)
    )
    return identities.read(journal.settings()).seated(replace(folded, players=players))


def _given(names: tuple[str, ...], seat: int) -> str:
    """Return the name that somebody gave; empty where it was erased, or never was."""
    name = names[seat] if seat < len(names) else ""
    return "" if name == f"Player {seat + 1}" else name
