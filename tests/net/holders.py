"""
Records which phone may be shown which secret, independent of the product.

The phones of a seat when it has a secret, or begins to make one, hold that secret. A
phone that makes it holds it too, as does one let in by a holder, until the round ends.
"""

from collections.abc import Iterator
from typing import Any


class Holders:
    """The record of one board; it gets each event, in order."""

    def __init__(self) -> None:
        self._held: dict[int, tuple[str, set[str]]] = {}

    def intruders(
        self,
        doing: list[dict[str, Any]],
        phones: dict[str, Any],
        begun: dict[int, str],
        epoch: str,
    ) -> Iterator[str]:
        """
        Yield a fault for each phone that is shown a secret that it does not hold.

        Args:
            doing: What happened, after all that may only now have been done.
            phones: The phones after it (`World.phones`).
            begun: The seats that have a secret now or make one, with the round's name.
            epoch: The name of the round that goes on; empty where none does.
        """
        self._held = {
            seat: self._held_by(seat, name, phones) for seat, name in begun.items()
        }
        for key, phone in phones.items():
            if phone["shown"] and not self._may(doing, key, phone, phones):
                yield f"{key} phone is shown a secret of before it came"
            if phone["instead"] and phone["late"] != epoch:
                yield f"phone {phone['instead']} is kept, though its round is over"

    def _held_by(
        self, seat: int, name: str, phones: dict[str, Any]
    ) -> tuple[str, set[str]]:
        """Return who holds a seat's secret; all of its phones where it is a new one."""
        here = {key for key, phone in phones.items() if phone["seat"] == seat}
        since, keys = self._held.get(seat, ("", here))
        return name, keys & here if since == name else here

    def _may(
        self, doing: list[dict[str, Any]], key: str, phone: Any, phones: dict[str, Any]
    ) -> bool:
        """Return whether a phone may be shown its seat's secret; record new holders."""
        _, keys = self._held.get(phone["seat"], ("", {key}))
        for event in doing:
            doer, number = event.get("phone", ""), phone["number"]
            makes = "do" in event and doer == key
            if makes or (event.get("let_in") == number and doer in keys & set(phones)):
                keys.add(key)
        return key in keys
