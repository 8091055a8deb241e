"""A board in the terminal: a line for each event, for eyes and for a screen reader."""

import os
import re
import subprocess
import sys

import pytest

from firmware_host.app.content.languages import load_texts
from firmware_host.board.events import Button, Pressed
from firmware_host.board.messages import say
from firmware_host.board.pieces import Kind
from firmware_host.languages import CODES
from firmware_host.session.modes.choosing import Choosing, ask
from firmware_host.session.modes.menu import Menu
from firmware_host.session.play import Playing
from firmware_host.simulate.terminal import COMMANDS, Terminal
from tests.cli.command import ROOT
from tests.contracts.test_outside import install
from tests.opened import choice, played_before
from tests.simulate.evening import (
    ANN,
    BOB,
    CEM,
    CODES_HIDDEN,
    SAME_AGAIN,
    at_the_board,
    begin,
    begin_cards,
    soon,
    talk,
)
from tests.simulate.pty_terminal import PtyTerminal


@pytest.fixture
async def demo(tmp_path):
    """A board that offers the same again."""
    async with at_the_board(tmp_path, **SAME_AGAIN) as demo:
        yield demo


# --- through a pipe ---

DEMO = (sys.executable, "-m", "firmware_host", "demo", "--terminal")


def piped(folder, *words, lines, language="en"):
    """Type *lines* into the demo; return its output."""
    done = subprocess.run(
        [*DEMO, *words, "--folder", str(folder)],
        capture_output=True,
        check=False,
        cwd=ROOT,
        env=os.environ | {"LC_ALL": "", "LANG": f"{language}.UTF-8"},
        input="".join(f"{line}\n" for line in lines),
        encoding="utf-8",
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def test_a_pipe_is_played_line_by_line(tmp_path):
    """The demo can be played from a pipe, line by line."""
    said = piped(tmp_path, lines=["tick", "quit"])
    assert "A word is hidden here." in said
    assert "Where do you play?" in said


def test_at_the_first_switch_on_it_asks_for_the_language(tmp_path):
    """The first start asks for the language, and then uses it."""
    said = piped(tmp_path, "--first", lines=["cross", "tick", "haken", "schluss"])
    assert said[1:4] == ["Language", "1: English, marked", "2: Deutsch"]
    assert "2: Deutsch, marked" in said
    assert "Wo spielt ihr?" in said


def test_the_end_of_the_lines_is_the_end(tmp_path):
    """The end of the input ends the demo, without "quit"."""
    assert "Tick: I know the game" in piped(tmp_path, lines=[])


def test_german_is_played_in_german_words(tmp_path):
    """In a German terminal commands and output are German."""
    lines = ["haken", "quatsch", "schluss"]
    said = piped(tmp_path, lines=lines, language="de_DE")
    assert "Haken: Ich kenne das Spiel" in said
    assert any(line.startswith("quatsch ist unverständlich") for line in said)


def test_the_secret_is_never_printed(tmp_path):
    """A secret from a pipe is never printed."""
    played_before(tmp_path)
    change = ["cross", "tick", "tick", "tick", "tick", "tick"]
    square_too, a_person_makes = ["square", "tick"], ["cross", "tick", "tick"]
    lines = [*change, *square_too, *a_person_makes, "secret", "HOBBY", "red 1", "quit"]
    said = "\n".join(piped(tmp_path, lines=lines))
    assert re.search(r"^Circle.*word", said, re.MULTILINE)
    assert "Zone 1. Yes." in said
    assert "HOBBY" not in said


# --- output ---


async def test_a_colour_and_a_number_tap_that_piece(demo):
    """The answer is printed with its zone and the remaining zones."""
    await begin(demo, ANN, BOB, word="HOBBY")
    assert (await talk(demo, "red 1"))[0] == "Zone 1. Yes."
    said = await talk(demo, "yellow", "2")
    assert said[0] == "Zone 2. No. Zones 1, 3, 4, and 5 are left."
    assert (await talk(demo, "3"))[0] == "Zone 3. No. Zones 1, 4, and 5 are left."


async def test_a_card_and_a_number_tap_that_card(demo):
    """A card is tapped by its name and a zone, and the zone is described."""
    await begin_cards(demo, *CODES_HIDDEN)
    assert "Zone 4. 3 of spades" in await talk(demo, "card 3S 4")
    assert "Zone 5. 4 of hearts" in await talk(demo, "card 4h", "5")
    assert (await talk(demo, "card 99"))[-1].startswith("99 is not understood")
    line = demo.table.face.table.line
    assert (await talk(demo, "guess HORSE"))[-1] == load_texts("en").say(line, "speech")


async def test_any_line_of_a_transcript_can_be_typed(demo):
    """JSON lines of a transcript are accepted, with the players' names."""
    await begin_cards(demo)
    hide = '{"do": "hide", "by": "Bob", "place": 1, "card": "2D"}'
    said = await talk(demo, hide)
    assert [line for line in said if "Zone 6" in line] == ["Zone 6. a card, face down"]
    for line in ("{", '{"do": "fly"}', "{}"):
        assert (await talk(demo, line))[-1].startswith(f"{line} is not understood")


async def test_a_refusal_says_why(demo):
    await begin(demo, ANN, BOB, word="HOBBY")
    assert (await talk(demo, "red 6"))[0] == "Zone 6. That zone is outside the word."


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("guess HORSE", "Wrong."),
        ("guess hobby", "Right!"),
        ("guess h o b b y", "Right!"),
    ],
)
async def test_a_guess_is_answered(demo, line, answer):
    """A guess is accepted in any case, also letter by letter."""
    await begin(demo, ANN, BOB, word="HOBBY")
    assert answer in await talk(demo, line)


