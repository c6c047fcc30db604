"""The passes reader; oracles: protobuf's own parser, and the texts of all dumps of a compile."""

from __future__ import annotations

import contextlib
import itertools
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.evidence.protos import pass_metadata
from tests.evidence.texts import compiled, dumps, text
from xlagym.evidence.passes.reader import (
    DumpName,
    Pass,
    Passes,
    PassesError,
    parse_dump_name,
    passes_from_dumps,
    passes_from_metadata,
    read_passes,
    write_passes,
)

TPU = "attention-s1024-tpu-v6e"
CPU = "attention-s1024-cpu"
METADATA = "module_0000.metadata.textproto"


def tpu_passes() -> Passes:
    return passes_from_metadata(dumps(TPU)[METADATA], dumps(TPU))


def test_every_pass_of_the_metadata_as_protobuf_reads_it() -> None:
    expected = pass_metadata(dumps(TPU)[METADATA])
    assert len(expected) == 539
    assert [(run.index, run.name, run.pipeline, run.changed) for run in tpu_passes().passes] == [
        (run.pass_id, run.pass_name, run.pipeline_name, run.module_changed) for run in expected
    ]


def test_named_passes_of_attention_on_v6e() -> None:
    found = tpu_passes()
    assert (found.total, found.changed, found.source) == (539, 22, "metadata")
    kernel = found.passes[found.index("flash_attention") - 1]  # type: ignore[operator]
    assert kernel == Pass(
        202, "Phase 2 pre-layout assignment passes", "flash_attention", True, "0022"
    )
    assert "custom-call(" in found.dumps["0022"]
    assert "custom-call(" not in found.dumps["0016"]
    # algsimp runs often: its index is that of the first run that changed something.
    assert found.index("algsimp") == 71
    assert found.index("no-such-pass") is None


def test_pipelines_are_not_passes_of_their_own() -> None:
    found = tpu_passes()
    names = [run.name for run in found.changing]
    # 22 changed; "convolution folding" and "simplification-1" are pipelines and repeat their own.
    assert len(names) == 20
    assert names[:3] == ["transpose-folding", "algsimp", "degenerate-dimension-rewriter"]
    assert {"convolution folding", "simplification-1"} <= {run.name for run in found.passes}


def test_only_differing_texts_are_kept_and_each_change_has_its_text() -> None:
    found = tpu_passes()
    texts = list(found.dumps.values())
    assert len(texts) == 16
    assert all(one != other for one, other in itertools.pairwise(texts))
    # A pass that claims a change which the text does not show points to the text as it was.
    copy_insertion = next(run for run in found.passes if run.name == "copy-insertion")
    assert (copy_insertion.changed, copy_insertion.dump) == (True, "0048")


def test_every_text_that_differs_has_a_pass_that_claims_it() -> None:
    """The other way round: walk all 76 dumps, the steps within passes too, and compare texts."""
    order = sorted(
        (name for name in dumps(TPU) if parse_dump_name(name)),
        key=lambda name: int(re.findall(r"\.(\d{4})\.", name)[0]),
    )
    assert len(order) == 76
    claimed = {run.dump for run in tpu_passes().passes if run.changed}
    unclaimed = []
    for before, after in itertools.pairwise(order):
        number = re.findall(r"\.(\d{4})\.", after)[0]
        if dumps(TPU)[before] != dumps(TPU)[after] and number not in claimed:
            unclaimed.append(number)
    # 0031 is a step within layout assignment, claimed when that ends (0035); before 0074 the
    # memory space of a scalar is changed between two pipelines, by no pass.
    assert unclaimed == ["0031", "0074"]


def test_cpu_passes_by_comparing_texts() -> None:
    found = passes_from_dumps(dumps(CPU))
    assert (found.source, found.total, found.changed) == ("dumps", 41, 17)
    assert [run.name for run in found.changing][:4] == [
        "float-normalization-bf16",
        "algsimp",
        "dce",
        "reshape-mover",
    ]
    # A pipeline that ends repeats its last pass: no change of its own.
    end = next(run for run in found.passes if run.name == "simplification")
    assert (end.changed, end.dump) == (False, None)
    # Copy insertion's steps are named for what has just happened.
    assert [run.name for run in found.passes if run.pipeline == "copy-insertion"] == [
        "adding_copies_to_resolve_interference",
        "removing_unnecessary_copies",
        "adding_special-case_copies",
    ]


