"""From the first start to the first word, by tick, cross and players' buttons."""

from dataclasses import replace

import pytest

from firmware_host.board.commands import Choose
from firmware_host.board.events import Button
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import Millis
from firmware_host.games.contract import first_zone
from firmware_host.session import lobby, upcoming
from firmware_host.session.asked import PackKept
from firmware_host.session.modes import choosing
from firmware_host.session.modes.choosing import Choosing
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player, read_setup
from firmware_host.words.packs.kept import pack_setting
from firmware_host.words.packs.pack import Pack
from tests.session.evening import face, first_evening, press, then

TICK, CROSS = Button.TICK, Button.CROSS


def test_the_first_switch_on_asks_one_thing_after_the_other():
    """The first start asks eight questions in order, and begins a game."""
    session, asked = first_evening(), []
    while isinstance(session.mode, Choosing):
        asked.append(session.mode.question)
        if session.mode.question == "players":
            session = press(session, Button.STAR, Button.CIRCLE).session
        session = press(session, TICK).session

    order = ["language", "place", "game", "length", "players", "maker", "rounds"]
    assert asked == [*order, "words"]
    assert isinstance(session.playing, Playing)


def test_the_cross_marks_the_next_answer_and_comes_round():
    """Two buttons are enough for any list."""
    session = first_evening()
    marked = []
    for _ in range(3):
        session = press(session, CROSS).session
        marked.append(session.mode.marked)

    assert marked == [1, 0, 1]


def test_a_zones_button_marks_the_answer_of_its_number():
    """A zone's button marks the answer with its number."""
    session = press(first_evening(), Button.ZONE_2, TICK).session

    assert session.setup.language == "de"
    assert face(session).table.line.code == "choose-place"


def test_players_sit_down_in_the_order_of_their_buttons():
    """Players join in the order of their buttons; pressing again leaves."""
    session = choosing.ask(first_evening(), "players")
    session = press(session, Button.STAR, Button.CIRCLE, Button.SQUARE).session
    session = press(session, Button.CIRCLE).session

    assert [player.button for player in session.setup.players] == [
        Button.STAR,
        Button.SQUARE,
    ]


def test_nobody_is_not_enough():
    """Without players the tick is refused with the reason."""
    refused = press(choosing.ask(first_evening(), "players"), TICK)

    assert refused.outcome.code == "nobody-sits"
    assert refused.session.mode.question == "players"


def test_a_lone_player_plays_against_the_board():
    """With a single player the board makes the words, without a question."""
    session = choosing.ask(first_evening(board_makes=False), "players")
    session = press(session, Button.CIRCLE, TICK).session

    assert session.mode.question == "rounds"
    assert session.setup.board_makes


def test_which_words_the_board_draws_is_asked_where_it_makes_them():
    """Four levels, the day's word, a pack, other rules: the second is marked."""
    session = choosing.ask(first_evening(), "words")
    assert [one.values for one in face(session).table.choices] == [()] * 7
    assert session.mode.marked == 1

    easy = press(session, Button.ZONE_1, TICK)
    assert easy.session.setup.rules == {"decipher": {"words": "first-readers"}}
    assert upcoming.changed_options(easy.session) == (("words", "first-readers"),)
    again = choosing.ask(easy.session, "words")
    assert again.mode.marked == 0
    assert press(again, Button.ZONE_2, TICK).session.setup.rules == {}


def test_a_level_of_an_earlier_version_is_remembered_as_the_nearest():
    """A level of an earlier version is replaced by the nearest one."""
    session = first_evening()
    rules = {"decipher": {"words": "easy"}}
    session = replace(session, setup=replace(session.setup, rules=rules))
    assert upcoming.changed_options(session) == (("words", "first-readers"),)


def test_a_class_that_has_its_own_list_draws_from_it_or_plays_the_days_word():
    """
    A class with its own words is asked to draw from them or play the day's word.

    If the list has no words of the length, or players make the words, it is not.
    """
    session = first_evening(players=(Player(button=Button.CIRCLE),))
    english = session.languages["en"].with_own(["PANDA"])
    own = replace(session, languages={**session.languages, "en": english})

    def asked(one):
        return [answer.text.code for answer in lobby.QUESTIONS["words"].answers(one)]

    assert lobby.next_question(own, "rounds") == "words"
    assert asked(own) == ["words-own", "knob-words-day", "again-rules"]
    assert lobby.question(own, "words").marked(own) == 0
    four = replace(own, setup=replace(own.setup, length=4))
    assert asked(four) == asked(session)
    assert len(asked(session)) == 7
    people = replace(session, setup=replace(session.setup, board_makes=False))
    assert lobby.next_question(people, "maker") == "rules"
    assert lobby.next_question(people, "rules") == lobby.DONE


