"""Replay of a transcript: each action's facts, the result, and their descriptions."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from firmware_host.app.archive.kept import GameStep
from firmware_host.app.content.games import known_games
from firmware_host.app.content.languages import (
    language_with,
    load_alphabet,
    load_language,
    load_texts,
)
from firmware_host.board.json import Json, as_number, number, text
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.pieces import BOARD, Seat
from firmware_host.board.record import Record
from firmware_host.errors import LetterzoneError, TranscriptError
from firmware_host.games import grammar
from firmware_host.games.analysis import Insight
from firmware_host.games.contract import Header, Result, points_of, settled_of
from firmware_host.games.game import (
    Engine,
    GameEnded,
    Join,
    Undone,
    take_back,
    unseated,
)
from firmware_host.games.transcript import BOARD_NAME, Head, Line, Names, read
from firmware_host.games.views import View, Viewer
from firmware_host.settings import files
from firmware_host.words.cards import read_cards
from firmware_host.words.folding import fold


class ReplayedGame(Record):
    """A replayed transcript, action by action; *names* maps names to seats."""

    head: Head
    header: Header
    engine: Engine
    names: Names
    played: tuple[GameStep, ...]


def header_from(head: Head, engine: Engine, where: str) -> Header:
    """
    Return the game's header for a transcript's header.

    Raises:
        TranscriptError: The language or a changed letter is unknown, or the deck is
            invalid.
    """
    try:
        if head.letters:
            alphabet = load_alphabet(head.letters, where=f"{where}:1")
            language = language_with(head.language, alphabet)
        else:
            language = load_language(head.language)
        if engine.NEEDS.letter_cards:
            deck = read_cards(head.deck, f"{where}:1: deck") if head.deck else {}
            language = language.with_named_cards(deck)
    except LetterzoneError as fault:
        text = str(fault)
        if not text.startswith(f"{where}:1"):
            text = f"{where}:1: {text}"
        raise TranscriptError(text) from None
    return Header(**settled_of(head), language=language)


def replay(lines: Iterable[str], where: str) -> ReplayedGame:
    """
    Replay a transcript.

    Args:
        lines: The file's lines.
        where: The file's name, for messages.

    Raises:
        TranscriptError: The file cannot be understood.
    """
    games = known_games()
    head, actions, named = read(lines, where, games)
    engine = games[head.game]
    header, names = header_from(head, engine, where), Names(head.players)
    game, played = engine.start(header), []
    for line in actions:
        by = named.name(Seat(number(line.action, "by"))) if "by" in line.action else ""
        action = _action(engine, line, named, names)
        before, outcome = game, engine.act(game, action)
        if not isinstance(outcome, Refused):
            game = engine.fold(game, outcome)
            if isinstance(action, Join):
                names.join(by)
            names.leave(unseated(outcome))
        played.append(GameStep(line.number, action, outcome, before, game, by))
    return ReplayedGame(head, header, engine, names, tuple(played))


def _seat(name: str, names: Names) -> Seat:
    """Return the seat of *name*; the next free seat for a new name."""
    seated = name == BOARD_NAME or name in names.all()
    return names.seat(name) if seated else Seat(len(names))


def _action(engine: Engine, line: Line, named: Names, names: Names) -> object:
    item = {key: value for key, value in line.action.items() if key != "commitment"}
    for key, given in item.items():
        if grammar.value(engine, key).seat:
            item[key] = _seat(named.name(Seat(as_number(given))), names)
    if "word" in item:
        item["word"] = fold(text(item, "word"))
    return engine.action(item)


def read_file(path: str) -> tuple[list[str], str]:
    """
    Read a transcript; return its lines and the file's name for messages.

    Args:
        path: The file; ``-`` for standard input.

    Raises:
        SettingsError: The file cannot be read.
    """
    remedy = "name a transcript (JSON Lines, UTF-8)"
    return files.read_text_file(Path(path), remedy=remedy).splitlines(), path


# --- as JSON ----------------------------------------------------------------


def judge(done: ReplayedGame) -> Iterator[dict[str, Json]]:
    """
    Yield the objects that `replay --json` prints.

    There is one object for each action, for each round, and for the game.
    """
    rounds = 0
    for one in done.played:
        if isinstance(one.outcome, Refused):
            why = sentence(done, one.outcome.reason)
            yield {"line": one.number, "refused": one.outcome.code, "why": why}
            continue
        yield {"line": one.number, **done.engine.answer(one.outcome)}
        result = done.engine.result(one.outcome)
        if result is not None:
            rounds += 1
            yield {"round": rounds, **round_json(done, result)}
        for fact in one.outcome:
            if isinstance(fact, GameEnded):
                yield game_json(done, fact)


def round_json(done: ReplayedGame, result: Result) -> dict[str, Json]:
    """Return the result of a finished round as JSON, with names."""
    names = done.names
    guessed_by = None if result.guessed_by is None else names.name(result.guessed_by)
    makers = {} if result.maker is None else {"maker": names.name(result.maker)}
    words = {names.name(Seat(seat)): word for seat, word in enumerate(result.words)}
    return {
        "word": result.word,
        **({"words": words} if words else {}),
        **makers,
        "guessed_by": guessed_by,
        "points": _by_name(done, result.points),
    }


def game_json(done: ReplayedGame, ended: GameEnded) -> dict[str, Json]:
    """Return the end of the game as JSON; winners in the header's order."""
    return {
        "totals": _by_name(done, ended.totals),
        "winners": [done.names.name(seat) for seat in ended.winners],
    }


