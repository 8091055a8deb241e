-- Version 2: a tag may be on a piece, a tile or a card, or lie by as a spare; and the
-- pieces of several boxes, each with a red 1 of its own, can be told apart.

-- A box of pieces by the name that people gave it; 0 is the board's own.
CREATE TABLE boxes (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

INSERT INTO boxes VALUES (0, '1');

ALTER TABLE tags RENAME TO tags_of_v1;

-- thing: piece, tile, card or spare. name: the piece's colour, the tile's letter, the
-- card's name, nothing for a spare. number 0: nobody knows which one of its name.
CREATE TABLE tags (
  uid BLOB PRIMARY KEY,
  thing TEXT NOT NULL,
  name TEXT NOT NULL,
  number INTEGER NOT NULL,
  box INTEGER NOT NULL REFERENCES boxes (id)
) STRICT, WITHOUT ROWID;

INSERT INTO tags SELECT uid, 'piece', kind, number, 0 FROM tags_of_v1;

DROP TABLE tags_of_v1;

-- One thing carries one tag: enrolling it again forgets the tag it had.
CREATE UNIQUE INDEX one_tag_a_thing ON tags (box, thing, name, number)
  WHERE number > 0;
