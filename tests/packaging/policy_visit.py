"""
Visits pages with Debian's Chromium under a policy, and prints the results.

Started by test_guests.py in a mount namespace of its own: argument 1 is the policy's
folder, the rest are the pages.
"""

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Error, sync_playwright

MANAGED = Path("/etc/chromium/policies/managed")

#: All texts of a page, in its shadow trees too.
TEXTS = """() => {
  const found = [];
  const walk = (node) => {
    for (const one of node.querySelectorAll("*")) {
      if (one.shadowRoot) walk(one.shadowRoot);
      if (!one.children.length && one.textContent.trim()) found.push(one.textContent);
    }
  };
  walk(document);
  return found.join("\\n");
}"""


def main() -> None:
    """Print a line for each page: its fault, or its texts on one line."""
    MANAGED.mkdir(parents=True, exist_ok=True)
    mount = ["mount", "--bind", sys.argv[1], str(MANAGED)]
    subprocess.run(mount, check=True)
    with sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--headless=new"],
            ignore_default_args=["--headless"],
        )
        for url in sys.argv[2:]:
            page = browser.new_page()
            try:
                page.goto(url, timeout=20_000)
                page.wait_for_timeout(1000)
                print(url, *page.evaluate(TEXTS).split())  # noqa: T201 - read by a test
            except Error as fault:
                print(url, str(fault).splitlines()[0])  # noqa: T201 - likewise


if __name__ == "__main__":
    main()
