"""
What can be chosen before a game: each question, its answers, and what is next.

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
from firmware_host.games.catalogue import settled
from firmware_host.limits import ROUNDS_OFFERED, SEATS
from firmware_host.session.bots import seats
from firmware_host.session.setups import Player, Setup, at_place
from firmware_host.session.state import Now, Session, StepResult
from firmware_host.session.upcoming import (
    asks_day,
    day,
    game,
    games,
    language,
    length,
    lengths,
    of_day,
    options,
    people_fit,
    turned,
)
from firmware_host.words.language import DAY

if TYPE_CHECKING:  # a board without packs loads nothing of them
    from firmware_host.words.packs.pack import Pack

ROUNDS = tuple(range(1, ROUNDS_OFFERED + 1))

#: Where choosing ends and the game begins; where a duplicate evening's key is given.
DONE, KEY = "", "key"

#: The name of an option's question begins so; its number follows.
_OPTION = "knob-"


class Answer(Record):
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


class Question(Record):
    """
    One question of the lobby.

    Args:
        code: The message that asks it.
        answers: The answers there are now.
    """

    code: str
    answers: Callable[[Session], tuple[Answer, ...]]

    def marked(self, session: Session) -> int:
        """Return the number of the answer that the setup has, from 0."""
        answers = enumerate(self.answers(session))
        return next((at for at, answer in answers if answer.chosen), 0)


def _field(
    name: str,
    values: Callable[[Session], Iterable[Any]],
    text: Callable[[Any], Message],
) -> Callable[[Session], tuple[Answer, ...]]:
    """Return the answers for a field of the setup, one for each value it can have."""

    def answers(session: Session) -> tuple[Answer, ...]:
        setup = session.setup
        return tuple(
            Answer(
                text(one), replace(setup, **{name: one}), getattr(setup, name) == one
            )
            for one in values(session)
        )

    return answers


def _places(session: Session) -> tuple[Answer, ...]:
    """Return where the board stands."""
    setup = session.setup
    return tuple(
        Answer(say(f"place-{place}"), at_place(setup, place), setup.place == place)
        for place in PLACES
    )


def bots(session: Session) -> tuple[str, ...]:
    """Return how strong those bots are that can come now."""
    going = session.going
    if going is not None:
        return going.engine.BOTS if seats.play(going) else ()
    return game(session).BOTS if session.visit is None else ()


def _bots(session: Session) -> tuple[Answer, ...]:
    """Return who can come for those who are missing, after nobody; and who can go."""
    setup, here, engine = session.setup, session.setup.bots, game(session)
    most = engine.NEEDS.seats[1]
    if not engine.BOTS:
        return ()
    new = [seats.new(setup, session.playing, one) for one in bots(session)]
    if len(setup.players) >= most:
        new = []
    after = [
        (seats.comes(one), (*setup.players, one)) for one in new if one is not None
    ]
    after += [
        (seats.goes(one), tuple(other for other in setup.players if other is not one))
        for one in here
    ]
    answers = (Answer(text, replace(setup, players=them)) for text, them in after)
    return (Answer(say("bots-enough"), setup, chosen=True), *answers) if after else ()


def _rules(session: Session) -> tuple[Answer, ...]:
    """Return the usual rules or others, which words aside; and a duplicate evening."""
    rules, drawn = _asked(session), _drawn(session)
    if not rules:
        return ()
    own = any(_set(session, option) != option.default for option in rules)
    usual = Answer(say("rules-usual"), _with_rules(session, drawn), chosen=not own)
    house = Answer(say("rules-own"), session.setup, chosen=own, leads=f"{_OPTION}0")
    if not game(session).NEEDS.maker:
        return usual, house
    return usual, house, Answer(say("rules-evening"), session.setup, leads=KEY)


def _asked(session: Session) -> tuple[Option, ...]:
    """Return the options that are rules of the house: all but which words are drawn."""
    return tuple(option for option in options(session) if not option.draws)


def _drawn(session: Session) -> dict[str, str | int]:
    """Return which words are drawn, where somebody has chosen that."""
    draws = {option.name for option in options(session) if option.draws}
    return {name: value for name, value in turned(session) if name in draws}


def _words(session: Session) -> tuple[Answer, ...]:
    """Return which words the board may draw, and last the way to other rules."""
    known = _levels(session)
    if len(known) < 2 or not _asked(session):  # noqa: PLR2004 - one leaves no choice
        return known
    return (*known, _other_rules(session))


def _other_rules(session: Session) -> Answer:
    return Answer(say("again-rules"), session.setup, leads="rules")


def _levels(session: Session) -> tuple[Answer, ...]:
    """
    Return which words the board may draw: a level of its own, or those of a pack.

    Where the class has a list that leaves words out, that one or the day's word.
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
    return (*known, Answer(say("words-pack"), setup, chosen=now is not None))


def _own_or_day(session: Session, draws: Option) -> tuple[Answer, ...]:
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


def _which(session: Session) -> tuple[Answer, ...]:
    """Return the packs; nothing where the board draws its own words."""
    now, setup = _pack(session), session.setup
    if now is None or not _levels(session):
        return ()
    known = session.languages[setup.language].packs_for(length(session), setup.rounds)
    return tuple(
        Answer(
            say("pack-named", name=one.name), replace(setup, pack=one.key), one == now
        )
        for one in known
    )


def _again(session: Session) -> tuple[Answer, ...]:
    """Return what can be done after a game: the same, another, or by other rules."""
    same = Answer(say("again-yes"), session.setup)
    change = Answer(say("again-change"), session.setup, leads="language")
    rules = (_other_rules(session),) if _asked(session) else ()
    return same, change, *rules


