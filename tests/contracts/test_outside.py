"""
A game from outside as in docs/games.md: installed, played, and checked.

The module, its entry point and its playthrough are taken from the page itself.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import polib
import pytest

from firmware_host.app.content import games
from firmware_host.app.content.languages import load_texts
from firmware_host.board.events import Tapped
from firmware_host.board.faces import Lamp
from firmware_host.board.messages import Refused, say
from firmware_host.board.moments import Moment, What
from firmware_host.board.pieces import RACK, Zone
from firmware_host.board.record import Record
from firmware_host.games.bots import Move
from firmware_host.games.contract import AT_ONCE, Secret, Verb
from firmware_host.games.decipher.game import decipher
from firmware_host.games.game import Engine, Undone
from firmware_host.testing.cases import on_module_path
from firmware_host.testing.contract import CHECKS, broken
from firmware_host.testing.hands import plays_without_pages
from firmware_host.testing.lines import (
    has_a_playthrough,
    keeps_chance_out,
    lines_come_back,
)
from firmware_host.testing.promises import (
    decides_or_refuses,
    declares_what_it_means,
    ends,
    facts_are_json,
    goes_out_as_json,
    is_read_by_the_house,
    only_named_fields_leave,
    refusing_changes_nothing,
    replays_to_its_state,
    undoes,
    wakes,
)
from firmware_host.testing.secrecy import (
    declares_its_secrets,
    hides_the_secret,
    knows_what_it_sees,
)
from firmware_host.testing.walks import read_case
from firmware_host.testing.words import (
    names_itself,
    speaks,
    tells_what_has_happened,
)
from tests.contracts.cases import case_of
from tests.games.rivals import played
from tests.judged import judge_lines

PAGE = Path(__file__).parents[2] / "docs" / "games.md"


def fence(kind: str) -> str:
    """Return the page's only code block of that kind."""
    text = PAGE.read_text(encoding="utf-8")
    [found] = re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return found


def entry_points() -> str:
    """Return the page's entry point as an installer writes it down."""
    table, line = fence("toml").splitlines()
    group = re.fullmatch(r'\[project\.entry-points\."(.+)"\]', table)[1]
    return f"[{group}]\n{line.replace(chr(34), '')}\n"


#: What the page's game could bring along: its part of the pages, a style sheet, a
#: drawing; and what is not for any page.
FILES = {
    "game.js": """
import { say } from "../../parts/words.js";
import { html } from "../../vendor/preact.js";

const Beside = () => html`<aside><img class="map" src="/static/games/treasure/map.svg"
  alt=${say("treasure-map")} /></aside>`;

export const css = ["treasure.css"];
export const wall = { Beside };
""",
    "treasure.css": ".game-treasure .map { width: 123px; }",
    "map.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"/>',
    "secret.txt": "where every coin lies",
}

#: A sentence in a file of its own, by language.
SENTENCES = {"en": "A map of the island", "de": "Eine Karte der Insel"}


def install(
    folder: Path,
    files: Mapping[str, str] | None = None,
    *,
    was: str = "",
    now: str = "",
) -> Path:
    """
    Put the page's package into *folder*, as an installer does, and return that.

    Args:
        folder: Made where it is not there.
        files: Texts by the names of the files that it brings along.
        was: What stands in the module,
        now: and what stands there instead.
    """
    info, source = folder / "treasure-1.dist-info", fence("python")
    assert was in source
    source = source.replace(was, now) if was else source
    info.mkdir(parents=True)
    if files is not None:
        brought = folder / "treasure_files"
        (brought / "texts").mkdir(parents=True)
        for name, text in files.items():
            (brought / name).write_text(text, encoding="utf-8")
        for code, text in SENTENCES.items():
            catalogue = polib.POFile()
            entry = polib.POEntry(msgctxt="page", msgid="treasure-map", msgstr=text)
            catalogue.append(entry)
            catalogue.save_as_mofile(str(brought / "texts" / f"{code}.mo"))
        own = f"    TEXTS = TEXTS\n    FILES = {str(brought)!r}\n"
        source = source.replace("    TEXTS = TEXTS\n", own)
    (folder / "treasure.py").write_text(source, encoding="utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: treasure\nVersion: 1")
    (info / "entry_points.txt").write_text(entry_points())
    return folder


