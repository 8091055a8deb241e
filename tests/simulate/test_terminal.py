"""The board that fills the terminal, in a real pty of eighty by twenty-four."""

import re

import pytest

from tests.contracts.test_outside import install
from tests.opened import played_before
from tests.simulate.pty_terminal import PtyTerminal, python

#: It costs much and finds little that cheaper tests do not find.
pytestmark = pytest.mark.ci

ENGLISH = {"LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
GERMAN = ENGLISH | {"LC_ALL": "", "LANG": "de_DE.UTF-8", "LC_CTYPE": "C.UTF-8"}
ASCII = {"LC_ALL": "C", "TERM": "xterm", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}


def demo(folder, *words, environment=ENGLISH, new=False, **size):
    """Start the demo in a terminal, for people who know the game or are *new*."""
    if not (new or "--first" in words):
        played_before(folder)
    command = python(
        "-m", "firmware_host", "demo", "--terminal", "--folder", folder, *words
    )
    return PtyTerminal(command, environment=environment, **size)


@pytest.fixture
def terminal(tmp_path):
    """A terminal that offers the same again."""
    with demo(tmp_path) as terminal:
        terminal.shows("Same again?")
        yield terminal


def pick_offered(terminal):
    """Begin with one key, and wait for the piece that the board hands over."""
    terminal.type("\n")
    terminal.shows("Press the number of a zone")


def test_the_first_tap_is_at_most_three_keys_away(terminal):
    """Enter, and the number of a zone: the board answers."""
    terminal.type("\n")
    terminal.shows("Press the number of a zone")
    terminal.type("2")
    terminal.until(lambda: re.search(r"YES|NO\b", terminal.text))


def test_c_takes_a_card_that_is_typed(terminal):
    """Whatever the game; the board says what it thinks of it."""
    pick_offered(terminal)
    terminal.type("cqh")
    terminal.shows("Card, such as QH or orange-e-1, then Enter: qh_")
    terminal.type("\n")
    terminal.shows("Picked: queen of hearts")


def test_keys_may_be_typed_ahead(terminal):
    """Each tap takes half a second; who knows what to tap need not wait for it."""
    pick_offered(terminal)
    terminal.type("123")

    def tried():
        """Pieces that lie or are covered: each tap leaves one in its zone."""
        return re.findall(r"\b[rybg]\b", "".join(terminal.text.splitlines()[11:13]))

    terminal.until(lambda: len(tried()) == 3)


def test_twenty_four_lines_hold_the_whole_board(terminal):
    """Six zones, the table screen, what to do, and every key."""
    pick_offered(terminal)
    lines = terminal.text.splitlines()
    for number in range(1, 7):
        assert re.search(rf"─ {number} ─", terminal.text)
    assert "Press the number of a zone" in terminal.text
    assert len(lines) <= 24
    assert lines[-1].strip()


def test_v_shows_the_real_screens_pixel_for_pixel(terminal):
    """The table's, then each zone's, then the whole board again."""
    terminal.type("v")
    drawn = re.compile("^.*[⠁-⣿]", re.MULTILINE)
    terminal.until(lambda: len(drawn.findall(terminal.text)) > 4)
    terminal.until(lambda: "─ 1 ─" not in terminal.text)
    for _ in range(6):
        terminal.type("v")
    terminal.type("v")
    terminal.shows("─ 1 ─")


def test_a_window_that_is_too_small_says_so(tmp_path):
    """And plays on when it is pulled large enough."""
    with demo(tmp_path, rows=10, columns=50) as terminal:
        terminal.until(lambda: {"80", "24"} <= set(re.findall("[0-9]+", terminal.text)))
        assert "Same again?" not in terminal.text
        terminal.resize(24, 80)
        terminal.shows("Same again?")


@pytest.mark.parametrize("size", [(5, 20), (2, 2), (1, 1), (50, 200)])
def test_any_resize_is_survived(terminal, size):
    """Down to a single character, and back."""
    pick_offered(terminal)
    terminal.resize(*size)
    terminal.type("v")
    terminal.resize(24, 80)
    terminal.type("vvvvvvv")
    terminal.shows("Press the number of a zone")


def test_a_terminal_of_ascii_gets_ascii(tmp_path):
    """Not one byte beyond, with the real screens in view as well."""
    with demo(tmp_path, environment=ASCII) as terminal:
        terminal.shows("Same again?")
        pick_offered(terminal)
        terminal.shows("+--- 1 ----+")
        terminal.type("v")
        terminal.shows("####")
        assert terminal.raw.isascii()


def test_german_is_shown_in_german(tmp_path):
    """To somebody who has never played, too: the first piece is laid by its zone."""
    with demo(tmp_path, environment=GERMAN, new=True) as terminal:
        terminal.shows("In welches Feld damit?")
        terminal.shows("Drück die Nummer eines Felds")
        terminal.type("1")
        terminal.shows("Ja! Feld 1 braucht es.")


def test_a_first_switch_on_asks_for_the_language(tmp_path):
    """A number marks an answer, enter takes it."""
    with demo(tmp_path, "--first") as terminal:
        terminal.shows("Deutsch")
        terminal.type("2")
        terminal.shows("▸2 Deutsch")
        terminal.type("\n")
        terminal.shows("In welches Feld damit?")
        terminal.type("\n")
        terminal.shows("▸1 zu Hause")


def test_a_guess_is_typed_and_answered(terminal):
    """A letter opens the line, backspace mends it, enter sends it."""
    pick_offered(terminal)
    terminal.type("w")
    terminal.type("HOUSX\x7fE")
    terminal.shows("HOUSE_")
    terminal.type("\n")
    terminal.until(lambda: "HOUSE_" not in terminal.text)


def test_escape_takes_a_word_back(terminal):
    """And the keys are the board's again."""
    pick_offered(terminal)
    terminal.type("wHOU")
    terminal.shows("HOU_")
    terminal.type("\x1b")
    terminal.until(lambda: "HOU_" not in terminal.text)


def test_a_makers_word_is_not_seen(tmp_path):
    """Circle makes it, and Square must not read it off the screen."""
    with demo(tmp_path) as terminal:
        terminal.shows("Same again?")
        terminal.type("-\n\n\n\n\n8")
        terminal.shows("Square")
        terminal.type("\n-\n\n")
        terminal.shows("Circle")
        terminal.until(lambda: "Playing" not in terminal.text)
        terminal.type("sHOBBY\n")
        terminal.shows("Pick a piece")
        assert b"HOBBY" not in terminal.raw


def chosen(terminal, *steps):
    """Answer what the board asks, each answer once its question shows."""
    for question, keys in steps:
        terminal.shows(question)
        terminal.type(keys)


def test_an_attempt_is_typed_unseen(terminal):
    """Who, whose, and which word; the others learn it when all are opened."""
    chosen(
        terminal,
        ("Same again?", "-\n"),
        ("English / Deutsch", "\n"),
        ("Where?", "\n"),
        ("Game?", "3"),
        ("▸3 WQRDLES", "\n"),
        ("Word length?", "1"),
        ("▸1 4", "\n"),
        ("Who plays?", "89"),
        ("Circle, Square, Triangle", "\n"),
        ("Rules?", "\n"),
    )
    words = (
        ("3 players", "Circle", "CAKE"),
        ("Square, Triangle", "Square", "LAMP"),
        ("Triangle", "Triangle", "SNOW"),
    )
    for awaited, name, word in words:
        chosen(
            terminal, (f"Hide a word: {awaited}", "s"), (f"{name}, type", f"{word}\n")
        )
    chosen(terminal, ("Circle: query word", "1"), ("ask with it", "\n"))
    chosen(terminal, ("Try for 6", "w"), ("Who?", "1"), ("Whose word?", "2"))
    chosen(terminal, ("Circle, type what Square", "LAMP"))
    assert "LAMP" not in terminal.text
    terminal.type("\n")
    terminal.shows("Try for 6: Square, Triangle")


@pytest.fixture
def stranger(tmp_path):
    """A terminal with the manual's game from outside, which Circle begins."""
    package = {"PYTHONPATH": str(install(tmp_path / "package"))}
    with demo(tmp_path / "board", environment=ENGLISH | package) as terminal:
        chosen(
            terminal,
            ("Same again?", "-\n"),
            ("English / Deutsch", "\n"),
            ("Where?", "\n"),
            ("Game?", "5"),
            ("▸5 Treasure", "\n"),
            ("Who plays?", "\n"),
            ("Rules?", "2\n"),
            ("▸2 3", "1\n"),  # one coin is hidden
            ("Circle: tap a zone", ""),
        )
        yield terminal


def test_a_game_from_outside_is_played_to_its_end(stranger):
    """A zone's number is a tap: no piece has to be picked where each means the same."""
    stranger.type("123456")
    stranger.shows("Circle wins!")
    stranger.shows("Enter: once more")


def test_any_line_of_a_game_from_outside_can_be_typed(stranger):
    """Its verbs are nobody else's; what is no line stays there to be mended."""
    stranger.type('l{"do": "tap", "zone": 7}\n')
    stranger.shows('"zone": 7}_')
    stranger.type("\x7f\x7f2}\n")
    stranger.until(lambda: '"zone"' not in stranger.text)
    stranger.type('l{"do": "end"}\n')
    stranger.shows("Enter: once more")


@pytest.mark.parametrize("way", ["Q", "\x03"])
def test_leaving_gives_the_terminal_back(terminal, way):
    """Screen and cursor as they were, whichever way one leaves."""
    pick_offered(terminal)
    terminal.type(way)
    assert terminal.ended() == 0
    farewell = terminal.raw[-200:]
    assert b"\x1b[?1049l" in farewell  # the shell's own screen is back
    assert b"\x1b[?25h" in farewell  # and so is the cursor
    assert b"Traceback" not in terminal.raw


def test_the_modes_are_the_ones_before(tmp_path):
    """As the shell wants them: checked by the shell's own means, in the same pty."""
    script = "stty -a >$0/before; $@; echo left $?; stty -a >$0/after; echo done"
    words = python("-m", "firmware_host", "demo", "--terminal", "--folder", tmp_path)
    command = ["/bin/sh", "-c", script, str(tmp_path), *words]
    with PtyTerminal(command, environment=ENGLISH) as terminal:
        terminal.shows("Which zone wants this?")
        terminal.type("Q")
        terminal.shows("left 0")
        terminal.shows("done")
    assert (tmp_path / "before").read_text() == (tmp_path / "after").read_text()


def test_a_dumb_terminal_is_spoken_to_line_by_line(tmp_path):
    """It could not be drawn on."""
    with demo(tmp_path, environment=ENGLISH | {"TERM": "dumb"}) as terminal:
        terminal.shows("empty line says what")
        terminal.type("quit\n")
        assert terminal.ended() == 0


def test_what_does_not_come_is_shown():
    """The checks above fail, and say what there was instead."""
    with (
        PtyTerminal(python("-c", "print('nothing')"), environment={}) as terminal,
        pytest.raises(AssertionError, match="nothing"),
    ):
        terminal.shows("something", patience_s=1)
