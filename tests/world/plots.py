"""Faults that matter together: each plot is a few things that happen in a row."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from tests.app.pages.memory import HARMS
from tests.net.hands import KINDS, NAMES, PLAYERS, Events, Hands, hold, press
from tests.net.phones import KEYS
from tests.world import upkeep

LookUp = Callable[[Hands], None]

#: Phases without play, in which only stored games count.
BETWEEN = ("choosing", "over")


def accident(**wrong: Any) -> dict[str, Any]:
    """Return an event with a fault."""
    return {"accident": wrong}


def plot(chance: Random, hands: Hands, look_up: LookUp) -> Iterator[dict[str, Any]]:
    """
    Yield a sequence of events; afterwards everything is to be repaired.

    Args:
        chance: What decides.
        hands: Whose hands; they have looked up.
        look_up: Lets them see what has come of it so far.
    """
    between = hands.state["phase"] in BETWEEN
    roll = chance.random()
    if roll < (0.6 if between else 0.2):
        yield from _grown_old(chance, hands)
    elif roll < 0.58 and not between:
        yield from _at_the_card(chance, hands)
    elif roll < 0.75:
        yield from _at_the_board(chance, hands, look_up)
    elif roll < 0.88:
        yield from _with_phones(chance, hands)
    else:
        yield from _at_the_wire(chance, hands)


def _begin(hands: Hands, game: str, **wishes: Any) -> Events:
    """Return how two people begin a game, whatever is on now."""
    ends = [] if hands.state["phase"] in BETWEEN else [{"do": {"do": "end"}}]
    return [*ends, {"begin": {"game": game, "players": ["Ann", "Ben"], **wishes}}]


def _grown_old(chance: Random, hands: Hands) -> Events:
    kinds = upkeep.KINDS if chance.random() < 0.5 else upkeep.RESTORES
    begins = _begin(hands, "decipher", board_makes=True)
    if chance.random() < 0.15:
        done = {"adopt": {"players": ["Ann", "Ben"]}}  # with the game before
        aged = [done, {"upkeep": "erase"}, {"upkeep": "rot-number"}]
        return [*begins[:-1], *aged, begins[-1]]
    if hands.state["phase"] not in BETWEEN:
        return [{"upkeep": chance.choice(kinds)}, *hands.sensible()]
    return [{"upkeep": chance.choice(kinds)}, *begins]


def _touches(hands: Hands) -> Events:
    """Return sensible touches, by hand where possible."""
    state = hands.state
    taps = state["game"] == "decipher" and hands.build.get("input") != "buttons"
    if taps and state["phase"] == "playing" and not state["view"]["waiting"]:
        return hands.tapped(state["view"])
    for _ in range(4):
        act = hands.sensible()
        if any("tap" in event for event in act):
            break
    return act


def _again(chance: Random) -> dict[str, Any]:
    return accident(**chance.choice(({"kill": True}, {"off": True})))


def _at_the_card(chance: Random, hands: Hands) -> Events:
    act, again = _touches(hands), _again(chance)
    hangs = [accident(disk="hang"), accident(web="dies")]
    renamed = {"name": chance.choice(NAMES), "seat": 0}
    waits = [{"hasty": one} if "tap" in one else one for one in act]
    return chance.choice(
        (
            [accident(disk="sync"), *act, accident(kill=True)],
            [accident(disk="full"), *act, *press(chance.choice(PLAYERS)), again],
            [*hangs, renamed, *waits, {"lift": True}, {"wait": 9000}],
            [accident(cut="process", shown=True), *act, {"wait": 300}],
            [accident(cut="process", shown=True), *act, {"wait": 300}],
            [accident(cut="power", shown=True), *act, {"wait": 300}],
            [again, {"still": 1500}],
            [accident(bug="game"), *act],
            [accident(bug="lamps"), *act],
        )
    )


def _at_the_board(
    chance: Random, hands: Hands, look_up: LookUp
) -> Iterator[dict[str, Any]]:
    zone = chance.randint(1, len(hands.zones))
    roll = chance.random()
    if roll < 0.15:
        yield from [
            {"tap": chance.randint(0, zone), "item": hands.thing()} for _ in "123"
        ]
    elif roll < 0.3:
        piece = {"tap": 0, "item": f"{chance.choice(KINDS)}-{zone}"}
        yield from [*hold(3100, "tick", "cross"), piece]
    elif roll < 0.55 or len(hands.zones) < 6:
        yield from _somebody_leaves(chance, hands, look_up)
    else:
        yield from _at_the_lid(chance, hands, look_up)


def _somebody_leaves(
    chance: Random, hands: Hands, look_up: LookUp
) -> Iterator[dict[str, Any]]:
    """Two players answer the board's questions up to one of them; then one leaves."""
    if hands.state["phase"] not in BETWEEN:
        yield from [{"do": {"do": "end"}}, *press("tick")]
    yield {"adopt": {"game": "decipher", "players": ["Ann", "Ben"]}}
    until = chance.choice(("choose-maker", "choose-maker", "choose-rounds"))
    for _ in range(8):
        look_up(hands)
        if hands.line() == until:
            break
        yield from press(*["cross"] * (hands.line() == "same-again"), "tick")
    yield from press(*["cross"] * chance.randint(0, 1))
    yield {"stand": chance.randint(0, 1)}
    yield {"wait": 1000}
    yield from press("tick")


