from __future__ import annotations

import pytest
from markdown_it.utils import read_fixture_file

from tests.places import ROOT
from xlagym.evidence.hlo.fusions import executed_computations, kernels, kinds, launched, nested
from xlagym.evidence.hlo.reader import Instruction, read_hlo

CASES = [
    pytest.param(text, expected, id=title)
    for _, title, text, expected in read_fixture_file(
        ROOT / "tests" / "fixtures" / "hlo" / "fusions.txt"
    )
]


def names(found: list[Instruction]) -> list[str]:
    return [each.name for each in found]


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_fusions(text: str, expected: str) -> None:
    module = read_hlo(text)
    counted = [f"{kind} {count}" for kind, count in sorted(kinds(module).items())]
    told = [
        ["executed", *(each.name for each in executed_computations(module))],
        ["launched", *names(launched(module))],
        ["nested", *names(nested(module))],
        ["kernels", *names(kernels(module))],
        ["kinds", *counted],
    ]
    assert "\n".join(map(" ".join, told)) + "\n" == expected


def test_attention_at_1024_on_v6e() -> None:
    path = ROOT / "captures" / "attention-s1024@tpu-v6e" / "optimized.hlo"
    module = read_hlo(path.read_text())
    assert len(list(module.instructions)) == 18
    assert names(launched(module)) == ["fusion"]
    assert names(nested(module)) == ["fusion.1", "fusion.2"]
    assert names(kernels(module)) == ["online-softmax"]
    assert kinds(module) == {"kOutput": 1}


def test_what_the_sparsecore_runs_is_launched_too() -> None:
    path = ROOT / "captures" / "embedding@tpu-v6e" / "optimized.hlo"
    text = path.read_text()
    module = read_hlo(text)
    assert kinds(module) == {"kLoop": 2, "kCustom": 1}
    (custom,) = [each for each in launched(module) if each.fusion_kind == "kCustom"]
    # Second reading: the core is named behind the brace that closes the fusion's computation.
    after = text[text.index(custom.text) :]
    assert after.split("\n")[1] == '}, execution_thread="sparsecore"'


def test_attention_at_8192_on_v4_launches_three() -> None:
    path = ROOT / "captures" / "attention-s8192@tpu-v4" / "optimized.hlo"
    module = read_hlo(path.read_text())
    assert kinds(module) == {"kOutput": 2, "kLoop": 1}
    assert len(nested(module)) == 4
    assert kernels(module) == []
