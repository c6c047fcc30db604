"""Captures that ran: their timeline, their health, and the account that they give."""

from __future__ import annotations

import json
import lzma
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.captures.conftest import PROJECT
from tests.captures.signing import sign
from tests.capturing.run.tpu_run import ID, profile, tpu_run
from tests.evidence.profile.profile_builder import Bar, tpu_profile
from xlagym.captures.accounts import timeline_account
from xlagym.captures.capture import Capture
from xlagym.captures.health import health, remarks
from xlagym.captures.packing import PackedError, pack, unpack
from xlagym.captures.store import Store, load_capture, load_store
from xlagym.inputs.problems import ProblemError

CPU_RUNS = ["attention-s1024@cpu.run", "mlp@cpu.run", "rnn@cpu.run"]
PUBLISHED = "attention-s8192@tpu-v6e.published"


@pytest.fixture
def ran(tmp_path: Path) -> Callable[[str], Path]:
    """Copy a capture that ran into a store of its own, to be damaged."""

    def copy(name: str) -> Path:
        return Path(shutil.copytree(PROJECT / "captures" / name, tmp_path / "captures" / name))

    return copy


def faults(folder: Path, name: str, content: bytes) -> list[str]:
    """What is wrong once a file holds something else, signed as if it had always been so."""
    (folder / name).write_bytes(content)
    sign(folder / name)
    return health(load_capture(folder))


@pytest.mark.parametrize("id", CPU_RUNS)
def test_the_module_that_ran_is_the_one_that_is_listed(store: Store, id: str) -> None:
    capture = store.get(id)
    twin = store.get(id.removesuffix(".run"))
    assert capture.text("optimized.hlo") == twin.text("optimized.hlo")
    known = {instruction.name for instruction in capture.hlo.instructions}
    assert {each.op.name for each in capture.timeline.ops} <= known
    assert len(capture.timeline.runs.runs) == capture.run_record.runs >= 10


@pytest.mark.parametrize("id", CPU_RUNS)
def test_no_run_is_longer_for_the_profile_than_for_the_host(store: Store, id: str) -> None:
    record = store.get(id).run_record
    pairs = zip(record.profile_ps, record.host_ns, strict=True)
    assert all(0 < profile_ps <= host_ns * 1_000 for profile_ps, host_ns in pairs)


def test_a_loop_runs_its_ops_as_often_as_it_turns(store: Store) -> None:
    timeline = store.get("rnn@cpu.run").timeline
    turns = timeline.op("ynn_fusion")
    assert turns is not None
    assert set(turns.occurrences.tolist()) == {128}


@pytest.mark.parametrize("id", CPU_RUNS)
def test_nothing_tells_of_the_machine(store: Store, id: str) -> None:
    capture = store.get(id)
    assert capture.profile.hostnames == ("HOST",)
    assert "the host's name" in capture.manifest.scrubbed
    assert PROJECT.as_posix().encode() not in capture.content("profile.xplane.pb")


def test_a_tpu_run_is_healthy_and_its_copy_is_hidden(tmp_path: Path) -> None:
    capture = tpu_run(tmp_path)
    assert (health(capture), remarks(capture)) == ([], [])
    timeline = capture.timeline
    # In flight from 0 to 102.5 µs: hidden under the fusion but for the start and the done.
    assert timeline.hidden_ps.tolist() == [100_000_000, 100_000_000, 101_000_000]
    assert [run.exposed_ps for run in timeline.runs.runs] == [2_500_000] * 3
    envelope = timeline.runs.spread_of("envelope_ps")
    assert envelope is not None and envelope.median == 221_100_000


def test_an_empty_profile(ran: Callable[[str], Path]) -> None:
    (fault,) = faults(ran("mlp@cpu.run"), "profile.xplane.pb.xz", pack(b""))
    assert fault.startswith("empty: The file has zero bytes")


