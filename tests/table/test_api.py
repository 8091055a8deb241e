"""The table's API takes plain values and gives each viewer only what it may see."""

import asyncio
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from firmware_host.app.content.languages import load_language
from firmware_host.app.daemon.resume import take_up
from firmware_host.board.commands import PagesAt, Pause, Rename, Sit, Stand
from firmware_host.board.entries import JOURNAL
from firmware_host.board.events import Button, Tapped
from firmware_host.board.json import as_message, of_message
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import KINDS, Millis, Piece, Seat, Zone
from firmware_host.errors import AskedError
from firmware_host.games.decipher.rules import AskForPiece, Guess, PassTurn, SetSecret
from firmware_host.games.game import Undo
from firmware_host.journal.reader import Reader
from firmware_host.journal.store import Journal
from firmware_host.session.acting import Submitted
from firmware_host.table.api import TableApi
from tests.session.evening import face, playing, then
from tests.table.evening import NO, YES

ROOT = Path(__file__).parent.parent.parent


# --- sights -------------------------------------------------------------------


async def test_everybody_sees_the_table_and_the_game(now, table_api):
    """The public sight has the game, the players, the board and the expected action."""
    await now.tap(*YES)
    seen = table_api.sight_of(None)

    assert (seen["game"], seen["phase"], seen["place"]) == (
        "decipher",
        "playing",
        "home",
    )
    assert (seen["length"], seen["board_makes"], seen["rounds"]) == (5, False, 1)
    assert [(one["seat"], one["name"], one["symbol"]) for one in seen["players"]] == [
        (0, "Ann", ""),
        (1, "Ben", ""),
    ]
    assert as_message(seen["screen"]["line"]) == now.table.face.table.line
    assert seen["view"]["placed"][0] == (1, 0, 0, 0)
    assert seen["elapsed_ms"] > 0
    assert not seen["paused"]


async def test_each_viewer_sees_what_it_may(table_api):
    """Only the maker's sight has the word, and the views of all are equal."""
    maker, seeker, public = (
        table_api.sight_of(one) for one in (Seat(0), Seat(1), None)
    )

    assert maker["secret"]["word"] == "HOBBY"
    assert (seeker["secret"], public["secret"]) == (None, None)
    assert maker["view"] == seeker["view"] == public["view"]
    assert "HOBBY" not in repr((seeker, public))


WORDS = [load_language("en").common.word(5, at) for at in range(0, 1300, 13)]

events = st.one_of(
    st.builds(Tapped, st.integers(1, 6).map(Zone), st.sampled_from(KINDS).map(Piece)),
    st.builds(
        lambda word: Submitted(Guess(Seat(1), word)), st.sampled_from(["HORSE", *WORDS])
    ),
    st.sampled_from([Submitted(one) for one in (AskForPiece(), PassTurn(), Undo())]),
    st.sampled_from([Pause(paused=True), Pause(paused=False), Sit("Uma")]),
)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(WORDS), st.sampled_from(WORDS), st.lists(events, max_size=14))
def test_two_words_with_equal_answers_look_alike(one, other, script):
    """For two words with equal answers all but the maker get equal sights."""
    a, b = Still(one), Still(other)
    for event in script:
        assert a.seen(None) == b.seen(None)
        assert a.seen(Seat(1)) == b.seen(Seat(1))
        told = a.happen(event), b.happen(event)
        if told[0] != told[1]:
            return


def test_the_check_would_see_what_tells_them_apart():
    """The maker's view differs between the words, so the comparison can fail."""
    assert Still("HOBBY").seen(Seat(0)) != Still("PANDA").seen(Seat(0))


class Still:
    """A session without a running table, with its sights."""

    now_ms = Millis(0)

    def __init__(self, word):
        secret = Submitted(SetSecret(Seat(0), word, override=True))
        self.session = then(playing(board_makes=False), secret).session
        self.changes = 0

    def listen(self, _listener):
        """Ignore the listener: nothing happens by itself."""

    @property
    def face(self):
        """Return the board's face."""
        return face(self.session)

    def seen(self, viewer):
        """Return the sight without the commitment, which differs on purpose."""
        seen = TableApi(self).sight_of(viewer)
        return repr(seen).replace(seen["commitment"], "")

    def happen(self, event):
        """Take an event; return its public outcome."""
        done = then(self.session, event)
        self.session, self.changes = done.session, self.changes + 1
        outcome = done.outcome
        return outcome.public_code if isinstance(outcome, Refused) else outcome


