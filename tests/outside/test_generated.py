"""
A client that a generator makes of `docs/api/openapi.json` plays whole games.

It runs against a board in a process of its own, and knows nothing of our source.
"""

import importlib
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.outside.board import ROOT, board

OPENAPI = ROOT / "docs" / "api" / "openapi.json"


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Return the generator's output and exit code; its client can be imported."""
    folder = tmp_path_factory.mktemp("generated")
    settings = folder / "settings.yml"
    settings.write_text("post_hooks: []\n")
    command = [sys.executable, "-m", "openapi_python_client", "generate"]
    command += ["--path", str(OPENAPI), "--output-path", str(folder / "made")]
    command += ["--config", str(settings), "--meta", "none", "--fail-on-warning"]
    done = subprocess.run(
        command, capture_output=True, check=False, text=True, cwd=folder
    )
    sys.path.insert(0, str(folder))
    yield SimpleNamespace(said=done.stdout + done.stderr, code=done.returncode)
    sys.path.remove(str(folder))


@pytest.fixture(scope="module")
def at(made, tmp_path_factory):
    """A board, and the client's ways in by their names."""
    assert made.code == 0, made.said
    with board(tmp_path_factory.mktemp("board")) as url:
        yield url


def way(role, name):
    """Return the function of an operation."""
    return importlib.import_module(f"made.api.{role}.{name}").sync


def shape(name):
    """Return a class of the client."""
    return getattr(importlib.import_module("made.models"), name)


class Person:
    """A player with a generated client."""

    def __init__(self, url, name=""):
        client = importlib.import_module("made.client").AuthenticatedClient
        self.client = client(url, "1", prefix="", auth_header_name="x-letterzone")
        if name:
            code = self.state("wall").join.code
            came = self.do("public", "join", "JoinBody", code=code, name=name)
            assert isinstance(came, shape("Admitted")), came
            assert came.phone

    def do(self, role, operation, body, /, **fields):
        """Call an operation with a body of its shape."""
        given = shape(body).from_dict(fields)
        return way(role, operation)(client=self.client, body=given)

    def line(self, game, do, /, **fields):
        """Send a line of a game; it must be taken."""
        name = f"{game.capitalize()}{do.capitalize()}"
        came = self.do("public", "do", name, do=do, seen=self.state().seen, **fields)
        assert isinstance(came, shape("Done")), (do, fields, came)

    def begin(self, **wishes):
        """Begin a game, whatever was played before."""
        seen = self.state()
        if seen.phase == "playing":
            self.line(seen.game, "end")
        asked = {"language": "en", "seen": self.state().seen, **wishes}
        came = self.do("host", "begin", "BeginBody", **asked)
        assert isinstance(came, shape("Done")), came

    def state(self, view="seat"):
        """Return the state as this phone sees it."""
        return way("public", "get_state")(client=self.client, as_=view, lang="en")

    @property
    def secret(self):
        """Return the secret of this seat."""
        return self.state().you.secret

    def tap(self, zone, kind):
        """Tap a piece on a pad of the simulated board."""
        tap = {"act": "tap", "zone": zone, "kind": kind, "seen": self.state().seen}
        came = self.do("board", "board_touch", "BoardTouchBody", **tap)
        assert isinstance(came, shape("Done")), came


@pytest.fixture(scope="module")
def pair(at):
    """Two people with a phone each; Ann's machine is the board's own."""
    # The first minute of a new board is left.
    with Person(at).client as hands:
        wall = way("public", "get_state")(client=hands, as_="wall", lang="en")
        body = shape("TutorialBody")(wanted=False, seen=wall.seen)
        way("host", "tutorial")(client=hands, body=body)
    people = Person(at, "Ann"), Person(at, "Ben")
    yield people
    for one in people:
        one.client.get_httpx_client().close()


@pytest.mark.ci
def test_a_generator_makes_a_client_without_a_warning(made):
    assert made.code == 0, made.said
    assert "WARNING" not in made.said
    assert Path(sys.path[0], "made", "api", "public", "do.py").exists()


