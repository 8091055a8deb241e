"""The sounds of a browser for new moments, and all clips."""

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
from firmware_host.games.game import End
from firmware_host.languages import CODES
from firmware_host.session.acting import Submitted
from firmware_host.table import sight
from firmware_host.web import documents
from tests.session.evening import playing, then
from tools import build_clips

STATIC = Path(firmware_host.__file__).parent / "web" / "static"
HOST = "http://board.test"

#: As strict as the server's own.
POLICY = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; media-src 'self';"
    " require-trusted-types-for 'script'; trusted-types 'none'"
)


def moment(n, tune, *said):
    """A moment as a document has it."""
    return {"n": n, "tune": tune, "said": list(said)}


YES = moment(1, "yes", "zone-3", "yes")
TURN = moment(2, "", "turn-next")
NO = moment(2, "no", "zone-2", "no")
WRONG = moment(3, "wrong", "told-wrong")
BONUS = moment(4, "bonus", "bonus")
REFUSED = moment(5, "refused", "zone-3", "refused-zone-covered")
END = moment(6, "end", "game-won")
POWER = moment(1, "")


def notes(tune):
    """Return how high each tone of a tune is."""
    return [hertz for _, _, hertz in build_clips.TUNES[tune]]


#: By case: the moments that a page has, those it gets, and the new ones.
NEW = {
    "nothing": ([YES], [YES], []),
    "the first document": (None, [YES, TURN], []),
    "the first moment": ([], [YES], [1]),
    "one more": ([YES], [YES, TURN], [2]),
    "a page that has slept": ([YES], [WRONG, BONUS, END], [3, 4, 6]),
    "another start of the board": ([WRONG, BONUS], [POWER], [1]),
    "a start without a game": ([WRONG], [], []),
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
        "async () => { window.sound = await import('/static/parts/sound/sound.js'); }"
    )
    yield page
    await page.close()
    assert wrong == []


async def test_each_moment_is_new_to_a_page_once(chromium):
    """Each moment is new to a page once, over skipped documents and restarts too."""
    async with page_of(chromium) as page:
        told = await page.evaluate(
            "(cases) => cases.map(([had, has]) => sound.since(has,"
            " had && (had.at(-1)?.n ?? 0)).map((one) => one.n))",
            [[had, has] for had, has, _ in NEW.values()],
        )

    assert dict(zip(NEW, told, strict=True)) == {
        case: numbers for case, (_, _, numbers) in NEW.items()
    }


@cache
def manifest():
    return json.loads(build_clips.MANIFEST.read_text(encoding="utf-8"))["clips"]


def test_documents_have_what_is_listened_to():
    """The server's documents have the keys that the sound script reads."""
    texts, table = load_texts("en"), TableFace(say("secret-board"))
    document = documents.public(sight.sight(playing(), Face(table), None), texts)
    made = documents.public(sight.sight(over(), Face(table), None), texts)

    assert {"moments", "sound"} <= document.keys()
    assert END.keys() - made["moments"][-1].keys() == set()
    assert made["moments"][-1]["tune"] == "end"


def over():
    """Return a game that was ended."""
    return then(playing(), Submitted(End())).session


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
    """Every clip is audible, not clipped, and of a usual length."""
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
    """The measure refuses clips that are silent, too short, too long or too loud."""
    assert fits(1, 0.6, 0.1)
    assert not any(map(fits, (1, 0.1, 5, 1), (0, 0.6, 0.6, 1), (0, 0.1, 0.1, 0.3)))


