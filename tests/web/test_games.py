"""Any game at the web: which there are, their house rules, and whose line it is."""

import pytest

from tests.web.school import school


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


async def table_of(board, *names):
    """Return a phone for each of these names."""
    phones = []
    for name in names:
        phone = board.browser("192.0.2.20")
        body = {"code": board.web.room.code, "name": name}
        assert (await phone.post("/api/join", **body))["ok"]
        phones.append(phone)
    return phones


async def state(browser, view="wall"):
    return await browser.get(f"/api/state?as={view}&lang=en")


# --- choosing ---------------------------------------------------------------


async def test_every_game_is_offered_with_its_rules_in_words(board):
    """Each game is listed with its seats, rule, and options with their defaults."""
    for language in "en", "de":
        games = (await board.browser().get(f"/api/games?lang={language}"))["games"]
        texts = board.web.services.texts[language]
        assert [one["name"] for one in games][:2] == ["decipher", "codecards"]
        for one in games:
            least, most = one["seats"]
            assert 1 <= least <= most <= 8
            assert texts.has(f"game-{one['name']}", "page")
            assert " " in one["rule"]
            for option in one["knobs"]:
                assert option["text"][0] not in "{<"
                values = [choice["value"] for choice in option["choices"]]
                assert option["default"] in values
                assert option["value"] == option["default"]


async def test_a_game_is_begun_with_rules_of_ones_own(board):
    """The wall's sheet says which of them this table has settled for itself."""
    phone, _ = await table_of(board, "Ann", "Ben")
    before = await state(phone)
    assert (before["chosen"], before["page"]) == ("decipher", "decipher")

    wishes = {"game": "keyword", "rules": {"sand_s": 60}}
    assert await phone.post("/api/begin", **wishes) == {"ok": True}
    now = await state(board.browser())
    assert (now["game"], now["page"]) == ("keyword", "keyword")
    sheet = {one["name"]: one for one in now["rules"]}
    assert (sheet["sand_s"]["value"], sheet["sand_s"]["usual"]) == ("60", False)
    assert (sheet["keyword"]["value"], sheet["keyword"]["usual"]) == ("KEYWORD", True)


@pytest.mark.parametrize(
    "wishes",
    [
        {"game": "chess"},
        {"game": "keyword", "rules": {"sand_s": -1}},
        {"game": "keyword", "rules": {"jokers": 3}},
        {"rules": {"sand_s": [60]}},
        {"game": "../keyword"},
    ],
)
async def test_what_no_game_knows_is_not_chosen(board, wishes):
    phone, _ = await table_of(board, "Ann", "Ben")
    assert "error" in await phone.post("/api/begin", **wishes)
    assert board.see()["phase"] == "choosing"


async def test_too_few_cannot_begin(board):
    [phone] = await table_of(board, "Ann")
    assert await phone.post("/api/begin", game="codecards") == "players-few"


async def test_a_teacher_chooses_for_the_class(board):
    """The wall follows; a game already chosen keeps its own rules."""
    teacher = await board.teacher()
    path = "/api/teacher/settings"
    assert await teacher.post(path, place="class", game="keyword") == {"ok": True}
    assert await teacher.post(path, rules={"sand_s": 60}) == {"ok": True}
    assert (await state(board.browser()))["chosen"] == "keyword"
    assert await teacher.post(path, game="decipher") == {"ok": True}
    assert all(one["usual"] for one in (await state(board.browser()))["rules"])
    assert await teacher.post(path, game="keyword") == {"ok": True}
    assert not all(one["usual"] for one in (await state(board.browser()))["rules"])


# --- whose line it is -------------------------------------------------------


async def test_a_line_is_signed_by_the_phone_that_sends_it(board):
    """An action of a phone counts for its own seat; one for another seat is refused."""
    ann, ben = await table_of(board, "Ann", "Ben")
    await ann.post("/api/begin", game="keyword")
    assert await ben.post("/api/do", do="deal") == {"ok": True}

    assert await ben.post("/api/do", do="pass", by=0) == "not-your-seat"
    assert await board.browser().post("/api/do", do="pass") == "not-your-seat"
    assert await ben.post("/api/do", do="pass", discard="") == {"ok": True}
    assert [list(board.see()["view"]["passed"])] == [[1]]


