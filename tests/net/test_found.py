"""Failures that random evenings have found, each replayed as it happened."""

import pytest

from tests.net import checks
from tests.net.hands import hold, press
from tests.net.world import World


def played(world, *events):
    """Play *events*, run all checks after each, and return the last look."""
    look = world.look()
    for event in events:
        look, wrong = checks.after(world, look, event)
        assert wrong == [], event
    return look


def line(look):
    return look["face"]["table"]["line"].split()[0]


def asked_who_makes_words():
    """Return a board that asks two players who makes the words; "person" is marked."""
    world = World({})
    played(world, {"adopt": {"players": ["Ann", "Ben"]}}, *press("tick") * 6)
    look = played(world, *press("cross"))
    assert line(look) == "choose-maker"
    assert look["face"]["table"]["marked"] == 1
    return world


@pytest.mark.parametrize("seat", [0, 1])
def test_somebody_leaves_while_the_board_asks_who_makes_the_words(seat):
    """With one player left the board makes the words, and does not ask who does."""
    world = asked_who_makes_words()
    look = played(world, {"stand": seat}, {"wait": 5000}, *press("tick"))
    assert len(look["public"]["players"]) == 1
    assert look["public"]["board_makes"]


def test_the_mark_stays_where_it_was_when_somebody_sits_down():
    """The mark stays on the same choice when a player sits down."""
    world = asked_who_makes_words()
    look = played(world, {"sit": "Cem"})
    assert (line(look), look["face"]["table"]["marked"]) == ("choose-maker", 1)


@pytest.mark.parametrize("game", ["keyword", "codecards", "wqrdles", "decipher"])
def test_another_game_is_chosen_whatever_the_board_asks_just_then(game):
    """A length, rounds or rules that it has not are asked for no more."""
    for steps in range(9):
        world = World({"game": "wqrdles" if steps % 2 else "decipher"})
        played(world, {"adopt": {"players": ["Ann", "Ben"]}})
        played(world, *press("tick") * steps, {"adopt": {"game": game}})
        played(world, *press("cross", "tick", "tick"))


def test_a_game_is_ended_and_left_while_its_menu_is_open():
    """The menu of that game closes with it."""
    world = World({})
    played(world, {"begin": {"players": ["Ann", "Ben"]}})
    look = played(world, *hold(3100, "tick", "cross"))
    assert line(look) == "menu"
    played(world, {"do": {"do": "end"}})
    look = played(world, {"adopt": {"players": ["Cem", "Dora"]}})
    assert line(look) == "same-again"
    played(world, *press("tick"))


@pytest.mark.parametrize(
    "item", ["card-orange-e-1", "start-keyword", "tile-a-1", "red-1"]
)
def test_what_another_game_brought_along_is_refused(item):
    """A tag of another game is refused in a round of Code cards."""
    world = World({"game": "codecards"})
    codes = (["QH", "7C", "10S"], ["KD", "2C", "3S"])
    lines = [
        {"do": {"do": "code", "by": seat, "cards": cards}}
        for seat, cards in enumerate(codes)
    ]
    played(world, {"begin": {"players": ["Ann", "Ben"]}}, *lines, {"wait": 1000})
    for zone in range(1, 7):
        came = world.do({"tap": zone, "item": item})
        assert came["outcome"]["refused"], item
        assert world.wrong() == []


def test_a_game_whose_word_begins_elsewhere_goes_on_from_its_last_round():
    """A game with another first zone is restored from its last round."""
    world = World({})
    wishes = {"players": ["Ann", "Ben"], "length": 3, "board_makes": False}
    played(world, {"begin": {**wishes, "rules": {"first_zone": 1}}})
    lines = [{"do": "secret", "by": 0}, {"do": "guess", "by": 1}]
    played(world, *({"do": {**line, "word": "ODX"}} for line in lines))


