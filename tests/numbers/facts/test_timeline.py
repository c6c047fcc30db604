"""Facts of timelines: by the profile where it ran, by the figures where others published them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.capturing.run.tpu_run import ID, PROJECT, tpu_run
from xlagym.captures.store import Store, load_store
from xlagym.inputs.problems import ProblemError
from xlagym.numbers.constants import read_constants
from xlagym.numbers.number import Number
from xlagym.numbers.tables.run_table import quoted_figures, run_table
from xlagym.numbers.workbook import Workbook

PUBLISHED = "attention-s8192@tpu-v6e.published"
NAMES = {
    "p": PUBLISHED,
    "r": ID,
    "c": "rnn@cpu.run",
    "a": "attention-s1024@cpu.run",
    "n": "mlp@cpu",
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """The project's store, and a run on a TPU with times worked out by hand."""
    loaded, _ = load_store(PROJECT / "captures")
    ran = tpu_run(tmp_path_factory.mktemp("store"))
    return Store(loaded.root, {**loaded.captures, ID: ran})


@pytest.fixture(scope="module")
def book(store: Store) -> Workbook:
    constants = read_constants((PROJECT / "content/constants.yml").read_text(), "constants.yml")
    return Workbook(store, constants)


def number(book: Workbook, expression: str, unit: str = "") -> Number:
    return book.evaluate("t/x", expression, let=NAMES, unit=unit or None)


def refused(book: Workbook, expression: str) -> str:
    with pytest.raises(ProblemError) as raised:
        number(book, expression)
    (problem,) = raised.value.problems
    return f"{problem.message} / {problem.advice}"


@pytest.mark.parametrize(
    ("expression", "microseconds"),
    [
        ("r.timeline.envelope", 221.1),
        ("r.timeline.envelope_low", 220.1),
        ("r.timeline.envelope_lower_quartile", 220.6),
        ("r.timeline.envelope_upper_quartile", 222.1),
        ("r.timeline.envelope_high", 223.1),
        ("r.timeline.busy", 221.1),
        ("r.timeline.waiting", 2.0),
        ("r.timeline.exposed", 2.5),
        ("r.timeline.hidden", 100.0),
        ("r.timeline.carriers", 218.6),
        ('r.timeline.op_time("fusion")', 100.0),
        ('r.timeline.op_time("online-softmax")', 118.6),
        ("r.host.median", 271.1),
    ],
)
def test_a_run_on_a_tpu(book: Workbook, expression: str, microseconds: float) -> None:
    found = number(book, expression, "µs")
    assert found.value == pytest.approx(microseconds)
    assert found.basis == "measured"
    (reading,) = found.readings
    assert reading.capture == ID


def test_counts_of_runs_and_bars(book: Workbook) -> None:
    assert number(book, "r.timeline.runs").value == 3
    assert number(book, 'c.timeline.op_runs("ynn_fusion")').value == 1280
    assert number(book, "c.timeline.runs").readings[0].file == "run.json"


def test_published_figures_answer_to_the_same_names(book: Workbook) -> None:
    for expression, microseconds in (
        ("p.timeline.envelope", 217.6),
        ("p.timeline.carriers", 217.6),
        ("p.timeline.hidden", 89.6),
        ('p.published("op_time")', 217.6),
    ):
        found = number(book, expression, "µs")
        assert (found.value, found.basis) == (microseconds, "published")
        assert found.readings[0].source.startswith("XLA-")
        assert found.readings[0].text.endswith("µs")
    assert number(book, "p.timeline.runs").value == 20


def test_time_at_the_achieved_bandwidth_is_bytes(book: Workbook) -> None:
    found = number(book, 'p.published("op_time") * p.published("copy_bandwidth")', "MB")
    assert found.value == pytest.approx(280.16)
    assert found.with_values == "217.6 µs × 1,287.5 GB/s"


def test_the_account_is_measured_where_it_can_be(book: Workbook, store: Store) -> None:
    expression = 'account("attention-s8192@tpu-v6e").timeline.carriers'
    assert (number(book, expression, "µs").value, number(book, expression).basis) == (
        218.6,
        "measured",
    )
    quoted = Store(store.root, {PUBLISHED: store.get(PUBLISHED)})
    before = Workbook(quoted, book.constants)
    found = before.evaluate("t/x", expression, unit="µs")
    assert (found.value, found.basis) == (217.6, "published")


def test_what_nobody_measured_is_not_recorded(book: Workbook) -> None:
    message = refused(book, 'account("mlp@tpu-v5e").timeline.envelope')
    assert message.startswith("'t/x': the timeline of 'mlp@tpu-v5e' is not recorded")
    assert "xlagym capture --trace" in message


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("n.timeline.envelope", "'mlp@cpu' never ran, so it has no timeline"),
        ("n.host.median", 'ask account("mlp@cpu") or a capture that ran'),
        ("c.timeline.waiting", "the profile of 'rnn@cpu.run' does not record waiting"),
        ("c.timeline.hidden", "not recorded is not zero"),
        ('c.timeline.op_time("fusion")', "the profile of 'rnn@cpu.run' has no op 'fusion'"),
        ("p.hlo.launched", "has no fact 'hlo'"),
        ('p.published("op_tim")', "did you mean 'op_time'?"),
        ("p.timeline.busy", "has no fact 'busy'"),
        ('a.published("op_time")', "attention-s1024@cpu.run has no fact 'published'"),
        ("c.timeline", "go on with one of:"),
    ],
)
def test_what_is_not_known(book: Workbook, expression: str, message: str) -> None:
    assert message in refused(book, expression)


def test_a_star_asks_no_run(book: Workbook) -> None:
    assert number(book, 'len(captures("mlp@*"))').value == 6
    assert number(book, 'len(captures("*@cpu.run"))').value == 3


def test_nothing_is_quoted_from_an_unhealthy_run(store: Store, book: Workbook) -> None:
    sick = Workbook(store, book.constants, lambda capture: ["ops-missing"])
    with pytest.raises(ProblemError, match="is unhealthy \\(ops-missing\\)"):
        sick.evaluate("t/x", "r.timeline.envelope", let=NAMES)


def test_the_table_of_a_run_is_text(store: Store) -> None:
    table = run_table(store.get(ID))
    assert (table.device, table.chips, table.envelope) == ("TPU v6 lite", "1", "221.1 µs")
    assert [(op.name, op.times, op.median, op.share) for op in table.ops] == [
        ("online-softmax", "1", "118.6 µs", "53.6 %"),
        ("fusion", "1", "100.0 µs", "45.3 %"),
        ("copy-done.1", "1", "2.0 µs", "0.9 %"),
        ("copy-start.1", "1", "0.5 µs", "0.2 %"),
    ]
    assert [op.line for op in table.ops] == [43, 41, 42, 38]
    assert table.unshown == 0


def test_what_a_cpu_does_not_record_is_said(store: Store) -> None:
    table = run_table(store.get("rnn@cpu.run"))
    assert (table.waiting, table.exposed) == ("not recorded", "not recorded")
    assert table.busy.endswith(" ms")


def test_figures_as_a_page_shows_them(store: Store) -> None:
    figures = {each.name: each for each in quoted_figures(store.get(PUBLISHED))}
    assert figures["copy_bandwidth"].text == "1,287.5 GB/s"
    assert figures["iterations"].text == "20"
    assert figures["copy_share"].text == "80.5 %"


def test_where_the_figures_come_from(store: Store) -> None:
    path = Path(store.get(PUBLISHED).folder) / "figures.yml"
    assert path.read_text().count("source: ") == len(store.get(PUBLISHED).figures) == 10