def test_among_people_no_rounds_are_counted():
    """Everybody makes a word once, or twice."""
    session = choosing.ask(first_evening(), "players")
    session = press(session, Button.CIRCLE, Button.STAR, TICK, Button.ZONE_2).session
    asked = press(session, TICK)
    assert asked.session.mode.question == "rules"
    begun = press(asked.session, TICK)

    assert isinstance(begun.session.playing, Playing)
    assert begun.session.playing.game.header.board_makes is False


def test_each_answer_is_remembered_at_once():
    """After a power cut it is offered again."""
    stored = press(first_evening(), Button.ZONE_2, TICK).entry

    read, _ = read_setup(dict(stored.settings)["setup"], ("en", "de"))
    assert read.language == "de"


def test_afterwards_one_tick_plays_the_same_again():
    """After a game one tick starts the same again, and the cross changes it."""
    session = first_evening(players=(Player(button=Button.CIRCLE),))
    again = choosing.ask(session, "again")

    assert isinstance(press(again, TICK).session.playing, Playing)
    changed = press(again, CROSS, TICK).session
    assert changed.mode.question == "language"


def test_a_button_without_meaning_says_so():
    """A button without meaning is refused as idle."""
    assert press(first_evening(), Button.ZONE_6).outcome.code == "button-idle"


@pytest.mark.parametrize("question", ["language", "game", "rules", "day", "again"])
def test_a_players_button_sits_down_whatever_is_asked(question):
    """A player's button joins or leaves at any question."""
    session = choosing.ask(first_evening(), question)
    there = press(session, Button.STAR).session
    assert [one.button for one in there.setup.players] == [Button.STAR]
    assert there.mode.question == question
    assert press(there, Button.STAR).session.setup.players == ()


@pytest.mark.parametrize(
    ("zones", "length", "first"),
    [(3, 3, 1), (4, 3, 2), (4, 4, 1), (5, 5, 1), (6, 4, 2)],
)
def test_a_word_that_fills_a_small_board_begins_in_its_first_zone(zones, length, first):
    """A word begins in the usual zone if there is room, else in zone 1."""
    session = upcoming.on_board(first_evening(), zones=zones, way="pads")
    setup = replace(session.setup, length=length, players=(Player("Ann"),))
    playing = upcoming.begin(replace(session, setup=setup), now_ms=Millis(0)).playing
    assert first_zone(playing.game.header) == first


@pytest.mark.parametrize(
    ("length", "rule", "first"),
    [(3, {}, 1), (4, {}, 1), (5, {}, 1), (4, {"first_zone": 3}, 3)],
)
def test_on_a_virtual_board_zones_are_numbered_like_the_letters(length, rule, first):
    """On a virtual board the word begins in zone 1, unless a rule says otherwise."""
    session = replace(first_evening(), virtual=True)
    setup = replace(
        session.setup,
        length=length,
        players=(Player("Ann"),),
        rules={"decipher": rule},
    )
    playing = upcoming.begin(replace(session, setup=setup), now_ms=Millis(0)).playing
    assert first_zone(playing.game.header) == first


def test_a_small_board_offers_no_word_that_is_longer():
    """A small board offers only words that fit it, and refuses a longer length."""
    session = upcoming.on_board(first_evening(length=5), zones=3, way="station")
    assert session.setup.length == 3
    assert upcoming.lengths(session) == (3,)
    assert lobby.next_question(session, "game") == "players"
    longer = then(session, Choose(length=4))
    assert longer.outcome == Refused("zones-few", values=(("n", 3),))


def test_a_question_that_the_new_game_has_not_is_asked_no_more():
    """WQRDLES has five options, KEYWORD three; the board asked for the fourth."""
    players = (Player(button=Button.STAR), Player(button=Button.CIRCLE))
    session = first_evening(game="wqrdles", players=players)
    session = choosing.ask(session, "knob-3")
    assert face(session).table.line.code == "knob-wqrdles-decode"
    after = then(session, Choose(game="keyword")).session
    assert after.mode.question == "players"
    third = then(choosing.ask(session, "knob-2"), Choose(game="keyword")).session
    assert third.mode.question == "knob-2"


@pytest.mark.parametrize(
    ("game", "wanted", "length"),
    [("wqrdles", 6, 5), ("wqrdles", 3, 4), ("decipher", 6, 6), ("keyword", 5, 0)],
)
def test_a_length_that_the_game_has_not_is_the_next_one(game, wanted, length):
    """
    A length that the game does not have is replaced by a shorter or the shortest.

    Without lengths it is 0.
    """
    assert upcoming.length(first_evening(game=game, length=wanted)) == length


# --- packs ---------------------------------------------------------------------


def choices(session):
    """Return the codes of the choices on the screen."""
    return [text.code for text in face(session).table.choices]


