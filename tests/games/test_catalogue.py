"""Every game of the house is found by its name, and keeps the contract."""

import subprocess
import sys
from dataclasses import fields, is_dataclass
from importlib import import_module
from pkgutil import walk_packages

import pytest

from firmware_host import games
from firmware_host.app.content.languages import load_texts
from firmware_host.board.messages import say
from firmware_host.errors import SettingsError
from firmware_host.games.catalogue import GAMES, NAMES, check_options
from firmware_host.games.decipher.game import decipher
from firmware_host.games.forms import Form

VERBS = (
    *("start", "interpret", "decide", "apply", "fold", "wake", "view", "face"),
    *("results", "is_over", "with_entropy", "moments", "answer", "begins", "result"),
    *(
        "voided",
        "answer_counts",
        "describe_action",
        "describe_fact",
        "to_transcript",
        "pieces_on_board",
        "forms",
        "sitting",
    ),
    *("action_json", "action", "fact_json", "fact"),
)


@pytest.mark.parametrize("engine", GAMES.values(), ids=lambda engine: engine.NAME)
def test_a_game_has_a_name_a_rule_and_every_verb(engine):
    """Each game has a name, a rule text, all functions, and texts for its options."""
    assert load_texts("en").say(say(engine.RULE)) != engine.RULE
    assert [verb for verb in VERBS if not callable(getattr(engine, verb, None))] == []
    for option in engine.OPTIONS:
        assert option.default in (*option.choices, "")
        assert load_texts("de").say(say(option.code)) != option.code


def test_options_are_settled_before_a_game():
    """Only options that differ from their default are stored."""
    assert check_options(decipher, {"hand": "tap", "first_zone": 2}) == (
        ("first_zone", 2),
    )


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("sand", 3, "decipher has no setting 'sand'; it has: first_zone, guess_tokens"),
        ("hand", "foot", "hand cannot be 'foot'; it can be tap, confirm"),
        ("first_zone", True, "first_zone cannot be True"),
    ],
)
def test_a_wrong_option_is_told_with_what_there_is(name, value, told):
    with pytest.raises(SettingsError, match=told):
        check_options(decipher, {name: value})


def test_a_game_is_called_as_its_module_is():
    """A game has the name of its module and is found by no other name."""
    assert [engine.NAME for engine in GAMES.values()] == list(NAMES) == list(GAMES)
    assert len(GAMES) == len(NAMES)
    assert GAMES["decipher"] is decipher
    assert "chess" not in GAMES
    assert GAMES.get("catalogue") is None


def test_only_the_game_that_is_played_is_imported():
    """A board of one game has no memory to spare for the others."""
    program = (
        "import sys\n"
        "from firmware_host.games.catalogue import GAMES\n"
        "assert 'keyword' in GAMES and list(GAMES) and GAMES['decipher']\n"
        "print(*sys.modules)"
    )

    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    ).stdout.split()

    assert "firmware_host.games.decipher.rules" in loaded
    for name in NAMES[1:]:
        assert not [
            one for one in loaded if one.startswith(f"firmware_host.games.{name}")
        ]


def chosen(engine) -> list[str]:
    """Return the choices before a game: options, values and the default first."""
    needs = engine.NEEDS
    seats = "-".join(map(str, needs.seats))
    shown = [f"{seats} players, {needs.zones} zones, words of {needs.lengths}"]
    for option in engine.OPTIONS:
        values = " ".join(map(str, option.choices))
        shown.append(
            f"{option.name} {option.default}: {values} {option.word or ''}".strip()
        )
    return shown


def test_what_is_chosen_before_a_game_is_what_the_rules_say():
    """Players, lengths, and every value of every option."""
    assert {engine.NAME: chosen(engine) for engine in GAMES.values()} == {
        "decipher": [
            "1-8 players, 3 zones, words of (3, 4, 5, 6)",
            "first_zone 0: 0 1 2 3 4",
            "guess_tokens 3: 1 2 3 4 5 6 7 8 9",
            "hand tap: tap confirm",
            "hints off: off on",
            "turn_s 0: 0 30 60 90",
            "words everyday: first-readers everyday tricky mean day",
            "day 0: 0",
        ],
        "codecards": [
            "2-2 players, 6 zones, words of ()",
            "points 1-2-3: 1-2-3 1-1-3 2-1-3 0-0-3",
            "cards : real dealt",
            "early_break off: off on",
        ],
        "wqrdles": [
            "2-6 players, 4 zones, words of (4, 5)",
            "sequence on: on off each",
            "query cards: cards own",
            "attempt_s 120: 60 120 180 300",
            "decode board: board hand",
            "hard off: off on",
        ],
        "keyword": [
            "2-6 players, 6 zones, words of ()",
            "keyword KEYWORD: KEYWORD (3, 12)",
            "sand_s 90: 0 30 60 90 120 180",
            "cards board: board real",
        ],
    }
    assert [engine.NAME for engine in GAMES.values() if engine.NEEDS.maker] == [
        "decipher"
    ]


