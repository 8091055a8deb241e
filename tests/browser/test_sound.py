"""What a browser says of a change, what is heard of it, and every clip there is."""

import asyncio
import json
import mimetypes
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import pytest

import firmware_host
from firmware_host.app.content.languages import load_texts
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.messages import say
from firmware_host.languages import CODES
from firmware_host.table import sight
from firmware_host.web import documents
from tests.session.evening import playing
from tools import build_clips

STATIC = Path(firmware_host.__file__).parent / "web" / "static"
HOST = "http://board.test"

#: As strict as the server's own.
POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; media-src 'self';"
    " require-trusted-types-for 'script'; trusted-types 'none'"
)

NOTHING = [0, 0, 0, 0]
RED, YELLOW, BLUE, GREEN = range(4)

PLAYERS = [
    {"seat": 0, "name": "Tina", "symbol": "circle"},
    {"seat": 1, "name": "Lee", "symbol": "square"},
    {"seat": 2, "name": "Team <b>", "symbol": ""},
]
VIEW = {
    "round": 1,
    "rounds": 3,
    "maker": 0,
    "waiting": False,
    "length": 5,
    "first_zone": 1,
    "placed": [NOTHING] * 5,
    "covered": [NOTHING] * 5,
    "turn": 1,
    "holding": None,
    "asked": False,
    "bonus_mode": False,
    "hidden": None,
    "guesses": [],
    "last": None,
    "results": [],
    "totals": [0, 0, 0],
    "over": False,
    "winners": [],
    "hand": "tap",
    "board_plays": False,
}
DARK = [{"zone": zone, "lamp": "dark", "in_word": zone < 6} for zone in range(1, 7)]
WORD = "HOBBY"


def state(view=None, **changes):
    """A state document: a round that waits for Lee to take a piece, but for changes."""
    view = None if view == "none" else {**VIEW, **(view or {})}
    totals = dict(enumerate(view["totals"])) if view else {}
    players = [{**one, "points": totals.get(one["seat"])} for one in PLAYERS]
    document = {"phase": "playing", "paused": False, "players": players, "zones": DARK}
    return {**document, "note_code": "", "view": view, **changes}


def counts(zone, kind, count=1, among=None):
    """Counts of five zones, with some of a kind in one of them."""
    rows = [list(row) for row in among or [NOTHING] * 5]
    rows[zone - 1][kind] = count
    return rows


def lamps(zone, lamp):
    """Every zone dark but one."""
    return [{**one, "lamp": lamp} if one["zone"] == zone else one for one in DARK]


def result(guessed_by):
    return {"word": WORD, "maker": 0, "guessed_by": guessed_by, "points": [1, 2, 3]}


YES = {"placed": counts(3, RED), "last": [3, True]}
NO = {"covered": counts(3, RED), "last": [3, False], "holding": "red"}
TWICE = counts(5, RED, among=counts(2, RED, among=NO["covered"]))
THRICE = counts(4, RED, among=TWICE)
BONUS = {"bonus_mode": True, "hidden": 3}
FOUND = {"waiting": True, "maker": 1, "turn": None, "results": [result(1)]}
OVER = {**FOUND, "waiting": False, "over": True, "winners": [1], "totals": [4, 9, 2]}
ALONE = {"board_plays": True, "totals": [0, 0], "maker": -1, "turn": 0}
ALONE_OVER = {"over": True, "totals": [24, 48], "turn": None}
POINTS = "player-circle points-4 player-square points-9"