async def test_watching_tells_of_each_change(now, table_api):
    """Now, and whenever something has changed; numbers only grow."""
    looking = table_api.watch()
    first, number = await anext(looking), table_api.changes
    await now.tap(*NO)
    second = await anext(looking)
    await looking.aclose()

    assert table_api.changes > number
    assert (first["view"]["noes"], second["view"]["noes"]) == (0, 1)
    assert len(now.table._presenter._changed) <= 2  # the comparison, the clock file


async def test_letters_are_those_of_the_boards_language(table_api):
    """The letters are those of the board's language, each with its pieces."""
    letters = table_api.letters()
    language = load_language("en")
    assert letters.keys() == language.tiles.keys()
    assert letters["A"] == language.alphabet.build("A")


# --- commands -----------------------------------------------------------------


async def test_a_line_of_a_transcript_is_done(now, table_api):
    """A line of a transcript is carried out, with a seat number and in any case."""
    assert await table_api.do({"do": "guess", "by": 1, "word": "horse"}) is None
    assert table_api.sight_of(None)["view"]["guesses"] == ((1, "HORSE"),)
    assert await table_api.do({"do": "ask"}) == Refused("not-bonus")
    assert now.rows()[-1].startswith('{"do":"guess"')


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"do": "dance"},
        {"do": ["ask"]},
        {"do": "guess", "word": "HORSE"},
        {"do": "guess", "by": "Ben", "word": "HORSE"},
        {"do": "guess", "by": True, "word": "HORSE"},
        {"do": "guess", "by": 2, "word": "HORSE"},
        {"do": "guess", "by": -1, "word": "HORSE"},
        {"do": "guess", "by": 1, "word": 7},
        {"do": "guess", "by": 1, "word": "X" * 101},
        {"do": "tap", "zone": 7, "kind": "red"},
        {"do": "hand", "kind": ["red"]},
        {"do": "join", "by": 2},
        {"do": "check"},
        {"do": "secret", "by": 0, "word": "HORSE", "nonce": "0" * 64},
        {"do": "ask", "extra": 1},
    ],
)
async def test_what_is_no_line_is_an_error_and_changes_nothing(now, table_api, line):
    """
    An invalid line raises AskedError and changes nothing.

    It is a program's mistake, so the board shows nothing.
    """
    before = table_api.changes
    with pytest.raises(AskedError):
        await table_api.do(line)
    assert table_api.changes == before
    assert len(now.rows()) == 1


@pytest.mark.parametrize(
    "wishes",
    [
        {"length": 7},
        {"length": True},
        {"length": 5.0},
        {"length": 0},
        {"rounds": 0},
        {"rounds": 21},
        {"rounds": "3"},
        {"place": "garden"},
        {"place": []},
        {"board_makes": 1},
        {"language": "fr"},
        {"language": ["en"]},
        {"colour": "red"},
        {"players": "Tina"},
        {"players": ["Tina", " tina "]},
        {"players": ["board"]},
        {"players": [""]},
        {"players": ["a\x07b"]},
        {"players": ["x" * 25]},
        {"players": [f"P{n}" for n in range(9)]},
        {"words": "HOBBY"},
        {"words": [7]},
        {"words": ["A" * 101]},
        {"words": ["A"] * 5001},
    ],
)
async def test_a_wrong_wish_is_an_error(table_api, wishes):
    """An invalid value in a command raises AskedError, and no value is changed."""
    before = table_api.changes
    for command in "choose", "begin":
        with pytest.raises(AskedError):
            await table_api.send({"command": command, "sound": False, **wishes})
    assert table_api.changes == before


@pytest.mark.parametrize(
    "wishes",
    [
        *({"rounds": 1}, {"rounds": 20}, {"length": 3}, {"length": 6}),
        *({"place": "home"}, {"sound": True}, {"board_makes": True}),
        {"words": ["A" * 100] * 5000},
        {"words": ()},
    ],
)
async def test_a_wish_that_just_fits_is_none(table_api, wishes):
    """The bounds that a wrong one breaks are as wide as this."""
    assert await table_api.send({"command": "choose", **wishes}) is None


