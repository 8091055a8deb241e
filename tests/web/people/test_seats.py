"""Phones at the table: coming in, playing, a maker's secret, a hunch, going."""

import pytest

from firmware_host.board.commands import FreeSeat, JoinCommand, Sit
from firmware_host.errors import AskedError
from firmware_host.web.people.codes import MISSES
from firmware_host.web.people.room import may
from firmware_host.web.people.seats import NICKNAMES
from tests.web.school import school


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


async def come(board, *, address="192.0.2.20", **who):
    """Return a phone that has come in, or why it may not."""
    phone = board.browser(address)
    answer = await phone.post("/api/join", **{"code": board.web.room.code} | who)
    return phone if isinstance(answer, dict) and answer.get("ok") else answer


async def you(phone):
    return (await phone.get("/api/state?as=seat"))["you"]


async def table_of(board, *names):
    """Return a phone for each of these names."""
    return [await come(board, name=name) for name in names]


async def round_of(board, *names, word="HOBBY"):
    """Return phones of a round that has begun; the first one makes the word."""
    phones = await table_of(board, *names)
    await phones[0].post("/api/begin", length=len(word), board_makes=False)
    await phones[0].post("/api/do", do="secret", word=word, override=True)
    return phones


async def tap(board, zone, kind):
    """Tap a piece on the board itself."""
    return await board.api.do({"do": "tap", "zone": zone, "kind": kind})


# --- coming in --------------------------------------------------------------


async def test_a_phone_comes_in_with_the_code_and_a_name(board):
    """A phone joins with code and name, and is known by its cookie afterwards."""
    phone = await come(board, name="  Happy   Otter ")

    assert [one["name"] for one in board.see()["players"]] == ["Happy Otter"]
    assert (await you(phone))["seat"] == 0
    assert await you(board.browser()) is None


async def test_the_cookie_is_out_of_a_scripts_reach(board):
    """The cookie is HttpOnly and SameSite=Strict."""
    browser = board.browser()
    body = {"code": board.web.room.code, "name": "Ann"}
    answer = await browser.client.post("/api/join", json=body)

    crumbs = answer.headers["set-cookie"].casefold()
    assert "httponly" in crumbs
    assert "samesite=strict" in crumbs


@pytest.mark.parametrize(
    ("body", "refused"),
    [
        ({"code": "AEIO", "name": "Ann"}, "join-code"),
        ({"name": "   "}, "join-name"),
        ({"name": "\u202e\u200b"}, "join-name"),
        ({"name": "\u3164\u2800"}, "join-name"),
        ({}, "join-name"),
        ({"name": "wise OWL"}, "join-name-taken"),
        ({"seat": 0}, "join-taken"),
        ({"seat": 7}, "join-taken"),
    ],
)
async def test_who_does_not_come_in_is_told_why(board, body, refused):
    await come(board, name="Wise Owl")

    assert await come(board, **body) == refused
    assert len(board.see()["players"]) == 1


async def test_a_code_cannot_be_found_by_trying(board):
    """Twenty tries a minute, for each address."""
    phone = board.browser()
    for _ in range(20):
        assert await phone.post("/api/join", code="QQQQ", name="Ann") == "join-code"

    assert await phone.post("/api/join", code="QQQQ", name="Ann") == "join-often"
    board.clock.ahead_ms += 60_000
    assert await phone.post("/api/join", code="QQQQ", name="Ann") == "join-code"


async def test_a_right_code_counts_behind_an_address_with_many_wrong_ones(board):
    phone, other = board.browser("192.0.2.66"), board.browser("192.0.2.66")
    for _ in range(21):
        await phone.post("/api/join", code="QQQQ", name="Ann")
    body = {"code": board.web.room.code, "name": "Ann"}
    assert (await other.post("/api/join", **body))["ok"]


async def test_a_code_that_is_guessed_at_from_everywhere_changes(board):
    """The one before counts a little longer, for who is typing it."""
    before = board.web.room.code
    for n in range(MISSES):
        assert board.web.room.code == before
        guesser = board.browser(f"198.51.100.{n}")
        await guesser.post("/api/join", code="QQQQ", name="Ann")
    assert board.web.room.code != before
    assert board.web.classroom.acts[-1][0] == "code-guessed"
    late = board.browser()
    assert (await late.post("/api/join", code=before, name="Ann"))["ok"]


