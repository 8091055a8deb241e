"""The log entries for failed requests."""

from firmware_host.web.failures import Failures


def test_each_place_is_logged_once(caplog):
    failures = Failures()
    for what in ("one", "two"):
        try:
            int(what)
        except ValueError as fault:
            failures.log(what, fault)
    failures.log("three", KeyError("HOBBY"))
    failures.log("four", KeyError("HOUSE"))
    told = [one.getMessage().partition(" failed: ")[0] for one in caplog.records]
    assert told == ["one", "three"]
    assert "HOBBY" not in caplog.text
