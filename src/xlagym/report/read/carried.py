"""The modules that a profile carries itself: what ran can be looked into though nobody gave it."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from google.protobuf.message import DecodeError

from xlagym.captures.forms import HLO
from xlagym.child_python import child_python
from xlagym.evidence.profile.formats.schema import HloProto
from xlagym.report.given.inputs import Given
from xlagym.report.given.matching import ModuleFiles
from xlagym.report.read.modules import GivenModule
from xlagym.report.read.print_hlo import PROTO, TEXT
from xlagym.report.read.profiles import ProfileReading
from xlagym.report.read.ran import what_ran

PROGRAMS = 8
"""Programs of one profile that are looked into, those that took longest."""
_SECONDS = 120


def carried_modules(
    profile: ProfileReading, given: Sequence[GivenModule]
) -> tuple[list[ModuleFiles], int]:
    """The HLO in a profile of what ran and was not given, and how many more programs ran.

    A profile that carries none, or HLO that this jaxlib can't print, gives none.
    """
    if profile.profile is None:
        return [], 0
    homes = what_ran(profile, given).homes
    took: dict[int, int] = {}
    for row in profile.rows:
        id_ = row.op.program_id
        known = id_ is not None and id_ in profile.profile.programs
        if id_ is not None and known and (id_, row.op.module) not in homes:
            took[id_] = took.get(id_, 0) + row.self_ps
    wanted = sorted(took, key=lambda id_: -took[id_])
    protos = {id_: _module(profile.profile.programs[id_].proto) for id_ in wanted[:PROGRAMS]}
    texts = _printed({id_: proto for id_, proto in protos.items() if proto})
    found = []
    for id_, text in texts.items():
        name = profile.profile.programs[id_].name
        file = f"HLO of {name} in {profile.shown(profile.file)}"
        hlo = Given(file, HLO, profile.shown(text).encode())
        found.append(ModuleFiles(name, hlo, carried_by=(profile.file, id_)))
    return found, len(wanted) - len(found)


def _module(proto: bytes) -> bytes:
    """The module within an ``xla.HloProto``, serialized; empty where there is none."""
    try:
        module = HloProto.FromString(proto).hlo_module
    except DecodeError:
        return b""
    text: bytes = module.SerializeToString()
    return text


def _printed(protos: dict[int, bytes]) -> dict[int, str]:
    """The text of each module that could be printed."""
    if not protos:
        return {}
    with tempfile.TemporaryDirectory(prefix="xlagym-xray-") as name:
        folder = Path(name)
        for id_, proto in protos.items():
            (folder / f"{id_}{PROTO}").write_bytes(proto)
        command = child_python("xlagym.report.read.print_hlo", name)
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False)
        return {
            id_: path.read_text(encoding="utf-8")
            for id_ in protos
            if (path := folder / f"{id_}{TEXT}").exists()
        }