async def test_a_shut_door_keeps_out_whoever_has_no_place(board):
    """With a locked door seated phones play on; others and freed ones cannot join."""
    phone = await come(board, name="Ann")
    await board.web.room.set_doors(locked=True)

    assert await come(board, name="Ben") == "join-locked"
    assert (await you(phone))["seat"] == 0
    await board.api.send(FreeSeat(0).line)
    assert await you(phone) is None
    body = {"code": board.web.room.code, "name": "Ann"}
    assert await phone.post("/api/join", **body) == "join-locked"


async def test_one_phone_has_one_place(board):
    phone = await come(board, name="Ann")

    body = {"code": board.web.room.code, "name": "Ben"}
    assert await phone.post("/api/join", **body) == "join-seated"


async def test_a_free_place_is_taken_by_one_phone(board):
    """A free seat is listed by its symbol and can be taken by one phone."""
    await board.api.send(Sit("", "circle").line)

    [free] = (await board.browser().get("/api/me?lang=de"))["free"]
    assert (free["seat"], free["name"], free["symbol"]) == (0, "Kreis", "circle")
    phone = await come(board, seat=0)
    assert (await you(phone))["seat"] == 0
    assert (await board.browser().get("/api/me"))["free"] == []
    assert await come(board, seat=0) == "join-taken"


async def test_names_are_offered_that_nobody_has(board):
    """The six suggested names are all different, and none is taken."""
    taken = (await board.browser().get("/api/me"))["nicknames"][0]
    await come(board, name=taken)
    for _ in range(30):
        offered = (await board.browser().get("/api/me"))["nicknames"]
        assert len(set(offered)) == NICKNAMES
        assert taken not in offered


@pytest.mark.parametrize("sign", ["\u3164", "\u2800", "\uffa0", "\u3164 \u200b"])
async def test_a_name_that_nobody_sees_is_none_on_any_way_in(board, sign):
    """A name without visible characters is refused at joining, seating and renaming."""
    assert await come(board, name=sign) == "join-name"
    phone = await come(board, name="Ann")
    assert await phone.post("/api/rename", name=sign) == "join-name"
    for way in (
        board.api.send(Sit(sign).line),
        board.api.send(JoinCommand("key", sign).line),
    ):
        with pytest.raises(AskedError, match="letters that can be shown"):
            await way
    for way in ({"players": [sign]}, {"players": ["Ann", sign]}):
        with pytest.raises(AskedError):
            await board.api.send({"command": "choose", **way})
    assert [one["name"] for one in board.see()["players"]] == ["Ann"]


async def test_a_name_keeps_its_marks_from_phone_to_wall(board):
    """A Hindi name keeps its vowel marks in the wall's document."""
    await come(board, name="हिन्दी")
    state = await board.browser().get("/api/state?as=wall")
    assert [one["name"] for one in state["players"]] == ["हिन्दी"]


async def test_a_class_chooses_among_offered_names(board):
    """In class a phone may take only a suggested name, for joining and renaming."""
    await board.api.send({"command": "choose", "place": "class"})

    assert await come(board, name="Rude Word") == "join-nickname"
    asked = await board.browser().get("/api/me")
    assert asked["own_names"] is False
    phone = await come(board, name=asked["nicknames"][0])
    assert await phone.post("/api/rename", name="Rude Word") == "join-nickname"
    assert await phone.post("/api/rename", name=asked["nicknames"][1]) == {"ok": True}
    assert (await you(phone))["seat"] == 0


# --- playing ----------------------------------------------------------------


async def test_what_may_be_done_is_what_makes_sense(board):
    """Buttons follow the game: begin, make a word, guess, ask or pass, begin again."""
    maker, seeker = await table_of(board, "Ann", "Ben")
    assert (await you(seeker))["may"] == ["begin"]

    await seeker.post("/api/begin", length=3, board_makes=False)
    assert (await you(maker))["may"] == ["pause", "leave", "secret"]
    assert (await you(seeker))["may"] == ["pause", "leave"]

    await maker.post("/api/do", do="secret", word="CAT")
    assert (await you(maker))["may"] == ["undo", "pause", "leave", "secret"]
    assert set((await you(seeker))["may"]) >= {"guess", "retire", "undo"}

    for zone, kind in ((1, "blue"), (2, "red"), (2, "red")):
        await tap(board, zone, kind)
    assert (await you(maker))["may"] == ["undo", "pause", "leave"]
    assert set((await you(seeker))["may"]) >= {"ask", "pass", "guess"}

    await seeker.post("/api/do", do="ask")
    assert not {"ask", "pass"} & set((await you(seeker))["may"])


