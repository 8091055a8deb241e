"""
Kills: everything that was shown is in the journal, and nothing counts twice.

There are forty by default, a hundred under ``./run test --ci``, and three hundred under
``./run test --all``. The observer runs in another process than the daemon;
`tests/table/kill/` has both. To run it alone with its figures: ``python -m
tests.table.kill.observer 300``.
"""

import statistics

import pytest

from tests.table.kill.evening import FAULTS, REVEALED
from tests.table.kill.findings import BETWEEN
from tests.table.kill.observer import Observer

#: How many kills a run makes.
KILLS = [
    40,
    pytest.param(100, marks=pytest.mark.ci),
    pytest.param(300, marks=pytest.mark.long),
]


@pytest.fixture(scope="module", params=KILLS)
def kills(request):
    """Return how many times a test run kills the daemon."""
    return request.param


@pytest.fixture(scope="module")
def findings(kills, tmp_path_factory):
    """Run the kill test; return its findings."""
    with Observer(tmp_path_factory.mktemp("kill")) as observer:
        return observer.run(kills)


def test_no_promise_is_broken(findings, kills):
    """Shown answers are stored, each tap counts once and in order, and play goes on."""
    findings.require(kills)


def test_the_kills_fall_where_it_hurts(findings):
    """Between the frame and 5 ms after COMMIT, and many before the ACK."""
    assert findings.fell[BETWEEN] * 15 >= findings.kills, str(findings)


def test_some_kills_fall_between_two_rounds(findings):
    """After a kill between two rounds the restart shows the revealed word."""
    assert findings.ways[REVEALED], str(findings)


def test_a_slow_resume_is_no_broken_promise(tmp_path):
    """A busy machine may take longer than the daemon waits for its controller."""
    with Observer(tmp_path, hurry=50) as observer:
        observer.run(1).require(1)


def test_the_board_is_back_within_a_second(findings):
    """Lamps, screens and turn as they were, and the answer that was due."""
    for times in findings.resumed_ms, findings.answered_ms:
        # On a slow machine some take longer; half of them never do.
        assert statistics.median(times) < 1000, str(findings)


@pytest.mark.ci
def test_so_is_a_whole_new_process(tmp_path):
    """Python itself, every import, the journal, the screens, the wire, the answer."""
    with Observer(tmp_path) as observer:
        observer.run(3).require(3)
        # A busy machine makes some of them slow, and none faster.
        assert min(observer.start_anew() for _ in range(5)) < 1000


#: A fault, the kinds of kill that show it, and the observer's sentence.
PLANTED = {
    "shown-first": (("lamp", "before-commit"), "no answer that the journal has"),
    # A repeated tap counts twice, or the rules refuse it and it gets no answer.
    "number-forgotten": (("committed",), "counts twice|a tap is not answered"),
    "unwritten": (("outside", "after"), "a tap is lost|not? .*the journal"),
    "dark": (("committed",), "the screens differ"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_observer_finds_what_is_broken(tmp_path, fault):
    """The observer finds each planted fault."""
    ways, sentence = PLANTED[fault]
    with Observer(tmp_path, fault=fault, ways=dict.fromkeys(ways, 1)) as observer:
        findings = observer.run(20)
    with pytest.raises(AssertionError, match=sentence):
        findings.require(20)
