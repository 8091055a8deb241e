"""What most games say of themselves, their actions and what came of them."""

from types import SimpleNamespace

from firmware_host.board.messages import say
from firmware_host.games import lines
from firmware_host.games.common import End, Leave
from firmware_host.games.wqrdles.game import wqrdles


def test_a_game_says_for_whom_it_waits() -> None:
    """Whoever is on turn by name, else nobody; in the end who has won."""
    on_turn = SimpleNamespace(over=False, turn=1)
    assert lines.waits_for(wqrdles, on_turn, ("Ann", "Ben")) == say(
        "turn-wqrdles", name="Ben"
    )
    nobodys = SimpleNamespace(over=False, turn=None)
    assert lines.waits_for(wqrdles, nobodys, ("Ann",)) == say("wait-wqrdles")
    over = SimpleNamespace(over=True, turn=None, winners=(0,))
    assert lines.waits_for(wqrdles, over, ("Ann",)).code == "game-won"


def test_a_fact_with_a_field_right_or_yes_is_an_answer() -> None:
    """Whatever has neither is simply done."""
    assert lines.answered(SimpleNamespace(right=True, yes=False)) == "right"
    assert lines.answered(SimpleNamespace(right=False)) == "wrong"
    assert lines.answered(SimpleNamespace(yes=False)) == "no"
    assert lines.answered(object()) == "ok"


def test_what_every_game_has_is_told_with_a_name_where_it_has_one() -> None:
    """Somebody leaves; the game ends."""
    assert lines.described(wqrdles, Leave(0), "Ann") == say("told-leave", name="Ann")
    assert lines.described(wqrdles, End(), "") == say("told-end")
