"""Pictures inside chapters: the accounts as bars, a timeline as rows, a table behind each."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.numbers.workbooks import real_workbook
from xlagym.course.context import ChapterContext
from xlagym.course.markdown.block import Block
from xlagym.course.markdown.place import SourcePlace
from xlagym.inputs.problems import ProblemError
from xlagym.numbers.sheets.sheet import read_sheet
from xlagym.site.show.figures import FIGURES

PLACE = SourcePlace("content/xla/10-three-accounts/chapter.md", 12)


def context() -> ChapterContext:
    workbook = real_workbook()
    page = "/l/xla/10-three-accounts/"
    sheet = read_sheet(workbook, "", "numbers.yml", prefix="xla/10", page=page)
    library = cast(Any, SimpleNamespace(store=workbook.store))
    return ChapterContext(page=page, library=library, sheet=sheet)


def figure(argument: str, on: ChapterContext | None = None) -> str:
    shown = {"caption": "A caption.", "alt": "Some bars."}
    block = Block("figure", argument, {}, shown=shown)
    return str(FIGURES[argument.partition(" ")[0]](block, PLACE, on or context()))


def test_accounts_are_bars_to_one_scale() -> None:
    drawn = figure("accounts attention-s8192@tpu-v6e")
    widths = [float(width) for width in re.findall(r'<rect[^>]*width="([\d.]+)%"', drawn)]
    assert widths == pytest.approx([155.197504 / 280.16 * 100, 276.824064 / 280.16 * 100, 100])
    assert 'class="published"' in drawn
    for text in ("155.2 MB", "276.8 MB", "319,310 cycles", "280.2 MB"):
        assert text in drawn
    assert "no clock is cited" in drawn
    assert 'role="img" aria-label="Some bars."' in drawn


def test_the_numbers_behind_have_receipts() -> None:
    page = context()
    drawn = figure("accounts attention-s8192@tpu-v6e", page)
    quoted = [id for id, _ in page.quoted]
    prefix = "xla/10/accounts.attention-s8192.tpu-v6e"
    kinds = ("cost", "arithmetic", "forecast", "timeline", "timeline_bytes")
    assert sorted(set(quoted)) == sorted(f"{prefix}.{kind}" for kind in kinds)
    assert drawn.count('class="num"') == 7
    assert list(page.captures) == ["attention-s8192@tpu-v6e"]


def test_what_is_not_there_says_so() -> None:
    drawn = figure("accounts attention-s8192@tpu-v4")
    assert "none made" in drawn
    assert "not recorded" in drawn
    assert "has no forecast" in drawn


def test_a_timeline_of_a_schedule() -> None:
    drawn = figure("timeline attention-s8192@tpu-v6e")
    assert 'href="../../../captures/attention-s8192@tpu-v6e/#hlo-41"' in drawn
    assert "The schedule, in the forecast's cycles, of" in drawn.replace("&#39;", "'")
    assert drawn.count('class="bar ') == 4
    assert "<summary>The same as a table</summary>" in drawn
    assert "Nobody wrote it" in drawn


def test_a_timeline_of_a_run() -> None:
    drawn = figure("timeline attention-s1024@cpu.run")
    assert re.search(r"Run \d+ of \d+, the one in the middle, of", drawn)
    assert drawn.count('class="bar ') == 10


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("timeline nobody@tpu-v6e", "no capture 'nobody@tpu-v6e'"),
        ("timeline attention-s8192@tpu-v4", "neither a profile nor a forecast"),
        ("accounts nobody@tpu-v6e", "no capture 'nobody@tpu-v6e'"),
    ],
)
def test_a_capture_that_does_not_fit_is_named(argument: str, said: str) -> None:
    with pytest.raises(ProblemError, match=re.escape(said)) as raised:
        figure(argument)
    assert raised.value.problems[0].line == 12
