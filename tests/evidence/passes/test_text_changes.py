"""Changes between texts: they put both together again, and pair what gives the same name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.places import ROOT
from xlagym.captures.store import Store, load_store
from xlagym.evidence.passes.landmarks import landmarks
from xlagym.evidence.passes.steps import IdlePasses, Step, read_steps, walk
from xlagym.evidence.passes.text_changes import compare, hunks, name_of, opcode_of
from xlagym.evidence.text.lines import Lines

PROJECT = ROOT
COMPILES = (
    "attention-s1024@tpu-v6e",
    "rnn@tpu-v6e",
    "rnn@cpu",
    "mlp@cpu+jax-0.4.38",
    "ring-attention@tpu-v6e-2x4",
)

lines = st.lists(
    st.sampled_from(["ENTRY %m () -> f32[] {", "  %a = f32[] add(%b)", "  %a = x()", "}", "", "1"]),
    max_size=12,
)


@pytest.fixture(scope="module")
def store() -> Store:
    found, _ = load_store(PROJECT / "captures")
    return found


@given(lines, lines)
def test_rows_hold_both_texts(before: list[str], after: list[str]) -> None:
    rows = compare(before, after)
    assert [row.text for row in rows if row.old is not None] == before
    assert [row.text for row in rows if row.new is not None] == after
    assert [row.old for row in rows if row.old] == list(range(1, len(before) + 1))
    assert [row.new for row in rows if row.new] == list(range(1, len(after) + 1))
    shown = [row for hunk in hunks(rows) for row in hunk]
    assert [row for row in shown if row.changed] == [row for row in rows if row.changed]
    assert len(set(map(id, shown))) == len(shown)


def test_a_rewritten_line_stands_below_what_it_was_and_says_where_it_differs() -> None:
    before = ["ENTRY %m () -> f32[] {", "  %a = f32[] add(%x, %y)", "  %b = f32[] add(%a, %a)", "}"]
    after = ["ENTRY %m () -> f32[] {", "  %a = f32[] add(%z, %y)", "  %b = f32[] add(%a, %a)", "}"]
    _, gone, come, *_ = compare(before, after)
    assert (gone.old, gone.new, come.old, come.new) == (2, None, None, 2)
    assert [gone.text[start:end] for start, end in gone.differs] == ["%x"]
    assert [come.text[start:end] for start, end in come.differs] == ["%z"]


def test_what_changes_sides_with_the_entry_is_what_moved() -> None:
    region = ["%r () -> f32[] {", "  %c = f32[] constant(0)", "}"]
    entry = ["ENTRY %m () -> f32[] {", "  %a = f32[] add(%x, %y)", "}"]
    rows = compare([*region, *entry], [*entry, *region])
    assert {row.text for row in rows if row.changed} == set(region)


def test_names_and_opcodes() -> None:
    line = "  ROOT %f.1 = (f32[8]{0:T(8)}, /*index=1*/s32[]) fusion(%a), kind=kLoop"
    assert (name_of(line), opcode_of(line)) == ("f.1", "fusion")
    assert (name_of("}"), opcode_of("}")) == (None, None)


@pytest.mark.parametrize("id", COMPILES)
def test_a_walk_passes_every_step_and_every_pass_once(id: str, store: Store) -> None:
    passes = store.get(id).passes
    steps = read_steps(passes)
    texts = list(passes.dumps.values())
    assert len(steps) == len(texts) - 1
    for step, before, after in zip(steps, texts, texts[1:], strict=False):
        assert [row.text for row in step.rows if row.old] == list(Lines(before))
        assert [row.text for row in step.rows if row.new] == list(Lines(after))
    parts = list(walk(passes, steps))
    assert [part for part in parts if isinstance(part, Step)] == list(steps)
    runs = [
        run.index
        for part in parts
        for run in (part.runs if isinstance(part, IdlePasses) else (part.run,))
        if run is not None
    ]
    assert runs == list(range(1, passes.total + 1))


def test_the_kernel_of_naive_attention_appears_at_the_pass_that_is_named_for_it(
    store: Store,
) -> None:
    steps = read_steps(store.get("attention-s1024@tpu-v6e").passes)
    mark = next(each for each in landmarks(steps) if "kernel" in each.about)
    assert mark.step.run is not None
    assert mark.step.run.name == "flash_attention"
