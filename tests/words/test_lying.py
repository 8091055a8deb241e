"""Pieces lie as in letters that they can still become, whatever their order."""

from dataclasses import replace
from itertools import product

import pytest

from firmware_host.app.content.languages import load_alphabet
from firmware_host.board.pieces import KINDS, Kind, counts_of
from firmware_host.words.lying import choose_poses, forms, is_same_pose, missing
from firmware_host.words.poses import POSES, Pose, build_of

ALPHABET = load_alphabet()
BUILDS = ALPHABET.builds
NONE, ALL = (False,) * 4, (True,) * 4


def fits(build, placed, covered):
    """Return whether no kind has too many pieces, and no covered kind lacks one."""
    for needs, has, no in zip(build, placed, covered, strict=True):
        if has > needs or (no and has != needs):
            return False
    return True


def test_a_zone_can_become_the_letters_that_its_pieces_and_tokens_leave():
    """Each letter that fits is there, and no other one; letters come first."""
    for placed in product(range(3), repeat=4):
        for covered in product((False, True), repeat=4):
            found = forms(ALPHABET, placed, covered)
            fitting = {one for one in BUILDS if fits(BUILDS[one], placed, covered)}
            assert set(found) == (fitting if any(placed) else set())
            assert found == "".join(sorted(found, key=lambda one: (one in "-'", one)))


def test_an_owners_letter_guides_nothing():
    """A letter that an owner has changed is not suggested."""
    owners = replace(ALPHABET, builds={**BUILDS, "N": (2, 1, 0, 0)})
    assert forms(ALPHABET, (3, 0, 0, 0), NONE) == "N"
    assert forms(owners, (3, 0, 0, 0), NONE) == ""
    assert "N" not in forms(owners, (2, 0, 0, 0), NONE)


@pytest.mark.parametrize("letter", sorted(POSES))
def test_a_whole_letter_lies_as_itself(letter):
    """If all pieces are placed the letter is shown complete."""
    build = build_of(letter)
    lie, like = choose_poses(build, letter)
    assert set(lie) == set(POSES[letter])
    assert len(lie) == len(POSES[letter])
    assert like == letter
    assert missing(lie, letter) == ()


@pytest.mark.parametrize("letter", sorted(POSES))
def test_each_piece_on_the_way_lies_in_a_place_of_a_letter_that_is_possible(letter):
    """Any part of a letter is shown as a part of a possible letter."""
    build = build_of(letter)
    for placed in product(*(range(count + 1) for count in build)):
        found = forms(ALPHABET, placed, NONE)
        if not found:
            continue
        lie, like = choose_poses(placed, found)
        assert counts_of([pose.kind for pose in lie]) == placed
        assert like in found
        assert set(lie) <= set(POSES[like])
        assert len(lie) + len(missing(lie, like)) == len(POSES[like])


def test_pieces_lie_as_in_most_letters():
    """A long stick is a stem at the left, as in E, F, H, K, L, M, N and W."""
    (stem,), _ = choose_poses((1, 0, 0, 0), forms(ALPHABET, (1, 0, 0, 0), NONE))
    assert stem == Pose(Kind.LONG_STICK, 4, 24)
    only, _ = choose_poses((1, 0, 0, 0), forms(ALPHABET, (1, 0, 0, 0), ALL))
    assert only == (Pose(Kind.LONG_STICK, 16, 24),)  # an I


def test_a_hyphen_is_the_last_thing_a_short_stick_is_taken_for():
    """A short stick is shown as part of other letters before hyphen and apostrophe."""
    assert forms(ALPHABET, (0, 1, 0, 0), ALL) == "'-"
    lie, _ = choose_poses((0, 1, 0, 0), forms(ALPHABET, (0, 1, 0, 0), NONE))
    assert lie[0] not in (*POSES["-"], *POSES["'"])


def test_sticks_look_alike_after_half_a_turn_and_curves_do_not():
    for kind in KINDS:
        turned = is_same_pose(Pose(kind, 9, 9, 5), Pose(kind, 10, 10, 180))
        assert turned is (kind in {Kind.LONG_STICK, Kind.SHORT_STICK})
    assert not is_same_pose(Pose(KINDS[0], 9, 9), Pose(KINDS[0], 12, 9))
    assert not is_same_pose(Pose(KINDS[0], 9, 9), Pose(KINDS[1], 9, 9))
    assert not is_same_pose(Pose(KINDS[0], 9, 9), Pose(KINDS[0], 9, 9, 20))