def _by_name(done: ReplayedGame, points: tuple[int, ...]) -> dict[str, int]:
    board = [BOARD] * done.header.board_makes
    seats = [*map(Seat, range(len(points) - len(board))), *board]
    return dict(zip(map(done.names.name, seats), points, strict=True))


def sentence(done: ReplayedGame, message: Message) -> str:
    """Return *message* in the transcript's language."""
    return load_texts(done.head.language).say(message, "page")


def name_or_board(done: ReplayedGame, seat: Seat) -> str:
    """Return the name of a player, or of the board in the transcript's language."""
    if seat == BOARD:
        return sentence(done, Message("the-board"))
    return done.names.name(seat)


# --- as text ----------------------------------------------------------------


def story(done: ReplayedGame) -> Iterator[str]:
    """Yield a description of a game, line by line."""
    for one in done.played:
        yield from step_lines(done, one)
    yield ""
    last = done.played[-1].after if done.played else done.engine.start(done.header)
    yield from scoresheet(done, done.engine.results(last))


def step_lines(done: ReplayedGame, one: GameStep) -> Iterator[str]:
    """Yield the lines about an action and its facts."""
    first, *others = step_sentences(done, one)
    yield f"{one.number:>4}  {first}"
    yield from (f"      {other}" for other in others)


def step_sentences(done: ReplayedGame, one: GameStep) -> Iterator[str]:
    """Yield the sentences about an action and its facts."""
    yield sentence(done, action_message(done, one))
    if isinstance(one.outcome, Refused):
        yield sentence(done, one.outcome.reason)
        return
    for fact in one.outcome:
        what = done.engine.describe_fact(fact, lambda seat: name_or_board(done, seat))
        if what is not None:
            yield sentence(done, what)


def action_message(done: ReplayedGame, one: GameStep) -> Message:
    """Return the sentence about an action."""
    name = sentence(done, say("the-board")) if one.by == BOARD_NAME else one.by
    return done.engine.describe_action(one.action, name)


def scoresheet(done: ReplayedGame, results: tuple[Result, ...]) -> Iterator[str]:
    """
    Yield the scoresheet: a row for each round, a column for each player, and totals.

    The printed sheet shades the maker's cell; here the maker stands at the end of a
    row.
    """
    seats = [Seat(number) for number in range(len(done.names))]
    if done.header.board_makes:
        seats.append(BOARD)
    heads = [name_or_board(done, seat) for seat in seats]
    rows = [
        [
            result.word or str(number),
            *(str(_points(done, result, seat)) for seat in seats),
            "" if result.maker is None else name_or_board(done, result.maker),
        ]
        for number, result in enumerate(results, 1)
    ]
    maker = sentence(done, say("sheet-maker")) if done.engine.NEEDS.maker else ""
    sums = [
        str(sum(_points(done, result, seat) for result in results)) for seat in seats
    ]
    table = [
        [sentence(done, say("sheet-word")), *heads, maker],
        *rows,
        [sentence(done, say("sheet-total")), *sums, ""],
    ]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        first, *numbers, maker = row
        cells = (cell.rjust(w) for cell, w in zip(numbers, widths[1:-1], strict=True))
        yield "  ".join((first.ljust(widths[0]), *cells, f" {maker}")).rstrip()


def _points(done: ReplayedGame, result: Result, seat: Seat) -> int:
    """Return a seat's points of a round; 0 before the seat existed."""
    return points_of(result.points, seat, board_makes=done.header.board_makes) or 0


# --- analysis -------------------------------------------------------------------


class ExplainedMove(NamedTuple):
    """An action of a finished round, with its analysis."""

    played: GameStep
    insight: Insight


class Analysed(NamedTuple):
    """The analysis of a finished round."""

    result: Result
    moves: tuple[ExplainedMove, ...]


