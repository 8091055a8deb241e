"""Predictions: who has chosen the zone that says Yes, counted without names."""

import pytest

from firmware_host.web.people.beliefs import Predictions
from tests.web.people.test_seats import come, round_of, tap, you
from tests.web.school import school, until

ANN, BEN, LEE = (
    {"number": number, "seat": seat, "person": number, "looks_on": False}
    for number, seat in ((1, 0), (2, 1), (3, 2))
)
PHONES = [ANN, BEN, LEE]


def told(n, what, zone=None):
    """Return a moment, as far as it matters here: a Yes answers."""
    answer = zone if what == "yes" else None
    return {"n": n, "what": what, "zone": zone, "answer": answer}


def seen(*moments, laid=0, zones=(1, 2, 3), words=(), may=("hunch", "predict")):
    """Return a round in which Ann holds a piece."""
    return {
        "commitment": "x",
        "words": list(words),
        "laid": laid,
        "turn": 0,
        "view": {"maker": -1},
        "may": list(may) if zones else [],
        "question": {
            "of": f"{len(words)} {laid}",
            "asks": "zone",
            "answers": list(zones),
        },
        "moments": list(moments),
    }


@pytest.fixture
def made():
    made = Predictions()
    made.follow(seen())
    return made


def points(made, *phones, now=None):
    """Return the points of some phones."""
    return [made.own(one, now or seen())["points"] for one in phones]


def test_a_yes_in_the_chosen_zone_is_a_point(made):
    """Ann holds the piece: of three phones two are asked."""
    assert made.choose(BEN, 2, seen()) is None
    assert made.choose(LEE, 3, seen()) is None
    before = made.document(seen(), PHONES)
    assert before == {
        "asks": "zone",
        "asked": True,
        "open": True,
        "chosen": 2,
        "of": 2,
        "last": None,
    }

    after = seen(told(1, "yes", 2), laid=1, zones=())
    assert made.document(after, PHONES) == {
        "asks": "zone",
        "asked": False,
        "open": False,
        "chosen": 0,
        "of": 2,
        "last": {
            "n": 1,
            "answer": 2,
            "counts": [{"answer": 2, "count": 1}, {"answer": 3, "count": 1}],
            "right": 1,
            "of": 2,
        },
    }
    assert points(made, BEN, LEE, ANN, now=after) == [1, 0, 0]
    assert made.own(BEN, after)["last"] == {"n": 1, "answer": 2, "right": True}
    assert made.own(LEE, after)["last"] == {"n": 1, "answer": 3, "right": False}
    assert made.own(ANN, after)["last"] is None


def test_it_may_be_changed_until_the_first_tap(made):
    """A prediction may change until a No; it stays open until the piece is laid."""
    made.choose(BEN, 2, seen())
    made.choose(BEN, 3, seen())
    tapped = seen(told(1, "no", 1), zones=(2, 3))
    refused = made.choose(BEN, 2, tapped)
    assert refused is not None
    assert refused.code == "predict-now"
    assert made.own(BEN, tapped)["may"] is False
    assert made.document(tapped, PHONES)["open"] is False
    assert made.document(tapped, PHONES)["chosen"] == 1

    laid = seen(told(1, "no", 1), told(2, "yes", 3), laid=1, zones=())
    assert points(made, BEN, now=laid) == [1]


def test_the_next_piece_is_another_question(made):
    """With the answer to a prediction the next one for the new piece may be made."""
    made.choose(BEN, 2, seen())
    now = seen(told(1, "yes", 2), laid=1)
    assert made.own(BEN, now)["chosen"] is None
    assert made.own(BEN, now)["may"] is True
    assert made.document(now, PHONES)["last"]["right"] == 1
    assert made.choose(BEN, 1, now) is None


@pytest.mark.parametrize("zone", [4, 6])
def test_a_zone_that_cannot_be_is_refused(made, zone):
    refused = made.choose(BEN, zone, seen())
    assert refused is not None
    assert refused.code == "predict-now"


def test_what_is_taken_back_takes_its_points_along(made):
    """An undo of a Yes removes its points; an undo of a guess removes none."""
    made.choose(BEN, 2, seen())
    yes = told(1, "yes", 2)
    made.follow(seen(yes, laid=1, zones=()))
    guess = seen(yes, told(2, "wrong"), told(3, "undone"), laid=1, zones=())
    assert points(made, BEN, now=guess) == [1]
    again = seen(yes, told(4, "undone"), laid=0)
    assert points(made, BEN, now=again) == [0]
    assert made.choose(BEN, 3, again) is None