def test_a_touch_is_answered_though_others_were_lost_before():
    """The note about lost touches is replaced by the next refusal's note."""
    world = World({})
    played(world, {"begin": {"players": ["Ann"]}})
    look = played(world, {"lost": 2})
    assert look["face"]["table"]["note"] == "touches-lost n=2"
    look = played(world, {"unclear": 3})
    assert look["face"]["table"]["note"] == "refused-unclear"


def test_a_zone_outside_the_word_is_refused_on_the_makers_own_screen():
    """
    The refusal is on the maker's screen only.

    The public document does not change.
    """
    world = World({"lid": True})
    wishes = {"players": ["Ann", "Ben"], "board_makes": False, "length": 4}
    before = played(world, {"begin": wishes})
    after = played(world, {"press": "zone-1"})
    assert after["face"]["maker"]["note"] == "refused-outside-word zone=1"
    assert before["public"] == after["public"]


def a_query(*, lid=True):
    """Return a board on which a player picks a word of a card, and three play."""
    world = World({"game": "wqrdles", "length": 5, "lid": lid})
    secrets = [
        {"do": {"do": "secret", "by": seat, "word": word}}
        for seat, word in enumerate(("UNIXO", "OLUXI", "DUXIL"))
    ]
    look = played(world, {"begin": {"players": ["Ann", "Ben", "Cem"]}}, *secrets)
    assert line(look) == "wqrdles-pick"
    return world, look


def test_a_zone_is_no_letter_of_a_word_from_a_card():
    """While a card's word is on the screen, each zone's button is refused as idle."""
    world, _ = a_query()
    look = played(world, *press("zone-2"))
    assert line(look) == "query-take"
    came = world.do({"press": "zone-4"})
    assert came["outcome"]["refused"] == "button-idle"


def test_a_zone_is_answered_while_an_attempt_is_made_by_tiles():
    """First it is missing whose word is tried; then only tiles give letters."""
    world, look = a_query(lid=False)
    seat = look["public"]["view"]["turn"]
    word = look["public"]["view"]["cards"][seat][0]
    look = played(world, {"do": {"do": "query", "by": seat, "word": word}})
    assert line(look) == "wqrdles-try"
    played(world, *press("circle"))
    assert world.do({"press": "zone-1"})["outcome"]["refused"] == "whose-word"
    look = played(world, {"release": "zone-1"}, *press("square"))
    assert line(look) == "attempt-unseen"
    assert world.do({"press": "zone-1"})["outcome"]["refused"] == "button-idle"


def test_every_button_is_answered_when_a_game_is_over():
    """Tick and cross go on; any other one means nothing."""
    world = World({})
    played(world, {"begin": {"players": ["Ann"]}}, {"do": {"do": "end"}})
    for button in ("triangle", "zone-3"):
        came = world.do({"press": button})
        assert came["outcome"]["refused"] == "button-idle"
        played(world, {"release": button})
    assert line(played(world, *press("tick"))) == "same-again"


def test_a_hand_that_is_covered_answers_whoever_looks():
    """Only the tick shows the hand; another button is refused on the maker's screen."""
    world = World({"game": "keyword", "lid": True})
    played(world, {"begin": {"players": ["Ann", "Ben"]}}, {"do": {"do": "deal"}})
    before = played(world, *press("circle"))
    assert before["face"]["maker"]["note"] == "lay-covered"
    after = played(world, *press("zone-6"))
    assert after["face"]["maker"]["note"] == "refused-button-idle"
    assert before["public"] == after["public"]
    shown = played(world, *press("tick"))
    assert shown["face"]["maker"]["cards"]


