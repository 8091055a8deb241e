"""Where the pages listen, and which address is shown."""

import pytest

from firmware_host.app.pages import place
from firmware_host.app.pages.place import (
    LOOPBACK,
    ListenPlace,
    address_of,
    is_own,
    listen,
    listen_at,
    own_names,
    place_of_web,
)
from firmware_host.errors import SettingsError
from tools.ports import free_port


@pytest.fixture
def opened():
    """Open ears; each is closed at the end."""
    ears = []

    def open_them(where):
        ears.append(listen_at(where))
        return ears[-1]

    yield open_them
    for ear in (one for some in ears for one in some):
        ear.close()


def test_a_board_on_the_network_is_found_without_a_number(opened, monkeypatch):
    """
    On a network the pages also listen on the default port, if it is free.

    The shown address then has no port.
    """
    plain, port = free_port("127.0.0.2"), free_port("127.0.0.2")
    monkeypatch.setattr(place, "PLAIN_PORT", plain)
    monkeypatch.setattr(place, "own_address", lambda: LOOPBACK)
    where = place_of_web(f"127.0.0.2:{port}")
    ears = opened(where)
    assert [ear.getsockname()[1] for ear in ears] == [port, plain]
    said = address_of(ears, has_wifi=False)
    assert said == f"http://{LOOPBACK}", "a number that browsers know is not said"
    for ear in ears:
        ear.close()
    with listen("127.0.0.2", plain):
        ears = opened(where)
        assert address_of(ears, has_wifi=False) == f"http://{LOOPBACK}:{port}"


def test_a_board_for_this_machine_alone_opens_no_second_ear(monkeypatch):
    heard: list[int] = []
    monkeypatch.setattr(place, "listen", lambda _host, port: heard.append(port))
    listen_at(ListenPlace(LOOPBACK, 8080, plain=True))
    assert heard == [8080]


@pytest.mark.parametrize(("mine", "host"), [(True, "10.42.0.1"), (False, "192.0.2.9")])
def test_in_its_own_wifi_a_board_is_found_at_its_address_there(
    opened, monkeypatch, mine, host
):
    """In its own Wi-Fi the shown address is the board's address in that network."""
    monkeypatch.setattr(place, "PLAIN_PORT", free_port())
    monkeypatch.setattr(place, "is_own", lambda _: mine)
    monkeypatch.setattr(place, "own_address", lambda: "192.0.2.9")
    ears = opened(ListenPlace("127.0.0.2", 0, plain=True))
    assert address_of(ears, has_wifi=True) == f"http://{host}"


def test_an_address_is_this_machines_own_or_not():
    assert is_own("127.0.0.1")
    assert not is_own("192.0.2.1")


def test_a_port_that_is_taken_is_said_where_it_was_asked_for():
    with listen(LOOPBACK, 0) as taken:
        where = ListenPlace(port=taken.getsockname()[1])
        with pytest.raises(SettingsError, match="run --web HOST:PORT"):
            listen_at(where)


def test_where_nobody_has_asked_the_next_free_port_is_taken(opened):
    (one,), (two,) = opened(ListenPlace()), opened(ListenPlace())
    assert one.getsockname() != two.getsockname()


def test_the_machine_has_a_name():
    assert "localhost" in own_names()
    assert len(own_names()) == 3
