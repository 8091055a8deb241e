"""Add good results of a game at home to the board's collection."""

from dataclasses import replace

from firmware_host.board.entries import Entry
from firmware_host.board.pieces import BOARD
from firmware_host.games.views import Viewer, public_of
from firmware_host.session.collection import COLLECTION, Collection, FoundWord
from firmware_host.session.play import Playing
from firmware_host.session.state import Now, Session, StepResult

#: The newest words that are stored: five years of them, 100 kB at most.
MOST_WORDS = 1_830


def collect(_now: Now, _event: object, done: StepResult) -> StepResult:
    """Store the word of the day that was found, or the bots that were beaten."""
    playing, entry = done.session.playing, done.entry
    if playing is None or entry is None or entry.ended is None:
        return done
    if done.session.setup.place != "home" or done.session.scripted or playing.passing:
        return done
    known = done.session.collection
    collection = _with_bots(_with_word(known, playing), playing)
    if collection == known:
        return done
    session = replace(done.session, collection=collection)
    entry = entry.with_settings((COLLECTION, collection.text))
    return replace(done, session=session, entry=entry)


def emptied(session: Session) -> tuple[Session, Entry]:
    """Return the session with an empty collection, and the entry that stores it."""
    collection = Collection()
    entry = Entry(settings=((COLLECTION, collection.text),))
    return replace(session, collection=collection), entry


def _with_word(known: Collection, playing: Playing) -> Collection:
    """Return the collection with the word of the day, if a person has found it."""
    numbered = [one.name for one in playing.engine.OPTIONS if one.number]
    options, header = dict(playing.header.options), playing.header
    day = next((options[name] for name in numbered if name in options), 0)
    results = playing.engine.results(playing.game)
    if not isinstance(day, int) or not day or not results:
        return known
    finder, word = results[-1].guessed_by, results[-1].word
    if finder is None or finder == BOARD or finder in playing.bots:
        return known
    one = FoundWord(day, header.language.code, word)
    if one in known.found:
        return known
    return replace(known, found=(*known.found, one)[-MOST_WORDS:])


def _with_bots(known: Collection, playing: Playing) -> Collection:
    """Return the collection with the bots of a game that its single person has won."""
    bots = playing.bots
    people = [n for n in range(len(playing.players)) if n not in bots]
    winners = public_of(playing.view(Viewer.PUBLIC)).winners
    if not bots or len(people) != 1 or list(winners) != people:
        return known
    game = playing.engine.NAME
    rung = "+".join(sorted(one.strength for one in bots.values()))
    beaten = known.beaten.get(game, ())
    if rung in beaten:
        return known
    return replace(known, beaten={**known.beaten, game: (*beaten, rung)})