#: The fields that are left out of reprs, by class; `before` is for undo.
HIDDEN = """
codecards.rules.Hide card | codecards.rules.Code cards
codecards.rules.Lot entropy nonce | codecards.rules.Deal deck entropy nonce
codecards.rules.Hidden card | codecards.rules.Dealt deck
codecards.rules.Begun nonce codes | codecards.rules.RoundSecret codes nonce
codecards.rules.CardsRound piles held stock
codecards.rules.CardsState results before rows shuffled
codecards.view.PlayerView code pile hand | contract.Header language
decipher.rules.SetSecret word entropy nonce
decipher.rules.RoundBegun word entropy nonce
decipher.rules.Puzzle word entropy nonce builds | decipher.rules.DecipherRound hidden
decipher.rules.DecipherState results before | decipher.view.MakerView word builds hidden
keyword.rules.Deal hands entropy | keyword.rules.Lay word blue blanks tags known
keyword.rules.Pass discard drawn tags | keyword.rules.Dealt hands entropy
keyword.rules.Laid word blue blanks tags known
keyword.rules.Passed discard drawn tags | keyword.rules.Shown words
keyword.rules.KeywordRound laid entropy
keyword.rules.KeywordState results before orange blue hands words opened gone
keyword.view.PlayerView hand own
forms.Context game refusal | forms.Give line then | forms.Again form
forms.Form at refused | forms.Row at refused choices letters
forms.HiddenRow at refused choices letters
forms.SecretRow at refused choices letters language
codecards.forms.Naming at refused choices letters
decipher.forms.GuessForm at refused choices letters
wqrdles.forms.Query at refused choices letters
wqrdles.forms.Decoding at refused choices letters
wqrdles.forms.Attempt at refused choices letters whose
wqrdles.forms.Pages at refused turned_at
forms.Hand at refused | codecards.forms.Holding at refused chosen hand
keyword.forms.Put card letter | keyword.forms.Laying at refused word away
decipher.forms.Hinting at refused opened_at
wqrdles.rules.HideWord word entropy nonce
wqrdles.rules.Deal entropy | wqrdles.rules.Guess word
wqrdles.rules.Hid word nonce
wqrdles.rules.Tried of word | wqrdles.rules.Opened tries
wqrdles.rules.RoundOver words | wqrdles.rules.Voided words
wqrdles.rules.WqrdlesRound words nonces tries opened missed
bots.Bot seed | codecards.view.PublicView answered
wqrdles.rules.WqrdlesState results before voided
game.State results before
wqrdles.view.PlayerView word tried
"""


def values():
    """Yield every dataclass of the games, with its module's name."""
    house = f"{games.__name__}."
    for found in walk_packages(games.__path__, house):
        module = import_module(found.name)
        for cls in vars(module).values():
            if (
                isinstance(cls, type)
                and is_dataclass(cls)
                and cls.__module__ == module.__name__
            ):
                yield f"{found.name.removeprefix(house)}.{cls.__name__}", cls


def test_what_is_secret_is_in_no_text_of_a_value():
    """Every field that is hidden is written here, and every other one is shown."""
    hidden = {
        name: " ".join(one.name for one in fields(cls) if not one.repr)
        for name, cls in values()
    }
    lines = HIDDEN.replace("|", "\n").split("\n")
    pairs = (line.strip().partition(" ") for line in lines if line.strip())

    assert {name: some for name, some in hidden.items() if some} == {
        name: some for name, _, some in pairs
    }


def test_two_games_are_equal_however_they_came_there():
    """Fields for undo, language and forms do not count in comparisons of games."""
    apart = {
        name: [one.name for one in fields(cls) if not one.compare]
        for name, cls in values()
        if not issubclass(cls, Form)
    }

    assert {name: some for name, some in apart.items() if some} == {
        "codecards.rules.CardsState": ["before"],
        "decipher.rules.DecipherState": ["before"],
        "keyword.rules.KeywordState": ["before"],
        "wqrdles.rules.WqrdlesState": ["before"],
        "game.State": ["before"],
        "contract.Header": ["language"],
    }
