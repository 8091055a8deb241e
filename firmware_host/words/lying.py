"""
The poses of a zone's pieces while its letter is incomplete.

They depend on public facts alone: the pieces and NO tokens of the zone.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from math import hypot

from firmware_host.board.pieces import KINDS, Counts
from firmware_host.words.alphabet import Alphabet
from firmware_host.words.poses import DEEP, POSES, Pose, build_of

#: Two pieces lie alike if their middles are nearer than this and they are turned alike.
NEAR, ALIKE_DEGREES = 3, 12

#: The number of cached ways in which pieces can lie, and of cached zones.
KEPT, KEPT_FORMS = 512, 64

#: The pieces that each letter is drawn from.
_DRAWN = {letter: build_of(letter) for letter in POSES}


@lru_cache(maxsize=KEPT_FORMS)
def forms(
    alphabet: Alphabet,
    placed: Counts,
    covered: tuple[bool, bool, bool, bool],
) -> str:
    """
    Return the letters that a zone can still become, as far as they can be drawn.

    Letters come before hyphen and apostrophe, which hardly any word has.

    Args:
        alphabet: The pieces of each letter in this box.
        placed: The number of pieces of each kind in the zone.
        covered: For each kind, True if a NO token covers it in the zone.
    """
    if not any(placed):
        return ""
    fitting = [
        letter
        for letter, build in alphabet.builds.items()
        if _DRAWN.get(letter) == build and _fits(build, placed, covered)
    ]
    return "".join(sorted(fitting, key=lambda letter: (not letter.isalpha(), letter)))


def _fits(build: Counts, placed: Counts, covered: Sequence[bool]) -> bool:
    """Return True if a letter has all placed pieces, and no more of a covered kind."""
    return all(
        has <= needs and not (no and has < needs)
        for needs, has, no in zip(build, placed, covered, strict=True)
    )


@lru_cache(maxsize=KEPT)
def choose_poses(placed: Counts, letters: str) -> tuple[tuple[Pose, ...], str]:
    """
    Return the poses of a zone's pieces, and a letter in which they have these poses.

    The poses are those that most of *letters* share, so that the next piece rarely
    moves another.

    Args:
        placed: The number of pieces of each kind in the zone.
        letters: The possible letters, the likelier first; at least one.
    """
    ways = [(way, letter) for letter in letters for way in _ways(letter, placed)]
    return max(
        ways,
        key=lambda one: (
            sum(_contains(other, one[0]) for other in letters if other.isalpha()),
            one[1].isalpha(),
            -len(POSES[one[1]]),
        ),
    )


def missing(lie: Sequence[Pose], letter: str) -> tuple[Pose, ...]:
    """Return the poses of a letter that are not among the placed ones."""
    return tuple(pose for pose in POSES[letter] if pose not in lie)


def _ways(letter: str, placed: Counts) -> Iterator[tuple[Pose, ...]]:
    """Yield each choice of a letter's places for a number of pieces of each kind."""
    poses = POSES[letter]
    of_kind = (
        combinations([pose for pose in poses if pose.kind is kind], placed[kind.place])
        for kind in KINDS
    )
    for chosen in product(*of_kind):
        taken = [pose for some in chosen for pose in some]
        yield tuple(sorted(taken, key=poses.index))


@cache
def _contains(letter: str, way: tuple[Pose, ...]) -> bool:
    """Return True if a letter has a different piece in the same pose for each pose."""
    free = list(POSES[letter])
    for pose in way:
        same = next((one for one in free if is_same_pose(one, pose)), None)
        if same is None:
            return False
        free.remove(same)
    return True


def is_same_pose(one: Pose, other: Pose) -> bool:
    """Return True if two poses look the same; a stick looks the same at 180 degrees."""
    if one.kind is not other.kind:
        return False
    whole = 360 if one.kind in DEEP else 180
    turn = (one.turn - other.turn) % whole
    near = hypot(one.x - other.x, one.y - other.y) < NEAR
    return near and min(turn, whole - turn) < ALIKE_DEGREES
