"""A new language is its folder: laid in beside the others, it is offered and played."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import polib
import pytest

import firmware_host
from firmware_host.languages import ABOUT, FOLDER
from tests.browser import demo as demos
from tests.browser.demo import Demo, answer_to
from tests.browser.served import PHONE
from tools.build_texts import compiled

#: English with a mark before each sentence; its keyboard begins otherwise.
CODE, MARK, TITLE = "xx", "~", "Xyz"

#: Runs the package of the folder that is its first argument.
RUN = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); "
    "from firmware_host.cli.main import main; sys.exit(main())"
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it is, with one folder more among the languages."""
    root = tmp_path_factory.mktemp("house")
    package = Path(firmware_host.__file__).parent
    (root / "hardware").symlink_to(package.parent / "hardware")
    linked(package, root / "firmware_host", but="languages")
    linked(FOLDER, root / "firmware_host" / "languages", but=CODE)
    lay_in(root / "firmware_host" / "languages" / CODE)
    return root


def linked(source: Path, target: Path, *, but: str) -> None:
    """Make a folder with links to all entries of another one but one."""
    target.mkdir()
    for path in source.iterdir():
        if path.name not in {but, "__pycache__"}:
            (target / path.name).symlink_to(path)


def lay_in(folder: Path) -> None:
    """Make the language: English, marked."""
    linked(FOLDER / "en", folder, but="texts.po")
    texts = polib.pofile(str(FOLDER / "en" / "texts.po"))
    for one in texts:
        one.msgstr = one.msgstr and MARK + one.msgstr
        one.msgstr_plural = {n: MARK + text for n, text in one.msgstr_plural.items()}
    texts.save(str(folder / "texts.po"))
    (folder / "texts.mo").unlink()
    (folder / "texts.mo").write_bytes(compiled(folder / "texts.po"))
    about = (folder / ABOUT).read_text(encoding="utf-8")
    (folder / ABOUT).unlink()
    told = about.replace("English", TITLE).replace("QWERTY", "YTREWQ")
    (folder / ABOUT).write_text(told, encoding="utf-8")


def letterzone(house: Path, *words: str) -> str:
    """Return the output of the command."""
    command = [sys.executable, "-c", RUN, str(house), *words]
    done = subprocess.run(command, capture_output=True, check=True, text=True)
    return done.stdout


def test_the_command_line_takes_it(house):
    """A word is checked in it, and each reason is said in it too."""
    said = letterzone(house, "words", "check", "--language", CODE, "HOBBY")
    first, *reasons = said.splitlines()
    assert first == f"HOBBY: {MARK}playable"
    assert reasons
    assert all(one.startswith(f"  - {MARK}") for one in reasons)


@pytest.mark.long
def test_a_transcript_in_it_is_played_on_a_board_and_replayed(house, tmp_path):
    """A round of Decipher, by the simulated hands, and then by the rules alone."""
    file = tmp_path / "round.jsonl"
    english = Path("docs/examples/box.jsonl").read_text(encoding="utf-8")
    assert '"language": "en"' in english
    file.write_text(english.replace('"language": "en"', f'"language": "{CODE}"'))

    played = letterzone(house, "demo", "--script", str(file))
    replayed = letterzone(house, "replay", str(file))

    assert "HOBBY" in replayed
    assert set(replayed.splitlines()) <= set(played.splitlines())
    assert replayed.count(MARK) > len(english.splitlines())


#: Begin a game as a seat's page does.
BEGIN = """async (wishes) => {
  const { act } = await import("/static/parts/live.js");
  return act("/api/begin", wishes);
}"""


@pytest.fixture
def marked(house: Path, tmp_path: Path) -> Iterator[Demo]:
    """A demo in the new language, at its first question."""
    words = ("--first", "--language", CODE)
    command = (sys.executable, "-c", RUN, str(house), "demo")
    running = demos.start(tmp_path / "demo", *words, command=command)
    yield running
    running.kill()
    assert "Traceback" not in running.printed


async def test_the_pages_come_up_in_it_and_a_round_is_played(marked, open_page):
    """The board offers it first; a phone plays a round by its own keys."""
    assert MARK in marked.printed
    board = await open_page(marked.at(f"/?lang={CODE}"))
    await board.locator(".who").wait_for()
    state = await answer_to(board.request, marked.at("/api/state?as=board"))
    assert state["choices"] == ["English", "Deutsch", TITLE]
    assert state["line"].startswith(MARK)
    assert await board.title() == f"{MARK}The board · Letterzone"

    code = state["join"]["code"]
    seat = await open_page(marked.at(f"/seat?code={code}&lang={CODE}"), size=PHONE)
    await seat.locator(".picks label").first.click()
    await seat.locator(".join .main").click()
    await seat.wait_for_selector(".me")
    wishes = {"language": CODE, "length": 3, "board_makes": True, "rounds": 1}
    begun = await seat.evaluate(BEGIN, wishes)
    assert begun["ok"], begun
    await seat.get_by_role("button", name=f"{MARK}I know the word").click()
    for letter in "CAT":
        await seat.get_by_role("button", name=letter, exact=True).click()
    await seat.get_by_role("button", name=f"{MARK}Guess it: CAT").click()
    await seat.get_by_text("CAT").first.wait_for()
    state = await answer_to(seat.request, marked.at("/api/state?as=wall"))
    assert state["language"] == CODE
    assert await seat.get_by_text("YTREWQ").count() == 1
    assert await seat.get_by_role("link", name="Deutsch").count() == 0
    await seat.get_by_role("button", name=f"{MARK}More").click()
    others = seat.locator(".links [hreflang]")
    await others.first.wait_for()
    assert await others.all_inner_texts() == ["English", "Deutsch"]
