"""
The questions before a game: each one with its answers, and the next question.

`modes/choosing.py` asks them: the tick takes the marked answer, the cross marks the
next one, a zone's button the one of its number.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from firmware_host.board.commands import PLACES
from firmware_host.board.events import Button, Pressed
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.options import Option
from firmware_host.board.record import Record
from firmware_host.games.catalogue import check_options
from firmware_host.limits import ROUNDS_OFFERED, SEATS
from firmware_host.session.bots import seats
from firmware_host.session.setups import Player, Setup, at_place
from firmware_host.session.state import Now, Session, StepResult
from firmware_host.session.upcoming import (
    asks_day,
    changed_options,
    day,
    day_option,
    game,
    games,
    language,
    length,
    lengths,
    options,
    people_fit,
)
from firmware_host.words.language import DAY

if TYPE_CHECKING:  # a board without packs loads nothing of them
    from firmware_host.words.packs.pack import Pack

ROUNDS = tuple(range(1, ROUNDS_OFFERED + 1))

#: Where choosing ends and the game begins; where a duplicate evening's key is given.
DONE, KEY = "", "key"

#: The name of an option's question begins so; its number follows.
_OPTION = "knob-"


class Reply(Record):
    """
    One answer to a question of the lobby.

    Args:
        text: What it says.
        setup: The setup with it.
        chosen: True where the setup has been so before.
        leads: The question that it leads to; empty for the next one in order.
    """

    text: Message
    setup: Setup
    chosen: bool = False
    leads: str = ""


class LobbyStep(Record):
    """
    One question of the lobby.

    Args:
        code: The message that asks it.
        answers: The answers there are now.
    """

    code: str
    answers: Callable[[Session], tuple[Reply, ...]]

    def marked(self, session: Session) -> int:
        """Return the number of the answer that the setup has, from 0."""
        answers = enumerate(self.answers(session))
        return next((at for at, answer in answers if answer.chosen), 0)


def _field(
    name: str,
    values: Callable[[Session], Iterable[Any]],
    text: Callable[[Any], Message],
) -> Callable[[Session], tuple[Reply, ...]]:
    """Return the answers for a field of the setup, one for each value it can have."""

    def answers(session: Session) -> tuple[Reply, ...]:
        setup = session.setup
        return tuple(
            Reply(text(one), replace(setup, **{name: one}), getattr(setup, name) == one)
            for one in values(session)
        )

    return answers


def _places(session: Session) -> tuple[Reply, ...]:
    """Return the replies to the question for the board's place."""
    setup = session.setup
    return tuple(
        Reply(say(f"place-{place}"), at_place(setup, place), setup.place == place)
        for place in PLACES
    )


def available_bots(session: Session) -> tuple[str, ...]:
    """Return the strengths of bots that can join now."""
    going = session.going
    if going is not None:
        return going.engine.BOTS if seats.can_seat_bots(going) else ()
    return game(session).BOTS if session.visit is None else ()


def _bots(session: Session) -> tuple[Reply, ...]:
    """Return the replies that add or remove a bot; the first reply changes nothing."""
    setup, players, engine = session.setup, session.setup.players, game(session)
    if not engine.BOTS:
        return ()
    full = len(players) >= engine.NEEDS.seats[1]
    answers = list[Reply]()
    for strength in () if full else available_bots(session):
        new = seats.make_bot(setup, session.playing, strength)
        if new is not None:
            more = replace(setup, players=(*players, new))
            answers.append(Reply(seats.join_label(new), more))
    for bot in setup.bots:
        others = tuple(one for one in players if one is not bot)
        fewer = replace(setup, players=others)
        answers.append(Reply(seats.leave_label(bot), fewer))
    return (Reply(say("bots-enough"), setup, chosen=True), *answers) if answers else ()


def _rules(session: Session) -> tuple[Reply, ...]:
    """Return the usual rules or others, which words aside; and a duplicate evening."""
    rules, drawn = _asked(session), _drawn(session)
    if not rules:
        return ()
    own = any(_set(session, option) != option.default for option in rules)
    usual = Reply(say("rules-usual"), _with_rules(session, drawn), chosen=not own)
    house = Reply(say("rules-own"), session.setup, chosen=own, leads=f"{_OPTION}0")
    if not game(session).NEEDS.maker:
        return usual, house
    return usual, house, Reply(say("rules-evening"), session.setup, leads=KEY)


def _asked(session: Session) -> tuple[Option, ...]:
    """Return the house rules: all options except the choice of words to draw."""
    return tuple(option for option in options(session) if not option.draws)


def _drawn(session: Session) -> dict[str, str | int]:
    """Return the chosen words to draw, by option; empty for the default."""
    draws = {option.name for option in options(session) if option.draws}
    return {name: value for name, value in changed_options(session) if name in draws}