def _at_the_lid(
    chance: Random, hands: Hands, look_up: LookUp
) -> Iterator[dict[str, Any]]:
    """A player looks at dealt cards behind the lid, and plays on with a phone."""
    early = chance.choice(("on", "off"))
    rules = {"cards": "dealt", "early_break": early}
    yield from _begin(hands, "codecards", rules=rules)
    if chance.random() < 0.5:
        card = f"card-{chance.choice(('orange', 'blue'))}-e-1"
        yield {"tap": chance.randint(1, 6), "item": card}
    yield from [*press("tick"), {"wait": 1000}]
    turns = chance.randint(1, 10)
    for at in range(turns + 4):
        look_up(hands)
        view = hands.state["view"]
        if hands.state["game"] != "codecards" or view["turn"] is None:
            return
        if at == turns:
            own = PLAYERS[view["turn"]]
            yield from press(own, "tick", *[own] * chance.randint(1, 4))
        lines = [{"do": "done"}] * ("done" in view["may"])
        for card in (hands.own[view["turn"]]["secret"] or {}).get("hand") or ():
            column = view["column"] or chance.randint(1, 3)
            lines.append({"do": "play", "column": column, "card": card})
        if lines:
            yield {"do": lines[0] if chance.random() < 0.5 else chance.choice(lines)}
    yield from press("tick")


def _with_phones(chance: Random, hands: Hands) -> Events:
    """Phones join a maker before the word is made or after."""
    place, length = 0, hands.chance.choice((3, min(5, len(hands.zones))))
    one, two, more = chance.sample(KEYS, 3)
    word = {"do": {"do": "secret", "by": place, "word": hands.secret(length)}}
    made = {**word, "phone": one} if chance.random() < 0.7 else word
    begun: Events = [
        {"forget": None},  # or else nobody knows their numbers: one is 1, two is 2
        *_begin(hands, "decipher", board_makes=False, length=length),
        {"phone": one, "team": place},
    ]
    come = [{"phone": key, "team": place} for key in (two, more)]
    back, lost = {"phone": two, "back": 1}, {"upkeep": chance.choice(upkeep.LOSES)}
    story: list[Events] = [
        [*come, made],
        [made, *come, {"phone": two, "let_in": 3}],
        [made, *come, {"phone": one, "let_in": 2}, {"phone": two, "let_in": 3}],
        [made, back, {"phone": more, "team": place}],
        [made, back, lost],
        [made, back, lost],
    ]
    return [*begun, *chance.choice(story)]


def _at_the_wire(chance: Random, hands: Hands) -> Events:
    button, again = chance.choice(PLAYERS), _again(chance)
    gone = chance.choice(("dies", "hangs"))
    silent = accident(**chance.choice(({"cable": "pull"}, {"mute": True})))
    reboot = [accident(reboot=True), {"wait": 2000}]
    unseen = [accident(cable="pull"), accident(reboot=True)]
    behind = [{"hasty": one} for one in _touches(hands) if "do" not in one]
    return chance.choice(
        (
            [*reboot, {"press": button}, *reboot, {"release": button}],
            [accident(flood=45), {"wait": 3000}, *unseen, accident(flood=34)],
            [accident(disk="slow"), *behind, accident(flood=34), {"lift": True}],
            [accident(hold=button), *reboot],
            [accident(hold=button), again, {"wait": 2000}],
            [silent, again, accident(look=True)],
            [silent, accident(look=True)],
            [accident(cable="wiggle")],
            [accident(pages=chance.choice(HARMS)), *_touches(hands)],
            [accident(pages=gone), {"wait": 95_000}, accident(look=True)],
        )
    )
