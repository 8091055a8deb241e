"""Faults that are put back into a copy of the source, for the world to find again."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

LIST = Path(__file__).with_suffix(".toml")


@dataclass(frozen=True, slots=True)
class Edit:
    """
    One edit.

    Args:
        file: Where, from the top of the source.
        today: What stands there once.
        before: What takes its place.
    """

    file: str
    today: str
    before: str

    def wrong(self, root: Path) -> str:
        """Return why it does not fit a source; empty where it does."""
        path = root / self.file
        times = path.read_text("utf-8").count(self.today) if path.is_file() else 0
        return "" if times == 1 else f"{self.file} has {times} times {self.today!r}"

    def apply(self, root: Path) -> None:
        """Edit the file of that source."""
        path = root / self.file
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(self.today, self.before), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Revert:
    """
    One fault.

    Args:
        name: What it is called.
        wrong: What goes wrong with it, for a person.
        promise: The promise that it breaks.
        edits: What brings it back.
    """

    name: str
    wrong: str
    promise: str
    edits: tuple[Edit, ...]


def reverts() -> tuple[Revert, ...]:
    """Return the list."""
    rows = tomllib.loads(LIST.read_text(encoding="utf-8"))["revert"]
    return tuple(
        Revert(
            one["name"],
            one["wrong"],
            one["promise"],
            tuple(Edit(**edit) for edit in one["edit"]),
        )
        for one in rows
    )