#: Makes a `Sound` whose clips last so many ms, and records those it starts.
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
    const due = context.currentTime + (window.late_s ?? 0);
    while (context.currentTime < due) await new Promise((done) => setTimeout(done, 20));
    if (name.endsWith("turn-next")) return null;
    const buffer = context.createBuffer(1, 22050, 22050);
    buffer.name = name;
    return buffer;
  };
  window.voice = new sound.Sound({ load, ...settings });
  document.onclick = () => voice.wake();
}"""

#: Gives new moments to a page that has had all earlier ones.
TELL = """async (moments) => {
  const last = { n: moments[0].n - 1, tune: "", said: [] };
  await voice.tell({ sound: true, moments: [last] }, "en");
  await voice.tell({ sound: true, moments }, "en");
}"""
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


async def tell(page, *moments):
    """Add moments; return all sounds started since the page began."""
    await page.evaluate(TELL, list(moments))
    return await page.evaluate("started")


async def test_the_tune_comes_first_then_the_words(chromium):
    """A moment plays its tune, then its words; a missing clip is left out."""
    async with hearing(chromium) as page:
        heard = await tell(page, YES, TURN)
        assert heard == [*notes("yes"), "en/zone-3", "en/yes"]
        assert await page.evaluate("loads") == ["en/zone-3", "en/yes", "en/turn-next"]


async def test_each_tune_is_played_and_the_weightiest_of_several(chromium):
    """Yes rises, No is low and long, a refusal is twice the same."""
    async with hearing(chromium, {"muted": False}) as page:
        heard = []
        for told in (
            [YES],
            [NO],
            [WRONG],
            [REFUSED],
            [BONUS],
            [END],
            [TURN],
            [YES, NO, BONUS],
        ):
            await page.evaluate("() => { started.length = 0; }")
            heard.append(await tell(page, *told))

    played = ("yes", "no", "wrong", "refused", "bonus", "end", None, "bonus")
    tunes = build_clips.TUNES
    assert heard == [[hertz for _, _, hertz in tunes.get(one, ())] for one in played]


async def test_sound_is_off_until_it_is_wanted(chromium):
    """Sound is off until it is switched on, and missed moments are not played later."""
    async with hearing(chromium, {}) as page:
        assert await page.evaluate("voice.muted")
        assert await tell(page, YES) == []
        await page.evaluate("() => { voice.muted = false; }")
        again = "([moments, sound]) => voice.tell({ moments, sound }, 'en')"
        await page.evaluate(again, [[YES], True])
        await page.evaluate(again, [[YES, NO], False])
        assert await page.evaluate("started") == []
        await page.evaluate(again, [[YES, NO, WRONG], True])
        assert await page.evaluate("started") == notes("wrong")


async def test_nothing_is_heard_before_a_touch_and_nothing_is_kept(chromium):
    """Before a first touch nothing is played, and it is not played later."""
    async with hearing(chromium, awake=False) as page:
        assert await tell(page, YES) == []
        await page.mouse.click(10, 10)
        assert await page.evaluate("started") == []


#: Sends events to a loudspeaker that is on; returns those at which it wakes the sound.
WOKEN = """async (types) => {
  const woken = [];
  window.AudioContext = class {
    state = "interrupted";
    async resume() { woken.push(window.event.type); }
  };
  const { hear } = await import("/static/parts/sound/loudspeaker.js");
  hear({ moments: [], levels: {}, sound: true }, true);
  for (const type of types) document.dispatchEvent(new Event(type, { bubbles: true }));
  return woken;
}"""


async def test_each_kind_of_touch_wakes_the_sound(chromium):
    """Safari lets sound begin when a touch ends or clicks, not when it begins."""
    touches = ["pointerdown", "touchend", "click", "keydown"]
    async with page_of(chromium) as page:
        assert await page.evaluate(WOKEN, touches) == touches


async def test_a_level_of_each_tune_decides(chromium):
    """Each event is silent, a tune, or a tune with words, as its level says."""
    levels = {"yes": "silent", "no": "tone", "turn": "voice"}
    async with hearing(chromium, {"muted": False, "levels": levels}) as page:
        assert await tell(page, YES) == []
        assert await tell(page, NO) == notes("no")
        assert await tell(page, moment(3, "", "turn-take")) == [
            *notes("no"),
            "en/turn-take",
        ]


async def test_the_newest_announcement_wins(chromium):
    """A new announcement stops the playing one, and drops one that is still loading."""
    async with hearing(chromium) as page:
        heard = await page.evaluate(
            """async ([yes, wrong]) => {
              let let_go;
              await voice.tell({ sound: true, moments: [] }, "en");
              window.held = new Promise((done) => { let_go = done; });
              const first = voice.tell({ sound: true, moments: [yes] }, "en");
              window.held = null;
              await voice.tell({ sound: true, moments: [yes, wrong] }, "en");
              let_go();
              await first;
              return started;
            }""",
            [YES, WRONG],
        )
        assert heard == [*notes("yes"), *notes("wrong"), "en/told-wrong"]


async def test_words_that_come_late_are_not_said(chromium):
    """Words whose clips load too slowly are not played."""
    async with hearing(chromium) as page:
        await page.evaluate("window.late_s = 1.6")
        assert await tell(page, YES) == notes("yes")
        await page.evaluate("window.late_s = 0.1")
        assert (await tell(page, YES))[-2:] == ["en/zone-3", "en/yes"]


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
        await page.evaluate(TELL, [YES])
        async with asyncio.timeout(10):
            assert await page.evaluate("both_ended") == 2
