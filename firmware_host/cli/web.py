"""`letterzone web`: the pages of a board, in a process of their own."""

import argparse
import asyncio
import os
import socket
from importlib import import_module
from pathlib import Path

from firmware_host.cli.places import board_of
from firmware_host.errors import SettingsError
from firmware_host.settings.profile import load_profile

#: Who plays goes first.
NICE = 10


def run(given: argparse.Namespace) -> int:
    """Serve the pages until somebody ends them."""
    place = import_module("firmware_host.app.pages.place")
    # Before anything listens: what cannot be loaded should look closed from outside.
    process = import_module("firmware_host.app.pages.process")
    if given.ear:
        os.nice(NICE)
        ears = [_ear(number) for number in given.ear]
    else:
        profile = load_profile(board_of(given))
        if not profile.web:
            print("this board has no pages: its profile sets no web")
            return 0
        ears = place.listen_at(place.place_of_web(profile.web))
    serving = process.be_pages(Path(given.table), ears, is_child=bool(given.ear))
    return int(asyncio.run(serving))


def _ear(number: int) -> socket.socket:
    """
    Return a listening socket that the table's process has opened.

    Raises:
        SettingsError: There is none under that number.
    """
    try:
        return socket.socket(fileno=number)
    except OSError as fault:
        msg = f"--ear {number}: {fault.strerror}; letterzone run --web starts the pages"
        raise SettingsError(msg) from fault
