"""The state of the table that one viewer may see, and the offered games, as JSON."""

from collections.abc import Iterable
from dataclasses import fields, replace

from firmware_host.board.faces import CardFace, Face, TableFace, ZoneFace
from firmware_host.board.json import Json, JsonObject, of_message
from firmware_host.board.messages import Message, say
from firmware_host.board.moments import TUNES, Moment, clip_names
from firmware_host.board.pieces import Seat
from firmware_host.board.table_values import (
    HotSeats,
    Offered,
    OfferedOption,
    Overview,
    PrivateTurn,
    Sight,
    Sitter,
    Told,
    Visited,
)
from firmware_host.games import views
from firmware_host.games.game import Engine
from firmware_host.games.grammar import (
    declared,
    public_names,
    sendable_now,
    verbs_among,
)
from firmware_host.games.views import PublicView, SeatView, View, Viewer
from firmware_host.session import holders, lobby, upcoming
from firmware_host.session.identities import departed_seats, players_at_table
from firmware_host.session.play import last_action
from firmware_host.session.setups import name_of
from firmware_host.session.staleness import seen_of
from firmware_host.session.state import Session, Visit

#: Fields of a face for the board's screens alone; pages have the builds of all letters.
SCREENS_ONLY = ("forms",)

#: The public fields of a finished round, the same in every game.
RESULT = ("word", "maker", "guessed_by", "points", "nonce", "words")


def sight(session: Session, face: Face, viewer: Seat | None) -> Sight:
    """
    Return the state of a table that a viewer may see, without its clocks.

    Args:
        session: The session of the table.
        face: The face of the board. Its private screen and `Face.local` are omitted:
            only people at the board may see them.
        viewer: The seat; None for the public.
    """
    playing = session.playing
    seen, lines, known = _known(session, Viewer.PUBLIC if viewer is None else viewer)
    public = None if seen is None else views.public_of(seen)
    screen, *zones = _shown((face.table, *face.zones))
    return {
        **_overview(session, seen),
        "seen": list(seen_of(session)),
        "undo": of_message(it) if playing and (it := last_action(playing)) else None,
        "screen": screen,
        "zones": zones,
        "players": _sitters(session, public),
        "secret": secret(playing.engine, seen) if playing and seen else None,
        "rules": dict(
            playing.header.options if playing else upcoming.changed_options(session)
        ),
        "lines": {do: list(keys) for do, keys in lines.items()},
        "may": list(known.may),
        "turn": known.turn,
        "over": known.over,
        "waiting": known.waiting,
        "commitment": "" if playing and playing.tutorial else known.commitment,
        "words": [one.word for one in known.results],
        "laid": sum(map(sum, known.placed)),
        "question": {
            "of": known.question.of,
            "asks": known.question.asks,
            "answers": list(known.question.answers),
        },
        "moments": _told(session.moments),
        "hot": _hot(session, known),
    }


def _hot(session: Session, known: views.Common) -> HotSeats:
    """Return the seats whose private views the shared screen may open."""
    hot = holders.hot_seats(session)
    turns = holders.private_turns(known, hot)
    needs: list[PrivateTurn] = [{"seat": one.seat, "why": one.why} for one in turns]
    looks: list[int] = list(holders.looks(known, hot))
    return {"seats": list(hot), "looks": looks, "needs": needs}


def _overview(session: Session, seen: View | None) -> Overview:
    """Return the part of the state that is the same for all viewers, without clocks."""
    setup, playing = session.setup, session.playing
    header = playing.header if playing else setup
    unpromised = {"commitment": ""} if playing and playing.tutorial else {}
    over = playing is not None and playing.is_over
    return {
        "language": setup.language,
        "place": setup.place,
        "game": playing.engine.NAME if playing else "",
        "chosen": playing.engine.NAME if playing else upcoming.game(session).NAME,
        "phase": "over" if over else "playing" if playing else "choosing",
        "tutorial": bool(unpromised),
        "kiosk": _visited(session.visit) if session.visit else None,
        "paused": session.paused,
        "sound": setup.sound,
        "elapsed_ms": 0,
        "left_ms": None,
        "running": playing is not None and playing.stopped_ms is None,
        "length": header.length,
        "board_makes": header.board_makes,
        "rounds": header.rounds,
        "next": upcoming.next_game(session),
        "pack": setup.pack,
        "view": view(playing.engine, seen) | unpromised if playing and seen else None,
        "bots": lobby.available_bots(session),
        "open": playing is None or over or playing.is_open,
    }


