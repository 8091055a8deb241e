"""Views of Code cards: only the hits reveal anything about hidden cards."""

import json
from itertools import permutations
from typing import get_args

import pytest
from hypothesis import given, settings, strategies as st

from firmware_host.app.archive.export import export_replay, transcript
from firmware_host.app.archive.replay import judge, read_file, replay, story
from firmware_host.app.content.games import known_games
from firmware_host.app.content.languages import load_texts
from firmware_host.board.faces import Lamp
from firmware_host.board.messages import Refused
from firmware_host.errors import TranscriptError
from firmware_host.games.codecards.game import codecards
from firmware_host.games.codecards.rules import (
    COLUMNS,
    DECK,
    PLACES,
    Action,
    Break,
    Code,
    Column,
    Done,
    Fact,
    Hide,
    Lot,
    Name,
    Place,
    Play,
    PlayingCard,
    Skip,
)
from firmware_host.games.codecards.view import hits
from firmware_host.games.game import End, Leave, Undo, Void
from firmware_host.games.transcript import Head, Names, read
from firmware_host.games.views import Viewer
from firmware_host.languages import CODES
from tests.cli.command import EXAMPLES
from tests.games.codecards_play import (
    ENTROPY,
    LEE,
    LEES,
    NAMES,
    TINA,
    TINAS,
    begun,
    cards,
    do,
    header,
    last_cards,
    names,
    opened,
    play,
    refusal,
    three,
    unseen,
)
from tests.games.records import with_init

seats = st.sampled_from([TINA, LEE])
any_card = st.sampled_from(DECK)
st.register_type_strategy(PlayingCard, any_card)
moves = st.one_of(
    st.builds(Play, st.sampled_from(COLUMNS), any_card),
    st.builds(Name, any_card),
    st.sampled_from([Skip(), Done(), Break(), Undo()]),
)
#: Whatever a person, a phone or a damaged board could come up with.
anything = st.one_of(
    moves,
    st.builds(Hide, seats, st.sampled_from(PLACES), any_card),
    st.builds(Code, seats, st.tuples(any_card, any_card, any_card)),
    st.builds(Lot, st.none(), st.just(ENTROPY)),
    *[
        st.from_type(with_init(cls))
        for cls in get_args(Action)
        if cls not in (End, Leave, Void)
    ],
)
rows = st.permutations(DECK).map(lambda deck: (tuple(deck[:3]), tuple(deck[3:6])))


def dealt(codes, first=TINA):
    game = codecards.start(header())
    return do(game, Code(TINA, codes[0]), Code(LEE, codes[1]), Lot(first, ENTROPY))


def alike(game, *viewers):
    """Return face and views without the commitment, which differs on purpose."""
    seen = [codecards.view(game, viewer) for viewer in (Viewer.PUBLIC, *viewers)]
    text = repr((codecards.face(game, NAMES), seen))
    text += repr([(one.pile, one.code) for one in seen[1:]])  # hidden from repr
    return text.replace(seen[0].commitment or "no promise", "")


def swapped(codes, seat, place, card):
    """Return *codes* with another hidden card in one place."""
    row = (*codes[seat][: place - 1], card, *codes[seat][place:])
    return (row, codes[1]) if seat == TINA else (codes[0], row)


def resolved(game, intent):
    """Return the action of an intent, or None if it is not possible."""
    what, card = intent
    if game.round is None or (what == "undo" and game.by_board):
        return None
    if what == "play":
        hidden = any(card in row for row in game.rows)
        return None if hidden else Play(game.round.column, card)
    acts = {"skip": Skip(), "done": Done(), "break": Break(), "undo": Undo()}
    return acts.get(what, Name(card))


intents = st.tuples(
    st.sampled_from(["play"] * 9 + ["skip", "done", "break", "undo", "name", "name"]),
    any_card,
)


