"""What one viewer may know of a table, and the games that can be chosen there."""

from dataclasses import replace
from typing import Any

from firmware_host.board.faces import Face
from firmware_host.board.messages import say
from firmware_host.board.pieces import Seat
from firmware_host.board.table_view import Offered, OfferedOption, Sitter, TableView
from firmware_host.games import contract, game
from firmware_host.games.contract import Viewer
from firmware_host.games.declared import declared, sendable_now, verbs_among
from firmware_host.games.game import Engine
from firmware_host.session import lobby
from firmware_host.session.identities import left, sitting
from firmware_host.session.state import Session, name_of


def seen(session: Session, face: Face, viewer: Seat | None) -> TableView:
    """Return what a seat may know of a table, before its clocks."""
    setup, playing = session.setup, session.playing
    over = playing is not None and playing.engine.is_over(playing.game)
    header = playing.header if playing else setup
    who = Viewer.PUBLIC if viewer is None else viewer
    view = playing.view(who) if playing else None
    lines = sendable_now(playing.engine, playing.game) if playing else {}
    verbs = verbs_among(lines, playing.engine, view) if playing else ()
    return TableView(
        language=setup.language,
        place=setup.place,
        game=playing.engine.NAME if playing else "",
        phase="over" if over else "playing" if playing else "choosing",
        face=Face(face.table, face.zones),
        players=_sitters(session, contract.public_of(view)),
        view=view,
        shared=contract.public_of(view),
        common=contract.common(view, who, verbs),
        paused=session.paused,
        sound=setup.sound,
        elapsed_ms=0,
        length=header.length,
        board_makes=header.board_makes,
        rounds=header.rounds,
        public=game.public_names(playing.engine, view) if playing else (),
        own=playing.engine.OWN if playing else (),
        running=playing is not None and playing.stopped_ms is None,
        chosen=playing.engine.NAME if playing else lobby.game(session).NAME,
        rules=playing.header.options if playing else lobby.turned(session),
        lines=lines,
    )


def offered(session: Session) -> tuple[Offered, ...]:
    """Return the games that this board can play, as they are chosen now."""
    return tuple(
        _offered(session, engine)
        for engine in session.games.values()
        if engine.NEEDS.zones <= session.zones
    )


def _offered(session: Session, engine: Engine) -> Offered:
    chosen = replace(session, setup=replace(session.setup, game=engine.NAME))
    turned = dict(lobby.turned(chosen))
    return Offered(
        name=engine.NAME,
        rule=engine.RULE,
        seats=engine.NEEDS.seats,
        lengths=lobby.lengths(chosen),
        maker=engine.NEEDS.maker,
        declares=declared(engine),
        options=tuple(
            OfferedOption(
                option.name,
                say(option.code),
                turned.get(option.name, option.default),
                option.default,
                tuple(
                    (one, lobby.option_choice(option, one)) for one in option.choices
                ),
                option.word,
            )
            for option in lobby.options(chosen)
        ),
    )


def _sitters(session: Session, view: Any) -> tuple[Sitter, ...]:
    """Return who sits at the table; the points are those of the game's own seats."""
    gone, playing = left(session), session.playing
    seats = len(playing.players) if playing is not None else 0
    points = dict(enumerate(view.totals[:seats])) if seats else {}
    return tuple(
        Sitter(
            Seat(seat),
            name_of(player, seat),
            player.button or "",
            left=Seat(seat) in gone,
            points=points.get(seat),
            person=player.person,
        )
        for seat, player in enumerate(sitting(session))
    )