async def test_a_seeker_is_named_by_number_or_name(demo):
    """Of two seekers the first is meant if none is named."""
    await begin(demo, ANN, BOB, CEM, word="HOBBY")
    await talk(demo, "guess 3 HORSE", "guess Cem HOUSE", "guess MOUSE")
    assert demo.doing.playing.game.round.guesses == (
        (2, "HORSE"),
        (2, "HOUSE"),
        (1, "MOUSE"),
    )
    await talk(demo, "retire 3")
    assert demo.doing.seekers() == (1,)


async def test_a_seat_that_nobody_has_is_refused(demo):
    """A seat of 0, 9 or a superscript is refused."""
    await begin(demo, ANN, BOB, word="HOBBY")
    for line in ("guess 9 HORSE", "guess 0 HORSE", "guess ² HO"):
        assert await talk(demo, line)
    assert demo.doing.playing.game.round.guesses == ()


async def test_a_maker_sets_a_word_that_nobody_hears(demo):
    """The maker is asked by name, and the word is never printed."""
    await begin(demo, ANN, BOB)
    said = await talk(demo, "secret", hidden="hobby")
    assert "Ann" in said[0]
    assert not any("hobby" in line.casefold() for line in said)
    assert demo.doing.playing.game.round.puzzle.word == "HOBBY"


async def test_a_bad_word_is_refused_with_its_reason(demo):
    await begin(demo, ANN, BOB)
    said = await talk(demo, "secret", hidden="to")
    assert len(said) == 2
    assert demo.doing.playing.game.round is None


async def test_in_wqrdles_each_hides_a_word_that_nobody_hears(demo):
    """Both players are asked by name for their words, which are never printed."""
    chosen = choice((ANN, BOB), game="wqrdles")
    await demo.table.choose(chosen)
    for name, word in (("Ann", "house"), ("Bob", "crane")):
        said = await talk(demo, "secret", hidden=word)
        assert name in said[0]
        assert not any(word in line.casefold() for line in said)
    assert demo.doing.playing.game.round.words == ("HOUSE", "CRANE")
    assert await talk(demo, "secret") == ["Nobody has to make a word now."]