#: By what happens: the state before, the state after, and what is said.
SAID = {
    "nothing": (state(), state(n=18), ""),
    "the first state": (None, state(YES), ""),
    "a yes": (state(), state({**YES, "turn": 2}), "zone-3 yes turn-next"),
    "a yes of a lone seeker": (state(), state(YES), "zone-3 yes"),
    "a no": (
        state(),
        state(NO),
        "zone-3 no zones number-1 number-2 number-4 and-5 left",
    ),
    "a no that leaves two": (
        state(NO),
        state({**NO, "covered": TWICE, "last": [5, False]}),
        "zone-5 no zones number-1 and-4 left",
    ),
    "a no that leaves one": (
        state({**NO, "covered": TWICE}),
        state({**NO, "covered": THRICE, "last": [4, False]}),
        "zone-4 no only-1",
    ),
    "a no in a short word": (
        state({"first_zone": 2, "covered": [NOTHING] * 3}),
        state({**NO, "first_zone": 2, "covered": counts(2, RED)[:3]}),
        "zone-3 no zones number-2 and-4 left",
    ),
    "the newest of two answers": (
        state(),
        state({**NO, "placed": counts(1, RED), "last": [3, False]}),
        "zone-3 no zones number-1 number-2 number-4 and-5 left",
    ),
    "a piece in hand": (state(), state({"holding": "blue"}), "turn-place-blue"),
    "the board's next piece of the same kind": (
        state({"holding": "red", "board_plays": True}),
        state({**YES, "holding": "red", "board_plays": True}),
        "zone-3 yes turn-place-red",
    ),
    "a refusal": (
        state(),
        state(zones=lamps(3, "refused"), note_code="refused-zone-covered"),
        "zone-3 refused-zone-covered",
    ),
    "a refusal without its reason": (
        state(),
        {**state(zones=lamps(6, "refused")), "note_code": None},
        "zone-6 refused",
    ),
    "a refusal that goes on blinking": (
        state(zones=lamps(3, "refused"), note_code="refused-unclear"),
        state(zones=lamps(3, "refused"), note_code="refused-unclear", n=18),
        "",
    ),
    "a refusal that has stopped blinking": (
        state(zones=lamps(3, "refused"), note_code="refused-unclear"),
        state(note_code="refused-unclear"),
        "",
    ),
    "a refused guess": (
        state(),
        state(note_code="refused-guess-length"),
        "refused-guess-length",
    ),
    "a touch gone missing": (state(), state(note_code="touches-lost"), "touches-lost"),
    "a refused choice": (
        state("none"),
        state("none", note_code="refused-nobody-sits"),
        "refused-nobody-sits",
    ),
    "a wrong guess": (state(), state({"guesses": [[1, WORD]]}), "told-wrong"),
    "an undone yes": (state({**YES, "turn": 1}), state(), "told-undo"),
    "an undone guess": (state({"guesses": [[1, WORD]]}), state(), "told-undo"),
    "bonus mode": (
        state(),
        state({**YES, **BONUS, "turn": 2}),
        "zone-3 yes bonus turn-next turn-bonus",
    ),
    "bonus mode at once": (
        state({"waiting": True, "turn": None}),
        state(BONUS),
        "bonus turn-square turn-bonus",
    ),
    "a piece asked for": (state(BONUS), state({**BONUS, "asked": True}), "turn-asked"),
    "a pass": (state(BONUS), state({**BONUS, "turn": 2}), "turn-next"),
    "none hidden any more": (
        state(BONUS),
        state({**BONUS, **YES, "hidden": 0, "turn": 2}),
        "zone-3 yes turn-next turn-guess",
    ),
    "a round begins": (
        state({"waiting": True, "turn": None}),
        state(),
        "turn-square turn-take",
    ),
    "a game begins": (state("none"), state({"waiting": True}), "makes-circle"),
    "the board makes": (
        state("none"),
        state({"waiting": True, "maker": -1}),
        "secret-board",
    ),
    "a maker hands over": (
        state({"waiting": True, "turn": None}),
        state({"hand": "confirm"}),
        "turn-square turn-wait",
    ),
    "somebody found it": (state(), state(FOUND), "found-square makes-square"),
    "a team found it": (
        state(),
        state({**FOUND, "results": [result(2)], "maker": 2}),
        "round-guessed secret-waits",
    ),
    "nobody found it": (
        state(),
        state({**FOUND, "results": [result(None)]}),
        "round-unguessed makes-square",
    ),
    "a void round": (
        state(),
        state({"waiting": True, "turn": None}),
        "round-voided makes-circle",
    ),
    "the end": (state(), state(OVER), f"found-square wins-square {POINTS}"),
    "an ended game": (
        state({**FOUND, "turn": None}),
        state(OVER),
        f"wins-square {POINTS}",
    ),
    "a shared end": (
        state(),
        state({**OVER, "winners": [0, 1]}),
        f"found-square game-shared {POINTS}",
    ),
    "alone with every word": (
        state(ALONE),
        state({**ALONE, **ALONE_OVER, "results": [result(0)], "winners": [0]}),
        "found-circle alone-all",
    ),
    "alone with a word missed": (
        state(ALONE),
        state({**ALONE, **ALONE_OVER, "results": [result(None)], "winners": [-1]}),
        "round-unguessed alone-some",
    ),
    "an end before a round was finished": (
        state(),
        state({**OVER, "results": [], "winners": []}),
        "game-unfinished",
    ),
    "a team's end, with more points than clips": (
        state(),
        state({**OVER, "winners": [2], "totals": [41, 0, 99]}),
        "found-square game-won player-square points-0",
    ),
    "a pause": (state(), state(paused=True), "paused"),
    "the end of a pause": (state(paused=True), state(), "go-on"),
}


