"""Workbooks for tests: the real store, and small stores of made-up captures."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

from tests.places import ROOT
from xlagym.captures import forms
from xlagym.captures.capture import FILE, KIND, Capture
from xlagym.captures.form import AnyForm
from xlagym.captures.manifest import FileEntry, Manifest
from xlagym.captures.store import Store, load_store
from xlagym.evidence.reports.cost import read_cost
from xlagym.evidence.reports.forecast import read_forecast
from xlagym.inputs.problems import Problem, ProblemError
from xlagym.keeping.keeper import handle
from xlagym.keeping.recording import note
from xlagym.numbers.constants import Constants, read_constants
from xlagym.numbers.sheets.sheet import Sheet, read_sheet
from xlagym.numbers.workbook import Workbook

COST = '{\n"bytes accessed": 1000.0,\n"flops": 64.0\n}\n'
FORECAST = '{"ops": {\n"fusion": 30,\n"kernel": 12\n}}\n'


@cache
def real_constants() -> Constants:
    return read_constants((ROOT / "content" / "constants.yml").read_text())


@cache
def real_workbook() -> Workbook:
    store, problems = load_store(ROOT / "captures")
    assert problems == []
    return Workbook(store, real_constants())


@dataclass
class FakeCapture:
    """What numbers ask of a capture, over texts in memory; ``reads`` counts what was opened."""

    manifest: Manifest
    files: dict[str, str]
    reads: list[str] = field(default_factory=list)

    @property
    def basis(self) -> str:
        return self.manifest.basis

    @property
    def id(self) -> str:
        return self.manifest.id

    @property
    def digest(self) -> str:
        return repr(self.manifest)

    def __reduce__(self) -> tuple[Any, tuple[str, str]]:
        return handle, (KIND, self.id)

    def has(self, form: AnyForm) -> bool:
        note(f"{FILE} {self.id}/{form.file}", self.evidence(form.file))
        return form.file in self.files

    def text(self, form: AnyForm) -> str:
        self.reads.append(form.file)
        note(f"{FILE} {self.id}/{form.file}", self.evidence(form.file))
        return self.files[form.file]

    def evidence(self, name: str) -> str:
        return self.sha256(name) if name in self.files else ""

    def sha256(self, form: AnyForm | str) -> str:
        name = form if isinstance(form, str) else form.file
        return hashlib.sha256(self.files[name].encode()).hexdigest()

    def line_of(self, form: AnyForm, needle: str) -> int | None:
        before, found, _ = self.text(form).partition(needle)
        return before.count("\n") + 1 if found else None

    @property
    def cost(self) -> Any:
        return read_cost(self.text(forms.COST))

    @property
    def forecast(self) -> Any:
        return read_forecast(self.text(forms.FORECAST)) if self.has(forms.FORECAST) else None


def fake(id: str, *, basis: str = "compiled", **changes: Any) -> FakeCapture:
    files = {"program.py": f"# {id}\n", "cost.json": COST, "forecast.json": FORECAST}
    files = changes.pop("files", files)
    variant, _, target = id.partition("@")
    manifest = Manifest(
        id=id,
        basis=basis,
        outcome=changes.pop("outcome", "compiled"),
        program=variant.partition("-")[0],
        variant=variant,
        function="f",
        source_file="labs/programs/f.py",
        source_sha256="0" * 64,
        tensors={},
        target=target,
        device_kind="TPU v6 lite",
        topology="v6e:1x1",
        jax="0.12.0.1",
        jaxlib="0.12.0.1",
        libtpu="0.0.52",
        flags={},
        command=f"xlagym capture {id} --replace",
        date="2026-01-01",
        forecast=changes.pop("forecast", "given"),
        scrubbed=(),
        licence="MIT",
        files=tuple(
            FileEntry(name, hashlib.sha256(text.encode()).hexdigest(), len(text))
            for name, text in files.items()
        ),
    )
    assert not changes
    return FakeCapture(manifest, files)


def workbook(*captures: FakeCapture, sick: dict[str, list[str]] | None = None) -> Workbook:
    named = {capture.manifest.id: cast("Capture", capture) for capture in captures}
    return Workbook(
        Store(ROOT / "captures", named),
        real_constants(),
        health=lambda capture: (sick or {}).get(capture.manifest.id, []),
    )


def sheet(book: Workbook, text: str) -> Sheet:
    return read_sheet(
        book, text, "content/xla/05-fusion/numbers.yml", prefix="xla/05", page="/l/xla/05-fusion/"
    )


def problem(error: ProblemError) -> Problem:
    """The only problem of an error."""
    (only,) = error.problems
    return only
