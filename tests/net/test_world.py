"""The world of these tests is a real board, and its checks can find faults."""

import asyncio

import pytest

from firmware_host.board.faces import Face, TableFace
from firmware_host.board.messages import say
from tests.net import checks
from tests.net.boxes import overfull
from tests.net.hands import press
from tests.net.virtual import VirtualLoop
from tests.net.world import CANARIES, World

TWO = {"begin": {"players": ["Ann", "Ben"]}}


def begun(**build):
    world = World(build)
    assert world.do(TWO)["outcome"] == "done"
    return world


def test_the_same_events_bring_the_same_everything():
    """The same seed and events give the same look; another seed gives another."""
    once, again = (begun(seed=5) for _ in range(2))
    other = begun(seed=6)
    assert once.look() == again.look() != other.look()


def test_a_full_card_takes_nothing_and_says_so():
    """With a full card nothing is stored or kept in memory, and the fault is shown."""
    world = begun()
    world.do({"card": "full"})
    guess = {"do": {"do": "guess", "by": 0, "word": "HOUSE"}}
    came = world.do(guess)
    assert came["outcome"]["refused"] == "journal-failed"
    assert came["stored"] == []
    assert world.look()["face"]["table"]["fault"] == "fault-journal"
    world.do({"card": "good"})
    assert world.do(guess)["outcome"] == "done"
    assert "fault" not in world.look()["face"]["table"]


def test_a_restart_takes_up_what_was_stored():
    world = begun()
    before = world.look()["public"]["view"]
    world.do({"restart": True})
    assert world.look()["public"]["view"] == before
    assert world.look()["face"]["table"]["note"] == "go-on"


def test_time_passes_in_no_time():
    """A refusal's lamps go out by themselves; the loop never sleeps."""
    world = begun()
    world.do({"unclear": 3})
    assert world.look()["face"]["zones"][2]["lamp"] == "refused"
    world.do({"wait": 2100})
    assert "lamp" not in world.look()["face"]["zones"][2]


# --- the checks can fail -------------------------------------------------------------


def test_an_exception_is_noticed():
    world = begun()
    world.loop.call_soon(lambda: 1 / 0)
    world.loop.settle()
    assert list(checks.kept(world)) == ["ZeroDivisionError: division by zero"]


def test_a_wake_in_the_past_is_noticed():
    world = begun()
    world.do({"wait": 5000})
    world.loop.call_later(-2, print)
    assert list(checks.kept(world)) == ["a wake 2000 ms in the past"]


def test_whatever_calls_itself_for_ever_is_noticed():
    loop = VirtualLoop()

    def again():
        loop.call_soon(again)

    with pytest.raises(AssertionError, match="never comes to rest"):
        loop.run(again)


def test_a_question_that_is_never_answered_is_noticed():
    world = begun()

    async def never(_line, _phone):
        await asyncio.Event().wait()

    world.table_api.do = never
    assert world.do({"do": {"do": "undo"}})["outcome"] == "no answer"


def test_a_row_that_never_came_is_noticed():
    """The check finds a row in memory that the journal has not stored."""
    world = begun()
    rows = world.journal._rows[1]
    assert rows
    rows.pop()
    assert "a restart would change the game" in list(checks.kept(world))


def test_a_touch_without_an_answer_is_noticed():
    look = begun().look()
    came = {"outcome": "done", "stored": [], "sounds": 0}
    assert list(checks.answered({"tap": 3, "item": "red-1"}, came, look, look))


@pytest.mark.parametrize("where", ["line", "note", "view"])
def test_a_word_that_goes_out_is_noticed(where):
    world = begun()
    look, word = world.look(), world.insight()["word"]
    assert list(checks.hushed(look, word)) == []
    look["public"][where] = {"hint": word} if where == "view" else f"is it {word}?"
    assert list(checks.hushed(look, word)) == [f"everybody reads {word}"]


def test_another_seats_secret_is_noticed():
    world = World({})
    wishes = {**TWO["begin"], "board_makes": False, "length": 5}
    world.do({"begin": wishes})
    world.do({"do": {"do": "secret", "by": 0, "word": CANARIES[-4]}})
    look = world.look()
    assert look["seats"][0]["secret"]["word"] == CANARIES[-4]
    assert list(checks.hushed(look, "")) == []
    look["seats"][1]["may"].append(CANARIES[-4].lower())
    assert list(checks.hushed(look, "")) == [f"seat 1 reads {CANARIES[-4]} of seat 0"]


def test_another_seats_hand_is_noticed_in_any_order():
    world = begun(game="keyword")
    world.do({"do": {"do": "deal"}})
    look = world.look()
    hand = list(look["seats"][1]["secret"]["hand"])
    assert len(hand) == 6
    assert list(checks.hushed(look, "")) == []
    look["public"]["view"]["more"] = hand[::-1]
    assert list(checks.hushed(look, "")) == [f"everybody reads {hand} of seat 1"]


def test_a_text_that_is_cut_off_is_noticed():
    line = say("turn-place", name="Somebody whose name has no end at all" * 5)
    assert overfull(Face(TableFace(line)), "en")
    assert not overfull(Face(TableFace(say("turn-place", name="Ann"))), "de")


def test_buttons_and_tags_come_by_the_wire():
    """An event that the controller repeats counts once."""
    world = begun()
    world.do(press("tick")[0])
    assert world.do({"again": True})["outcome"] is None


def test_a_held_button_opens_the_menu_once():
    """A piece on the rack closes the menu, even if the button is still held."""
    world = begun(place="class", input="station")
    world.do({"press": "service"})
    world.do({"wait": 3100})
    assert world.look()["face"]["table"]["line"] == "menu"
    world.do({"tap": 0, "item": "red-1"})
    assert "choices" not in world.look()["face"]["table"]
    world.do({"wait": 3100})
    assert "choices" not in world.look()["face"]["table"]
