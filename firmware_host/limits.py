"""
How much there may be of what people type and choose: each limit once, for all floors.

Pages take `FOR_PAGES` with their words.
"""

#: Letters of a name that somebody is called by, and of one in a file: older boards let
#: people have longer ones.
NAME_LETTERS, NAME_IN_FILE_LETTERS = 24, 40

#: Letters of the names of a word list, of a set of tags, and of a game or a group.
LIST_LETTERS, SET_LETTERS, GAME_LETTERS = 40, 20, 60

#: Letters of what a pack of words says of itself: for whom, of what, on what terms.
ABOUT_LETTERS = 200

#: Words that a class may add to those that nobody is called by.
RUDE_ADDED = 200

#: Letters of the note beside a corrected score.
NOTE_LETTERS = 120

#: Letters of what is typed otherwise, such as a word or a code; and of a tagged item.
TYPED_LETTERS = ITEM_LETTERS = 40

#: Characters of a passphrase, at least and at most.
PASSPHRASE = (8, 128)

#: Letters of a word that is laid in zones. Source: rules, "A word can be played".
SHORTEST_WORD, LONGEST_WORD = 3, 6

#: Who may sit at a table, and who may make words for each other: the box is for four.
#: Source: rules, part 1, "Who".
SEATS, MAKERS = 8, 4

#: Rounds that the board and the phones offer; that a teacher or a program may ask for;
#: and that a file may have, of which a screen shows two digits.
ROUNDS_OFFERED, ROUNDS_ASKED, ROUNDS_IN_FILE = 6, 20, 99

#: So many columns of a table that somebody brings are read.
TABLE_COLUMNS = 40

#: The last number that a day can have, in the year 2125; 1 January 2026 has 0.
LAST_DAY = 36_500

#: What one answer of a game from outside may take: seconds; and bytes of JSON, for a
#: view, a face, or what has come of an action.
GAME_CALL_S, GAME_BYTES = 1.0, 64 * 1024

#: Moves that a game from outside may make one after the other, with nobody acting.
GAME_MOVES = 100

#: What the fields of a page let somebody type or choose.
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
