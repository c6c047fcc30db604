"""Run in a process of its own: what jaxlib makes of shapes, each as a module's only parameter."""

from __future__ import annotations

import json
import re
import sys
from importlib import import_module
from typing import Any


def shape(text: str) -> dict[str, Any]:
    hlo: Any = import_module("jax._src.lib").xla_client.hlo
    module = hlo.hlo_module_from_text(f"HloModule m\nENTRY e {{ ROOT p = {text} parameter(0) }}")
    (parameter,) = module.computations()[0].instructions()
    layout = parameter.shape.layout()
    return {
        "text": str(layout),
        "dimensions": list(parameter.shape.dimensions()),
        "minor_to_major": list(layout.minor_to_major()),
        "tiling": [list(map(int, re.findall(r"\d+", str(tile)))) for tile in layout.tiling()],
    }


if __name__ == "__main__":
    print(json.dumps({text: shape(text) for text in json.load(sys.stdin)}))