async def test_each_seat_reads_its_own_secrets_alone(board):
    """A seat's secrets are in the document of its own phone only."""
    ann, ben = await table_of(board, "Ann", "Ben")
    await ann.post("/api/begin", game="keyword")
    await ann.post("/api/do", do="deal")

    one, other = [(await state(phone, "seat")) for phone in (ann, ben)]
    assert len(one["you"]["secret"]["hand"]) == len(other["you"]["secret"]["hand"])
    assert one["you"]["secret"]["hand"] != other["you"]["secret"]["hand"]
    assert "hand" not in one["view"]
    assert "you" not in await state(board.browser())


@pytest.mark.parametrize(
    "line",
    [
        {"do": "deal", "hands": ["ABC", "DEF"]},  # chance is the board's
        {"do": "pass", "drawn": "A"},
        {"do": "timeup"},
        {"do": "tap", "zone": 1, "kind": "red"},  # of another game
        {"do": "join", "by": 1},
        {"do": "lay", "word": "CAT", "blue": {"a": 1}},
    ],
)
async def test_what_only_the_board_does_no_page_does(board, line):
    ann, _ = await table_of(board, "Ann", "Ben")
    await ann.post("/api/begin", game="keyword")
    before = board.see()["view"]
    answer = await ann.post("/api/do", **line)
    assert isinstance(answer, dict)
    assert "error" in answer
    assert board.see()["view"] == before


async def test_hands_alone_put_pieces_down(board):
    """A phone may neither tap a piece nor send a spoken guess."""
    ann, ben = await table_of(board, "Ann", "Ben")
    await ann.post("/api/begin", game="decipher", length=5, board_makes=False)
    await ann.post("/api/do", do="secret", word="HOBBY")
    for line in (
        {"do": "tap", "zone": 1, "kind": "red"},
        {"do": "hand", "kind": "red"},
        {"do": "guess", "word": "", "spoken": True},
    ):
        assert "error" in await ben.post("/api/do", **line)
    assert board.see()["view"]["guesses"] == ()


@pytest.mark.parametrize(
    ("game", "before", "begins"),
    [
        (
            *("wqrdles", {"do": "secret", "by": 0, "word": "HOUSE"}),
            {"do": "secret", "by": 1, "word": "MOUSE"},
        ),
        ("keyword", None, {"do": "deal"}),
    ],
)
async def test_a_phone_offers_undo_once_a_round_is_on(board, game, before, begins):
    """Before there is nothing to take back, in whichever game."""
    ann, _ = await table_of(board, "Ann", "Ben")
    await ann.post("/api/begin", game=game, length=5)
    if before is not None:
        await board.api.do(before)
    assert "undo" not in (await state(ann, "seat"))["you"]["may"]
    await board.api.do(begins)
    assert "undo" in (await state(ann, "seat"))["you"]["may"]


async def test_where_nobody_is_on_turn_whoever_is_offered_it_acts_in_class(board):
    """
    In class any phone may take an action offered to it when no seat is on turn.

    An action that is not offered is left to the teacher.
    """
    ann, _ = await table_of(board, "Ann", "Ben")
    await ann.post("/api/begin", game="keyword")
    teacher = await board.teacher()
    await board.api.send({"command": "choose", "place": "class"})

    assert await ann.post("/api/do", do="undo") == "role"
    assert await ann.post("/api/do", do="deal") == {"ok": True}
    assert await teacher.post("/api/do", do="end") == {"ok": True}


async def test_a_hidden_word_is_not_reached_by_taking_its_place(board):
    """A seat with a secret cannot be freed; a seat without one can."""
    ann, ben = await table_of(board, "Ann", "Ben")
    await ann.post("/api/begin", game="wqrdles", length=5)
    assert await ann.post("/api/do", do="secret", word="HOUSE") == {"ok": True}

    assert await ben.post("/api/free", seat=0) == "free-maker"
    assert (await state(ann, "seat"))["you"]["secret"]["word"] == "HOUSE"
    assert "HOUSE" not in str(await state(ben, "seat"))
    assert await ann.post("/api/free", seat=1) == {"ok": True}  # hides nothing yet
