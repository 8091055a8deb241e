"""A short way to play Decipher in tests."""

from firmware_host.app.content.languages import load_language
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Kind, Seat, Zone
from firmware_host.games.contract import Header
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import DecipherState, Guess, SetSecret, TapPiece

TINA, LEE, BEN = Seat(0), Seat(1), Seat(2)
RED, YELLOW, BLUE, GREEN = Kind
ENTROPY = bytes(range(32))


def header(**changes) -> Header:
    settled = {"game": "decipher", "seats": 3, "length": 5} | changes
    return Header(language=load_language(settled.pop("language", "en")), **settled)


def do(game: DecipherState, *actions) -> DecipherState:
    """Return the game after actions that must be accepted."""
    for action in actions:
        outcome = decipher.act(game, action)
        assert not isinstance(outcome, Refused), (action, outcome)
        game = decipher.fold(game, outcome)
    return game


def begun(word="HOBBY", **changes) -> DecipherState:
    """Return a game whose first maker has made *word*."""
    game = decipher.start(header(length=len(word), **changes))
    maker = Seat(-1) if changes.get("board_makes") else TINA
    return do(game, SetSecret(maker, word, override=True, entropy=ENTROPY))


def refusal(game: DecipherState, action) -> str:
    """Return the code that *action* is refused with; empty where it is accepted."""
    outcome = decipher.act(game, action)
    return outcome.code if isinstance(outcome, Refused) else ""


def tap(zone: int, kind: Kind, number: int = 0) -> TapPiece:
    return TapPiece(Zone(zone), kind, number)


def wrong_guesses(seat, count, *, length=5):
    """Return *count* wrong guesses of a seat, different for each seat."""
    letters = ("PQRST", "UVWXZ", "JKLMN")[seat]
    return [guess(seat, letter * length) for letter in letters[:count]]


def guess(seat: Seat, word: str) -> Guess:
    return Guess(seat, word)


def lay_all_but(game: DecipherState, left: int) -> DecipherState:
    """Tap every piece where it belongs, until only *left* are hidden."""
    builds = game.round.puzzle.builds
    pieces = [
        (at + game.round.puzzle.first_zone, kind)
        for at, build in enumerate(builds)
        for kind, count in zip(Kind, build, strict=True)
        for _ in range(count)
    ]
    for zone, kind in pieces[: len(pieces) - left]:
        game = do(game, tap(zone, kind))
    return game
