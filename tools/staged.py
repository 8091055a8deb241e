"""The game state for drawings of a board: its word, the taps, the screens."""

from collections.abc import Mapping
from dataclasses import dataclass

import feet
import overlay_sheets as prints
from PIL import Image

from firmware_host.app.content.languages import load_language, load_texts
from firmware_host.board.faces import Face
from firmware_host.board.messages import Refused
from firmware_host.board.pieces import KINDS, Counts, Seat, Zone
from firmware_host.games.contract import Header
from firmware_host.games.decipher.game import decipher
from firmware_host.games.decipher.rules import SetSecret, TapPiece
from firmware_host.picture.maker import draw_maker
from firmware_host.picture.table import draw_table
from firmware_host.picture.zone import draw_zone
from firmware_host.settings.profile import Profile
from firmware_host.words.poses import Pose

#: The word by number of zones; and the zones whose letters are complete.
WORDS = {3: "BOX", 4: "BIRD", 5: "HOBBY", 6: "DRAGON"}
WHOLE = (1, 2, 4, 5)

#: The pieces in front of the board: the distances in mm to the right of its middle and
#: before its front, and the rotation in degrees.
PIECES = (
    (-143.0, -40.0, 62.0),
    (-73.0, -30.0, 108.0),
    (48.0, -22.0, 84.0),
    (110.0, -44.0, 240.0),
    (-11.0, -48.0, 75.0),
    (165.0, -30.0, 20.0),
)

#: The colours of an OLED: the glass and a lit pixel.
GLASS, GLOW = (5, 7, 11), (182, 224, 255)


@dataclass(frozen=True, slots=True)
class Staged:
    """
    The state of a board in a drawing.

    Args:
        face: The content of screens and lamps.
        laid: The pieces in each zone with their poses.
        screens: The picture of each screen, by its name in the profile.
    """

    face: Face
    laid: Mapping[Zone, tuple[Pose, ...]]
    screens: Mapping[str, Image.Image]


def staged(profile: Profile) -> Staged:
    """Return a game on a board: some letters are complete, one answer is shown."""
    word = WORDS[profile.zones]
    face = _face(word)
    laid = {
        Zone(at): _laid(letter, face.zones[at - 1].placed)
        for at, letter in enumerate(word, 1)
    }
    return Staged(face, laid, _screens(profile, face))


def _face(word: str) -> Face:
    language = load_language("en")
    header = Header("decipher", 3, len(word), first_zone=1, language=language)
    game = decipher.start(header)
    secret = SetSecret(Seat(0), word, override=True, entropy=bytes(range(32)))
    game = decipher.fold(game, decipher.act(game, secret))
    for tap in _taps(word, language.alphabet.builds):
        facts = decipher.act(game, tap)
        if isinstance(facts, Refused):  # a question costs now: few pieces are left
            break
        game = decipher.fold(game, facts)
    return decipher.face(game, ("Tina", "Lee", "Ben"))


def _taps(word: str, builds: Mapping[str, Counts]) -> list[TapPiece]:
    """
    Return taps: complete letters, one piece of other letters; a NO before every third.

    After a NO the same piece is tapped in the next zones until one needs it.
    """
    found: list[TapPiece] = []
    for at, letter in enumerate(word, 1):
        needed = [kind for kind, count in zip(KINDS, builds[letter], strict=True)
                  for _ in range(count)]  # fmt: skip
        for kind in needed if at in WHOLE else needed[:1]:
            lacking = [Zone(other) for other, one in enumerate(word, 1)
                       if not builds[one][kind.place]]  # fmt: skip
            refused = [TapPiece(zone, kind) for zone in lacking]
            fresh = [tap for tap in refused if tap not in found]
            if fresh and len(found) % 3 == 1:
                found.append(fresh[-1])
            found.append(TapPiece(Zone(at), kind))
    return found


def _laid(letter: str, placed: Counts) -> tuple[Pose, ...]:
    """Return the placed pieces of a letter, each with room for its foot."""
    left, found = list(placed), []
    for pose in feet.stand(letter, feet.OURS_MM, prints.LETTER_ROOM).poses:
        if left[pose.kind.place]:
            left[pose.kind.place] -= 1
            found.append(pose)
    return tuple(found)


def _screens(profile: Profile, face: Face) -> Mapping[str, Image.Image]:
    texts = load_texts("en")

    def words(message: object) -> str:
        return texts.say(message, "screen")

    found = {"table": draw_table(face.table, words, alive=True),
             "maker": draw_maker(face.maker, words)}  # fmt: skip
    for at in range(1, profile.zones + 1):
        found[str(at)] = draw_zone(face.zones[at - 1], Zone(at), words)
    return {name: found[name] for name in profile.screens}


def glowing(screen: Image.Image) -> Image.Image:
    """Return a screen's picture in the colours of an OLED: light on black glass."""
    large = screen.convert("L").resize((screen.width * 4, screen.height * 4), 0)
    seen = Image.new("RGB", large.size, GLASS)
    seen.paste(GLOW, mask=large)
    return seen
