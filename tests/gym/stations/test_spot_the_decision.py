"""GYM·03: answers by hand, who wrote which line, and what is withheld."""

from __future__ import annotations

import pytest

from tests.places import ROOT
from xlagym.captures.store import Store
from xlagym.gym import build_station
from xlagym.gym.rounds.exhibits import Excerpt
from xlagym.gym.rounds.station import Station
from xlagym.gym.stations.spot_the_decision.written_lines import LineKind, read_listing
from xlagym.inputs.located_yaml import read_yaml
from xlagym.numbers.workbook import Workbook

SPEC = ROOT / "content" / "gym" / "03-spot-the-decision.yml"


@pytest.fixture(scope="module")
def station(store: Store, workbook: Workbook) -> Station:
    document = read_yaml(SPEC.read_text(), f"content/gym/{SPEC.name}")
    found = build_station(document, store, workbook.evaluate)
    assert isinstance(found, Station)
    return found


def keys(station: Station) -> dict[str, tuple[str, ...]]:
    return {
        each.id.removeprefix("03/").replace("@tpu-v6e", ""): each.key
        for room in station.rooms
        for each in room.rounds
    }


def test_by_hand(station: Station) -> None:
    found = keys(station)
    assert found["residual/constant"] == ("line-3",)  # 0.5, as bf16
    assert found["masked-mean/broadcast"] == ("line-5",)  # not line 3, which is mask[:, :, None]
    assert found["masked-mean/upcast"] == ("line-7",)  # not line 4, from integers
    assert found["layernorm/upcast"] == ()  # x.astype(jnp.float32) is the author's own
    assert found["embedding/constant"] == ()  # numpy's root has a type of its own
    assert found["checkpoint-dots/remat"] == ("line-17",)  # not line 4, reduce_precision
    assert found["gradients/remat"] == ()


def test_four_decisions_and_enough_programs(station: Station) -> None:
    names = {key.partition("/")[2] for key in keys(station)}
    assert names == {"broadcast", "upcast", "constant", "remat"}
    assert len(station.rooms) >= 8


def test_a_loops_lines_are_withheld(station: Station) -> None:
    (room,) = [each for each in station.rooms if each.variant == "checkpoint-layers"]
    assert [each.name for each in room.rounds] == ["remat"]
    assert station.withheld >= 1


def test_every_op_is_a_choice_and_lights_its_python(station: Station) -> None:
    for room in station.rooms:
        for each in room.rounds:
            assert each.lines is not None
            offered = {choice.id for choice in each.choices}
            assert set(each.lines.choices.values()) == offered
            (python,) = room.exhibits
            assert isinstance(python, Excerpt)
            first, last = python.lines[0][0], python.lines[-1][0]
            assert all(first <= a <= b <= last for a, b in each.lines.counterparts.values())


@pytest.mark.parametrize(
    ("capture", "line", "kind", "spelled"),
    [
        ("rms-norm@tpu-v6e", 7, LineKind.ASKED_SHAPE, "(x * x).mean(-1, keepdims=True)"),
        ("rms-norm@tpu-v6e", 8, LineKind.BROUGHT, "(x * x).mean(-1, keepdims=True)"),
        ("rms-norm@tpu-v6e", 12, LineKind.PROMOTED, "power + 1e-6"),
        ("quantized@tpu-v6e", 4, LineKind.RETYPED, "y * scale"),
        ("quantized@tpu-v6e", 5, LineKind.UNIT, "y * scale"),
        (
            "rotary@tpu-v6e",
            37,
            LineKind.ASKED_TYPE,
            "jnp.concatenate(turned, axis=-1).astype(x.dtype)",
        ),
        ("softmax@tpu-v6e", 3, LineKind.START, "x.max(-1, keepdims=True)"),
    ],
)
def test_who_wrote_it(store: Store, capture: str, line: int, kind: LineKind, spelled: str) -> None:
    (found,) = [each for each in read_listing(store.get(capture)).lines if each.line == line]
    assert (found.kind, found.spelled) == (kind, spelled)
