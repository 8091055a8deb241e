"""WQRDLES over the web: whose word is whose, and who learns it when."""

import json
import re
from dataclasses import replace

from firmware_host.board.events import PLAYER_BUTTONS, Button, Pressed, Released, Tapped
from firmware_host.board.pieces import RACK, Tile
from tests.controller.bench import until
from tests.session.evening import form_of
from tests.web.school import school

#: Two words with the same answers to each query below; both are hidden by Tina.
TWINS = ("CARED", "RACED")
QUERIES = ("LOTTO", "MUMMY")


async def told(folder, word):
    """Return the documents of all but the owner, in a game with *word* hidden."""
    heard = []
    folder.mkdir(exist_ok=True)
    async with school(folder) as board:
        phones = [board.browser(f"192.0.2.{n}") for n in (1, 2, 3)]
        for phone, name in zip(phones, ("Tina", "Lee", "Ben"), strict=True):
            code = board.web.room.code
            assert (await phone.post("/api/join", code=code, name=name))["ok"]
        rules = {"query": "own", "sequence": "off"}
        await phones[0].post("/api/begin", game="wqrdles", length=5, rules=rules)
        others = [board.browser("192.0.2.9"), *phones[1:]]

        async def ask():
            for page, who in zip(("wall", "seat", "seat"), others, strict=True):
                heard.append(await who.get(f"/api/state?as={page}"))

        for phone, secret in zip(phones, (word, "HOUSE", "PIANO"), strict=True):
            assert (await phone.post("/api/do", do="secret", word=secret))["ok"]
            await ask()
        for phone, query in zip(phones, QUERIES, strict=False):
            assert (await phone.post("/api/do", do="query", word=query))["ok"]
            await ask()
            assert (await phones[0].post("/api/do", do="guess", of=1, word="HORSE"))[
                "ok"
            ]
            await ask()
            for other in phones[1:]:
                assert (await other.post("/api/do", do="pass"))["ok"]
            await ask()
        own = await phones[0].get("/api/state?as=seat")
        await until(lambda: board.see()["view"]["rows"])
    return heard, own


def plain(documents):
    """Return documents as text, without commitments, codes and times."""
    text = json.dumps(documents)
    text = re.sub(r"\b[0-9a-f]{64}\b", "hex", text)
    text = re.sub(r'"(elapsed_ms|left_ms|n)": \d+', "time", text)
    return re.sub(r'"(join|code|url)": (\{[^}]*\}|"[^"]*")', "door", text)


async def test_two_words_that_answered_alike_are_the_same_to_everybody_else(tmp_path):
    """Two words with equal answers give the same documents except the owner's."""
    (first, own), (second, other) = [
        await told(tmp_path / word, word) for word in TWINS
    ]

    assert plain(first) == plain(second)
    assert plain([own]) != plain([other])
    assert own["you"]["secret"]["word"] == TWINS[0]
    for word in (*TWINS, "PIANO"):
        assert word not in json.dumps(first[:1] + first[3:4])


async def test_an_attempt_is_nobody_elses_until_all_are_opened(tmp_path):
    """An attempt is in no other document until all attempts are opened."""
    heard, _ = await told(tmp_path, TWINS[0])

    # Asked three times for each word, then a query, an attempt, and all opened.
    attempted, opened = heard[12:15], heard[15:18]
    assert "HORSE" not in json.dumps(attempted)
    assert all("HORSE" in json.dumps(one) for one in opened)


async def tried_at_the_board(folder, whose, word):
    """Return all documents while the first player tries a word at the board."""
    folder.mkdir()
    heard = []
    async with school(folder) as board:
        table_api, table = board.api, board.table
        await table_api.send({"command": "choose", "players": ["Tina", "Lee", "Ben"]})
        await table_api.send(
            {
                "command": "begin",
                "game": "wqrdles",
                "length": 5,
                "rules": {"query": "own"},
            }
        )
        table.session = replace(table.session, maker_screen=True)
        for seat, secret in enumerate(("HOUSE", "CARED", "PIANO")):
            await table_api.do({"do": "secret", "by": seat, "word": secret})
        await table_api.do({"do": "query", "by": 0, "word": "LOTTO"})
        others = [board.browser("192.0.2.9"), board.browser("192.0.2.2")]

        async def ask():
            for page, who in zip(("wall", "seat"), others, strict=True):
                heard.append(await who.get(f"/api/state?as={page}"))

        async def press(button):
            table.happen(Pressed(button))
            table.happen(Released(button))
            await ask()

        await press(PLAYER_BUTTONS[0])
        await press(PLAYER_BUTTONS[whose])
        changes = table.changes
        for letter in word:
            table.happen(Tapped(RACK, Tile(letter, 1)))
        await until(lambda: "".join(form_of(table.session).letters) == word)
        assert table.changes == changes
        await ask()
        await press(Button.TICK)
        await until(lambda: table.session.playing.game.round.tries)
        await ask()
    return heard


async def test_two_attempts_at_the_board_are_the_same_to_everybody(tmp_path):
    """Whosever word it is, right or wrong: no page changes by a letter of it."""
    right = await tried_at_the_board(tmp_path / "right", 1, "CARED")
    wrong = await tried_at_the_board(tmp_path / "wrong", 2, "HORSE")

    assert plain(right) == plain(wrong)
    assert not {"CARED", "HORSE"} & set(re.findall(r"[A-Z]{5}", json.dumps(right)))
