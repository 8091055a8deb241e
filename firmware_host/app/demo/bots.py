"""Complete games between bots, without a board and without thinking times."""

import hmac
from collections.abc import Iterator
from itertools import count
from time import monotonic

from firmware_host.app.archive.export import transcript
from firmware_host.app.content.languages import load_language, load_texts
from firmware_host.board.events import Woke
from firmware_host.board.json import read_object, read_objects
from firmware_host.board.once import Lazy
from firmware_host.board.pieces import Millis
from firmware_host.board.players import ANIMALS
from firmware_host.board.record import replace
from firmware_host.errors import SettingsError
from firmware_host.games.bots import Bot
from firmware_host.games.contract import settled_of
from firmware_host.games.game import Engine
from firmware_host.games.transcript import Head, Names
from firmware_host.languages import CODES
from firmware_host.session.modes import choosing
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.setups import Player, Setup, name_of
from firmware_host.session.state import Now, Session, StepResult
from firmware_host.session.step import step, wake_at

#: The most events, and seconds, of any game of bots: six bots need at most
#: 1,700 events, and 1.5 s on a desktop.
MOST_EVENTS, MOST_S = 20_000, 120.0


def bots_game(engine: Engine, seats: int, seed: int, *, language: str) -> Iterator[str]:
    """
    Yield the transcript of a game by bots alone, line by line.

    Their strengths alternate between those of the game's `BOTS`.

    Args:
        engine: The game.
        seats: The number of bots.
        seed: The seed of all random values; each seed gives another game.
        language: The code of the language.

    Raises:
        SettingsError: The game has no bots, or cannot be played by this number.
    """
    if not engine.BOTS:
        msg = f"{engine.NAME} has no bots"
        raise SettingsError(msg)
    if not 1 <= seats <= len(ANIMALS):
        msg = f"a game has 1 to {len(ANIMALS)} bots, not {seats}"
        raise SettingsError(msg)
    strengths = [engine.BOTS[at % len(engine.BOTS)] for at in range(seats)]
    bots = tuple(
        Player(bot=Bot(strength, animal))
        for strength, animal in zip(strengths, ANIMALS, strict=False)
    )
    session = Session(
        languages=Lazy(CODES, load_language),
        games={engine.NAME: engine},
        setup=Setup(language=language, game=engine.NAME, players=bots),
        mode=Choosing("language"),
    )
    done = tuple(bots_steps(session, seed))
    playing = done[-1].session.playing
    assert playing is not None  # noqa: S101 - it has begun, and is over
    texts = load_texts(language)
    named = (name_of(player, seat) for seat, player in enumerate(playing.players))
    names = tuple(one if isinstance(one, str) else texts.say(one) for one in named)
    head = Head(
        **settled_of(playing.header),
        language=language,
        players=names,
        bots={names[seat]: bot.text for seat, bot in playing.bots.items()},
    )
    rows = (row for one in done if one.entry for row in one.entry.rows)
    accepted = [
        (
            engine.action(read_object(row.action)),
            tuple(map(engine.fact, read_objects(row.facts))),
        )
        for row in rows
    ]
    yield from transcript(head, engine, Names(names), accepted)


def bots_steps(
    session: Session, seed: int, *, evening: bytes = b""
) -> Iterator[StepResult]:
    """
    Yield every step of a game, from its beginning to its end.

    Args:
        session: The table, with bots only.
        seed: The seed of all random values; each seed gives another game.
        evening: The seed of a duplicate evening, from which the words are drawn.

    Raises:
        SettingsError: The game does not come to an end in time.
    """
    now_ms, ends_s = Millis(0), monotonic() + MOST_S
    done = choosing.begin(Now(session, now_ms, _entropy(seed, 0)), seed=evening)
    yield done
    for number in count(1):
        due = wake_at(done.session, now_ms)
        if due is None or number > MOST_EVENTS or monotonic() > ends_s:
            break
        now_ms = max(now_ms, due)
        entropy = _entropy(seed, number)
        done = step(done.session, Woke(), now_ms=now_ms, entropy=entropy)
        yield replace(done, outcome=None)
    if done.session.going is not None:
        msg = f"the bots of {session.setup.game} do not come to an end"
        raise SettingsError(msg)


def _entropy(seed: int, number: int) -> bytes:
    return hmac.digest(str(seed).encode(), str(number).encode(), "sha256")
