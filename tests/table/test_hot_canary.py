"""
Whole games at a shared screen: a secret is in no document but the open seat's.

All players are without a phone, and move as bots would. After each step the public
document and those of the other seats are searched for each seat's secret.
"""

import json
import random
import re
from dataclasses import replace

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.commands import Look, Pause, SeatPhone
from firmware_host.board.events import PLAYER_BUTTONS, Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.games.bots import chance
from firmware_host.games.game import Undo
from firmware_host.session import holders
from firmware_host.session.acting import Submitted
from firmware_host.session.modes import choosing
from firmware_host.session.play import wake_at
from firmware_host.session.setups import Player
from firmware_host.table.sight import sight
from tests.session.evening import Button, face, first_evening, press, then

#: The secret keys of a seat's document; a count alone is no secret.
SECRET = ("word", "hand", "code", "own", "tried")

LETTERS = 5

#: The number of steps after which a game is stopped.
MOST_STEPS = 160

WORDS = sorted(filter(str.isalpha, load_language("en").common.words(LETTERS)))
GAMES = ("decipher", "wqrdles", "codecards", "keyword")


def sent(value):
    """Return a value as it is in a document."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def untried(seen):
    """Return a seat's document without its attempt, which may be another one's word."""
    secret = dict((seen["secret"] or {}).items())
    return {**seen, "secret": {**secret, "tried": None}}


class Evening:
    """
    A game at a shared screen.

    Args:
        game: Which.
        seed: What everybody's moves come from.
    """

    def __init__(self, game: str, seed: int) -> None:
        self.rnd = random.Random(f"{game} {seed}")  # noqa: S311 - games that repeat
        seats = 2 if game == "codecards" else self.rnd.choice((2, 3))
        players = tuple(Player(button=one) for one in PLAYER_BUTTONS[:seats])
        begun = first_evening(players=players, game=game, board_makes=False)
        begun = choosing.ask(replace(begun, virtual=True), "again")
        self.session = press(begun, Button.TICK).session
        assert self.session.playing is not None
        self.now_ms, self.looked = 0, 0
        self.words = self.rnd.sample(WORDS, len(WORDS))  # no word is hidden twice
        if self.rnd.random() < 0.3:  # a mixed table
            self.step(SeatPhone("a", self.rnd.randrange(seats)))

    @property
    def playing(self):
        """The game as it is."""
        return self.session.playing

    def step(self, event):
        """Take an event, and search all documents."""
        self.now_ms += self.rnd.choice((10, 400, 9000))
        done = then(self.session, event, self.now_ms)
        self.session = done.session
        self.search()
        return not isinstance(done.outcome, Refused)

    def search(self):
        """Assert that no document has the secret of another seat."""
        shown = face(self.session, self.now_ms)
        public = sight(self.session, shown, None)
        seats = holders.hot_seats(self.session)
        assert public["hot"]["seats"] == list(seats)
        own = {seat: sight(self.session, shown, seat) for seat in seats}
        told = {seat: sent(untried(one)) for seat, one in own.items()}
        for seat, seen in own.items():
            assert seen["hot"] == public["hot"]
            for value in self.hidden(seat, seen):
                self.looked += 1
                assert value not in sent(public), (seat, value)
                others = [one for at, one in told.items() if at != seat]
                assert not any(value in one for one in others), (seat, value)

    def hidden(self, seat, seen):
        """Yield the secrets that a seat hides now, without words that were guessed."""
        if seat not in seen["hot"]["looks"]:
            return
        called = self.called(seen)
        for name in SECRET:
            value = (seen["secret"] or {}).get(name)
            word = value[1] if name == "tried" and value else value
            if value and not (isinstance(word, str) and word in called):
                yield sent(value)

    def called(self, seen):
        """Return the words that are called out or found, or stand on a query card."""
        view = seen["view"]
        if self.playing.engine.NAME == "decipher":
            return {word for _, word in view["guesses"]}
        if self.playing.engine.NAME != "wqrdles":
            return set()
        rows = [row[1] for row in view["rows"]]
        found = [word for _, word, _ in view["found"]]
        cards = [word for card in view["cards"] for word in card]
        tried = [one[2] for one in view["opened"]]
        return {*rows, *found, *cards, *tried, view["query"]}

    def play(self):
        """Play until it is over, or for long enough."""
        for _ in range(MOST_STEPS):
            if self.playing.is_over or not self.turn():
                return

    def turn(self):
        """Let one player act; return False if no player can."""
        due = wake_at(self.playing, self.now_ms)
        if due is not None and (due <= self.now_ms or self.rnd.random() < 0.1):
            self.now_ms = max(self.now_ms, due)
            return self.step(Woke())
        if self.rnd.random() < 0.1:
            self.step(Submitted(Undo()))
        if self.rnd.random() < 0.05:
            self.step(Pause(paused=True))
            self.step(Pause(paused=False))
        seats = list(self.playing.engine.sitting(self.playing.game))
        self.rnd.shuffle(seats)
        for seat in seats:
            if seat in holders.hot_seats(self.session):
                self.step(Look(seat))
            line = self.line(seat)
            if line is not None and self.step(Submitted(line)):
                return True
        return False

    def line(self, seat):
        """Return the action of a player."""
        engine, playing = self.playing.engine, self.playing
        view = playing.view(Seat(seat))
        may = sight(self.session, face(self.session), seat)["may"]
        if "deal" in may:
            return engine.action({"do": "deal"})
        if "secret" in may and seat in (view.public.common().making):
            word = self.words.pop()
            return engine.action({"do": "secret", "by": seat, "word": word})
        own = bytes([self.rnd.randrange(256)]) * 16
        move = engine.bot(view, playing.header, "fair", chance(own, playing.number))
        if move is not None:
            return move.action
        if "ask" in may:
            return engine.action({"do": "ask"})
        return None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "seed",
    [pytest.param(one, marks=() if one < 2 else pytest.mark.long) for one in range(50)],
)
def test_nobody_is_told_what_one_seat_hides(game, seed):
    evening = Evening(game, seed)
    evening.play()
    assert evening.looked > 0, "nobody has hidden anything"


def test_it_would_be_found():
    """A view that shows all hands is found."""
    evening = Evening("keyword", 1)
    engine = evening.playing.engine
    shows = engine.view

    class Open(type(engine)):
        PUBLIC = (*engine.PUBLIC, "hands_of_all")

        def view(self, state, viewer):
            seen = shows(state, viewer)
            public = getattr(seen, "public", seen)
            object.__setattr__(public, "hands_of_all", state.hands)
            return seen

    opened = replace(evening.playing, engine=Open())
    evening.session = replace(evening.session, playing=opened)
    with pytest.raises(AssertionError):
        evening.play()


@pytest.mark.parametrize(
    ("game", "lines", "other"),
    [
        (
            "decipher",
            [{"do": "secret", "by": 0, "word": "HOBBY"}],
            [{"do": "secret", "by": 0, "word": "PANDA"}],
        ),
        (
            "wqrdles",
            [
                {"do": "secret", "by": 0, "word": "HOUSE"},
                {"do": "secret", "by": 1, "word": "PECAN"},
            ],
            [
                {"do": "secret", "by": 0, "word": "ROAST"},
                {"do": "secret", "by": 1, "word": "NEWTS"},
            ],
        ),
    ],
)
def test_two_secrets_with_equal_answers_look_alike(game, lines, other):
    """Secrets with equal answers give the public and other seats equal documents."""

    def seen(items):
        evening = Evening(game, 5)
        evening.session = replace(evening.session, phones=())
        for item in items:
            action = evening.playing.engine.action(item)
            assert evening.step(Submitted(action))
            assert evening.step(Look(Seat(0)))
        shown = face(evening.session)
        told = [sight(evening.session, shown, one) for one in (None, Seat(1))]
        own = {"commitment", "commitments", "moments"}
        public = {key: one for key, one in told[0].items() if key not in own}
        view = {key: one for key, one in public["view"].items() if key not in own}
        whole = sent({**public, "view": view})
        return re.sub("[0-9a-f]{64}", "", whole), told[0]["hot"], told[0]["may"]

    one, two = seen(lines), seen(other)
    assert one == two
