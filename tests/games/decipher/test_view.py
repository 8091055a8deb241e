"""Views of Decipher: they reveal no more than the answers."""

import pytest
from hypothesis import given, settings, strategies as st

from firmware_host.app.content.languages import load_language, load_texts
from firmware_host.board.events import Woke
from firmware_host.board.faces import Lamp
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import BOARD, KINDS
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import (
    AskForPiece,
    Guess,
    HandOver,
    PassTurn,
    Retire,
    SetSecret,
)
from firmware_host.games.decipher.view import MakerView
from firmware_host.games.game import End, GameEnded, Leave, Undo, Void
from firmware_host.games.views import SeatView, Viewer
from tests.games.pictures import table
from tests.games.play import (
    BEN,
    BLUE,
    ENTROPY,
    GREEN,
    LEE,
    RED,
    TINA,
    YELLOW,
    begun,
    do,
    guess,
    header,
    lay_all_but,
    refusal,
    tap,
    wrong_guesses,
)
from tests.games.stories import moment

NAMES = ("Tina", "Lee", "Ben")
WORDS = [
    load_language("en").common.word(5, at)
    for at in range(0, load_language("en").common.count(5), 7)
]

actions = st.one_of(
    st.builds(tap, st.integers(1, 5), st.sampled_from(KINDS)),
    st.builds(guess, st.sampled_from([LEE, BEN]), st.sampled_from(WORDS)),
    st.sampled_from([AskForPiece(), PassTurn()]),
)


def alike(game):
    """Return face and views without the commitment, which differs on purpose."""
    face = decipher.face(game, NAMES)
    seen = [decipher.view(game, viewer) for viewer in (Viewer.PUBLIC, LEE, BEN)]
    commitment = getattr(seen[0], "commitment", "")
    return repr((face, seen)).replace(commitment, "") if commitment else repr(face)


def public(outcome):
    """Return the public part of an outcome."""
    return outcome.public_code if isinstance(outcome, Refused) else outcome


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(WORDS), st.sampled_from(WORDS), st.lists(actions, max_size=14))
def test_two_words_that_answered_alike_look_alike(one, other, script):
    """Two words with equal answers have equal views and faces."""
    a, b = begun(one), begun(other)
    for action in script:
        assert alike(a) == alike(b)
        outcomes = decipher.act(a, action), decipher.act(b, action)
        if public(outcomes[0]) != public(outcomes[1]):
            return
        if not isinstance(outcomes[0], Refused) and not isinstance(
            outcomes[1], Refused
        ):
            a = decipher.fold(a, outcomes[0])
            b = decipher.fold(b, outcomes[1])


def test_the_check_would_see_a_view_that_tells_more():
    """Two makers' views do differ, so the comparison can fail."""
    views = [decipher.view(begun(word), TINA) for word in ("HOBBY", "PANDA")]

    assert views[0] != views[1]


@pytest.mark.parametrize("viewer", [Viewer.PUBLIC, LEE, BEN])
def test_only_the_maker_sees_the_word(viewer):
    """Only the maker's view has the word, and no repr has it."""
    game = begun("HOBBY")

    assert "HOBBY" not in repr(decipher.view(game, viewer))
    assert "HOBBY" not in repr(decipher.face(game, NAMES))
    assert "HOBBY" not in repr(game)
    assert decipher.view(game, TINA).word == "HOBBY"
    assert isinstance(decipher.view(game, TINA), MakerView)
    assert type(decipher.view(game, LEE)) is SeatView


def test_how_many_pieces_are_hidden_is_secret_until_bonus_mode():
    """The number of hidden pieces is secret until bonus mode."""
    assert decipher.view(begun("HOBBY"), Viewer.PUBLIC).hidden is None
    assert decipher.view(begun("III"), Viewer.PUBLIC).hidden == 3


def test_after_the_round_word_and_nonce_are_public():
    """After the round the commitment can be computed from the public view."""
    game = begun("HOBBY")
    promised = decipher.view(game, Viewer.PUBLIC).commitment
    result = decipher.view(do(game, guess(LEE, "HOBBY")), Viewer.PUBLIC).results[0]

    import hmac  # noqa: PLC0415 - as an outsider would check it

    key = bytes.fromhex(result.nonce)
    assert hmac.new(key, b"1:HOBBY", "sha256").hexdigest() == promised


