"""The packs of a board, stored as settings of its journal, one setting each."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from itertools import count
from json import dumps

from firmware_host.board.entries import PACKS
from firmware_host.board.json import read_object
from firmware_host.board.messages import Refused
from firmware_host.words.packs.pack import PRIVATE, Pack, about, read_pack

#: The most packs that are stored on a board.
MOST = 100


def pack_setting(key: str, pack: Pack | None) -> tuple[str, str | None]:
    """Return the key and the value of a pack's setting; None deletes the setting."""
    text = None if pack is None else dumps(about(pack), ensure_ascii=False)
    return f"{PACKS}{key}", text


def read_kept(settings: Mapping[str, str]) -> Mapping[str, Mapping[str, Pack]]:
    """
    Return the packs of a journal by language and key, the oldest first.

    Unreadable packs are omitted: the card may have changed a bit of them.
    """
    found: dict[str, dict[str, Pack]] = {}
    keys = [name.removeprefix(PACKS) for name in settings if name.startswith(PACKS)]
    for key in sorted((one for one in keys if one.isdecimal()), key=int):
        pack = _read(settings[f"{PACKS}{key}"], key)
        if pack is not None:
            found.setdefault(pack.language, {})[key] = pack
    return found


def _read(kept: str, key: str) -> Pack | None:
    """Return a stored pack, also in the format of older boards; None if unreadable."""
    try:
        return read_pack({"licence": PRIVATE, **read_object(kept)}, key)
    except ValueError:
        return None


def with_keys(
    new: Iterable[Pack], kept: Collection[Pack]
) -> tuple[Pack, ...] | Refused:
    """
    Return packs with the keys under which a board will store them.

    Args:
        new: The packs to add; one of the same name and language is replaced.
        kept: The packs that the board has.
    """
    known = {(pack.name, pack.language): pack.key for pack in kept}
    taken, found = {pack.key for pack in kept}, list[Pack]()
    for pack in new:
        named = pack.name, pack.language
        key = known[named] if named in known else free(taken)
        if isinstance(key, Refused):
            return key
        known[named] = key
        taken.add(key)
        found.append(replace(pack, key=key))
    return tuple(found)


def free(taken: Collection[str]) -> str | Refused:
    """Return an unused key for a new pack, or the refusal of one more pack."""
    if len(taken) >= MOST:
        return Refused("pack-many", values=(("n", MOST),))
    return next(str(n) for n in count(1) if str(n) not in taken)
