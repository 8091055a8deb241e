"""Every code has its words, in both languages, and every word is used."""

import ast
import io
import re
from functools import cache
from pathlib import Path
from string import Formatter, ascii_uppercase

import polib
import pytest

import firmware_host
from firmware_host.app.content.languages import load_texts
from firmware_host.app.content.reasons import load_forms
from firmware_host.app.demo.virtual import ADVICE, TWIN
from firmware_host.app.doctor.findings import PartState
from firmware_host.app.doctor.wire_check import RULES
from firmware_host.app.prove.proof import WHYS
from firmware_host.board.commands import PLACES, Role
from firmware_host.board.events import PLAYER_BUTTONS
from firmware_host.board.faces import Mark
from firmware_host.board.messages import _OF_A_SECRET, Message, say
from firmware_host.board.pieces import Kind
from firmware_host.board.players import ANIMALS, STRENGTHS, SYMBOL
from firmware_host.errors import NoUpdate
from firmware_host.games.catalogue import GAMES
from firmware_host.games.decipher.rules import ABOUT
from firmware_host.languages import CODES, FOLDER
from firmware_host.session.lobby import option_choice
from firmware_host.session.modes.menu import ENDS, ITEMS, OF_HOUSE
from firmware_host.simulate.terminal import COMMANDS
from firmware_host.texts.texts import READ, Texts
from firmware_host.words.levels import BANDS
from tools.build_clips import GAPS
from tools.build_texts import compiled

PACKAGE = Path(firmware_host.__file__).parent

#: The steps of the tutorial, in order.
TIPS = (
    *("begins", "first", "yes", "turn", "no", "guess", "wrong", "bonus", "asked"),
    *("all", "found", "lost"),
)

FILLED = {
    "word-form-": {
        one["form"]
        for code in CODES
        for forms in load_forms(code).values()
        for one in forms
    },
    "tutorial-": (*TIPS, *(f"{tip}-why" for tip in TIPS)),
    "cmd-": (*COMMANDS, *Kind),
    "demo-": ("phones", "tablet"),
    "kind-": tuple(Kind),
    "item-": tuple(Kind),
    "item-letter-": ("orange", "blue"),
    "colour-": tuple(Kind),
    "player-": (*PLAYER_BUTTONS, SYMBOL),
    "animal-": ANIMALS,
    "game-": ("decipher", "codecards", "wqrdles", "keyword"),
    "rank-": tuple(map(str, range(1, 14))),
    "suit-": ("clubs", "diamonds", "hearts", "spades"),
    "keyword-fault-": ("blue-only", "card-twice", "not-a-word", "not-in-row"),
    "mark-": tuple(Mark),
    "menu-": tuple(item for item in (*ITEMS, *OF_HOUSE) if item != "sound"),
    "place-": PLACES,
    "hard-": BANDS,
    "menu-sound-": ("on", "off"),
    "menu-sure-": ENDS,
    "menu-who-": ("leave", "join", "retire", "hint", "bot"),
    "hint-offer-": ABOUT,
    "letter-": ascii_uppercase,
    "bot-": STRENGTHS,
    "told-": (
        "timeup",
        *("secret", "hand", "tap", "ask", "pass", "guess", "guess-aloud"),
        *(f"hint-{about}" for about in ABOUT),
        *("retire", "check", "undo", "void", "leave", "join", "end"),
        *(
            f"{name}-{do}"
            for name in ("codecards", "wqrdles", "keyword")
            for do in GAMES[name].VERBS
        ),
    ),
    "hold-": ("code", "pile", "break"),
    "web-only-": tuple(Role),
    "update-": tuple(one.removeprefix("update-") for one in NoUpdate),
    "doctor-state-": tuple(PartState),
    "button-": ("tick", "cross", "service"),
    "prove-": ("proven", "refuted"),
    "prove-why-": WHYS,
    "wire-": (*RULES, *(f"{rule}-not" for rule in RULES)),
    "part-": (
        *("power", "disk", "groups", "clock", "versions", "journal", "words"),
        *(
            "crashes",
            "network",
            "hotspot",
            "board",
            "buses",
            "pins",
            "buzzer",
            "speaker",
            "rims",
        ),
        *("buttons", "controller", "tags", "screen", "screen-table", "screen-maker"),
        *("lamp", "reader"),
    ),
    "fault-": (
        *("screen", "screen-table", "screen-maker", "lamp", "reader", "buzzer"),
        *("controller", "protocol", "journal", "speaker", "showing", "web"),
        *("damage", "card", "names"),
    ),
}


