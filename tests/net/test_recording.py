"""
Five hundred recorded games give the same results for each event.

Where behaviour is meant to change, the digests are made again, and the change of each
is argued::

    python tools/recording.py digests --write
"""

import copy
import json

import pytest

from firmware_host.app.content import languages as app_languages
from firmware_host.games.decipher.game import decipher
from firmware_host.session import held_buttons
from firmware_host.table import sight
from firmware_host.texts.texts import Texts
from tests.net.world import World
from tools import recording

#: Games that are played in one test.
CHUNK = 10

#: Where the tests begin; five of six run by `./run test --ci` only.
FIRST = [
    pytest.param(first, marks=[pytest.mark.ci] * (first % (6 * CHUNK) > 0))
    for first in range(0, recording.STANDING, CHUNK)
]


def lines():
    return recording.DIGESTS.read_text(encoding="ascii").splitlines()


@pytest.mark.parametrize("first", FIRST)
def test_games_are_what_they_were(first):
    """The digest is over outcome, rows, sounds, face and every document."""
    for line in lines()[first : first + CHUNK]:
        seed, events, was = line.split()
        assert (*recording.digest(int(seed)),) == (int(events), was), f"game {seed}"


@pytest.mark.ci
def test_there_are_games_of_every_kind():
    """The scripted games include each game, phase and important kind of event."""
    assert len(lines()) == recording.STANDING
    seen = set()
    for seed in range(30):
        for event, record in recording.scripted(seed):
            seen |= {record["public"]["game"], record["public"]["phase"], *event}
    assert seen >= {"decipher", "codecards", "wqrdles", "keyword", "over", "choosing"}
    assert seen >= {"tap", "press", "do", "sit", "stand", "fails", "restart", "wait"}


def test_no_sentence_and_no_word_list_is_in_a_recording(monkeypatch):
    """Replaying a recording reads neither texts nor word lists."""

    def read(*_):
        message = "a list or a text of today was read"
        raise AssertionError(message)

    monkeypatch.setattr(app_languages, "load_language", read)
    monkeypatch.setattr(app_languages, "language_with", read)
    monkeypatch.setattr(Texts, "say", read)
    for seed in range(4):
        assert not differs_from_tree(seed)


def test_a_game_comes_back_from_its_file():
    """A game's file stores differences of records, and is read back complete."""
    steps = recording.read(recording.written(3))["steps"]
    made = [list(step) for step in recording.scripted(3)]
    assert steps == json.loads(recording.canonical(made))


@pytest.fixture(scope="module")
def game():
    """A recorded game of Decipher, with rounds that ended."""
    for seed in range(1000, 1100):
        found = recording.read(recording.written(seed))
        last = found["steps"][-1][1]
        if last["public"]["game"] == "decipher" and last["public"]["view"]["results"]:
            return found
    raise AssertionError


def test_the_house_of_today_has_no_difference(game):
    assert recording.difference(game) is None


# --- planted differences ------------------------------------------------------------


def first_difference(game):
    """Return the difference that is found first, and check its game and event."""
    found = recording.difference(copy.deepcopy(game))
    assert found is not None
    assert found["game"] == game["seed"]
    assert found["what"] == game["steps"][found["event"] - 1][0]
    return found["differs"]


def test_a_point_too_much_is_found(game, monkeypatch):
    """A wrong total is found, with both values and its place in the record."""
    view = sight.view

    def more(engine, seen):
        found = view(engine, seen)
        if not found["results"]:
            return found
        return {**found, "totals": tuple(one + 1 for one in found["totals"])}

    monkeypatch.setattr(sight, "view", more)
    differs = first_difference(game)
    assert differs[0]["at"].startswith("/public/view/totals/")
    assert differs[0]["now"] == differs[0]["was"] + 1


def test_a_rule_that_answers_otherwise_is_found(game, monkeypatch):
    """An option's default, in the game's own rules."""
    monkeypatch.setattr(decipher, "moments", lambda *_: ())
    assert {one["at"] for one in first_difference(game)} == {"/public/moments"}


def test_another_time_is_found(monkeypatch):
    """A chord of three seconds that opens the menu later."""
    monkeypatch.setattr(held_buttons, "HOLD_MS", 3200)
    assert any(differs_from_tree(seed) for seed in range(40))


def differs_from_tree(seed):
    return lines()[seed].split() != [str(seed), *map(str, recording.digest(seed))]


def test_an_exception_is_told_as_a_difference(game, monkeypatch):
    def fails(*_):
        message = "on purpose"
        raise RuntimeError(message)

    monkeypatch.setattr(World, "do", fails)
    told = {one["at"]: one["now"] for one in first_difference(game)}
    assert told["/raised"] == "RuntimeError: on purpose"


def test_files_are_made_and_compared(tmp_path, capsys):
    """The command ends with 1 where any game differs."""
    path = tmp_path / "games.txt"
    assert recording.make(path, 3, 7) == 0
    assert recording.compare(path) == 0
    first, *rest = path.read_text().splitlines()
    changed = recording.read(first)
    changed["steps"][0][1]["sounds"] = 9
    path.write_text("\n".join([packed(changed), *rest]) + "\n")
    assert recording.compare(path) == 1
    assert '"at": "/sounds"' in capsys.readouterr().out


def packed(game):
    """Return the line of a game, its records whole, which `read` takes as well."""
    return recording.packed(recording.canonical(game))
