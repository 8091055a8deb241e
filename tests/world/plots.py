"""Faults that matter together: each plot is a few things that happen in a row."""

from random import Random
from typing import Any

from tests.net.hands import KINDS, NAMES, PLAYERS, Events, Hands, hold, press
from tests.world import upkeep

#: Nobody plays then; what is kept of the games before is all that counts.
BETWEEN = ("choosing", "over")


def accident(**wrong: Any) -> dict[str, Any]:
    """Return an event that something goes wrong."""
    return {"accident": wrong}


def plot(chance: Random, hands: Hands) -> Events:
    """Return what happens in a row; all is to be well again after it."""
    between = hands.state["phase"] in BETWEEN
    roll = chance.random()
    if roll < (0.7 if between else 0.2):
        kinds = upkeep.KINDS if chance.random() < 0.5 else upkeep.RESTORES
        begins = {"game": "decipher", "board_makes": True, "players": ["Ann", "Ben"]}
        after = [{"begin": begins}] if between else hands.sensible()
        return [{"upkeep": chance.choice(kinds)}, *after]
    if roll < 0.6 and not between:
        return _at_the_card(chance, hands)
    if roll < 0.7:
        return _at_the_board(chance, hands)
    return _at_the_wire(chance)


def _touches(hands: Hands) -> Events:
    """Return what makes sense now, by hand where that can be."""
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
        )
    )


def _at_the_board(chance: Random, hands: Hands) -> Events:
    zone = chance.randint(1, len(hands.zones))
    things = [{"tap": chance.randint(0, zone), "item": hands.thing()} for _ in "123"]
    piece = {"tap": 0, "item": f"{chance.choice(KINDS)}-{zone}"}
    return chance.choice((things, [*hold(3100, "tick", "cross"), piece]))


def _at_the_wire(chance: Random) -> Events:
    button, again = chance.choice(PLAYERS), _again(chance)
    silent = accident(**chance.choice(({"cable": "pull"}, {"mute": True})))
    reboot = [accident(reboot=True), {"wait": 2000}]
    unseen = [accident(cable="pull"), accident(reboot=True)]
    return chance.choice(
        (
            [*reboot, {"press": button}, *reboot, {"release": button}],
            [accident(flood=45), {"wait": 3000}, *unseen, accident(flood=34)],
            [accident(hold=button), *reboot],
            [accident(hold=button), again, {"wait": 2000}],
            [silent, again, accident(look=True)],
            [silent, accident(look=True)],
            [accident(cable="wiggle")],
        )
    )
