"""A browser is called by a name of ours, whatever it sends."""

import pytest

from firmware_host.web.classroom.sessions import browser_name

IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605"


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("", ""),
        ("<script>alert(1)</script>", ""),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:1) Gecko/1 Firefox/1", "Firefox, Linux"),
        (f"{IPHONE} Version/18.0 Mobile/1 Safari/604.1", "Safari, iPhone"),
        (f"{IPHONE} CriOS/130.0 Mobile/1 Safari/604.1", "Chrome, iPhone"),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/1 Safari/1", "Chrome, Android"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/1 Safari/1 Edg/1", "Edge, Windows"),
    ],
)
def test_a_browser_is_called_by_what_it_is(agent, name):
    assert browser_name(agent) == name