def test_both_ways_agree_on_the_texts_of_one_compile() -> None:
    by_names = passes_from_dumps(
        {name: content for name, content in dumps(TPU).items() if name != METADATA}
    )
    by_metadata = tpu_passes()
    assert [key for key in by_names.dumps if key not in by_metadata.dumps] == ["0031"]
    for key, content in by_metadata.dumps.items():
        if key != "0035":  # by names, that text was there from 0031 on
            assert by_names.dumps[key] == content


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "module_0000.jit_f.cl_1014260217.0014.simplification-1.after_algsimp.before_dce.txt",
            DumpName(
                "module_0000.jit_f.cl_1014260217", "0014", "simplification-1", "algsimp", "dce"
            ),
        ),
        (
            "module_0000.jit_f.0031.tpu-tiling-rewriter.before_tiling_rewriter.txt",
            DumpName("module_0000.jit_f", "0031", "tpu-tiling-rewriter", None, "tiling_rewriter"),
        ),
        (
            "a/b/module_0001.jit_f.0036.copy-insertion.after_adding_special-case_copies.txt",
            DumpName(
                "module_0001.jit_f", "0036", "copy-insertion", "adding_special-case_copies", None
            ),
        ),
        ("module_0000.jit_f.before_optimizations.txt", None),
        ("module_0000.jit_f.cpu_after_optimizations-live-range.txt", None),
        ("module_0000.jit_f.cl_1014260217.flagfile", None),
    ],
)
def test_dump_names(name: str, expected: DumpName | None) -> None:
    assert parse_dump_name(name) == expected


def test_written_passes_read_back_the_same() -> None:
    for found in (tpu_passes(), passes_from_dumps(dumps(CPU))):
        index, texts = write_passes(found)
        assert read_passes(index, texts) == found
        assert index.count("\n") == found.total + 2  # one pass a line
        assert write_passes(found) == (index, texts)


@pytest.mark.parametrize("capture", compiled())
def test_every_capture_in_the_store(capture: str) -> None:
    found = read_passes(text(capture, "passes.json"), text(capture, "passes.txt"))
    assert found.source == ("dumps" if "@cpu" in capture else "metadata")
    assert found.total > 10
    assert all(content.startswith("HloModule jit_") for content in found.dumps.values())
    assert all(run.changed == (run.dump is not None) for run in found.passes)


@pytest.mark.parametrize(
    ("index", "texts", "message"),
    [
        ("{", "", "the list of passes can't be read"),
        ('{"source": "dumps", "passes": [{}]}', "", "the list of passes can't be read"),
        (
            '{"source": "dumps", "passes": '
            '[{"pipeline": "p", "name": "n", "changed": true, "dump": "0001"}]}',
            "=== 0000\nx\n",
            r"pass 1 \(n\) names dump 0001: not there",
        ),
        ('{"source": "dumps", "passes": []}', "x\n", "do not start with a line"),
        ('{"source": "dumps", "passes": []}', "=== 0000\nx", "cut short inside the block 0000"),
        ('{"source": "dumps", "passes": []}', "=== 1\nx\n=== 1\ny\n", "block 1 twice"),
    ],
)
def test_damage_is_named(index: str, texts: str, message: str) -> None:
    with pytest.raises(PassesError, match=message):
        read_passes(index, texts)


def test_faults_of_the_dumps_are_named() -> None:
    with pytest.raises(PassesError, match="holds no pass_metadata"):
        passes_from_metadata("", dumps(TPU))
    with pytest.raises(PassesError, match="line 1: no field"):
        passes_from_metadata("<<<", dumps(TPU))
    with pytest.raises(PassesError, match="there are no dumps"):
        passes_from_metadata(dumps(TPU)[METADATA], {})
    with pytest.raises(PassesError, match=r"names a dump that is not there: module_0000.*0000\."):
        passes_from_metadata(dumps(TPU)[METADATA], {"other.txt": ""})
    with pytest.raises(PassesError, match="of one module, found none"):
        passes_from_dumps({"flagfile": ""})
    two = {f"module_{n}.jit_f.0000.p.after_x.txt": "" for n in (1, 2)}
    with pytest.raises(PassesError, match=r"found \['module_1.jit_f', 'module_2.jit_f'\]"):
        passes_from_dumps(two)
    clash = Passes("dumps", (), {"0000": "=== 0001\n"})
    with pytest.raises(PassesError, match="starts a block"):
        write_passes(clash)


@given(st.text(max_size=200), st.text(alphabet="= 01\nx", max_size=60))
def test_reading_raises_nothing_but_its_own_error(index: str, texts: str) -> None:
    with contextlib.suppress(PassesError):
        read_passes(index, texts)
    with contextlib.suppress(PassesError):
        read_passes('{"source": "dumps", "passes": []}', texts)


@settings(max_examples=30, deadline=None)
@given(st.integers(min_value=0, max_value=114_000))
def test_cut_metadata_raises_nothing_but_its_own_error(end: int) -> None:
    with contextlib.suppress(PassesError):
        passes_from_metadata(dumps(TPU)[METADATA][:end], dumps(TPU))


key_texts = st.dictionaries(
    st.from_regex(r"\d{4}", fullmatch=True), st.text(alphabet="ab \n", max_size=12), max_size=4
)


@given(key_texts, st.lists(st.tuples(st.text(max_size=8), st.text(max_size=8), st.booleans())))
def test_any_passes_survive_writing(
    kept: dict[str, str], runs: list[tuple[str, str, bool]]
) -> None:
    found = Passes(
        "dumps",
        tuple(
            Pass(i, pipeline, name, changed, next(iter(kept), None))
            for i, (pipeline, name, changed) in enumerate(runs, start=1)
        ),
        kept,
    )
    assert read_passes(*write_passes(found)) == found
