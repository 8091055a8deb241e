"""
What an owner's board has proven, as a file: no name, no word, no serial number in it.

It is JSON. Nothing but what `SCHEMA` names fits into it: numbers, codes, the ids of
claims, and what kind of computer it is::

    {"letterzone-proof": 1, "version": "0.1.0", "build": "full", ...,
     "claims": {"own-pad": {"result": "proven", "by": "board", "times": 20}}}
"""

import json
from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from pathlib import Path

from firmware_host.app.prove.claims import is_id
from firmware_host.board.json import (
    Json,
    JsonObject,
    as_number,
    as_object,
    inner,
    number,
    read_object,
    text,
)
from firmware_host.board.record import Record
from firmware_host.board.schema import MisfitError, fit, read_schema
from firmware_host.errors import SettingsError, reason
from firmware_host.settings.files import decode, write_text_file

#: The first field of a proof, and the version of it that we write and read.
MARK, VERSION = "letterzone-proof", 1


class Result(StrEnum):
    """What came of a claim."""

    PROVEN = "proven"
    REFUTED = "refuted"
    SKIPPED = "skipped"


#: Why a claim was left out; those in `LATER` are asked for again the next time.
WHYS = ("no-part", "no-tool", "no-people", "later", "early", "no-metal")
LATER = ("later", "early", "no-metal")

#: What another board would have otherwise.
OWN = ("computer", "build", "zones", "input", "chip")

#: What a proof may say; what is measured has its unit at the end of its name.
SCHEMA = read_schema(Path(__file__).with_name("proof.schema.json").read_text("utf-8"))


class Answer(Record):
    """
    What came of a claim.

    Args:
        result: It is proven, refuted, or was left out.
        by: Who says so; empty where it was left out.
        on: The day, ``YYYY-MM-DD``; empty where the clock was not to be trusted.
        times: How often it held, where a claim is to be tried so often.
        why: Why it was left out.
        figures: What was measured for it.
    """

    result: Result
    by: str = ""
    on: str = ""
    times: int = 0
    why: str = ""
    figures: Mapping[str, int] = field(default_factory=dict)


class Proof(Record):
    """
    What a board has proven so far.

    Args:
        about: What kind of board it is: each field of `SCHEMA` that is a text or a
            number.
        figures: What was measured of the whole.
        answers: What came of each claim, by its id.
    """

    about: Mapping[str, str | int]
    figures: Mapping[str, int] = field(default_factory=dict)
    answers: Mapping[str, Answer] = field(default_factory=dict)

    @property
    def is_of_metal(self) -> bool:
        """Whether it is of a real board: a simulated one, or a PC, proves nothing."""
        is_pi = str(self.about["computer"]).startswith("Raspberry Pi")
        return is_pi and self.about["build"] != "simulated"

    def is_of(self, about: Mapping[str, str | int]) -> bool:
        """Tell whether it is of the board of which *about* tells, as far as it says."""
        return all(self.about[key] == about[key] for key in OWN)


def write_proof(proof: Proof) -> str:
    """Return the file of a proof."""
    claims = {name: _fields(one) for name, one in sorted(proof.answers.items())}
    item = {
        MARK: VERSION,
        **proof.about,
        "figures": dict(proof.figures),
        "claims": claims,
    }
    fit(item, SCHEMA)
    return json.dumps(item, indent=1, ensure_ascii=False) + "\n"


def _fields(answer: Answer) -> dict[str, Json]:
    told = {**vars(answer), "figures": dict(answer.figures)}
    return {name: one for name, one in told.items() if one not in ("", 0, {})}


def read_proof(written: str) -> Proof:
    """
    Return the proof in a file.

    Raises:
        ValueError: It is none; the text says what is wrong.
    """
    item = as_object(fit(read_object(written), SCHEMA))
    claims = inner(item, "claims")
    for name in claims:
        if not is_id(name):
            where = "claims"
            msg = f"{where} has {name[:20]!r}, which is no id of a row"
            raise MisfitError(where, msg)
    left = (MARK, "figures", "claims")
    return Proof(
        {
            key: one
            for key, one in item.items()
            if key not in left and isinstance(one, str | int)
        },
        _counts(item),
        {name: _answer(as_object(one)) for name, one in claims.items()},
    )


def _counts(item: JsonObject) -> dict[str, int]:
    return {name: as_number(one) for name, one in inner(item, "figures").items()}


def _answer(item: JsonObject) -> Answer:
    return Answer(
        Result(text(item, "result")),
        by=text(item, "by"),
        on=text(item, "on"),
        times=number(item, "times"),
        why=text(item, "why"),
        figures=_counts(item),
    )


def load_proof(path: Path) -> Proof | None:
    """
    Return the proof in the file at *path*; None where there is none yet.

    Raises:
        SettingsError: It cannot be read, or is none.
    """
    try:
        return read_proof(decode(path.read_bytes()).text)
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as fault:
        msg = f"{path}: is no proof: {reason(fault)}; name another by --report"
        raise SettingsError(msg) from fault


def save_proof(path: Path, proof: Proof) -> None:
    """
    Write the proof to the file at *path*: the whole, or nothing.

    Raises:
        SettingsError: It cannot be written.
    """
    write_text_file(path, write_proof(proof), remedy="name another by --report")