def test_whoever_has_nothing_left_to_find_is_told_so():
    """The player's own button is refused while others still have an attempt."""
    world, look = a_query()
    tries = [(0, 1, "OLUXI"), (1, 0, "UNIXO")]
    lines = [
        {"do": {"do": "guess", "by": by, "of": of, "word": word}}
        for by, of, word in tries
    ]
    played(world, *asked(look), *lines)
    look = played(world, {"do": {"do": "pass", "by": 2}})
    assert line(look) == "wqrdles-pick"
    look = played(world, *asked(look))
    assert line(look) == "wqrdles-try"
    assert world.do({"press": "triangle"})["outcome"]["refused"] == "nothing-to-find"


def asked(look):
    """Return the events of a query with the first word of the card."""
    view = look["public"]["view"]
    seat = view["turn"]
    return [{"do": {"do": "query", "by": seat, "word": view["cards"][seat][0]}}]


def test_whoever_only_looks_at_dealt_cards_is_answered_behind_the_lid():
    """A zone's button of a player not on turn is refused on the maker's screen only."""
    world = World({"game": "codecards", "lid": True, "input": "buttons"})
    played(world, {"begin": {"players": ["Ann", "Ben"]}}, *press("tick"))
    look = played(world, {"wait": 1000})
    waits = 1 - look["public"]["view"]["turn"]
    own = ("circle", "square")[waits]
    before = played(world, *press(own, "tick"))
    assert before["face"]["maker"]["note"] == "hold-wait"
    after = played(world, *press("zone-6"))
    assert after["face"]["maker"]["note"] == "refused-button-idle"
    assert after["public"] == before["public"]


def test_a_word_begun_by_tiles_after_a_restart_is_counted():
    """The note `go-on` after a restart is replaced by the count of letters."""
    world = World({"input": "station", "lid": False})
    wishes = {"players": ["Ann", "Ben"], "board_makes": False, "rounds": 2}
    played(world, {"begin": {**wishes, "length": 3}}, *tapped("UXO"), *press("tick"))
    played(world, {"do": {"do": "guess", "by": 1, "word": "UXO"}})
    look = played(world, {"restart": True})
    assert line(look) == "secret-waits"
    assert look["face"]["table"]["note"] == "go-on"
    look = played(world, *tapped("UX"))
    assert look["face"]["table"]["note"].startswith("secret-count ")


def test_a_guess_begun_after_a_restart_says_how_it_goes_on():
    """The note of a restart is replaced by the guesser's note."""
    world = World({"input": "station", "lid": False})
    wishes = {"players": ["Ann", "Ben"], "board_makes": False, "length": 3}
    played(world, {"begin": wishes}, *tapped("UXO"), *press("tick"))
    played(world, {"restart": True})
    look = played(world, *press("square"))
    assert line(look) == "guess-spell"
    assert look["face"]["table"]["note"] == "guess-aloud"


def tapped(word):
    """Return a tile tapped on the rack for each letter of a word."""
    return [{"tap": 0, "item": f"tile-{letter}-1"} for letter in word]


def test_a_players_own_button_pressed_again_before_the_lid_is_opened():
    """The screen says already whose turn it is to lay, so no further answer is due."""
    world = World({"game": "keyword", "lid": True})
    played(world, {"begin": {"players": ["Ann", "Ben"]}}, {"do": {"do": "deal"}})
    look = played(world, *press("circle", "circle"))
    assert line(look) == "lay-turn"


def test_the_clue_of_a_secret_is_turned_off_once_its_word_is_whole():
    """The player's button is refused until the word is complete, then turns it off."""
    world = World({"game": "wqrdles", "zones": 4, "lid": True})
    wishes = {"players": ["Ann", "Ben"], "length": 4, "rules": {"sequence": "each"}}
    look = played(world, {"begin": wishes}, {"press": "zone-2"}, {"press": "circle"})
    assert look["face"]["table"]["note"] == "refused-button-idle"
    look = played(world, *press("zone-1", "zone-3", "zone-4", "circle"))
    assert look["face"]["maker"]["note"] == "own-sequence-off"