@pytest.mark.long
def test_strict_mypy_finds_nothing_in_the_client(made):
    """A program that uses it can be checked by strict mypy without its faults."""
    assert made.code == 0, made.said
    command = [sys.executable, "-m", "mypy", "--strict", "made"]
    done = subprocess.run(
        command, capture_output=True, check=False, text=True, cwd=sys.path[0]
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.ci
def test_decipher(pair):
    """Two players: each makes two words; pieces are tapped, and words guessed."""
    ann, ben = pair
    ann.begin(game="decipher", length=5, board_makes=False)
    for number in range(4):
        maker, seeker = pair if number % 2 == 0 else (ben, ann)
        maker.line("decipher", "secret", word="HOBBY")
        assert maker.secret.word == "HOBBY"
        assert seeker.secret is None
        if number == 0:
            ann.tap(1, "blue")
            assert ann.state().zones[0].lamp == "no"
            ann.tap(2, "blue")
            assert ann.state().zones[1].lamp == "yes"
            seeker.line("decipher", "guess", word="PANDA")
        seeker.line("decipher", "guess", word="HOBBY")
    seen = ann.state()
    assert seen.phase == "over"
    assert [one.word for one in seen.view.results] == ["HOBBY"] * 4
    assert len(seen.view.winners) >= 1


@pytest.mark.long
def test_code_cards(pair):
    """The board deals; each sees the own cards alone."""
    ann, ben = pair
    ann.begin(game="codecards", rules={"cards": "dealt"})
    ann.line("codecards", "deal")
    begins = ann.state().view.turn == ann.state().you.seat
    first, second = (ann, ben) if begins else (ben, ann)
    for player in (first, second):
        for column, card in enumerate(player.secret.hand[:3], 1):
            player.line("codecards", "play", column=column, card=card)
    first.line("codecards", "break")
    for player, other in ((first, second), (second, first)):
        for card in reversed(other.secret.code):
            player.line("codecards", "name", card=card)
    seen = ann.state()
    assert seen.phase == "over"
    assert seen.view.totals == [9, 9]


@pytest.mark.long
def test_wqrdles(pair):
    """A race to more than twenty points; Ben is wrong at first."""
    ann, ben = pair
    ann.begin(game="wqrdles", length=5)
    words, tries = {ann: "HOUSE", ben: "ROAST"}, 0
    for player in 40 * pair:
        may = player.state().you.may
        if "secret" in may:
            player.line("wqrdles", "secret", word=words[player])
        elif "query" in may:
            player.line("wqrdles", "query", word="SHAPE")
        elif "guess" in may:
            tries += player is ben
            right = words[ann if player is ben else ben]
            wrong = player is ben and tries == 1
            player.line("wqrdles", "guess", word="PEALS" if wrong else right)
    seen = ann.state()
    assert seen.phase == "over"
    assert max(seen.view.totals) > 20
    assert seen.view.winners == [ann.state().you.seat]


@pytest.mark.long
def test_keyword(pair):
    """In KEYWORD both change all their cards until the deck is empty."""
    ann, _ = pair
    ann.begin(game="keyword")
    for number in range(60):
        for player in pair:
            may, hand = player.state().you.may, player.secret.hand
            if "deal" in may:
                player.line("keyword", "deal")
            elif "lay" in may and number < 2:
                letters = "".join(hand).replace("?", "")
                player.line("keyword", "lay", word=letters[:2])
            elif "pass" in may:
                player.line("keyword", "pass", discard="".join(hand))
        if ann.state().phase == "over":
            break
    seen = ann.state()
    assert seen.phase == "over"
    assert seen.view.orange_left == 0


@pytest.mark.ci
def test_what_is_refused_has_its_shape(pair):
    """A refusal is returned as an object with code and text, not raised."""
    ann, ben = pair
    ann.begin(game="decipher", length=5, board_makes=False)
    secret = {"do": "secret", "word": "HOBBY", "seen": ben.state().seen}
    refused = ben.do("public", "do", "DecipherSecret", **secret)
    assert isinstance(refused, shape("Refusal"))
    assert refused.refused == "not-the-maker"
    assert refused.text
    wrong = way("teacher", "get_backups")(client=ann.client)
    assert isinstance(wrong, shape("Refusal"))
