"""
The proof file: what a board has proven, without names, words or serial numbers.

It is JSON with only the fields of `SCHEMA`: numbers, codes, ids of claims and the kind
of computer::

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
from firmware_host.errors import SettingsError
from firmware_host.settings.files import read_text_file, write_text_file

#: The first field of a proof file, and the format version that is written and read.
MARK, VERSION = "letterzone-proof", 1


class Ruling(StrEnum):
    """The outcome of a claim."""

    PROVEN = "proven"
    REFUTED = "refuted"
    SKIPPED = "skipped"


#: The reasons for skipping a claim. Those in `LATER` are asked again the next time.
WHYS = ("no-part", "no-tool", "no-people", "later", "early", "no-metal")
LATER = ("later", "early", "no-metal")

#: The fields that differ between two boards.
OWN = ("computer", "build", "zones", "input", "chip")

#: The format of a proof file. Names of figures end in their unit.
SCHEMA = read_schema(Path(__file__).with_name("proof.schema.json").read_text("utf-8"))


class ProofAnswer(Record):
    """
    A board's result for a claim: proven, refuted or skipped.

    Args:
        result: Proven, refuted or skipped.
        by: `board` or `person`; empty if it was skipped.
        on: The date, ``YYYY-MM-DD``; empty if the clock was wrong.
        times: How many of the attempts succeeded.
        why: The reason for skipping it, one of `WHYS`.
        figures: The measured numbers.
    """

    result: Ruling
    by: str = ""
    on: str = ""
    times: int = 0
    why: str = ""
    figures: Mapping[str, int] = field(default_factory=dict)


class Proof(Record):
    """
    All that a board has proven so far.

    Args:
        about: The kind of board: each field of `SCHEMA` that is a text or a number.
        figures: The measured numbers of the computer.
        answers: The answers by the ids of the claims.
    """

    about: Mapping[str, str | int]
    figures: Mapping[str, int] = field(default_factory=dict)
    answers: Mapping[str, ProofAnswer] = field(default_factory=dict)

    @property
    def is_of_metal(self) -> bool:
        """Return True for a real board on a Raspberry Pi; any other proves nothing."""
        is_pi = str(self.about["computer"]).startswith("Raspberry Pi")
        return is_pi and self.about["build"] != "simulated"

    def is_of(self, about: Mapping[str, str | int]) -> bool:
        """Return True if the proof is from the kind of board that `about` describes."""
        return all(self.about[key] == about[key] for key in OWN)


def write_proof(proof: Proof) -> str:
    """Return the text of a proof file."""
    claims = {name: _fields(one) for name, one in sorted(proof.answers.items())}
    item = {
        MARK: VERSION,
        **proof.about,
        "figures": dict(proof.figures),
        "claims": claims,
    }
    fit(item, SCHEMA)
    return json.dumps(item, indent=1, ensure_ascii=False) + "\n"


def _fields(answer: ProofAnswer) -> dict[str, Json]:
    told = {**vars(answer), "figures": dict(answer.figures)}
    return {name: one for name, one in told.items() if one not in ("", 0, {})}


def read_proof(written: str) -> Proof:
    """
    Parse the text of a proof file, a record of what an owner's board was seen to do.

    Raises:
        ValueError: It is not a proof file; the text says why.
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


def _answer(item: JsonObject) -> ProofAnswer:
    return ProofAnswer(
        Ruling(text(item, "result")),
        by=text(item, "by"),
        on=text(item, "on"),
        times=number(item, "times"),
        why=text(item, "why"),
        figures=_counts(item),
    )


def load_proof(path: Path) -> Proof | None:
    """
    Return the proof in the file at `path`, or None if there is no file.

    Raises:
        SettingsError: The file cannot be read or is not a proof.
    """
    if not path.exists():
        return None
    text = read_text_file(path, remedy="name another by --report")
    try:
        return read_proof(text)
    except ValueError as fault:
        msg = f"{path}: is no proof: {fault}; name another by --report"
        raise SettingsError(msg) from fault


def save_proof(path: Path, proof: Proof) -> None:
    """
    Write the proof to the file at `path`, completely or not at all.

    Raises:
        SettingsError: The file cannot be written.
    """
    write_text_file(path, write_proof(proof), remedy="name another by --report")
