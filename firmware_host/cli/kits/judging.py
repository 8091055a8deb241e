"""What the kits print: a line for each promise, and how many are kept."""

from collections.abc import Iterable

from firmware_host.board.messages import say
from firmware_host.testing import Verdict
from firmware_host.texts.texts import Texts

#: Exit codes: every promise is kept; one is broken.
WELL, BROKEN = 0, 1


def judged(verdicts: Iterable[Verdict], texts: Texts) -> int:
    """Print what comes of each check as it comes, and return the exit code."""
    broken = kept = 0
    for one in verdicts:
        broken, kept = broken + bool(one.fault), kept + (not one.fault)
        told = f": {one.fault}" if one.fault else ""
        print(f"{one.name}  {one.promise}{told}", flush=True)
    print(texts.say(say("kit-broken", n=broken) if broken else say("kit-kept", n=kept)))
    return BROKEN if broken else WELL