def codes_of_rules(name: str) -> set[str]:
    """Return the codes of a game's house rules, and of all their choices."""
    return {
        message.code
        for option in GAMES[name].OPTIONS
        for message in (
            say(option.code),
            *(option_choice(option, one) for one in option.choices),
        )
    }


#: Codes that reach a message by a variable.
BY_NAME = {
    *(game.RULE for game in GAMES.values()),
    *(code for name in GAMES for code in codes_of_rules(name)),
    *("predict-marks", "predict-marks-is", "predict-longest", "predict-longest-is"),
    *("own-sequence-on", "own-sequence-off"),
    "refused-not-this-piece",
    "not-this-piece",
}


def everything(language: str) -> dict[tuple[str, str], str]:
    """Return all texts of a language by context and code."""
    catalogue = polib.pofile(str(FOLDER / language / "texts.po"))
    return {
        (one.msgctxt, one.msgid): one.msgstr or " | ".join(one.msgstr_plural.values())
        for one in catalogue
    }


def entries(language: str) -> dict[tuple[str, str], str]:
    """Return the sentences that have a code: all but those of a terminal."""
    found = everything(language).items()
    return {key: text for key, text in found if key[0] in READ}


@cache
def codes_in_source() -> tuple[set[str], set[str]]:
    """Return the codes of messages, and of refusals, that stand in the source."""
    said, refused = set(BY_NAME), {"not-this-piece"}
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                for text in _texts(node):
                    if node.func.id in {"say", "Message"}:
                        said.add(text)
                    elif node.func.id == "Refused":
                        refused.add(text)
            elif isinstance(node, ast.Constant) and str(node.value).startswith(
                ("choose-", "turn-", "coach-", "same-again")
            ):
                said.add(str(node.value))
    return said - {"not-this-piece"} | codes_of_the_web(), refused


def sources_of_the_web() -> list[str]:
    """Return the text of every file of the web except vendored ones."""
    paths = [
        path
        for kind in ("*.py", "*.js", "*.html")
        for path in (PACKAGE / "web").rglob(kind)
        if "vendor" not in path.parts
    ]
    return [path.read_text(encoding="utf-8") for path in paths]


def codes_of_the_web() -> set[str]:
    """Return every code of a page in quotes in the web."""
    quoted = re.compile(r"""["'`](web-[a-z0-9-]*[a-z0-9])["'`]""")
    return {code for text in sources_of_the_web() for code in quoted.findall(text)}


@cache
def begun_in_the_web() -> tuple[str, ...]:
    """Return how codes begin that the web puts together: `web-loud-${…}`."""
    opened = re.compile(r"""["'`](web-[a-z0-9-]*-)(?:\$?\{|["'`])""")
    return tuple(
        {code for text in sources_of_the_web() for code in opened.findall(text)}
    )


#: Where the session refuses requests of pages, not of touches.
FROM_PAGES = ("asked.py", "lobby.py", "phones.py")


def refused_without_a_zone() -> set[str]:
    """Return the refusals that answer no tap: only a page or the table screen says."""
    folders = PACKAGE / "web", PACKAGE / "app", PACKAGE / "words" / "packs"
    sources = [path for folder in folders for path in folder.rglob("*.py")]
    sources += [PACKAGE / "session" / one for one in FROM_PAGES]
    calls = re.compile(r"""Refused\(\s*"([a-z-]+)\"""")
    found = {
        code
        for path in sources
        for code in calls.findall(path.read_text(encoding="utf-8"))
    }
    return found - {"paused"}


def _texts(call: ast.Call) -> list[str]:
    """Return the codes a call may be made with: one, or either of an `if`."""
    if not call.args:
        return []
    first = call.args[0]
    options = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
    return [
        option.value
        for option in options
        if isinstance(option, ast.Constant) and isinstance(option.value, str)
    ]


def needed() -> set[str]:
    said, refused = codes_in_source()
    filled = {start + end for start, ends in FILLED.items() for end in ends}
    sentences = {f"refused-{code}" for code in refused}
    sentences |= {f"hush-{code}" for code in _OF_A_SECRET}
    whole = {code for code in said if code and not code.endswith("-")}
    advice = (code for code in whole if code.startswith(ADVICE))
    twins = {TWIN + code.removeprefix(ADVICE) for code in advice}
    return whole | filled | sentences | twins