async def test_eight_names_of_24_letters_can_be_given(table_api):
    """Eight different names of 24 letters are accepted; outer spaces are removed."""
    await table_api.do({"do": "end"})
    names = [f" {n} {'x' * 22}\t" for n in range(8)]
    assert await table_api.send({"command": "choose", "players": names}) is None
    there = [one["name"] for one in table_api.sight_of(None)["players"]]
    assert there == [f"{n} {'x' * 22}" for n in range(8)]


async def test_a_whole_setup_is_taken_over(now, table_api):
    """A setup in a game counts for the next game; language, place and sound at once."""
    changes = {"language": "de", "place": "class", "length": 4, "sound": False}
    assert await table_api.send({"command": "choose", **changes}) is None
    seen = table_api.sight_of(None)

    assert (seen["language"], seen["place"], seen["sound"]) == ("de", "class", False)
    assert seen["length"] == 5
    assert await table_api.send({"command": "choose", "players": ["Uma"]}) == Refused(
        "game-on"
    )
    await table_api.do({"do": "end"})
    assert (
        await table_api.send(
            {"command": "begin", "players": ["Uma", "Ben"], "board_makes": True}
        )
        is None
    )
    assert table_api.sight_of(None)["length"] == 4
    with Reader(now.folder / JOURNAL) as reader:
        assert reader.names(2) == ("Uma", "Ben")
        assert '"length": 4' in reader.settings()["setup"]


async def test_a_game_draws_from_a_list(now, table_api):
    """A game draws from given words, which are in the journal and in no sight."""
    await table_api.do({"do": "end"})
    words = ["ZYBLO", "panda", "ZYBLO", "qqqqq"]
    wishes = {"board_makes": True, "rounds": 3, "words": words}
    refused = await table_api.send({"command": "begin", **wishes})
    assert refused.code == "words-few"
    assert dict(refused.values) == {"n": 3, "has": 2, "length": 5}
    assert await table_api.send({"command": "begin", **wishes, "rounds": 2}) is None
    async with asyncio.timeout(5):
        async for seen in table_api.watch():
            if seen["view"]["commitment"]:
                break
    assert now.table.session.playing.game.round.puzzle.word in {"ZYBLO", "PANDA"}
    assert "ZYBLO" not in repr(table_api.sight_of(Seat(1)))
    with Reader(now.folder / JOURNAL) as reader:
        assert '"words":["PANDA","ZYBLO"]' in reader.games()[-1].header


# --- who is there ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("wishes", "says"),
    [
        ({"rounds": 21}, "rounds must be 1 to 20, not 21"),
        ({"place": "school"}, "place must be home, class or kiosk, not 'school'"),
        ({"language": "xn"}, "language must be en or de, not 'xn'"),
        ({"players": ["x" * 25]}, "a name has at most 24 letters"),
        ({"bots": ["strong"]}, "bots.0 must be , easy, fair or sharp, not 'strong'"),
    ],
)
async def test_a_wrong_wish_is_told_with_what_is_right(table_api, wishes, says):
    """An invalid value is answered with one sentence that names the valid ones."""
    with pytest.raises(AskedError) as fault:
        await table_api.send({"command": "choose", **wishes})
    assert str(fault.value).startswith(says)


async def test_somebody_sits_down_by_name_from_the_next_round(table_api):
    """
    A new player joins by name from the next round on, also with a button.

    A name that is taken is refused.
    """
    assert await table_api.send(Sit("Uma", Button.STAR).line) is None
    seen = table_api.sight_of(None)
    assert (seen["players"][2]["name"], seen["players"][2]["symbol"]) == ("Uma", "star")
    assert 2 not in seen["view"]["seekers"]
    assert await table_api.send(Sit(" UMA ").line) == Refused("name-taken")
    assert await table_api.send(Sit("board").line) == Refused("name-taken")
    assert await table_api.send(Sit("Eve", Button.STAR).line) == Refused("no-seat")
    for wrong in ("a\nb\x00", 7):
        with pytest.raises(AskedError):
            await table_api.send(Sit(wrong).line)
    with pytest.raises(AskedError):
        await table_api.send(Sit("Eve", Button.TICK).line)


