"""
Limits of what people type and choose, each defined once for all layers.

Pages get `FOR_PAGES` together with their texts.
"""

#: The most letters of a name; and of a name in a file, since older boards allowed
#: longer ones.
NAME_LETTERS, NAME_IN_FILE_LETTERS = 24, 40

#: Letters of the names of a word list, of a set of tags, and of a game or a group.
LIST_LETTERS, SET_LETTERS, GAME_LETTERS = 40, 20, 60

#: The most letters of a pack's text fields: level, topic, licence, author.
ABOUT_LETTERS = 200

#: The most rude words that a class may add to the built-in ones.
RUDE_ADDED = 200

#: The most letters of the note beside a corrected score.
NOTE_LETTERS = 120

#: The most letters of other typed texts, such as a word or a code; and of an item's
#: name.
TYPED_LETTERS = ITEM_LETTERS = 40

#: Characters of a passphrase, at least and at most.
PASSPHRASE = (8, 128)

#: Letters of a word that is laid in zones. Source: rules, "A word can be played".
SHORTEST_WORD, LONGEST_WORD = 3, 6

#: Who may sit at a table, and who may make words for each other: the box is for four.
#: Source: rules, part 1, "Who".
SEATS, MAKERS = 8, 4

#: The most rounds that the board and the phones offer; that a teacher or a program may
#: choose; and that a file may have, of which a screen shows two digits.
ROUNDS_OFFERED, ROUNDS_ASKED, ROUNDS_IN_FILE = 6, 20, 99

#: The most columns of an uploaded table that are read.
TABLE_COLUMNS = 40

#: The last number that a day can have, in the year 2125; 1 January 2026 has 0.
LAST_DAY = 36_500

#: The limits of one call of a game from outside: seconds at the board; seconds while
#: nobody waits at a board (loading, and commands); and bytes of JSON for a view, a face
#: or an outcome.
GAME_CALL_S, GAME_SLOW_S, GAME_BYTES = 1.0, 10.0, 64 * 1024

#: The most moves in a row that a game from outside may make by itself.
GAME_MOVES = 100

#: The limits for the input fields of pages.
FOR_PAGES = {
    "name": NAME_LETTERS,
    "list": LIST_LETTERS,
    "about": ABOUT_LETTERS,
    "set": SET_LETTERS,
    "game": GAME_LETTERS,
    "note": NOTE_LETTERS,
    "passphrase": PASSPHRASE[1],
    "rounds": ROUNDS_OFFERED,
    "rounds-teacher": ROUNDS_ASKED,
}