def answered(session, number):
    """The session after one answer was marked and taken."""
    session = press(session, *[CROSS] * (number - session.mode.marked)).session
    return press(session, TICK).session


def test_a_pack_is_chosen_at_the_board_alone():
    """A pack is chosen at the board, after the answer "pack" to "Which words?"."""
    session = choosing.ask(first_evening(players=(Player("Ann"),)), "words")
    *levels, pack, rules = choices(session)
    assert (pack, rules) == ("words-pack", "again-rules")
    session = answered(session, len(levels))
    assert session.mode.question == "pack"
    assert "Animals" in [
        dict(one.values)["name"] for one in face(session).table.choices
    ]
    english = session.languages["en"]
    keys = [one.key for one in english.packs_for(5, 3)]
    session = answered(session, keys.index("animals"))
    own = session.playing.header.language.own.words(5)
    assert own == tuple(one for one in english.pack("animals").words if len(one) == 5)


def test_other_rules_are_there_on_the_first_evening():
    """House rules are reached by buttons from the last answer to "Which words?"."""
    session = first_evening()
    while session.mode.question != "words":
        if session.mode.question == "players":
            session = press(session, Button.STAR).session
        session = press(session, TICK).session
    last = len(choices(session)) - 1
    rules = answered(session, last)
    assert choices(rules) == ["rules-usual", "rules-own", "rules-evening"]
    assert answered(rules, 1).mode.question == "knob-0"
    assert isinstance(answered(rules, 0).playing, Playing)
    assert answered(session, last - 1).mode.question == "pack"
    day = answered(session, last - 2)
    assert answered(choosing.ask(day, "words"), last).setup.rules == day.setup.rules


def test_a_level_draws_from_the_boards_own_words_again():
    """The pack that was chosen is the marked answer until then."""
    session = choosing.ask(
        first_evening(players=(Player("Ann"),), pack="animals"), "words"
    )
    assert session.mode.marked == len(choices(session)) - 2
    session = press(session, CROSS, CROSS).session
    session = press(session, TICK).session
    assert session.setup.pack == ""
    assert not session.playing.header.language.own


def test_a_board_without_packs_is_not_asked_for_one():
    """Without a pack that has enough words no pack is offered."""
    session = first_evening(players=(Player("Ann"),))
    bare = {code: replace(one, shipped={}) for code, one in session.languages.items()}
    assert "words-pack" not in choices(
        choosing.ask(replace(session, languages=bare), "words")
    )
    few = Pack("1", "Few", "en", ("CAT", "PANDA", "TIGER"))
    kept = then(replace(session, languages=bare), PackKept("en", "1", few)).session
    assert "words-pack" in choices(choosing.ask(with_rounds(kept, 2), "words"))
    assert "words-pack" not in choices(choosing.ask(with_rounds(kept, 3), "words"))


def with_rounds(session, rounds):
    return replace(session, setup=replace(session.setup, rounds=rounds))


def test_a_pack_of_another_language_counts_for_nothing():
    """A chosen pack that is of another language or was removed is not used."""
    for setup in ({"language": "de", "pack": "animals"}, {"pack": "77"}):
        session = choosing.ask(
            first_evening(players=(Player("Ann"),), **setup), "again"
        )
        assert not press(session, TICK).session.playing.header.language.own


def test_a_pack_that_goes_while_it_is_asked_for_leaves_the_question():
    """If the pack is removed while packs are chosen, another question is asked."""
    session = first_evening(players=(Player("Ann"),))
    bare = {code: replace(one, shipped={}) for code, one in session.languages.items()}
    words = ("PANDA", "TIGER", "ZEBRA", "HORSE")
    session = replace(session, languages=bare)
    for key in "12":
        pack = Pack(key, f"Pack {key}", "en", words)
        session = then(session, PackKept("en", key, pack)).session
    session = replace(session, setup=replace(session.setup, pack="1"))
    session = choosing.ask(session, "pack")
    gone = then(session, PackKept("en", "1", None)).session
    assert gone.mode.question == "players"
    assert "Pack 2" in [one.name for one in gone.languages["en"].packs]


def test_a_pack_comes_while_a_game_is_on_and_counts_from_the_next():
    """A pack that is stored during a game counts from the next game on."""
    session = choosing.ask(first_evening(players=(Player("Ann"),)), "again")
    on = press(session, TICK).session
    words = ("PANDA", "TIGER", "ZEBRA")
    done = then(on, PackKept("en", "1", Pack("1", "Three", "en", words)))
    assert done.entry.settings == (pack_setting("1", Pack("1", "Three", "en", words)),)
    assert done.session.playing is on.playing
    chosen = then(done.session, Choose(pack="1")).session
    again = press(choosing.ask(chosen, "again"), TICK).session
    assert again.playing.header.language.own.words(5) == words
