"""
The phones at a table: their persons, lost phones, and what is stored.

A phone is identified by the hash of its cookie. It belongs to a person and not to a
seat, since people change seats and names. `holders` decides which secrets a phone may
see.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from json import dumps

from firmware_host.board import commands
from firmware_host.board.entries import Entry
from firmware_host.board.json import (
    JsonObject,
    as_object,
    inner,
    number,
    read_object,
    read_objects,
    text,
    texts,
)
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import NOBODY, Person, Seat
from firmware_host.limits import SEATS
from firmware_host.session.holders import (
    epoch,
    looks_on,
    phone_of,
    seat_in_game,
    secrets,
    waiting,
)
from firmware_host.session.identities import departed_seats, players_at_table
from firmware_host.session.state import Now, Phone, Session, StepResult

#: The setting that stores the phones; and its former name.
PHONES, OLD = "people-phones", "web:room"

#: The number of secrets that are stored for a phone.
SECRETS = 8

#: All phones after a command, or why it is refused.
Phones = tuple[Phone, ...] | Refused


def _seat(session: Session, command: commands.SeatPhone) -> Phones:
    """Return the phones with this one at that place."""
    people = players_at_table(session)
    seat = (
        _smallest(session) if command.seat == commands.ANY_SEAT else Seat(command.seat)
    )
    if seat is None:
        return Refused("join-no-team")
    if command.seat != commands.ANY_SEAT and (
        not 0 <= seat < len(people)
        or people[seat].bot is not None
        or (command.alone and _count(session, people[seat].person))
    ):
        return Refused("join-taken")
    return _with(session, _given(session, command.phone, people[seat].person))


def _replace(session: Session, command: commands.ReplacePhone) -> Phones:
    """
    Return the phones with this one in place of a lost one.

    The new phone sees no present secret. The lost phone is removed. If it holds a
    secret, or may be making one, it is removed only after the secret or the round ends.
    It stays if it is used before that, so that a code cannot remove an active phone.
    """
    lost = _numbered(session, command.lost)
    if lost is None:
        return Refused("phone-gone")
    holds = _is_begun(session, lost.person) and not looks_on(session, lost)
    if not holds:
        here = tuple(one for one in session.phones if one is not lost)
        session = replace(session, phones=here)
    new = _given(session, command.phone, lost.person)
    return _with(session, replace(new, instead=command.lost if holds else 0))


def _move(session: Session, command: commands.MovePhone) -> Phones:
    """Return the phones with this one at that place; a secret it does not see."""
    people, phone = players_at_table(session), _numbered(session, command.phone)
    if phone is None or not 0 <= command.seat < len(people):
        return Refused("phone-gone")
    person = people[command.seat].person
    if people[command.seat].bot is not None:
        return Refused("join-taken")
    if phone.person == person:
        return session.phones
    return _with(session, _given(session, phone.key, person))


def _admit(session: Session, command: commands.AdmitPhone) -> Phones:
    """Return the phones with that one seeing the secret; only its holders can."""
    holder = phone_of(session, command.holder)
    if holder is None or looks_on(session, holder):
        return Refused("looks-on")
    mate = _numbered(session, command.phone)
    if mate is None or mate.number not in waiting(session, holder):
        return Refused("phone-gone")
    return _with(session, _seeing(session, mate))


def _free(session: Session, command: commands.FreeSeat) -> Phones:
    """Return the phones without that place; the one of a secret stays taken."""
    people, seat = players_at_table(session), Seat(command.seat)
    if not 0 <= seat < len(people) or not _count(session, people[seat].person):
        return Refused("free-nobody")
    if secrets(session).is_sealed(seat):
        return Refused("free-maker")
    return release_phones(session, people[seat].person).phones


def _forget(session: Session, number: int) -> Phones:
    """Return the phones that are left without that one, or without all."""
    if number == commands.ALL_PHONES:
        return ()
    left = tuple(one for one in session.phones if one.number != number)
    return left if len(left) < len(session.phones) else Refused("phone-gone")


def _after(session: Session, command: commands.PhoneCommand) -> Phones:
    """Return all phones after a command, or why it is refused."""
    match command:
        case commands.SeatPhone():
            return _seat(session, command)
        case commands.ReplacePhone():
            return _replace(session, command)
        case commands.MovePhone():
            return _move(session, command)
        case commands.AdmitPhone():
            return _admit(session, command)
        case commands.FreeSeat():
            return _free(session, command)
        case commands.PartPhones(numbers=numbers):
            there = ((one, one.number in numbers) for one in session.phones)
            return tuple(_nobodys(one) if gone else one for one, gone in there)
        case commands.ForgetPhone(number=number):
            return _forget(session, number)
        case _:
            raise AssertionError(command)


# --- what becomes of them -----------------------------------------------------


def answer(session: Session, command: commands.PhoneCommand) -> StepResult:
    """Return the step of a command about a phone; the board shows no sign of it."""
    phones = _after(session, command)
    if isinstance(phones, Refused):
        return StepResult(session, None, phones, quiet=True)
    return StepResult(_seated_again(replace(session, phones=phones)), None, ())


def _seated_again(session: Session) -> Session:
    """Seat players of the last game whose phones have returned; return the session."""
    playing, players = session.playing, session.setup.players
    if playing is None or playing.tutorial or not playing.is_over:
        return session
    away = {one.person for one in session.phones} - {one.person for one in players}
    back = [one for one in playing.players if one.bot is None and one.person in away]
    seated = (*players, *back)[:SEATS]
    return replace(session, setup=replace(session.setup, players=seated))


def _smallest(session: Session) -> Seat | None:
    """
    Return the team with the fewest phones, the first of them.

    Prefer a team without a secret, since a new phone cannot see a present secret.
    """
    known, people = secrets(session), players_at_table(session)
    gone = departed_seats(session)
    gone |= {Seat(seat) for seat, one in enumerate(people) if one.bot is not None}
    here = [seat for seat in map(Seat, range(len(people))) if seat not in gone]
    others = [seat for seat in here if not known.is_sealed(seat)]
    return min(
        others or here,
        key=lambda seat: _count(session, people[seat].person),
        default=None,
    )


def release_phones(session: Session, person: Person) -> Session:
    """Return the table with a person's phones assigned to no person."""
    phones = (_nobodys(one) if one.person == person else one for one in session.phones)
    return replace(session, phones=tuple(phones))


