"""Lines to choose as HTML: what can be chosen, what lights with it, and hostile texts."""

from __future__ import annotations

import re

from xlagym.gym.rounds.exhibits import Excerpt, LinesToChoose
from xlagym.site.stations.choosing import lines_to_choose

HOSTILE = '%0 = stablehlo.add %a, %b {note = "</span><script>alert(1)</script>"} : tensor<f32>'


def shown(*texts: str) -> str:
    lines = tuple(enumerate(texts, 2))
    excerpt = Excerpt("StableHLO", "c@tpu-v6e", "stablehlo.mlir", lines)
    listing = LinesToChoose(excerpt, {3: "line-3"}, {3: (7, 8)})
    return str(lines_to_choose(listing, "c-upcast", "x-0").html)


def test_only_ops_can_be_chosen_and_each_lights_its_python() -> None:
    html = shown("func.func public @main() {", "%0 = stablehlo.add %a, %b : tensor<f32>")
    assert re.findall(r'type="radio" name="choice" value="([^"]+)"', html) == ["line-3"]
    assert 'id="c-upcast-2"' in html and 'id="c-upcast-3"' in html
    assert 'data-lights="x-0-7 x-0-8"' in html
    assert 'start="2"' in html


def test_hostile_text_is_text() -> None:
    html = shown("}", HOSTILE)
    assert "<script" not in html
    assert "&lt;script&gt;" in html


def test_no_control_stands_inside_a_choice() -> None:
    long = '%0 = stablehlo.custom_call @f() {backend_config = "' + "x" * 2000 + '"} : tensor<f32>'
    assert "<details" not in shown("}", long)
