"""A game of KEYWORD keeps its own deck when the deck of the language changes."""

import json
import re
import shutil
from dataclasses import replace

import pytest

from firmware_host.app.archive.export import export_game, export_replay
from firmware_host.app.archive.kept import StoredGame
from firmware_host.app.archive.replay import judge, replay
from firmware_host.app.content import languages
from firmware_host.errors import TranscriptError
from firmware_host.games.transcript import RULES
from firmware_host.journal.store import Journal
from firmware_host.session import upcoming
from firmware_host.session.stored import headers
from firmware_host.words.cards import shares
from tests.app.written import write
from tests.session.evening import playing

HEADER = {
    "letterzone": 1,
    "rules": RULES,
    "game": "keyword",
    "language": "de",
    "players": ["Ida", "Ben"],
}

#: A game as it was exported before headers named a deck. The hands take every R and
#: the only Z of the German orange deck of that time.
GAME = (
    {"do": "deal", "hands": ["RRRRRR", "RZEEIS"], "row": "RRRRRR"},
    {"do": "lay", "by": "Ben", "word": "REISE", "known": True},
    {"do": "pass", "by": "Ida", "discard": "R", "drawn": "N"},
)

TRANSCRIPT = [json.dumps(one) for one in (HEADER, *GAME)]


def refusals(lines):
    return [one for one in judge(replay(lines, "a test")) if "refused" in one]


@pytest.fixture
def change_deck(monkeypatch, tmp_path):
    """Return a function that computes and installs a new German deck of cards."""
    folder = tmp_path / "languages"
    shutil.copytree(languages.FOLDER, folder)
    german = folder / "de"
    shutil.copy(german / "default-cards.toml", german / "cards.toml")
    monkeypatch.setattr(languages, "FOLDER", folder)
    languages.load_language.cache_clear()

    def change(words):
        counts = shares(words, 100) | {"?": 4}, shares(words, 94) | {"?": 3}
        text = "".join(
            f"[{colour}]\n" + "".join(f'"{c}" = {n}\n' for c, n in one.items())
            for colour, one in zip(("orange", "blue"), counts, strict=True)
        )
        (german / "cards.toml").write_text(text, encoding="utf-8")
        languages.load_language.cache_clear()

    yield change
    languages.load_language.cache_clear()


def test_a_transcript_without_a_deck_replays_after_the_deck_has_changed(change_deck):
    """A transcript without a deck is replayed with `default-cards.toml`."""
    before = list(judge(replay(TRANSCRIPT, "a test")))
    change_deck(["XYLOPHON"])

    assert list(judge(replay(TRANSCRIPT, "a test"))) == before
    assert refusals(TRANSCRIPT) == []
    assert next(export_replay(replay(TRANSCRIPT, "a test"))) == TRANSCRIPT[0]


def test_a_journal_without_a_deck_is_read_with_the_deck_of_its_time(
    change_deck, tmp_path
):
    with Journal(tmp_path / "j.db", reserve_bytes=0) as journal:
        write(journal, *GAME, head=HEADER)
        cards = StoredGame(journal, 1).header().language.cards
        before = list(export_game(StoredGame(journal, 1), ("Ida", "Ben")))
        change_deck(["XYLOPHON"])

        assert StoredGame(journal, 1).header().language.cards == cards
        assert list(export_game(StoredGame(journal, 1), ("Ida", "Ben"))) == before


def test_a_new_deck_is_named_and_outlives_the_next_change(change_deck, tmp_path):
    """A changed deck is stored in the journal's header and in the transcript's."""
    change_deck(["XYLOPHON"])
    deck = languages.load_language("de").cards
    game = (
        {"do": "deal", "hands": ["XYLOPH", "XYLONN"], "row": "XYLOPH"},
        {"do": "pass", "by": "Ida", "discard": "X", "drawn": "X"},
    )
    with Journal(tmp_path / "j.db", reserve_bytes=0) as journal:
        write(journal, *game, head=HEADER, deck=deck)
        lines = list(export_game(StoredGame(journal, 1), ("Ida", "Ben")))
        change_deck(["BAUM"])

        assert StoredGame(journal, 1).header().language.cards == deck
    assert json.loads(lines[0])["deck"] == deck
    lines += [json.dumps(one) for one in game]
    assert refusals(lines) == []
    assert next(export_replay(replay(lines, "a test"))) == lines[0]


def test_the_session_names_a_deck_only_where_it_differs(change_deck):
    """The header names the deck of a card game only if it differs from the default."""
    session = playing(board_makes=False)

    def written(*, letter_cards):
        language = languages.load_language("de")
        header = replace(upcoming.header_of(session), language=language)
        return json.loads(headers.with_players(header, (), letter_cards=letter_cards))

    assert "deck" not in written(letter_cards=True)
    change_deck(["XYLOPHON"])
    assert "deck" not in written(letter_cards=False)
    deck = written(letter_cards=True)["deck"]
    assert deck == languages.load_language("de").cards


@pytest.mark.parametrize(
    ("deck", "why"),
    [
        ({"orange": {}}, "[orange] must count A to Z"),
        ({"red": {}}, "[red] is not known; use orange and blue"),
        ({"orange": 5}, "[orange] must count A to Z"),
        ({"orange": shares(["A"], 50) | {"?": 10**9}}, "a count must be 0 to 99"),
    ],
)
def test_a_deck_that_is_none_is_named_with_its_line(deck, why):
    """A billion cards are refused before they are made."""
    lines = [json.dumps(HEADER | {"deck": deck}), *TRANSCRIPT[1:]]
    with pytest.raises(TranscriptError, match=re.escape(why)) as fault:
        replay(lines, "mine.jsonl")
    assert str(fault.value).startswith("mine.jsonl:1: ")


def test_only_a_game_with_letter_cards_has_a_deck():
    head = {**HEADER, "game": "wqrdles", "length": 5, "deck": {}}
    with pytest.raises(TranscriptError, match="deck"):
        replay([json.dumps(head)], "a test")
