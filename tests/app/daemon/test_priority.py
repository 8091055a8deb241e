"""The threads that answer a touch go first; nothing that they start does."""

import os
import subprocess
import sys

import pytest

#: A program with another thread that lets its threads go first, then starts a program.
#: It prints the policies of both threads, of a later thread and of the program.
PROGRAM = """
import os, subprocess, sys, threading
from firmware_host.app.daemon.priority import go_first
def policy(): return os.sched_getscheduler(0) & ~os.SCHED_RESET_ON_FORK
told, ready, over = [], threading.Event(), threading.Event()
def first():
    ready.set(); over.wait(); told.append(policy())
one = threading.Thread(target=first); one.start(); ready.wait()
go_first()
over.set(); one.join()
later = threading.Thread(target=lambda: told.append(policy()))
later.start(); later.join()
child = "import os; print(os.sched_getscheduler(0))"
done = subprocess.run([sys.executable, "-c", child], capture_output=True, text=True)
print(policy(), *told, done.stdout.strip())
"""

ROUND_ROBIN, USUAL = str(getattr(os, "SCHED_RR", 2)), "0"


def policies(*before: str) -> list[str]:
    """Return the scheduling policies that the program prints, started by *before*."""
    words = [*before, sys.executable, "-c", PROGRAM]
    done = subprocess.run(words, check=True, capture_output=True, text=True)
    return done.stdout.split()


def is_allowed() -> bool:
    """Return True if this machine allows real-time threads."""
    words = [sys.executable, "-c", "import os; p = os.sched_param(1); "]
    words[-1] += "os.sched_setscheduler(0, os.SCHED_RR, p)"
    return not subprocess.run(words, check=False, capture_output=True).returncode


def test_each_thread_goes_first_and_nothing_that_is_started():
    """The thread that runs already does as well; a later one and a program do not."""
    if not is_allowed():
        pytest.skip("real-time threads are not allowed here")
    assert policies() == [ROUND_ROBIN, ROUND_ROBIN, USUAL, USUAL]


def test_where_it_is_not_allowed_nothing_changes():
    """Without the permission all threads keep the usual scheduling policy."""
    prlimit = ["prlimit", "--rtprio=0"]
    if os.geteuid() == 0:
        prlimit += ["setpriv", "--bounding-set=-sys_nice", "--inh-caps=-sys_nice"]
    assert policies(*prlimit) == [USUAL] * 4