class Sum(NamedTuple):
    """A player's sums of an analysis: skill and luck in points, and the moves."""

    skill: float
    luck: float
    moves: int


def analyse(done: ReplayedGame) -> Iterator[Analysed]:
    """
    Yield the analysis of each finished round, in order.

    Undone actions are left out. A game without insights and an unfinished round have no
    analysis. Hands are analysed only if the game is over.
    """
    engine, moves = done.engine, list[ExplainedMove | None]()
    over = bool(done.played) and engine.is_over(done.played[-1].after)
    dealt: tuple[View, ...] = ()
    view = engine.view(engine.start(done.header), Viewer.PUBLIC)
    for one in done.played:
        if isinstance(one.outcome, Refused):
            continue
        before, view = view, engine.view(one.after, Viewer.PUBLIC)
        first = one.outcome[0]
        if isinstance(first, Undone):
            take_back(moves, first, lambda move: (move,))
            continue
        if engine.begins(one.outcome):
            moves = []
            seats = engine.sitting(one.after) if over else ()
            dealt = tuple(engine.view(one.after, seat) for seat in seats)
        found = engine.insight(before, one.action, view, done.header)
        moves.append(ExplainedMove(one, found) if found else None)
        result = engine.result(one.outcome)
        if result is not None:
            known = engine.hindsight(dealt, done.header)
            moves.append(ExplainedMove(one, known) if known else None)
            told = tuple(move for move in moves if move)
            if told:
                yield Analysed(result, told)
            moves = []


def player_sums(moves: Iterable[ExplainedMove]) -> dict[Seat, Sum]:
    """Return the sums of all moves of a round, by the seat that made them."""
    found: dict[Seat, Sum] = {}
    for _, one in moves:
        if one.by is not None:
            skill, luck, count = found.get(one.by, Sum(0.0, 0.0, 0))
            found[one.by] = Sum(skill + one.skill, luck + one.luck, count + 1)
    return found


def as_json(done: ReplayedGame) -> Iterator[dict[str, Json]]:
    """Yield a JSON object for each analysed action, and one for each round."""
    for round_, one in enumerate(analyse(done), 1):
        for played, insight in one.moves:
            line = {"line": played.number, "round": round_, **insight.plain()}
            for key, message in (("best", insight.best), ("said", insight.said)):
                if message is not None:
                    line[key] = sentence(done, message)
            line["seat"] = None if insight.by is None else done.names.name(insight.by)
            if insight.each:
                line["each"] = {
                    done.names.name(of.seat): {"left": of.left, "words": list(of.words)}
                    for of in insight.each
                }
            yield line
        players: dict[str, Json] = {
            done.names.name(seat): {
                "skill": round(of.skill, 2),
                "luck": round(of.luck, 2),
                "moves": of.moves,
            }
            for seat, of in player_sums(one.moves).items()
        }
        yield {"round": round_, "word": one.result.word, "players": players}


def lines(done: ReplayedGame) -> Iterator[str]:
    """Yield the analysis of a game as lines of text."""
    explained = [*analyse(done)]
    if not explained:
        yield sentence(done, say("insight-nothing"))
    for one in explained:
        for played, insight in one.moves:
            first = next(iter(step_sentences(done, played)))
            worth = sentence(done, words_left(done, insight))
            yield f"{played.number:>4}  {first}  {worth}"
            if insight.said is not None:
                yield f"      {sentence(done, insight.said)}"
        yield f"      {one.result.word}"
        for seat, of in player_sums(one.moves).items():
            yield "      " + sentence(done, _sum(name_or_board(done, seat), of))
        yield ""


def words_left(done: ReplayedGame, one: Insight) -> Message:
    """Return a message with the number of words or codes that are still possible."""
    if one.label == "insight-longest":
        parts = [(of.seat, ", ".join(of.words) or "-") for of in one.each]
    else:
        parts = [(of.seat, " ".join([str(of.left), *of.words])) for of in one.each]
    told = "; ".join(f"{done.names.name(seat)}: {words}" for seat, words in parts)
    bits = f"{one.bits:.1f}"
    match one.label:
        case "insight-left-codes":
            return say("insight-left-codes", n=one.left, bits=bits)
        case "insight-left-each":
            return say("insight-left-each", each=told)
        case "insight-longest":
            return say("insight-longest", each=told)
        case _:
            return say("insight-left", n=one.left, bits=bits)


def _sum(name: str, of: Sum) -> Message:
    return say(
        "insight-sum", name=name, gave=f"{-of.skill:.1f}", luck=f"{of.luck:+.1f}"
    )
