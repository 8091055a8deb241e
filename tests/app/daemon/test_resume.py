"""A session is resumed in spite of lost data, and the loss is reported."""

import json
import sqlite3
from dataclasses import replace

import pytest

from firmware_host.app.archive import kept
from firmware_host.app.archive.export import export_text
from firmware_host.app.daemon import resume
from firmware_host.app.daemon.resume import take_up
from firmware_host.board.commands import SeatBot
from firmware_host.board.entries import Entry
from firmware_host.board.events import Button
from firmware_host.board.messages import say
from firmware_host.board.pieces import Millis, Person
from firmware_host.journal.store import Journal
from firmware_host.session import phones, upcoming
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player, Setup, setup_text
from firmware_host.session.state import Phone
from firmware_host.session.tutorial import HAD
from tests.app.written import GAME, write
from tests.session.bots.seekers import BOT, GAMES_HERE, OWL, begun, woken
from tests.session.evening import ENTROPY, then


@pytest.fixture
def path(tmp_path):
    """Return a journal with two finished games and a running one."""
    file = tmp_path / "letterzone.db"
    with Journal(file, reserve_bytes=0) as journal:
        for game in (1, 2):
            write(journal, *GAME, game=game)
        write(journal, *GAME[:3], game=3)
    return file


def spoil(path, sql):
    """Change the file without its checksums."""
    card = sqlite3.connect(path)
    card.execute(sql)
    card.commit()
    card.close()


def taken_up(path):
    """Return the session of the next start."""
    with Journal(path, reserve_bytes=0) as journal:
        return take_up(journal, setup=None, now_ms=Millis(0))


def test_only_a_board_on_which_nothing_was_played_has_a_first_minute(path, tmp_path):
    """The tutorial is offered until the first game, or until it is over."""
    new = tmp_path / "new.db"
    assert taken_up(new).newcomers
    assert taken_up(new).newcomers
    assert not taken_up(path).newcomers
    with Journal(new, reserve_bytes=0) as journal:
        journal.append(Entry(settings=((HAD, "1"),))).result()
    assert not taken_up(new).newcomers


def test_a_whole_journal_is_gone_on_with_and_nothing_is_said(path):
    session = taken_up(path)
    assert isinstance(session.playing, Playing)
    assert session.said is None
    assert session.next_game == 4


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE games SET header = 'rubbish' WHERE id = 3",
        "UPDATE games SET header = '{}' WHERE id = 3",
        "UPDATE games SET header = CAST(x'ff' AS TEXT) WHERE id = 3",
        "UPDATE games SET seats = 1099511627776 WHERE id = 3",
        "UPDATE rows SET facts = '[1]' WHERE game = 3",
    ],
)
def test_a_game_that_cannot_be_read_is_left_aside_and_named(path, sql, caplog):
    """
    A running game that cannot be read is skipped and reported.

    The next game gets a new number.
    """
    spoil(path, sql)
    session = taken_up(path)
    assert isinstance(session.mode, Choosing)
    assert session.said == say("left-aside", n=1)
    assert session.next_game == 4
    assert "game 3 cannot be read" in caplog.text


def test_a_finished_game_that_is_damaged_keeps_nobody_from_going_on(path):
    """A damaged finished game does not affect the start: it is reported later."""
    spoil(path, "UPDATE games SET header = 'rubbish' WHERE id = 2")
    session = taken_up(path)
    assert isinstance(session.playing, Playing)
    assert session.said is None


def test_a_game_that_nobody_has_installed_any_more_is_left_aside(path, monkeypatch):
    """A stranger's game may be gone, or raise when it is folded."""
    monkeypatch.setattr(
        "firmware_host.app.daemon.resume.board_games", _without_decipher
    )
    assert isinstance(taken_up(path).mode, Choosing)


def _without_decipher():
    from firmware_host.games.catalogue import GAMES  # noqa: PLC0415 - for this alone

    return {name: GAMES[name] for name in GAMES if name != "decipher"}


