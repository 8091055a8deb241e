"""A game is taken up from its facts alone, and deciding again would agree."""

from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_host.board.happenings import Button
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import KINDS, Seat, Zone
from firmware_host.games import decipher
from firmware_host.games.common import Join, Undo
from firmware_host.games.decipher_facts import Ask, Guess, Pass, Secret, Tap
from firmware_host.session import play
from firmware_host.session.state import Player, Playing
from tests.session.evening import ENTROPY, playing

acts = st.one_of(
    st.builds(Tap, st.integers(1, 6).map(Zone), st.sampled_from(KINDS)),
    st.builds(Guess, st.just(Seat(1)), st.sampled_from(["HOBBY", "PANDA"])),
    st.sampled_from([Ask(), Pass(), Undo(), Secret(Seat(0), "HOBBY", override=True)]),
)


def played(script):
    """Return a game after a script, and the rows it left."""
    start = playing(board_makes=False).phase
    now, rows = start, []
    for at, action in enumerate([Secret(Seat(0), "HOBBY", override=True), *script]):
        done = play.act(now, action, now_ms=at * 100, entropy=ENTROPY)
        if not isinstance(done, Refused):
            now = done.playing
            rows += done.store.rows
    return start, now, rows


@settings(max_examples=60, deadline=None)
@given(st.lists(acts, max_size=15))
def test_a_game_resumes_as_it_was(script):
    """Facts are folded; nothing is decided."""
    start, now, rows = played(script)
    again = play.resume(start, ((row.number, row.ms, row.facts) for row in rows))

    assert again.game == now.game
    assert again.number == now.number
    assert again.resumed is not now.game.over


@settings(max_examples=60, deadline=None)
@given(st.lists(acts, max_size=15))
def test_deciding_the_stored_actions_again_gives_the_same_facts(script):
    """The journal needs no luck to be believed."""
    start, _, rows = played(script)
    game = start.game
    for row in rows:
        facts = decipher.decide(game, decipher.action(row.action))
        assert tuple(decipher.fact_json(fact) for fact in facts) == row.facts
        game = decipher.fold(game, facts)


def test_resuming_decides_nothing(monkeypatch):
    """A later version of the rules changes no game of the past."""
    start, now, rows = played([Tap(Zone(1), KINDS[0])])

    def never(*_):
        raise AssertionError

    monkeypatch.setattr(decipher, "decide", never)
    again = play.resume(start, ((row.number, row.ms, row.facts) for row in rows))

    assert again.game == now.game


def test_whoever_joined_is_there_again_with_the_button():
    """Seats and symbols come back, too."""
    start = playing(board_makes=False).phase
    action = Join(Seat(2), Button.STAR.value)
    done = play.act(start, action, now_ms=0, entropy=ENTROPY)
    rows = done.store.rows
    again = play.resume(start, ((row.number, row.ms, row.facts) for row in rows))

    assert isinstance(again, Playing)
    assert again.players[-1].button is Button.STAR


def test_whoever_sat_down_by_mistake_is_not_there():
    """Neither at the table, nor in the journal, nor after the next start."""
    start = playing(board_makes=False).phase
    sat = play.join(start, Player("Eve"), now_ms=0)
    assert [one.name for one in sat.playing.players] == ["", "", "Eve"]

    back = play.act(sat.playing, Undo(), now_ms=0, entropy=ENTROPY)
    rows = (*sat.store.rows, *back.store.rows)
    again = play.resume(start, ((row.number, row.ms, row.facts) for row in rows))

    assert back.playing.players == start.players == again.players
    assert back.store.name == (2, None)
    gus = play.join(back.playing, Player("Gus"), now_ms=0)
    assert gus.store.name == (2, "Gus")


def test_a_header_reads_back_as_it_was_written():
    """Every knob is kept."""
    session = playing(board_makes=False)
    header = play.header_of(
        session,
        {"first_zone": 2, "guess_tokens": (2, 3), "tokens_each": 4, "hand": "confirm"},
    )

    assert play.read_header(play.header_json(header), session.languages) == header
