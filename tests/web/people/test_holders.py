"""
A pupil with a laptop reads no other seat's secret, at any time and by any request.

The tests send plain HTTP to a running board. They collect the secrets from the pages of
their owners. They search for them in every answer to the laptop's windows: while a
secret is made, after it is set, and after the round, when it must be found.
"""

import pytest

from tests.web.laptop import reached
from tests.web.secret_games import (
    GAMES,
    OK,
    WORDS,
    at_home,
    begin,
    every_game,
    secrets,
    two_games,
)

#: The machine of the pupil.
LAPTOP = "127.0.0.9"


@pytest.fixture
async def board(tmp_path):
    async with reached(tmp_path) as opened:
        yield opened


async def in_teams(board, game):
    """Begin a lesson of two teams, each with a phone of its own; return the teacher."""
    teacher = await board.school.teacher()
    wishes = {"length": 5, **dict(game.wishes)}
    await teacher.post("/api/teacher/settings", place="class", game=game.name, **wishes)
    for name in ("Red", "Blue"):
        assert await teacher.post("/api/teacher/sit", name=name) == OK
    await teacher.post("/api/teacher/doors", teams=True)
    owners = [await board.phone(), await board.phone()]
    assert [await one.seat() for one in owners] == [0, 1]
    return teacher, owners


async def readers(windows, values):
    """Return the requests of these windows whose answers contain one of *values*."""
    heard = [
        (f"window {number}: {asked}", answer)
        for number, window in enumerate(windows)
        for asked, answer in (await window.everything()).items()
    ]
    assert len(heard) > 80 * len(windows)
    sought = values.values()
    return [asked for asked, said in heard if any(one in said for one in sought)]


# --- in class, in teams -------------------------------------------------------


@pytest.mark.ci
@two_games
async def test_no_window_reads_a_teams_secret_whenever_it_comes(board, game):
    """No late window reads a secret; an early one gets its team's deal only."""
    _, owners = await in_teams(board, game)
    outside, early, late = (board.window(LAPTOP) for _ in range(3))
    await begin(board, game)
    await board.come(early)
    await early.everything()
    await game.make(board, owners)
    values = await secrets(game, owners)
    await board.come(late)

    others = {seat: one for seat, one in values.items() if seat != await early.seat()}
    assert await readers([outside, late], values) == []
    assert await readers([early], others if game.dealt else values) == []
    assert await secrets(game, owners) == values  # and nobody was thrown off
    assert await early.seat() is not None  # it looks on: that is no dead end
    assert await late.seat() is not None


@pytest.mark.ci
@every_game
async def test_a_window_that_comes_late_does_not_play_for_its_team(board, game):
    """
    Every action of a window that came late is refused with the same code.

    So a refusal reveals nothing about a secret.
    """
    _, owners = await in_teams(board, game)
    await begin(board, game)
    await game.make(board, owners)
    late = {}
    for number in range(2):
        window = board.window(f"127.0.0.{90 + number}")
        await board.come(window)
        late[await window.seat()] = window
    sealed = (
        {0, 1} if game.name != "decipher" else {board.school.see()["view"]["maker"]}
    )

    for seat in sealed & {*late}:
        you = await late[seat].you()
        assert (you["looks_on"], you["secret"], you["may"]) == (True, None, [])
        lines = [
            {"do": "secret", "word": "HAPPY"},
            {"do": "guess", "of": 1 - seat, "word": WORDS[1 - seat]},
            *({"do": "play", "column": 1, "card": card} for card in ("QH", "2S")),
            *({"do": "lay", "word": word} for word in ("BEAN", "PLOT")),
            {"do": "pass"},
        ]
        for line in lines:
            assert await late[seat].post("/api/do", **line) == "looks-on", line
    assert late, "no window came in"


