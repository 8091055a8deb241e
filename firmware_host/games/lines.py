"""What most games say: for whom they wait, and an action in words and as a line."""

from typing import TYPE_CHECKING

from firmware_host.board.json import Json, plain, text
from firmware_host.board.messages import Message, say
from firmware_host.games.chance import commitment
from firmware_host.games.common import State, won_by
from firmware_host.games.contract import Verb

if TYPE_CHECKING:  # a game says its lines by this
    from firmware_host.games.game import Engine


def waits_for(engine: "Engine", state: State, names: tuple[str, ...]) -> Message:
    """Return `Game.line` as most games have it."""
    turn = getattr(state, "turn", None)
    if state.over:
        return won_by([names[seat] for seat in state.winners])
    if turn is None:
        return say(f"wait-{engine.NAME}")
    return say(f"turn-{engine.NAME}", name=names[turn])


def answered(fact: object) -> str:
    """Return what `Game.answer` says of a fact, as most games have it."""
    for name, no in (("right", "wrong"), ("yes", "no")):
        if hasattr(fact, name):
            return name if getattr(fact, name) else no
    return "ok"


def described(engine: "Engine", action: object, name: str) -> Message:
    """Return `Game.describe_action` as most games have it."""
    line = engine.action_json(action)
    do = text(line, "do")
    if do not in engine.VERBS:  # any game has it
        return say(f"told-{do}", name=name) if "by" in line else say(f"told-{do}")
    verb = engine.VERBS[do]
    hidden = {one.key for one in engine.SECRETS if one.do == do}
    keys = set[str]() if verb.board else {*verb.needs, *verb.may} - hidden
    shown = {k: v for k, v in plain(line).items() if k in keys}
    return say(f"told-{engine.NAME}-{do}", **shown | {"name": name})


def in_transcript(
    engine: "Engine", action: object, facts: tuple[object, ...], round_number: int
) -> dict[str, Json]:
    """Return `Game.to_transcript` as most games have it."""
    line = engine.action_json(action)
    verb = engine.VERBS.get(text(line, "do"), Verb(("by",), ("bot",)))
    keys = (*verb.needs, *verb.may)
    drawn: dict[str, Json] = {}
    for fact in reversed(facts):
        drawn |= engine.fact_json(fact) | getattr(fact, "told", {})
    if "commitment" in keys and "nonce" in drawn:
        opens, word = bytes.fromhex(text(drawn, "nonce")), text(drawn, "word")
        drawn["commitment"] = commitment(opens, round_number, word)
    for key in keys:
        if key in drawn:
            line.setdefault(key, drawn[key])
    return {key: line[key] for key in line if key in ("do", *keys)}
