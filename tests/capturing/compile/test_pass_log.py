"""The log of passes, as two versions of the compiler write it, cut down to what is said."""

from __future__ import annotations

from xlagym.capturing.compile.pass_log import pass_log
from xlagym.evidence.passes.log import Logged, read_pass_log

TODAY = """\
I1129 17:25:22.164 1020 hlo_pass_pipeline.cc:303] Running HLO pass pipeline on module jit_g: other
I1129 17:25:22.164 1020 hlo_pass_pipeline.cc:211]   HLO pass not-ours
I1129 17:25:22.164 1020 hlo_pass_pipeline.cc:303] Running HLO pass pipeline on module jit_f: first
I1129 17:25:22.164 1020 hlo_pass_pipeline.cc:89]     Invariant checker hlo-verifier
I1129 17:25:22.164 1020 hlo_pass_pipeline.cc:211]   HLO pass dce
I1129 17:25:22.164 1020 hlo_pass_pipeline.cc:215]   Module hash 18181934842814975600
I1129 17:25:22.164 1020 hlo_pass_pipeline.cc:206] HLO pass: dce time: 21 us (21 us)
"""
BEFORE = """\
2026-11-29 17:52:40.9: I external/xla/xla/hlo/pass/hlo_pass_pipeline.cc:300] \
Running HLO pass pipeline on module jit_f: first
2026-11-29 17:52:40.9: I external/xla/xla/hlo/pass/hlo_pass_pipeline.cc:180]   HLO pass dce
"""
KEPT = "Running HLO pass pipeline on module jit_f: first\n  HLO pass dce\n"


def test_both_versions_give_the_same_log() -> None:
    assert pass_log(TODAY, "jit_f") == pass_log(BEFORE, "jit_f") == KEPT
    assert pass_log("nothing of that kind", "jit_f") == ""


def test_a_log_is_read_by_line() -> None:
    log = read_pass_log(KEPT)
    assert log.runs == (Logged(2, "dce"),)
    assert log.pipelines == {"first"}
