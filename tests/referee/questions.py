"""
Facts about a game, computed from its list of accepted actions each time.

The maker, the covered zones and the seekers in the round are not stored anywhere. An
action is in the list as it came, with the referee's remarks: `answer`; `by` for a pass;
`own` for the board's actions; `closes` for the end of a round, with `row`, its line on
the scoresheet.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.referee.alphabet_by_hand import build, fold

Line = Mapping[str, Any]
Past = list[dict[str, Any]]

# --- the game as a whole ---------------------------------------------------------


def with_board(header: Line) -> bool:
    return header.get("maker") == "board"


def names(header: Line, past: Past) -> list[str]:
    """Everybody who ever sat down, in turn order."""
    return [*header["players"], *(e["by"] for e in past if e["do"] == "join")]


def gone(past: Past) -> set[str]:
    return {e["by"] for e in past if e["do"] == "leave"}


def has_seat(header: Line, past: Past, newcomer: str) -> bool:
    """Whether a chair is free: 4 in the box, 8 where the board makes the words."""
    known = names(header, past)
    taken = len([name for name in known if name not in gone(past)])
    return newcomer not in known and taken < (8 if with_board(header) else 4)


def scored(past: Past) -> list[dict[str, Any]]:
    return [e["row"] for e in past if "row" in e]


def makers_to_come(header: Line, past: Past) -> list[str]:
    """Return the players who still have to make a word, between rounds."""
    if with_board(header):
        return ["board"] * (header.get("rounds", 1) - len(scored(past)))
    seated = list(header["players"])
    owed = seated * 2 if len(seated) == 2 else seated
    owed = owed + names(header, past)[len(seated) :]
    for made in scored(past):
        owed.remove(made["maker"])
    return [name for name in owed if name not in gone(past)]


def maker(header: Line, past: Past) -> str:
    """The puzzle maker of the running round, else of the coming one."""
    if with_board(header):
        return "board"
    running = this_round(past)
    return running[0]["by"] if running else makers_to_come(header, past)[0]


def maker_or_nobody(header: Line, past: Past) -> str | None:
    return None if is_over(header, past) else maker(header, past)


def is_over(header: Line, past: Past) -> bool:
    if any(e["do"] == "end" for e in past):
        return True
    if this_round(past):
        return False
    few = 1 if with_board(header) else 2
    present = [n for n in names(header, past) if n not in gone(past)]
    return len(present) < few or not makers_to_come(header, past)


def columns(header: Line, past: Past) -> list[str]:
    return names(header, past) + ["board"] * with_board(header)


def final(header: Line, past: Past) -> dict[str, Any]:
    """The totals; the board wins only where a lone seeker or team missed a word."""
    totals = dict.fromkeys(columns(header, past), 0)
    for line in scored(past):
        for name, points in line["points"].items():
            totals[name] += points
    rows, people = scored(past), names(header, past)
    if not rows:
        return {"totals": totals, "winners": []}
    missed = any(line["guessed_by"] is None for line in rows)
    may_win = columns(header, past) if len(people) == 1 and missed else people
    most = max(totals[name] for name in may_win)
    return {"totals": totals, "winners": [n for n in may_win if totals[n] == most]}


# --- the round that is running ---------------------------------------------------


def since_reveal(past: Past) -> Past:
    """Return the actions since a word was last revealed."""
    closings = [i for i, e in enumerate(past) if "closes" in e]
    return past[closings[-1] + 1 :] if closings else past


def this_round(past: Past) -> Past:
    """Return the actions since the first secret of the running round, with it."""
    since = since_reveal(past)
    secrets = [i for i, e in enumerate(since) if e["do"] == "secret"]
    return since[secrets[0] :] if secrets else []


def play(past: Past) -> Past:
    """Return the actions since the word was last chosen."""
    running = this_round(past)
    return running[max(i for i, e in enumerate(running) if e["do"] == "secret") + 1 :]


def word(past: Past) -> str:
    return fold([e for e in this_round(past) if e["do"] == "secret"][-1]["word"])


def circle(header: Line, past: Past) -> list[str]:
    """The seekers in turn order, first the one who begins."""
    before = past[: len(past) - len(this_round(past))]
    seated = names(header, before)
    if with_board(header):
        first = len(scored(before)) % len(seated)
        turned = seated[first:] + seated[:first]
    else:
        place = seated.index(maker(header, past))
        turned = seated[place + 1 :] + seated[:place]
    left_early = gone(past[: len(past) - len(play(past))])
    return [name for name in turned if name not in left_early]


def board_hands(header: Line, past: Past) -> bool:
    """Whether the board draws the pieces: it is the maker, or the maker has left."""
    return with_board(header) or maker(header, past) in gone(past)


def tokens_of(header: Line, name: str) -> int:
    option = header.get("guess_tokens", 3)
    return option if isinstance(option, int) else option.get(name, 3)


def sitting(header: Line, seekers: list[str], played: Past) -> list[str]:
    """Return the seekers who are still in the round after the played actions."""
    left = {e["by"] for e in played if e["do"] in {"retire", "leave"}}
    spent = Counter(e["by"] for e in played if e["do"] == "guess")
    return [s for s in seekers if s not in left and spent[s] < tokens_of(header, s)]


def on_turn(header: Line, past: Past) -> str:
    """Return who may tap, ask or pass, computed from the round's first turn."""
    seekers = circle(header, past)
    played = play(past)
    holder = seekers[0]
    for count, event in enumerate(played, start=1):
        still = sitting(header, seekers, played[:count])
        turns = event["do"] in {"pass", "timeup"} or event["answer"] == "yes"
        if turns or holder not in still:
            place = seekers.index(holder)
            after = seekers[place + 1 :] + seekers[: place + 1]
            holder = next((s for s in after if s in still), holder)
    return holder


