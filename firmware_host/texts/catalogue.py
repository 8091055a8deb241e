"""Sentences by their code, searched as the bytes of their ``.mo`` file."""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from gettext import c2py

from firmware_host.errors import SettingsError

#: The first bytes of a little-endian file. Source: GNU gettext, MO.
_MAGIC = 0x950412DE

#: The header: magic, version, number of sentences, offsets of both tables.
_HEAD = 5 * 4

#: What gettext puts between a context and a code.
BETWEEN = "\x04"

#: The field of the plural rule in the header of a file; a semicolon ends it.
_PLURAL = "plural="


class Catalogue:
    """
    The sentences of one language, without an object for each.

    A ``.mo`` file has its codes in order, so one is found by a binary search, in a few
    microseconds; nothing is read before it is asked for.

    Args:
        data: The file.

    Raises:
        SettingsError: It is no such file.
    """

    __slots__ = ("_codes", "_count", "_data", "_plural", "_texts")

    def __init__(self, data: bytes) -> None:
        head = memoryview(data[:_HEAD]).cast("I").tolist() if data[_HEAD:] else [0]
        if head[0] != _MAGIC:
            msg = "these are no texts; build them with tools/build_texts.py"
            raise SettingsError(msg)
        _, _, self._count, codes, texts = head
        size, view = 8 * self._count, memoryview(data)
        self._codes = view[codes : codes + size].cast("I")
        self._texts = view[texts : texts + size].cast("I")
        self._data = data
        self._plural: Callable[[int], int] | None = None

    def find(self, context: str, code: str, number: int = 1) -> str | None:
        """
        Return the sentence of *code*, in its form for *number*; None without one.

        Args:
            context: ``screen``, ``speech``, ``page`` or ``error``.
            code: The text's code.
            number: The count that selects the plural form, if the text has several.
        """
        return self._find(f"{context}{BETWEEN}{code}".encode(), number)

    def _find(self, wanted: bytes, number: int) -> str | None:
        at = bisect_left(range(self._count), wanted, key=self._code)
        if at == self._count or self._code(at) != wanted:
            return None
        return self._sentence(at, number)

    def sentences(self) -> Iterator[tuple[str, str, str]]:
        """Yield the context, the code and the singular text of each entry."""
        for at in range(self._count):
            context, between, code = self._code(at).decode().partition(BETWEEN)
            if between:
                yield context, code, self._sentence(at, 1)

    def _sentence(self, at: int, number: int) -> str:
        forms = self._part(self._texts, at).split(b"\0")
        return forms[self._form(number) if len(forms) > 1 else 0].decode()

    def _code(self, at: int) -> bytes:
        """Return the code at an index, without the plural part of its key."""
        return self._part(self._codes, at).partition(b"\0")[0]

    def _part(self, table: "memoryview[int]", at: int) -> bytes:
        size, begin = table[2 * at], table[2 * at + 1]
        return self._data[begin : begin + size]

    def _form(self, number: int) -> int:
        """Return the index of the plural form of a number, by the file's header."""
        if self._plural is None:
            head = self._find(b"", 1) or ""
            self._plural = c2py(head.partition(_PLURAL)[2].partition(";")[0])
        return self._plural(number)
