"""Differences between two judges are found, and the games cover the rules."""

import pytest

from tests.referee import questions, referee
from tests.referee.differences import differences, referees_judgement

# what one judge gets wrong: the referee's function, and the mistaken one
FAULTS = {
    "bonus mode begins with four hidden": (
        "is_bonus",
        lambda header, past: (
            questions.needed(header, past).total() - len(referee.taps(past, "yes")) < 5
        ),
    ),
    "a covered symbol is forgotten, and no NO token counts": (
        "taps",
        lambda past, answer: questions.taps(past, answer) if answer == "yes" else [],
    ),
    "a letter takes any number of a piece it needs": (
        "fits",
        lambda header, past, zone, kind: bool(
            referee.built(header, referee.letter_at(header, past, zone))[kind]
        ),
    ),
    "everybody has three guess tokens, whatever the handicap": (
        "tokens_of",
        lambda _header, _name: 3,
    ),
    "the turn never moves": (
        "on_turn",
        lambda header, past: questions.circle(header, past)[0],
    ),
    "who retired may guess again": (
        "sitting",
        lambda header, seekers, played: questions.sitting(
            header, seekers, [e for e in played if e["do"] != "retire"]
        ),
    ),
    "a piece is still hidden while somebody holds it": (
        "in_hand",
        lambda _past: None,
    ),
    "nobody draws for a maker who left": (
        "board_hands",
        lambda header, _past: questions.with_board(header),
    ),
    "undo takes what the board did alone": (
        "to_undo",
        lambda past: min(1, len(questions.this_round(past))),
    ),
    "umlauts are not two letters": ("fold", str.upper),
    "a tie has one winner": (
        "final",
        lambda header, past: (
            said := questions.final(header, past),
            said | {"winners": said["winners"][:1]},
        )[1],
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_one_judge_is_found(fault, monkeypatch):
    """Each mistake about a rule shows within the games that every run plays."""

    def mistaken(lines):
        with monkeypatch.context() as patch:
            patch.setattr(referee, *FAULTS[fault])
            return referees_judgement(lines)

    assert any(differences(referees_judgement, mistaken, [s]) for s in range(60))


def test_the_same_judge_agrees_with_itself():
    """A judge with other `why` sentences has no differences."""

    def with_why(lines):
        return [o | {"why": "a sentence"} for o in referees_judgement(lines)]

    assert differences(referees_judgement, with_why, range(5)) == []


def test_a_judge_who_stops_early_or_lies_is_found():
    """The comparison fails where one of two judges differs, also at the end."""

    def lazy(lines):
        return referees_judgement(lines)[:-1]

    def liar(lines):
        said = referees_judgement(lines)
        return [said[0] | {"answer": "perhaps"}, *said[1:]]

    assert len(differences(referees_judgement, lazy, range(3))) == 3
    found = differences(referees_judgement, liar, range(3))
    assert [d.place for d in found] == [0, 0, 0]
    assert "perhaps" in str(found[0])
