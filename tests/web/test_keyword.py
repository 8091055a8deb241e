"""KEYWORD over the web: whose hand is whose, and who learns a word when."""

import json
import re

from firmware_host.app.archive.archive import JournalArchive
from firmware_host.board.commands import PartPhones
from firmware_host.board.events import ZONE_BUTTONS, Button, Pressed, Released
from firmware_host.games.keyword.rules import Deal, Lay
from tests.controller.bench import until
from tests.web.school import school

#: Two hands and words of Tina's that give all others the same documents.
TWINS = (("BEANXZ", "BEAN"), ("PLOTQJ", "PLOT"))
ROW = "AERWTS"


def deal(hand):
    """Return a deal that only the board may make."""
    return Deal((tuple(hand), tuple("OKDYIG"), tuple("CUTFMU")), tuple(ROW), bytes(32))


async def come(board, *names, **rules):
    phones = [board.browser(f"192.0.2.{n}") for n, _ in enumerate(names, 1)]
    for phone, name in zip(phones, names, strict=True):
        assert (await phone.post("/api/join", code=board.web.room.code, name=name))[
            "ok"
        ]
    await phones[0].post("/api/begin", game="keyword", rules={"sand_s": 0, **rules})
    return phones


async def told(folder, hand, word):
    """Return the documents of others while Tina holds *hand* and after her *word*."""
    folder.mkdir(exist_ok=True)
    async with school(folder) as board:
        tina, lee, ben = await come(board, "Tina", "Lee", "Ben")
        await board.table.submit(deal(hand))
        heard = []

        async def ask():
            for page, who in (("wall", board.browser()), ("seat", lee), ("seat", ben)):
                heard.append(await who.get(f"/api/state?as={page}"))
            heard.append(await ben.get("/api/history"))

        await ask()
        assert (await tina.post("/api/do", do="lay", word=word))["ok"]
        await ask()
        wrong = await lee.post("/api/do", do="lay", word=hand[:3])
        assert not _taken(wrong)
        heard.append(wrong)
        own = await tina.get("/api/state?as=seat")
        assert _taken(await lee.post("/api/do", do="pass", discard=["I"]))
        await ask()
        assert _taken(await ben.post("/api/do", do="lay", word="CUT"))
        shown = await board.browser().get("/api/state?as=wall")
    return heard, own, shown


def plain(documents):
    """Return documents as text, without codes and times."""
    text = json.dumps(documents)
    text = re.sub(r'"(elapsed_ms|left_ms|n|began|age_s)": \d+', "time", text)
    return re.sub(r'"(join|code|url)": (\{[^}]*\}|"[^"]*")', "door", text)


async def test_two_hands_and_words_are_the_same_to_everybody_else(tmp_path):
    """Wall and seats, until all words are shown; the owner alone reads them before."""
    games = [await told(tmp_path / word, hand, word) for hand, word in TWINS]
    (first, own, shown), (second, other, _) = games

    # Lee's drawn cards depend on chance: only Lee's own page may contain them.
    for one in (*first, *second):
        if (
            isinstance(one, dict)
            and isinstance(one.get("you"), dict)
            and one["you"]["seat"] == 1
        ):
            one["you"]["secret"] = None
    assert plain(first) == plain(second)
    assert own["you"]["secret"]["hand"] == sorted(TWINS[0][0])
    assert own["you"]["secret"]["own"]["word"] == "BEAN"
    assert other["you"]["secret"]["own"]["word"] == "PLOT"
    assert "BEAN" not in json.dumps(first)
    assert [one["word"] for one in shown["view"]["opened"]] == ["BEAN", "CUT"]


async def test_no_browser_says_which_cards_come(tmp_path):
    """A browser may not choose the dealt or drawn cards, or act for another seat."""
    async with school(tmp_path) as board:
        tina, lee = await come(board, "Tina", "Lee")
        hands = ["BEANXZ", "OKDYIG"]
        assert not _taken(await tina.post("/api/do", do="deal", hands=hands, row=ROW))
        assert not _taken(await board.browser().post("/api/do", do="deal"))
        assert _taken(await tina.post("/api/do", do="deal"))
        mine = (await tina.get("/api/state?as=seat"))["you"]["secret"]["hand"]
        for line in (
            {"do": "pass", "drawn": ["?"]},
            {"do": "pass", "by": 0},
            {"do": "timeup"},
        ):
            assert not _taken(await lee.post("/api/do", **line))

        assert (await tina.get("/api/state?as=seat"))["you"]["secret"]["hand"] == mine


async def behind_the_lid(folder, hand, buttons):
    """Return the pages' documents while a player chooses cards at the board."""
    folder.mkdir(exist_ok=True)
    async with school(folder) as board:
        _, lee = await come(board, "Tina", "Lee")
        given = Deal((tuple(hand), tuple("OKDYIG")), tuple(ROW), bytes(32))
        await board.table.submit(given)
        own = board.table.session.playing.seats_of(Button.CIRCLE)
        assert own[0] == 0
        for button in (Button.CIRCLE, Button.TICK, *buttons):
            for event in (Pressed(button), Released(button)):
                board.table.happen(event)
        await until(lambda: len(getattr(maker(board), "word", "?")) == len(buttons))
        shown = [await board.browser().get("/api/state?as=wall")]
        shown += [await lee.get(f"/api/state?as={who}") for who in ("seat", "board")]
        return shown, maker(board).word


