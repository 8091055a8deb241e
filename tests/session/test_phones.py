"""The seat of each phone, over games, names and seats, and its end."""

import json

import pytest

from firmware_host.board.commands import (
    ALL_PHONES,
    ANY_SEAT,
    AdmitPhone,
    Begin,
    ForgetPhone,
    FreeSeat,
    MovePhone,
    PartPhones,
    Rename,
    ReplacePhone,
    SeatPhone,
    Sit,
    Stand,
)
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import NOBODY, Seat
from firmware_host.games.decipher.rules import SetSecret
from firmware_host.games.game import Leave, Undo, Void
from firmware_host.games.keyword.rules import Deal, TimeUp
from firmware_host.session.acting import Submitted
from firmware_host.session.holders import looks_on, phone_of, seat_of, waiting
from firmware_host.session.identities import players_at_table
from firmware_host.session.phones import OLD, PHONES, SECRETS, phones_text, read
from firmware_host.session.state import Phone
from tests.session.evening import first_evening, playing, then


def after(session, *events):
    """Return the table after all that."""
    for event in events:
        session = then(session, event).session
    return session


def table(*names):
    """Return a table in the lobby at which these sit."""
    return after(first_evening(), *(Sit(name) for name in names))


def seat(session, key):
    """Return where a phone is."""
    phone = phone_of(session, key)
    return None if phone is None else seat_of(players_at_table(session), phone.person)


def blind(session, key):
    """Return True if a phone looks on without secrets."""
    return looks_on(session, phone_of(session, key))


def word(at, text="HOBBY", key=""):
    """Return a word that a seat makes, by a phone or at the board."""
    return Submitted(SetSecret(Seat(at), text, override=True), None, key, (text,))


def kept(done):
    """Return the phones that a step stores, or None."""
    settings = {} if done.entry is None else dict(done.entry.settings)
    return read(settings) if PHONES in settings else None


# --- coming and going ---------------------------------------------------------


def test_a_phone_comes_to_a_place_and_that_is_kept():
    """A hash, a number, and whose it is; and the board shows nothing of it."""
    done = then(table("Ann", "Ben"), SeatPhone("a", Seat(1), alone=True))
    assert (done.outcome, done.quiet) == ((), False)  # pages count the phones
    assert kept(done) == done.session.phones
    assert [one.number for one in done.session.phones] == [1]
    assert seat(done.session, "a") == 1


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (SeatPhone("b", Seat(0), alone=True), "join-taken"),
        (SeatPhone("b", Seat(2), alone=True), "join-taken"),
        (SeatPhone("b", Seat(2)), "join-taken"),
        (ReplacePhone("b", 7), "phone-gone"),
        (MovePhone(1, Seat(2)), "phone-gone"),
        (MovePhone(7, Seat(0)), "phone-gone"),
        (AdmitPhone(1, "b"), "looks-on"),
        (AdmitPhone(1, "a"), "phone-gone"),
        (FreeSeat(Seat(1)), "free-nobody"),
        (FreeSeat(Seat(2)), "free-nobody"),
        (ForgetPhone(7), "phone-gone"),
    ],
)
def test_what_cannot_be_is_refused_and_shown_nowhere(event, code):
    """Lamps and screens are for those who play at the board."""
    session = after(table("Ann", "Ben"), SeatPhone("a", Seat(0)))
    done = then(session, event)
    assert done.outcome == Refused(code)
    assert (done.session, done.entry, done.quiet) == (session, None, True)


def test_a_phone_follows_its_person_and_no_name_or_seat():
    """Over a rename, an erased name, a seat that moves up, and into the next game."""
    session = after(table("Ann", "Ben", "Cem"), SeatPhone("b", Seat(1)))
    session = after(session, Rename(Seat(0), "Zoe"), Rename(Seat(1), "Ann"))
    assert seat(session, "b") == 1
    session = after(session, Rename(Seat(1), ""), Stand(Seat(0)))
    assert seat(session, "b") == 0
    session = after(session, Begin(board_makes=True))
    assert seat(session, "b") == 0


