"""A page at a port, for the doctor to look at."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@contextmanager
def page(status: int = 200) -> Iterator[int]:
    """Serve a page that says nothing but *status*; yield its port."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Keep it to itself."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        serving = threading.Thread(target=server.serve_forever, args=[0.01])
        serving.start()
        try:
            yield server.server_port
        finally:
            server.shutdown()
            serving.join()
