"""Words of KEYWORD: what makes one valid, which is the longest, and who wins."""

from collections import Counter

from firmware_host.board.messages import Refused
from firmware_host.board.pieces import ZONES, Seat
from firmware_host.games.common import GameEnded
from firmware_host.games.keyword.actions import BLANK, Fact, Laid, Shown
from firmware_host.games.keyword.state import Round, State, apply
from firmware_host.words.language import Language
from firmware_host.words.wide import SHORTEST


def faults(game: State, laid: Laid) -> tuple[str, ...]:
    """
    Return every reason why a shown word is invalid; empty where it is valid.

    Source: rules, part 5, "Round".
    """
    zones = [zone for zone in laid.blue if zone]
    wrong = {
        "blue-only": len(zones) == len(laid.word),
        "card-twice": len(set(zones)) < len(zones),
        "not-in-row": not all(
            _stands(game, letter, zone)
            for letter, zone in zip(laid.word, laid.blue, strict=True)
            if zone
        ),
        "not-a-word": not _counts(game.header.language, laid),
    }
    return tuple(why for why, is_so in wrong.items() if is_so)


def _counts(language: Language, laid: Laid) -> bool:
    """Return whether a word is one, as the board knew when it was laid."""
    known = is_word(language, laid.word) if laid.known is None else laid.known
    return known and len(laid.word) >= SHORTEST


def is_word(language: Language, word: str) -> bool:
    """Return whether the dictionary has *word*, inflections included."""
    return word in language.wide


def _stands(game: State, letter: str, zone: int) -> bool:
    """Return whether the card in *zone* can be *letter*; a blank can be any."""
    return zone in ZONES and game.row[zone - 1] in (letter, BLANK)


def ending(game: State) -> tuple[Fact, ...]:
    """Return the end of the round if everybody is ready for it, else nothing."""
    now = game.round
    if now is None or (now.waiting and not now.ran_out):
        return ()
    shown = _shown(game, now)
    return (shown, *unless_over(apply(game, shown)))


def unless_over(game: State) -> tuple[Fact, ...]:
    """
    Return the end of the game where too few are left to play on.

    Source: rules, part 5: the claim is offered once more before words are counted.
    """
    return () if game.enough or claims(game) else (final(game),)


def _shown(game: State, now: Round) -> Shown:
    """Open all words: the longest wins, then more blue cards, then nobody."""
    wrong = {laid.by: faults(game, laid) for laid in now.laid}
    valid = [laid for laid in now.laid if not wrong[laid.by]]
    ranks = {laid.by: (len(laid.word), sum(map(bool, laid.blue))) for laid in valid}
    best = [seat for seat, rank in ranks.items() if rank == max(ranks.values())]
    pairs = tuple((seat, why) for seat in sorted(wrong) for why in wrong[seat])
    laid = {one.by: one.word for one in now.laid}
    words = tuple(laid.get(Seat(seat), "") for seat in range(game.seats))
    return Shown(best[0] if len(best) == 1 else None, words, pairs)


def missing(game: State, seat: Seat) -> str:
    """Return the letters of the keyword that *seat*'s words lack, sorted."""
    letters = Counter("".join(word.word for word in game.words[seat]))
    return "".join(sorted((Counter(game.keyword) - letters).elements()))


def claims(game: State) -> tuple[Seat, ...]:
    """Return the seats that can spell the keyword now."""
    if game.over:
        return ()
    return tuple(seat for seat in game.players if not missing(game, seat))


def final(game: State, *, claimed_by: Seat | None = None) -> GameEnded:
    """
    Return the end of the game: most words, then most letters, then most blue cards.

    Args:
        game: The game at its end.
        claimed_by: Who has spelled the keyword, and wins; None where nobody has.
    """
    totals = tuple(len(words) for words in game.words)
    if claimed_by is not None:
        return GameEnded(totals, (claimed_by,))
    if not game.results:
        return GameEnded(totals, ())
    ranks = [
        (len(words), sum(len(w.word) for w in words), sum(w.blue for w in words))
        for words in game.words
    ]
    best = max(ranks)
    return GameEnded(
        totals, tuple(Seat(seat) for seat, rank in enumerate(ranks) if rank == best)
    )


def refused_claim(game: State, seat: Seat) -> Refused | None:
    """Return why *seat* cannot claim the keyword; None where it can."""
    if seat not in game.players:
        return Refused("out-of-round")
    lacks = missing(game, seat)
    if lacks:
        return Refused("keyword-missing", values=(("letters", " ".join(lacks)),))
    return None