async def serve(route):
    """Answer with a page, or with a file of ours."""
    path = STATIC / route.request.url.removeprefix(f"{HOST}/static/")
    if route.request.url == f"{HOST}/":
        headers = {"content-security-policy": POLICY}
        await route.fulfill(
            body="<!doctype html><title>sound</title>",
            content_type="text/html",
            headers=headers,
        )
    elif path.is_file():
        kind, _ = mimetypes.guess_type(path)
        await route.fulfill(path=path, content_type=kind)
    else:
        await route.fulfill(status=404)


@asynccontextmanager
async def page_of(chromium):
    """A page of the board's origin, with nothing on it; no error may be on it."""
    page = await chromium.new_page()
    wrong = []
    page.on("pageerror", lambda error: wrong.append(error))  # noqa: PLW0108 - Playwright marks its listeners, and a list's method bears no mark
    await page.route("**", serve)
    await page.goto(f"{HOST}/")
    await page.evaluate(
        "async () => { window.sound = await import('/static/parts/sound/sound.js');"
        " window.game = await import('/static/games/decipher/heard.js'); }"
    )
    yield page
    await page.close()
    assert wrong == []


async def test_every_change_is_said_in_its_clips(chromium):
    """The sentence that a person would say, and never a name or a word."""
    async with page_of(chromium) as page:
        said = await page.evaluate(
            "(cases) => cases.map(([was, is]) =>"
            " sound.announce(was, is, 'de', game.heard))",
            [[before, after] for before, after, _ in SAID.values()],
        )
    plain = {
        case: " ".join(clip.removeprefix("de/") for clip in clips)
        for case, clips in zip(SAID, said, strict=True)
    }

    assert plain == {case: words for case, (_, _, words) in SAID.items()}


@cache
def manifest():
    return json.loads(build_clips.MANIFEST.read_text(encoding="utf-8"))["clips"]


def test_there_is_a_clip_of_whatever_is_said():
    """In both languages; the cases above say every kind of thing."""
    said = {word for _, _, words in SAID.values() for word in words.split()}

    assert {
        (code, one) for code in CODES for one in said - manifest()[code].keys()
    } == set()


def test_documents_have_what_is_listened_to():
    """What the cases above are made of is what the server sends."""
    texts, table = load_texts("en"), TableFace(say("secret-board"), note=say("go-on"))
    seen = sight.sight(playing(), Face(table), None)
    document = documents.public(seen, texts)

    assert document["note_code"] == "go-on"
    assert state().keys() - document.keys() == set()
    assert VIEW.keys() - document["view"].keys() == set()
    assert DARK[0].keys() - document["zones"][0].keys() == set()


