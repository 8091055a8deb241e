"""Playing a transcript again: what each action brought, who won, and how it is told."""

from collections.abc import Iterable, Iterator

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
from firmware_host.games.contract import Header, Result, points_of, settled_of
from firmware_host.games.game import Engine, GameEnded, Join, unseated
from firmware_host.games.transcript import BOARD_NAME, Head, Line, Names, read
from firmware_host.settings import files
from firmware_host.words.cards import read_cards
from firmware_host.words.folding import fold


class Replay(Record):
    """A transcript that was played again, action by action; names have a seat."""

    head: Head
    header: Header
    engine: Engine
    names: Names
    played: tuple[GameStep, ...]


def header_from(head: Head, engine: Engine, where: str) -> Header:
    """
    Return the engine's header for a transcript's.

    Raises:
        TranscriptError: The language or a changed letter is unknown, or the deck is
            none.
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


def replay(lines: Iterable[str], where: str) -> Replay:
    """
    Return a transcript played again.

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
    return Replay(head, header, engine, names, tuple(played))


def _seat(name: str, names: Names) -> Seat:
    """Return the seat of *name*; the next free one where it has none (yet)."""
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
    Return a transcript's lines, and what to call it.

    Args:
        path: The file; ``-`` for standard input.

    Raises:
        TranscriptError: It cannot be read.
    """
    try:
        text = files.decode(files.read_file(path)).text
    except OSError as fault:
        msg = f"{path}:1: cannot be read: {fault.strerror}"
        raise TranscriptError(msg) from fault
    except ValueError as fault:
        msg = f"{path}:1: this is no text; name a transcript (JSON Lines, UTF-8)"
        raise TranscriptError(msg) from fault
    return text.splitlines(), path


# --- as JSON ----------------------------------------------------------------


def judge(done: Replay) -> Iterator[dict[str, Json]]:
    """
    Yield what `replay --json` prints.

    That is one object for each action, and one for each round and for the game.
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


def round_json(done: Replay, result: Result) -> dict[str, Json]:
    """Return what a finished round brought, by names."""
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


def game_json(done: Replay, ended: GameEnded) -> dict[str, Json]:
    """Return how the game ended, by names; winners in header order."""
    return {
        "totals": _by_name(done, ended.totals),
        "winners": [done.names.name(seat) for seat in ended.winners],
    }


def _by_name(done: Replay, points: tuple[int, ...]) -> dict[str, int]:
    board = [BOARD] * done.header.board_makes
    seats = [*map(Seat, range(len(points) - len(board))), *board]
    return dict(zip(map(done.names.name, seats), points, strict=True))


def sentence(done: Replay, message: Message) -> str:
    """Return *message* in the transcript's language."""
    return load_texts(done.head.language).say(message, "page")


def name_or_board(done: Replay, seat: Seat) -> str:
    """Return the name at *seat*, in the transcript's language for the board."""
    if seat == BOARD:
        return sentence(done, Message("the-board"))
    return done.names.name(seat)


# --- as a person would tell it ----------------------------------------------


def story(done: Replay) -> Iterator[str]:
    """Yield the lines of a game, as somebody would read it aloud."""
    for one in done.played:
        yield from told(done, one)
    yield ""
    last = done.played[-1].after if done.played else done.engine.start(done.header)
    yield from scoresheet(done, done.engine.results(last))


def told(done: Replay, one: GameStep) -> Iterator[str]:
    """Yield the lines of what somebody did, and of what came of it."""
    first, *others = sayings(done, one)
    yield f"{one.number:>4}  {first}"
    yield from (f"      {other}" for other in others)


def sayings(done: Replay, one: GameStep) -> Iterator[str]:
    """Yield what somebody did, and what came of it."""
    yield sentence(done, action_message(done, one))
    if isinstance(one.outcome, Refused):
        yield sentence(done, one.outcome.reason)
        return
    for fact in one.outcome:
        what = done.engine.describe_fact(fact, lambda seat: name_or_board(done, seat))
        if what is not None:
            yield sentence(done, what)


def action_message(done: Replay, one: GameStep) -> Message:
    """Return what somebody did, to be said in words."""
    name = sentence(done, say("the-board")) if one.by == BOARD_NAME else one.by
    return done.engine.describe_action(one.action, name)


def scoresheet(done: Replay, results: tuple[Result, ...]) -> Iterator[str]:
    """
    Yield the scoresheet: a row a round, a column a player, and the totals.

    The maker's cell is shaded in the box; here the maker stands at the row's end.
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


def _points(done: Replay, result: Result, seat: Seat) -> int:
    """Return what *seat* earned in a round; nothing before it sat down."""
    return points_of(result.points, seat, board_makes=done.header.board_makes) or 0
