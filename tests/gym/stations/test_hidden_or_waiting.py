"""GYM·17 beyond what every drill is tested for: rounds worked out by hand, and a hostile name."""

from __future__ import annotations

import pytest
from markupsafe import Markup

from xlagym.captures.capture import Capture
from xlagym.captures.store import Store
from xlagym.evidence.hlo.reader import read_hlo
from xlagym.evidence.timeline.transfers import transfers
from xlagym.gym.stations.hidden_or_waiting.round import asked, is_certain
from xlagym.gym.stations.hidden_or_waiting.words import CapturedTransfer

HOSTILE = """\
HloModule m, is_scheduled=true

ENTRY %main (a: f32[8]) -> f32[8] {
  %a = f32[8]{0} parameter(0)
  %copy-start = (f32[8]{0:S(1)}, f32[8]{0}, u32[]) copy-start(%a)
  %<img/src=x> = f32[8]{0} negate(%a)
  %copy-done = f32[8]{0:S(1)} copy-done(%copy-start)
  ROOT %last = f32[8]{0} add(%<img/src=x>, %copy-done)
}
"""


def key(store: Store, capture: str, start: str) -> str:
    """Text of the choice that belongs."""
    found = store.get(capture)
    (transfer,) = (each for each in transfers(found.hlo) if each.start.name == start)
    round = asked(CapturedTransfer(found, transfer), None)
    (text,) = (choice.text for choice in round.choices if choice.id in round.key)
    return Markup(text).striptags()


@pytest.mark.parametrize(
    ("capture", "start", "told"),
    [
        ("mlp@tpu-v6e", "copy-start.2", "It can hide: %fusion.21 works"),
        ("decode@tpu-v6e-2x4", "all-gather.1", "The core waits: it is one op"),
        ("rnn@tpu-v6e", "copy-start", "The core waits: nothing that takes time"),
        (  # Two fusions follow the start; its data come with the update, right before the done.
            "mlp-sharded@tpu-7x-4x4x4",
            "reduce-scatter.4.cloned.1.call-start",
            "The core waits: nothing that takes time",
        ),
    ],
)
def test_worked_out_by_hand(store: Store, capture: str, start: str, told: str) -> None:
    assert key(store, capture, start).startswith(told)


def test_a_copy_that_may_precede_its_program_is_not_asked_about(store: Store) -> None:
    first = next(iter(transfers(store.get("matmul-chain@tpu-v6e").hlo)))
    assert "cross_program_prefetch_index" in first.start.attributes
    assert not is_certain(first)


def test_names_are_escaped(store: Store) -> None:
    capture = Capture(store.get("mlp@tpu-v6e").manifest, store.get("mlp@tpu-v6e").folder)
    (transfer,) = transfers(read_hlo(HOSTILE))
    round = asked(CapturedTransfer(capture, transfer), None)
    told = [round.question, *(choice.text for choice in round.choices)]
    told += [each.text for each in (*round.wrong, *round.missing)]
    told += [round.reveal.answer, round.reveal.shows, round.reveal.means]
    assert not any("<img" in text for text in told)
    assert any("&lt;img/src=x&gt;" in text for text in told)
