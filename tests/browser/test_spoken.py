"""
One round of each game as a screen reader announces it, on a phone and the board.

The golden texts are to be read like a commentary. To write them again, delete them, run
this file twice, and read the changes.
"""

from collections.abc import Awaitable, Callable
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.games.keyword.rules import Deal
from firmware_host.languages import CODES
from tests.browser import demo as demos
from tests.browser.listener import Listener
from tests.browser.rounds import GAMES as AT_BOARD, OtherBeginsError, pair
from tests.browser.served import Served, come
from tests.controller.bench import until
from tests.opened import played_before

GOLDEN = Path(__file__).parents[1] / "golden" / "spoken"

#: Does a line of the game, and notes it.
Do = Callable[..., Awaitable[None]]


async def decipher(_board: Served, do: Do, lang: str) -> None:
    """Ben hides a word; Ann gets No and Yes, guesses wrong, and then right."""
    word, wrong = {"en": ("CAT", "CUT"), "de": ("HUT", "HAT")}[lang]
    kind = {"en": "blue", "de": "red"}[lang]
    await do("begin", game="decipher", length=3, board_makes=False)
    await do("secret", by=BEN, word=word)
    await do("tap", on_turn=ANN, zone=1, kind=kind)
    if lang == "en":
        await do("tap", on_turn=ANN, zone=1, kind="red")
    await do("guess", by=ANN, word=wrong)
    await do("guess", by=ANN, word=word)


