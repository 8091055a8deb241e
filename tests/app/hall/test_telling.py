"""What goes out of a row: what the table has shown, and not a letter more."""

import asyncio
import json
import re
from pathlib import Path

import pytest

from firmware_host.app.archive.replay import replay
from firmware_host.app.hall.publisher import Outbox, Publisher
from firmware_host.board.entries import Entry, NewGame, RowEntry
from firmware_host.board.messages import Refused
from firmware_host.hall.lines import board_of, read_told, topic, write as written
from firmware_host.session.stored import headers
from firmware_host.settings.board import Broker
from tests.app.hall.evenings import journal_in, write
from tests.app.hall.mosquitto import Mosquitto

aiomqtt = pytest.importorskip("aiomqtt")

EXAMPLES = Path(__file__).parents[3] / "docs/examples"
FILES = ("box", "hints", "gruen", "wqrdles", "wqrdles-race", "wqrdles-cards")
CARDS = ("keyword", "keyword-cards", "codecards", "codecards-dealt")


def texts_in(value):
    """Every text in a value of JSON that is no single sign."""
    if isinstance(value, str):
        yield from [value] if len(value) > 2 else []
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts_in(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts_in(one)


def game_of(name):
    """A game of the examples: its header, its rows, and what each of them hides."""
    lines = (EXAMPLES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    done, rows, hides = replay(lines, name), [], []
    for one in done.played:
        if not isinstance(one.outcome, Refused):
            engine = done.engine
            action = engine.action_json(one.action)
            facts = [*map(engine.fact_json, one.outcome)]
            rows.append((json.dumps(action), json.dumps(facts)))
            secret = next((s for s in engine.SECRETS if s.do == action["do"]), None)
            own = {*texts_in(action.get(secret.key))} if secret else set()
            tried, found = (own, set()) if secret and secret.opened_by else (set(), own)
            for fact in facts:
                found |= {*texts_in(fact.get("nonce")), *texts_in(fact.get("entropy"))}
            if engine.begins(one.outcome):
                found |= {*texts_in(facts[0].get("word"))}
            answer = engine.answer(one.outcome)
            opened = any(answer.get(s.opened_by) for s in engine.SECRETS)
            over = engine.result(one.outcome) or engine.voided(one.outcome) is not None
            hides.append((found, tried, bool(opened or over), bool(over)))
    return headers.with_players(done.header, ()), rows, hides


def journal_of(folder, names):
    """Write the journal of a board on which these games were played; open it."""
    journal, hidden = journal_in(folder), []
    with journal:
        for number, name in enumerate(names, 1):
            header, rows, hides = game_of(name)
            seats = json.loads(header)["seats"]
            begin = NewGame(number, header, ("Nobody",) * seats)
            write(journal, Entry(new_game=begin))
            hidden.append((set(), set(), False, True))
            for at, (action, facts) in enumerate(rows, 1):
                row = RowEntry(number, at, at * 1000, 0, action, facts)
                write(journal, Entry(rows=(row,)))
            hidden += hides
            write(journal, Entry(ended=number))
    return hidden


def too_early(told, hidden):
    """Yield what stands in a message before the round that it is of is over."""
    made, tries = set(), set()
    for one, (found, tried, opens, over) in zip(told, hidden, strict=True):
        made, tries = made | found, tries | tried
        made = set() if over or one.over else made - tries if opens else made
        tries = set() if opens or one.over else tries
        said = written(one).decode()
        yield from (f"{one.game}.{one.n}: {x}" for x in made | tries if x in said)


async def test_the_broker_hears_no_secret_before_its_reveal(tmp_path):
    """All topics, games of each kind: no word, no hand, no chance, no name."""
    hidden = journal_of(tmp_path / "board", FILES + CARDS)
    assert len({text for found, tried, *_ in hidden for text in found | tried}) > 30
    heard, subscribed = [], asyncio.Event()

    async def listen(broker):
        async with aiomqtt.Client("localhost", broker.port) as client:
            await client.subscribe("#", qos=1)
            subscribed.set()
            async for message in client.messages:
                heard.append((str(message.topic), bytes(message.payload)))  # noqa: PERF401 - as it comes

    with Mosquitto(tmp_path) as broker:
        listening = asyncio.create_task(listen(broker))
        await asyncio.wait_for(subscribed.wait(), 20)
        at = Broker("localhost", broker.port)
        publisher = Publisher(at, tmp_path / "board", name="Fox")
        telling = asyncio.create_task(publisher.run())
        async with asyncio.timeout(20):
            while sum(board_of(one) != "" for one, _ in heard) < len(hidden) + 3:  # noqa: ASYNC110 - a broker has no event
                await asyncio.sleep(0.02)
        for task in (telling, listening):
            task.cancel()
        await asyncio.gather(telling, listening, return_exceptions=True)
    row = topic(publisher.board, "row")
    told = [read_told(payload) for name, payload in heard if name == row]
    assert [one.n for one in told] == list(range(1, len(hidden) + 1))
    assert list(too_early(told, hidden)) == []
    opened = {word for one in told for end in one.ended for word in (end.word,)}
    assert {"HOBBY", "PANDA"} <= opened  # or the ears were deaf
    others = [payload for name, payload in heard if name != row]
    everything = b"\n".join(others).decode()
    assert not {"HOBBY", "PANDA", "Nobody"} & set(re.findall(r"\w+", everything))
    assert "Nobody" not in b"".join(payload for _, payload in heard).decode()


def test_a_row_that_cannot_be_told_is_told_as_nothing(tmp_path):
    """So that those behind it are not waited for; it has its number."""
    with journal_in(tmp_path) as journal:
        header, rows, _ = game_of("box")
        write(journal, Entry(new_game=NewGame(1, header, ("A", "B", "C"))))
        for at, (action, facts) in enumerate(rows[:3], 1):
            broken = '[{"is":"nothing"}]' if at == 2 else facts
            write(journal, Entry(rows=(RowEntry(1, at, at, 0, action, broken),)))
        outbox = Outbox(tmp_path)
        outbox.look()
        told = outbox.next(10)
        outbox.close()
    assert [one.n for one in told] == [1, 2, 3, 4]
    assert told[1].totals == (0, 0, 0)
    assert told[2].moments == told[3].moments == ()
