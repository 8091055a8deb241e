"""Word lists in the browser: each word with its reasons, in the reader's language."""

import json

import pytest

from tests.web.school import school


@pytest.fixture
async def teacher(tmp_path):
    async with school(tmp_path) as board:
        yield await board.teacher()


async def test_pasted_words_are_checked_one_by_one(teacher):
    """Nothing is kept by that."""
    text = "Hobby, hobby butterfly zyblo"
    told = await teacher.post("/api/lists/check", language="en", text=text)
    good = {one["typed"]: one["good"] for one in told["words"]}
    assert good == {"Hobby": True, "hobby": False, "butterfly": False, "zyblo": True}
    why = {one["typed"]: " ".join(one["why"]) for one in told["words"]}
    assert why["Hobby"] == ""
    assert why["hobby"] == "It stands there twice."
    assert "9" in why["butterfly"]
    assert "dictionary" in why["zyblo"]
    assert await teacher.get("/api/lists") == {"lists": []}


async def test_the_reasons_are_told_in_the_readers_language(teacher):
    answer = await teacher.client.post(
        "/api/lists/check?lang=de", json={"language": "de", "text": "Schmetterling"}
    )
    (one,) = answer.json()["words"]
    assert not one["good"]
    assert "Buchstaben" in one["why"][0]


async def test_a_list_is_kept_replaced_and_removed(teacher):
    body = {"name": "4b", "language": "en"}
    await teacher.post("/api/lists/put", **body, text="panda hobby")
    await teacher.post("/api/lists/put", **body, text="bread", number=1)
    (one,) = (await teacher.get("/api/lists"))["lists"]
    assert one == {"number": 1, "name": "4b", "language": "en", "words": ["BREAD"]}
    document = (await teacher.get("/api/state?as=teacher"))["teacher"]
    assert document["lists"] == [
        {"number": 1, "name": "4b", "language": "en", "words": 1, "chosen": False}
    ]
    assert await teacher.post("/api/lists/remove", number=1) == {"ok": True}
    assert await teacher.post("/api/lists/remove", number=1) == "list-gone"
    assert await teacher.post("/api/lists/put", **body, text="7") == "list-empty"


async def test_the_file_for_other_boards_comes_back(teacher):
    await teacher.post("/api/lists/put", name="4b", language="de", text="Grün")
    answer = await teacher.client.get("/api/lists/file.json")
    assert "attachment" in answer.headers["content-disposition"]
    await teacher.post("/api/lists/remove", number=1)
    taken = await teacher.post("/api/lists/take", text=answer.text)
    assert taken["lists"][0]["words"] == ["GRUEN"]
    wrong = await teacher.post("/api/lists/take", text=json.dumps({"a": 1}))
    assert wrong == "list-file"
