"""Translates what a step stores into the journal's entry."""

from json import JSONEncoder

from firmware_host.journal.entries import Entry, Name, NewGame
from firmware_host.journal.entries import Row as JournalRow
from firmware_host.link.link import Event
from firmware_host.session.effects import Row, Store


def entry_of(store: Store, event: Event | None) -> Entry:
    """Return the journal's entry: the rows, and the event that brought them."""
    begin = store.begin
    return Entry(
        rows=tuple(_row(store.game_id, row) for row in store.rows),
        event=None if event is None else (event.boot_id, event.n),
        settings=store.settings,
        new_game=None
        if begin is None
        else NewGame(begin.game_id, _json(begin.header), begin.names),
        names=()
        if store.name is None
        else (Name(store.game_id, store.name[0], store.name[1]),),
        ended=store.game_id if store.ended else None,
    )


def _row(game_id: int, row: Row) -> JournalRow:
    facts = _json(list(row.facts))
    return JournalRow(game_id, row.number, row.ms, row.seat, _json(row.action), facts)


#: Rows are short: no spaces, and letters as they are.
_json = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
