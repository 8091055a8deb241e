"""
Checks of the contract that every game must fulfil.

A check plays one random game and yields a sentence for each fault; it yields nothing
for a correct game. docs/games.md describes each check in a sentence.
"""

import traceback
from functools import partial
from pathlib import Path

from firmware_host.app.content.time_limit import HangError, game_error, game_limits
from firmware_host.limits import GAME_SLOW_S
from firmware_host.testing.hands import fills_in_forms
from firmware_host.testing.lines import (
    has_a_playthrough,
    keeps_chance_out,
    lines_come_back,
)
from firmware_host.testing.promises import (
    decides_or_refuses,
    declares_what_it_means,
    ends,
    facts_are_json,
    goes_out_as_json,
    is_read_by_the_house,
    only_named_fields_leave,
    refusing_changes_nothing,
    replays_to_its_state,
    undoes,
    wakes,
)
from firmware_host.testing.secrecy import (
    declares_its_secrets,
    hides_the_secret,
    knows_what_it_sees,
)
from firmware_host.testing.walks import Case, Check
from firmware_host.testing.words import names_itself, speaks, tells_what_has_happened

CHECKS: tuple[Check, ...] = (
    decides_or_refuses,
    refusing_changes_nothing,
    facts_are_json,
    replays_to_its_state,
    undoes,
    only_named_fields_leave,
    goes_out_as_json,
    is_read_by_the_house,
    declares_what_it_means,
    declares_its_secrets,
    hides_the_secret,
    knows_what_it_sees,
    lines_come_back,
    keeps_chance_out,
    wakes,
    ends,
    speaks,
    tells_what_has_happened,
    names_itself,
    has_a_playthrough,
    fills_in_forms,
)


def broken(case: Case, check: Check, seeds: range) -> str:
    """Return the first fault that a check finds in random games; empty if none."""
    for seed in seeds:
        first = partial(next, check(case, seed), "")
        try:
            if found := game_limits()(case.engine.NAME, first, GAME_SLOW_S):
                return f"seed {seed}: {found}"
        except HangError as hang:
            raise game_error(case.engine.NAME, check.__name__, hang) from None
        except (Exception, SystemExit) as fault:  # noqa: BLE001 - a game that raises keeps no promise
            frames = traceback.extract_tb(fault.__traceback__)[-2:]
            places = (f"{Path(one.filename).name}:{one.lineno}" for one in frames)
            return f"seed {seed}: {fault!r} at {', '.join(places)}"
    return ""
