"""A game's header is read back as it was written."""

import json
from dataclasses import replace

import pytest

from firmware_host.board.events import Button
from firmware_host.games.bots import Bot
from firmware_host.session import upcoming
from firmware_host.session.setups import Player
from firmware_host.session.stored import headers
from tests.session.evening import ENTROPY, first_evening, playing


def test_a_header_reads_back_as_it_was_written():
    """A header with its options survives being written and read."""
    session = playing(board_makes=False)
    options = (("guess_tokens", "23"), ("hand", "confirm"))
    header = replace(upcoming.header_of(session), first_zone=2, options=options)

    assert headers.read_header(headers.header_json(header), session.languages) == header


@pytest.mark.parametrize(
    ("former", "options"),
    [
        ({"hand": "confirm"}, (("hand", "confirm"),)),
        ({"tokens_each": 4}, (("guess_tokens", 4),)),
        ({"guess_tokens": [2, 3]}, (("guess_tokens", "23333333"),)),
        ({"guess_tokens": [2], "tokens_each": 4}, (("guess_tokens", "24444444"),)),
    ],
)
def test_what_stood_beside_the_options_is_an_option(former, options):
    """Options in the format of the first journals are read."""
    session = playing(board_makes=False)
    item = headers.header_json(upcoming.header_of(session))
    assert headers.read_header({**item, **former}, session.languages).options == options


def test_a_header_says_which_seats_bots_have_and_how_each_of_them_is():
    """A header has the bots' seats with strength, animal and seed."""
    players = (Player(button=Button.STAR), Player(bot=Bot("fair", "cat")))
    session = first_evening(players=players, board_makes=True)
    begun = upcoming.begin(session, now_ms=0, entropy=ENTROPY)
    header = json.loads(begun.entry.new_game.header)
    star, bot = begun.playing.players

    assert bot.bot.seed != b""
    assert header["bots"] == ["", f"cat-fair-{bot.bot.seed.hex()}"]
    assert headers.players_of(header) == (star, bot)


def test_a_header_without_bots_is_as_it_always_was():
    """A header without bots has no entry for them, and can be read."""
    players = (Player(button=Button.STAR), Player())
    session = first_evening(players=players, board_makes=True)
    header = json.loads(upcoming.begin(session, now_ms=0).entry.new_game.header)
    assert "bots" not in header
    assert headers.players_of(header) == players


def test_a_game_begins_at_some_time_where_that_is_known():
    """A known date is stored in the header, which is still readable."""
    game = upcoming.begin(playing(), now_ms=0).entry.new_game
    assert headers.with_date(game, {}) is game
    dated = json.loads(headers.with_date(game, {"evening": 3}).header)
    assert dated == {**json.loads(game.header), "when": {"evening": 3}}
    assert headers.read_header(dated, playing().languages)


@pytest.mark.parametrize("bot", ["cat-strong-00", "dog-easy-00", "cat-easy-x", "easy"])
def test_a_bot_that_is_none_is_a_fault_of_that_game(bot):
    """A changed bit; the game is left aside."""
    with pytest.raises(ValueError, match=r"\w"):
        headers.player_of("", bot)
