"""
A second opinion on Decipher, slow and obvious.

It shares no line and no idea with the product's engine. It keeps no state but the
list of what was accepted; every question is answered by reading that list again
(`questions.py`). To undo is to make the list shorter.

Source: the house's rules, parts 1 and 2, and the transcript's definition. What they
leave open is listed, with what was chosen, in `open_points.md` beside this file.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from tests.referee.alphabet_by_hand import PIECES, alphabet, fold, tiles
from tests.referee.questions import (
    Line,
    Past,
    board_hands,
    built,
    circle,
    columns,
    final,
    fits,
    gone,
    has_seat,
    hidden,
    in_hand,
    is_asked,
    is_bonus,
    is_over,
    letter_at,
    maker,
    names,
    on_turn,
    play,
    scored,
    since_reveal,
    sitting,
    taps,
    this_round,
    time_runs,
    tokens_of,
    word,
)

Accepts = Callable[[str], bool]


def judge(lines: Iterable[Line], accepts: Accepts) -> list[dict[str, Any]]:
    """
    Say what `replay --json` must print for a transcript, without its sentences.

    Args:
        lines: the header, then one action each.
        accepts: whether a folded word stands in the dictionary.
    """
    header, *actions = lines
    past: Past = []
    printed = []
    for number, action in enumerate(actions, start=2):
        (answer, *more), past = hear(header, past, action, accepts)
        printed += [{"line": number, **answer}, *more]
    return printed


def hear(
    header: Line, past: Past, action: Line, accepts: Accepts
) -> tuple[list[dict[str, Any]], Past]:
    """Say what one more action brings, and what has been accepted from then on."""
    slip = refusal(header, past, action, accepts)
    if slip is not None:
        return [{"refused": slip}], past
    if action["do"] == "undo":
        return [{"answer": "ok"}], past[: len(past) - to_undo(past)]
    event = {**action, **remarks(header, past, action)}
    future = [*past, event]
    told = {key: action[key] for key in ("left", "at", "letter") if key in action}
    said = [{"answer": event["answer"], **(told if action["do"] == "hint" else {})}]
    if event["answer"] == "yes" and is_bonus(header, future) > is_bonus(header, past):
        said[0]["bonus"] = True
    if action["do"] == "void":
        event["closes"] = True
    elif has_ended(header, future):
        event["row"] = row(header, future)
        event["closes"] = True
        said.append(event["row"])
    if is_over(header, future):
        said.append(final(header, future))
    return said, future


# --- what is refused: the first that is true -------------------------------------


def first(*reasons: tuple[str, bool]) -> str | None:
    return next((code for code, holds in reasons if holds), None)


def refusal(header: Line, past: Past, action: Line, accepts: Accepts) -> str | None:
    """Why the action is refused, or None."""
    do = action["do"]
    if is_over(header, past):
        return "game-over"
    if do == "end":
        return None
    if do == "join":
        return first(("no-seat", not has_seat(header, past, action["by"])))
    if do == "leave":
        return first(("out-of-round", action["by"] in gone(past)))
    if do == "undo":
        return first(("nothing-to-undo", to_undo(past) == 0))
    if do == "secret":
        return secret_refusal(header, past, action, accepts)
    if not this_round(past):
        return "no-round"
    ask = {"hand": hand_refusal, "tap": tap_refusal, "guess": guess_refusal}
    ask |= {"hint": hint_refusal, "timeup": timeup_refusal}
    ask |= {"retire": seeker_refusal, "ask": bonus_refusal, "pass": bonus_refusal}
    return ask[do](header, past, action) if do in ask else None


def secret_refusal(
    header: Line, past: Past, action: Line, accepts: Accepts
) -> str | None:
    """A word may come from the maker alone, until the first hand, tap or guess."""
    running = this_round(past)
    begun = {e["do"] for e in running} & {"hand", "tap", "guess"}
    absent = maker(header, past) in gone(past)
    said = fold(action["word"])
    need = sum((built(header, letter) for letter in said), Counter())
    return first(
        ("not-the-maker", action["by"] != maker(header, past) or absent),
        ("too-late", bool(begun)),
        ("word-length", len(said) != header["length"]),
        ("word-letters", not set(said) <= set(alphabet(header["language"]))),
        ("word-tiles", any(said.count(letter) > tiles(letter) for letter in said)),
        ("word-pieces", any(need[kind] > PIECES[kind] for kind in PIECES)),
        ("word-unknown", not action.get("override") and not accepts(said)),
    )


def hand_refusal(header: Line, past: Past, action: Line) -> str | None:
    return first(
        ("piece-in-hand", in_hand(past) is not None),
        ("ask-first", is_bonus(header, past) and not is_asked(past)),
        ("none-hidden", not hidden(header, past)[action["kind"]]),
    )


def tap_refusal(header: Line, past: Past, action: Line) -> str | None:
    zone, kind = action["zone"], action["kind"]
    held = in_hand(past)
    by_itself = header.get("hand", "tap") == "tap" and not board_hands(header, past)
    return first(
        ("ask-first", is_bonus(header, past) and not held and not is_asked(past)),
        ("outside-word", not letter_at(header, past, zone)),
        ("other-kind", held not in {None, kind}),
        ("no-piece", not held and not by_itself),
        ("none-hidden", not held and not hidden(header, past)[kind]),
        ("zone-covered", (zone, kind) in taps(past, "no")),
    )


def bonus_refusal(header: Line, past: Past, action: Line) -> str | None:
    return first(
        ("not-bonus", not is_bonus(header, past)),
        ("already-asked", is_asked(past) or in_hand(past) is not None),
        ("none-left", action["do"] == "ask" and not hidden(header, past)),
    )


def seeker_refusal(header: Line, past: Past, action: Line) -> str | None:
    """Only a seeker who is still in may guess or retire; who left is out of all."""
    name = action["by"]
    before = past[: len(past) - len(this_round(past))]
    seated = name in names(header, before) and name != maker(header, past)
    still = sitting(header, circle(header, past), play(past))
    return first(("not-a-seeker", not seated), ("out-of-round", name not in still))


def guess_refusal(header: Line, past: Past, action: Line) -> str | None:
    said = fold(action["word"])
    wrong = {fold(e["word"]) for e in play(past) if e["do"] == "guess"} - {""}
    # a maker of flesh and blood heard something wrong, and nobody wrote it down
    heard = action.get("spoken") and said == "" and not board_hands(header, past)
    return seeker_refusal(header, past, action) or first(
        ("guess-length", len(said) != header["length"] and not heard),
        ("guess-letters", not set(said) <= set(alphabet(header["language"]))),
        ("guess-again", said in wrong),
    )


def hint_refusal(header: Line, past: Past, action: Line) -> str | None:
    """A house must want hints; each seeker has each of them once in a round."""
    had = [(e["by"], e["about"]) for e in play(past) if e["do"] == "hint"]
    zone = action["about"] == "zone"
    return (
        first(("hints-off", header.get("hints", "off") == "off"))
        or seeker_refusal(header, past, action)
        or first(
            ("no-piece", zone and in_hand(past) is None),
            ("hint-again", (action["by"], action["about"]) in had),
        )
    )


def timeup_refusal(header: Line, past: Past, _action: Line) -> str | None:
    return first(("too-late", not time_runs(header, past)))


def to_undo(past: Past) -> int:
    """
    How many accepted actions go: a person's last one and what the board added.

    Sitting down and going home are such actions, between two rounds too. The word
    that the board draws begins a round, and nothing before it comes back.
    """
    running = this_round(past)
    drawn = running and running[0]["own"]
    backwards = list(reversed(running if drawn else since_reveal(past)))
    persons = [i for i, e in enumerate(backwards) if not e["own"]]
    return persons[0] + 1 if persons else 0


# --- what an accepted action means -----------------------------------------------


def remarks(header: Line, past: Past, action: Line) -> dict[str, Any]:
    """What must be noted beside an action to read the list again later."""
    do = action["do"]
    noted = {"answer": "ok", "own": do == "secret" and action["by"] == "board"}
    if do == "hand":
        noted["own"] = board_hands(header, past)
    if do == "pass":
        noted["by"] = on_turn(header, past)
    if do == "tap":
        fit = fits(header, past, action["zone"], action["kind"])
        noted["answer"] = "yes" if fit else "no"
    if do == "guess":
        right = fold(action["word"]) == word(past)
        noted["answer"] = "right" if right else "wrong"
    return noted


def has_ended(header: Line, past: Past) -> bool:
    """Guessed, or nobody still in, or all who are in have passed since the asking."""
    if past[-1]["do"] == "end" or not this_round(past):
        return False
    played = play(past)
    asks = [i for i, e in enumerate(played) if e["do"] == "ask"]
    lately = played[asks[-1] :] if asks else played
    passed = {e["by"] for e in lately if e["do"] == "pass"}
    still = set(sitting(header, circle(header, past), played))
    return past[-1]["answer"] == "right" or still <= passed


def row(header: Line, past: Past) -> dict[str, Any]:
    """The row of the scoresheet for the round that has just ended."""
    played = play(past)
    guesses = Counter(e["by"] for e in played if e["do"] == "guess")
    asked = sum(e["do"] == "ask" for e in played)
    by = next((e["by"] for e in played if e["answer"] == "right"), None)
    points = dict.fromkeys(columns(header, past), 0)
    for seeker in circle(header, past):
        points[seeker] = tokens_of(header, seeker) - guesses[seeker]
    if by:
        points[by] += 5 + 2 * (3 - asked)
    for hint in (e for e in played if e["do"] == "hint"):
        points[hint["by"]] -= hint["price"]
    points = {name: max(earned, 0) for name, earned in points.items()}
    covered = len(taps(past, "no"))
    points[maker(header, past)] = (
        covered + 2 * asked + guesses.total() + (0 if by else 5)
    )
    return {
        "round": len(scored(past)) + 1,
        "word": word(past),
        "maker": maker(header, past),
        "guessed_by": by,
        "points": points,
    }