async def test_a_phone_acts_for_its_own_seat_alone(board):
    """A phone acts for its own seat only; without a seat it may do nothing."""
    maker, seeker, other = await round_of(board, "Ann", "Ben", "Cem")

    stranger = board.browser()
    assert await stranger.post("/api/do", do="guess", word="HOBBY") == "not-your-seat"
    assert (
        await other.post("/api/do", do="guess", word="HAPPY", by=1) == "not-your-seat"
    )
    assert await maker.post("/api/do", do="guess", word="HAPPY") == "not-a-seeker"
    assert await other.post("/api/do", do="pass") == "not-your-turn"
    assert board.see()["view"]["guesses"] == ()
    assert await seeker.post("/api/do", do="guess", word="HAPPY") == {"ok": True}
    assert board.see()["view"]["guesses"] == ((1, "HAPPY"),)


async def test_in_class_only_the_teacher_takes_back(board):
    """At home any player may undo; in class only the teacher, as the refusal says."""
    _, seeker = await round_of(board, "Ann", "Ben")
    await tap(board, 1, "red")
    assert await seeker.post("/api/do", do="undo") == {"ok": True}

    await tap(board, 1, "red")
    await board.api.send({"command": "choose", "place": "class"})
    for act in ("undo", "void", "end", "leave"):
        answer = await seeker.client.post(
            "/api/do?lang=en", json={"do": act, "seen": [1, 0]}
        )
        assert answer.status_code == 403
        assert "only the teacher" in answer.json()["text"]
    assert (await you(seeker))["may"] == ["guess", "retire"]


async def test_only_the_makers_phone_ever_reads_the_word(board):
    """Only the document of the seat that made the word contains it."""
    maker, seeker = await round_of(board, "Ann", "Ben", word="FJORD")

    secret = (await you(maker))["secret"]
    assert secret["word"] == "FJORD"
    assert secret["builds"][0] == [1, 2, 0, 0]
    assert secret["hidden"] == [3, 4, 3, 2]
    assert (await you(seeker))["secret"] is None
    for browser in (seeker, board.browser()):
        for view in ("seat", "wall"):
            answer = await browser.client.get(f"/api/state?as={view}")
            assert "FJORD" not in answer.text


async def test_whoever_takes_a_makers_place_does_not_see_its_word(board):
    """A phone that takes the seat of a word made at the board looks on without it."""
    await board.api.send(Sit("", "circle").line)
    seeker = await come(board, name="Ben")
    await seeker.post("/api/begin", length=5, board_makes=False)
    await board.api.do({"do": "secret", "by": 0, "word": "HOBBY"})

    you_there = await you(await come(board, seat=0))
    assert (you_there["looks_on"], you_there["secret"]) == (True, None)
    await board.web.room.set_doors(teams=True)
    assert (await you(await come(board, address="192.0.2.9")))["seat"] == 1


async def test_a_word_is_refused_with_its_reasons_and_may_be_played_anyway(board):
    """The dictionary can be overridden, and nothing else."""
    maker, _ = await table_of(board, "Ann", "Ben")
    await maker.post("/api/begin", length=5, board_makes=False)

    answer = await maker.client.post(
        "/api/do?lang=en",
        json={"do": "secret", "word": "QQQQQ", "seen": await maker.seen()},
    )
    assert answer.status_code == 409
    assert "Q" in answer.json()["text"]
    assert await maker.post("/api/do", do="secret", word="XYLPQ") == "word-unknown"
    body = {"do": "secret", "word": "XYLPQ", "override": True}
    assert await maker.post("/api/do", **body) == {"ok": True}


# --- a hunch ----------------------------------------------------------------