@pytest.mark.parametrize("language", CODES)
def test_every_code_has_words_on_the_page(language):
    """Every code has words for the page, and every clip words to speak."""
    known = {
        context: {code for other, code in entries(language) if other == context}
        for context in ("page", "speech")
    }
    spoken = {code for code in needed() if code.startswith("clip-")}

    assert needed() - spoken - known["page"] == set()
    assert spoken - known["speech"] == set()


@pytest.mark.parametrize("language", CODES)
def test_every_refusal_has_a_short_word_for_the_zone_screen(language):
    """The short words of refusals have at most seven capital letters."""
    _, refused = codes_in_source()
    words = {
        code.removeprefix("short-"): text
        for (context, code), text in entries(language).items()
        if context == "screen" and code.startswith("short-")
    }

    silent = {"none-hidden", "tag-random"} | refused_without_a_zone()
    assert refused - set(words) - silent == set()
    assert [word for word in words.values() if len(word) > 7] == []
    assert [word for word in words.values() if word != word.upper()] == []


@pytest.mark.parametrize("language", CODES)
def test_no_words_are_kept_for_nothing(language):
    """Each text of a language is used."""
    _, refused = codes_in_source()
    parts = {f"short-{part}" for part in ("screen", "lamp", "reader", "button")}
    known = needed() | {f"short-{code}" for code in refused} | parts
    begun = begun_in_the_web()
    known |= {
        code
        for _, code in entries(language)
        if is_a_clip(code) or code.startswith(begun)
    }

    assert {code for _, code in entries(language)} - known == set()


@pytest.mark.parametrize("language", CODES)
@pytest.mark.parametrize("name", GAMES)
def test_every_choice_of_a_houses_rule_has_words(language, name):
    """Each option of a game and each of its choices has words."""
    texts = load_texts(language)
    codes = codes_of_rules(name)

    assert {code for code in codes if not texts.has(code, "page")} == set()


#: Texts for builders, keepers and teachers of a board: in German "Sie".
FORMAL = (
    *("doctor-", "then-", "walk", "calibrate-", "enrol-", "tags-", "flash-", "setup-"),
    *("update-", "web-service-", "web-tags-", "web-claim", "web-update", "web-restore"),
    *("refused-teacher-", "refused-tag", "refused-pack-", "refused-set-"),
    *("refused-backup-", "refused-update-"),
)
TO_CHILDREN = re.compile(
    r"\b([Dd]u|[Dd]ich|[Dd]ir|[Dd]eine?[nmrs]?|[Ee]uch|[Ee]uer|[Ee]ure[nmrs]?)\b"
    r"|(?:^|[.:,;] |und |oder )"
    r"([Nn]imm|[Ss]ieh|[Ll]ass|[Ll]ege|[Hh]alte?|[Tt]ippe?|[Gg]ib|[Ss]peichere"
    r"|[Ll]ösche|[Ww]ähle?|[Öö]ffne|[Dd]rücke?|[Ss]tarte|[Mm]ach|[Hh]ole)\b"
)


def test_in_german_each_reader_is_addressed_in_one_way():
    """Adults who look after the board, and children at the table: docs/languages.md."""
    page = {
        code: text
        for (context, code), text in entries("de").items()
        if context == "page"
    }
    familiar = {
        code
        for code, text in page.items()
        if code.startswith(FORMAL) and TO_CHILDREN.search(text)
    }
    mixed = {
        code
        for code, text in page.items()
        if TO_CHILDREN.search(text) and re.search(r"\b\w+en Sie\b", text)
    }

    assert (familiar, mixed) == (set(), set())


def test_the_check_of_the_address_would_see_a_familiar_one():
    """The check finds a familiar pronoun or imperative in German."""
    for text in ("Du darfst das nicht.", "Sieh nach dem Kabel.", "Warte, und nimm es."):
        assert TO_CHILDREN.search(text)
    assert not TO_CHILDREN.search("Sehen Sie nach dem Kabel; siehe das Profil.")


@cache
def voices() -> str:
    """Return the sources that make moments: the games and `play.py`."""
    paths = (*(PACKAGE / "games").rglob("*.py"), PACKAGE / "session" / "play.py")
    return "".join(path.read_text(encoding="utf-8") for path in paths)


def is_a_clip(code: str) -> bool:
    """Whether a voice, or the short form of a sentence, needs the code."""
    name, begins = code.removeprefix("clip-"), f'f"{code.rpartition("-")[0]}-{{'
    spoken = f'"{code}"' in voices() or begins in voices()
    return name != code and (
        spoken or code in GAPS or not needed().isdisjoint({code, name})
    )


