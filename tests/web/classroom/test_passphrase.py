"""A passphrase is stored as a hash that does not reveal it."""

import asyncio
import json
from hashlib import scrypt

import pytest

from firmware_host.web.classroom.passphrase import Passphrase, weakness


class KeyValueStore(dict):
    """A drawer in memory."""

    async def put(self, name, text):
        """Keep *text*."""
        self[name] = text


def chance(size):
    return bytes(range(size))


def scrypted(*, p):
    """Return the hash of the four bicycles with the given cost."""
    words = b"four green bicycles"
    return scrypt(words, salt=chance(16), n=2**14, r=8, p=p, dklen=32).hex()


async def test_the_words_are_not_kept():
    store = KeyValueStore()
    passphrase = Passphrase(store, chance)
    assert not passphrase.is_set
    await passphrase.set("four green bicycles")
    assert passphrase.is_set
    assert "bicycles" not in store["teacher"]
    assert len(json.loads(store["teacher"])["hash"]) == 64


async def test_only_the_words_are_right():
    """Only the exact passphrase is right, in any Unicode form."""
    passphrase = Passphrase(KeyValueStore(), chance)
    assert not await passphrase.is_right("")
    await passphrase.set("vier grüne Räder")
    assert await passphrase.is_right("vier gru\u0308ne Ra\u0308der")
    assert not await passphrase.is_right("vier grüne räder")


async def test_the_hash_is_scrypt_as_anybody_reckons_it():
    """The hash is scrypt of RFC 7914 with n=2**14, r=8 and p=5."""
    store = KeyValueStore()
    await Passphrase(store, chance).set("four green bicycles")
    assert json.loads(store["teacher"])["hash"] == scrypted(p=5)


@pytest.mark.parametrize(("p", "said"), [(1, {}), (3, {"times": 3})])
async def test_a_hash_that_was_made_for_less_is_made_anew(p, said):
    """A hash with weaker parameters is replaced at the next correct sign-in only."""
    weak = {"salt": chance(16).hex(), "hash": scrypted(p=p), **said}
    store = KeyValueStore(teacher=json.dumps(weak))
    passphrase = Passphrase(store, chance)
    assert not await passphrase.is_right("four green tricycles")
    assert json.loads(store["teacher"]) == weak
    assert await passphrase.is_right("four green bicycles")
    assert json.loads(store["teacher"])["hash"] == scrypted(p=5)
    assert await passphrase.is_right("four green bicycles")


async def test_words_that_are_changed_meanwhile_stay_so():
    """A check of the old passphrase does not restore it after a change."""
    store = KeyValueStore(
        teacher=json.dumps({"salt": chance(16).hex(), "hash": scrypted(p=1)})
    )
    passphrase = Passphrase(store, chance)
    old = asyncio.create_task(passphrase.is_right("four green bicycles"))
    await passphrase.set("five blue tricycles")
    assert await old
    assert not await passphrase.is_right("four green bicycles")


TIMES = '{"salt": "00", "hash": "00", "times": %s}'


@pytest.mark.parametrize(
    "kept",
    [
        *("", "x", "[]", "7", "{}", '{"salt": 1, "hash": ""}'),
        *(TIMES % times for times in ("0", "6", "1e9", "null", "[]", '"5"')),
    ],
)
async def test_what_cannot_be_read_lets_nobody_in(kept):
    """A stored hash that is damaged matches no passphrase and raises nothing."""
    assert not await Passphrase(KeyValueStore(teacher=kept), chance).is_right("a b c")


def test_a_common_one_is_refused():
    """A common passphrase is refused; `test_common.py` checks which ones are."""
    assert weakness("Sunshine").code == "teacher-common"
    assert weakness("four green bicycles") is None