def test_a_profile_cut_short(ran: Callable[[str], Path]) -> None:
    folder = ran("mlp@cpu.run")
    whole = load_capture(folder).content("profile.xplane.pb")
    (fault,) = faults(folder, "profile.xplane.pb.xz", pack(whole[: len(whole) // 2]))
    assert fault.startswith("truncated: The file is cut short")


def test_a_packed_file_cut_short(ran: Callable[[str], Path]) -> None:
    folder = ran("mlp@cpu.run")
    packed = (folder / "profile.xplane.pb.xz").read_bytes()
    found = faults(folder, "profile.xplane.pb.xz", packed[:-20])
    assert found == ["profile.xplane.pb: it is packed and cut short"]


def test_a_tpu_capture_with_a_cpus_profile(tmp_path: Path) -> None:
    cpu = load_capture(PROJECT / "captures" / "mlp@cpu.run").content("profile.xplane.pb")
    (fault, *_) = health(tpu_run(tmp_path, data=cpu))
    assert fault.startswith("no-device-plane: No /device:TPU plane: the profile has a CPU's ops")


def test_the_profile_of_another_module(tmp_path: Path) -> None:
    line = "%other.1 = f32[8]{0} dot(f32[8]{0} %x, f32[8]{0} %y)"
    data = tpu_profile([Bar(line, 0, 100)], module="jit_naive_attention")
    found = health(tpu_run(tmp_path, data=data))
    assert found[0] == "run.json says 3 runs, and the profile has 1"
    assert found[-1] == "the profile is of another module than optimized.hlo, which has no other.1"


def test_a_profile_without_a_run_of_the_program(tmp_path: Path) -> None:
    line = "%other.1 = f32[8]{0} dot(f32[8]{0} %x, f32[8]{0} %y)"
    (fault,) = health(tpu_run(tmp_path, data=tpu_profile([Bar(line, 0, 100)], module="jit_other")))
    assert fault == "no run of jit_naive_attention can be told apart in it"


def test_a_record_that_does_not_fit_its_profile(ran: Callable[[str], Path]) -> None:
    folder = ran("mlp@cpu.run")
    data = json.loads((folder / "run.json").read_text())
    data["device"] = ""
    found = faults(folder, "run.json", json.dumps(data).encode())
    assert found == ["it can't be read: it is no record of runs: '' is no text"]


def test_a_measured_capture_must_have_its_profile(ran: Callable[[str], Path]) -> None:
    folder = ran("mlp@cpu.run")
    text = (folder / "capture.yml").read_text()
    lines = [line for line in text.split("\n") if "profile.xplane.pb" not in line]
    (folder / "capture.yml").write_text("\n".join(lines))
    with pytest.raises(ProblemError) as raised:
        load_capture(folder)
    (problem,) = raised.value.problems
    assert problem.message.startswith("the manifest lists no profile.xplane.pb")
    assert problem.advice == "make it again: xlagym capture --trace mlp@cpu.run --replace"


def test_one_run_is_marked(tmp_path: Path) -> None:
    capture = tpu_run(tmp_path)
    assert remarks(capture) == []
    compiled = load_capture(PROJECT / "captures" / "mlp@cpu")
    assert remarks(compiled) == []


def test_a_star_stands_for_what_was_compiled(store: Store) -> None:
    assert {capture.basis for capture in store.matching("*")} == {"compiled"}
    assert {capture.basis for capture in store.matching("attention-s8192@*")} == {"compiled"}
    assert [capture.id for capture in store.matching("*.run")] == CPU_RUNS
    assert [capture.id for capture in store.matching("*.published")] == [PUBLISHED]


def test_the_account_is_published_until_it_is_measured(store: Store, tmp_path: Path) -> None:
    both = Store(tmp_path, dict(store.captures))
    account = timeline_account(both, "attention-s8192", "tpu-v6e")
    assert account.capture is not None
    assert (account.capture.id, account.basis, account.superseded) == (PUBLISHED, "published", None)

    measured = tpu_run(tmp_path)
    both = Store(tmp_path, {**store.captures, ID: measured})
    account = timeline_account(both, "attention-s8192", "tpu-v6e")
    assert account.capture is measured
    assert account.superseded is store.get(PUBLISHED)
    assert account.says.endswith("is measured; it takes the published figures' place.")

    account = timeline_account(both, "attention-s8192", "tpu-v5e")
    assert (account.capture, account.basis) == (None, "not recorded")


def test_a_capture_without_a_label_comes_first(tmp_path: Path) -> None:
    labelled = tpu_run(tmp_path, f"{ID}+jax-0.11.0")
    store = Store(tmp_path, {labelled.id: labelled})
    assert timeline_account(store, "attention-s8192", "tpu-v6e").capture is labelled
    plain = tpu_run(tmp_path)
    both = Store(tmp_path, {labelled.id: labelled, ID: plain})
    assert timeline_account(both, "attention-s8192", "tpu-v6e").capture is plain


def test_published_figures_are_read_by_name(store: Store) -> None:
    capture = store.get(PUBLISHED)
    assert health(capture) == []
    figure = capture.figures["copy_bandwidth"]
    assert (figure.value, figure.unit, figure.source) == (1287.5, "GB/s", "XLA-three-accounts")
    lines = capture.text("figures.yml").split("\n")
    assert lines[figure.line - 1] == "copy_bandwidth:"


def test_published_figures_that_can_not_be_read(ran: Callable[[str], Path]) -> None:
    found = faults(ran(PUBLISHED), "figures.yml", b"op_time: {is: many, source: A, says: b}\n")
    assert found == ["'is' of 'op_time' is 'many'"]


def test_only_a_published_capture_may_leave_its_program_out(ran: Callable[[str], Path]) -> None:
    folder = ran("mlp@cpu.run")
    path = folder / "capture.yml"
    path.write_text(
        path.read_text().replace("source_file: labs/programs/mlp.py", "source_file: ''")
    )
    _, (problem, *_) = load_store(folder.parent)
    assert problem.message == "'source_file' is '', expected something"


def test_unpacking_stops_at_its_limit() -> None:
    assert unpack(pack(b"x" * 1000), limit=1000) == b"x" * 1000
    with pytest.raises(PackedError, match="it unpacks to more than 999 bytes"):
        unpack(pack(b"x" * 1000), limit=999)
    with pytest.raises(PackedError, match="it can't be unpacked"):
        unpack(b"no xz at all")
    assert pack(b"x") == pack(b"x")
    assert lzma.decompress(pack(b"x")) == b"x"


def test_a_capture_gives_its_profile_unpacked(tmp_path: Path) -> None:
    capture: Capture = tpu_run(tmp_path)
    assert capture.content("profile.xplane.pb") == profile()
    assert capture.has("profile.xplane.pb")