@settings(max_examples=30)
@given(rows, seats, st.lists(intents, min_size=6, max_size=40), st.data())
def test_deals_that_answered_alike_look_alike(codes, owner, script, data):
    """Deals with the same answers give the public and the opponent equal views."""
    spare = [card for card in DECK if not any(card in row for row in codes)]
    swaps = st.tuples(st.sampled_from(PLACES), st.sampled_from(spare))
    others = [
        dealt(swapped(codes, owner, place, card))
        for place, card in data.draw(st.lists(swaps, min_size=8, max_size=8))
    ]
    others += [
        dealt((row, codes[1]) if owner == TINA else (codes[0], row))
        for row in permutations(codes[owner])
    ]
    game = dealt(codes)
    for intent in script:
        action = resolved(game, intent)
        if action is None:
            continue
        if isinstance(action, Play):  # who holds a card knows that nobody hides it
            others = [one for one in others if action.card not in one.rows[owner]]
        told = codecards.act(game, action)
        others = [one for one in others if same_answer(one, action, told)]
        if isinstance(told, Refused):
            continue
        game = codecards.fold(game, told)
        if game.over:
            return
        others = [codecards.fold(one, codecards.act(one, action)) for one in others]
        for other in others:
            assert alike(other, 1 - owner) == alike(game, 1 - owner)


def same_answer(other, action, told):
    """Return True if another deal brings the same hits; all else must be equal."""
    theirs = codecards.act(other, action)
    if isinstance(told, Refused) or isinstance(theirs, Refused):
        assert theirs == told
        return True
    if hits(theirs) != hits(told):
        return False
    assert theirs == told or type(told[-1]).__name__ == "GameEnded"
    return True


def test_the_check_would_see_a_view_that_tells_more():
    """The owners' views do differ, so the comparison can fail."""
    views = [codecards.view(begun(tinas), TINA) for tinas in (TINAS, "QH 7C 9S")]

    assert views[0] != views[1]


@pytest.mark.parametrize("viewer", [Viewer.PUBLIC, TINA, LEE, 2])
def test_no_text_of_a_game_holds_a_hidden_card(viewer):
    """No repr of state, view, face or facts has a hidden card."""
    for game in (begun(), opened(), do(opened(), Break()), do(opened(), End())):
        text = repr((game, codecards.view(game, viewer), codecards.face(game, NAMES)))
        for card in cards(f"{TINAS} {LEES}"):
            assert f"'{card}'" not in text
    facts = codecards.act(codecards.start(header()), Code(TINA, cards(TINAS)))
    assert "QH" not in repr((facts, Code(TINA, cards(TINAS))))


def test_a_player_may_look_at_ones_own_code_alone():
    """A player's view has the player's own code."""
    assert codecards.view(opened(), TINA).code == cards(TINAS)
    assert codecards.view(opened(), LEE).code == cards(LEES)


def test_a_pile_is_looked_through_on_ones_turn_and_before_its_column_only():
    """A pile can be looked at on one's turn, before its column, and not later."""
    game = do(opened(), *three("6S 7S 8S"), *three("6H 7H 8H"))
    assert codecards.view(game, TINA).pile == cards("3S 6S")
    assert codecards.view(game, LEE).pile == ()

    game = do(game, Skip())
    assert codecards.view(game, TINA).pile == cards("4S 7S")
    game = do(game, play(2, "9S"))
    assert codecards.view(game, TINA).pile == cards("5S 8S")
    game = do(game, Done())
    assert codecards.view(game, TINA).pile == ()
    assert codecards.view(game, LEE).pile == cards("3H 6H")


def test_naming_opens_the_pile_of_the_column_in_question():
    """The player who names a card sees the pile of its column."""
    game = do(opened(), *three("6S 7S 8S"), *three("6H 7H 8H"), Break())
    piles = []
    for card in cards("9S 9S 9S 9H 9H"):
        seat = game.round.turn
        piles.append(codecards.view(game, seat).pile)
        assert codecards.view(game, 1 - seat).pile == ()
        game = do(game, Name(card))

    assert piles == [
        cards(pair) for pair in ("3S 6S", "4S 7S", "5S 8S", "3H 6H", "4H 7H")
    ]


def test_the_public_sees_top_cards_and_how_many_lie_below():
    """The public view has the top cards and the heights of the piles."""
    game = do(opened(), *three("6S 7S 8S"))
    seen = codecards.view(game, Viewer.PUBLIC)

    assert seen.tops == (cards("6S 7S 8S"), cards("3H 4H 5H"))
    assert seen.heights == ((2, 2, 2), (1, 1, 1))
    assert "3S" not in repr((seen, codecards.face(game, NAMES)))
    assert "3S" not in repr(game)


