"""
All that a game from outside and its tests import; docs/games.md shows its use.

These are the same names with the same meaning as long as `CONTRACT` keeps its number:
the number grows when a name is added, changed or removed. A package registers its game
in the group ``letterzone.games.NUMBER`` with that number.
Every other module of `firmware_host` may change at any time.
"""

from collections.abc import Iterator as _Iterator
from pathlib import Path as _Path

from firmware_host.board.commands import (
    On as On,
)
from firmware_host.board.events import (
    BoardEvent as BoardEvent,
    Button as Button,
    Pressed as Pressed,
    Tapped as Tapped,
    Woke as Woke,
)
from firmware_host.board.faces import (
    Face as Face,
    Lamp as Lamp,
    TableFace as TableFace,
    ZoneFace as ZoneFace,
)
from firmware_host.board.json import (
    Json as Json,
    JsonObject as JsonObject,
)
from firmware_host.board.messages import (
    Message as Message,
    Refused as Refused,
    say as say,
)
from firmware_host.board.moments import (
    Moment as Moment,
    What as What,
)
from firmware_host.board.options import (
    Option as Option,
)
from firmware_host.board.pieces import (
    BOARD as BOARD,
    KINDS as KINDS,
    ZONES as ZONES,
    Card as Card,
    Counts as Counts,
    Kind as Kind,
    Millis as Millis,
    Piece as Piece,
    Seat as Seat,
    Tile as Tile,
    Zone as Zone,
)
from firmware_host.board.record import (
    Record as Record,
    put as put,
    replace as replace,
    tagged as tagged,
)
from firmware_host.errors import (
    RuleError as RuleError,
)
from firmware_host.games import (
    chance as chance,
    contract as _contract,
    game as _game,
    grammar as grammar,
)
from firmware_host.games.analysis import (
    Insight as Insight,
)
from firmware_host.games.bots import (
    EASY as EASY,
    FAIR as FAIR,
    SHARP as SHARP,
    Move as Move,
)
from firmware_host.games.codec import (
    Codec as Codec,
)
from firmware_host.games.contract import (
    AT_ONCE as AT_ONCE,
    Header as Header,
    Needs as Needs,
    Result as Result,
    Secret as Secret,
    Value as Value,
    Verb as Verb,
    Wake as Wake,
)
from firmware_host.games.forms import (
    Again as Again,
    Answer as Answer,
    Close as Close,
    Context as Context,
    Form as Form,
    Give as Give,
    Hand as Hand,
    HiddenRow as HiddenRow,
    Row as Row,
    SecretRow as SecretRow,
    Touch as Touch,
    following as following,
)
from firmware_host.games.game import Game as Game
from firmware_host.games.meaning import (
    EndsRound as EndsRound,
    InZone as InZone,
    NeedsChance as NeedsChance,
    RightOrWrong as RightOrWrong,
    ShowsWord as ShowsWord,
    TakesTurns as TakesTurns,
    TapsPiece as TapsPiece,
    TellsMore as TellsMore,
    YesOrNo as YesOrNo,
)
from firmware_host.games.views import (
    Common as Common,
    PrivateTurn as PrivateTurn,
    PublicView as PublicView,
    Question as Question,
    SeatView as SeatView,
    Viewer as Viewer,
    view_of as view_of,
)

#: What players can do in any game, and what comes of it.
common = _game

#: The number of the contract between board and games.
CONTRACT = _contract.VERSION


def faults_in(folder: _Path) -> _Iterator[str]:
    """
    Yield a sentence for each promise that the games of a package break.

    A package's test is ``assert list(faults_in(Path(__file__).parent)) == []``.

    Args:
        folder: Where the package's ``pyproject.toml`` lies.
    """
    from firmware_host import testing  # noqa: PLC0415 - a board plays without it

    return testing.faults_in(folder)
