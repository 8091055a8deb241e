"""
A web server with small pages, each with a fault that the tests' tools must find.

``python tests/browser/stand_in.py ...`` prints its address like a demo.
"""

import http.server
import sys

PAGE = """<!doctype html><html lang="{lang}"><head><title>Stand-in</title>
<link rel="icon" href="data:,"></head><body><main><h1>{heading}</h1>{body}</main></body>
</html>"""

#: The content of each path besides its heading.
BODIES = {
    "/": "<p>Nothing is wrong here.</p>",
    "/nameless": "<button></button>",
    "/abroad": '<img alt="a picture" src="http://192.0.2.1/picture.png">',
    "/calls": "<script>new WebSocket('ws://192.0.2.1/')</script>",
    "/throws": "<script>throw new Error('planted')</script>",
    "/grumbles": "<script>console.error('planted')</script>",
    "/refuses": "<script>fetch('/refused', {method: 'POST'})</script>",
}

POLICY = "default-src 'self' 'unsafe-inline' data:; img-src * data:; connect-src *"


class StandIn(http.server.BaseHTTPRequestHandler):
    """Answers with the page of the path, in the language that is asked for."""

    def do_GET(self) -> None:
        """Give the page."""
        language = self.headers.get("Accept-Language", "en")[:2]
        heading = "Hallo" if language == "de" else "Hello"
        body = BODIES.get(self.path, "")
        self._answer(200, PAGE.format(lang=language, heading=heading, body=body))

    def do_POST(self) -> None:
        """Refuse."""
        self._answer(409, "{}")

    def _answer(self, status: int, text: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header(
            "Content-Security-Policy", f"{POLICY}; require-trusted-types-for 'script'"
        )
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing of each request."""


def main() -> None:
    """Serve until killed."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), StandIn)
    sys.stdout.write(f"The board is at http://127.0.0.1:{server.server_port}/\n")
    sys.stdout.flush()
    server.serve_forever()


if __name__ == "__main__":
    main()