@pytest.mark.ci
@every_game
async def test_who_came_late_plays_from_the_next_round(board, game):
    """
    A late phone gets its team's secrets from the next round on.

    In KEYWORD the hand goes on from round to round, so it gets none.
    """
    teacher, owners = await in_teams(board, game)
    await begin(board, game)
    await game.make(board, owners)
    late = [await board.phone(), await board.phone()]
    await teacher.post("/api/teacher/act", do="void")
    if game.name == "keyword":
        values = await secrets(game, owners)
        assert all([(await one.you())["looks_on"] for one in late])
        assert await readers(late, values) == []
        return
    if game.name != "codecards" or board.school.see()["view"]["phase"] == "hiding":
        await game.make(board, owners)

    for one in late:
        mate = owners[await one.seat()]
        assert (await one.you())["secret"] == (await mate.you())["secret"]
        assert not (await one.you())["looks_on"]


@pytest.mark.ci
@every_game
async def test_a_holder_alone_lets_a_phone_of_the_team_in(board, game):
    """
    Only a phone that has the secret can let another phone of its team in.

    The other team, the teacher and the waiting phone itself cannot.
    """
    teacher, owners = await in_teams(board, game)
    await begin(board, game)
    await game.make(board, owners)
    late, sealed = [await board.phone() for _ in range(4)], await secrets(game, owners)
    for one in late:  # by the teacher's hand, where the board puts them elsewhere
        body = {"phone": (await one.you())["phone"], "seat": max(sealed)}
        await teacher.post("/api/teacher/move", **body)
    blind = [one for one in late if (await one.you())["looks_on"]]
    assert blind == late
    waits = blind[0]
    number, seat = (await waits.you())["phone"], await waits.seat()

    for other in (owners[1 - seat], waits, *blind[1:], board.window(LAPTOP), teacher):
        assert await other.post("/api/let-in", phone=number) != OK
        assert (await waits.you())["secret"] is None
    assert number in (await owners[seat].you())["waiting"]
    assert (await owners[1 - seat].you())["waiting"] != [number]
    assert await owners[seat].post("/api/let-in", phone=number) == OK
    assert (await waits.you())["secret"] == (await owners[seat].you())["secret"]
    assert (await owners[seat].you())["waiting"] == [
        one for one in (await owners[seat].you())["waiting"] if one != number
    ]


async def test_a_hands_longest_words_reach_no_phone_that_came_late(board):
    """
    The longest words of a hand reach neither the teacher nor a phone that came late.

    A phone that a holder lets in gets them.
    """
    game = GAMES[-1]
    teacher, owners = await in_teams(board, game)
    await begin(board, game)
    await game.make(board, owners)
    late = [await board.phone(), await board.phone()]
    for owner in owners:
        assert await owner.post("/api/do", do="pass") == OK
    words = [await owner.get("/api/longest") for owner in owners]
    assert words[0]["words"]
    assert words[0] != words[1]

    for other in (teacher, board.window(LAPTOP)):
        assert await other.get("/api/longest") == {"words": []}
    for one in late:
        assert await one.get("/api/longest") == {"words": []}
        you = await one.you()
        body = {"phone": you["phone"]}
        assert await owners[you["seat"]].post("/api/let-in", **body) == OK
        assert await one.get("/api/longest") == words[you["seat"]]


async def test_one_laptop_is_in_one_team(board):
    """All windows of one laptop join the same team, even after leaving."""
    await in_teams(board, GAMES[0])
    windows = [board.window(LAPTOP) for _ in range(6)]
    for window in windows:
        await board.come(window)
    seats = {await window.seat() for window in windows} - {None}  # who waits has none
    assert len(seats) == 1
    for window in windows:
        assert await window.post("/api/leave") == OK
    await board.come(windows[0])
    assert {await windows[0].seat()} == seats


