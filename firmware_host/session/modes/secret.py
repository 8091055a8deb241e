"""
The maker's secret on the board alone: on the maker's own screen, or by tiles.

Nothing of it goes anywhere else: zones stay as they were, no sound is made, and whoever
looks on is told nothing before the word stands. A board without a maker's screen takes
tiles on the rack, and shows everybody how many there are.
"""

from firmware_host.board.events import PLAYER_BUTTONS, Button, Pressed
from firmware_host.board.faces import Face, TableFace
from firmware_host.board.messages import Message, Refused, say
from firmware_host.board.record import replace
from firmware_host.games.requests import GuessRequest, SecretRequest
from firmware_host.session.acting import InGame, Now
from firmware_host.session.mode import Mode
from firmware_host.session.modes import spelling
from firmware_host.session.modes.guess import Guess
from firmware_host.session.modes.unseen import Unseen
from firmware_host.session.result import StepResult
from firmware_host.session.state import Playing, Session
from firmware_host.words.language import Language
from firmware_host.words.twins import is_rare, twins


class Secret(Unseen[SecretRequest]):
    """
    The maker's word.

    Args:
        off: True once what goes with the word has been switched off.
    """

    off: bool = False

    @classmethod
    def first(
        cls, now: InGame, request: SecretRequest, button: Button
    ) -> StepResult | None:
        """Return the first letter of a word, or the cross that replaces one."""
        session, playing = now.session, now.playing
        fresh = cls.begun(session.mode, request, request.maker)
        if not request.replaces:
            return fresh.zone(now, button)
        idle = playing.means(Pressed(button)) is None
        again = button is Button.CROSS and idle and session.racked is None
        return now.keep(fresh) if again else None

    # --- what it hears ---

    def press(self, now: InGame, button: Button) -> StepResult | None:
        """Return what a button does to the word."""
        guess = now.session.request(GuessRequest)
        if guess is not None and button in PLAYER_BUTTONS:
            return Guess.call(now, guess, button)
        if button is Button.TICK:
            return self._give(now)
        if button is Button.CROSS:  # without a letter the maker makes no word just now
            return now.keep(self.without_last() or self.under)
        whole = all(self.letters)  # before, no screen says what can be switched
        if self.request.switch and button in PLAYER_BUTTONS and whole:
            return now.keep(replace(self, off=not self.off))
        return self.zone(now, button)

    def zone(self, now: Now, button: Button) -> StepResult | None:
        """Step the letter of a zone, on the screen that the maker alone sees."""
        return super().zone(now, button) if now.session.own_screen else None

    def misfit(self, letter: str) -> Refused:
        """Return why a tile's letter is not added, as of a word that is set."""
        if letter not in self.request.letters:
            return Refused("word-letters", values=(("letters", letter),))
        length = self.request.length
        counts = (("has", length + 1), ("needs", length))
        return Refused("word-length", values=counts)

    # --- what is given ---

    def says(self, button: Button) -> bool:
        """Tell whether the tick overrules the dictionary."""
        return button is Button.TICK and self._is_unknown

    @property
    def _is_unknown(self) -> bool:
        unknown = self.refused is not None and self.refused.code == "word-unknown"
        return self.request.overrules and unknown

    def said(self, now: InGame, button: Button) -> StepResult | None:
        """Let a word stand that no dictionary has."""
        del button
        return self._give(now, override=True)

    def _give(self, now: InGame, *, override: bool = False) -> StepResult:
        """Let the word stand, or tell its maker alone why it cannot."""
        line = spelling.line(now.playing, self.request, self.seat, self.word)
        if self.request.switch:
            line[self.request.switch] = "off" if self.off else "on"
        if override:
            line["override"] = True
        return self.given(now, line, Pressed(Button.TICK))

    # --- whether it still stands ---

    def stands(self, playing: Playing, request: SecretRequest) -> bool:
        """Tell whether the maker makes it still: once it is set, it is played."""
        del playing
        is_set = request.replaces and not self.request.replaces
        return request.maker == self.seat and not is_set

    # --- what it looks like ---

    def announces(self, session: Session) -> bool:
        """Tell whether the table counts the tiles: there is no screen of one's own."""
        return not session.own_screen

    def hides(self, session: Session, other: Mode) -> bool:
        """Tell whether a letter came or went, and no more; nobody is told of that."""
        kinds = (Secret, type(self.under))
        return session.own_screen and isinstance(other, kinds)

    def render(self, now: InGame, face: Face, names: tuple[str, ...]) -> Face:
        """Return the face with the word on the maker's own screen."""
        if not now.session.own_screen:
            last = self.last if all(self.letters) else None
            hint = last or self.by_tiles(now.session, names[self.seat])
            begun = any(self.letters)
            return replace(face, table=_hint(face.table, hint, begun=begun))
        note = say("own-spell", name=names[self.seat])
        if self.refused is not None:
            note = say("own-unknown") if self._is_unknown else self.refused.reason
        elif all(self.letters):
            language = now.playing.header.language
            note = self.last or self._warning(language) or say("own-give")
        return replace(face, maker=self.own_face(note))

    def _warning(self, language: Language) -> Message | None:
        """Return what its maker may want to know of the whole word; it is taken."""
        if is_rare(self.word, language):
            return say("own-rare")
        found = twins(self.word, language) if self.request.built else ()
        return say("own-twin", word=found[0]) if found else None

    @property
    def last(self) -> Message | None:
        """What goes with the whole word, in words; None where nothing does."""
        if not self.request.switch:
            return None
        return say(f"own-{self.request.switch}-{'off' if self.off else 'on'}")


def _hint(table: TableFace, hint: Message, *, begun: bool) -> TableFace:
    """Say how a word is made here; what the game has to say last stays beside it."""
    if table.note is None or begun:
        return replace(table, note=hint)
    return replace(table, status=hint)
