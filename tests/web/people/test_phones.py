"""A code for coming back is good once, for a while, and for one phone."""

from types import SimpleNamespace

from firmware_host.web.people.codes import RETURN_MS, Returns


def returns():
    services = SimpleNamespace(now=0, drawn=0)

    def entropy(size):
        services.drawn += 1
        return bytes([services.drawn] * size)

    services.entropy = entropy
    services.clock_ms = lambda: services.now
    return services, Returns(services)


def test_a_code_is_good_once():
    _, codes = returns()
    code = codes.offer(7)
    assert codes.phone(f" {code.lower()} ") == 7
    codes.void(7)
    assert codes.phone(code) is None


def test_a_code_is_longer_than_one_for_joining():
    """A return code has six characters: it has no limit for wrong guesses."""
    assert len(returns()[1].offer(7)) == 6


def test_a_code_is_good_for_a_while():
    services, codes = returns()
    code = codes.offer(7)
    services.now = RETURN_MS
    assert codes.phone(code) is None


def test_a_new_code_makes_the_old_one_void_and_no_other():
    _, codes = returns()
    other, old, new = codes.offer(8), codes.offer(7), codes.offer(7)
    assert codes.phone(old) is None
    assert (codes.phone(new), codes.phone(other)) == (7, 8)