@pytest.mark.parametrize(
    ("zones", "length", "option", "begins"),
    [
        (6, 5, 4, 2),
        (6, 3, 4, 4),
        (6, 6, 2, 1),
        (5, 3, 4, 3),
        (4, 4, 0, 1),
        (6, 5, 2, 2),
    ],
)
def test_a_word_begins_no_further_on_than_it_has_room(zones, length, option, begins):
    """The first zone leaves room for all letters, whatever the rule says."""
    world = World({"zones": zones})
    wishes = {"length": length, "players": ["Ann"]}
    rules = {"first_zone": option} if option else {}
    look = played(world, {"begin": {**wishes, "rules": rules}})
    assert look["public"]["view"]["first_zone"] == begins
    inside = [bool(one.get("in_word", True)) for one in look["face"]["zones"]]
    assert sum(inside) == length


def test_nobody_begins_without_a_token_to_guess_with():
    """The number of guess tokens can be set from 1 to 9."""
    offered = World({}).offers()["games"]
    options = {one["name"]: one for game in offered for one in game["options"]}
    tokens = options["guess_tokens"]["choices"]
    assert [value for value, _ in tokens] == [*range(1, 10)]


@pytest.mark.parametrize("lid", [(), press("circle", "tick")], ids=["shut", "open"])
def test_a_card_on_the_rack_is_refused_where_the_board_deals(lid):
    """A card on the rack is refused, whether the lid is shut or open."""
    world = World({"game": "keyword", "lid": True})
    played(world, {"begin": {"players": ["Ann", "Ben"]}}, {"do": {"do": "deal"}}, *lid)
    look = played(world, {"tap": 0, "item": "card-orange-a-1"})
    assert look["face"]["table"]["note"] == "refused-keyword-deals"


def round_of_ann_and_ben(**build):
    """Return a board where the first of two is on turn."""
    world = World({"input": "station", "zones": 4, **build})
    played(world, {"begin": {"players": ["Ann", "Ben"], "length": 3}})
    return world


def test_a_piece_on_the_rack_is_refused_while_the_game_stands_still():
    """A piece on the rack is refused during a pause, and does not wait there later."""
    world = round_of_ann_and_ben()
    look = played(world, {"pause": True}, {"tap": 0, "item": "green-3"})
    assert look["face"]["table"]["note"] == "refused-paused"
    assert line(played(world, {"pause": False})) == "turn-place-station"


def test_a_piece_on_the_rack_closes_the_menu():
    """A piece on the rack closes the menu, so that the request for its zone is seen."""
    world = round_of_ann_and_ben()
    look = played(world, *hold(3100, "tick", "cross"))
    assert line(look) == "menu"
    assert line(played(world, {"tap": 0, "item": "green-3"})) == "turn-press"


def test_a_piece_on_the_rack_is_refused_while_somebody_spells_a_guess():
    """A piece on the rack is refused while a guess is spelled."""
    world = round_of_ann_and_ben()
    look = played(world, *press("square"), {"tap": 0, "item": "yellow-3"})
    assert (line(look), look["face"]["table"]["note"]) == (
        "guess-spell",
        "refused-not-now",
    )


@pytest.mark.parametrize("first", ["back", "end"])
def test_a_lost_phone_is_let_go_where_a_game_ended_over_its_secret(first):
    """A restart forgets that game; until then it let two phones have one place."""
    world = World({"seed": 58})
    header = {"game": "wqrdles", "board_makes": True, "rounds": 1, "length": 4}
    played(
        world,
        {"phone": "dora's", "join": "Ann"},
        {"phone": "ann's", "join": "Dora"},
        {"begin": header},
        {"do": {"do": "secret", "by": 0, "word": "ULOX"}, "phone": "dora's"},
    )
    back, end = {"phone": "cem's", "back": 1}, {"do": {"do": "end"}, "phone": "ann's"}
    played(world, *((back, end) if first == "back" else (end, back)))
    assert [phone.number for phone in world.table.session.phones] == [2, 3]
