"""The facts of joining, leaving and undoing, also in older journals."""

from functools import reduce

import pytest

from firmware_host.app.content.languages import load_language, load_texts
from firmware_host.board.messages import say
from firmware_host.board.pieces import Seat
from firmware_host.games.catalogue import GAMES, NAMES
from firmware_host.games.contract import Header
from firmware_host.games.game import (
    End,
    Join,
    Leave,
    Undo,
    Undone,
    points_line,
    take_back,
)

#: A round's first rows in a journal up to a move, and a function for the move.
BEGUN = {
    "decipher": (
        [{"is": "begun", "maker": 0, "word": "HOBBY"}],
        {"is": "guessed", "by": 1, "word": "HORSE", "right": False, "turn": 1},
        lambda game: len(game.round.guesses),
    ),
    "wqrdles": (
        [{"is": "hid", "by": 0, "word": "HOUSE"}],
        {"is": "hid", "by": 1, "word": "NEWTS"},
        lambda game: sum(map(bool, game.round.words)),
    ),
    "keyword": (
        [
            {
                "is": "dealt",
                "hands": ["TENABC", "CATSEN", "RSTLNE"],
                "row": list("STARED"),
            }
        ],
        {"is": "passed", "by": 1},
        lambda game: len(game.round.passed),
    ),
}
JOINED, UNDONE = {"is": "joined", "by": 3}, {"is": "undone", "count": 1}


def resumed(name, *rows):
    """Return the engine and a game as a journal has it, one fact a row."""
    engine = GAMES[name]
    length = 5 * bool(engine.NEEDS.lengths)
    header = Header(name, 3, length, language=load_language("en"))
    facts = [(engine.fact(row),) for row in rows]
    return engine, reduce(engine.fold, facts, engine.start(header))


@pytest.mark.parametrize("name", BEGUN)
def test_an_undo_of_an_older_journal_takes_the_move_and_leaves_the_newcomer(name):
    """
    An undo in an older journal takes back the move and keeps the new player.

    Joining was no action then; an undo of today takes it back.
    """
    begun, moved, moves = BEGUN[name]
    _, before = resumed(name, *begun)
    engine, game = resumed(name, *begun, moved, JOINED, UNDONE)

    assert moves(game) == moves(before)
    assert engine.sitting(game) == (0, 1, 2, 3)
    facts = engine.act(game, Undo())
    assert facts == (Undone(1, (Seat(3),)),)
    assert engine.sitting(engine.fold(game, facts)) == (0, 1, 2)


def test_a_newcomer_of_an_older_journal_has_no_word_in_a_round_that_is_played():
    """A player who joined in an older journal has no word in the running round."""
    hid = [
        {"is": "hid", "by": seat, "word": word}
        for seat, word in enumerate(("HOUSE", "NEWTS", "ROAST"))
    ]
    marks = [[0, "-y---", "<"], [1, "-g--y", "<"], [2, "---y-", ">"]]
    rows = [{"is": "dealt", "hands": [[0, 1], [1, 2], [2, 3]], "pile": [4, 5]}]
    rows += [{"is": "queried", "by": 0, "word": "PECAN"}]
    rows += [{"is": "marked", "marks": marks}, {"is": "opened", "tries": [], "turn": 1}]
    _, game = resumed("wqrdles", JOINED, *hid, *rows)

    assert game.phase == "query"
    assert game.round.seats == (0, 1, 2)
    assert game.round.turn == 1


@pytest.mark.parametrize("name", BEGUN)
def test_who_left_first_comes_back_last(name):
    """Coming and going are undone one by one."""
    engine, game = resumed(name)
    for action in (Leave(Seat(1)), Join(Seat(3)), Undo(), Undo()):
        game = engine.fold(game, engine.act(game, action))

    assert engine.sitting(game) == (0, 1, 2)


def test_what_is_taken_back_is_what_was_done_last():
    """Older undoings pass over those who sat down."""
    facts = [(GAMES["keyword"].fact(row),) for row in (BEGUN["keyword"][1], JOINED)]
    passed, joined = facts
    done = [passed, joined]
    assert take_back(done, Undone(1), lambda one: one) == [passed]
    assert done == [joined]

    assert take_back(done, Undone(1, (Seat(3),)), lambda one: one) == [joined]
    assert take_back(done, Undone(1), lambda one: one) == []


#: The text after a game without a finished round, on a page and on the screen.
UNFINISHED = {
    "en": ("The game ended before the first round was finished.", "No round finished"),
    "de": (
        "Das Spiel endete, bevor die erste Runde fertig war.",
        "Keine Runde fertig",
    ),
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", UNFINISHED)
def test_a_game_that_ends_in_its_first_round_has_no_winner(name, language):
    """U9: a game that ends in its first round has no winner, in each game."""
    engine = GAMES[name]
    least, _ = engine.NEEDS.seats
    length = next(iter(engine.NEEDS.lengths), 0)
    spoken = load_language(language)
    begun = engine.start(Header(name, least, length, language=spoken))
    facts = engine.act(begun, End())
    over = engine.fold(begun, facts)
    assert engine.is_over(over)
    assert over.winners == ()
    line = engine.face(over, ("Ann", "Ben", "Cem")[:least]).table.line
    texts = load_texts(language)
    said = (texts.say(line, "page"), texts.say(line, "screen"))
    assert said == UNFINISHED[language]
    (moment,) = engine.moments(begun, facts, over)
    assert [one.code for one in moment.said] == ["clip-game-unfinished"]


def test_of_many_players_the_best_are_told_with_their_points():
    """With many players only the best are listed with points; ties go by seat."""
    five = points_line(("Ann", "Ben", "Cem", "Dora", "Emil"), (1, 0, 7, 1, 2))
    assert five == say("status-points", points="Ann 1  Ben 0  Cem 7  Dora 1  Emil 2")
    bots = ("Ann", "Bot Panda", "Bot Cat", "Bot Bear", "Bot Owl")
    best = points_line(bots, (1, 0, 7, 1, 2))
    assert best == say(
        "status-best", points="Bot Cat 7  Bot Owl 2  Ann 1  Bot Bear 1", n=1
    )