async def test_a_hunch_is_private_until_the_word_is_out_and_then_a_number(board):
    """
    A hunch is private until the word is out.

    Then all pages get the number of right ones by piece, without names.
    """
    _, ben, cem = await round_of(board, "Ann", "Ben", "Cem")
    assert await ben.post("/api/hunch", word="HOBBY") == "hunch-now"
    await tap(board, 1, "red")  # a Yes: now Cem is on turn
    assert await ben.post("/api/hunch", word="hobby") == {"ok": True}
    assert await ben.post("/api/hunch", word="HOB") == "guess-length"

    assert (await you(ben))["hunch"] == "HOBBY"
    wall = await board.browser().client.get("/api/state?as=wall")
    assert "HOBBY" not in wall.text
    assert wall.json()["hunches"] == []

    await cem.post("/api/do", do="guess", word="HOBBY")
    state = await board.browser().get("/api/state?as=wall")
    assert state["hunches"] == [{"after": 1, "count": 1}]
    words = [{"word": "HOBBY", "count": 1}]
    assert state["hunch_words"] == {"words": words, "others": 0}


async def test_the_maker_has_no_hunch(board):
    maker, _ = await round_of(board, "Ann", "Ben")
    assert await maker.post("/api/hunch", word="HOBBY") == "hunch-now"


async def test_hunches_of_a_void_round_count_nothing(board):
    """After a round is voided, the wall's document has no hunches of any round."""
    ann, ben, cem = await round_of(board, "Ann", "Ben", "Cem")
    await cem.post("/api/do", do="guess", word="HOBBY")
    await ben.post("/api/do", do="secret", word="HAPPY")
    await ann.post("/api/hunch", word="HOBBY")
    assert (await you(ann))["hunch"] == "HOBBY"
    await ann.post("/api/do", do="void")

    assert (await board.browser().get("/api/state?as=wall"))["hunches"] == []


# --- going ------------------------------------------------------------------


async def test_who_leaves_while_things_are_chosen_stands_up(board):
    """A name without a button is gone; a symbol stays, since its button does."""
    await board.api.send(Sit("", "star").line)
    star, ann = await come(board, seat=0), await come(board, name="Ann")
    for phone in (ann, star):
        assert await phone.post("/api/leave") == {"ok": True}
        assert await you(phone) is None

    assert [one["symbol"] for one in board.see()["players"]] == ["star"]


async def test_a_place_in_a_game_stays_and_can_be_taken_up_again(board):
    """A phone that is put away takes no points with it."""
    _, seeker = await round_of(board, "Ann", "Ben")
    await seeker.post("/api/leave")

    assert len(board.see()["players"]) == 2
    again = await come(board, seat=1)
    assert "guess" in (await you(again))["may"]


async def test_a_lost_phones_place_is_freed_by_who_plays_along(board):
    """
    A seated phone can free another seat, and a new phone can take it.

    The seat of the maker cannot be freed while its word is secret.
    """
    maker, seeker = await round_of(board, "Ann", "Ben")

    assert await board.browser().post("/api/free", seat=1) == "role"
    assert await seeker.post("/api/free", seat=0) == "free-maker"
    assert await seeker.post("/api/free", seat=5) == "free-nobody"
    assert await maker.post("/api/free", seat=1) == {"ok": True}
    assert await you(seeker) is None
    assert (await you(await come(board, seat=1)))["seat"] == 1


async def test_who_leaves_the_game_is_out_of_it(board):
    """At home a player can leave a game by phone; the others play on."""
    _, ben, cem = await round_of(board, "Ann", "Ben", "Cem")
    assert await ben.post("/api/do", do="leave") == {"ok": True}
    assert board.see()["view"]["seekers"] == (2,)
    assert "guess" not in (await you(ben))["may"]
    assert "guess" in (await you(cem))["may"]


async def test_a_viewer_without_a_game_may_begin_at_home_alone(board):
    phone = await come(board, name="Ann")
    assert (await you(phone))["may"] == ["begin"]
    await board.api.send({"command": "choose", "place": "class"})
    assert may(board.api.see()) == []
    assert (await phone.client.post("/api/begin", json={})).status_code == 403


# --- after a game -----------------------------------------------------------


async def test_players_who_left_after_a_game_and_came_back_begin_the_next(board):
    """They are listed in the state, and their phones may begin a game."""
    ann, ben = await round_of(board, "Ann", "Ben")
    await ann.post("/api/do", do="end")
    for phone in (ann, ben):
        assert await phone.post("/api/leave") == {"ok": True}
    again = [await come(board, seat=seat) for seat in (0, 1)]
    state = await again[0].get("/api/state?as=seat")
    assert "begin" in state["you"]["may"]
    body = {"length": 5, "board_makes": True}
    assert await again[0].post("/api/begin", **body) == {"ok": True}
    assert [one["name"] for one in board.see()["players"]] == ["Ann", "Ben"]
