"""Every action offered to a phone is accepted, after any order of joins and leaves."""

from random import Random

import pytest

from firmware_host.board.commands import FreeSeat, Sit, Stand
from tests.web.people.test_seats import come, you
from tests.web.school import school

#: Among the first ones, players leave after a game and come back before the next.
SAMPLE = (0, 1, 16, 19, 25)
REST = (seed for seed in range(60) if seed not in SAMPLE)
SEEDS = [*SAMPLE, *(pytest.param(seed, marks=pytest.mark.long) for seed in REST)]

#: What somebody may do about the seats, now or at a table that stands otherwise.
MOVES = ("name", "seat", "seat", "leave", "leave", "button", "stand", "free", "end")

#: The game as it is begun here: the board makes the word, so one player is enough.
GAME = {"game": "decipher", "length": 5, "board_makes": True}

#: What refuses an act that a phone was rightly offered: it says what is amiss.
RIGHT = ("nothing-to-undo", "players-many", "stale")


async def move(board, rnd, phones):
    """Do one thing about the seats; whether it can be done does not matter."""
    seats = range(len(board.see()["players"]) + 1)
    match rnd.choice(MOVES):
        case "name":
            phones.append(await come(board, name=f"P{rnd.randrange(6)}"))
        case "seat":
            phones.append(await come(board, seat=rnd.choice(seats)))
        case "leave" if phones:
            await rnd.choice(phones).post("/api/leave")
        case "button":
            symbol = rnd.choice(("circle", "square", "star"))
            await board.api.send(Sit("", symbol).line)
        case "stand":
            await board.api.send(Stand(rnd.choice(seats)).line)
        case "free":
            await board.api.send(FreeSeat(rnd.choice(seats)).line)
        case "end":
            await board.api.do({"do": "end"})
    phones[:] = [one for one in phones if not isinstance(one, str)]


async def acts(phone, offered):
    """Yield each act that a phone was offered, with its answer."""
    if "begin" in offered:
        yield "begin", await phone.post("/api/begin", **GAME)
    for paused in (True, False) if "pause" in offered else ():
        yield "pause", await phone.post("/api/pause", paused=paused)
    for do in {"undo", "retire"} & {*offered}:
        yield do, await phone.post("/api/do", do=do)


@pytest.mark.parametrize("seed", SEEDS)
async def test_what_a_phone_is_offered_is_not_refused_it(tmp_path, seed):
    """In random runs an offered action is refused for its content only, if at all."""
    rnd, phones, done = Random(seed), [], 0  # noqa: S311 - another run repeats it
    async with school(tmp_path) as board:
        for _ in range(25):
            board.clock.ahead_ms += 5_000
            await move(board, rnd, phones)
            for phone in phones if rnd.randrange(3) else ():
                at = await you(phone)
                async for act, answer in acts(phone, at["may"] if at else ()):
                    assert answer == {"ok": True} or answer in RIGHT, (act, answer, at)
                    done += answer == {"ok": True}
                if done % 3:
                    await board.api.do({"do": "end"})
    assert done