def confirm_phone(session: Session, key: str, *, made: bool) -> Session:
    """
    Return the table after an action by a phone.

    The phone is not lost, so the phone that replaced it is removed. A phone that came
    late and now made the complete secret may see that secret.

    Args:
        session: The table after the action.
        key: The phone.
        made: True if the action made the whole secret of its player.
    """
    phone = phone_of(session, key)
    if phone is None:
        return session
    here = tuple(one for one in session.phones if one.instead != phone.number)
    session = replace(session, phones=here)
    if phone.late and made:
        return replace(session, phones=_with(session, _seeing(session, phone)))
    return session


def store_phones(now: Now, _: object, done: StepResult) -> StepResult:
    """Remove lost phones whose secret is over, and store the phones if they changed."""
    session = without_lost(done.session, done.outcome)
    if session.phones == now.session.phones:
        return replace(done, session=session) if session is not done.session else done
    kept = PHONES, phones_text(session.phones)
    entry = (done.entry or Entry()).with_settings(kept)
    return replace(done, session=session, entry=entry)


def without_lost(session: Session, outcome: object = None) -> Session:
    """
    Remove each phone that was lost and replaced, once its secret or round is over.

    Its replacement takes its place. If the next round uses the same hand, the
    replacement sees that hand from then on. A phone that was found again is not
    removed: at its first action its replacement was.

    Args:
        session: The table after a step.
        outcome: The facts of the step.
    """
    playing = session.going
    now = epoch(session) if playing else None
    ends = playing and isinstance(outcome, tuple) and playing.engine.result(outcome)
    gone = {one.instead for one in session.phones if ends or one.late != now} - {0}
    if not gone:
        return session
    here = [one for one in session.phones if one.number not in gone]
    for at, one in enumerate(here):
        if one.instead in gone:
            sees = _seeing(session, one) if one.late == now else one
            here[at] = replace(sees, instead=0)
    return replace(session, phones=tuple(here))


def _given(session: Session, key: str, person: Person) -> Phone:
    """Return a phone assigned to a person; it cannot see a secret begun before."""
    known = phone_of(session, key)
    highest = max((one.number for one in session.phones), default=0)
    late = epoch(session) if _is_begun(session, person) else ""
    return Phone(key, known.number if known else 1 + highest, person, late)


def _numbered(session: Session, number: int) -> Phone | None:
    return next((one for one in session.phones if one.number == number), None)


def _nobodys(phone: Phone) -> Phone:
    return Phone(phone.key, phone.number)


def _seeing(session: Session, phone: Phone) -> Phone:
    """Return a phone that may see its person's secret of now, and stays."""
    seat = seat_in_game(session, phone.person)
    if seat is None:
        return phone
    sees = (*phone.sees, secrets(session).of(seat))[-SECRETS:]
    return replace(phone, sees=sees, instead=0)


def _with(session: Session, phone: Phone) -> tuple[Phone, ...]:
    """Return the phones with one that is new, or changed."""
    if phone_of(session, phone.key) is None:
        return (*session.phones, phone)
    return tuple(phone if one.key == phone.key else one for one in session.phones)


def _count(session: Session, person: Person) -> int:
    return sum(one.person == person != NOBODY for one in session.phones)


def _is_begun(session: Session, person: Person) -> bool:
    seat = seat_in_game(session, person)
    return seat is not None and secrets(session).is_begun(seat)


# --- over a restart -----------------------------------------------------------


def phones_text(phones: Iterable[Phone]) -> str:
    """Return the phones as text to store: hashes and numbers, no addresses."""
    return dumps([asdict(one) for one in phones])


def read(settings: Mapping[str, str]) -> tuple[Phone, ...]:
    """Return the stored phones; none if the setting is unreadable."""
    try:
        if PHONES in settings:
            return tuple(map(_read, read_objects(settings[PHONES])))
        old = as_object(read_object(settings.get(OLD, "{}")).get("phones", {}))
        return tuple(_read({**inner(old, key), "key": key}) for key in old)
    except ValueError:
        return ()


def _read(item: JsonObject) -> Phone:
    return Phone(
        text(item, "key"),
        number(item, "number"),
        Person(number(item, "person")),
        text(item, "late"),
        texts(item, "sees"),
        number(item, "instead", 0),
    )
