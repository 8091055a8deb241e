"""
How well each bot seeks, the weakest first.

The weakest was made for a child of eight, who was described first: docs/difficulty.md.
"""

from collections.abc import Mapping

from firmware_host.games.bots import EASY, FAIR, SHARP
from firmware_host.games.decipher.seeker import Mind
from firmware_host.words.levels import READILY

MINDS: Mapping[str, Mind] = {
    EASY: Mind(knows=(12, 6, 2, 0), overlooks=6, slips=6, dares=0.2),
    FAIR: Mind(knows=(15, 11, 6, 1), readily=READILY, overlooks=3, slips=4, dares=0.25),
    SHARP: Mind(readily=(64, 16, 4, 1), dares=0.2),
}
