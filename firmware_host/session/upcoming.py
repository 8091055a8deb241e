"""The next game, as it is chosen and as this board can play it; and its begin."""

from collections.abc import Mapping
from json import dumps

from firmware_host.board.entries import Entry, NewGame
from firmware_host.board.json import number, read_object, text
from firmware_host.board.options import Option
from firmware_host.board.pieces import Millis
from firmware_host.board.record import Record, replace
from firmware_host.board.table_values import NextGame
from firmware_host.board.wiring import Patience
from firmware_host.games.catalogue import check_options
from firmware_host.games.contract import Header, first_zone
from firmware_host.games.game import Engine
from firmware_host.limits import MAKERS
from firmware_host.session.play import AcceptedAction, Playing, next_wait, with_chance
from firmware_host.session.state import Session
from firmware_host.session.stored import headers
from firmware_host.words.language import DAY, Language

#: A game among people needs a maker and a seeker.
LEAST_PEOPLE = 2


def games(session: Session) -> tuple[str, ...]:
    """Return the games that this board has zones enough for."""
    return tuple(name for name in session.games if is_playable(session, name))


def is_playable(session: Session, name: str) -> bool:
    """Return True if the game exists and this board has enough zones for it."""
    games = session.games
    return name in games and games[name].NEEDS.zones <= session.zones


def game(session: Session) -> Engine:
    """Return the chosen game; the first game if it cannot be played on this board."""
    chosen = session.setup.game
    fit = is_playable(session, chosen)  # asked first: the others need not be imported
    return session.games[chosen if fit else games(session)[0]]


def lengths(session: Session) -> tuple[int, ...]:
    """Return the word lengths that the chosen game can have on this board."""
    known = game(session).NEEDS.lengths
    return tuple(length for length in known if length <= session.zones)


def length(session: Session) -> int:
    """Return the length of the words; 0 in a game without a length."""
    known, wanted = lengths(session), session.setup.length
    if not known:
        return 0
    return max((one for one in known if one <= wanted), default=known[0])


def language(session: Session) -> Language:
    """Return the language of the next game, with the pack that is drawn from."""
    setup = session.setup
    return session.languages[setup.language].with_pack(setup.pack)


class Rules(Record):
    """
    The rules of the next game.

    Args:
        options: The chosen game's options, with the choices that this board has.
        turned: The values of those that differ from their defaults.
    """

    options: tuple[Option, ...]
    turned: tuple[tuple[str, str | int], ...]


def options(session: Session) -> tuple[Option, ...]:
    """Return the options of the chosen game, with the choices this board has."""
    return _rules(session).options


def changed_options(session: Session) -> tuple[tuple[str, str | int], ...]:
    """Return the options of the chosen game that differ from their defaults."""
    return _rules(session).turned


def _rules(session: Session) -> Rules:
    """Return the rules of the next game, computed once for each choice of them."""
    key = "rules", session.setup.game
    return session.known(key, _choice(session), lambda: _computed(session))


def next_game(session: Session) -> NextGame:
    """Return the next game as pages see it, computed once for each choice of it."""
    return session.known("next", _choice(session), lambda: _next(session))


def _next(session: Session) -> NextGame:
    return {
        "game": game(session).NAME,
        "length": length(session),
        "board_makes": session.setup.board_makes,
        "rounds": session.setup.rounds,
        "rules": dict(changed_options(session)),
    }


def _choice(session: Session) -> tuple[object, ...]:
    """Return all values on which the next game and its options depend."""
    return session.setup, session.games, session.zones, session.input, session.virtual


def _computed(session: Session) -> Rules:
    engine = game(session)
    known = [_on_this_board(one, session) for one in engine.OPTIONS if not one.number]
    here, chosen = {one.name: one for one in known}, session.setup.rules
    taken = {
        name: here[name].today(value)
        for name, value in chosen.get(engine.NAME, {}).items()
        if name in here and here[name].takes(value)
    }
    defaults = {name: one.default for name, one in here.items()}
    return Rules(tuple(known), check_options(engine, defaults | taken))


def _on_this_board(option: Option, session: Session) -> Option:
    """
    Return a game option with only the choices that this board can offer.

    The players of a virtual board hold no real cards, so its default needs no tags.
    """
    tagged, untagged = option.tagged, set(option.choices) - set(option.tagged)
    tags = session.input != "buttons"
    choices = tuple(one for one in option.choices if tags or one not in tagged)
    real = tags and not session.virtual
    first = next(one for one in choices if real or one in untagged)
    default = first if option.default == "" else option.default
    return replace(option, choices=choices, default=default)


def day_option(session: Session) -> Option | None:
    """Return the option for the day's number, or None without a word of the day."""
    draws = next((one.name for one in options(session) if one.draws), "")
    if (
        not session.setup.board_makes
        or dict(changed_options(session)).get(draws) != DAY
    ):
        return None
    return next((one for one in game(session).OPTIONS if one.number), None)


def day(session: Session) -> int:
    """Return the number of the day: the clock's, else the typed one."""
    return session.today or session.setup.day