async def test_one_laptop_keeps_one_place_when_the_players_become_teams(board):
    """
    When players become teams, the laptop's older window keeps its seat.

    The younger window loses its seat and joins the same team.
    """
    teacher = await board.school.teacher()
    await teacher.post("/api/teacher/settings", place="class", game="wqrdles")
    for name in ("Red", "Blue"):
        assert await teacher.post("/api/teacher/sit", name=name) == OK
    windows = [board.window(LAPTOP) for _ in range(2)]
    for seat, window in enumerate(windows):
        assert (await board.come(window, seat=seat))["ok"]
    await teacher.post("/api/teacher/doors", teams=True)
    assert [await one.seat() for one in windows] == [0, None]
    assert (await board.come(windows[1]))["ok"]
    assert await windows[1].seat() == 0
    other = await board.phone()
    assert await other.seat() == 1


async def test_a_return_code_puts_no_laptop_into_a_second_team(board):
    """The laptop may not use the other team's return code; a new machine may."""
    teacher, owners = await in_teams(board, GAMES[0])
    first, second = board.window(LAPTOP), board.window(LAPTOP)
    await board.come(first)
    other = owners[1 - await first.seat()]
    number = (await other.you())["phone"]
    code = (await teacher.post("/api/teacher/return", phone=number))["code"]
    assert await second.post("/api/return", code=code) == "return-team"
    assert await other.seat() is not None
    elsewhere = board.machine()
    assert (await elsewhere.post("/api/return", code=code))["ok"]


# --- a code for coming back ----------------------------------------------------


@pytest.mark.long
@two_games
async def test_a_code_for_coming_back_opens_no_secret_and_throws_nobody_off(
    board, game
):
    """
    A return code reveals no secret and takes the seat from no phone that has one.

    The code may be made before the secret or after it. A phone that has played since
    then is not lost: its code is void.
    """
    teacher, owners = await in_teams(board, game)
    numbers = [(await owner.you())["phone"] for owner in owners]

    async def codes():
        asked = [
            await teacher.post("/api/teacher/return", phone=one) for one in numbers
        ]
        return [one["code"] for one in asked]

    early = await codes()
    await begin(board, game)
    await game.make(board, owners)
    values, windows = await secrets(game, owners), []
    for made in (early, None):
        given = made or await codes()  # a new one makes the old one void
        for code in (given[at] for at in values):
            windows.append(board.machine())
            came = await windows[-1].post("/api/return", code=code)
            assert (made and came == "return-code") or came["ok"]

    assert await readers(windows, values) == []
    assert await secrets(game, owners) == values


@pytest.mark.ci
@every_game
async def test_a_lost_phones_place_is_the_new_ones_once_the_secret_is_over(board, game):
    """After the secret is over the new phone has the seat and the lost one has none."""
    teacher, owners = await in_teams(board, game)
    await begin(board, game)
    await game.make(board, owners)
    values = await secrets(game, owners)
    seat = max(values)
    number = (await owners[seat].you())["phone"]
    code = (await teacher.post("/api/teacher/return", phone=number))["code"]
    window = board.machine()
    assert (await window.post("/api/return", code=code))["ok"]
    await teacher.post("/api/teacher/act", do="void")

    if game.name == "keyword":  # the hand goes on, and so does its holder
        assert await readers([window], values) == []
        assert (await window.you())["looks_on"]
        await board.do("end")
        await begin(board, game)
    assert await window.seat() == seat
    assert not (await window.you())["looks_on"]
    assert await owners[seat].seat() is None


async def test_a_phone_that_plays_on_is_not_lost(board):
    """A phone that plays on keeps its seat; the one with its return code loses it."""
    teacher, owners = await in_teams(board, GAMES[1])
    await begin(board, GAMES[1])
    number = (await owners[0].you())["phone"]
    code = (await teacher.post("/api/teacher/return", phone=number))["code"]
    window = board.window(LAPTOP)
    assert (await window.post("/api/return", code=code))["ok"]
    assert await window.seat() == 0
    await GAMES[1].make(board, owners)
    assert await window.seat() is None
    await teacher.post("/api/teacher/act", do="void")
    assert await owners[0].seat() == 0


