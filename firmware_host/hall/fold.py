"""
What boards have told, folded: how each stands, and the table of an evening.

It is made of messages alone, in the order of their numbers; so a hall that begins anew
and hears everything once more comes to the same.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field

from firmware_host.board.moments import What
from firmware_host.board.record import Record, replace
from firmware_host.hall.evening import Evening
from firmware_host.hall.lines import Begun, Ended, Told

#: What a wall shows of a board until something else has happened.
SHOWN = frozenset({What.YES, What.NO, What.RIGHT, What.WRONG, What.ROUND, What.GAME})


#: Boards of one name are told apart by so many signs of what the broker knows them by.
SIGNS = 4


class Game(Record):
    """
    A game at a board.

    Args:
        number: Its number there.
        begun: What was settled before it; None where that cannot be read.
        ended: The rounds that are over.
        begins: When each of them began, as the hall's clock was then, in ms.
        began_ms: When the running round began.
        totals: The points by seat.
        noes: Answers that were No, over all rounds.
        yeses: Answers that were Yes.
        promise: The commitment of the running round.
        over: True once it is.
    """

    number: int
    begun: Begun | None = None
    ended: tuple[Ended, ...] = ()
    begins: tuple[int, ...] = ()
    began_ms: int = 0
    totals: tuple[int, ...] = ()
    noes: int = 0
    yeses: int = 0
    promise: str = ""
    over: bool = False

    @property
    def people(self) -> int:
        """How many of the points by seat are people's, and not the board's."""
        many = len(self.totals)
        return many - 1 if self.begun is not None and self.begun.rounds else many


class Board(Record):
    """
    A board, as far as it was heard.

    Args:
        stream: Which telling it is.
        heard: The number of the last row; the next one counts, and no other.
        name: What it is called.
        games: Its games by number.
        game: The game that was told of last.
        last: What happened last; empty before anything has.
        zone: Where that was; None for nowhere.
    """

    stream: str = ""
    heard: int = 0
    name: str = ""
    games: Mapping[int, Game] = field(default_factory=dict)
    game: int = 0
    last: str = ""
    zone: int | None = None

    @property
    def now(self) -> Game | None:
        """The game that was told of last; None before there is one."""
        return self.games.get(self.game)


def after(board: Board, told: Told, at_ms: int = 0) -> Board:
    """
    Return a board after the next row of its stream.

    Args:
        board: The board before it.
        told: The row.
        at_ms: When the hall heard the row; 0 for one that was handed in as a file.
    """
    game = board.games.get(told.game) or Game(told.game)
    shown = [one for one in told.moments if one.what in SHOWN]
    game = replace(
        game,
        begun=told.begun or game.begun,
        ended=game.ended + told.ended,
        begins=game.begins + (game.began_ms,) * len(told.ended),
        began_ms=game.began_ms if told.promise in ("", game.promise) else at_ms,
        totals=told.totals or game.totals,
        noes=game.noes + sum(one.what == What.NO for one in told.moments),
        yeses=game.yeses + sum(one.what == What.YES for one in told.moments),
        promise=told.promise,
        over=told.over,
    )
    return replace(
        board,
        heard=told.n,
        games={**board.games, told.game: game},
        game=told.game,
        last=shown[-1].what if shown else "" if told.begun else board.last,
        zone=shown[-1].zone if shown else board.zone,
    )


def names(boards: Mapping[str, Board]) -> dict[str, str]:
    """Return what each board is called; boards of one name have four signs more."""
    called = {key: board.name or key for key, board in boards.items()}
    many = Counter(called.values())
    return {
        key: f"{name} {key[:SIGNS]}" if many[name] > 1 else name
        for key, name in called.items()
    }


class Line(Record):
    """
    A line of an evening's table.

    Args:
        board: Whose.
        name: What it is called.
        rank: 1 for the first; who is equal has the same.
        points: What its people have got.
        par: The most that bots have got from the same rounds, with as many seats.
        rounds: How many rounds count so far.
        words: How many words were found.
        others: Rounds that count nothing: of another key, or begun after its opening.
        over: True once it has played all rounds.
    """

    board: str
    name: str
    rank: int
    points: int
    par: int
    rounds: int
    words: int
    others: int = 0
    over: bool = False

    @property
    def share(self) -> float:
        """The points as a share of par."""
        return self.points / max(1, self.par)


class Judge(Record):
    """
    What the hall knows of an evening, to judge by it.

    Args:
        evening: What is played.
        code: By which its games name it.
        words: The word of each round.
        par: Returns the most points of bots, round by round, for so many seats.
        closed: True once it is over: rounds that were not played count as none.
        opened_ms: When its key was opened: rounds that began later count nothing;
            None as long as that is not known.
    """

    evening: Evening
    code: str
    words: Sequence[str]
    par: Callable[[int], Sequence[int]]
    closed: bool = False
    opened_ms: int | None = None

    def counts(self, at: int, game: Game) -> bool:
        """Return True if round *at* of a game counts in the evening's result."""
        in_time = self.opened_ms is None or game.begins[at] <= self.opened_ms
        return in_time and game.ended[at].word == self.words[at]


def table(boards: Mapping[str, Board], judge: Judge) -> tuple[Line, ...]:
    """Return the table of an evening, the best first; of each board its first game."""
    found, called = [], names(boards)
    for key, board in boards.items():
        played = next(
            (one for _, one in sorted(board.games.items()) if _is_of(one, judge)), None
        )
        if played is not None:
            found.append(_line(key, called[key], played, judge))
    return tuple(_ranked(found))


def still_playing(boards: Mapping[str, Board], judge: Judge) -> tuple[str, ...]:
    """Return the names of the boards whose game of the evening is not over."""
    called = names(boards)
    return tuple(
        called[key]
        for key, board in boards.items()
        if (game := board.now) is not None and _is_of(game, judge) and not game.over
    )


def _is_of(game: Game, judge: Judge) -> bool:
    return game.begun is not None and game.begun.evening == judge.code


def _line(key: str, name: str, game: Game, judge: Judge) -> Line:
    rounds = game.ended[: judge.evening.rounds]
    seats = max(1, game.people)
    par = judge.par(seats)
    right = [(at, one) for at, one in enumerate(rounds) if judge.counts(at, game)]
    counted = par if judge.closed else [par[at] for at, _ in right]
    return Line(
        board=key,
        name=name,
        rank=0,
        points=sum(sum(one.points[:seats]) for _, one in right),
        par=sum(counted),
        rounds=len(right),
        words=sum(one.found is not None for _, one in right),
        others=len(rounds) - len(right),
        over=len(rounds) >= judge.evening.rounds,
    )


def _ranked(lines: Iterable[Line]) -> Iterable[Line]:
    rank, before = 0, None
    order = sorted(lines, key=lambda one: (-one.share, one.name, one.board))
    for at, one in enumerate(order, 1):
        if one.share != before:
            rank, before = at, one.share
        yield replace(one, rank=rank)
