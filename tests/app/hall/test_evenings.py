"""The duplicate evening: one key, the same words on each board, and one table."""

from itertools import count
from types import SimpleNamespace

import pytest

from firmware_host.app.archive.replay import replay
from firmware_host.app.content.languages import load_unfit
from firmware_host.app.hall import evenings
from firmware_host.app.hall.hub import Hub
from firmware_host.app.hall.process import Hall
from firmware_host.app.hall.publisher import Outbox
from firmware_host.app.hall.store import Store
from firmware_host.cli.main import main
from firmware_host.errors import SettingsError
from firmware_host.hall import evening
from firmware_host.hall.lines import Tail, write as written
from tests.app.hall.evenings import entries, journal_in, write

#: The sharpest bot finds each word of this evening, and not the one of that.
FAIR, MEAN = bytes([1] * 8), bytes([5] * 8)


def key(chance=bytes(range(16)), **more):
    """A key of an evening that is not on."""
    given = {"language": "en", "length": 5, "rounds": 3} | more
    return evening.new_key(chance, **given)


def board(folder, seed, *, evening_seed, strength=0):
    """Let bots play an evening at a board; return what it has to tell."""
    with journal_in(folder) as journal:
        setup = {"board_makes": True, "rounds": 3, "length": 5}
        for entry in entries(
            "decipher", 1, seed, evening=evening_seed, strength=strength, **setup
        ):
            write(journal, entry)
    outbox = Outbox(folder)
    outbox.look()
    rows = outbox.next(10_000)
    name = outbox.numbers.board
    outbox.close()
    return name, rows


def heard(hub, name, rows, title):
    """Let a hall hear them."""
    hub.take_tail(name, Tail(rows[0].stream, 0, title))
    for one in rows:
        assert hub.take_row(name, written(one)) is None
    hub.keep()


def seed_in(store):
    """Return the random seed of the evening stored in a hall's file."""
    return evening.seed_of(evenings.find(store).key)


@pytest.fixture
def store(tmp_path):
    """A hall's file, with an evening."""
    made = Store(tmp_path)
    evenings.begin(made, "Spring cup", language="en", length=5, rounds=3)
    made.put(key=key(chance=FAIR).text)
    yield made
    made.close()


def test_each_board_has_the_same_words_and_the_table_is_by_par(store, tmp_path):
    """No bot of those that play for par has more; other words count nothing."""
    kept = evenings.find(store)
    seed, hub = evening.seed_of(kept.key), Hub(store)
    for at, title in enumerate(("Bear", "Owl", "Fox")):  # Bear is one of those bots
        name, rows = board(
            tmp_path / title, at, evening_seed=seed, strength=-1 if at == 0 else 0
        )
        heard(hub, name, rows, title)
    own = evening.seed_of(key())
    heard(hub, *board(tmp_path / "Cat", 0, evening_seed=own), "Cat")
    words = {
        board.name: [one.word for one in board.now.ended]
        for board in hub.boards.values()
    }
    assert words["Fox"] == words["Owl"] == words["Bear"] != words["Cat"]
    lines = list(Hall(hub, store, delay_s=0).table())
    assert {line.name for line in lines} == {"Fox", "Owl", "Bear"}
    assert [line.rank for line in lines] == sorted(line.rank for line in lines)
    strongest = next(line for line in lines if line.name == "Bear")
    assert 0 < strongest.points <= strongest.par
    assert all(line.over and line.rounds == 3 for line in lines)
    assert list(Hall(Hub(store), store, delay_s=0).table()) == lines


def judged(made):
    """What the hall judges an evening by."""
    settled = (made.length, made.rounds, "")
    played = evening.Evening("Cup", evenings.game_of().NAME, "en", *settled)
    return evenings.judge_of(evenings.Kept(played, made, ""))


def test_par_is_something_where_the_sharpest_bot_finds_no_word():
    """The best of several bots counts; reckoned again it is the same."""
    made = key(MEAN, rounds=1)
    seed = evening.seed_of(made)
    setup = {"board_makes": True, "rounds": 1, "length": 5}
    *_, last = entries("decipher", 1, evening=seed, **setup)
    assert '"guessed_by":null' in last.rows[-1].facts
    par = judged(made).par(1)
    assert par == judged(made).par(1)
    assert par[0] > 0


@pytest.mark.long
def test_par_is_something_in_nearly_every_round():
    """Of two hundred keys, each with a round of its own."""
    keys = [key(bytes([at]) * 8, length=3 + at % 4, rounds=1) for at in range(200)]
    share = sum(judged(one).par(1)[0] > 0 for one in keys) / len(keys)
    assert share > 0.95, share


def test_a_board_without_a_network_hands_in_its_transcript(store, tmp_path, capsys):
    """By file, at the end; it stands in the table as if it had been heard."""
    kept = evenings.find(store)
    seed, hub = evening.seed_of(kept.key), Hub(store)
    heard(hub, *board(tmp_path / "Fox", 1, evening_seed=seed), "Fox")
    board(tmp_path / "Owl", 1, evening_seed=seed)
    assert main(["export", "1", "--folder", str(tmp_path / "Owl")]) == 0
    lines = capsys.readouterr().out.splitlines()
    evenings.take(store, replay(lines, "Owl"), kept, name="Owl")
    fox, owl = Hall(Hub(store), store, delay_s=0).table()
    assert {fox.name, owl.name} == {"Fox", "Owl"}
    assert (fox.points, fox.par, fox.rank) == (owl.points, owl.par, owl.rank)
    board(tmp_path / "Cat", 1, evening_seed=evening.seed_of(key()))
    assert main(["export", "1", "--folder", str(tmp_path / "Cat")]) == 0
    lines = capsys.readouterr().out.splitlines()
    with pytest.raises(SettingsError, match="other words"):
        evenings.take(store, replay(lines, "Cat"), kept, name="Cat")


