"""A game of the journal as a transcript."""

from collections import deque
from collections.abc import Iterable, Iterator
from json import dumps
from typing import NamedTuple

from firmware_host.app.archive.cutting import cut_of
from firmware_host.app.archive.kept import KeptGame
from firmware_host.app.archive.replay import Replay
from firmware_host.board.json import (
    JsonObject,
    as_number,
    text,
)
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Seat
from firmware_host.games import grammar
from firmware_host.games.contract import settled_of
from firmware_host.games.game import Engine, GameEnded, Joined, Left, Undone, take_back
from firmware_host.games.transcript import Head, Names, head_line
from firmware_host.journal.reader import Reader
from firmware_host.session.stored import headers

#: An accepted action, and its facts.
_Accepted = tuple[object, tuple[object, ...]]


class _Told(NamedTuple):
    """
    A line of a transcript.

    Args:
        line: As it is written.
        facts: What its action brought.
    """

    line: str
    facts: tuple[object, ...]

    def brings(self, kind: type) -> bool:
        """Tell whether it brought a fact of a kind."""
        return any(isinstance(fact, kind) for fact in self.facts)


def export_replay(done: Replay) -> Iterator[str]:
    """Yield the transcript of a replay, line by line; refusals are left out."""
    accepted = [
        (one.action, one.outcome)
        for one in done.played
        if not isinstance(one.outcome, Refused)
    ]
    yield from transcript(done.head, done.engine, done.names, accepted)


def export_game(
    game: KeptGame, names: tuple[str, ...], *, last: int | None = None
) -> Iterator[str]:
    """
    Yield the transcript of a game in the journal, line by line.

    Args:
        game: Which game.
        names: What to call the players, by seat.
        last: The last row to be told; None for all of them.
    """
    accepted = [
        (game.action(row), game.facts(row))
        for row in game.rows()
        if last is None or row.number <= last
    ]
    yield from transcript(head_of(game, names), game.engine, Names(names), accepted)


def exported(journal: Reader, number: int, *, language: str) -> str:
    """Return what of a game may leave the board, as a transcript."""
    game = KeptGame(journal, number)
    cut = None if game.ended else cut_of(journal, number)
    last = None if cut is None else cut.row
    lines = export_game(game, game.names(language), last=last)
    return "".join(f"{line}\n" for line in lines)


def head_of(game: KeptGame, names: tuple[str, ...]) -> Head:
    """Return the transcript's header of a game in the journal; *names* by seat."""
    settled = headers.read_settled(game.settled)
    return Head(
        **settled_of(settled),
        language=text(game.settled, "language"),
        players=names[: settled.seats],
        letters=game.letters,
        deck=game.deck,
        bots={
            name: one.bot.text
            for name, one in zip(names[: settled.seats], game.players(), strict=False)
            if one.bot is not None
        },
        began=game.began,
    )


def transcript(
    head: Head,
    engine: Engine,
    names: Names,
    accepted: Iterable[_Accepted],
) -> Iterator[str]:
    """
    Yield header and actions.

    A round that was not finished is left out, but for those who sat down in it: the
    totals name them. Who went home in it is told where somebody took that seat, since
    nobody could sit down at a full table. Who has not sat down after all is not named.
    """
    yield head_line(head, engine)
    told: list[_Told] = []
    rounds, playing, begun = 1, False, 0
    for action, facts in _without_unseated(accepted):
        playing = playing or engine.begins(facts)
        line = _line(engine, names, engine.to_transcript(action, facts, rounds))
        told.append(_Told(line, facts))
        ended = engine.result(facts) is not None
        finished = ended or engine.voided(facts) is not None
        if playing and not finished and not told[-1].brings(GameEnded):
            continue
        if finished or not playing:
            yield from (one.line for one in told[begun:])
        else:
            yield from _people(told, begun, head, engine)
        rounds += ended
        playing, begun = False, len(told)
    yield from _people(told, begun, head, engine)


def _people(told: list[_Told], begun: int, head: Head, engine: Engine) -> Iterator[str]:
    """
    Yield what is told of a round that was not finished: who sat down, and the end.

    Args:
        told: Every line.
        begun: Where the round begins in them.
        head: How many sat there at first, and whether the board makes the words.
        engine: The game.
    """
    most = engine.NEEDS.most(board_makes=head.board_makes)
    before = _standing(told[:begun])
    here = len(head.players)
    here += sum(one.brings(Joined) - one.brings(Left) for one in before)
    gone = deque[str]()
    for one in _standing(told)[len(before) :]:
        if one.brings(Joined) and here >= most and gone:
            yield gone.popleft()
            here -= 1
        if one.brings(Joined) or one.brings(GameEnded):
            yield one.line
            here += one.brings(Joined)
        elif one.brings(Left):
            gone.append(one.line)


def _standing(told: list[_Told]) -> list[_Told]:
    """Return the lines whose actions have not been undone."""
    standing: list[_Told] = []
    for one in told:
        if isinstance(one.facts[0], Undone):
            take_back(standing, one.facts[0], lambda done: done.facts)
        else:
            standing.append(one)
    return standing


def _without_unseated(accepted: Iterable[_Accepted]) -> Iterator[_Accepted]:
    """Yield what was accepted, without a joining that was undone, and its undo."""
    rows, standing, gone = tuple(accepted), list[int](), set[int]()
    for at, (_, facts) in enumerate(rows):
        first = facts[0]
        if not isinstance(first, Undone):
            standing.append(at)
            continue
        taken = take_back(standing, first, lambda place: rows[place][1])
        if first.unseated:
            gone |= {at, *taken}
    return (row for at, row in enumerate(rows) if at not in gone)


def _line(engine: Engine, names: Names, item: JsonObject) -> str:
    """Return a line of the file: names stand there where seats are inside."""
    line = dict(item)
    for key, given in item.items():
        if grammar.value(engine, key).seat:
            line[key] = names.name(Seat(as_number(given)))
    return dumps(line, ensure_ascii=False)
