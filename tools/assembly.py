"""Write the assembly instructions of a board, steps with checks, in all languages."""

import math
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from harness import COLOUR_NAMES
from reach import BUILDS, card_needed
from wires import ADAPTER, BUS, PI, PI_NAMES, PICO, PICO_NAMES, Wire, pulls, wires

from firmware_host.languages import FIRST
from firmware_host.settings.profile import Profile

#: The languages, each with a file of steps in this folder.
LANGUAGES = sorted(
    path.suffixes[0][1:] for path in Path(__file__).parent.glob("steps.*.toml")
)

#: Steps without wires: for every board, and one for boards with tags.
ALWAYS, TAGS = ("card", "cover", "last"), "tags"

#: The texts of each language: of the page, the steps, places and colours.
WORDS: Mapping[str, Mapping[str, Any]] = {
    code: tomllib.loads(
        Path(__file__).with_name(f"steps.{code}.toml").read_text(encoding="utf-8")
    )
    for code in LANGUAGES
}


@dataclass(frozen=True, slots=True)
class BuildStep:
    """
    A step of a board's assembly.

    Args:
        key: Its name, as in the tables of texts and in `wires`.
        laid: The wires that are mounted in it.
    """

    key: str
    laid: tuple[Wire, ...]

    @property
    def picture(self) -> str:
        """The name of its picture; empty if no pin of Pi, Pico or strip is used."""
        drawn = any(wire.carries != "USB" and wire.box != ADAPTER for wire in self.laid)
        return f"{self.key}.svg" if drawn else ""


def steps(profile: Profile) -> tuple[BuildStep, ...]:
    """Return the steps that a board needs, in order."""
    laid: dict[str, list[Wire]] = {}
    for wire in wires(profile):
        laid.setdefault(wire.step, []).append(wire)
    order = tuple(WORDS[FIRST]["steps"])
    if unknown := laid.keys() - set(order):
        msg = f"steps.en.toml has no words for {', '.join(unknown)}"
        raise SystemExit(msg)
    tagged = profile.input != "buttons"
    return tuple(
        BuildStep(key, tuple(laid.get(key, ())))
        for key in order
        if key in laid or key in ALWAYS or (key == TAGS and tagged)
    )


def page(profile: Profile, language: str) -> str:
    """Return the assembly page of a board in a language."""
    own, done = WORDS[language]["page"], steps(profile)
    places = ", ".join(
        words
        for words in own["places"]
        if profile.input != "buttons" or not words.startswith("R ")
    )
    head = own["head"].format(
        name=profile.name, steps=len(done), places=places, layers=_layers(profile, own)
    )
    parts = [head]
    for number, step in enumerate(done, 1):
        parts.append("\n".join(_step(profile, language, number, step)))
    return "\n".join(parts)


def _layers(profile: Profile, own: Mapping[str, Any]) -> str:
    """Return the list of a board's layers with their numbers in the exploded view."""
    sheet, readers = 1, 3
    layers = list(own["layers"])
    if profile.input == "buttons":
        layers[readers] = layers[readers].rpartition(",")[0]
        del layers[sheet]
    if not any(wire.box == BUS for wire in wires(profile)):
        layers[-1] = layers[-1].replace(" strips,", " strip,")
    if profile.pico is None:
        layers[-1] = layers[-1].replace(" Pi, Pico", " Pi")
    return "; ".join(f"{number} {words}" for number, words in enumerate(layers, 1))


def extra_page(profile: Profile, language: str, step: BuildStep) -> str:
    """Return the assembly page of an optional part in a language."""
    laid = "\n".join(_step(profile, language, 1, step))
    return f"{WORDS[language]['page'][step.key]}\n{laid}\n"


def _step(
    profile: Profile, language: str, number: int, step: BuildStep
) -> Iterator[str]:
    own, words = WORDS[language]["page"], WORDS[language]["steps"][step.key]
    yield f"## {number}. {words['title']}"
    yield ""
    yield _filled(words["what"], profile, own)
    if step.picture:
        yield f"![{words['title']}](pictures/{step.picture})"
        yield ""
    if step.laid:
        yield from (own["table"], "|---|---|---|")
        held = (wire for wire in pulls(profile) if wire.step == step.key)
        yield from (_row(wire, language) for wire in (*step.laid, *held))
        yield ""
    yield f"{own['check']} {_filled(words['check'], profile, own)}"


def _row(wire: Wire, language: str) -> str:
    names: Mapping[int, str] = {PI: PI_NAMES, PICO: PICO_NAMES}.get(wire.box, {})
    begin = f"{_said(wire.box, language)} {_said(str(wire.pin), language)}"
    if isinstance(wire.pin, int):
        begin += f" ({names[wire.pin]})"
    end = f"{_said(wire.to, language)}: {_said(wire.at, language)}"
    part = "diode" if wire.carries == "diode" else COLOUR_NAMES[wire.colour]
    look = _said(part, language)
    if wire.carries == "diode":
        look += f", {wire.through}"
    elif wire.through:
        value, unit = wire.through.split()
        look += f", {value} {WORDS[language]['page'][unit]}"
    return f"| {begin} | {end} | {look} |"


def _said(words: str, language: str) -> str:
    """Return the name of a place, a terminal or a colour in a language."""
    known = WORDS[language]["words"]
    first, space, rest = words.partition(" ")
    return known.get(words, f"{known.get(first, first)}{space}{rest}")


def drawn(words: str, language: str) -> str:
    """Return the text of a drawing or its source, translated into a language."""
    known = {**WORDS[language]["words"], **WORDS[language].get("drawings", {})}
    if not known:
        return words
    longest = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    return re.sub(rf"(?<!\w)(?:{longest})(?!\w)", lambda one: known[one[0]], words)


def _filled(words: str, profile: Profile, own: Mapping[str, str]) -> str:
    """Return *words* with the values of this board in its placeholders."""
    chip = profile.pico.chip.upper() if profile.pico is not None else ""
    tagged = profile.input != "buttons"
    build = BUILDS.get(profile.name, BUILDS["full"])
    shared = chip == "MFRC522" and len(profile.pico.readers) > 1
    return words.format(
        name=profile.name,
        chip=chip,
        port=profile.reader_port,
        switches=own["switches"] if chip == "PN532" else "",
        opening=own["opening"] if tagged else "",
        bus=f"{own['bus'].rstrip()}." if shared else "",
        calm=own["calm"] if shared else "",
        pull=own["pull"] if profile.pico and not shared else "",
        tag=build.tag_mm,
        card=math.ceil(card_needed(build.tag_mm, build.wanted)),
    )