@contextmanager
def loaded(folder: Path) -> Iterator[None]:
    """Let this process import the package in *folder*, and forget it afterwards."""
    with on_module_path(str(folder)):
        try:
            yield
        finally:
            sys.modules.pop("treasure", None)


@contextmanager
def installed(
    folder: Path,
    files: Mapping[str, str] | None = None,
    *,
    was: str = "",
    now: str = "",
) -> Iterator[Engine]:
    """Let this process find the package that `install` makes."""
    with loaded(install(folder, files, was=was, now=now)):
        yield games.find("treasure")


@pytest.fixture
def treasure(tmp_path):
    """Return the page's game, installed like a third-party package."""
    with installed(tmp_path) as game:
        yield game


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_pages_game_keeps_the_promises(treasure, check):
    """The page's game passes the checks of the built-in games."""
    case = case_of(treasure, (fence("jsonl"),))
    assert broken(case, check, range(8)) == ""


def test_a_whole_game_takes_few_lines():
    """The page's module has fewer than 150 lines."""
    assert len(fence("python").splitlines()) < 150


def test_the_pages_playthrough_ends_as_the_page_says(treasure):
    """Ben finds the coin and has five points; the replay says it."""
    assert treasure.NAME == "treasure"
    said = list(judge_lines(fence("jsonl").splitlines()))
    assert said[-1] == {"totals": {"Tina": 0, "Ben": 5}, "winners": ["Ben"]}


def test_a_game_from_outside_speaks_both_languages(treasure):
    """Its sentences are found like built-in ones, also by the browser."""
    assert treasure.TEXTS["en"].keys() == treasure.TEXTS["de"].keys()
    assert load_texts("de").find("game-treasure", "screen") == "Schatz"
    assert load_texts("en").as_json("page")["game-treasure"] == "Treasure"


def test_its_refusals_say_why(treasure):
    """A refusal of an external game has its own sentence with its values."""
    lines = fence("jsonl").splitlines()[:3]
    lines.append(json.dumps({"do": "tap", "zone": 2}))
    *_, last = judge_lines(lines)
    assert treasure.NAME == "treasure"
    assert last["why"] == "Zone 2 was tried before."


def test_its_sentences_go_with_it():
    """Its sentences and the game are unknown without its package."""
    assert load_texts("en").find("game-treasure", "page") == "game-treasure"
    assert "treasure" not in games.known_games()


# --- its bot ------------------------------------------------------------------------


def with_bot(game):
    """Return the page's game with the bot that the page shows."""
    known = vars(sys.modules["treasure"])
    exec(fence("py"), {**known}, own := {})  # noqa: S102 - the page's own
    clever = type(f"Clever{type(game).__name__}", (type(game),), own)()
    clever.BOTS = ("easy",)
    return clever


def test_the_pages_bot_plays_its_game_to_the_end(treasure):
    """Two of them, in turn; neither asks for a zone that was tried."""
    game = with_bot(treasure)
    header, _ = read_case(case_of(game, (fence("jsonl"),)), fence("jsonl"))
    *_, (_, _, last) = played(game, header, ("easy", "easy"), 1)
    assert last.over
    assert sum(last.totals) >= header.options[0][1]


def test_the_pages_bot_knows_what_its_seat_sees(treasure):
    """The page's bot uses only its view; one that uses the coin's zone is found."""
    game = with_bot(treasure)
    case = case_of(game, (fence("jsonl"),))
    assert broken(case, knows_what_it_sees, range(8)) == ""

    looked = []

    def view(state, viewer):
        looked.append(state.coin)
        return treasure.view(state, viewer)

    game.view = view
    game.bot = lambda *_: Move(looked[-1])
    assert broken(case, knows_what_it_sees, range(8)) != ""


