"""The table of forms: what it says holds in the store, and nobody names a file beside it."""

from __future__ import annotations

import ast
from pathlib import Path

import xlagym
from tests.captures.conftest import ATTENTION
from xlagym.captures.addresses import line_of, page_of, pass_of, walk_of
from xlagym.captures.capture import Capture
from xlagym.captures.form import AnyForm, Form, Texts
from xlagym.captures.forms import (
    FORECAST,
    FORMS,
    HLO,
    LIVE_RANGES,
    PASS_TEXTS,
    PASSES,
    PROFILE,
    PROGRAM,
    STABLEHLO,
    form_of,
)
from xlagym.captures.manifest import MANIFEST
from xlagym.captures.store import Store

PACKAGE = Path(xlagym.__file__).parent
KEPT = [form for form in FORMS if form.file]
NAMES = {form.file for form in KEPT} | {MANIFEST}
TABLE = {"captures/forms.py", "captures/manifest.py"}
DUMPED = {
    "after_optimizations-live-range.txt",
    "after_optimizations-buffer-assignment.txt",
}
"""How the compiler calls its own files."""


def test_no_two_forms_share_a_name_a_file_or_a_prefix() -> None:
    for values in (
        [form.name for form in FORMS],
        [form.file for form in KEPT],
        [form.prefix for form in KEPT if form.title],
    ):
        assert len(set(values)) == len(values)


def test_every_file_of_the_store_has_a_form_and_is_kept_as_it_says(store: Store) -> None:
    stored = {form.file: form.stored for form in KEPT}
    old = {"passes.json"}  # The three that ran keep theirs as they were before they were packed.
    for capture in store.captures.values():
        for entry in capture.manifest.files:
            name = entry.name.removesuffix(".xz")
            if name.startswith("xprof/"):
                assert form_of(name).name == name
            elif not (capture.basis == "measured" and name in old):
                assert stored[name] == entry.name, capture.id


def test_what_a_capture_needs(store: Store) -> None:
    needed = {form.file for form in FORMS if form.needed(store.get("mlp@tpu-v6e").manifest)}
    assert {"program.py", "jaxpr.txt", "stablehlo.mlir", "optimized.hlo"} < needed
    assert "forecast.json" in needed
    assert not needed & {"run.json", "refusal.txt", "figures.yml", "pass-log.txt"}
    assert not FORECAST.needed(store.get("mlp@cpu").manifest)
    ran = {form.file for form in FORMS if form.needed(store.get("mlp@cpu.run").manifest)}
    assert ran == {
        "program.py",
        "stablehlo.mlir",
        "stablehlo.debug.mlir",
        "optimized.hlo",
        "cost.json",
        "memory.json",
        "run.json",
        "profile.xplane.pb",
    }


def test_live_ranges_are_not_asked_of_an_old_cpu(store: Store) -> None:
    asked = {each.id: LIVE_RANGES.needed(each.manifest) for each in store.captures.values()}
    assert asked["mlp@cpu"]
    assert asked["mlp@tpu-v4"]
    assert [id for id, needed in asked.items() if "@cpu+" in id and needed] == []


def test_names_of_lines_and_of_files() -> None:
    assert (HLO.line_id(41), STABLEHLO.line_id(4), PROGRAM.line_id(9)) == (
        "hlo-41",
        "mlir-4",
        "py-9",
    )
    assert LIVE_RANGES.line_id(3) == "live-range-3"
    assert HLO.lines_among(["py-9", "hlo-41", "hlo-7", "mlir-4"]) == [41, 7]
    assert (PASS_TEXTS.stored, PROFILE.stored) == ("passes.txt.xz", "profile.xplane.pb.xz")
    stranger = form_of("xprof/overview_page.json")
    assert (stranger.title, stranger.prefix, stranger.language) == ("", "overview_page", "json")


def test_addresses() -> None:
    assert page_of("mlp@cpu") == "/captures/mlp@cpu/"
    assert line_of("mlp@cpu", HLO, 41) == "/captures/mlp@cpu/#hlo-41"
    assert walk_of("mlp@cpu") == "/passes/mlp@cpu/"
    assert pass_of("mlp@cpu", 71) == "/passes/mlp@cpu/#pass-71"


def test_a_new_form_is_one_entry_and_a_reader(store: Store) -> None:
    def count(texts: Texts) -> int:
        return texts.text(lines).count("\n")

    lines: Form[int] = Form("lines of the list of passes", "passes.json", count)
    assert store.get(ATTENTION).read(lines) == store.get(ATTENTION).passes.total + 2


def test_a_reading_is_made_once(store: Store) -> None:
    made: list[AnyForm] = []

    def note(texts: Texts) -> str:
        made.append(HLO)
        return texts.name_of(HLO)

    form: Form[str] = Form("noted", "optimized.hlo", note)
    capture = Capture(store.get(ATTENTION).manifest, store.get(ATTENTION).folder)
    assert [capture.read(form), capture.read(form)] == [f"captures/{ATTENTION}/optimized.hlo"] * 2
    assert made == [HLO]
    assert capture.find(FORECAST) is not None
    assert capture.find(PROFILE) is None
    assert PASSES.beside == (PASS_TEXTS,)


def test_no_file_of_a_capture_is_named_beside_the_table() -> None:
    paths = [
        path for path in PACKAGE.rglob("*.py") if path.relative_to(PACKAGE).as_posix() not in TABLE
    ]
    named = {text for path in paths for text in texts_of(path)}
    found = {text for text in named if any(name in text for name in NAMES)}
    assert found == DUMPED


def texts_of(path: Path) -> set[str]:
    """The string literals of a module, docstrings aside."""
    tree = ast.parse(path.read_text())
    told = {
        id(each.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        for each in node.body
        if isinstance(each, ast.Expr)
    }
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
    }
