"""What a step wants kept is what the journal is told, word for word."""

import pytest

from firmware_host.journal.entries import Entry, Name, NewGame
from firmware_host.journal.entries import Row as Written
from firmware_host.link.events import Event
from firmware_host.link.messages import Tap
from firmware_host.session.effects import Begin, Row, Store
from firmware_host.table.writing import entry_of

TAP = Event(7, 3, 0, 1, Tap(2, b"\4aaaaaa"))


@pytest.mark.parametrize(
    ("store", "event", "entry"),
    [
        (Store(), None, Entry()),
        (Store(), TAP, Entry(event=(7, 3))),
        (Store(5, ended=True), None, Entry(ended=5)),
        (Store(5, name=(2, "Zoë")), None, Entry(names=(Name(5, 2, "Zoë"),))),
        (Store(5, name=(2, None)), None, Entry(names=(Name(5, 2, None),))),
        (Store(settings=(("a", None),)), None, Entry(settings=(("a", None),))),
        (
            Store(begin=Begin(5, {"rounds": 3, "at": "Köln"}, ("Ann", "Jürgen"))),
            None,
            Entry(new_game=NewGame(5, '{"rounds":3,"at":"Köln"}', ("Ann", "Jürgen"))),
        ),
    ],
)
def test_each_wish_is_written_and_nothing_else(store, event, entry):
    """A game, a name, a setting and an end, each by itself; and what brought it."""
    assert entry_of(store, event) == entry


def test_a_row_is_short_text():
    """Without spaces, and letters as they are: it is read by people, too."""
    row = Row(4, 1250, -1, {"do": "guess", "word": "SÜß"}, ({"is": "ok", "n": 1}, {}))
    written = Written(
        *(9, 4, 1250, -1, '{"do":"guess","word":"SÜß"}', '[{"is":"ok","n":1},{}]')
    )
    assert entry_of(Store(9, (row, row)), TAP) == Entry((written, written), (7, 3))