@pytest.mark.parametrize(
    "text", ['{"language": "xn"}', '{"length": 99, "players": [3]}']
)
def test_a_setting_that_cannot_be_right_is_named(path, text, caplog):
    """An unreadable setup is reported, and the defaults are used."""
    with Journal(path, reserve_bytes=0) as journal:
        journal.put_setting("setup", text).result()
    session = taken_up(path)
    assert session.setup.language == "en"
    assert session.setup.place == "home"
    assert session.said == say("left-aside", n=1)
    assert "the setup cannot be read" in caplog.text


@pytest.mark.parametrize("text", ["rubbish", '{"place": 7, "players": [3]}'])
def test_a_board_whose_place_cannot_be_read_is_a_class_and_says_so(path, text):
    """
    With an unreadable place the board counts as a class, at every start.

    It says so until a place is chosen.
    """
    with Journal(path, reserve_bytes=0) as journal:
        journal.put_setting("setup", text).result()
    for _ in range(2):
        session = taken_up(path)
        assert (session.setup.place, session.setup.sound) == ("class", False)
        assert session.said == say("left-aside-class", n=1)
    with Journal(path, reserve_bytes=0) as journal:
        journal.put_setting("setup", setup_text(Setup(place="home"))).result()
    session = taken_up(path)
    assert (session.setup.place, session.said) == ("home", None)


def test_wild_numbers_are_no_games(path):
    """A row of a game that never was must not get into the next one's way."""
    spoil(path, "UPDATE rows SET game = 7 WHERE game = 1 AND number = 1")
    session = taken_up(path)
    assert session.next_game == 8
    assert isinstance(session.playing, Playing)


def test_a_lost_phone_whose_game_is_gone_stays_away_from_the_next_start_on(path):
    """
    Without its game a phone keeps no claim to a lost phone's seat.

    The change is stored, because a later game may have the same number.
    """
    lost, new = Phone("a", 1, Person(5)), Phone("b", 2, Person(5), "9.0", instead=1)
    with Journal(path, reserve_bytes=0) as journal:
        journal.put_setting(phones.PHONES, phones.phones_text((lost, new))).result()
    alone = (replace(new, instead=0),)
    assert taken_up(path).phones == alone
    with Journal(path, reserve_bytes=0) as journal:
        assert phones.read(journal.settings()) == alone


# --- bots ---------------------------------------------------------------------------


def test_bots_go_on_after_a_power_cut_as_they_would_have_done(tmp_path, monkeypatch):
    """The same bots with the same chance, also one that came later."""
    monkeypatch.setattr(resume, "board_games", lambda: GAMES_HERE)
    monkeypatch.setattr(kept, "find", GAMES_HERE.__getitem__)
    file = tmp_path / "letterzone.db"
    session, now_ms = begun(OWL, BOT, Player(button=Button.CIRCLE)), 0
    with Journal(file, reserve_bytes=0) as journal:
        begins = upcoming.begin(
            replace(session, next_game=1), now_ms=Millis(0), entropy=ENTROPY
        )
        journal.append(begins.entry).result()
        playing = replace(begins.playing, players=begins.playing.players)
        session = replace(session, playing=playing)
        steps = [then(session, SeatBot("fair"), 0)]
        session, now_ms, more = woken(steps[0].session, 0, times=9)
        for step in (*steps, *more):
            if step.entry is not None:
                journal.append(step.entry).result()
        assert any(row.seat == 0 for row in journal.rows(1))

        again = take_up(journal, setup=None, now_ms=Millis(now_ms))
        told = export_text(journal, 1, language="de").splitlines()
        names = kept.StoredGame(journal, 1, GAMES_HERE.__getitem__).names("de")

    assert again.playing.bots == session.playing.bots
    assert [one.bot.strength for one in again.playing.players if one.bot] == [
        "sharp",
        "easy",
        "fair",
    ]
    assert again.playing.game == session.playing.game
    assert again.playing.trail == session.playing.trail
    assert names == ("Bot Katze", "Bot Panda", "Kreis", "Bot Bär")
    assert json.loads(told[0])["bots"] == {
        "Bot Katze": session.playing.bots[0].text,
        "Bot Panda": session.playing.bots[1].text,
    }

    def moves(one):
        _, _, done = woken(one, now_ms, times=30)
        return [row.action for step in done if step.entry for row in step.entry.rows]

    assert moves(again) == moves(session)
    assert moves(again)