async def test_both_programs_play_the_same_tunes(chromium):
    """The browser makes them itself, the Pi has them as clips."""
    async with page_of(chromium) as page:
        tunes = await page.evaluate("sound.TUNES")
        most = await page.evaluate("sound.LEVELS")

    mine = json.loads(json.dumps(build_clips.TUNES))
    assert tunes == {name: tune for name, tune in mine.items() if name != "silence"}
    assert most == ["silent", "tone", "voice"]


#: Decodes clips, and measures them: seconds, the loudest sample, the mean square.
MEASURE = """async (names) => {
  const context = new OfflineAudioContext(1, 1, 22050);
  return Promise.all(names.map(async (name) => {
    const file = await fetch(`/static/clips/${name}.mp3`);
    const sound = await context.decodeAudioData(await file.arrayBuffer());
    const samples = sound.getChannelData(0);
    let peak = 0, power = 0;
    for (const one of samples) {
      peak = Math.max(peak, Math.abs(one));
      power += one * one;
    }
    return [sound.duration, peak, Math.sqrt(power / samples.length)];
  }));
}"""


@pytest.mark.parametrize("place", [*CODES, "tones"])
async def test_every_clip_can_be_heard(chromium, place):
    """Neither silent nor clipped, neither a click nor a speech."""
    names = [name for name in manifest()[place] if name != "silence"]
    async with page_of(chromium) as page:
        heard = await page.evaluate(MEASURE, [f"{place}/{name}" for name in names])

    wrong = {
        name: measured
        for name, measured in zip(names, heard, strict=True)
        if not fits(*measured)
    }
    assert len(names) >= 5
    assert wrong == {}


def fits(seconds, peak, mean):
    return 0.2 <= seconds <= 4 and 0.3 <= peak <= 0.95 and mean >= 0.03


def test_the_measure_can_fail():
    """Silence, a click, a sermon, a shout."""
    assert fits(1, 0.6, 0.1)
    assert not any(map(fits, (1, 0.1, 5, 1), (0, 0.6, 0.6, 1), (0, 0.1, 0.1, 0.3)))


#: Makes a `Sound` whose clips last so many ms, and notes what it starts.
STAND_IN = """(settings) => {
  window.started = [];
  window.loads = [];
  const start = AudioScheduledSourceNode.prototype.start;
  AudioBufferSourceNode.prototype.start = function (at) {
    started.push(this.buffer.name);
    return start.call(this, at);
  };
  OscillatorNode.prototype.start = function (at) {
    started.push(this.frequency.value);
    return start.call(this, at);
  };
  const load = async (name, context) => {
    loads.push(name);
    if (window.held) await window.held;
    if (name.endsWith("turn-next")) return null;
    const buffer = context.createBuffer(1, 22050, 22050);
    buffer.name = name;
    return buffer;
  };
  window.voice = new sound.Sound({ load, ...settings });
  document.onclick = () => voice.wake();
}"""

TELL = "([was, is]) => voice.tell(was, is, 'en', game.heard)"
LOUD = {"muted": False, "levels": dict.fromkeys(build_clips.TUNES, "voice")}
LOUD["levels"]["turn"] = "voice"


@asynccontextmanager
async def hearing(chromium, settings=None, *, awake=True):
    """A page that sounds as the settings say, once it has been clicked."""
    async with page_of(chromium) as page:
        await page.evaluate(STAND_IN, LOUD if settings is None else settings)
        if awake:
            await page.mouse.click(10, 10)
        yield page


async def tell(page, case):
    """Let a case happen; return what has been started since the page began."""
    await page.evaluate(TELL, list(SAID[case][:2]))
    return await page.evaluate("started")


async def test_the_tune_comes_first_then_the_words(chromium):
    """In their order; a clip that cannot be had is left out."""
    async with hearing(chromium) as page:
        assert await tell(page, "a yes") == [660, 880, 1100, "en/zone-3", "en/yes"]
        assert await page.evaluate("loads") == ["en/zone-3", "en/yes", "en/turn-next"]


