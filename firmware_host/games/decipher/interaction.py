"""What hands do at the board: words letter by letter or by voice; advice for them."""

from collections.abc import Iterator
from functools import cache

from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Seat
from firmware_host.board.record import replace
from firmware_host.games.contract import first_zone
from firmware_host.games.decipher.actions import Guess
from firmware_host.games.decipher.state import Round, State
from firmware_host.games.decipher.view import hints
from firmware_host.games.requests import (
    GuessRequest,
    HintRequest,
    Request,
    SecretRequest,
)


def requests(game: State) -> tuple[Request, ...]:
    """
    Return the words that can be given now, and the hints that can be had.

    Source: rules, part 1: the maker may replace the word until the first hand, tap or
    guess.
    """
    now, header = game.round, game.header
    if game.over:
        return ()
    maker = now.puzzle.maker if now else game.makers[0]
    human = maker if maker in game.players else None
    letters = _ordered(tuple(header.language.tiles))
    word = game.number, header.length, first_zone(header), letters
    found = list[Request]()
    if now:
        turn, seekers = now.turn, now.seekers
        found.append(GuessRequest(*word, turn=turn, seekers=seekers, judge=human))
        found += _hints(game, now)
    if human is not None and not (now and now.touched):
        again = now is not None
        made = SecretRequest(*word, maker=human, overrules=True, built=True)
        found.append(replace(made, replaces=again))
    return tuple(found)


def _hints(game: State, now: Round) -> Iterator[HintRequest]:
    """Yield what each seeker can still be told: each of it once a round."""
    had = {(one.by, one.about) for one in now.hinted}
    offers = tuple(hints(game, now))
    by_seat = {
        seat: tuple(
            (about, say(f"hint-offer-{about}", n=costs))
            for about, costs in offers
            if (seat, about) not in had
        )
        for seat in now.seekers
    }
    if any(by_seat.values()):
        yield HintRequest({seat: some for seat, some in by_seat.items() if some})


def spoken_guess(game: State, seat: Seat, *, right: bool) -> Guess:
    """Return the guess that the maker has heard: a wrong one has no letters."""
    assert game.round is not None  # noqa: S101 - there is a maker to hear it
    if right:
        return Guess(seat, game.round.puzzle.word)
    return Guess(seat, "", spoken=True)


@cache
def _ordered(letters: tuple[str, ...]) -> tuple[str, ...]:
    """Return letters as they are offered: A to Z, and signs last."""
    return tuple(sorted(letters, key=lambda letter: (not letter.isalpha(), letter)))


def advice(game: State) -> Message:
    """Return what somebody who is new to the game can do now."""
    now = game.round
    if now is None:
        return say("coach-wait") if game.header.board_makes else say("coach-secret")
    if now.holding is not None:
        return say("coach-zone")
    if now.bonus_mode and not now.asked:
        return say("coach-bonus") if any(now.hidden) else say("coach-guess")
    return say("coach-wait") if game.board_plays else say("coach-take")