def time_runs(header: Line, past: Past) -> bool:
    """Return True if a turn's timer is running: a seeker has acted and can act."""
    played = play(past)
    begun = any(e["do"] in {"tap", "guess", "ask", "pass"} for e in played)
    waits = header.get("hand") == "confirm" or board_hands(header, past)
    decides = is_bonus(header, past) and not is_asked(past)
    can_act = not waits or decides or in_hand(past) is not None
    acts = [e["do"] for e in played if e["do"] not in {"hand", "check", "join"}]
    rung = next((n for n, do in enumerate(acts[::-1]) if do != "timeup"), len(acts))
    some = len(sitting(header, circle(header, past), played))
    return bool(header.get("turn_s")) and begun and can_act and rung < some


def built(header: Line, letter: str) -> Counter[str]:
    """The pieces of a letter, as the owner of the box has changed it or as they are."""
    changed = header.get("letters", {})
    return Counter(changed[letter]["pieces"]) if letter in changed else build(letter)


def needed(header: Line, past: Past) -> Counter[str]:
    return sum((built(header, letter) for letter in word(past)), Counter())


def taps(past: Past, answer: str) -> list[tuple[int, str]]:
    return [
        (e["zone"], e["kind"])
        for e in play(past)
        if e["do"] == "tap" and e["answer"] == answer
    ]


def since_yes(past: Past) -> Past:
    """Return the actions since the last Yes."""
    played = play(past)
    placed = [i for i, e in enumerate(played) if e["answer"] == "yes"]
    return played[placed[-1] + 1 :] if placed else played


def in_hand(past: Past) -> str | None:
    """The kind of the piece that a seeker holds; a piece answered No stays in hand."""
    held = [e["kind"] for e in since_yes(past) if e["do"] in {"hand", "tap"}]
    return held[-1] if held else None


def hidden(header: Line, past: Past) -> Counter[str]:
    given = Counter(kind for _, kind in taps(past, "yes"))
    given += Counter([in_hand(past)] if in_hand(past) else [])
    return needed(header, past) - given


def is_bonus(header: Line, past: Past) -> bool:
    return needed(header, past).total() - len(taps(past, "yes")) <= 3


def is_asked(past: Past) -> bool:
    return any(e["do"] == "ask" for e in since_yes(past))


def first_zone(header: Line) -> int:
    length = header["length"]
    option = header.get("first_zone", {})
    if isinstance(option, int):
        return option
    return option.get(str(length), 1 if length > 4 else 2)


def letter_at(header: Line, past: Past, zone: int) -> str:
    """The letter of a zone, empty outside the word."""
    place = zone - first_zone(header)
    return word(past)[place] if 0 <= place < header["length"] else ""


def fits(header: Line, past: Past, zone: int, kind: str) -> bool:
    laid = taps(past, "yes").count((zone, kind))
    return built(header, letter_at(header, past, zone))[kind] > laid