async def test_a_holder_that_lets_the_new_phone_in_keeps_its_place_beside_it(board):
    """After the holder lets the new phone in, both phones keep the team's seat."""
    teacher, owners = await in_teams(board, GAMES[1])
    await begin(board, GAMES[1])
    await GAMES[1].make(board, owners)
    number = (await owners[0].you())["phone"]
    code = (await teacher.post("/api/teacher/return", phone=number))["code"]
    window = board.window(LAPTOP)
    came = await window.post("/api/return", code=code)
    assert await owners[0].post("/api/let-in", phone=came["phone"]) == OK
    await teacher.post("/api/teacher/act", do="void")
    assert [await one.seat() for one in (owners[0], window)] == [0, 0]


# --- at home -------------------------------------------------------------------


@pytest.mark.ci
@every_game
async def test_at_home_nobody_takes_a_place_to_read_its_secret(board, game):
    """At home neither freeing a seat nor joining an empty seat reveals its secret."""
    owners = await at_home(board)
    await begin(board, game)
    await game.make(board, owners)
    values = await secrets(game, owners)
    sealed = list(values)
    thief = owners[1 - sealed[0]]
    assert await thief.post("/api/free", seat=sealed[0]) == "free-maker"
    assert await secrets(game, owners) == values

    assert await owners[sealed[0]].post("/api/leave") == OK  # it goes by itself
    window = board.window(LAPTOP)
    await board.come(window, seat=sealed[0])
    assert await readers([window], values) == []
    assert await window.seat() == sealed[0]
    assert (await window.you())["looks_on"]


async def test_a_place_without_a_phone_is_no_window_to_a_word_made_at_the_board(board):
    """
    A phone that joins while a word is made at the board cannot read it.

    An undo does not change that; the phone reads its own words only.
    """
    table_api = board.school.api
    await table_api.send(
        {"command": "choose", "place": "home", "players": ["Tina", "Lee"]}
    )
    await begin(board, GAMES[0])
    window = board.window(LAPTOP)
    assert (await board.come(window, seat=0))["ok"]
    for word in WORDS:
        await table_api.do({"do": "secret", "by": 0, "word": word})
        assert (await window.you())["looks_on"]
        assert await readers([window], {0: word.encode()}) == []
        assert await window.post("/api/do", do="secret", word="HAPPY") == "looks-on"
        await table_api.do({"do": "undo"})

    # What it makes itself it may read, and no word that takes that one's place.
    for word in ("HAPPY", "loyal"):
        assert await window.post("/api/do", do="secret", word=word) == OK
        assert (await window.you())["secret"]["word"] == word.upper()
    await table_api.do({"do": "secret", "by": 0, "word": WORDS[0]})
    assert (await window.you())["secret"] is None
    for word in ("LOYAL", "HAPPY"):  # its own come back
        await table_api.do({"do": "undo"})
        assert (await window.you())["secret"]["word"] == word


async def test_a_code_for_coming_back_throws_nobody_off_who_makes_a_word(board):
    """A phone with a return code sits beside the maker until a word is made."""
    teacher, owners = await in_teams(board, GAMES[0])
    await begin(board, GAMES[0])
    maker = owners[board.school.see()["view"]["maker"]]
    number = (await maker.you())["phone"]
    code = (await teacher.post("/api/teacher/return", phone=number))["code"]
    window = board.window(LAPTOP)
    assert (await window.post("/api/return", code=code))["ok"]
    await GAMES[0].make(board, owners)
    assert (await maker.you())["secret"]["word"] == WORDS[0]
    assert await window.you() is None


async def test_the_word_is_everybodys_once_the_round_is_over(board):
    """After the round every window can read the word, so the search does find it."""
    _, owners = await in_teams(board, GAMES[0])
    await begin(board, GAMES[0])
    await GAMES[0].make(board, owners)
    values = await secrets(GAMES[0], owners)
    window = board.window(LAPTOP)
    assert await readers([window], values) == []
    await board.do("guess", by=board.school.see()["view"]["seekers"][0], word=WORDS[0])
    assert len(await readers([window], values)) > 3
