"""
What the board tells a seeker for points: how many words are left, a letter, a zone.

A hint follows from what everybody sees and from a list of words: nothing here knows
the word of the round.

Source: docs/rules/decipher.md, "Hints"; a ruling of ours.
"""

from functools import lru_cache

from firmware_host.board.messages import Refused
from firmware_host.board.pieces import BOARD, Counts, Kind, Seat, Zone
from firmware_host.games.decipher import evidence
from firmware_host.games.decipher.actions import LEFT, ZONE, Hinted
from firmware_host.games.decipher.score import price
from firmware_host.games.decipher.view import PublicView
from firmware_host.words.index import WordIndex, index_of
from firmware_host.words.language import Language


def ask(
    view: PublicView, language: Language, level: str, *, by: Seat, about: str
) -> Hinted | Refused:
    """
    Return a hint, or why there is none.

    It goes by all words that the board could have drawn, where the board makes them;
    where a person has made this one, by all that may be played.

    Args:
        view: What everybody may know, in a round.
        language: The one that is played.
        level: Which words the board draws.
        by: Who asks, a seeker in the round.
        about: One of `actions.ABOUT`.
    """
    drawn = level if view.maker == BOARD else None
    index = index_of(language, view.length, drawn)
    fits = evidence.fitting(view, index)
    costs = price(about, view.length)
    if about == LEFT:
        return Hinted(by, about, costs, left=fits.bit_count())
    if not fits:
        return Refused("hint-no-words")
    if about == ZONE:
        kind = view.holding
        if kind is None:
            return Refused("no-piece")
        return Hinted(by, about, costs, at=_likeliest(view, index, fits, kind))
    found = _excluded(view, language, index, fits)
    if found is None:
        answered = any(map(any, (*view.placed, *view.covered)))
        return Refused("hint-none" if answered else "hint-early")
    zone, letter = found
    return Hinted(by, about, costs, at=zone, letter=letter)


def _likeliest(view: PublicView, index: WordIndex, fits: int, kind: Kind) -> Zone:
    """Return the zone where most words want a piece; of equals the first."""
    zones = map(Zone, view.question.answers)
    return max(
        zones,
        key=lambda zone: evidence.yes(
            view, index, fits, kind=kind, zone=zone
        ).bit_count(),
    )


def _excluded(
    view: PublicView, language: Language, index: WordIndex, fits: int
) -> tuple[Zone, str] | None:
    """
    Return the letter that is worth most to be rid of, with its zone; None for none.

    The pieces in the zone allow it, no word that fits has it there. Of all such it is
    the one that words most often have there, among those that the pieces allow.
    """
    told = {(zone, letter) for *_, zone, letter in view.hinted}
    best, most = None, 0.0
    usual = _usual(index, "".join(filter(str.isalpha, language.tiles)))
    for at, (placed, covered) in enumerate(zip(view.placed, view.covered, strict=True)):
        zone, builds = Zone(view.first_zone + at), language.alphabet.builds
        allowed = {
            letter: count
            for letter, count in usual[at]
            if _may_be(builds[letter], placed, covered)
        }
        everything = sum(allowed.values())
        for letter, count in allowed.items():
            new = (zone, letter) not in told
            share = count / everything
            if new and share > most and not fits & index.letter(at, letter):
                best, most = (zone, letter), share
    return best


def _may_be(build: Counts, placed: Counts, covered: Counts) -> bool:
    """Tell whether a letter can become of the pieces that lie in a zone."""
    return all(
        needs == has if no else needs >= has
        for needs, has, no in zip(build, placed, covered, strict=True)
    )


@lru_cache(maxsize=4)
def _usual(index: WordIndex, letters: str) -> tuple[tuple[tuple[str, int], ...], ...]:
    """Return by place each letter with the number of words that have it there."""
    return tuple(
        tuple(
            (letter, count)
            for letter in letters
            if (count := index.letter(at, letter).bit_count())
        )
        for at in range(index.length)
    )