def test_what_may_be_done_is_what_is_not_refused():
    """The listed actions are exactly those that are not refused, in a whole game."""
    game = begun()
    while not game.over:
        acts = codecards.view(game, Viewer.PUBLIC).may
        card = unseen(game)[0]
        tried = {
            "play": Play(game.round.column, card),
            "skip": Skip(),
            "done": Done(),
            "break": Break(),
            "name": Name(card),
        }
        open_acts = {name for name, act in tried.items() if not refusal(game, act)}
        assert set(acts) == open_acts
        game = do(game, tried[acts[0]])


def test_a_penny_is_a_tick_that_stays_while_the_answer_goes():
    """Tina's columns 1 to 3 are before Lee's cards, in zones 4 to 6."""
    game = do(begun(), *three("KS 4S 2S"))
    zones = codecards.face(game, NAMES).zones
    assert [one.lamp for one in zones[3:]] == [Lamp.YES, Lamp.NO, Lamp.YES]
    assert [one.word.code for one in zones[3:]] == ["hit", "no-hit", "hit"]
    assert {one.lamp for one in zones[:3]} == {Lamp.DARK}

    zones = codecards.face(do(game, play(1, "3H")), NAMES).zones
    assert [one.lamp for one in zones[3:]] == [Lamp.YES, Lamp.DARK, Lamp.YES]
    assert [one.card.text for one in zones[3:]] == ["K", "4", "2"]
    assert (zones[2].card.text, zones[2].card.suit) == ("3", "hearts")
    assert [one.word and one.word.code for one in zones[3:]] == ["hit", None, "hit"]


def test_the_last_card_is_answered_before_the_naming():
    """The last card's answer is shown while the first named card is awaited."""
    game = last_cards(begun())
    lamps = {zone.lamp for zone in codecards.face(game, NAMES).zones}

    assert lamps <= {Lamp.YES, Lamp.NO, Lamp.DARK}
    assert game.round.fresh == game.round.broken_by


def test_it_always_says_whom_it_waits_for():
    """The table's line always has the awaited player and the action."""
    start = codecards.start(header())
    half = do(start, Code(TINA, cards(TINAS)))
    whole = do(half, Code(LEE, cards(LEES)))
    lines = {
        "cards-hide-both": (start, "Tina"),
        "cards-hide": (half, "Lee"),
        "cards-first": (begun(), "Tina"),
        "cards-turn": (opened(), "Tina"),
        "cards-play": (do(opened(), Skip()), "Tina"),
        "cards-more": (do(opened(), play(1, "6S")), "Tina"),
        "cards-name": (do(opened(), Break(), *names("6S 7S 8S 9S")), "Lee"),
    }
    for code, (game, name) in lines.items():
        line = codecards.face(game, NAMES).table.line
        assert (line.code, line["name"]) == (code, name)
    assert codecards.face(whole, NAMES).table.line.code == "cards-lot"


@pytest.mark.parametrize(
    ("game", "pads"),
    [
        (begun, "4"),
        (lambda: do(begun(), play(1, "3S")), "5"),
        (lambda: do(begun(), *three("3S 4S 5S")), "3"),
        (lambda: do(opened(), Skip()), "5, 6"),
        (lambda: do(opened(), play(1, "6S")), "5, 6"),
        (lambda: do(opened(), *three("6S 7S 8S"), play(1, "6H")), "2, 1"),
        (lambda: do(opened(), Break(), *names("6S")), "5"),
        (lambda: do(opened(), Break(), *names("6S 7S 8S")), "3"),
    ],
)
def test_a_column_is_said_with_the_numbers_of_its_pads(game, pads):
    """Six pads have numbers; a column's depends on who plays. In each language."""
    line = codecards.face(game(), NAMES).table.line

    assert line["pads"] == pads
    for language in CODES:
        texts = load_texts(language)
        assert pads in texts.say(line, "screen")
        assert pads in texts.say(line, "page")


def test_at_the_end_the_hidden_cards_lie_open():
    """At the end each zone shows its card, and the table winner and points."""
    game = do(opened(), Break(), *names("KC 10D 2D"), *names("9S 9H 9D"))
    face = codecards.face(game, NAMES)

    shown = [f"{zone.card.text}{zone.card.suit[0].upper()}" for zone in face.zones]
    assert shown == f"{TINAS} KC 10D 2D".split()
    assert face.table.line.code == "game-won"
    assert face.table.status["points"] == "Tina 9  Lee 1"
    shared = codecards.face(do(opened(), End()), NAMES)
    assert shared.table.line.code == "game-unfinished"
    assert {zone.word.code for zone in shared.zones} == {"card-lies"}


