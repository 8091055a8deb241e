"""The comparison of two judges finds what differs."""

from tests.referee.differences import differences, referees_judgement


def test_the_same_judge_agrees_with_itself():
    """Sentences are not compared."""

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