# --- tests of the checks
# ---------------------------------------------------------------


def forgetful_undo(game):
    def fold(state, facts):
        undone = type(facts[0]).__name__ == "Undone"
        return state if undone else game.fold(state, facts)

    return fold


def never_over(game):
    def decide(state, action):
        return game.act(replace(state, over=False), action)

    return decide


def waking_hider(_game):
    return lambda *_: sys.modules["treasure"].Hide()


def lingering(game):
    """Facts that change more than the first time they are folded."""
    folds = []

    def fold(state, facts):
        folds.append(facts)
        after = game.fold(state, facts)
        return replace(after, first=len(folds) % after.seats)

    return fold


def fickle(game):
    asked = []

    def decide(state, action):
        asked.append(action)
        odd = len(asked) % 2
        return game.act(state, action) if odd else Refused("no-round")

    return decide


def meddling(game):
    def decide(state, action):
        object.__setattr__(state, "first", (state.first + 1) % state.seats)
        return game.act(state, action)

    return decide


def telling(game):
    def view(state, viewer):
        seen = game.view(state, viewer)
        return replace(seen, named={**seen.named, "turn": state.coin})

    return view


def telling_inside(game):
    def view(state, viewer):
        seen = game.view(state, viewer)
        return replace(seen, named={**seen.named, "warm": state.coin in (1, 2, 3)})

    return view


def shining(game):
    def face(state, names):
        seen = game.face(state, names)
        lit = seen.zones[: state.coin or 0]
        return replace(seen, zones=(*map(bright, lit), *seen.zones[len(lit) :]))

    return face


def bright(zone):
    return replace(zone, lamp=Lamp.YES)


def chatty(game):
    def view(state, viewer):
        seen = game.view(state, viewer)
        turn = None if viewer == 1 else seen.turn
        return replace(seen, named={**seen.named, "turn": turn})

    return view


def seen_with(**fields):
    """Return a function that makes a view with wrong values for named fields."""

    def faulty(game):
        def view(state, viewer):
            seen = game.view(state, viewer)
            said = {name: value for name, value in fields.items() if name == "over"}
            return replace(seen, named={**seen.named, **fields}, **said)

        return view

    return faulty


def crossing(game):
    def decide(state, action):
        if type(action).__name__ == "Undo" and state.before is None:
            return (Undone(0),)
        return game.act(state, action)

    return decide


def drawn_by_lot(game):
    return lambda action, *_: game.action_json(action)


def without_zone(game):
    def action(line):
        return game.action({k: v for k, v in line.items() if k != "entropy"})

    return action


def open_to_all(game):
    return {**game.VERBS, "hide": Verb(game.VERBS["hide"].needs)}


#: By what is wrong: which promise is broken, what is changed, and how.
class Marked(Record):
    """A fact that answers, and does not say so by a base."""

    right: bool


class Drawn(Record):
    """An action that needs chance, and does not say so by a base."""

    entropy: bytes = b""


