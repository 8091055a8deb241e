"""The key of an evening: it never leaves the board, however it was given."""

import re

import pytest

from firmware_host.board.events import ZONE_BUTTONS, Button, Pressed, Released
from firmware_host.hall.evening import LETTERS, new_key, seed_of
from firmware_host.session.modes import choosing
from firmware_host.session.modes.evening_key import EveningKey
from tests.controller.bench import until
from tests.web.school import made
from tests.web.test_canary import evening, heard_by_all, round_is_on

KEY = new_key(bytes(range(7, 23)), language="en", length=5, rounds=1)
GROUPS = tuple(KEY.spoken.split())


def press(now, button):
    """Press and release a button."""
    now.table.happen(Pressed(button))
    now.table.happen(Released(button))


async def by_buttons(now, ears):
    """Enter the key at the board's buttons; check that no client learns a letter."""
    now.table.session = choosing.ask(now.table.session, "rules")
    press(now, Button.ZONE_3)
    press(now, Button.TICK)
    await until(lambda: EveningKey.at(now.table.session) is not None)
    sockets, asked = {f"socket {name}" for name in ears.people}, "Schlüssel des Abends?"
    await until(lambda: sockets <= ears.hits(asked))
    ears.heard.clear()
    before = now.table.changes
    for group in GROUPS:
        for button, letter in zip(ZONE_BUTTONS, group, strict=False):
            for _ in range(LETTERS.index(letter) + 1):
                press(now, button)
        assert now.table.face.local.line["letters"] == group
        if group != GROUPS[-1]:
            press(now, Button.TICK)
    assert (ears.heard, now.table.changes) == ([], before)
    await ears.ask(ears.people)
    said = b"".join(one for _, one in ears.heard)
    assert b"The key of the evening?" in said, "deaf ears prove nothing"
    assert not any(re.search(rf"\b{group}\b".encode(), said) for group in GROUPS)
    press(now, Button.TICK)


async def by_page(now, ears):
    """Give it at the teacher's page, with who plays."""
    assert now.table.session.going is None
    who = {"players": ["Tina", "Ben", "Lee"]}
    teacher = ears.people["teacher"].client
    body = await made(teacher, "/api/evening", {"key": KEY.spoken, **who})
    answer = await teacher.post("/api/evening", json=body)
    assert answer.is_success
    ears.note("evening", answer)


@pytest.mark.parametrize("give", [by_buttons, by_page])
async def test_no_canary_of_a_key_is_heard(give, tmp_path, caplog):
    """Neither the key nor its seed is in a page, log, backup or stored game."""
    caplog.set_level("INFO", "websockets.client")  # our own, and it has much to say
    with caplog.at_level("DEBUG"):
        async with evening(tmp_path, caplog) as (now, ears):
            await give(now, ears)
            await until(lambda: round_is_on(now))
            await ears.look_around()
            await ears.ask(ears.people)
            await ears.ask_for_the_past()
            word = now.table.session.playing.game.round.puzzle.word
            await now.api.do({"do": "guess", "by": 0, "word": word})
            await heard_by_all(now, ears)
            await ears.ask_for_the_past()
            known = seed_of(KEY)
            assert now.table.session.playing.seed == known
            assert "socket public" in ears.hits(word), "deaf ears prove nothing"
            for canary in (KEY.text, KEY.spoken, known.hex()):
                assert ears.hits(canary) == set()
            journal = b"".join(
                path.read_bytes()
                for path in tmp_path.iterdir()
                if path.name.startswith("letterzone")
            )
            assert KEY.text.encode() not in journal
            assert KEY.spoken.encode() not in journal