def test_a_void_round_shows_its_cards_until_others_lie():
    """After a void round each zone shows its card until another one is laid."""
    game = do(opened(), Void())
    assert all(z.card.suit for z in codecards.face(game, NAMES).zones)
    game = do(game, Hide(LEE, Place(1), PlayingCard("9H")))
    face = codecards.face(game, NAMES)
    assert face.zones[5].word.code == "card-lies"
    assert face.table.note.code == "cards-voided"


def test_after_the_round_codes_and_nonce_are_public():
    """After the round the commitment can be computed from the public view."""
    promised = codecards.view(opened(), Viewer.PUBLIC).commitment
    result = codecards.view(do(opened(), Leave(LEE)), Viewer.PUBLIC).results[0]

    import hmac  # noqa: PLC0415 - as an outsider would check it

    key, text = bytes.fromhex(result.nonce), f"1:{result.word}".encode()
    assert hmac.new(key, text, "sha256").hexdigest() == promised
    assert codecards.view(dealt_bare(), Viewer.PUBLIC).commitment == ""


def dealt_bare():
    """Return a game as a transcript without a nonce begins it."""
    game = codecards.start(header())
    return do(game, Code(TINA, cards(TINAS)), Code(LEE, cards(LEES)), Lot(TINA))


# --- any game at all


def rewritten(write, read, value):
    return read(json.loads(json.dumps(write(value))))


@settings(max_examples=200)
@given(rows, st.booleans(), st.lists(st.one_of(intents, anything), max_size=40))
def test_any_game_replays_from_its_facts(codes, hidden, script):
    """Decide and apply are total, a refusal changes nothing, and JSON loses nothing."""
    game = again = dealt(codes) if hidden else codecards.start(header())
    for wish in script:
        action = resolved(game, wish) if isinstance(wish, tuple) else wish
        if action is None:
            continue
        before = codecards.view(game, TINA), game
        outcome = codecards.act(game, action)
        assert (codecards.view(game, TINA), game) == before
        if isinstance(outcome, Refused):
            continue
        assert rewritten(codecards.action_json, codecards.action, action) == action
        told = [rewritten(codecards.fact_json, codecards.fact, one) for one in outcome]
        assert tuple(told) == outcome
        game, again = codecards.fold(game, outcome), codecards.fold(again, tuple(told))
        assert game == again
        check(game)


def check(game):
    """Assert the invariants of a game."""
    for viewer in (Viewer.PUBLIC, TINA, LEE):
        codecards.view(game, viewer)
    codecards.face(game, NAMES)
    now = game.round
    if now is None:
        return
    played = sum(len(pile) for row in now.piles for pile in row)
    assert played + sum(now.hands) + now.deck == 46
    assert all(0 <= hand <= 6 for hand in now.hands)
    assert now.deck >= 0
    assert now.column in COLUMNS


@given(st.one_of([st.from_type(with_init(cls)) for cls in get_args(Action)]))
def test_every_action_reads_back(action):
    """Each action survives being written as JSON and read."""
    assert rewritten(codecards.action_json, codecards.action, action) == action


@given(st.one_of([st.from_type(with_init(cls)) for cls in get_args(Fact)]))
def test_every_fact_reads_back(fact):
    """Every fact can be written and read back."""
    assert rewritten(codecards.fact_json, codecards.fact, fact) == fact


def test_a_row_is_short():
    """A card is written as players write it."""
    line = codecards.action_json(Play(Column(2), PlayingCard("10H")))

    assert line == {"do": "play", "column": 2, "card": "10H"}


# --- transcript lines and sentences ------------------------------------------

HEAD = {"letterzone": 1, "game": "codecards", "language": "en", "players": [*NAMES]}


def example():
    return read_file(str(EXAMPLES / "codecards.jsonl"))


def kept(*actions):
    """Return actions with their facts, as a journal has them, and the state after."""
    game, rows = codecards.start(header()), []
    for action in actions:
        facts = codecards.act(game, codecards.with_entropy(action, ENTROPY))
        assert not isinstance(facts, Refused)
        rows.append((action, facts))
        game = codecards.fold(game, facts)
    return rows


