"""A passphrase is kept so that nobody can read it, not even with the card in hand."""

import json

from firmware_host.web.classroom.passphrase import (
    COMMON,
    SHORTEST,
    Passphrase,
    weakness,
)


class KeyValueStore(dict):
    """A drawer in memory."""

    async def put(self, name, text):
        """Keep *text*."""
        self[name] = text


def chance(size):
    return bytes(range(size))


async def test_the_words_are_not_kept():
    store = KeyValueStore()
    passphrase = Passphrase(store, chance)
    assert not passphrase.is_set
    await passphrase.set("four green bicycles")
    assert passphrase.is_set
    assert "bicycles" not in store["teacher"]
    assert len(json.loads(store["teacher"])["hash"]) == 64


async def test_only_the_words_are_right():
    """However a keyboard writes them."""
    passphrase = Passphrase(KeyValueStore(), chance)
    assert not await passphrase.is_right("")
    await passphrase.set("vier grüne Räder")
    assert await passphrase.is_right("vier gru\u0308ne Ra\u0308der")
    assert not await passphrase.is_right("vier grüne räder")


async def test_the_hash_is_scrypt_as_anybody_reckons_it():
    """Source: RFC 7914, with n=2**14, r=8, p=1."""
    from hashlib import scrypt  # noqa: PLC0415 - the referee

    store = KeyValueStore()
    await Passphrase(store, chance).set("four green bicycles")
    ours = scrypt(b"four green bicycles", salt=chance(16), n=2**14, r=8, p=1, dklen=32)
    assert json.loads(store["teacher"])["hash"] == ours.hex()


def test_the_common_ones_are_long_enough_to_be_listed():
    """A shorter one is refused for its length already."""
    assert [words for words in COMMON if len(words) < SHORTEST] == []
    assert weakness("Sunshine").code == "teacher-common"
    assert weakness("four green bicycles") is None