def test_the_last_answer_stands_on_its_zone_until_the_next_action():
    """A zone shows its answer with lamp and word until the next action."""
    game = do(begun("HOBBY"), tap(2, RED))
    zone = decipher.face(game, NAMES).zones[1]

    assert (zone.lamp, zone.word.code) == (Lamp.NO, "no")
    assert zone.covered == (True, False, False, False)
    moved = decipher.face(do(game, tap(1, RED)), NAMES)
    assert moved.zones[1].lamp is Lamp.DARK
    assert moved.zones[0].lamp is Lamp.YES
    assert moved.zones[0].placed == (1, 0, 0, 0)


def test_a_zone_says_which_letters_its_pieces_can_still_become():
    """A zone lists the letters that it can become, from pieces and NO tokens alone."""
    game = do(begun("HOBBY"), tap(1, RED), tap(2, RED))
    first, second, *_ = decipher.face(game, NAMES).zones

    assert set(first.forms) == set("ABDEFHIKLMNPRTVWXZ")
    assert second.forms == ""
    other = do(begun("MOLLY"), tap(1, RED), tap(2, RED))
    assert decipher.face(other, NAMES).zones == decipher.face(game, NAMES).zones


def test_it_always_says_whom_it_waits_for():
    """The table's line always has the awaited player and the action."""
    lines = {
        "turn-take": begun("HOBBY"),
        "turn-place": do(begun("HOBBY"), tap(2, RED)),
        "turn-bonus": begun("III"),
        "turn-asked": do(begun("III"), AskForPiece()),
        "turn-wait": begun("HOBBY", options=(("hand", "confirm"),)),
    }

    for code, game in lines.items():
        line = decipher.face(game, NAMES).table.line
        assert line.code == code
        assert line["name"] == "Lee"


def test_between_rounds_the_word_stands_in_its_zones_with_its_pieces():
    """Between rounds each zone has its letter and the letter's pieces."""
    game = do(begun("HOBBY"), guess(LEE, "HOBBY"))
    face = decipher.face(game, NAMES)

    assert [zone.letter for zone in face.zones] == [*"HOBBY", None]
    assert face.zones[2].build == (1, 0, 0, 2)
    assert face.table.line["name"] == "Lee"
    assert GREEN in KINDS


def handed(game):
    """Return the game after the board's own actions."""
    while decipher.wake(game) is not None:
        game = do(game, decipher.interpret(game, Woke()))
    return game


def second_round(*actions):
    """Return a game whose second word the board has just made, a piece handed over."""
    game = do(begun("HOBBY", board_makes=True, rounds=2), *actions)
    return handed(do(game, SetSecret(BOARD, "PANDA", override=True, entropy=ENTROPY)))


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        (guess(LEE, "HOBBY"), {"name": "Lee", "word": "HOBBY"}),
        (Void(), {"word": "HOBBY"}),
    ],
    ids=["guessed", "void"],
)
def test_where_the_board_makes_the_next_word_the_last_one_stays(ending, said):
    """If the board makes the next word, the last word stays shown with its result."""
    game = second_round(ending)
    face = decipher.face(game, NAMES)

    assert game.round.holding is not None
    assert [zone.letter for zone in face.zones] == [*"HOBBY", None]
    assert dict(face.table.status.values) == said
    assert face.table.line.code == "turn-place"
    assert face.table.note["hex"] == game.round.puzzle.commitment


@pytest.mark.parametrize("act", ["tap", "guess", "retire", "leave"])
def test_the_last_word_goes_with_the_first_thing_that_anybody_does(act):
    """The first action of a round removes the last word, and its undo restores it."""
    game = second_round(guess(LEE, "HOBBY"))
    kind, one = game.round.holding, game.round.turn
    first = {
        "tap": tap(1, kind),
        "guess": guess(one, "HAPPY"),
        "retire": Retire(one),
        "leave": Leave(one),
    }[act]
    after = handed(do(game, first))
    face = decipher.face(after, NAMES)

    assert not any(zone.letter for zone in face.zones)
    assert face.table.status.code == "status-round"
    assert decipher.face(do(after, Undo()), NAMES) == decipher.face(game, NAMES)


