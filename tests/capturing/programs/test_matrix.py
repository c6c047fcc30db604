"""The matrix: what it names, and how its faults are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.capturing.conftest import PROJECT, MakeProject, entry
from xlagym.captures.store import load_store
from xlagym.capturing.job import Job
from xlagym.capturing.programs.matrix import read_matrix, select
from xlagym.inputs.problems import ProblemError


def faults(root: Path) -> list[tuple[str, int | None]]:
    with pytest.raises(ProblemError) as raised:
        read_matrix(root)
    assert {problem.file for problem in raised.value.problems} == {"labs/matrix.yml"}
    return [(problem.message, problem.line) for problem in raised.value.problems]


def test_the_projects_own_matrix() -> None:
    ids = [job.id for job in read_matrix(PROJECT)]
    assert ids[:2] == ["attention-s1024@cpu", "attention-s1024@tpu-v4"]
    assert len(set(ids)) == len(ids)
    store, _ = load_store(PROJECT / "captures")
    made_here = {id for id, each in store.captures.items() if each.basis == "compiled"}
    assert sorted(made_here - set(ids)) == []
    assert sorted(set(ids) - set(store.captures)) == [
        id for id in sorted(ids) if id.endswith("@tpu-v6e.run")
    ]


def test_an_entry_is_variants_times_targets(project: MakeProject) -> None:
    root = project(entry("wave", "a, b", "cpu, tpu-v4"), wave="")
    assert [job.id for job in read_matrix(root)] == ["a@cpu", "a@tpu-v4", "b@cpu", "b@tpu-v4"]


def test_a_matrix_in_another_encoding(project: MakeProject) -> None:
    root = project("", wave="")
    (root / "labs/matrix.yml").write_bytes(b"# caf\xe9\n")
    assert faults(root) == [("it is no UTF-8: the byte 0xe9 can't stand where it does", 1)]


def test_flags_make_another_id(project: MakeProject) -> None:
    flags = '  flags: {no-flash: {xla_tpu_enable_flash_attention: "false"}}\n'
    (job,) = read_matrix(project(entry("wave", "a", "tpu-v4", flags), wave=""))
    assert job.id == "a@tpu-v4+no-flash"
    assert job.options == {"xla_tpu_enable_flash_attention": "false"}


@pytest.mark.parametrize(
    ("matrix", "message", "line"),
    [
        ("program: x", "expected a list of entries", 1),
        ("- program: wave\n  variants: [a]\n", "the entry has no 'targets'", 1),
        (entry("wave", "a", "cpu, tpu-v9"), "unknown target 'tpu-v9': there are cpu, tpu-v4,", 3),
        (entry("waves", "a", "cpu"), "there is no labs/programs/waves.py", 1),
        (entry("wave", "a", "cpu", "  seed: 3\n"), "unknown field 'seed'", 4),
        (entry("wave", "a, a", "cpu"), "'a@cpu' stands here a second time", 1),
        (entry("wave", "a", "cpu", "  flags: {x: {y: true}}\n"), "the options of 'x' must be", 4),
        ("- program: wave\n  variants: a\n  targets: [cpu]\n", "'variants' is no list", 2),
        ("- just words\n", "'just words' is no entry", 1),
        (entry("../wave", "a", "cpu"), "there is no labs/programs/../wave.py", 1),
        (entry("wave", "../../x", "cpu"), "'../../x@cpu' is no name of a capture", 1),
        (entry("wave", "[a]", "cpu"), "'['a']@cpu' is no name of a capture", 1),
        (entry("wave", "a", "[cpu]"), "unknown target '['cpu']': there are", 3),
        (entry("wave", "a", "cpu", "  flags: {../x: {y: z}}\n"), "'a@cpu+../x' is no name", 1),
    ],
)
def test_faults_are_named_with_their_line(
    project: MakeProject, matrix: str, message: str, line: int
) -> None:
    ((found, where),) = faults(project(matrix, wave=""))
    assert found.startswith(message)
    assert where == line


def test_no_matrix(tmp_path: Path) -> None:
    assert faults(tmp_path) == [("there is no matrix", None)]


JOBS = [
    Job("/p", "p", variant, target) for variant in ("mlp", "rnn") for target in ("cpu", "tpu-v4")
]


@pytest.mark.parametrize(
    ("patterns", "ids"),
    [
        ([], ["mlp@cpu", "mlp@tpu-v4", "rnn@cpu", "rnn@tpu-v4"]),
        (["rnn@cpu"], ["rnn@cpu"]),
        (["*@tpu-*", "mlp@cpu"], ["mlp@cpu", "mlp@tpu-v4", "rnn@tpu-v4"]),
    ],
)
def test_selecting(patterns: list[str], ids: list[str]) -> None:
    assert [job.id for job in select(JOBS, patterns)] == ids


def test_an_unknown_id_brings_the_nearest() -> None:
    with pytest.raises(ProblemError) as raised:
        select(JOBS, ["mpl@cpu", "zzz"])
    advices = [problem.advice for problem in raised.value.problems]
    assert advices[0].startswith("did you mean mlp@cpu")
    assert advices[1] == "see: xlagym capture --list"