async def codecards(board: Served, do: Do, _lang: str) -> None:
    """Both players hide three cards, and play on them."""
    await do("begin", game="codecards", rules={"cards": "real"})
    await do("code", by=BEN, cards=["QH", "7C", "AS"])
    with patch("os.urandom", return_value=bytes(32)):  # the lot falls as it always does
        await board.do("code", by=ANN, cards=["2D", "10D", "KC"])
        first = (await begun(board))["turn"]
    await do("lot")
    for at, card in enumerate(("3S", "4H", "5D", "6S", "8H", "9C")):
        on_turn = (first + at // 3) % 2
        await do("play", on_turn=on_turn, column=at % 3 + 1, card=card)


async def begun(board: Served) -> dict[str, Any]:
    """Return the public view once a seat is on turn."""
    await until(lambda: board.school.see()["view"].get("turn") is not None)
    view: dict[str, Any] = board.school.see()["view"]
    return view


async def wqrdles(_board: Served, do: Do, lang: str) -> None:
    """Two race: Ben asks and passes, Ann finds his word in her first row."""
    ben, ann, asks = WORDS[lang]
    await do("begin", game="wqrdles", length=4)
    await do("secret", by=BEN, word=ben)
    await do("secret", by=ANN, word=ann)
    await do("query", by=BEN, word=asks)
    await do("pass", by=BEN)
    await do("query", by=ANN, word=asks)
    await do("guess", by=ANN, word=ben)


async def keyword(_board: Served, do: Do, lang: str) -> None:
    """Ann lays the longer word."""
    long, short = {"en": ("BEAN", "CAT"), "de": ("HAUS", "TAT")}[lang]
    await do("begin", game="keyword", rules={})
    hands = (*short, *"IYQ"), (*long, "X", "Z")
    await do("deal", cards=Deal(hands, tuple("ATRWES"), bytes(32)))
    await do("lay", by=BEN, word=short)
    await do("lay", by=ANN, word=long)


def acts(text: str) -> list[tuple[str, list[str]]]:
    """
    Return the actions, each with its announcements in sorted order.

    The order of two announcements depends on the machine's load. So does whether an
    immediate action of the board is announced before it is over.
    """
    found = [part.splitlines() for part in text.split("> ") if part]
    return [
        (act, sorted({one for one in said if not one.endswith(AT_ONCE)}))
        for act, *said in found
    ]


#: The ends of announcements that are outdated at once.
AT_ONCE = tuple(
    line
    for texts in map(load_texts, CODES)
    for line in (
        texts.find("cards-lot", "page"),
        # After the last hidden card the first player is drawn.
        texts.find("web-board-answer", "page").format(
            n=6, word=texts.find("card-lies", "screen")
        ),
    )
)

#: The one that shows most in least time.
SHORTEST = ("decipher", "de")

BEN, ANN = 0, 1
WORDS = {"en": ("LAMP", "CAKE", "LAKE"), "de": ("HAUS", "BAUM", "LAND")}
GAMES = {
    "decipher": decipher,
    "codecards": codecards,
    "wqrdles": wqrdles,
    "keyword": keyword,
}


@pytest.mark.parametrize(
    ("game", "lang"),
    [
        pytest.param(*one, marks=() if one == SHORTEST else pytest.mark.long)
        for one in product(GAMES, CODES)
    ],
)
async def test_a_round_reads_like_a_commentary(board, open_page, game, lang):
    """The announcements of a round are those of the golden text."""
    await board.school.api.send({"command": "choose", "language": lang})
    await board.people("Ben")
    ann = await come(board, open_page, "Ann", lang=lang)
    listener = Listener(ann)
    await listener.begin()

    async def do(act: str, **more: Any) -> None:
        who = more.pop("on_turn", more.get("by"))
        if act == "begin":
            await board.begin(**more)
        elif act == "deal":
            await board.school.table.submit(more.pop("cards"))
        elif act != "lot":  # which the board casts by itself
            await board.do(act, **more)
        more.pop("by", None)
        name = {BEN: "Ben: ", ANN: "Ann: "}.get(who, "")  # type: ignore[call-overload] # None is nobody
        known = more.values() if act != "begin" else ()
        what = " ".join(
            " ".join(one) if isinstance(one, list) else str(one) for one in known
        )
        await listener.after(f"{name}{act} {what}".strip())

    await GAMES[game](board, do, lang)
    check(f"{game}-{lang}", listener.text)


def check(name: str, text: str) -> None:
    """Compare the announcements with the golden text; write one that is missing."""
    golden = GOLDEN / f"{name}.txt"
    if not golden.exists():
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
        pytest.fail(f"{golden.name} was written; read it")
    assert acts(text) == acts(golden.read_text(encoding="utf-8"))


#: As long as something that the board says may come after something else.
SOON_MS = 1200

#: The announcements at the board's page.
TOLD = list(product(GAMES, CODES))


@pytest.mark.long
@pytest.mark.parametrize(("game", "lang"), TOLD)
async def test_a_round_at_the_board_is_told_to_whoever_plays_by_keys(
    tmp_path, open_page, game, lang
):
    """A round by keys at the board has the golden announcements and focus."""
    for tries in range(10):
        folder = tmp_path / str(tries)
        played_before(folder)
        demo = demos.start(folder)
        try:
            page = await open_page(f"{demo.at('/')}?lang=en", size=(1280, 800))
            text = await told_at_board(page, game, lang)
            await page.close()
        except OtherBeginsError:
            await page.close()
            continue
        finally:
            demo.kill()
        check(f"board-{game}-{lang}", text)
        return
    pytest.fail("the other one began each time")


async def told_at_board(page: Any, game: str, lang: str) -> str:
    """Play a round by keys; return actions, announcements and focus."""
    listener = Listener(page, SOON_MS)

    async def done(what: str) -> None:
        if not await page.evaluate("() => 'heard' in window"):
            await listener.begin()
        await page.locator(".board:not(.revealing):not(:has(.cc-answers))").wait_for()
        await listener.after(what)
        things = [one for one in await two.sight.things() if one.focused]
        here = things[-1]
        if here.name != what:
            name = "nothing" if here.role == "RootWebArea" else here.name
            listener.note(f"[{name}]")

    two = await pair(page, "keys", lang, done)
    two.begins = 0
    await AT_BOARD[game](two)
    return listener.text
