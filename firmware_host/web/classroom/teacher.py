"""The class of a board: its settings, sessions, limits, and the teacher's acts."""

import logging
from collections import deque
from collections.abc import Mapping
from dataclasses import asdict, field, replace
from json import dumps

from starlette.requests import HTTPConnection

from firmware_host.board.commands import Choose
from firmware_host.board.json import as_message, as_number, as_object, read_object, text
from firmware_host.board.record import Record
from firmware_host.board.table_values import Sight
from firmware_host.web.classroom.passphrase import COOKIE, Passphrase
from firmware_host.web.classroom.sessions import Sessions
from firmware_host.web.limits import Limiter, Turns
from firmware_host.web.people.codes import Returns
from firmware_host.web.ports import Services

_log = logging.getLogger(__name__)

#: The key under which the class's choices are stored.
STORE_KEY = "class"

#: The events with a sound, and the levels of sound.
EVENTS = ("yes", "no", "refused", "bonus", "turn", "end")
LEVELS = ("silent", "tone", "voice")

#: The number of the teacher's acts that are remembered.
ACTS = 30

#: The fields of an enrolment that are messages.
ENROLLING = ("what", "said")


class ClassChoices(Record):
    """
    The teacher's settings, which are stored over a restart.

    Args:
        wall_language: The wall's language; empty for the board's.
        levels: The level of sound (`LEVELS`) of each event that has a setting.
        ends_after: The number of rounds after which the game ends; None for no limit.
        zone_cards: Whether the class holds up printed zone cards instead of phones.
    """

    wall_language: str = ""
    levels: Mapping[str, str] = field(default_factory=dict)
    ends_after: int | None = None
    zone_cards: bool = False


class Classroom:
    """
    The class of one board.

    Args:
        services: The table, stores and clock of the web server.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self.passphrase = Passphrase(services.store, services.entropy)
        self.sessions = Sessions(services.clock_ms, services.entropy)
        self.returns = Returns(services)
        clock_ms = services.clock_ms
        self.tries = Limiter(tries=5, within_ms=300_000, clock_ms=clock_ms)
        self.doubted = Limiter(tries=1, within_ms=2_000, clock_ms=clock_ms)
        self.strangers = Turns()
        self.claims = Limiter(tries=5, within_ms=10_000, clock_ms=clock_ms)
        self.acts: deque[tuple[str, int]] = deque(maxlen=ACTS)
        self.chosen = _read(services.store.get(STORE_KEY))
        self.offset_ms: int | None = None
        self._gone_on = (0, 0)
        self._going = False

    # --- reading ---

    def knows(self, connection: HTTPConnection) -> bool:
        """Return True if a request comes from the teacher."""
        token = connection.cookies.get(COOKIE, "")
        # A GET does not show activity: pages send it by themselves.
        active = connection.scope.get("method") == "POST"
        return self.sessions.knows(token, active=active)

    @property
    def last_round(self) -> bool:
        """Whether the game ends after the present round."""
        return self.chosen.ends_after is not None

    def document(self, language: str) -> dict[str, object]:
        """Return the fields for the teacher's page alone."""
        return {
            "tags": self._tags(language),
            "wall_language": self.chosen.wall_language,
            "ended": self._going,
            "acts": [{"act": act, "at_ms": self.at(ms)} for act, ms in self.acts],
            "clock": self.offset_ms is not None,
            "restores": self._services.archive.restores(),
        }

    def _tags(self, language: str) -> dict[str, object] | None:
        """Return the tags for the teacher's page; None for a board without readers."""
        seen = self._services.tags.see()
        if seen is None:
            return None
        unknown = [
            {**one, "tapped_ms": self.at(one["tapped_ms"])} for one in seen["unknown"]
        ]
        run = seen["run"]
        if run is not None:
            said = {name: run[name] for name in ENROLLING if run[name] is not None}
            words = {
                name: self._services.say(as_message(message), language)
                for name, message in said.items()
            }
            run = {**run, **words}
        return {"boxes": seen["boxes"], "unknown": unknown, "run": run}

    async def follow(self, seen: Sight) -> None:
        """End the game after its last round; clear the table after a lesson."""
        came = [one["name"] for one in seen["players"] if isinstance(one["name"], str)]
        if self._going and (came or seen["phase"] == "choosing"):
            self._going = False
            await self._services.table_api.send(Choose(players=tuple(came)).line)
        last = self.chosen.ends_after
        if last is None:
            return
        if seen["phase"] != "playing":
            await self.set_last(seen, last=False)
        elif len(seen["words"]) > last:
            await self.set_last(seen, last=False)
            await self._services.table_api.do({"do": "end"})

    # --- acts ---

    def note(self, act: str) -> None:
        """Store an act and its time; never a name or a word."""
        self.acts.append((act, self._services.clock_ms()))
        _log.info("teacher: %s", act)

    async def set_last(self, seen: Sight, *, last: bool) -> None:
        """Set or cancel the end of the game after the present round."""
        after = len(seen["words"]) if last else None  # the number of finished rounds
        await self.choose(replace(self.chosen, ends_after=after))

    async def go_home(self) -> None:
        """End the lesson: players without a name leave with its scoresheet."""
        self._going = True
        await self.choose(replace(self.chosen, ends_after=None))

    def go_on(self, moment: int, seen: Sight) -> None:
        """End the display of moments on the wall, up to a moment."""
        self._gone_on = (seen["seen"][0], max(moment, self.gone_on(seen)))

    def gone_on(self, seen: Sight) -> int:
        """Return the number of the last moment that the wall hides; 0 for none."""
        start, moment = self._gone_on
        return moment if start == seen["seen"][0] else 0

    async def choose(self, chosen: ClassChoices) -> None:
        """Change the settings and store them."""
        self.chosen = chosen
        await self._services.store.put(STORE_KEY, dumps(asdict(self.chosen)))

    def at(self, ms: int) -> int | None:
        """Return a time of the board's clock in ms since 1970; None if unknown."""
        return None if self.offset_ms is None else ms + self.offset_ms


def _read(kept: str | None) -> ClassChoices:
    """Return the stored choices; the defaults if they cannot be read."""
    try:
        item = read_object(kept or "{}")
        levels = as_object(item.get("levels", {}))
        last = item.get("ends_after")
        return ClassChoices(
            text(item, "wall_language", ""),
            {name: text(levels, name) for name in levels},
            None if last is None else as_number(last),
            zone_cards=item.get("zone_cards") is True,
        )
    except ValueError:
        return ClassChoices()