async def three_try(demo):
    """Let three hide a word, and Ann ask with the first word of her card."""
    chosen = choice((ANN, BOB, CEM), "en", 4, game="wqrdles")
    await demo.table.choose(chosen)
    for word in ("cake", "lamp", "snow"):
        await talk(demo, "secret", hidden=word)
    await soon(lambda: demo.table.face.table.line.code == "wqrdles-pick")


async def test_a_query_card_is_read_out_and_picked_from(demo):
    """A number presses its zone's button, where nothing is in hand."""
    await three_try(demo)
    words = [zone.word["word"] for zone in demo.table.face.zones]
    said = await talk(demo, "tick", "tick")
    assert f"Zone 1. {words[0]}" in said
    said = await talk(demo, "1")
    assert f"Ann: ask with {words[0]}?" in said
    await talk(demo, "tick")
    await soon(lambda: demo.doing.playing.game.round.query == words[0])


async def test_an_attempt_is_asked_for_unseen(demo):
    """An attempt is asked for by number or name; it is shown only with the others."""
    await three_try(demo)
    await talk(demo, "1", "tick")
    await soon(demo.doing.attempts)
    for line, word in (("guess 1 2", "lamp"), ("guess Bob Ann", "CARE")):
        said = await talk(demo, line, hidden=word)
        assert not any(word.casefold() in one.casefold() for one in said)
    assert demo.doing.playing.game.round.tries == ((0, 1, "LAMP"), (1, 0, "CARE"))
    for line in ("guess", "guess 1", "guess LAMP", "guess 1 2 lamp"):
        assert "guess 1 2" in (await talk(demo, line))[-1]
    said = await talk(demo, "guess 3 1", hidden="cake")
    assert any("Cem-Ann CAKE +6" in one for one in said)


async def test_nobody_sets_a_word_while_one_is_there(demo):
    await begin(demo, ANN, BOB, word="HOBBY")
    assert await talk(demo, "secret") == ["Nobody has to make a word now."]


@pytest.mark.usefixtures("short_chord")
async def test_the_menu_opens_and_undo_takes_back(demo):
    """The menu opens by its chord, and its undo works."""
    await begin(demo, ANN, BOB, word="HOBBY")
    await talk(demo, "red 1", "undo")
    assert demo.doing.playing.game.round.placed[0] == (0, 0, 0, 0)
    await talk(demo, "red 1", "menu")
    assert Menu.at(demo.table.session) is not None
    said = await talk(demo, "2", "tick")
    await soon(lambda: Menu.at(demo.table.session) is None)
    assert demo.doing.playing.game.round.placed[0] == (0, 0, 0, 0), said


@pytest.mark.parametrize("word", ["fly", "12", "123456", "0", "7", "²", "-1", "tick!"])
async def test_an_unknown_word_is_said_to_be_one(demo, word):
    """An unknown command is reported, and nothing else happens."""
    said = await talk(demo, word)
    assert said == [f"{word} is not understood. An empty line says what you can do."]
    assert demo.table.session.mode == Choosing("again")


@pytest.mark.parametrize("word", ["help", "?", "HELP"])
async def test_help_names_every_command_a_line_each(demo, word):
    """Help has one line for each command."""
    said = await talk(demo, word)
    assert said == load_texts("en").say(say("terminal-help")).splitlines()
    known = set(re.findall("[a-z]+", " ".join(said)))
    assert {*COMMANDS, *Kind} - known == {"help"}


async def test_a_number_takes_an_answer(demo):
    """Choices are listed with their numbers, with the marked one."""
    assert await talk(demo, "cross") == ["2: change, marked"]
    await talk(demo, "2")
    await soon(lambda: demo.table.session.mode == Choosing("language"))
    said = await talk(demo, "1")
    await soon(lambda: "3: as a kiosk, by itself" in said)
    at = said.index("Where do you play?")
    answers = ["1: at home, marked", "2: in class", "3: as a kiosk, by itself"]
    assert said[at + 1 : at + 4] == answers
    await talk(demo, "2")
    await soon(lambda: demo.table.session.setup.place == "class")