FAULTS = {
    "decides otherwise the second time": (decides_or_refuses, "act", fickle),
    "brings nothing": (decides_or_refuses, "act", lambda _: lambda *_: ()),
    "changes the game while deciding": (refusing_changes_nothing, "act", meddling),
    "forgets half of an action": (facts_are_json, "action", without_zone),
    "folds otherwise the second time": (replays_to_its_state, "fold", lingering),
    "takes nothing back": (undoes, "fold", forgetful_undo),
    "takes a reveal back": (undoes, "act", crossing),
    "names results among its own": (
        *(only_named_fields_leave, "PUBLIC"),
        lambda game: (*game.PUBLIC, "results"),
    ),
    "tells a seat more than all": (only_named_fields_leave, "view", chatty),
    "puts a dataclass into its view": (
        *(goes_out_as_json, "view"),
        seen_with(tried=Undone(1)),
    ),
    "waits by a list of seats": (
        *(is_read_by_the_house, "view"),
        seen_with(waiting=(0,)),
    ),
    "seals a name": (is_read_by_the_house, "view", seen_with(sealed=("Ben",))),
    "offers what nobody may send": (
        *(is_read_by_the_house, "view"),
        seen_with(may=("hide",)),
    ),
    "is never over to look at": (is_read_by_the_house, "view", seen_with(over=False)),
    "shows the secret in its view": (hides_the_secret, "view", telling),
    "knows the secret where no page looks": (
        *(knows_what_it_sees, "view"),
        telling_inside,
    ),
    "shows the secret by lamps": (hides_the_secret, "face", shining),
    "tells the secret as it happens": (
        *(hides_the_secret, "moments"),
        lambda _: lambda *of: (Moment(What.TURN, zone=of[-1].coin),),
    ),
    "tells of a zone that no board has": (
        *(tells_what_has_happened, "moments"),
        lambda _: lambda *_: (Moment(What.YES, zone=7),),
    ),
    "says a word that was typed": (
        *(tells_what_has_happened, "moments"),
        lambda _: lambda *_: (Moment(What.WRONG, said=(say("no", word="CAT"),)),),
    ),
    "names a secret of no line": (
        *(declares_its_secrets, "SECRETS"),
        lambda _: (Secret("hide", "coin"),),
    ),
    "would log a secret": (
        *(declares_its_secrets, "SECRETS"),
        lambda _: (Secret("tap", "zone"),),
    ),
    "writes no chance down": (lines_come_back, "to_transcript", drawn_by_lot),
    "lets a phone hide the coin": (keeps_chance_out, "VERBS", open_to_all),
    "checks no value": (keeps_chance_out, "VALUES", lambda _: {}),
    "waits for what it cannot do": (wakes, "wake", lambda _: lambda _: AT_ONCE),
    "does what nobody waits for": (wakes, "interpret", waking_hider),
    "plays on after the end": (ends, "act", never_over),
    "keeps no rounds": (ends, "results", lambda _: lambda _: ()),
    "says what has no words": (
        speaks,
        "describe_action",
        lambda _: lambda *_: say("told-hum"),
    ),
    "hears no piece": (
        *(plays_without_pages, "interpret"),
        lambda game: (
            lambda state, event: (
                None if isinstance(event, Tapped) else game.interpret(state, event)
            )
        ),
    ),
    "takes the rack for a zone": (
        *(plays_without_pages, "interpret"),
        lambda game: (
            lambda state, event: game.interpret(
                state,
                replace(event, zone=Zone(1))
                if isinstance(event, Tapped) and event.zone == RACK
                else event,
            )
        ),
    ),
    "has no rule": (names_itself, "RULE", lambda _: "rule-hum"),
    "answers without saying so": (
        *(declares_what_it_means, "FACTS"),
        lambda _: SimpleNamespace(classes={"marked": Marked}),
    ),
    "draws without saying so": (
        *(declares_what_it_means, "ACTIONS"),
        lambda game: SimpleNamespace(
            classes={"drawn": Drawn}, read=game.ACTIONS.read, write=game.ACTIONS.write
        ),
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_broken_promise_is_found(treasure, name):
    """The same check that a game passes, a copy with one fault in it does not."""
    check, attribute, fault = FAULTS[name]
    changed = copy(treasure)
    setattr(changed, attribute, fault(treasure))
    assert broken(case_of(changed, (fence("jsonl"),)), check, range(30)) != ""


def test_a_game_without_a_playthrough_is_found(treasure):
    """A missing or unfinished playthrough, or one with a refusal, is found."""
    whole = fence("jsonl").splitlines()
    again = [*whole[:3], whole[2], *whole[3:]]
    for texts in ((), ("\n".join(whole[:-1]),), ("\n".join(again),)):
        assert broken(case_of(treasure, texts), has_a_playthrough, range(1)) != ""


def test_a_secret_in_a_log_is_found():
    """A secret in a fact is found, here a guess that is declared secret."""
    open_guess = copy(decipher)
    open_guess.SECRETS = (Secret("guess", "word"),)
    case = case_of(open_guess)
    assert broken(case, only_named_fields_leave, range(20)) != ""
