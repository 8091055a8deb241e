"""
Each event of a board as a line of JSON: `python events.py 192.168.1.7:8080`.

It needs the package websockets. When the board is away it tries again every second.
"""

import json
import sys
import time

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect


def listen(host, since):
    """Print each event after number `since`; return the number of the last one."""
    address = f"ws://{host}/socket?as=events" + (f"&since={since}" if since else "")
    try:
        with connect(address, origin=f"http://{host}", proxy=None) as socket:
            for text in socket:
                event = json.loads(text)
                if "n" in event:  # and is not the heartbeat
                    since = event["n"]
                    print(text, flush=True)
    except (OSError, WebSocketException) as fault:
        print(f"{host}: {fault}", file=sys.stderr)
    return since


if __name__ == "__main__":
    last = 0
    while True:
        last = listen(sys.argv[1], last)
        time.sleep(1)
