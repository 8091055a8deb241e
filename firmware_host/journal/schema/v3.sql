-- Version 3: all that matters carries a checksum, and how many rows there are is written
-- down, so that neither a changed bit nor a page that is gone goes unnoticed. There are
-- no triggers: what SQLite keeps of the tables must fit into the first page (`salvage`).

-- crc: CRC-32 of the table's name and of all other columns in their order, a space
-- between each two, bytes in capital hex. Only `rows` keeps that of version 1. `crc32` is
-- no function of SQLite's own: `upgrade` brings it along.
UPDATE games SET crc = CASE crc
  WHEN crc32(CAST(id || ' ' || header AS BLOB)) THEN crc32(CAST(
    'games ' || id || ' ' || header || ' ' || seats || ' ' || ended AS BLOB))
  ELSE -1 END;

ALTER TABLE names ADD COLUMN crc INTEGER NOT NULL DEFAULT -1;
UPDATE names SET crc = crc32(CAST(
  'names ' || game || ' ' || seat || ' ' || name AS BLOB));

ALTER TABLE settings ADD COLUMN crc INTEGER NOT NULL DEFAULT -1;
UPDATE settings SET crc = crc32(CAST('settings ' || key || ' ' || value AS BLOB));

ALTER TABLE boxes ADD COLUMN crc INTEGER NOT NULL DEFAULT -1;
UPDATE boxes SET crc = crc32(CAST('boxes ' || id || ' ' || name AS BLOB));

ALTER TABLE tags ADD COLUMN crc INTEGER NOT NULL DEFAULT -1;
UPDATE tags SET crc = crc32(CAST(
  'tags ' || hex(uid) || ' ' || thing || ' ' || name || ' ' || number || ' ' || box
  AS BLOB));

-- age: grows with each start of a controller; the oldest are forgotten.
ALTER TABLE events ADD COLUMN age INTEGER NOT NULL DEFAULT 0;
ALTER TABLE events ADD COLUMN crc INTEGER NOT NULL DEFAULT -1;
UPDATE events SET crc = crc32(CAST('events ' || boot_id || ' ' || n || ' 0' AS BLOB));

-- A game as it stood after a row, so that going on with it need not begin at row 1.
-- It can be made anew from the rows. maker: which program wrote it; another one ignores
-- it. state: JSON, as `session/snapshots.py` has it.
CREATE TABLE snapshots (
  game INTEGER PRIMARY KEY REFERENCES games (id),
  number INTEGER NOT NULL,
  maker TEXT NOT NULL,
  state TEXT NOT NULL,
  crc INTEGER NOT NULL
) STRICT;

-- What the history tells of a game that is over, without names. It can be made anew from
-- the rows. maker: which program wrote it. summary: JSON.
CREATE TABLE summaries (
  game INTEGER PRIMARY KEY REFERENCES games (id),
  maker TEXT NOT NULL,
  summary TEXT NOT NULL,
  crc INTEGER NOT NULL
) STRICT;

-- Which game goes on, without reading every game.
CREATE INDEX unfinished ON games (id) WHERE NOT ended;

-- How many rows there are of what: all boxes, games, settings and tags (game 0), the
-- rows and the names of each game.
CREATE TABLE counts (
  what TEXT NOT NULL,
  game INTEGER NOT NULL,
  n INTEGER NOT NULL,
  crc INTEGER NOT NULL,
  PRIMARY KEY (what, game)
) STRICT, WITHOUT ROWID;

INSERT INTO counts SELECT 'boxes', 0, count(*), -1 FROM boxes;
INSERT INTO counts SELECT 'games', 0, count(*), -1 FROM games;
INSERT INTO counts SELECT 'settings', 0, count(*), -1 FROM settings;
INSERT INTO counts SELECT 'tags', 0, count(*), -1 FROM tags;
INSERT INTO counts SELECT 'names', game, count(*), -1 FROM names GROUP BY game;
INSERT INTO counts SELECT 'rows', game, count(*), -1 FROM rows GROUP BY game;
UPDATE counts SET crc = crc32(CAST(
  'counts ' || what || ' ' || game || ' ' || n AS BLOB));
