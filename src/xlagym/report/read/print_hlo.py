"""HLO protos to HLO text: ``python -m xlagym.report.read.print_hlo FOLDER``.

jaxlib prints them, by a part of it that is not public and that can end the process on a module
that it doesn't like: so in a process of its own, which leaves what it printed till then.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

PROTO, TEXT = ".proto", ".hlo"


def print_all(folder: Path) -> None:
    """Print every serialized ``xla.HloModuleProto`` in ``folder`` into a file beside it."""
    parse = import_module("jaxlib._hlo").HloModule.from_serialized_hlo_module_proto
    for path in sorted(folder.glob(f"*{PROTO}")):
        try:
            text = parse(path.read_bytes()).to_string()
        except Exception as error:
            print(f"{path.name}: {error}", file=sys.stderr)
        else:
            path.with_suffix(TEXT).write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    print_all(Path(sys.argv[1]))
