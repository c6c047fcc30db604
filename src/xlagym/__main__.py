"""``python -m xlagym`` is the same as ``xlagym``; it can be stopped from the first moment on."""

from __future__ import annotations

import sys


def run(name: str = "xlagym") -> None:
    """Hand over to the command line; ``name`` is what it calls itself."""
    try:
        from xlagym.cli import main

        main(prog_name=name)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    run()
