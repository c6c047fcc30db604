"""GYM·20 beyond what every drill is tested for: peaks worked out by hand, and a hostile name."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from xlagym.captures.store import Store
from xlagym.gym.rounds.exhibits import LiveChart, LiveRow
from xlagym.gym.stations.peak_owner.scene import name_of, scene
from xlagym.site.show.live_svg import draw


@pytest.mark.parametrize(
    ("capture", "space", "step", "owner", "held"),
    [
        # Scores of 1,024 squared in bf16, and two operands of 1,024 by 128 beside them.
        ("attention-s1024@tpu-v6e", 1, 6, "%fusion", 2 * 1024 * 1024 + 2 * 2 * 1024 * 128),
        # Two weights, an input, a result, two biases; what is hidden is written over in place.
        (
            "mlp@cpu",
            0,
            7,
            "%ynn_fusion.1, then %multiply_convert_fusion",
            2 * (2048 * 4096 + 2 * 1024 * 4096 + 2 * 2048 * 1024 + 4096 + 1024),
        ),
        # A copy of 67 MB, and one of 17; the other of 67 MB comes when this one is gone.
        ("mlp-summed@tpu-v6e-2x4", 1, 3, "%copy-start{0}", 67_108_864 + 16_777_216),
    ],
)
def test_worked_out_by_hand(
    store: Store, capture: str, space: int, step: int, owner: str, held: int
) -> None:
    drawn = scene(store.get(capture), space)
    assert drawn is not None
    assert (drawn.step, drawn.bytes) == (step, held)
    assert name_of(drawn.owner).striptags() == owner


def test_a_memory_with_two_largest_has_no_owner(store: Store) -> None:
    assert scene(store.get("mlp@tpu-v6e"), 0) is None  # both weights are of one size


def test_names_are_escaped() -> None:
    name = Markup("<code>{}</code>").format('%"><script>')
    row = LiveRow(name, "<b>", "8 B", 8, 0, 2, owns=True)
    svg = draw(LiveChart("<i>", 3, (row,), peak=1, held=((0, "8 B", 8),)))
    assert "<script" not in svg and "<b>" not in svg and "<i>" not in svg
    assert "&lt;script&gt;" in svg
