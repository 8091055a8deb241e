"""Run the `letterzone` command as ``python -m firmware_host``."""

import sys

from firmware_host.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
