"""
An answer of Code cards takes and touches the same, whatever is hit.

A refused card takes and touches the same, whatever the reason. Each of the eight
patterns of hits is played with two codes. Equal must be: facts, rows, writes, steps of
work, screens and the order of lamps. Documents may differ in the hits only. Each kind
of leak is planted once and must be found.
"""

import gc
import json
import sys
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import product

import pytest

from firmware_host.board.messages import Refused
from firmware_host.games.codecards import rules
from firmware_host.games.codecards.game import codecards
from firmware_host.games.codecards.rules import DECK, Evaluated, Played, Skipped
from firmware_host.games.codecards.view import hits
from firmware_host.table import sight
from firmware_host.table.show import Show
from tests.controller.bench import until
from tests.web import school as schools
from tests.web.test_codecards_canary import TINA, bare

#: Tina's cards by column; for each two cards that it hits and two that it does not:
#: one of its suit and one of its rank.
PLAYS = ("3S", "4H", "5D")
HIT = (("7S", "3C"), ("9H", "4C"), ("10D", "5C"))
MISSED = (("KC", "6C"), ("QC", "8C"), ("JC", "9C"))
TINAS = ["AS", "AH", "AD"]

PATTERNS = tuple(product((False, True), repeat=3))

#: The fields that show a hit.
SEEN = {"pennies", "lamp", "word", "moments"}


def lees(hits, which):
    """Return Lee's code, from Lee's left: the last of it is Tina's first column."""
    cards = [(HIT if hit else MISSED)[at][which] for at, hit in enumerate(hits)]
    return cards[::-1]


class Trace:
    """Recorder of everything at the table while an answer is computed and shown."""

    def __init__(self):
        self.lit, self.batches, self.screens, self.sounds = [], [], [], 0
        self.entries, self.steps = [], Counter()

    def pin(self, name, _lit):
        """A pin has changed: which pair it belongs to counts, not its colour."""
        self.lit.append(name[-1])

    def clear(self):
        """Forget everything recorded before the answer."""
        self.__init__()


def watched(monkeypatch, trace):
    """Let *trace* see pins, batches, screens, sounds, writes, and steps of work."""
    light, buzz, decide = Show.light, Show.buzz, codecards.act
    fold = codecards.fold

    def batch(show, zones):
        trace.lit.clear()
        light(show, zones)
        if trace.lit:
            trace.batches.append(list(trace.lit))

    def sound(show, what):
        trace.sounds += 1
        buzz(show, what)

    def counted(game, action):
        gc.disable()  # or what others have left is counted where it is swept up
        sys.setprofile(lambda _frame, event, _arg: trace.steps.update([event]))
        try:
            outcome = decide(game, action)
            after = game if isinstance(outcome, Refused) else fold(game, outcome)
            codecards.face(after, ("Tina", "Lee"))
        finally:
            sys.setprofile(None)
            gc.enable()
        return outcome

    # No hourglass on a busy machine, and no sign that the board still breathes.
    monkeypatch.setattr("firmware_host.table.presenter.PATIENCE_S", 600)
    monkeypatch.setattr("firmware_host.table.show.BREATH_S", 600)
    monkeypatch.setattr(Show, "light", batch)
    monkeypatch.setattr(Show, "buzz", sound)
    monkeypatch.setattr(codecards, "act", counted)
    pins = partial(schools.FakePins, watch=trace.pin)
    monkeypatch.setattr(schools, "FakePins", pins)


def spied(monkeypatch, trace, table):
    """Let *trace* record written entries and drawn screens."""
    parts = table._parts
    append, show = parts.journal.append, parts.screens.show

    def written(entry, **then):
        trace.entries.append(entry)
        return append(entry, **then)

    def drawn(name, image, **how):
        trace.screens.append((name, *how.values()))
        show(name, image, **how)

    monkeypatch.setattr(parts.journal, "append", written)
    monkeypatch.setattr(parts.screens, "show", drawn)


def shape(one):
    """Return a document's keys, and how long its lists are; no value."""
    if isinstance(one, dict):
        return {key: shape(value) for key, value in one.items()}
    return [shape(value) for value in one] if isinstance(one, list) else None


def without_hits(one):
    """Return a document without the fields that show a hit."""
    if isinstance(one, dict):
        return {key: without_hits(one[key]) for key in one if key not in SEEN}
    return [without_hits(value) for value in one] if isinstance(one, list) else one


