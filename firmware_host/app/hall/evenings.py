"""An evening in a hall: it is made, judged by what a bot gets, and opened."""

import os
from collections.abc import Sequence
from dataclasses import field
from functools import cache, lru_cache, partial
from hashlib import sha256
from itertools import count, product

from firmware_host.app.archive.replay import ReplayedGame
from firmware_host.app.content.games import board_games
from firmware_host.app.content.languages import load_language, load_unfit
from firmware_host.app.demo.bots import bots_steps
from firmware_host.app.hall.hub import Hub
from firmware_host.app.hall.store import Heard, Store, now_ms
from firmware_host.app.hall.telling import known
from firmware_host.board.messages import Refused
from firmware_host.board.once import Lazy
from firmware_host.board.players import ANIMALS
from firmware_host.board.record import Record, replace
from firmware_host.errors import RuleError, SettingsError
from firmware_host.games.bots import Bot
from firmware_host.games.contract import Result
from firmware_host.games.game import Engine
from firmware_host.hall.evening import (
    MOST_ROUNDS,
    Evening,
    Key,
    code,
    commitment,
    is_fit,
    new_key,
    read_key,
    seed_of,
)
from firmware_host.hall.fold import Judge, still_playing
from firmware_host.hall.lines import Begun, Told, write
from firmware_host.languages import CODES
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.setups import Player, Setup
from firmware_host.session.state import Session

#: How often the bots of each strength play an evening, for par. With three, par is 0 in
#: one round of sixty; with one in ten, with six in none of 240.
PLAYS = 3

#: Bytes of chance of a key, and of what promises it.
_CHANCE, _NONCE = 16, 32


class Kept(Record):
    """
    An evening as the hall keeps it.

    Args:
        evening: What is played.
        key: Its key, which nobody else may know before it begins.
        nonce: Opens its commitment, in hex.
        closed: True once it is over.
        opened_ms: When the key was opened; None before, and where that is not known.
    """

    evening: Evening
    key: Key = field(repr=False)
    nonce: str = field(repr=False)
    closed: bool = False
    opened_ms: int | None = None


def game_of() -> Engine:
    """Return the game that evenings are played in: the board makes its words."""
    return next(one for one in board_games().values() if one.NEEDS.maker)


def begin(store: Store, title: str, *, language: str, length: int, rounds: int) -> Kept:
    """
    Make an evening, in place of the one before.

    Raises:
        SettingsError: One is on, or such words or so many rounds cannot be.
    """
    last, game = find(store), game_of()
    if last is not None and not last.closed:
        msg = f"{last.evening.title} is on; end it first: letterzone hall --open"
        raise SettingsError(msg)
    if length not in game.NEEDS.lengths:
        most = game.NEEDS.lengths
        msg = f"--length {length}: words have {most[0]} to {most[-1]} letters"
        raise SettingsError(msg)
    if not 1 <= rounds <= MOST_ROUNDS:
        msg = f"--rounds {rounds}: an evening has 1 to {MOST_ROUNDS}"
        raise SettingsError(msg)
    unfit = [load_unfit(code) for code in CODES]
    keys = (
        new_key(os.urandom(_CHANCE), language=language, length=length, rounds=rounds)
        for _ in count()
    )
    key = next(one for one in keys if is_fit(one, unfit))
    nonce = os.urandom(_NONCE).hex()
    store.put(title=title, language=language, key=key.text, nonce=nonce, closed="")
    return _kept(store, key)


def find(store: Store) -> Kept | None:
    """Return the evening that is on, or was the last; None before there was one."""
    key = read_key(store.get("key"))
    return None if key is None else _kept(store, key)


def close(store: Store, *, now: bool = False) -> Kept:
    """
    End the current evening, and publish its key.

    Args:
        store: The hall's file.
        now: True to end it although boards still play.

    Raises:
        SettingsError: There is none, or boards still play.
    """
    kept = find(store)
    if kept is None:
        msg = "there is no evening; make one: letterzone hall --new TITLE"
        raise SettingsError(msg)
    playing = still_playing(Hub(store).boards, judge_of(kept))
    if playing and not now:
        msg = (
            f"{', '.join(playing)} still play, and the key holds their words; wait for "
            "them, or end the evening at once: letterzone hall --open --now"
        )
        raise SettingsError(msg)
    if not kept.closed:
        store.put(closed=str(now_ms()))
    kept = find(store)
    assert kept is not None  # noqa: S101 - it was there
    return kept


