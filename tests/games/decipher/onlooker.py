"""An observer of a round of Decipher, who computes a word's answers independently."""

from collections import Counter

from firmware_host.app.content.languages import load_language
from firmware_host.board.events import Woke
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import BOARD, KINDS, Seat, Zone
from firmware_host.games.contract import Header
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import (
    Answered,
    AskForPiece,
    Guess,
    Guessed,
    Handed,
    HandOver,
    PassTurn,
    SetSecret,
    TapPiece,
)
from tests.games.play import ENTROPY

#: The letters as a person reads them off the rule, not as the house has them.
BUILDS = {
    letter: Counter(kinds)
    for letters, kinds in {
        "AH": "rry", "MW": "rryy", "LT": "ry", "R": "ryg", "FKZ": "ryy", "E": "ryyy",
        "U": "gyy", "I": "r", "B": "rgg", "C": "b", "VX": "rr", "N": "rrr", "Y": "yyy",
        "J": "yg", "P": "rg", "D": "rb", "G": "by", "O": "bb", "Q": "bby", "S": "gg",
        "-'": "y",
    }.items()
    for letter in letters
}  # fmt: skip
BOX = Counter(r=16, y=16, b=8, g=8)
SHORT = {kind: kind.value[0] for kind in KINDS}


class Played:
    """The observed events of a round."""

    def __init__(self, header: Header):
        self.header, self.game = header, decipher.start(header)
        self.lines = []

    @property
    def word(self) -> str:
        """The word, which the maker knows."""
        return self.game.round.puzzle.word

    def do(self, action) -> None:
        """Take an action; a refused one leaves no line."""
        outcome = decipher.act(self.game, action)
        if isinstance(outcome, Refused):
            return
        self.game = decipher.fold(self.game, outcome)
        self.lines += [line for fact in outcome if (line := _line(fact))]
        now = self.game.round
        if now is not None and now.touched:
            self.lines.append(("bonus", sum(now.hidden) if now.bonus_mode else None))


def _line(fact):
    match fact:
        case Handed(kind=kind):
            return ("hand", SHORT[kind])
        case Answered(zone=zone, kind=kind, yes=yes):
            return ("tap", zone, SHORT[kind], yes)
        case Guessed(word=word):
            return ("guess", word)
        case _:
            return None


class Maker:
    """A puzzle maker with a word and a box of pieces, who computes the answers."""

    def __init__(self, word: str):
        self.word, self.first = word, 1 if len(word) >= 5 else 2
        self.letters = [Counter(BUILDS[letter]) for letter in word]
        self.hidden = sum(self.letters, Counter())
        self.can = not self.hidden - BOX
        self.bonus, self.in_hand = self.hidden.total() <= 3, False

    def agrees(self, line) -> bool:
        """Return True if this event is right for the word."""
        match line:
            case ("hand", kind):
                return self._takes(kind)
            case ("tap", at, kind, yes):
                return (self.in_hand or self._takes(kind)) and self._taps(at, kind, yes)
            case ("guess", guessed):
                return guessed != self.word
            case (_, left):
                return left == (self.hidden.total() if self.bonus else None)

    def _takes(self, kind) -> bool:
        self.hidden[kind] -= 1
        self.in_hand = True
        return self.hidden[kind] >= 0

    def _taps(self, at, kind, yes) -> bool:
        letter = self.letters[at - self.first]
        if (letter[kind] > 0) is not yes:
            return False
        if yes:
            letter[kind] -= 1
            self.in_hand = False
            self.bonus = self.bonus or self.hidden.total() == 3
        return True


def answers(word, played) -> bool:
    """Return True if a maker of *word* would have given all observed answers."""
    maker = Maker(word)
    return maker.can and all(maker.agrees(line) for line in played.lines)


def a_round(rnd, code, *, board_makes, length=0) -> Played:
    """Play a round up to somewhere, by chance alone; of any length for 0."""
    language, length = load_language(code), length or rnd.choice((3, 4, 5, 6))
    settled = {"seats": 2, "length": length, "board_makes": board_makes, "rounds": 2}
    options = (("words", "all"),)
    played = Played(Header("decipher", **settled, options=options, language=language))
    words = language.common.words(length)
    person = SetSecret(Seat(0), rnd.choice(words), entropy=ENTROPY)
    played.do(SetSecret(BOARD, entropy=rnd.randbytes(32)) if board_makes else person)
    for _ in range(rnd.randrange(1, 40)):
        if played.game.round is None or not played.game.round.seekers:
            break
        woke = decipher.interpret(played.game, Woke())
        action = woke or _some(rnd, played.game.round, length, words)
        if action != Guess(played.game.round.turn, played.word):
            played.do(action)
    return played


def _some(rnd, now, length, words):
    """Something that a seeker may try; mostly a tap of the piece in hand."""
    zone = Zone(now.puzzle.first_zone + rnd.randrange(length))
    kind = now.holding or rnd.choice(
        [one for one in KINDS if now.hidden[one.place]] or KINDS
    )
    some = Guess(now.turn, rnd.choice(words))
    return rnd.choice(
        [TapPiece(zone, kind)] * 12 + [HandOver(kind), AskForPiece(), PassTurn(), some]
    )