def test_a_place_that_is_left_in_a_game_stays_its_phones():
    """A player who leaves a game keeps the phone; a removed player does not."""
    session = after(playing(board_makes=True, seats=3), SeatPhone("a", Seat(0)))
    session = after(session, SeatPhone("b", Seat(1)), Submitted(Leave(Seat(0))))
    assert seat(session, "a") == 0
    done = then(session, Stand(Seat(1)))
    assert seat(done.session, "b") is None
    assert [one.person for one in kept(done)][1] == NOBODY


def test_a_name_that_comes_again_is_somebody_else():
    session = after(table("Ann"), SeatPhone("a", Seat(0)), Stand(Seat(0)), Sit("Ann"))
    assert seat(session, "a") is None


def test_each_phone_has_a_number_of_its_own():
    """Each phone has a different number and keeps it."""
    session = after(table("Ann", "Ben"), *(SeatPhone(key, Seat(0)) for key in "abc"))
    session = after(session, ForgetPhone(2), SeatPhone("a", Seat(1)))
    numbers = {one.key: one.number for one in session.phones}
    assert numbers == {"a": 1, "c": 3}
    assert after(session, ForgetPhone(ALL_PHONES)).phones == ()


def test_a_team_has_the_fewest_phones_the_first_of_them():
    """
    A new phone gets the team with the fewest phones, the first of several.

    Phones without a player and teams that left do not count.
    """
    session = table("Ann", "Ben")
    assert then(first_evening(), SeatPhone("a", ANY_SEAT)).outcome == Refused(
        "join-no-team"
    )
    session = after(
        session, *(SeatPhone(key, ANY_SEAT) for key in "abc"), PartPhones((1,))
    )
    assert [seat(session, key) for key in "abc"] == [None, 1, 0]
    session = after(playing(board_makes=True, seats=3), Submitted(Leave(Seat(0))))
    assert seat(after(session, SeatPhone("a", ANY_SEAT)), "a") == 1


def test_a_team_without_a_secret_comes_first():
    session = after(playing(board_makes=False), SeatPhone("a", Seat(1)), word(0))
    assert seat(after(session, SeatPhone("b", ANY_SEAT)), "b") == 1


# --- who holds a secret -------------------------------------------------------


def round_of(*events):
    """Return a round that seat 0 makes the word of, with phone a there before it."""
    session = after(table("Ann", "Ben"), SeatPhone("a", Seat(0)))
    return after(session, Begin(board_makes=False), *events)


def test_the_phones_from_before_hold_it_and_no_later_one():
    """Only phones from before the secret are holders, in whatever way others came."""
    making = after(round_of(), SeatPhone("b", Seat(0)))
    session = after(making, word(0), SeatPhone("c", Seat(0)), SeatPhone("d", Seat(1)))
    session = after(session, MovePhone(4, Seat(0)), ReplacePhone("e", 1))
    assert [blind(session, key) for key in "abcde"] == [False, True, True, True, True]
    assert waiting(session, phone_of(session, "a")) == (2, 3, 4, 5)
    assert waiting(session, phone_of(session, "b")) == ()
    session = after(session, Rename(Seat(0), "Zoe"))
    assert not blind(session, "a")
    moved = after(session, MovePhone(1, Seat(1)), MovePhone(1, Seat(0)))
    assert blind(moved, "a")  # whoever goes and comes again comes late


def test_a_holder_alone_lets_one_in():
    """Only a holder of the same seat can let another phone in."""
    session = round_of(word(0), SeatPhone("b", Seat(0)), SeatPhone("c", Seat(1)))
    for key in ("b", "c", "x"):
        assert isinstance(then(session, AdmitPhone(2, key)).outcome, Refused)
    done = then(session, AdmitPhone(2, "a"))
    assert not blind(done.session, "b")
    assert read({PHONES: phones_text(kept(done))}) == done.session.phones
    assert then(done.session, AdmitPhone(2, "a")).outcome == Refused("phone-gone")


