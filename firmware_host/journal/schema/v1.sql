-- Version 1 of the journal. Kept for ever: an old file begins with it.
-- A change is a new file, v2.sql, that turns version 1 into version 2.

-- Everything about a game but the names. seats: how many there have been. crc: CRC-32
-- over what never changes, because a bit that a card has lost inside a value is nothing
-- that SQLite could notice.
CREATE TABLE games (
  id INTEGER PRIMARY KEY,
  header TEXT NOT NULL,
  seats INTEGER NOT NULL,
  ended INTEGER NOT NULL DEFAULT 0,
  crc INTEGER NOT NULL
) STRICT;

-- One accepted action each. crc: CRC-32 over the other columns.
CREATE TABLE rows (
  game INTEGER NOT NULL REFERENCES games (id),
  number INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  action TEXT NOT NULL,
  facts TEXT NOT NULL,
  crc INTEGER NOT NULL,
  PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;

-- The only place that knows a name; a name that is gone reads "Player 1".
CREATE TABLE names (
  game INTEGER NOT NULL REFERENCES games (id),
  seat INTEGER NOT NULL,
  name TEXT NOT NULL,
  PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- The last event that counted, for each time a controller was switched on.
CREATE TABLE events (
  boot_id INTEGER PRIMARY KEY,
  n INTEGER NOT NULL
) STRICT;

CREATE TABLE settings (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Which tag is which piece; number 0: nobody knows which one of its kind.
CREATE TABLE tags (
  uid BLOB PRIMARY KEY,
  kind TEXT NOT NULL,
  number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A piece carries one tag: enrolling it again forgets the tag it had.
CREATE UNIQUE INDEX one_tag_a_piece ON tags (kind, number) WHERE number > 0;