def test_rounds_that_were_not_played_count_once_it_is_over(store, tmp_path):
    """While it is on, who is late is compared by what was played."""
    kept = evenings.find(store)
    hub = Hub(store)
    name, rows = board(tmp_path / "Fox", 1, evening_seed=evening.seed_of(kept.key))
    ended = next(at for at, one in enumerate(rows) if one.ended)
    heard(hub, name, rows[: ended + 1], "Fox")
    (running,) = Hall(hub, store, delay_s=0).table()
    evenings.close(store, now=True)
    (closed,) = Hall(hub, store, delay_s=0).table()
    assert (running.rounds, running.points) == (closed.rounds, closed.points)
    assert running.par < closed.par


@pytest.mark.parametrize("code", ["de", "en"])
def test_a_key_has_no_group_of_letters_that_is_an_unfit_word(
    tmp_path, monkeypatch, code
):
    """It is read out to a hall: a key with such a group is drawn again."""
    unfit = load_unfit(code)
    chances = (n.to_bytes(16) for n in count())
    bad = next(one for one in chances if not evening.is_fit(key(one), [unfit]))
    assert any(group in unfit for group in key(bad).spoken.split())
    drawn = iter([bad, bytes(range(16)), bytes(32)])
    stand_in = SimpleNamespace(urandom=lambda _: next(drawn))
    monkeypatch.setattr(evenings, "os", stand_in)
    made = evenings.begin(Store(tmp_path), "Cup", language="en", length=5, rounds=3)
    assert made.key == key(bytes(range(16)))


def test_the_key_stays_closed_while_boards_play(store, tmp_path, capsys):
    """The key holds their words; the director can open it all the same."""
    name, rows = board(tmp_path / "Fox", 1, evening_seed=seed_in(store))
    hub = Hub(store)
    heard(hub, name, rows[:-1], "Fox")
    assert main(["hall", "--open", "--folder", str(tmp_path)]) == 2
    assert "Fox still play" in capsys.readouterr().err
    assert not evenings.find(store).closed
    assert main(["hall", "--open", "--now", "--folder", str(tmp_path)]) == 0
    assert evenings.find(store).closed


def test_all_boards_are_done_before_the_key_is_opened(store, tmp_path):
    name, rows = board(tmp_path / "Fox", 1, evening_seed=seed_in(store))
    heard(Hub(store), name, rows, "Fox")
    assert evenings.close(store).closed


def test_a_round_that_begins_after_the_opening_counts_only_by_hand(
    store, tmp_path, capsys, monkeypatch
):
    """Another board may know the words by then; a file is the director's choice."""
    name, rows = board(tmp_path / "Fox", 1, evening_seed=seed_in(store))
    clock, hub = [1000], Hub(store, clock_ms=lambda: clock[0])
    monkeypatch.setattr(evenings, "now_ms", lambda: clock[0])
    first = next(at for at, one in enumerate(rows) if one.ended)
    heard(hub, name, rows[: first + 1], "Fox")
    evenings.close(store, now=True)
    clock[0] += 1
    for one in rows[first + 1 :]:
        hub.take_row(name, written(one))
    hub.keep()
    (late,) = Hall(hub, store, delay_s=0).table()
    # The second round may begin in the row that ends the first.
    begun = 1 + (rows[first].promise != "")
    assert (late.rounds, late.others) == (begun, 3 - begun)
    assert Hall(Hub(store), store, delay_s=0).table() == (late,)

    assert main(["export", "1", "--folder", str(tmp_path / "Fox")]) == 0
    lines = capsys.readouterr().out.splitlines()
    evenings.take(store, replay(lines, "Fox"), evenings.find(store), name="Fox")
    both = {one.board: one for one in Hall(Hub(store), store, delay_s=0).table()}
    assert both.pop(name).rounds == late.rounds
    (taken,) = both.values()
    assert (taken.rounds, taken.others) == (3, 0)


def test_the_key_is_opened_at_the_end_and_not_before(tmp_path, capsys):
    """By the command, and on the pages."""
    folder = ["--folder", str(tmp_path)]
    assert main(["hall", "--new", "Spring cup", "--language", "en", *folder]) == 0
    promised, spoken = capsys.readouterr().out.splitlines()
    store = Store(tmp_path)
    hall = Hall(Hub(store), store, delay_s=0)
    assert hall.evening().key == hall.evening().nonce == ""
    assert promised == f"Spring cup: {hall.evening().commitment}"
    assert main(["hall", "--new", "Another", *folder]) == 2
    assert "end it first" in capsys.readouterr().err
    assert main(["hall", "--open", *folder]) == 0
    again, opened = capsys.readouterr().out.splitlines()
    assert again == promised
    told, nonce = opened.rsplit(" ", 1)
    assert told == spoken == hall.evening().key
    made = evening.read_key(spoken)
    assert evening.commitment(made, bytes.fromhex(nonce)) in promised
