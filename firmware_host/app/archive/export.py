"""Export of a stored game as a transcript."""

from collections import deque
from collections.abc import Iterable, Iterator
from json import dumps
from typing import NamedTuple

from firmware_host.app.archive.cutting import cut_of
from firmware_host.app.archive.kept import StoredGame
from firmware_host.app.archive.replay import ReplayedGame
from firmware_host.board.json import JsonObject, as_number, text
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


class _ExportedAction(NamedTuple):
    """
    An action with its line of the transcript.

    Args:
        line: The text of the line.
        facts: The facts of the action.
    """

    line: str
    facts: tuple[object, ...]

    def brings(self, kind: type) -> bool:
        """Return True if the action has a fact of a class."""
        return any(isinstance(fact, kind) for fact in self.facts)


def export_replay(done: ReplayedGame) -> Iterator[str]:
    """Yield the transcript of a replay, line by line; refusals are left out."""
    accepted = [
        (one.action, one.outcome)
        for one in done.played
        if not isinstance(one.outcome, Refused)
    ]
    yield from transcript(done.head, done.engine, done.names, accepted)


def export_game(
    game: StoredGame, names: tuple[str, ...], *, last: int | None = None
) -> Iterator[str]:
    """
    Yield the transcript of a game in the journal, line by line.

    Args:
        game: The stored game.
        names: The shown names of the players, by seat.
        last: The last exported row; None for all rows.
    """
    accepted = [
        (game.action(row), game.facts(row))
        for row in game.rows()
        if last is None or row.number <= last
    ]
    yield from transcript(head_of(game, names), game.engine, Names(names), accepted)


def export_text(journal: Reader, number: int, *, language: str) -> str:
    """Return the public part of a game as a transcript."""
    game = StoredGame(journal, number)
    cut = None if game.ended else cut_of(journal, number)
    last = None if cut is None else cut.row
    lines = export_game(game, game.names(language), last=last)
    return "".join(f"{line}\n" for line in lines)


def head_of(game: StoredGame, names: tuple[str, ...]) -> Head:
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
    Yield the lines of a game's transcript: the header, then the actions.

    An unfinished round is left out, except for players who joined in it, since the
    totals name them. If a joining needed the seat of a player who left, that leaving is
    exported, too. A joining that was undone is left out.
    """
    yield head_line(head, engine)
    told: list[_ExportedAction] = []
    rounds, playing, begun = 1, False, 0
    for action, facts in _without_unseated(accepted):
        playing = playing or engine.begins(facts)
        line = _line(engine, names, engine.to_transcript(action, facts, rounds))
        told.append(_ExportedAction(line, facts))
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


def _people(
    told: list[_ExportedAction], begun: int, head: Head, engine: Engine
) -> Iterator[str]:
    """
    Yield the exported lines of an unfinished round: joinings, and the end.

    Args:
        told: All lines.
        begun: The index of the round's first line.
        head: The header, with the first players.
        engine: The game.
    """
    most = engine.NEEDS.most(board_makes=head.board_makes)
    before = _not_undone(told[:begun])
    here = len(head.players)
    here += sum(one.brings(Joined) - one.brings(Left) for one in before)
    gone = deque[str]()
    for one in _not_undone(told)[len(before) :]:
        if one.brings(Joined) and here >= most and gone:
            yield gone.popleft()
            here -= 1
        if one.brings(Joined) or one.brings(GameEnded):
            yield one.line
            here += one.brings(Joined)
        elif one.brings(Left):
            gone.append(one.line)


def _not_undone(told: list[_ExportedAction]) -> list[_ExportedAction]:
    """Return the lines whose actions have not been undone."""
    standing: list[_ExportedAction] = []
    for one in told:
        if isinstance(one.facts[0], Undone):
            take_back(standing, one.facts[0], lambda done: done.facts)
        else:
            standing.append(one)
    return standing


def _without_unseated(accepted: Iterable[_Accepted]) -> Iterator[_Accepted]:
    """Yield accepted actions without undone joinings and their undos."""
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
    """Return a line of the file, in which names stand in place of seats."""
    line = dict(item)
    for key, given in item.items():
        if grammar.value(engine, key).seat:
            line[key] = names.name(Seat(as_number(given)))
    return dumps(line, ensure_ascii=False)