def with_makers(session: Session) -> Session:
    """Return the session whose board makes the words where people cannot."""
    players = seated(session)
    if len(players) < len(session.setup.players):
        session = replace(session, setup=replace(session.setup, players=players))
    if people_fit(session):
        return session
    return replace(session, setup=replace(session.setup, board_makes=True))


def seated(session: Session) -> tuple[Player, ...]:
    """Return who would play the chosen game: no bot that it has not."""
    known = game(session).BOTS
    players = session.setup.players
    return tuple(one for one in players if one.bot is None or one.bot.strength in known)


#: Every question, in the order in which they are asked.
QUESTIONS: Mapping[str, Question] = {
    "language": Question(
        "choose-language",
        _field("language", lambda s: s.languages, lambda one: say(f"language-{one}")),
    ),
    "place": Question("choose-place", _places),
    "game": Question(
        "choose-game", _field("game", games, lambda one: say(f"game-{one}"))
    ),
    "length": Question(
        "choose-length", _field("length", lengths, lambda one: say("length", n=one))
    ),
    "players": Question("choose-players", _bots),
    "maker": Question(
        "choose-maker",
        _field(
            "board_makes",
            lambda session: (True, False) if people_fit(session) else (),
            lambda board: say("maker-board" if board else "maker-person"),
        ),
    ),
    "rounds": Question(
        "choose-rounds",
        _field("rounds", lambda _: ROUNDS, lambda one: say("rounds", n=one)),
    ),
    "words": Question("choose-words", _words),
    "pack": Question("choose-pack", _which),
    "rules": Question("choose-rules", _rules),
    "day": Question("choose-day", lambda _: ()),
    "again": Question("same-again", _again),
}

_ORDER = tuple(QUESTIONS)[:-1]


def _with_rules(session: Session, rules: Mapping[str, str | int]) -> Setup:
    name = game(session).NAME
    others = {key: rule for key, rule in session.setup.rules.items() if key != name}
    kept = {name: dict(rules)} if rules else {}
    return replace(session.setup, rules={**others, **kept})


def _of_option(option: Option) -> Question:
    """Return the question for an option; its present value is an answer as well."""

    def answers(session: Session) -> tuple[Answer, ...]:
        now, known = _set(session, option), option.choices
        return tuple(
            Answer(option_choice(option, one), turn(session, one), chosen=one == now)
            for one in (known if now in known else (*known, now))
        )

    def turn(session: Session, value: str | int) -> Setup:
        rules = {**dict(turned(session)), option.name: value}
        return _with_rules(session, dict(settled(game(session), rules)))

    return Question(option.code, answers)


def _set(session: Session, option: Option) -> str | int:
    """Return the value of an option."""
    return dict(turned(session)).get(option.name, option.default)


def option_choice(option: Option, value: str | int) -> Message:
    """Return the message for one value of an option."""
    if value == 0 and option.zero:
        return say(option.zero)
    if isinstance(value, int):
        return say("knob-number", n=value)
    if value not in option.choices:
        return say("knob-word", word=value)
    return say(f"{option.code}-{value.lower()}")


def question(session: Session, name: str) -> Question:
    """Return the question named *name*."""
    if name.startswith(_OPTION):
        return _of_option(_asked(session)[int(name.removeprefix(_OPTION))])
    return QUESTIONS[name]


def still(session: Session, name: str) -> str:
    """Return the question *name*, or the players' if it leaves no choice any more."""
    return name if _is_asked(session, name) else "players"


def _is_asked(session: Session, name: str) -> bool:
    """Tell whether a question is to be asked as things are chosen now."""
    if name.startswith(_OPTION):
        return int(name.removeprefix(_OPTION)) < len(_asked(session))
    if name in ("maker", "rounds") and not game(session).NEEDS.maker:
        return False
    if name == "rounds" and not session.setup.board_makes:
        return False
    if name == "day":
        return asks_day(session)
    return name == "players" or len(QUESTIONS[name].answers(session)) > 1


def following(session: Session, name: str) -> str:
    """
    Return the question after the one called *name* that leaves a choice, or `DONE`.

    Where the board makes words nobody is asked for rules: whoever wants others says so
    where it is asked which words it draws, or after a game, at "Same again?".

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


def misfit(session: Session) -> Refused | None:
    """Return why so many people cannot play the chosen game; None if they can."""
    players, (least, most) = seated(session), game(session).NEEDS.seats
    count = len(players)
    if all(one.bot is not None for one in players):
        return Refused("nobody-sits")
    if count < least:
        return Refused("players-few", values=(("n", least),))
    return Refused("players-many", values=(("n", most),)) if count > most else None


def obstacle(session: Session) -> Refused | None:
    """Return why no game can begin with the present setup; None if one can."""
    setup = session.setup
    refused = misfit(session) or _unseen(session)
    if refused is not None or not game(session).NEEDS.maker:
        return refused
    if of_day(session) is not None:
        return None if day(session) else Refused("day-unknown")
    own, letters = language(session).own_drawn, length(session)
    has = own.count(letters)
    listed = any(own.count(one) for one in lengths(session))
    if setup.board_makes and listed and has < setup.rounds:
        values = (("n", setup.rounds), ("has", has), ("length", letters))
        return Refused("words-few", values=values)
    return None


def _unseen(session: Session) -> Refused | None:
    """Return why not everybody could see alone what is for one player's eyes."""
    settled = dict(turned(session))
    here = [one for one in options(session) if settled.get(one.name) in one.unseen]
    everybody = {one.person for one in session.setup.players if one.bot is None}
    phoned = {phone.person for phone in session.phones}
    if not here or session.own_screen or everybody <= phoned:
        return None
    if any(set(option.choices) - set(option.unseen) for option in here):
        return Refused("cards-unseen-real")
    return Refused("cards-unseen")
