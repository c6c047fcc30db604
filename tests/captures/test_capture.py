"""What the captures of this store say: the facts that the course is built on."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.captures.conftest import ATTENTION, REFUSED
from xlagym.captures.capture import Capture
from xlagym.captures.store import Store, load_capture
from xlagym.evidence.hlo.fusions import launched, nested
from xlagym.evidence.stablehlo.reader import StableModule
from xlagym.inputs.problems import ProblemError
from xlagym.keeping.keeper import Keeper

TPUS = ("tpu-v4", "tpu-v5e", "tpu-v5p", "tpu-v6e", "tpu-7x")
PROGRAMS = (
    "attention-s1024",
    "attention-s8192",
    "attention-exp2-s8192",
    "attention-nomax-s8192",
    "mlp",
    "layernorm",
    "softmax",
    "rotary",
    "rnn",
    "chain",
    "reduce-broadcast",
)


def kernels(capture: Capture) -> list[str]:
    return [kernel.name for kernel in capture.kernels]


def test_every_program_was_captured_on_every_target(store: Store) -> None:
    expected = {f"{program}@{target}" for program in PROGRAMS for target in ("cpu", *TPUS)}
    assert expected <= set(store.captures)


def test_the_seed_program_at_1024(store: Store) -> None:
    capture = store.get(ATTENTION)
    assert len(capture.stablehlo.lines) == 21
    assert len(list(capture.hlo.instructions)) == 18
    assert (len(launched(capture.hlo)), len(nested(capture.hlo))) == (1, 2)
    assert len(capture.carriers) == 3
    assert sum(carrier.launched and carrier.is_fusion for carrier in capture.carriers) == 1
    assert capture.spills == []
    assert capture.big is not None
    assert capture.big.plain == "bf16[1024,1024]"


def test_the_cost_model_at_8192(store: Store) -> None:
    assert store.get("attention-s8192@tpu-v6e").cost.bytes_accessed == 155_197_504


@pytest.mark.parametrize("target", TPUS)
def test_all_chips_but_v4_recognize_attention(store: Store, target: str) -> None:
    expected = [] if target == "tpu-v4" else ["online-softmax"]
    assert kernels(store.get(f"attention-s8192@{target}")) == expected


@pytest.mark.parametrize("target", TPUS)
@pytest.mark.parametrize("program", ["attention-exp2-s8192", "attention-nomax-s8192"])
def test_the_near_misses_are_not_recognized(store: Store, program: str, target: str) -> None:
    assert kernels(store.get(f"{program}@{target}")) == []


def test_what_the_cost_model_makes_of_the_near_misses(store: Store) -> None:
    assert store.get("attention-exp2-s8192@tpu-v6e").cost.bytes_accessed == 59_333_792
    assert store.get("attention-nomax-s8192@tpu-v6e").cost.bytes_accessed == 42_550_432


@pytest.mark.parametrize(
    ("target", "space", "spills"),
    [("tpu-v4", 3, 0), ("tpu-v5e", 1, 0), ("tpu-v5p", 0, 2), ("tpu-v6e", 1, 0), ("tpu-7x", 1, 0)],
)
def test_where_the_scores_lie_at_1024(store: Store, target: str, space: int, spills: int) -> None:
    capture = store.get(f"attention-s1024@{target}")
    held = {space for carrier in capture.carriers if carrier.launched for space in carrier.spaces}
    assert held == {space}
    assert len(capture.spills) == spills


def test_the_forecast_where_there_is_one(store: Store) -> None:
    forecast = store.get("attention-s8192@tpu-v6e").forecast
    assert forecast is not None
    assert forecast.ops == {"fusion": 136_663, "online-softmax": 182_647}
    assert store.get("attention-s8192@tpu-v4").forecast is None
    assert "VF/VL/GF/GL" in store.get("attention-s8192@tpu-v4").manifest.forecast


def test_no_half_forecast_is_kept(store: Store) -> None:
    for capture in store.captures.values():
        if capture.forecast is not None:
            names = {instruction.name for instruction in capture.hlo.instructions}
            assert {call.name for call in launched(capture.hlo)} <= set(capture.forecast.ops)
            assert set(capture.forecast.ops) <= names


def test_the_passes(store: Store) -> None:
    passes = store.get(ATTENTION).passes
    assert passes.source == "metadata"
    index = passes.index("flash_attention")
    assert index is not None
    assert passes.passes[index - 1].changed
    assert store.get("attention-s1024@cpu").passes.source == "dumps"


def test_a_refusal_is_kept_with_its_message(store: Store) -> None:
    capture = store.get(REFUSED)
    assert capture.refused
    message = capture.text("refusal.txt")
    assert message.startswith("RESOURCE_EXHAUSTED: E1001: CompileTimeScopedVmemOom")
    assert "Scoped allocation with size 64.00M and limit 32.00M" in message
    with pytest.raises(ProblemError, match=r"has no optimized\.hlo: the compiler refused"):
        _ = capture.hlo


def test_nothing_of_the_machine_is_left(store: Store) -> None:
    for capture in store.captures.values():
        for entry in capture.manifest.files:
            text = capture.content(entry.name).decode("latin-1")
            for trace in ("/home/", "/root/", "/tmp/", "/Users/", "/site-packages/", ".venv"):
                assert trace not in text, f"{capture.id}/{entry.name} holds {trace}"


def test_files_by_name(store: Store) -> None:
    capture = store.get(ATTENTION)
    assert capture.has("passes.txt")
    assert capture.has("passes.txt.xz")
    assert not capture.has("refusal.txt")
    assert capture.text("passes.txt").startswith("=== ")
    assert capture.sha256("passes.txt") == capture.sha256("passes.txt.xz")
    assert capture.line_of("program.py", "s = q @ k.T") == 9
    assert capture.line_of("program.py", "nowhere") is None
    assert (capture.chip, capture.target, capture.basis) == ("tpu-v6e", "tpu-v6e", "compiled")


def test_readings_are_kept_between_builds(
    tmp_path: Path, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = store.get(ATTENTION).folder

    def read() -> StableModule:
        keeper = Keeper(tmp_path)
        with keeper.in_use():
            capture = load_capture(folder)
            Store(folder.parent, {ATTENTION: capture}).known_to(keeper)
            module = capture.stablehlo
        keeper.save(forget=True)
        return module

    first = read()
    monkeypatch.setattr("xlagym.evidence.stablehlo.reader.read_stablehlo", None)
    assert read() == first