async def test_a_name_is_changed_for_good(now, table_api):
    """A new name is stored in the journal; an empty one is replaced by a number."""
    assert await table_api.send(Rename(Seat(1), "Benjamin").line) is None
    with Reader(now.folder / JOURNAL) as reader:
        assert reader.names(1) == ("Ann", "Benjamin")
    assert await table_api.send(Rename(Seat(1), "ann").line) == Refused("name-taken")
    assert (await table_api.send(Rename(Seat(1), "x" * 25).line)).code == "name-long"
    assert await table_api.send(Rename(Seat(5), "Eve").line) == Refused("nobody-there")
    await table_api.send(Rename(Seat(1), "").line)
    assert table_api.sight_of(None)["players"][1]["name"] == of_message(
        say("player", n=2)
    )


async def test_who_goes_home_keeps_the_points(table_api):
    """The seat stays, so that the others' numbers do."""
    await table_api.send(Sit("Uma").line)
    assert not isinstance(await table_api.send(Stand(Seat(2)).line), Refused)
    assert [one["left"] for one in table_api.sight_of(None)["players"]] == [
        False,
        False,
        True,
    ]
    assert isinstance(await table_api.send(Stand(Seat(7)).line), Refused)


# --- the pause --------------------------------------------------------------------


async def test_a_paused_game_refuses_by_name(now, table_api):
    """In a paused game taps and guesses are refused, and an undo is possible."""
    await now.tap(*NO)
    assert await table_api.send(Pause(paused=True).line) is None
    assert table_api.sight_of(None)["paused"]
    assert now.table.face.table.line.code == "paused"
    refused, _ = await now.tap(*YES)
    assert refused == Refused("paused")
    assert now.table.face.zones[0].word.code == "short-paused"
    guess = {"do": "guess", "by": 1, "word": "HORSE"}
    assert await table_api.do(guess) == Refused("paused")
    assert not isinstance(await table_api.do({"do": "undo"}), Refused)
    assert table_api.sight_of(None)["view"]["noes"] == 0
    await table_api.send(Pause(paused=False).line)
    assert not isinstance(await table_api.do(guess), Refused)


async def test_the_clock_stands_still_in_a_pause(now, table_api):
    """The game's clock stands still in a pause and goes on from there."""
    await table_api.send(Pause(paused=True).line)
    before_ms = table_api.sight_of(None)["elapsed_ms"]
    now.clock.ahead_ms += 60_000
    assert table_api.sight_of(None)["elapsed_ms"] == before_ms
    await table_api.send(Pause(paused=False).line)
    assert before_ms <= table_api.sight_of(None)["elapsed_ms"] < before_ms + 5_000


@pytest.mark.parametrize(("last", "paused"), [("paused", True), ("on", False)])
def test_a_pause_outlives_a_kill(tmp_path, last, paused):
    """A pause that was answered survives a kill, with the clock where it stopped."""
    child = subprocess.Popen(
        [sys.executable, "-m", "tests.table.kill.paused", tmp_path, last],
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    assert child.stdout.readline() == b"done\n"
    child.send_signal(signal.SIGKILL)
    child.wait()
    child.stdout.close()

    with Journal(tmp_path / JOURNAL) as journal:
        session = take_up(journal, setup=None, now_ms=Millis(5000))
    assert session.paused is paused
    assert session.playing.resumed is not paused
    before_ms = session.playing.elapsed_ms(Millis(5000))
    assert 0 < before_ms == session.playing.elapsed_ms(Millis(99_000))
    refused = then(session, Tapped(Zone(1), Piece(KINDS[0])), 99_000)
    assert (refused.outcome == Refused("paused")) is paused
    session = then(session, Pause(paused=False), 99_000).session
    assert session.playing.elapsed_ms(Millis(99_001)) <= before_ms + 1


async def test_only_an_address_is_where_pages_are(now, table_api):
    """Only http addresses without a path are accepted as the pages' address."""
    for address in ("http://10.42.0.1:8080", "http://board.local", ""):
        await table_api.send(PagesAt(address).line)
        assert now.table.session.pages == address
    for wrong_one in ("https://x", "http://a/b", "http://a?b", "http://A", "http:// a"):
        with pytest.raises(AskedError, match="no address of pages"):
            await table_api.send(PagesAt(wrong_one).line)
