from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.evidence.profile.profile_builder import Bar, SpaceBuilder, add_chip, tpu_profile
from tests.places import ROOT
from tests.report.hlo_texts import ASYNC
from tests.report.read.test_counts import reading
from xlagym.captures.forms import PROFILE
from xlagym.evidence.hlo.reader import read_hlo
from xlagym.report.build import read_all
from xlagym.report.given.inputs import Given
from xlagym.report.read.profiles import ProfileReading, read_one
from xlagym.report.read.timeline import BARS, timelines
from xlagym.report.told.profile_views import profile_view
from xlagym.report.told.summary import MODULE_KEYS, summary
from xlagym.report.told.views import module_view

START = "%copy-start = (f32[8]{0}, f32[8]{0}, u32[]) copy-start(f32[8]{0} %x)"
DONE = "%copy-done = f32[8]{0} copy-done((f32[8]{0}, f32[8]{0}, u32[]) %copy-start)"
FUSION = "%fusion = f32[8]{0} fusion(f32[8]{0} %x), kind=kLoop"
RUN = [Bar(START, 1000, 100), Bar(FUSION, 1100, 400), Bar(DONE, 1500, 500)]
"""In flight from 1000 to 2000 ps; 400 of that under the fusion, 600 exposed."""


def given(data: bytes, name: str = "vm.xplane.pb") -> Given:
    return Given(name, PROFILE, data)


def profile() -> ProfileReading:
    return read_one(given(tpu_profile(RUN)))


def test_json_has_exactly_the_keys_that_the_help_names() -> None:
    whole = json.loads(summary([], [profile()]))
    assert list(whole) == ["modules", "profiles"]
    (found,) = whole["profiles"]
    assert list(found) == ["file", "device", "planes", "health", "ops"]
    assert (found["file"], found["device"]) == ("vm.xplane.pb", "TPU v6 Lite")
    ops = {op["name"]: op for op in found["ops"]}
    assert ops["copy-done"] == {
        "name": "copy-done",
        "module": "jit_f",
        "plane": "/device:TPU:0",
        "occurrences": 1,
        "total_ps": 500,
        "self_ps": 500,
        "hidden_ps": 400,
        "exposed_ps": 600,
    }
    assert ops["fusion"]["hidden_ps"] is None


def test_the_keys_of_a_module() -> None:
    from xlagym.report.read.counts import count

    (found,) = json.loads(summary([count(reading(text=ASYNC))], []))["modules"]
    assert tuple(found) == MODULE_KEYS
    assert found == {
        "name": "jit_f",
        "computations": 2,
        "instructions": 12,
        "fusions": 1,
        "launched": 1,
        "kinds": {"kLoop": 1},
        "kernels": 0,
        "collectives": 2,
        "spills": None,
    }


def test_a_profile_that_cannot_be_read_says_why_and_has_no_ops() -> None:
    found = read_one(given(tpu_profile(RUN)[:-40]))
    (entry,) = json.loads(summary([], [found]))["profiles"]
    assert entry["ops"] == [] and entry["device"] == ""
    assert entry["health"][0].startswith("truncated: The file is cut short")


def test_the_median_run_is_drawn_with_what_was_in_flight() -> None:
    (drawn,), words = timelines(profile())
    assert (drawn.plane, drawn.module, drawn.length) == ("/device:TPU:0", "jit_f", 1000)
    assert [row.label for row in drawn.rows] == ["ops", "in flight"]
    assert [(bar.name, bar.start, bar.length, bar.role) for bar in drawn.rows[0].bars] == [
        ("copy-start", 0, 100, "start"),
        ("fusion", 100, 400, "compute"),
        ("copy-done", 500, 500, "wait"),
    ]
    assert [(bar.start, bar.length, bar.role) for bar in drawn.rows[1].bars] == [
        (0, 1000, "exposed")
    ]
    assert words == "" and drawn.remarks == ()


def test_what_is_not_drawn_is_said_with_its_share_of_time() -> None:
    short = [Bar(FUSION, 10_000 * at, 10) for at in range(BARS)]
    bars = sorted([*short, Bar(DONE, 10_000 * BARS, 30_000)], key=lambda bar: bar.start_ps)
    (drawn,), _ = timelines(read_one(given(tpu_profile(bars))))
    assert len(drawn.rows[0].bars) == BARS
    assert drawn.remarks == ("ops: 1 shorter bars are not drawn, 0.0 % of the row's time.",)