def asks_day(session: Session) -> bool:
    """Return True if a person has to type the day's number."""
    return day_option(session) is not None and not session.today


def chosen_first_zone(session: Session) -> int:
    """Return the zone in which the word begins; 0 if no option says so."""
    there = [one.name for one in options(session) if one.begins]
    return next(
        (int(value) for name, value in changed_options(session) if name in there), 0
    )


def on_board(
    session: Session,
    *,
    zones: int,
    way: str,
    maker_screen: bool = False,
    patience: Patience = Patience(),  # noqa: B008 - an immutable value
) -> Session:
    """
    Return the session on its board.

    Args:
        session: The session.
        zones: The number of letter zones.
        way: How pieces are read.
        maker_screen: True if the board has a private screen for the maker.
        patience: The timeouts of a kiosk.
    """
    setup = replace(session.setup, length=min(session.setup.length, zones))
    return replace(
        session,
        setup=setup,
        zones=zones,
        input=way,
        maker_screen=maker_screen,
        patience=patience,
    )


def prepare_evening(session: Session, *, length: int, rounds: int) -> Session:
    """Return the session before a duplicate evening: by the box's rules and words."""
    game = next(one for one in session.games.values() if one.NEEDS.maker).NAME
    rules = {name: one for name, one in session.setup.rules.items() if name != game}
    setup = replace(
        session.setup,
        game=game,
        length=length,
        rounds=rounds,
        board_makes=True,
        pack="",
        rules=rules,
    )
    return with_words(replace(session, setup=setup, refusal=None), setup.language, ())


def with_words(session: Session, code: str, words: tuple[str, ...]) -> Session:
    """Return the table whose board draws from *words* in a language."""
    language = session.languages[code].with_own(words)
    return replace(session, languages={**session.languages, code: language})


def people_fit(session: Session) -> bool:
    """Return True if the players can make words for each other; bots cannot."""
    setup = session.setup
    return LEAST_PEOPLE <= len(setup.players) <= MAKERS and not setup.bots


def header_of(session: Session) -> Header:
    """
    Return the header of the game that the session's setup asks for.

    On a board that is too small the word begins further left than the game says, and on
    a virtual board in zone 1, since its zones are numbered like the letters.
    """
    setup, engine = session.setup, game(session)
    board_makes = setup.board_makes and engine.NEEDS.maker
    options, dated = changed_options(session), day_option(session)
    if dated is not None:
        options = (*options, (dated.name, max(1, day(session))))
    header = Header(
        game=engine.NAME,
        seats=len(setup.players),
        length=length(session),
        board_makes=board_makes,
        rounds=setup.rounds if board_makes and dated is None else 1,
        language=language(session),
        options=options,
    )
    if not header.length:
        return header
    chosen = chosen_first_zone(session)
    usual = chosen or first_zone(header)
    wished = 1 if session.virtual and not chosen else usual
    begins = min(wished, session.zones + 1 - header.length)
    return replace(header, first_zone=begins) if begins != usual else header


def begin(
    session: Session,
    *,
    now_ms: Millis,
    header: Header | None = None,
    entropy: bytes = b"",
) -> AcceptedAction:
    """Return the game of the session's setup, or of *header*, before its first word."""
    players = tuple(
        with_chance(one, seat, entropy)
        for seat, one in enumerate(session.setup.players)
    )
    engine = game(session)
    header = header or header_of(session)
    state = engine.start(header)
    playing = Playing(
        session.next_game, engine, state, players, header, began_ms=now_ms
    )
    entry = Entry(
        new_game=NewGame(
            session.next_game,
            headers.with_players(
                header, players, letter_cards=engine.NEEDS.letter_cards
            ),
            tuple(player.name for player in players),
        )
    )
    moments = engine.moments(None, (), state)
    return AcceptedAction(
        replace(playing, waits=next_wait(playing, 0)), entry, (), moments
    )


# --- an evening of many boards ------------------------------------------------

#: The setting that stores the seed of an evening; copies of the journal omit it.
EVENING = "evening"


def join_evening(playing: Playing, entry: Entry, seed: bytes) -> tuple[Playing, Entry]:
    """Return a game as a round of an evening, with its journal entry."""
    game = entry.new_game
    if not seed or game is None:
        return playing, entry
    from firmware_host.hall import evening  # noqa: PLC0415 - evenings are rare

    kept = dumps({"game": playing.game_id, "seed": seed.hex()})
    header = headers.with_evening(game, evening.code(seed))
    entry = replace(entry, new_game=header).with_settings((EVENING, kept))
    return replace(playing, seed=seed), entry


def resume_evening(playing: Playing, settings: Mapping[str, str]) -> Playing:
    """Return a stored game with the seed of its evening, if it has one."""
    try:
        kept = read_object(settings[EVENING])
        if number(kept, "game") == playing.game_id:
            return replace(playing, seed=bytes.fromhex(text(kept, "seed")))
    except (KeyError, ValueError):
        pass  # it has none, or a bit of it has changed: then it draws by itself
    return playing
