"""
A second judge of Decipher, slow and simple.

It shares no code with the product's engine. Its only state is the list of accepted
actions, and everything is computed from that list (`questions.py`). An undo shortens
the list. Open points are listed with their decisions in `open_points.md` beside this
file.

Source: the rules, parts 1 and 2, and the transcript's definition.
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
    """Return the result of one more action, and the new list of accepted ones."""
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


# --- refusals: the first that applies ----------------------------------------------


def first(*reasons: tuple[str, bool]) -> str | None:
    return next((code for code, holds in reasons if holds), None)


def refusal(header: Line, past: Past, action: Line, accepts: Accepts) -> str | None:
    """Return the reason why the action is refused, or None."""
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
    """Refuse a guess or a retirement by anyone but a seeker still in the round."""
    name = action["by"]
    before = past[: len(past) - len(this_round(past))]
    seated = name in names(header, before) and name != maker(header, past)
    still = sitting(header, circle(header, past), play(past))
    return first(("not-a-seeker", not seated), ("out-of-round", name not in still))


def guess_refusal(header: Line, past: Past, action: Line) -> str | None:
    said = fold(action["word"])
    wrong = {fold(e["word"]) for e in play(past) if e["do"] == "guess"} - {""}
    # a human maker judged the spoken guess as wrong, and its word is not stored
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
    Return how many accepted actions an undo removes.

    They are a person's last action and the board's actions after it. Joining and
    leaving count, also between rounds. An undo does not go back over a word that the
    board has drawn.
    """
    running = this_round(past)
    drawn = running and running[0]["own"]
    backwards = list(reversed(running if drawn else since_reveal(past)))
    persons = [i for i, e in enumerate(backwards) if not e["own"]]
    return persons[0] + 1 if persons else 0


# --- the meaning of an accepted action ---------------------------------------------


def remarks(header: Line, past: Past, action: Line) -> dict[str, Any]:
    """Return the remarks beside an action that later questions need."""
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
    """Return True if the word is guessed, no seeker is left, or all have passed."""
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