def _words(session: Session) -> tuple[Reply, ...]:
    """Return the replies for the words to draw; the last leads to the house rules."""
    known = _levels(session)
    if len(known) < 2 or not _asked(session):  # noqa: PLR2004 - one leaves no choice
        return known
    return (*known, _other_rules(session))


def _other_rules(session: Session) -> Reply:
    return Reply(say("again-rules"), session.setup, leads="rules")


def _levels(session: Session) -> tuple[Reply, ...]:
    """
    Return the replies for the words to draw: the levels, or a pack.

    If the class has a word list of its own: that list, or the word of the day.
    """
    draws = [one for one in options(session) if one.draws]
    spoken, setup = session.languages[session.setup.language], session.setup
    if not draws or not setup.board_makes:
        return ()
    if spoken.own_drawn.count(length(session)):
        return _own_or_day(session, draws[0])
    now, packs = _pack(session), spoken.packs_for(length(session), setup.rounds)
    known = (
        replace(one, setup=replace(one.setup, pack=""), chosen=one.chosen and not now)
        for one in _of_option(draws[0]).answers(session)
    )
    if not packs:
        return tuple(known)
    setup = replace(setup, pack=(now or packs[0]).key)
    return (*known, Reply(say("words-pack"), setup, chosen=now is not None))


def _own_or_day(session: Session, draws: Option) -> tuple[Reply, ...]:
    """Return the class's own list, and the word of the day where the game has one."""
    answers = _of_option(draws).answers(session)
    named = dict(zip(draws.choices, answers, strict=False))
    if DAY not in named:
        return ()
    usual, days = named[draws.default], named[DAY]
    return replace(usual, text=say("words-own"), chosen=not days.chosen), days


def _pack(session: Session) -> "Pack | None":
    """Return the pack that is drawn from; None for the board's own words."""
    return session.languages[session.setup.language].pack(session.setup.pack)


def _which(session: Session) -> tuple[Reply, ...]:
    """Return the packs; nothing where the board draws its own words."""
    now, setup = _pack(session), session.setup
    if now is None or not _levels(session):
        return ()
    known = session.languages[setup.language].packs_for(length(session), setup.rounds)
    return tuple(
        Reply(
            say("pack-named", name=one.name), replace(setup, pack=one.key), one == now
        )
        for one in known
    )


def _again(session: Session) -> tuple[Reply, ...]:
    """Return the replies after a game: the same game, another one, or other rules."""
    same = Reply(say("again-yes"), session.setup)
    change = Reply(say("again-change"), session.setup, leads="language")
    rules = (_other_rules(session),) if _asked(session) else ()
    return same, change, *rules


def with_makers(session: Session) -> Session:
    """Return the session whose board makes the words where people cannot."""
    players = fitting_players(session)
    if len(players) < len(session.setup.players):
        session = replace(session, setup=replace(session.setup, players=players))
    if people_fit(session):
        return session
    return replace(session, setup=replace(session.setup, board_makes=True))


def fitting_players(session: Session) -> tuple[Player, ...]:
    """Return the players for the chosen game, without bots that it lacks."""
    known = game(session).BOTS
    players = session.setup.players
    return tuple(one for one in players if one.bot is None or one.bot.strength in known)


#: Every question, in the order in which they are asked.
QUESTIONS: Mapping[str, LobbyStep] = {
    "language": LobbyStep(
        "choose-language",
        _field("language", lambda s: s.languages, lambda one: say(f"language-{one}")),
    ),
    "place": LobbyStep("choose-place", _places),
    "game": LobbyStep(
        "choose-game", _field("game", games, lambda one: say(f"game-{one}"))
    ),
    "length": LobbyStep(
        "choose-length", _field("length", lengths, lambda one: say("length", n=one))
    ),
    "players": LobbyStep("choose-players", _bots),
    "maker": LobbyStep(
        "choose-maker",
        _field(
            "board_makes",
            lambda session: (True, False) if people_fit(session) else (),
            lambda board: say("maker-board" if board else "maker-person"),
        ),
    ),
    "rounds": LobbyStep(
        "choose-rounds",
        _field("rounds", lambda _: ROUNDS, lambda one: say("rounds", n=one)),
    ),
    "words": LobbyStep("choose-words", _words),
    "pack": LobbyStep("choose-pack", _which),
    "rules": LobbyStep("choose-rules", _rules),
    "day": LobbyStep("choose-day", lambda _: ()),
    "again": LobbyStep("same-again", _again),
}

_ORDER = tuple(QUESTIONS)[:-1]


def _with_rules(session: Session, rules: Mapping[str, str | int]) -> Setup:
    name = game(session).NAME
    others = {key: rule for key, rule in session.setup.rules.items() if key != name}
    kept = {name: dict(rules)} if rules else {}
    return replace(session.setup, rules={**others, **kept})