async def answered(now, trace, codes):
    """Play a game up to Tina's first answers; return all that they took and touched."""
    table_api = now.api
    await table_api.send(
        {"command": "begin", "game": "codecards", "rules": {"cards": "real"}}
    )
    await table_api.do({"do": "code", "by": 0, "cards": TINAS})
    while True:
        await table_api.do({"do": "code", "by": 1, "cards": codes})
        await until(lambda: now.table.session.playing.game.round is not None)
        if now.table.session.playing.game.round.turn == TINA:
            break
        await table_api.do({"do": "undo"})
    _, since = now.see()["seen"]  # it took more undos where the lot fell on Lee first
    heard = []
    now.table.listen(lambda _event, outcome: heard.append(outcome))
    for column, card in enumerate(PLAYS, 1):
        trace.clear()
        await table_api.do({"do": "play", "column": column, "card": card})
    outcome = heard[-1]
    document = bare(await now.browser().get("/api/state?as=wall"), since)
    rows = [row for entry in trace.entries for row in entry.rows]
    facts = [json.loads(row.facts) for row in rows]
    took = {
        "facts": [type(one) for one in outcome],
        "commits": len(trace.entries),
        "rows": [shape(json.loads(row.action)) for row in rows],
        "written facts": shape(facts),
        "lamps": tuple(trace.batches),
        "screens": tuple(trace.screens),
        "sounds": trace.sounds,
        "steps": dict(trace.steps),
        "keys": shape(document),
        "document": without_hits(document),
    }
    hits = next(one.hits for one in outcome if isinstance(one, Evaluated))
    await table_api.do({"do": "end"})
    return hits, took


async def taken(folder, monkeypatch, patterns, codes):
    """Return what each answer took and touched, for each pattern and code."""
    trace, tooks = Trace(), []
    watched(monkeypatch, trace)
    async with schools.school(folder) as now:
        spied(monkeypatch, trace, now.table)
        await now.api.send({"command": "choose", "players": ["Tina", "Lee"]})
        # The first value of a class makes its `__init__`, whatever is hit.
        await answered(now, trace, lees(patterns[0], codes[0]))
        for pattern, which in product(patterns, codes):
            hits, took = await answered(now, trace, lees(pattern, which))
            assert hits == pattern
            tooks.append(took)
    return tooks


async def begun(now, cards):
    """Begin a game with known codes and hands; Tina has played the three of spades."""
    table_api, engine = now.api, codecards
    await table_api.send(
        {"command": "begin", "game": "codecards", "rules": {"cards": cards}}
    )
    codes = [*TINAS, *lees(PATTERNS[0], 0)]
    if cards == "dealt":
        others = [card for card in DECK if card not in {*codes, "3S"}]
        line = {"do": "deal", "deck": [*codes, "3S", *others], "first": TINA}
        await now.table.submit(engine.action(line))
    else:
        for seat in (0, 1):
            hidden = codes[3 * seat :][:3]
            await table_api.do({"do": "code", "by": seat, "cards": hidden})
        await until(lambda: now.table.session.playing.game.round is not None)
    await table_api.do({"do": "play", "column": 1, "card": "3S"})
    return now.table.session.playing.game


def impossible(game):
    """Return a card for each reason why it cannot be played."""
    now = game.round
    found = {
        "lies": now.piles[now.turn][0][0],
        "hidden opposite": game.rows[1 - now.turn][1],
        "hidden here": game.rows[now.turn][1],
    }
    if game.dealt:
        found |= {
            "in the other hand": now.held[1 - now.turn][0],
            "to draw": now.stock[5],
        }
    return found


async def refused(now, trace, cards):
    """Return all that each refusal of an impossible card takes and touches."""
    game, took = await begun(now, cards), {}
    for why, card in impossible(game).items():
        line = {"do": "play", "column": 2, "card": card}
        await now.api.do(line)  # so that the screen says it already
        trace.clear()
        outcome = await now.api.do(line)
        assert isinstance(outcome, Refused), (why, card)
        took[why] = {
            "told": (outcome.code, outcome.values),
            "commits": len(trace.entries),
            "lamps": tuple(trace.batches),
            "screens": tuple(trace.screens),
            "sounds": trace.sounds,
            "steps": dict(trace.steps),
            "document": bare(await now.browser().get("/api/state?as=wall")),
        }
    return list(took.values())