@pytest.mark.usefixtures("short_chord")
async def test_an_answer_beyond_the_zones_has_a_number_too(demo):
    """The menu has more items than the board has zones."""
    await begin(demo, ANN, BOB, word="HOBBY")
    said = await talk(demo, "menu", "")
    listed = await talk(demo, "state")
    number = next(one for one in listed if one.endswith(": sound off")).split(":")[0]
    assert int(number) > 6, said
    await talk(demo, number)
    await soon(lambda: not demo.table.session.setup.sound)


async def test_who_sits_down_is_said(demo):
    """Seated players are listed by the symbol of their button."""
    demo.table.session = ask(demo.table.session, "players")
    assert "Playing: Circle, Square" in await talk(demo, "square")


async def test_the_state_of_the_board_is_said_on_demand(demo):
    """`state` prints pieces, tokens and the current line at any time."""
    await begin(demo, ANN, BOB, word="HOBBY")
    await talk(demo, "red 1", "blue 2", "red 5")
    assert await talk(demo, "state") == [
        "Zone 1. Lies here: red.",
        "Zone 2. Lies here: blue.",
        "Zone 3. Nothing lies here.",
        "Zone 4. Nothing lies here.",
        "Zone 5. Not here: red. Nothing lies here.",
        "Round 1 of 4. Guess tokens 3, bonus tokens 3, NO tokens 1.",
        "Bob: tap this piece in a zone.",
        "The piece: red long stick.",
    ]
    await talk(demo, "guess hobby")
    said = await talk(demo, "state")
    assert "Zone 1. H. Lies here: red, red, yellow." in said
    assert "Ann 2, Bob 13" in said


async def test_a_colour_that_is_typed_is_tapped_whatever_is_in_hand(demo):
    """The board says that another one is in hand, and does not take it for that."""
    await begin(demo, ANN, BOB, word="HOBBY")
    await talk(demo, "yellow 2")
    assert await talk(demo, "blue 2") == ["Zone 2. Another kind of piece is in hand."]
    assert await talk(demo, "green") == ["Picked: green tight curve."]


async def test_a_query_is_marked_for_each_word_anew(demo):
    """After a tick every zone's mark is printed for the next word."""
    await three_try(demo)
    await talk(demo, "1", "tick")
    await soon(demo.doing.attempts)
    said = await talk(demo, "tick")
    await soon(lambda: len(said) >= 4)
    assert [one[:7] for one in said[1:5]] == [f"Zone {n}." for n in range(2, 6)]
    assert said[0].startswith("Row 1: Bob")


async def test_an_empty_line_says_what_to_do(demo):
    told = load_texts("en").say(say("coach-choose"), "speech")
    assert await talk(demo, "") == [told]
    await begin(demo, ANN, BOB)
    told = load_texts("en").say(say("coach-secret"), "speech")
    assert await talk(demo, "  ") == [told]


async def test_buttons_are_pressed_by_their_names(demo):
    await talk(demo, "tick")
    await soon(lambda: isinstance(demo.table.session.playing, Playing))


async def test_bonus_mode_is_asked_and_passed_in_words(demo):
    """`ask` pays a token, `pass` turns the turn."""
    await begin(demo, ANN, BOB, CEM, word="ICI")  # three pieces: bonus mode at once
    await talk(demo, "pass")
    await soon(lambda: demo.doing.playing.game.round.passed == (1,))
    await talk(demo, "ask")
    await soon(lambda: demo.doing.playing.game.round.asked)
    assert demo.doing.playing.game.round.bonus_left == 2


