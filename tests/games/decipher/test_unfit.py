"""When all pieces of a word lie, no text names an unfit word with the same pieces."""

import pytest

from firmware_host.app.content.languages import load_language
from firmware_host.board.pieces import Kind
from firmware_host.games import bots
from firmware_host.games.decipher.evidence import bot
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import AskForPiece, Guess
from firmware_host.games.views import Viewer
from firmware_host.languages import CODES
from firmware_host.words.lexicon import LONGEST, SHORTEST
from tests.games.play import begun, do, refusal, tap

#: Words with an unfit twin; a person may hide each of them.
TWINNED = {
    "en": "SAIL ZAG DAWN MILK BULL ROOKIE WITTY LIT",
    "de": "ZICKE KICKE KOTZE KICKEN KURZ WITZ LITTEN MIXER",
}

#: In the quick run every so-many-th drawn word is played.
EVERY = 300


def round_with_all_pieces(code, word):
    """Return a game in which all pieces of *word* are on the board."""
    game = begun(word, language=code, seats=2)
    for zone, build in enumerate(game.round.puzzle.builds, 1):
        for kind, count in zip(Kind, build, strict=True):
            for _ in range(count):
                lay = tap(zone + game.round.puzzle.first_zone - 1, kind)
                asks = [AskForPiece()] if refusal(game, lay) == "ask-first" else []
                game = do(game, *asks, lay)
    return game


def every_nth_word(code, every):
    """Return every n-th word that the board may draw, with n = *every*."""
    common = load_language(code).common
    words = [w for n in range(SHORTEST, LONGEST + 1) for w in common.words(n)]
    return words[::every]


def shown_words(code, word, strength, number=0):
    """Yield each word shown by a bot and by the analysis once *word* is complete."""
    game = round_with_all_pieces(code, word)
    seed = bots.seed(f"{word} {number}".encode().ljust(32, b"."), 0)
    for step in range(8):
        if game.round is None or game.results:
            return
        seat, before = game.round.turn, decipher.view(game, Viewer.PUBLIC)
        move = bot(
            decipher.view(game, seat), game.header, strength, bots.chance(seed, step)
        )
        yield getattr(move.action, "word", "")
        after = do(game, move.action)
        told = decipher.insight(
            before, move.action, decipher.view(after, Viewer.PUBLIC), game.header
        )
        if told is not None:
            yield from told.words
            for message in filter(None, (told.best, told.said)):
                yield from (str(value) for _, value in message.values)
        game = after


def unfit_shown(code, words, numbers=1):
    """Return pairs of a secret and an offensive word that was shown for it."""
    unfit = load_language(code).unfit
    return {
        (word, one)
        for word in words
        for strength in decipher.BOTS
        for number in range(numbers)
        for one in shown_words(code, word, strength, number)
        if one in unfit
    }


@pytest.mark.parametrize("code", CODES)
def test_nothing_says_an_unfit_twin_of_a_word_that_lies_there(code):
    """No text names the unfit twin of a word, with bots of all strengths."""
    assert unfit_shown(code, TWINNED[code].split(), numbers=4) == set()


def test_a_bot_still_names_the_word_that_lies_there():
    """A bot still names the word itself."""
    assert "SAIL" in set(shown_words("en", "SAIL", "sharp"))


@pytest.mark.parametrize("code", CODES)
def test_nothing_unfit_is_said_of_some_drawn_words(code):
    """A fixed sample; the long run plays every one."""
    assert unfit_shown(code, every_nth_word(code, EVERY)) == set()


@pytest.mark.long
@pytest.mark.parametrize("code", CODES)
def test_nothing_unfit_is_said_of_any_drawn_word(code):
    """In no round of a drawn word an unfit word is shown."""
    assert unfit_shown(code, every_nth_word(code, 1)) == set()


@pytest.mark.parametrize(
    ("code", "word", "twin"), [("en", "SAIL", "SHIT"), ("de", "KICKEN", "FICKEN")]
)
def test_a_person_may_still_hide_and_guess_an_unfit_word(code, word, twin):
    """The rules ask no list: the guess is right, and no analysis repeats the word."""
    game = round_with_all_pieces(code, twin)
    language = game.header.language
    assert not language.faults(twin)
    assert word in language.accepted
    action, before = Guess(game.round.turn, twin), decipher.view(game, Viewer.PUBLIC)
    after = do(game, action)
    assert after.results[-1].word == twin
    seen = decipher.view(after, Viewer.PUBLIC)
    told = decipher.insight(before, action, seen, game.header)
    assert told.words == ()
    assert unfit_shown(code, [twin]) == set()