def _visited(visit: Visit) -> Visited:
    """Return the kiosk visit's public fields."""
    return {
        "visit": visit.number,
        "here": visit.since_ms is not None,
        "asks": visit.asks,
        "turn": visit.turn,
    }


def _known(
    session: Session, who: Viewer | Seat
) -> tuple[View | None, dict[str, tuple[str, ...]], views.Common]:
    """Return a viewer's view of the game, the lines it offers, and its common part."""
    playing = session.playing
    if playing is None:
        return None, {}, views.common(None, who)
    seen = playing.view(who)
    lines = sendable_now(playing.engine, playing.game)
    verbs = verbs_among(lines, playing.engine, seen)
    return seen, lines, views.common(seen, who, verbs)


def view(engine: Engine, seen: View) -> dict[str, Json]:
    """Return the public fields of a game's view by name."""
    public = views.public_of(seen)
    named = {name: getattr(public, name) for name in public_names(engine, seen)}
    results = [{name: getattr(one, name) for name in RESULT} for one in public.results]
    return {**named, "results": results}


def secret(engine: Engine, seen: View) -> JsonObject | None:
    """Return the fields that only the viewer's seat may see; None without any."""
    if not isinstance(seen, SeatView) or type(seen) is SeatView:
        return None
    return {name: getattr(seen, name) for name in engine.OWN}


def _told(moments: Iterable[Moment]) -> list[Told]:
    """Return moments as JSON, each with the names of its tune and its clips."""
    return [
        {
            "n": one.n,
            "what": one.what,
            "seat": one.seat,
            "zone": one.zone,
            "kind": one.kind,
            "word": one.word,
            "marks": one.marks,
            "answer": one.answer,
            "tune": TUNES.get(one.what, ""),
            "said": clip_names(one.said),
        }
        for one in moments
    ]


def offered_games(session: Session) -> list[Offered]:
    """Return the games that this board can play, each with its chosen options."""
    return [
        _offered(session, engine)
        for engine in session.games.values()
        if engine.NEEDS.zones <= session.zones
    ]


def _offered(session: Session, engine: Engine) -> Offered:
    chosen = replace(session, setup=replace(session.setup, game=engine.NAME))
    turned = dict(upcoming.changed_options(chosen))
    options: list[OfferedOption] = [
        {
            "name": option.name,
            "code": of_message(say(option.code)),
            "value": turned.get(option.name, option.default),
            "default": option.default,
            "choices": [
                (one, of_message(lobby.option_choice(option, one)))
                for one in option.choices
            ],
            "word": option.word,
            "draws": option.draws,
        }
        for option in upcoming.options(chosen)
    ]
    return {
        "name": engine.NAME,
        "rule": engine.RULE,
        "seats": engine.NEEDS.seats,
        "lengths": upcoming.lengths(chosen),
        "maker": engine.NEEDS.maker,
        "bots": engine.BOTS,
        "options": options,
        "declares": declared(engine),
    }


def _sitters(session: Session, public: PublicView | None) -> list[Sitter]:
    """Return the players of all seats; with points for seats of the game."""
    gone, playing = departed_seats(session), session.playing
    seats = len(playing.players) if playing else 0
    points = dict(enumerate(public.totals[:seats])) if public else {}
    return [
        {
            "seat": seat,
            "name": name if isinstance(name, str) else of_message(name),
            "symbol": player.symbol,
            "animal": player.animal or "",
            "left": Seat(seat) in gone,
            "points": points.get(seat),
            "person": player.person,
            "bot": "" if player.bot is None else player.bot.strength,
        }
        for seat, player in enumerate(players_at_table(session))
        for name in (name_of(player, seat),)
    ]


def _shown(faces: Iterable[TableFace | ZoneFace | CardFace]) -> list[JsonObject]:
    """Return the public fields of each face, texts as messages."""
    every = list[JsonObject]()
    for face in faces:
        shown: dict[str, Json] = {}
        for name in (one.name for one in fields(face) if one.name not in SCREENS_ONLY):
            match getattr(face, name):
                case Message() as message:
                    shown[name] = of_message(message)
                case CardFace() as card:
                    (shown[name],) = _shown([card])
                case (Message(), *_) as messages:
                    shown[name] = list(map(of_message, messages))
                case value:
                    shown[name] = value
        every.append(shown)
    return every
