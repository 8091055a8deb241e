"""Faults that matter together: each plot is a few things that happen in a row."""

from random import Random
from typing import Any

from tests.net.hands import PLAYERS, Events, Hands, hold, press
from tests.world import upkeep


def accident(**wrong: Any) -> dict[str, Any]:
    """Return an event that something goes wrong."""
    return {"accident": wrong}


def plot(chance: Random, hands: Hands) -> Events:
    """Return what happens in a row; all is to be well again after it."""
    button = chance.choice(PLAYERS)
    zone = chance.randint(1, len(hands.zones))
    again = accident(**chance.choice(({"kill": True}, {"off": True})))
    silent = accident(**chance.choice(({"cable": "pull"}, {"mute": True})))
    reboot = [accident(reboot=True), {"wait": 2000}]
    act = hands.sensible()
    touches = [{"tap": chance.randint(0, zone), "item": hands.thing()} for _ in "123"]
    piece = f"{chance.choice(('red', 'yellow', 'blue', 'green'))}-{zone}"
    return chance.choice(
        (
            [accident(disk="sync"), *act, accident(kill=True)],
            [accident(disk="full"), *act, *press(button), again],
            [accident(disk="full"), again, *act],
            _in_line(chance, hands),
            [*reboot, {"press": button}, *reboot, {"release": button}],
            [accident(flood=45), {"wait": 3000}, *reboot, accident(flood=34)],
            [accident(hold=button), accident(reboot=True), {"wait": 2000}],
            [accident(hold=button), again, {"wait": 2000}],
            [silent, again, accident(look=True)],
            [silent, accident(look=True)],
            [again, {"still": 1500}],
            [accident(cut="process", shown=True), *act],
            [accident(cut="power", shown=True), *act],
        )
        if chance.random() < 0.75
        else (
            touches,
            [*hold(3100, "tick", "cross"), {"tap": 0, "item": piece}],
            [{"upkeep": chance.choice(upkeep.KINDS)}, *act],
            [{"upkeep": chance.choice(upkeep.RESTORES)}, *act],
        )
    )


def _in_line(chance: Random, hands: Hands) -> Events:
    """Return taps that wait for one another behind a card that hangs."""
    zones = chance.sample(range(1, len(hands.zones) + 1), 3)
    kinds = ("red", "yellow", "blue", "green")
    taps: Events = [
        {"hasty": {"tap": zone, "item": f"{chance.choice(kinds)}-{zone}"}}
        for zone in zones
    ]
    return [accident(disk="hang"), *taps, {"lift": True}, {"wait": 9000}]