async def test_each_event_has_a_tune_of_its_own(chromium):
    """Yes rises, No is low and long, a refusal is twice the same."""
    async with hearing(chromium, {"muted": False}) as page:
        heard = {}
        for case in ("a yes", "a no", "a refusal", "bonus mode", "the end", "a pass"):
            await page.evaluate("() => { started.length = 0; }")
            heard[case] = await tell(page, case)

    tunes = build_clips.TUNES
    assert heard == {
        "a yes": [hertz for _, _, hertz in tunes["yes"]],
        "a no": [hertz for _, _, hertz in tunes["no"]],
        "a refusal": [hertz for _, _, hertz in tunes["refused"]],
        "bonus mode": [hertz for _, _, hertz in tunes["bonus"]],
        "the end": [hertz for _, _, hertz in tunes["end"]],
        "a pass": [],
    }


async def test_sound_is_off_until_it_is_wanted(chromium):
    """And off again at once."""
    async with hearing(chromium, {}) as page:
        assert await page.evaluate("voice.muted")
        assert await tell(page, "a yes") == []
        await page.evaluate("() => { voice.muted = false; }")
        assert await tell(page, "a yes") == [660, 880, 1100]


async def test_nothing_is_heard_before_a_touch_and_nothing_is_kept(chromium):
    """A browser allows no sound before; what happened then is not made up for."""
    async with hearing(chromium, awake=False) as page:
        assert await tell(page, "a yes") == []
        await page.mouse.click(10, 10)
        assert await page.evaluate("started") == []


async def test_a_level_of_each_event_decides(chromium):
    """Silent, a tune, or a tune and words."""
    levels = {"yes": "silent", "no": "tone", "turn": "voice"}
    async with hearing(chromium, {"muted": False, "levels": levels}) as page:
        assert await tell(page, "a yes of a lone seeker") == []
        assert await tell(page, "a no") == [220]
        heard = await tell(page, "a piece in hand")
        assert heard == [220, "en/turn-place-blue"]


async def test_the_newest_announcement_wins(chromium):
    """What plays is stopped, and what was still on its way is never heard."""
    async with hearing(chromium) as page:
        heard = await page.evaluate(
            """async ([yes, no]) => {
              let let_go;
              window.held = new Promise((done) => { let_go = done; });
              const first = voice.tell(...yes, "en", game.heard);
              window.held = null;
              await voice.tell(...no, "en", game.heard);
              let_go();
              await first;
              return started;
            }""",
            [SAID[case][:2] for case in ("a yes", "a wrong guess")],
        )
        assert heard == [660, 880, 1100, 220, "en/told-wrong"]


async def test_words_that_come_late_are_not_said(chromium):
    """A slow network may not speak of what is long past."""
    async with hearing(chromium) as page:
        heard = await page.evaluate(
            """async ([was, is]) => {
              window.held = new Promise((done) => setTimeout(done, 1700));
              await voice.tell(was, is, "en", game.heard);
              return started;
            }""",
            list(SAID["a yes"][:2]),
        )
        assert heard == [660, 880, 1100]


async def test_a_real_clip_is_fetched_and_played_to_its_end(chromium):
    """Under the strict policy of the pages, with nothing but our own origin."""
    async with page_of(chromium) as page:
        await page.evaluate(
            """() => {
              const levels = { yes: "voice" };
              window.voice = new sound.Sound({ muted: false, levels });
              const connect = AudioBufferSourceNode.prototype.connect;
              let ended = 0;
              window.both_ended = new Promise((done) => {
                AudioBufferSourceNode.prototype.connect = function (...to) {
                  this.addEventListener("ended", () => (ended += 1) === 2 && done(2));
                  return connect.apply(this, to);
                };
              });
              document.onclick = () => voice.wake();
            }"""
        )
        await page.mouse.click(10, 10)
        await page.evaluate(TELL, list(SAID["a yes of a lone seeker"][:2]))
        async with asyncio.timeout(10):
            assert await page.evaluate("both_ended") == 2
