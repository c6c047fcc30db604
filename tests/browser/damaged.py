"""Sites of one program whose optimized HLO is somebody else's: hostile, or very long."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from tests.captures.signing import sign
from tests.places import ROOT
from xlagym.site.assembly.build import assemble
from xlagym.site.assembly.project import Project
from xlagym.site.assembly.swap import write_site

CAPTURE = "attention-s1024@tpu-v6e"
ROOM = "/gym/07-fusion-xray/attention-s1024/tpu-v6e/"
SPEC = """\
number: 7
kind: fusion-xray
title: The fusion x-ray
skill: reading-fusions
intro: One room.
chapters: [xla/05]
programs: {attention-s1024: attention}
targets: [tpu-v6e]
"""


def build_damaged(folder: Path, damage: Callable[[str], str]) -> Path:
    """A site of the seed's program alone, with its optimized HLO changed and signed again."""
    project = folder / "project"
    shutil.copytree(ROOT / "captures" / CAPTURE, project / "captures" / CAPTURE)
    shutil.copytree(ROOT / "labs" / "programs", project / "labs" / "programs")
    for name in ("templates", "static"):
        shutil.copytree(ROOT / name, project / name)
    content = project / "content"
    (content / "gym").mkdir(parents=True)
    for name in ("site.yml", "glossary.yml", "sources.yml", "constants.yml"):
        shutil.copyfile(ROOT / "content" / name, content / name)
    (content / "gym" / "07-fusion-xray.yml").write_text(SPEC)
    evidence = project / "captures" / CAPTURE / "optimized.hlo"
    evidence.write_text(damage(evidence.read_text()))
    sign(evidence)
    made = assemble(Project(project), cached=False)
    refused = {problem.rule for problem in made.problems} - {"lock", "weight", "link", "capture"}
    assert refused == set(), made.problems
    write_site(made.files, folder / "site")
    return folder / "site"


def lengthen(text: str, lines: int = 20_000) -> str:
    """The module with thousands of instructions more, a tenth of them fusions."""
    head, entry, rest = text.partition("\nENTRY ")
    body, close, tail = rest.partition("\n}")
    shape = "bf16[1024,128]{1,0:T(8,128)(2,1)}"
    config = '{"flag_configs":[],"scoped_memory_configs":[],"used":[],"dma_priority":1}'
    have = text.count("\n")
    fused = "fusion(%q.1), kind=kLoop, calls=%bitcast_fusion"
    plain = "add(%q.1, %k.1)"
    more = [
        f"  %extra.{number} = {shape} {plain if number % 10 else fused}, "
        f'metadata={{op_name="jit(naive_attention)/dot_general" stack_frame_id=1}}, '
        f"backend_config={config}"
        for number in range(lines - have)
    ]
    first, *others = body.split("\n")
    arguments = [line for line in others if " parameter(" in line]
    kept = [line for line in others if " parameter(" not in line]
    return head + entry + "\n".join([first, *arguments, *more, *kept]) + close + tail