def test_a_word_that_people_make_is_begun_with_empty_zones():
    """The last one was shown for as long as the maker took."""
    game = do(begun("HOBBY"), guess(LEE, "HOBBY"), SetSecret(LEE, "PANDA"))

    assert not any(zone.letter for zone in decipher.face(game, NAMES).zones)


def test_at_the_end_it_is_said_who_found_the_last_word():
    """At the end the table screen names who found the last word."""
    game = do(begun("HOBBY", board_makes=True, rounds=1), guess(LEE, "HOBBY"))
    face = decipher.face(game, NAMES)

    assert face.table.line.code == "game-won"
    assert dict(face.table.note.values) == {"name": "Lee", "word": "HOBBY"}
    assert [zone.letter for zone in face.zones] == [*"HOBBY", None]


def test_the_board_shares_a_victory_by_its_name():
    """A shared win of the board has the board's name in each language."""
    shared = GameEnded((5, 5), (TINA, BOARD))
    names = (*NAMES, say("the-board"))
    line = decipher.describe_fact(shared, lambda seat: names[seat])

    said = load_texts("en").say(line, "screen"), load_texts("de").say(line, "screen")
    assert said == ("Shared: Tina, the board", "Geteilt: Tina, das Brett")


@pytest.mark.parametrize(
    ("endings", "line", "status"),
    [
        ([guess(TINA, "HOBBY")], "alone-all(found=1 rounds=1 n=0)", "Tina 13"),
        ([Retire(TINA)], "alone-some(found=0 rounds=1 n=0)", "Tina 3"),
        (
            [guess(TINA, "HOBBY"), Retire(TINA)],
            "alone-some(found=1 rounds=2 n=0)",
            "Tina 16",
        ),
        ([guess(TINA, "HOBBY")] * 2, "alone-all(found=2 rounds=2 n=0)", "Tina 26"),
    ],
)
def test_a_lone_seeker_is_told_how_many_words_were_found(endings, line, status):
    """A single seeker's result is the number of found words."""
    game = decipher.start(header(seats=1, board_makes=True, rounds=len(endings)))
    for ending in endings:
        game = do(game, SetSecret(BOARD, "HOBBY", override=True), ending)
    board = f"status-points(points={status})"

    assert table(decipher.face(game, NAMES[:1]))[:2] == (line, board)


@pytest.mark.parametrize(
    ("kind", "zone"), [(RED, 2), (YELLOW, 2), (BLUE, 5), (GREEN, 2)]
)
def test_a_no_token_covers_the_symbol_of_its_own_kind(kind, zone):
    """O has two blue pieces, and Y three yellow ones."""
    face = decipher.face(do(begun("HOBBY"), tap(zone, kind)), NAMES)

    assert face.zones[zone - 1].covered == tuple(one is kind for one in KINDS)
    assert [any(one.covered) for one in face.zones].count(True) == 1


# --- a guess that was said, and advice ---------------------------------------

WRONG = Guess(LEE, "", spoken=True)


def test_only_a_maker_at_the_table_can_have_heard_it():
    """Only a maker at the table can judge a spoken guess, which has no word."""
    assert refusal(begun("HOBBY"), WRONG) == ""
    assert refusal(begun("HOBBY"), Guess(TINA, "", spoken=True)) == "not-a-seeker"
    assert refusal(begun("HOBBY"), Guess(LEE, "")) == "guess-length"
    assert refusal(begun("HOBBY"), Guess(LEE, "HO", spoken=True)) == "guess-length"
    assert refusal(begun("HOBBY", board_makes=True), WRONG) == "guess-length"


def test_a_guess_that_was_called_out_is_read_as_it_was_written():
    line = decipher.action_json(WRONG)
    assert line == {"do": "guess", "by": LEE, "word": "", "spoken": True}
    assert decipher.action(line) == WRONG


# --- moments -----------------------------------------------------------------