def test_a_late_phone_holds_what_it_makes_itself_and_no_other_word():
    """An undo brings the one or the other back."""
    session = after(round_of(), SeatPhone("b", Seat(0)), word(0, "LOYAL", "b"))
    assert not blind(session, "b")
    session = after(session, Submitted(Undo()), word(0, "HOBBY"))
    assert blind(session, "b")
    again = after(session, Submitted(Undo()), word(0, "LOYAL", "b"))
    assert not blind(again, "b")


def test_only_so_many_secrets_are_remembered_of_a_phone():
    session = after(round_of(), SeatPhone("b", Seat(0)))
    for _ in range(SECRETS + 2):
        session = after(session, word(0, "LOYAL", "b"), Submitted(Undo()))
    assert len(phone_of(session, "b").sees) <= SECRETS


def test_a_lost_phone_that_holds_a_secret_goes_only_when_that_is_over():
    """A replaced phone that holds a secret is removed when the secret is over."""
    session = round_of(word(0), ReplacePhone("b", 1))
    assert [one.key for one in session.phones] == ["a", "b"]
    done = then(session, Submitted(session.playing.engine.action({"do": "void"})))
    assert [one.key for one in done.session.phones] == ["b"]
    assert kept(done) == done.session.phones
    assert seat(done.session, "b") == 0


def test_a_hand_that_outlasts_its_round_goes_to_the_replacement_after_the_round():
    """In KEYWORD a hand lasts for the whole game; a round called off does not count."""
    session = playing(seats=2, game="keyword", place="class")
    phones = (SeatPhone("a", Seat(0)), SeatPhone("b", Seat(1)))
    session = after(session, *phones, Submitted(Deal()), ReplacePhone("c", 1))
    session = after(session, Submitted(Void()), Submitted(Deal()))
    assert (blind(session, "c"), seat(session, "c")) == (True, 0)
    done = then(session, Submitted(TimeUp()))
    assert [one.key for one in done.session.phones] == ["b", "c"]
    assert kept(done) == done.session.phones
    session = after(done.session, Submitted(Deal()))
    assert (blind(session, "c"), seat(session, "c")) == (False, 0)
    assert not blind(after(session, SeatPhone("d", Seat(1))), "b")


def test_a_lost_phone_without_a_secret_goes_at_once():
    session = round_of(word(0), SeatPhone("c", Seat(1)), ReplacePhone("b", 2))
    assert [one.key for one in session.phones] == ["a", "b"]
    assert (seat(session, "b"), blind(session, "b")) == (1, False)


def test_a_phone_that_plays_on_is_not_lost():
    """If a replaced phone plays on, its replacement is removed."""
    session = round_of(ReplacePhone("b", 1), word(0, "HOBBY", "a"))
    assert [one.key for one in session.phones] == ["a"]


def test_a_refused_line_is_no_sign_of_a_phone():
    session = round_of(ReplacePhone("b", 1), word(1, "HOBBY", "a"))
    assert [one.key for one in session.phones] == ["a", "b"]


def test_a_place_with_a_secret_is_not_freed():
    session = round_of(word(0), SeatPhone("b", Seat(1)))
    assert then(session, FreeSeat(Seat(0))).outcome == Refused("free-maker")
    assert seat(after(session, FreeSeat(Seat(1))), "b") is None


# --- over a restart -----------------------------------------------------------


def test_everything_of_a_phone_is_read_again():
    phone = Phone("ab", 3, 77, "1.0", ("1.0:cd",), 2)
    assert read({PHONES: phones_text([phone])}) == (phone,)


def test_what_older_boards_kept_is_taken_over():
    """Phones in an older board's setting are read, unless there is a newer setting."""
    item = {"number": 3, "person": 77, "late": "1.0", "sees": ["1.0:cd"]}
    old = {OLD: json.dumps({"code": "BCDF", "phones": {"ab": item}})}
    assert read(old) == (Phone("ab", 3, 77, "1.0", ("1.0:cd",)),)
    assert read({**old, PHONES: "[]"}) == ()


@pytest.mark.parametrize("text", ["", "{", "7", "null", "[1]", '[{"key": "x"}]'])
def test_what_cannot_be_read_is_nobodys_phone(text):
    """An unreadable setting counts as no phones."""
    assert read({PHONES: text}) == ()
    assert read({OLD: text}) == ()
