"""``python -m xlagym`` is the same as ``xlagym``; it can be stopped from the first moment on."""

from __future__ import annotations

import os
import sys


def run(name: str = "xlagym") -> None:
    """Hand over to the command line; ``name`` is what it calls itself."""
    try:
        from xlagym.cli import main

        main(prog_name=name)
    except KeyboardInterrupt:
        sys.exit(130)
    except SystemExit as end:
        if not end.code:
            _leave()
        raise


def _leave() -> None:
    """End well, at once: to take a whole build's memory apart first would be a wait for nothing."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:  # nobody reads any more: Python's own ending knows what to do
        return
    os._exit(0)


if __name__ == "__main__":
    run()