def just(game, action):
    """Return the moments of an action, as lines."""
    facts = decipher.act(game, action)
    return list(map(moment, decipher.moments(game, facts, decipher.fold(game, facts))))


def test_a_yes_names_whose_turn_it_is_next():
    assert just(begun(), tap(1, RED)) == [
        "just yes Lee zone 1 red | yes",
        "just turn Ben | turn-next",
    ]


@pytest.mark.parametrize(
    ("noes", "left"),
    [
        ((1,), "zones number-2 number-3 number-4 and-5 left"),
        ((1, 5), "zones number-2 number-3 and-4 left"),
        ((1, 5, 3), "zones number-2 and-4 left"),
        ((1, 5, 3, 4), "only-2"),
    ],
)
def test_a_no_says_which_zones_are_left(noes, left):
    """The piece stays in hand: nothing else is waited for."""
    *before, zone = noes
    game = do(begun(), *(tap(one, BLUE) for one in before))
    assert just(game, tap(zone, BLUE)) == [f"just no Lee zone {zone} blue | no {left}"]


def test_bonus_mode_has_a_moment_of_its_own():
    """Bonus mode has a moment, by the last piece before it or at once."""
    game = decipher.start(header(length=3))
    made = SetSecret(TINA, "ICI", override=True)
    assert just(game, made) == [
        "just bonus | bonus",
        "just turn Lee | turn-next turn-bonus",
    ]
    told = just(lay_all_but(begun(), 4), tap(4, GREEN))
    assert told[1:] == [
        "just bonus | bonus",
        "just turn Ben | turn-next turn-bonus",
    ]


def test_a_bonus_token_is_paid_and_a_turn_is_passed():
    game = begun("ICI")
    assert just(game, AskForPiece()) == ["just asked Lee", "just turn Lee | turn-asked"]
    assert just(game, PassTurn()) == ["just turn Ben | turn-next"]


def test_the_piece_in_hand_is_told():
    """The kind of the piece in hand is in the turn's moment."""
    game = begun()
    assert just(game, HandOver(BLUE)) == ["just turn Lee blue | turn-place-blue"]


def test_a_wrong_guess_counts_the_tokens():
    """The word is known to all, and is in no voice."""
    game = begun()
    told = []
    for wrong in ("HORSE", "PANDA", "TIGER"):
        told += just(game, guess(BEN, wrong))
        game = do(game, guess(BEN, wrong))
    assert told == [
        "just wrong Ben HORSE | told-wrong",
        "just last-token Ben PANDA | told-wrong",
        "just out Ben TIGER | told-wrong",
    ]


def test_the_end_of_a_round_says_who_makes_the_next_word():
    assert just(begun(), guess(LEE, "HOBBY")) == [
        "just right Lee | told-right",
        "just round Lee | round-guessed",
        "just turn Lee | secret-waits",
    ]
    assert just(begun(), Void()) == [
        "just voided | round-voided",
        "just turn Tina | secret-waits",
    ]


def test_what_is_undone_is_told_with_whose_turn_it_is_again():
    game = do(begun(), tap(1, RED))
    assert just(game, Undo()) == [
        "just undone | told-undo",
        "just turn Lee | turn-next",
    ]


@pytest.mark.parametrize(("word", "said"), [("HOBBY", "all"), ("HORSE", "some")])
def test_a_lone_seeker_hears_whether_every_word_was_found(word, said):
    """A single seeker's last moment says if all words were found."""
    alone = begun(board_makes=True, seats=1, rounds=1)
    right = [guess(TINA, word)]
    *before, last = right if word == "HOBBY" else wrong_guesses(TINA, 3)
    *_, over = just(do(alone, *before), last)
    assert over.endswith(f"| alone-{said}")
    assert just(alone, End())[-1].startswith("just game")


def test_what_the_board_does_at_once_is_not_waited_for():
    """The board's own immediate actions are not announced as a turn."""
    game = begun(board_makes=True)
    begins = decipher.moments(None, (), decipher.start(header(board_makes=True)))
    assert begins == ()
    game = do(game, HandOver(RED))
    assert just(game, tap(1, RED)) == [
        "just yes Tina zone 1 red | yes",
        "just turn Lee | turn-next",
    ]