def exported(*actions):
    head = Head("codecards", len(NAMES), 0, language="en", players=NAMES)
    return list(transcript(head, codecards, Names(NAMES), kept(*actions)))


BEGUN = (Code(TINA, cards(TINAS)), Code(LEE, cards(LEES)), Lot())
WHOLE = (
    *BEGUN,
    *three("3S 4S 5S"),
    *three("3H 4H 5H"),
    codecards.action({"do": "break"}),
    *names("KC 10D 2D 9S 9H 9D"),
)


def test_the_example_is_a_perfect_code():
    """The example has the rule book's nine points for a perfect code."""
    told = list(judge(replay(*example())))

    assert told[-2]["points"] == {"Tina": 9, "Lee": 8}
    assert told[-2]["words"] == {"Tina": "QH 7C AS", "Lee": "2D 10D KC"}
    assert next(one["hits"] for one in told if "hits" in one) == [False, False, True]


def test_a_person_can_read_it():
    """Hidden cards are named once all lie open, and not before."""
    lines = list(story(replay(*example())))
    shown = next(at for at, line in enumerate(lines) if "Hidden were" in line)

    assert "   2  Tina hides three cards." in lines
    assert "      Hit: column 1, 3." in lines
    assert not any("ace of spades" in line for line in lines[: shown - 6])
    assert lines[-2].split() == ["QH", "7C", "AS", "2D", "10D", "KC", "9", "8"]


def test_an_export_replays_to_the_same_bytes():
    """An export has first player and commitment, and replays to the same bytes."""
    once = exported(*WHOLE)
    again = replay(once, "once")

    assert not any(isinstance(one.outcome, Refused) for one in again.played)
    assert list(export_replay(again)) == once
    lot = json.loads(once[3])
    promised = codecards.view(do_all(*BEGUN), TINA).public.commitment
    assert lot["first"] in NAMES
    assert lot["commitment"] == promised


def do_all(*actions):
    game = codecards.start(header())
    return do(game, *(codecards.with_entropy(one, ENTROPY) for one in actions))


@pytest.mark.parametrize("count", range(len(WHOLE)))
def test_no_export_of_a_running_game_holds_anything(count):
    """The export of a running game has no hidden or played card."""
    assert len(exported(*WHOLE[:count])) == 1


def test_a_lot_that_was_taken_back_comes_back_in_the_file():
    """An undone draw of lots is exported with its undo."""
    actions = (*BEGUN, Undo(), *BEGUN[1:], *WHOLE[3:])
    once = exported(*actions)

    assert [json.loads(line)["do"] for line in once[1:6]] == [
        *("code", "code", "lot", "undo", "code")
    ]
    assert list(export_replay(replay(once, "once"))) == once


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"do": "play", "column": 4, "card": "3S"}, "column must be 1 to 3"),
        ({"do": "play", "column": 1, "card": "1S"}, "card must be a card such as QH"),
        ({"do": "hide", "by": "Tina", "place": 0, "card": "3S"}, "place must be 1"),
        ({"do": "code", "by": "Tina", "cards": ["QQ"]}, "cards must be cards such as"),
        ({"do": "name"}, "needs 'card'"),
        ({"do": "lot", "first": "Eve"}, 'nobody here is called "Eve"'),
    ],
)
def test_a_wrong_line_is_named_with_what_would_be_right(line, says):
    with pytest.raises(TranscriptError, match=says):
        read([json.dumps(HEAD), json.dumps(line)], "f", known_games())


def test_every_action_is_told_and_no_hidden_card_with_it():
    """The sentence of a hidden card is the same for every card."""
    told = {
        codecards.describe_action(Code(TINA, cards(row)), "Tina")
        for row in (TINAS, LEES)
    }

    assert len(told) == 1
    for action, _ in kept(*WHOLE):
        assert codecards.describe_action(action, "Tina").code.startswith(
            "told-codecards-"
        )
    assert (
        codecards.describe_action(Name(cards("QH")[0]), "")["card"]["suit"].code
        == "suit-hearts"
    )


def test_no_letter_piece_is_counted():
    """Code cards count no answers for the statistics of pieces."""
    for _, facts in kept(*WHOLE):
        assert codecards.answer_counts(facts) == ()