@pytest.mark.parametrize("cards", ["real", "dealt"])
async def test_a_refused_card_takes_and_touches_the_same(tmp_path, monkeypatch, cards):
    """Already lying, hidden by either, in the other hand, still to be drawn."""
    trace = Trace()
    watched(monkeypatch, trace)
    async with schools.school(tmp_path) as now:
        spied(monkeypatch, trace, now.table)
        await now.api.send({"command": "choose", "players": ["Tina", "Lee"]})
        tooks = await refused(now, trace, cards)

    assert leaks(tooks) == set()
    assert len(tooks) == {"real": 3, "dealt": 5}[cards]
    assert tooks[0]["commits"] == 0


def leaks(tooks):
    """Return the names of the measures that differ between answers."""
    first, *others = tooks
    return {name for other in others for name in first if first[name] != other[name]}


async def test_an_answer_takes_and_touches_the_same_whatever_is_hit(
    tmp_path, monkeypatch
):
    """Lamps and documents differ in the hits, and in nothing else."""
    tooks = await taken(tmp_path, monkeypatch, PATTERNS, codes=(0, 1))

    assert leaks(tooks) == set()
    assert len(tooks) == 16
    assert tooks[0]["lamps"] == (["4", "5", "6"],)
    assert (tooks[0]["commits"], len(tooks[0]["rows"])) == (1, 1)
    assert tooks[0]["facts"] == [Played, Evaluated]


def a_fact_for_a_hit(monkeypatch):
    decide = codecards.act

    def leaky(game, action):
        facts = decide(game, action)
        found = [] if isinstance(facts, Refused) else hits(facts)
        return (*facts, Skipped()) if any(found or ()) else facts

    monkeypatch.setattr(codecards, "act", leaky)


def a_key_in_the_journal(monkeypatch):
    write = codecards.fact_json

    def leaky(fact):
        item = write(fact)
        return {**item, "hit": 1} if any(item.get("hits", ())) else item

    monkeypatch.setattr(codecards, "fact_json", leaky)


def hits_are_lit_first(monkeypatch):
    light = Show.light

    def leaky(show, zones):
        lamps = zip(zones, show._lamps, strict=True)
        early = (
            one if one.lamp == "yes" else replace(one, lamp=is_) for one, is_ in lamps
        )
        light(show, tuple(early))
        light(show, zones)

    monkeypatch.setattr(Show, "light", leaky)


def a_hit_takes_longer(monkeypatch):
    is_hit = rules.is_hit

    def leaky(top, hidden):
        return is_hit(top, hidden) and is_hit(top, hidden)

    monkeypatch.setattr(rules, "is_hit", leaky)


def a_key_in_a_document(monkeypatch):
    view = sight.view

    def leaky(engine, seen):
        item = view(engine, seen)
        hit = any(map(any, item.get("pennies", ())))
        return {**item, "hit": True} if hit else item

    monkeypatch.setattr(sight, "view", leaky)
    # No description of the API has that key: here it is the leak that is looked for.
    monkeypatch.setattr(schools, "hold", lambda *_, **__: None)


@pytest.mark.parametrize(
    ("plant", "found"),
    [
        (a_fact_for_a_hit, {"facts"}),
        (a_key_in_the_journal, {"written facts"}),
        (hits_are_lit_first, {"lamps"}),
        (a_hit_takes_longer, {"steps"}),
        (a_key_in_a_document, {"keys", "document"}),
    ],
)
async def test_a_planted_leak_is_found(tmp_path, monkeypatch, plant, found):
    """A planted leak is found."""
    plant(monkeypatch)
    some = ((False, False, False), (True, False, True))
    assert found <= leaks(await taken(tmp_path, monkeypatch, some, codes=(0,)))


async def test_a_planted_leak_of_a_refusal_is_found(tmp_path, monkeypatch):
    """A check that stops at the first match takes fewer steps, and is found."""

    def early(_game, now, card):
        if any(card == one for code in now.deal.codes for one in code):
            return False
        return not any(card == one for row in now.piles for pile in row for one in pile)

    monkeypatch.setattr(rules, "possible", early)
    trace = Trace()
    watched(monkeypatch, trace)
    async with schools.school(tmp_path) as now:
        spied(monkeypatch, trace, now.table)
        await now.api.send({"command": "choose", "players": ["Tina", "Lee"]})
        assert leaks(await refused(now, trace, "real")) == {"steps"}