@pytest.mark.parametrize("code", CODES)
def test_every_command_has_a_word_of_its_own(code):
    """Each command has a word in each language, and no two are the same."""
    texts = load_texts(code)
    words = [
        word
        for name in (*COMMANDS, *Kind)
        for word in texts.say(say(f"cmd-{name}")).casefold().split(",")
    ]
    assert len(set(words)) == len(words)
    assert not any(word.startswith("cmd-") for word in words)


async def test_the_teachers_code_is_said_at_the_board(demo):
    """The teacher's code is printed in the terminal."""
    said = []
    Terminal(demo.doing, write=lambda line, _: said.append(line), ask=None)
    demo.table.happen(Pressed(Button.SERVICE))
    await soon(lambda: any(re.search(r"\d{3} \d{3}", line) for line in said))


# --- in a real terminal ---

ENGLISH = {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color", "NO_COLOR": ""}

#: The start of a colour or of bold, and their end.
STYLE = re.compile(r"\x1b\[\d\d?m")


def in_terminal(folder, columns=80, **environment):
    """Start the demo in a terminal, and lay a piece in the tutorial."""
    command = [*DEMO, "--folder", str(folder)]
    terminal = PtyTerminal(command, environment=ENGLISH | environment, columns=columns)
    with terminal:
        terminal.shows("The piece:")
        terminal.type("1\nstate\nhelp\n")
        terminal.shows("An empty line says what you can do now.\n")
        terminal.type("quit\n")
        assert terminal.ended() == 0
    return terminal.text


@pytest.mark.parametrize("columns", [80, 40])
def test_no_line_is_wider_than_the_terminal(tmp_path, columns):
    """Lines end between words, and nothing ever moves the cursor."""
    text = STYLE.sub("", in_terminal(tmp_path, columns))
    assert "\x1b" not in text
    assert max(map(len, text.splitlines())) <= columns
    assert "Letterzone. Type help for all" in text


def test_a_colour_stands_beside_words(tmp_path):
    """Yes is green, the current line bold; without colours the words are the same."""
    coloured = in_terminal(tmp_path / "coloured")
    assert "\x1b[32mZone 1. Yes." in coloured
    assert re.search(r"\x1b\[1mThe piece: \w+", coloured)
    for name, environment in (("no", {"NO_COLOR": "1"}), ("dumb", {"TERM": "dumb"})):
        bare = in_terminal(tmp_path / name, **environment)
        assert "Zone 1. Yes." in bare
        assert "\x1b" not in bare


@pytest.mark.parametrize("code", CODES)
def test_no_sign_is_spelled_out(tmp_path, code):
    """The output has only words and punctuation, no signs."""
    played_before(tmp_path)
    texts = load_texts(code)
    lines = [texts.say(say(f"cmd-{one}")).split(",")[0] for one in ("tick", "state")]
    said = "".join(piped(tmp_path, lines=[*lines, "1"], language=code))
    assert re.findall(r"[^\w\s.,:;!?\u2019()-]", said) == []


@pytest.mark.ci
def test_a_game_from_outside_is_played_to_its_end(tmp_path):
    """A zone's number is a tap: no piece has to be picked where each means the same."""
    played_before(tmp_path / "board")
    package = {"PYTHONPATH": str(install(tmp_path / "package"))}
    command = [*DEMO, "--folder", str(tmp_path / "board")]
    with PtyTerminal(command, environment=ENGLISH | package) as terminal:
        for question, answer in (
            ("2: change", "2"),
            ("1: English", "1"),
            ("1: at home", "1"),
            ("5: Treasure", "5"),
            ("Who plays?", "tick"),
            ("2: rules of the house", "2"),
            ("how many coins", "1"),
            ("Circle: tap a zone", "1\n2\n3\n4\n5\n6"),
        ):
            terminal.shows(question)
            terminal.type(f"{answer}\n")
        terminal.shows("Circle wins.")
        terminal.shows("Type tick to play once more.")