def test_both_languages_say_the_same_things_with_the_same_gaps():
    """Both languages have the same codes, with the same values in each text."""
    english, german = everything("en"), everything("de")

    assert english.keys() == german.keys()
    assert {
        key: (gaps(text), gaps(german[key]))
        for key, text in english.items()
        if gaps(text) != gaps(german[key])
    } == {}


def test_the_check_of_gaps_would_see_a_missing_one():
    """The check finds a missing value."""
    assert gaps("{name} wins") != gaps("Gewonnen!")


def gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_the_screen_falls_back_to_the_page():
    """A screen uses the page's text if it has none of its own."""
    texts = load_texts("de")

    assert texts.has("kind-red", "screen") is False
    assert texts.say(say("kind-red"), "screen") == "rotes langes Teil"


def test_a_message_inside_a_message_is_said_too():
    """An answer within a sentence is in the sentence's language."""
    told = say("told-zone", zone=3, answer=say("no"))

    assert load_texts("en").say(told, "speech") == "Zone 3. No."
    assert load_texts("de").say(told, "speech") == "Feld 3. Nein."


def test_an_unknown_code_is_shown_rather_than_an_error():
    """A forgotten text must not stop a game."""
    assert load_texts("en").say(Message("never-written")) == "never-written"


def test_a_browser_gets_every_text_of_a_context():
    """A context's texts are returned as JSON."""
    screen = load_texts("en").as_json("screen")

    assert screen["yes"] == "YES"
    assert screen["kind-red"] == "red long stick"


def test_a_browser_gets_nothing_of_the_terminals():
    """A browser gets neither words of --help nor templates of errors."""
    assert not load_texts("de").as_json("page").keys() & {"ask nothing", "{0}: {1}"}


def test_texts_come_from_an_opened_file():
    """Texts are read from an open file."""
    stream = io.BytesIO((FOLDER / "en" / "texts.mo").read_bytes())

    assert Texts(stream).say(say("yes"), "screen") == "YES"


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ["1 round", "2 rounds"]), ("de", ["1 Runde", "2 Runden"])],
)
def test_a_number_chooses_its_form(language, words):
    """The number chooses singular or plural."""
    texts = load_texts(language)

    assert [texts.say(say("rounds", n=n), "screen") for n in (1, 2)] == words


def test_what_is_no_number_is_one():
    """A sentence with gaps but without a number has the form for one."""
    texts = load_texts("en")
    assert texts.say(Message("rounds", (("n", "A"),)), "screen") == "A round"
    assert texts.say(Message("rounds", (("n", 0),)), "screen") == "0 rounds"
    assert texts.find("rounds", "page") == "{n} round"
    with pytest.raises(KeyError, match="n"):
        texts.say(Message("rounds", (("m", 2),)))


def test_a_game_from_outside_brings_sentences_and_replaces_none():
    """A game from outside adds sentences, but replaces none."""
    stream = (FOLDER / "en" / "texts.mo").open("rb")
    with stream:
        texts = Texts(stream, {"treasure-found": "Found!", "yes": "Aye"})

    for context in ("page", "screen", "speech"):
        assert texts.find("treasure-found", context) == "Found!"
        assert texts.as_json(context)["treasure-found"] == "Found!"
        assert texts.find("yes", context) == load_texts("en").find("yes", context)
    assert texts.has("treasure-found", "page")
    assert not texts.has("treasure-found", "screen")
    assert texts.as_json("screen")["yes"] == "YES"
    assert texts.as_json("page")["yes"] == texts.find("yes", "page") != "YES"


@pytest.mark.parametrize("language", CODES)
def test_what_is_read_is_what_was_written(language):
    """Each .mo is compiled from the .po beside it."""
    folder = FOLDER / language

    assert (folder / "texts.mo").read_bytes() == compiled(folder / "texts.po")


@pytest.mark.parametrize("language", CODES)
def test_the_first_minute_is_told_in_short_sentences(language):
    """A line has at most eight words, each sentence that explains it fourteen."""
    known = entries(language)
    for tip in TIPS:
        line, why = (
            known["page", f"tutorial-{tip}"],
            known["page", f"tutorial-{tip}-why"],
        )
        assert len(line.split()) <= 8, line
        assert all(len(one.split()) <= 14 for one in re.split(r"(?<=[.!?]) ", why)), why
