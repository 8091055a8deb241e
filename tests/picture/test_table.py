"""The table screen always shows who is to do what."""

import pytest
from PIL import ImageChops

from firmware_host.app.content.languages import load_texts
from firmware_host.board.faces import TableFace
from firmware_host.board.messages import say
from firmware_host.board.pieces import Kind
from firmware_host.board.record import replace
from firmware_host.picture.table import draw_table
from tests.net.boxes import cut

LINE = say("turn-place", name="Tina")


def words(message):
    return load_texts("en").say(message, "screen")


def differ(one: TableFace, other: TableFace) -> tuple[int, int, int, int] | None:
    pictures = [draw_table(face, words, alive=False) for face in (one, other)]
    return ImageChops.logical_xor(*pictures).getbbox()


def test_the_dot_breathes():
    """A board that has not hung itself up moves."""
    face = TableFace(LINE)
    seen = draw_table(face, words, alive=True)
    unseen = draw_table(face, words, alive=False)

    assert ImageChops.logical_xor(seen, unseen).getbbox() == (124, 0, 128, 4)


@pytest.mark.parametrize(
    "changed",
    [
        TableFace(LINE, kind=Kind.LONG_STICK),
        TableFace(LINE, status=say("status-points", points="Tina 9")),
        TableFace(LINE, note=say("commitment", hex="ab" * 32)),
        TableFace(LINE, note=say("refused-zone-covered")),
        TableFace(LINE, fault=say("fault-screen", n=3)),
        TableFace(LINE, busy=True),
    ],
    ids=["piece", "status", "commitment", "refusal", "fault", "hourglass"],
)
def test_whatever_is_to_be_said_is_seen(changed):
    """Each part of a face changes the picture."""
    assert differ(TableFace(LINE), changed) is not None


def test_each_commitment_looks_different():
    """Every one of the 64 digits is on the screen."""
    digits = ["0"] * 64
    for at in range(64):
        other = [*digits]
        other[at] = "1"
        one = TableFace(LINE, note=say("commitment", hex="".join(digits)))
        two = TableFace(LINE, note=say("commitment", hex="".join(other)))

        assert differ(one, two) is not None, at


def test_the_marked_answer_can_be_told_from_the_others():
    """The marked choice is drawn differently from the others."""
    choices = (say("language-en"), say("language-de"))
    one = TableFace(say("choose-language"), choices=choices, marked=0)
    two = TableFace(say("choose-language"), choices=choices, marked=1)

    assert differ(one, two) is not None


def test_the_others_are_all_named_where_there_is_room():
    """All choices are named if there is room."""
    lengths = tuple(say("length", n=length) for length in (3, 4, 5, 6))
    question = say("choose-length")
    four = TableFace(question, choices=lengths)

    for gone in range(1, 4):
        fewer = (*lengths[:gone], *lengths[gone + 1 :])
        assert differ(four, TableFace(question, choices=fewer)) is not None


def test_a_fault_a_refusal_and_a_line_go_together():
    """A fault, a note and the line are shown together."""
    both = TableFace(LINE, fault=say("fault-journal"), note=say("refused-zone-covered"))

    assert differ(both, TableFace(LINE, fault=both.fault)) is not None
    assert differ(both, TableFace(LINE, note=both.note)) is not None
    other = TableFace(say("turn-take", name="Tina"), fault=both.fault, note=both.note)
    assert differ(both, other)[1] < 26


def test_the_hourglass_hides_no_word():
    """The hourglass does not change the part with the words."""
    waiting = draw_table(TableFace(LINE, busy=True), words, alive=True)
    ready = draw_table(TableFace(LINE, kind=Kind.LONG_STICK), words, alive=False)
    words_box = (0, 0, 128 - 22, 64)

    assert waiting.crop(words_box).tobytes() == ready.crop(words_box).tobytes()


def test_the_points_of_eight_teams_are_all_shown():
    """The last of eight teams' points is visible."""
    names = ("Ada", "Ben", "Cem", "Dora", "Emil", "Fay", "Gül")
    seven = " ".join(f"{name} 10" for name in names)
    faces = [
        TableFace(LINE, status=say("status-points", points=f"{seven} Hugo {points}"))
        for points in (14, 15)
    ]

    assert differ(*faces) is not None


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_digit_of_the_teachers_code_is_seen(language):
    """Two codes that differ in one digit look different; so do the hints below."""
    texts = load_texts(language)

    def drawn(digits, hint="teacher-forgot"):
        face = TableFace(say("teacher-code", digits=digits), status=say(hint))
        picture = draw_table(face, lambda one: texts.say(one, "screen"), alive=False)
        return picture.tobytes()

    for at in [0, 1, 2, 4, 5, 6]:
        assert drawn("888 888") != drawn("888 888"[:at] + "1" + "888 888"[at + 1 :])
    assert drawn("888 888") != drawn("888 888", "teacher-recovers")


def test_the_sand_runs_out_second_by_second():
    """Each second is seen in the digits, and most of them in the sand."""
    pictures = [
        draw_table(TableFace(LINE, left_s=left_s), words, alive=False)
        for left_s in range(121)
    ]
    sand = [
        sum(one.crop((36, 0, 122, 14)).convert("L").tobytes()) // 255
        for one in pictures
    ]

    assert len({one.tobytes() for one in pictures}) == 121
    assert sand == sorted(sand)
    assert len(set(sand)) > 80


def test_the_time_that_is_left_hides_nothing():
    """The remaining time does not cover the line; without one the line has its room."""
    status, note = (
        say("status-points", points="Tina 9"),
        say("commitment", hex="ab" * 32),
    )
    timed = TableFace(LINE, status=status, note=note, left_s=30)
    other = TableFace(
        say("turn-take", name="Tina"), status=status, note=note, left_s=30
    )

    assert differ(timed, other)[1] >= 14
    assert differ(timed, TableFace(LINE, status=status, left_s=30))[1] >= 14
    assert differ(TableFace(LINE), TableFace(LINE, left_s=0)) is not None


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_points_give_way_to_a_line_that_would_be_cut_off(language):
    """Under the sand of a race, with two bots to wait for."""
    names = ", ".join(
        load_texts(language).find("bot-name", "page").format(animal=animal)
        for animal in ("Penguin", "Schildkröte")
    )
    face = TableFace(
        say("wqrdles-try", names=names, value=6),
        status=say("status-points", points="Ann 10  Ben 12  Maximilian 9  Charlotte 8"),
        note=say("told-wrong"),
        left_s=90,
    )
    assert cut(face, language) == ()
    short = replace(face, line=say("wqrdles-deal"))
    assert differ(short, replace(short, status=None)) is not None


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_fault_gives_way_to_a_line_that_would_be_cut_off(language):
    """The clock, a refusal in two rows and a piece leave 12 rows for the line."""
    face = TableFace(
        say("turn-place-station", name="Ann"),
        kind=Kind.LONG_STICK,
        note=say("refused-zone-covered"),
        fault=say("fault-screen", n=1),
        left_s=60,
    )
    assert cut(face, language) == ()
    without_note = replace(face, note=None)
    assert differ(without_note, replace(without_note, fault=None)) is not None
