"""An external game with actions of its own that can be given by forms."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware_host.board.faces import Face, TableFace
from firmware_host.board.messages import Refused, say
from firmware_host.board.pieces import Seat
from firmware_host.board.record import replace
from firmware_host.games import game as common
from firmware_host.games.codec import Codec
from firmware_host.games.contract import Needs, Value, Verb
from firmware_host.games.game import Game


class Say(common.BySeat, tag="say"):
    """A player says something, to all or to one player."""

    text: str
    of: Seat | None = None


class Said(common.BySeat, tag="said"):
    """A player said something."""

    text: str


Action, Fact = Say | common.Action, Said | common.Fact


@dataclass(frozen=True, kw_only=True)
class Talk(common.State):
    """The forms that are offered now, and all that was said."""

    offered: tuple = ()
    said: tuple = field(default=())


class Riddle(Game[Talk, Action, Fact]):
    """The forms are those that the state names."""

    NAME, RULE, NEEDS = "riddle", "rule-riddle", Needs(seats=(2, 4))
    VERBS: Mapping[str, Verb] = {
        "say": Verb(("by", "text"), ("of",)),
        "hush": Verb(("by",)),
    }
    VALUES: Mapping[str, Value] = {}
    PUBLIC = ("totals", "over", "winners")
    ACTIONS, FACTS = Codec("do", Action), Codec("is", Fact)

    def start(self, header):
        """Return the state in which nothing was said."""
        seats = tuple(map(Seat, range(header.seats)))
        return Talk(header=header, players=seats, seats=len(seats))

    def decide(self, _talk, action):
        """Return a fact with the text; an empty text is refused."""
        if not action.text:
            return Refused("guess-length")
        return (Said(action.by, action.text),)

    def apply(self, talk, fact):
        """Return the state after one fact."""
        if isinstance(fact, Said):
            return replace(talk, said=(*talk.said, (fact.by, fact.text)))
        return super().apply(talk, fact)

    def face(self, _talk, names):
        """Return a line of anything."""
        return Face(TableFace(say("turn-wait", name=names[0])))

    def forms(self, at):
        """Return the forms that the test offers."""
        return tuple(form(at) for form in at.game.offered)


riddle = Riddle()
