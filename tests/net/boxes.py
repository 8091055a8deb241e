"""Lists the texts of a face that are cut off, by drawing each screen."""

from functools import lru_cache
from typing import Any
from unittest.mock import patch

from firmware_host.app.content.languages import load_texts
from firmware_host.board.faces import Face, ZoneFace
from firmware_host.board.pieces import ZONES, Zone
from firmware_host.picture import maker, table, type as types
from firmware_host.picture.zone import draw_zone

#: So many screens are remembered; the same ones come again and again.
KEPT = 20_000

#: Fits a text into its box; `cut` looks at the box first.
_fitted = types.fitted


def overfull(face: Face, language: str) -> list[str]:
    """Return each text on *face* that does not go whole into its box; draw the rest."""
    for number, one in zip(ZONES, face.zones, strict=True):
        drawn(one, number, language)
    shown = [face.table, face.local, face.maker]
    return [text for one in shown if one is not None for text in cut(one, language)]


@lru_cache(maxsize=KEPT)
def drawn(face: ZoneFace, number: Zone, language: str) -> None:
    """Draw a zone's screen, whose words are made to fit."""
    draw_zone(face, number, lambda one: load_texts(language).say(one, "screen"))


@lru_cache(maxsize=KEPT)
def cut(screen: Any, language: str) -> tuple[str, ...]:
    """Return each text on one *screen* that ends in dots, or is wider than its box."""
    found: list[str] = []

    def fitted(text: str, width: int, height: int, ladder: Any) -> Any:
        if not types.fits(text, width, height, ladder):
            found.append(f"{text!r} in {width}x{height}")
        return _fitted(text, width, height, ladder)

    def say(message: Any) -> str:
        return load_texts(language).say(message, "screen")

    with patch.object(table, "fitted", fitted), patch.object(types, "fitted", fitted):
        maker.draw_maker(screen, say)
    return tuple(found)
