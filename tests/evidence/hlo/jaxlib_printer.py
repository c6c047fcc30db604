"""Run in a process of its own: one HLO file as XLA prints it under other options, as JSON."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

FORMS: dict[str, dict[str, bool]] = {
    "as by default": {},
    "with operands' shapes": {"print_operand_shape": True},
    "without percent signs": {"print_percent": False},
    "without either's shapes": {"print_program_shape": False, "print_percent": False},
    "with operands' shapes, without percent signs": {
        "print_operand_shape": True,
        "print_percent": False,
        "print_program_shape": False,
    },
    "with large constants": {"print_large_constants": True},
}


def main(path: str) -> None:
    hlo: Any = import_module("jax._src.lib").xla_client.hlo
    module = hlo.hlo_module_from_text(Path(path).read_text())
    texts = {"short": module.to_string(hlo.HloPrintOptions.short_parsable())}
    for form, settings in FORMS.items():
        options = hlo.HloPrintOptions()
        for name, value in settings.items():
            setattr(options, name, value)
        texts[form] = module.to_string(options)
    print(json.dumps(texts))


if __name__ == "__main__":
    main(sys.argv[1])