def test_ops_lead_to_their_lines_where_the_module_was_given() -> None:
    module = module_view("m1", reading(text=ASYNC), listed=True)
    view = profile_view("p1", profile(), [module])
    assert {row.name: row.href for row in view.rows} == {
        "copy-done": "#m1-hlo-13",
        "fusion": "#m1-hlo-12",
        "copy-start": "#m1-hlo-10",
    }
    assert view.matches == ["3 of 3 ops of jit_f are in the HLO given."]


def test_a_module_of_another_compile_is_told_from_its_own() -> None:
    text = ASYNC.replace("%copy", "%move").replace("%fusion", "%fusion.7")
    view = profile_view("p1", profile(), [module_view("m1", reading(text=text), listed=True)])
    assert [row.href for row in view.rows] == ["", "", ""]
    assert view.matches == [
        "jit_f was given, and only 0 of the 3 ops that ran are in it: it is of another compile."
    ]


def test_names_of_hosts_are_shown_nowhere() -> None:
    space = SpaceBuilder(hostname="laptop-of-ada")
    add_chip(space, RUN)
    view = profile_view("p1", read_one(given(space.bytes(), "laptop-of-ada.xplane.pb")), [])
    assert view.file == "(host).xplane.pb"


def test_the_table_of_a_real_profile(shared: Callable[[str], Path]) -> None:
    path = shared("tpu/v6e-4chips-host-offload.xplane.pb")
    found = read_one(given(path.read_bytes()))
    (entry,) = json.loads(summary([], [found]))["profiles"]
    waits = [op for op in entry["ops"] if op["name"] == "copy-done.4"]
    assert len(waits) == 4
    assert sum(op["occurrences"] for op in waits) == 400
    assert round(sum(op["total_ps"] for op in waits) / 1e6, 2) == 77_773_215.73
    assert all(op["exposed_ps"] > op["hidden_ps"] for op in waits)


def test_profiles_and_modules_that_do_not_belong_together_are_named(tmp_path: Path) -> None:
    (tmp_path / "vm.pb").write_bytes(tpu_profile(RUN))
    (tmp_path / "mine.hlo").write_text(ASYNC)
    (tmp_path / "other.hlo").write_text(ASYNC.replace("jit_f", "jit_g"))
    paths = {name: str(tmp_path / name) for name in ("vm.pb", "mine.hlo", "other.hlo")}

    def said(*names: str) -> list[tuple[str, str]]:
        readings = read_all([paths[name] for name in names], None)
        return [(problem.file, problem.message) for problem in readings.problems]

    assert said("vm.pb", "mine.hlo") == []
    assert said("vm.pb", "mine.hlo", "other.hlo") == [
        (paths["other.hlo"], "jit_g ran in no profile given")
    ]
    assert said("vm.pb", "other.hlo") == [
        (paths["vm.pb"], "ran jit_f, and no HLO given has its ops"),
        (paths["other.hlo"], "jit_g ran in no profile given"),
    ]


RNN = ROOT / "captures" / "rnn@cpu.run"


def test_what_ran_is_looked_into_though_nobody_gave_its_hlo() -> None:
    readings = read_all([str(RNN / "profile.xplane.pb.xz")], None)
    (module,) = readings.modules
    given = read_hlo((RNN / "optimized.hlo").read_text())
    assert module.hlo is not None
    assert [each.name for each in module.hlo.instructions] == [
        each.name for each in given.instructions
    ]
    view = profile_view("p1", readings.profiles[0], [module_view("m1", module, listed=True)])
    assert all(row.href for row in view.rows)
    assert view.matches == ["The HLO of what it ran is the profile's own, where nobody gave it."]
    assert readings.problems == []


def test_hlo_that_was_given_goes_before_the_profiles_own() -> None:
    paths = [str(RNN / "profile.xplane.pb.xz"), str(RNN / "optimized.hlo")]
    readings = read_all(paths, None)
    (module,) = readings.modules
    assert module.files.carried_by is None
    assert readings.problems == []


def test_hlo_that_cannot_be_printed_is_done_without(tmp_path: Path) -> None:
    (tmp_path / "vm.pb").write_bytes(tpu_profile(RUN))
    readings = read_all([str(tmp_path / "vm.pb")], None)
    assert readings.modules == []
    assert readings.profiles[0].not_opened == 1


def test_home_folders_are_shown_nowhere() -> None:
    found = profile()
    assert found.shown("/home/ada/research/f.py:3") == "~/research/f.py:3"
    assert found.shown('source_file="/Users/ada/f.py"') == 'source_file="~/f.py"'
    assert found.shown("labs/home/f.py") == "labs/home/f.py"