def test_a_word_that_is_found_before_brings_nothing(made):
    made.choose(BEN, 2, seen())
    over = seen(told(1, "right"), told(2, "round"), zones=(), words=["HOBBY"])
    assert made.document(over, PHONES)["last"] is None
    assert points(made, BEN, now=over) == [0]


def test_the_lesson_is_over_and_nothing_is_known(made):
    made.choose(BEN, 2, seen())
    laid = seen(told(1, "yes", 2), laid=1)
    made.follow(laid)
    made.forget()
    assert points(made, BEN, now=laid) == [0]
    assert made.document(laid, PHONES)["last"] is None


# --- at a whole table -------------------------------------------------------


@pytest.fixture
async def board(tmp_path):
    async with school(tmp_path) as opened:
        yield opened


async def test_phones_predict_while_somebody_else_holds_the_piece(board):
    """The red stick belongs to the first letter of HOBBY; Tina made the word."""
    tina, lee, ben = await round_of(board, "Tina", "Lee", "Ben")
    assert await ben.post("/api/predict", answer=1) == "predict-now"
    await tap(board, 3, "green")  # no hand holds it yet: the tap asks at once
    await tap(board, 2, "red")
    wall = await ben.get("/api/state")
    held = wall["view"]["holding"]
    assert (held, wall["prediction"]["asked"]) == ("red", True)
    holder, other = (lee, ben) if wall["view"]["turn"] == 1 else (ben, lee)

    assert await tina.post("/api/predict", answer=1) == "predict-now"
    assert await holder.post("/api/predict", answer=1) == "predict-now"
    assert await other.post("/api/predict", answer=4) == {"ok": True}
    assert await other.post("/api/predict", answer=1) == {"ok": True}
    assert (await you(other))["prediction"]["chosen"] == 1
    public = await ben.get("/api/state")
    assert public["prediction"]["chosen"] == 1
    assert public["prediction"]["of"] == 1

    await tap(board, 1, "red")
    own = (await you(other))["prediction"]
    assert (own["points"], own["last"]["right"]) == (1, True)
    assert (await you(holder))["prediction"]["points"] == 0
    public = (await ben.get("/api/state"))["prediction"]
    assert public["last"]["counts"] == [{"answer": 1, "count": 1}]
    assert await come(board, name="Mia")  # whoever comes later changes nothing
    assert (await you(other))["prediction"]["points"] == 1


async def test_a_class_predicts_how_many_letters_are_marked(board):
    """
    All but the asking phone may predict the marks of a query.

    The right answer is the best mark among the words.
    """
    phones = [await come(board, name=name) for name in ("Tina", "Lee", "Ben")]
    tina, *_ = phones
    await tina.post("/api/begin", game="wqrdles", length=5, rules={"query": "own"})
    for phone, word in zip(phones, ("HOUSE", "NEWTS", "PEALS"), strict=True):
        await phone.post("/api/do", do="secret", word=word)
    await until(lambda: board.see()["view"]["phase"] == "query")
    turn = board.see()["turn"]
    asks, other = phones[turn], phones[turn - 1]
    assert (await you(other))["prediction"]["answers"] == [0, 1, 2, 3, 4, 5]
    assert await asks.post("/api/predict", answer=3) == "predict-now"
    assert await other.post("/api/predict", answer=4) == {"ok": True}
    assert await asks.post("/api/do", do="query", word="SHAPE") == {"ok": True}

    own = (await you(other))["prediction"]
    assert (own["points"], own["last"]["right"], own["answers"]) == (1, True, [])
    public = (await asks.get("/api/state"))["prediction"]
    assert public["last"]["counts"] == [{"answer": 4, "count": 1}]


async def test_a_class_predicts_how_long_the_longest_word_is(board):
    """
    A phone that has laid a word or passed may predict the longest word's length.

    If no player lays a word, the right answer is 0.
    """
    phones = [await come(board, name=name) for name in ("Tina", "Lee")]
    tina, lee = phones
    await tina.post("/api/begin", game="keyword", rules={"sand_s": 0})
    await tina.post("/api/do", do="deal")
    assert await tina.post("/api/predict", answer=0) == "predict-now"
    assert await tina.post("/api/do", do="pass", discard=[]) == {"ok": True}
    assert await tina.post("/api/predict", answer=1) == "predict-now"
    assert await tina.post("/api/predict", answer=0) == {"ok": True}
    await lee.post("/api/do", do="pass", discard=[])
    own = (await you(tina))["prediction"]
    assert (own["points"], own["last"]) == (1, {**own["last"], "answer": 0})