def _kept(store: Store, key: Key) -> Kept:
    nonce = store.get("nonce")
    evening = Evening(
        title=store.get("title"),
        game=game_of().NAME,
        language=store.get("language"),
        length=key.length,
        rounds=key.rounds,
        commitment=commitment(key, bytes.fromhex(nonce)),
    )
    closed = store.get("closed")
    opened_ms = int(closed) if closed.isdecimal() else None  # "yes" in older files
    return Kept(evening, key, nonce, closed=bool(closed), opened_ms=opened_ms)


def judge_of(kept: Kept) -> Judge:
    """Return what the hall needs to judge an evening."""
    judge = _judge(kept.evening, kept.key)
    return replace(judge, closed=kept.closed, opened_ms=kept.opened_ms)


@lru_cache(1)
def _judge(evening: Evening, key: Key) -> Judge:
    """
    Return the judge of an evening that is not over; bots play it for that.

    Par is the best of them, round by round: the sharpest one alone finds no word in one
    round of five, and its own chance hardly changes that.
    """
    seed, strengths = seed_of(key), game_of().BOTS
    play = partial(_by_bots, evening, seed)

    @cache
    def par(seats: int) -> Sequence[int]:
        seats = min(seats, len(ANIMALS))
        each = [play(*who, seats) for who in product(strengths, range(PLAYS))]
        return [
            max(sum(one.points[:seats]) for one in same)
            for same in zip(*each, strict=True)
        ]

    words = [one.word for one in play(strengths[-1], 0, 1)]
    return Judge(evening, code(seed), words, par)


def _by_bots(
    evening: Evening, seed: bytes, strength: str, play: int, seats: int
) -> Sequence[Result]:
    """
    Return what bots of one strength get from the rounds of an evening.

    Args:
        evening: What is played.
        seed: Of its key.
        strength: One of `Game.BOTS`.
        play: Which chance of their own they have, from 0.
        seats: How many they are.
    """
    engine = board_games()[evening.game]
    bots = tuple(Player(bot=Bot(strength, one)) for one in ANIMALS[:seats])
    session = Session(
        languages=Lazy(CODES, load_language),
        games={engine.NAME: engine},
        setup=Setup(
            language=evening.language,
            game=engine.NAME,
            players=bots,
            length=evening.length,
            rounds=evening.rounds,
            board_makes=True,
        ),
        mode=Choosing("language"),
    )
    *_, done = bots_steps(session, play, evening=seed)
    playing = done.session.playing
    if playing is None:
        msg = "an evening of bots has no end"
        raise RuleError(msg)
    return engine.results(playing.game)


def take(store: Store, done: ReplayedGame, kept: Kept, *, name: str) -> str:
    """
    Take a board's transcript, as if it had been heard; return what it is known by.

    All of its rounds count, also after the key was opened: the director takes it.

    Args:
        store: Where the hall keeps it.
        done: The transcript, played again.
        kept: The evening.
        name: What that board is called.

    Raises:
        SettingsError: It is of another game.
    """
    judge, board = judge_of(kept), f"file{sha256(name.encode()).hexdigest()[:12]}"
    rows = list(_rows(done, board, judge))
    first = next((one for told in rows for one in told.ended), None)
    if first is None or first.word != judge.words[0]:
        msg = f"{name}: this game is not of {kept.evening.title}: it has other words"
        raise SettingsError(msg)
    heard = [Heard(board, one.n, 0, write(one)) for one in rows]
    store.keep([(board, rows[0].stream, name)], [board], heard)
    return board


def _rows(done: ReplayedGame, board: str, judge: Judge) -> Sequence[Told]:
    header, engine, numbers = done.header, done.engine, count(1)
    begun = Begun(
        header.game,
        done.head.language,
        header.length,
        header.seats,
        header.rounds,
        judge.code,
    )
    rows = [Told(board, next(numbers), 1, begun=begun)]
    for one in done.played:
        if not isinstance(one.outcome, Refused):
            told = Told(board, next(numbers), 1)
            rows.append(known(told, engine, one.before, one.facts, one.after))
    return rows
