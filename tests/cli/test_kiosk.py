"""`letterzone kiosk`: waits for its page, and becomes the browser."""

import os
import shutil

import pytest

from firmware_host.cli import computer
from firmware_host.cli.main import main
from tests.cli.command import BOARDS, refusal

SIMULATED = BOARDS / "simulated" / "board.toml"


@pytest.mark.parametrize(
    ("words", "page", "end"),
    [([], "", "/wall"), ([], "history", "/history"), (["board"], "history", ":8080/")],
)
def test_it_shows_the_page_that_was_named(monkeypatch, tmp_path, words, page, end):
    """The page is that of the argument, the unit's environment or the default wall."""
    did = []
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    monkeypatch.setenv("LETTERZONE_PAGE", page)
    monkeypatch.setattr(computer, "wait_for", lambda url: did.append(("wait", url)))
    monkeypatch.setattr(computer, "forget_crash", lambda at: did.append(("forget", at)))

    class EndError(Exception):
        """Becoming another program never returns."""

    def become(path, words):
        did.append((path, words[-1]))
        raise EndError

    monkeypatch.setattr(os, "execv", become)
    with pytest.raises(EndError):
        main(["kiosk", *words, f"--profile={SIMULATED}", f"--folder={tmp_path}"])
    (_, url), (_, folder), (browser, shown) = did
    assert url == shown
    assert url.endswith(end)
    assert folder == tmp_path
    assert "chromium" in browser


def test_a_board_that_is_not_set_up_is_one_line(capsys, tmp_path):
    """The profile that it looked for is named."""
    missing = tmp_path / "none.toml"
    assert refusal(capsys, "kiosk", "--profile", missing).startswith(str(missing))