def maker(board):
    return board.table.face.maker


async def test_what_is_chosen_behind_the_lid_reaches_no_page(tmp_path):
    """While cards are chosen at the board, pages show only which player is laying."""
    none, _ = await behind_the_lid(tmp_path / "none", "BEANXZ", ())
    zones = ZONE_BUTTONS[1:4]
    some, word = await behind_the_lid(tmp_path / "some", "PLOTQJ", zones)
    assert word == ("L", "O", "P")
    assert plain(none) == plain(some)
    assert none[0]["line"] == "Tina lays a word."


async def test_with_real_cards_no_page_knows_a_card_of_a_hand(tmp_path):
    """
    With real cards pages have the counts and the row, and no card of a hand.

    A laid word is public once it is shown.
    """
    async with school(tmp_path) as board:
        tina, lee = await come(board, "Tina", "Lee", cards="real")
        assert not _taken(
            await tina.post("/api/do", do="open", zone=1, card="A", tag=1)
        )
        await board.table.submit(Deal(row=tuple(ROW)))
        await board.table.submit(Lay(0, "BEAN", (0, 0, 1, 0), (), (1, 2, 0, 1)))
        seen = await lee.get("/api/state?as=seat")
        assert (seen["view"]["hands"], seen["view"]["laid"]) == ([6, 6], [0])
        assert seen["you"]["secret"] == {"hand": [], "own": None}
        assert "pass" in seen["you"]["may"]
        assert "lay" not in seen["you"]["may"]
        assert "BEAN" not in json.dumps(seen)
        assert _taken(await lee.post("/api/do", do="pass"))
        wall = await board.browser().get("/api/state?as=wall")
        assert wall["view"]["opened"][0]["word"] == "BEAN"


#: Where a phone asks for the longest words that its own hand had.
LONGEST = "/api/longest"


async def shown(board):
    """Return two phones whose players have shown the words of a round."""
    tina, lee = await come(board, "Tina", "Lee")
    hands = (tuple("BEANXZ"), tuple("OKDYIG"))
    await board.table.submit(Deal(hands, tuple(ROW), bytes(32)))
    assert await tina.get(LONGEST) == await lee.get(LONGEST) == {"words": []}
    assert _taken(await tina.post("/api/do", do="lay", word="BEAN"))
    assert await tina.get(LONGEST) == {"words": []}
    assert _taken(await lee.post("/api/do", do="pass"))
    return tina, lee


async def test_a_hands_longest_words_reach_its_holder_alone(tmp_path):
    """
    The longest words of a hand are sent to its holder only, after words are shown.

    They are the words that the history shows after the game.
    """
    async with school(tmp_path) as board:
        tina, lee = await shown(board)
        own, others = [(await one.get(LONGEST))["words"] for one in (tina, lee)]
        assert own
        assert others
        assert not {*own} & {*others}

        wall = board.browser()
        assert await wall.get(LONGEST) == {"words": []}
        ways = ("state?as=wall", "state?as=board", "history", "history/1")
        heard = [await who.get(f"/api/{way}") for who in (wall, lee) for way in ways]
        heard += [await who.get("/api/state?as=seat") for who in (tina, lee)]
        assert heard[0]["view"]["opened"]
        assert not [word for word in own if word in json.dumps(heard)]

        assert _taken(await tina.post("/api/do", do="end"))
        assert (await tina.get(LONGEST))["words"] == own
        places = (await wall.get("/api/history/1"))["positions"]
        said = [one["insight"]["said"] for one in places if one["insight"]]
        hands = f"Tina: {', '.join(own)}; Lee: {', '.join(others)}"
        assert said == [f"Longest words: {hands}."]


async def test_a_new_game_names_no_longest_word_of_the_last_one(tmp_path):
    async with school(tmp_path) as board:
        tina, _ = await shown(board)
        assert (await tina.get(LONGEST))["words"]
        await tina.post("/api/do", do="end")
        await tina.post("/api/begin", game="keyword")
        assert await tina.get(LONGEST) == {"words": []}


async def test_a_phone_that_changes_hands_meanwhile_gets_no_longest_word(
    tmp_path, monkeypatch
):
    """A phone that loses its seat while the words are computed gets none."""
    read = JournalArchive.longest
    async with school(tmp_path) as board:
        tina, _ = await shown(board)

        async def slow(archive, seat):
            words = await read(archive, seat)
            assert words
            await board.api.send(PartPhones((1,)).line)
            return words

        monkeypatch.setattr(JournalArchive, "longest", slow)
        assert await tina.get(LONGEST) == {"words": []}


def _taken(answer):
    return isinstance(answer, dict) and answer.get("ok") is True