def _of_option(option: Option) -> LobbyStep:
    """Return the question for an option; its present value is an answer as well."""

    def answers(session: Session) -> tuple[Reply, ...]:
        now, known = _set(session, option), option.choices
        return tuple(
            Reply(option_choice(option, one), turn(session, one), chosen=one == now)
            for one in (known if now in known else (*known, now))
        )

    def turn(session: Session, value: str | int) -> Setup:
        rules = {**dict(changed_options(session)), option.name: value}
        return _with_rules(session, dict(check_options(game(session), rules)))

    return LobbyStep(option.code, answers)


def _set(session: Session, option: Option) -> str | int:
    """Return the value of an option."""
    return dict(changed_options(session)).get(option.name, option.default)


def option_choice(option: Option, value: str | int) -> Message:
    """Return the message for one value of an option."""
    if value == 0 and option.zero:
        return say(option.zero)
    if isinstance(value, int):
        return say("knob-number", n=value)
    if value not in option.choices:
        return say("knob-word", word=value)
    return say(f"{option.code}-{value.lower()}")


def question(session: Session, name: str) -> LobbyStep:
    """Return the question named *name*."""
    if name.startswith(_OPTION):
        return _of_option(_asked(session)[int(name.removeprefix(_OPTION))])
    return QUESTIONS[name]


def valid_question(session: Session, name: str) -> str:
    """Return *name* if that question has a choice now, else ``players``."""
    return name if _is_asked(session, name) else "players"


def _is_asked(session: Session, name: str) -> bool:
    """Return True if the present setup needs an answer to a question."""
    if name.startswith(_OPTION):
        return int(name.removeprefix(_OPTION)) < len(_asked(session))
    if name in ("maker", "rounds") and not game(session).NEEDS.maker:
        return False
    if name == "rounds" and not session.setup.board_makes:
        return False
    if name == "day":
        return asks_day(session)
    return name == "players" or len(QUESTIONS[name].answers(session)) > 1


def next_question(session: Session, name: str) -> str:
    """
    Return the question after the one called *name* that leaves a choice, or `DONE`.

    If the board makes the words, the question for rules is left out: replies to the
    questions for words and for "Same again?" lead to it.

    Args:
        session: The session with that question's answer taken.
        name: The question.
    """
    if name.startswith(_OPTION):
        number = int(name.removeprefix(_OPTION)) + 1
        if number < len(_asked(session)):
            return f"{_OPTION}{number}"
        name = "rules"
    makes = game(session).NEEDS.maker and session.setup.board_makes
    unasked = {"rules"} if makes else ()
    later = (one for one in _ORDER[_ORDER.index(name) + 1 :] if one not in unasked)
    return next((after for after in later if _is_asked(session, after)), DONE)


def sit(now: Now, button: Button) -> StepResult:
    """Let the player of *button* sit down, or stand up again."""
    session, setup = now.session, now.session.setup
    players = tuple(player for player in setup.players if player.button != button)
    if len(players) == len(setup.players):
        players = (*players, Player(button=button))
    if len(players) > SEATS:
        return now.refuse(Refused("no-seat"), Pressed(button))
    setup = replace(setup, players=players)
    return StepResult(replace(session, setup=setup, refusal=None))


def count_refusal(session: Session) -> Refused | None:
    """Return the refusal of this number of players for the chosen game, or None."""
    players, (least, most) = fitting_players(session), game(session).NEEDS.seats
    count = len(players)
    if all(one.bot is not None for one in players):
        return Refused("nobody-sits")
    if count < least:
        return Refused("players-few", values=(("n", least),))
    return Refused("players-many", values=(("n", most),)) if count > most else None


def start_refusal(session: Session) -> Refused | None:
    """Return the reason why no game can begin with this setup, or None."""
    setup = session.setup
    refused = count_refusal(session) or _unseen(session)
    if refused is not None or not game(session).NEEDS.maker:
        return refused
    if day_option(session) is not None:
        return None if day(session) else Refused("day-unknown")
    own, letters = language(session).own_drawn, length(session)
    has = own.count(letters)
    listed = any(own.count(one) for one in lengths(session))
    if setup.board_makes and listed and has < setup.rounds:
        values = (("n", setup.rounds), ("has", has), ("length", letters))
        return Refused("words-few", values=values)
    return None


def _unseen(session: Session) -> Refused | None:
    """Return the refusal if a player has no private screen that the options require."""
    settled = dict(changed_options(session))
    here = [one for one in options(session) if settled.get(one.name) in one.unseen]
    everybody = {one.person for one in session.setup.players if one.bot is None}
    phoned = {phone.person for phone in session.phones}
    alone = session.own_screen or session.shares_screen
    if not here or alone or everybody <= phoned:
        return None
    if any(set(option.choices) - set(option.unseen) for option in here):
        return Refused("cards-unseen-real")
    return Refused("cards-unseen")
