"""
A hundred kills: what was seen is in the journal, and nothing counts twice.

Three hundred under ``./run test --all``.

The observer is another process than the daemon; `tests/table/kill/` has both. By
itself, with the figures in words::

    python -m tests.table.kill.observer 300
"""

import re
import statistics

import pytest

from tests.table.kill.evening import FAULTS
from tests.table.kill.findings import BETWEEN
from tests.table.kill.observer import Observer


@pytest.fixture(scope="module", params=[100, pytest.param(300, marks=pytest.mark.long)])
def findings(request, tmp_path_factory):
    """What came of so many kills."""
    with Observer(tmp_path_factory.mktemp("kill")) as observer:
        found = observer.run(request.param)
    assert found.kills >= request.param
    return found


def test_no_promise_is_broken(findings):
    """Seen is durable, each tap counts once and in order, and the table goes on."""
    assert not findings.broken, str(findings)


def test_the_kills_fall_where_it_hurts(findings):
    """Between the frame and 5 ms after COMMIT, and many before the ACK."""
    assert findings.fell[BETWEEN] * 15 >= findings.kills, str(findings)


def test_the_board_is_back_within_a_second(findings):
    """Lamps, screens and turn as they were, and the answer that was due."""
    for times in findings.resumed_ms, findings.answered_ms:
        # On a machine that does much else some take longer; half of them never do.
        assert statistics.median(times) < 1000, str(findings)


def test_so_is_a_whole_new_process(tmp_path):
    """Python itself, every import, the journal, the screens, the wire, the answer."""
    with Observer(tmp_path) as observer:
        assert not observer.run(3).broken
        assert statistics.median(observer.start_anew() for _ in range(5)) < 1000


#: A fault, the ways to die that bring it to light, and what the observer says.
PLANTED = {
    "shown-first": (("lamp", "before-commit"), "no answer that the journal has"),
    # Repeated, a tap counts twice, or the rules refuse it and nobody answers.
    "number-forgotten": (("committed",), "counts twice|a tap is not answered"),
    "unwritten": (("outside", "after"), "a tap is lost|not? .*the journal"),
    "dark": (("committed",), "the screens differ"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_observer_finds_what_is_broken(tmp_path, fault):
    """A kill test that cannot fail would be none."""
    ways, sentence = PLANTED[fault]
    with Observer(tmp_path, fault=fault, ways=dict.fromkeys(ways, 1)) as observer:
        findings = observer.run(20)
        assert re.search(sentence, findings.broken), str(findings)
