"""
The tutorial: the first minute at a board, one round that does not count.

It runs as any other game does, but it is not stored, has no commitment, and changes no
points. It starts by itself once, on a board without any game in its journal.
"""

from dataclasses import replace

from firmware_host.board.events import Button, Pressed
from firmware_host.board.faces import Face
from firmware_host.board.messages import Message, say
from firmware_host.board.pieces import Millis
from firmware_host.games.game import Engine
from firmware_host.session import rack, upcoming
from firmware_host.session.modes.filling import PlayMode
from firmware_host.session.play import Playing
from firmware_host.session.setups import Player
from firmware_host.session.state import Now, Session, StepResult, record_moments

#: The setting that says that there was one here.
HAD = "tutorial"


def _taught(session: Session) -> Engine | None:
    """Return the first game of this board that has a tutorial."""
    here = (
        session.games[name]
        for name in session.games
        if upcoming.is_playable(session, name)
    )
    return next((one for one in here if one.TUTORIAL is not None), None)


def begin(now: Now) -> StepResult | None:
    """
    Return the step that begins the first minute, in the language of the setup.

    None where no game of this board has one.
    """
    session, engine = now.session, _taught(now.session)
    if engine is None or engine.TUTORIAL is None:
        return None
    setup = replace(
        session.setup,
        game=engine.NAME,
        length=engine.TUTORIAL.length,
        players=(Player(),),
        board_makes=True,
        rounds=1,
        rules={engine.NAME: engine.TUTORIAL.rules},
    )
    on_board = replace(session, setup=setup)
    header = replace(upcoming.header_of(on_board), first_zone=1)
    begun = upcoming.begin(on_board, now_ms=now.now_ms, header=header)
    after = replace(
        session,
        playing=replace(
            begun.playing,
            game_id=0,
            tutorial=True,
            passing=session.visit is not None,
        ),
        mode=PlayMode(),
        refusal=None,
        said=None,
        paused=False,
    )
    return StepResult(record_moments(after, *begun.moments), None, ())


def follow_language(now: Now, _: object, done: StepResult) -> StepResult:
    """Start the tutorial again if another language was chosen in it."""
    playing, setup = done.session.playing, done.session.setup
    if playing is None or not playing.tutorial or playing.is_over:
        return done
    if playing.header.language.code == setup.language:
        return done
    anew = begin(replace(now, session=done.session))
    return done if anew is None else replace(done, session=anew.session)


def render(session: Session, face: Face, _: Millis) -> Face:
    """Say one idea at a time over the game, and how to skip it all."""
    playing = session.playing
    if playing is None or not playing.tutorial or playing.engine.TUTORIAL is None:
        return face
    if not isinstance(session.mode, PlayMode):
        return face
    tip = playing.engine.TUTORIAL.tip(playing.game)
    line, why = tip.line, rack.for_input(session, tip.why)
    if session.racked is not None:
        line, why = say("tutorial-press"), tip.line
    table = replace(face.table, line=line, status=why, note=_tick(playing))
    return replace(face, table=table)


def _tick(playing: Playing) -> Message | None:
    """Return the label of the tick; None if the game uses the tick."""
    if playing.is_over:
        return say("tutorial-ends")
    meant = playing.means(Pressed(Button.TICK)) is not None
    return None if meant else say("tutorial-skip")
