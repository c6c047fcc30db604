from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from tests.report.hlo_texts import ASYNC, HOSTILE, long_line
from tests.report.train_step import train_step
from xlagym.report.build import page_report, read_all
from xlagym.report.page import resources
from xlagym.report.told.times import size, time

MEGABYTES = 1_000_000


def page(*paths: Path | str, text: str = "") -> str:
    given = [*map(str, paths), *(["-"] if text else [])]
    return page_report(read_all(given, io.BytesIO(text.encode("utf-8", "surrogatepass"))))


def test_the_security_policy_names_the_scripts_and_styles_that_are_there() -> None:
    html = page(text=ASYNC)
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    inline = re.findall(r"<script(?: type=\"module\")?>(.*?)</script>", html, re.DOTALL)
    styles = re.findall(r"<style>(.*?)</style>", html, re.DOTALL)
    assert (len(inline), len(styles)) == (2, 1)
    for text in (*inline, *styles):
        assert resources.content_hash(text) in policy[1]
    assert "unsafe" not in policy[1]


def test_nothing_on_the_page_leads_off_it() -> None:
    html = page(text=ASYNC)
    links = re.findall(r'(?:href|src)="([^"]*)"', html)
    assert links
    assert all(link.startswith(("#", "data:image/svg+xml;base64,")) for link in links)
    assert "http://" not in html.replace("http://www.w3.org/", "")


def test_names_of_evidence_become_no_markup() -> None:
    html = page(text=HOSTILE)
    assert "<script>alert" not in html
    assert "<img" not in html
    assert "\u202e" not in html
    assert 'data-code="U+202E"' in html


def test_ids_are_unique_and_every_jump_has_its_place() -> None:
    html = page(text=ASYNC)
    ids = re.findall(r'\bid="([^"]*)"', html)
    assert len(ids) == len(set(ids))
    lines = len(ASYNC.splitlines())
    for target in re.findall(r'href="#([^"]*)"', html):
        of_line = re.fullmatch(r"m1-hlo-(\d+)", target)
        assert target in ids or (of_line and int(of_line[1]) <= lines)


@pytest.mark.compiles
def test_a_train_step_of_18000_lines_is_under_3_megabytes() -> None:
    path = train_step()
    assert path.read_text().count("\n") > 18_000
    assert len(page(path).encode()) < 3 * MEGABYTES


def test_a_line_of_five_megabytes_weighs_little() -> None:
    html = page(text=long_line(5_000_000))
    assert len(html.encode()) < MEGABYTES
    assert "could not be read" not in html


@pytest.mark.parametrize("part", [0.2, 0.5, 0.9])
def test_a_text_cut_mid_line_shows_what_is_there_and_says_what_is_not(part: float) -> None:
    html = page(text=ASYNC[: int(part * len(ASYNC))])
    assert "What could not be read or matched" in html
    assert "is it cut?" in html
    assert "jit_f" in html


def test_many_modules_are_counted_and_the_largest_listed(tmp_path: Path) -> None:
    for at in range(15):
        text = ASYNC.replace("jit_f", f"jit_f{at}")
        (tmp_path / f"{at}.hlo").write_text(text)
    html = page(tmp_path)
    assert html.count("data-module ") == 12
    assert "3 smaller ones only counted" in html


@pytest.mark.parametrize(
    ("ps", "said"),
    [
        (None, "not recorded"),
        (0, "0"),
        (12, "12 ps"),
        (999_900, "1.00 µs"),
        (8_155_270, "8.16 µs"),
        (784_129_023_750, "784 ms"),
        (77_773_215_730_000, "77.8 s"),
    ],
)
def test_times_are_said_in_the_unit_that_fits(ps: int | None, said: str) -> None:
    assert time(ps) == said


def test_sizes_are_decimal() -> None:
    assert (size(512), size(2_097_152), size(None)) == ("512 B", "2.10 MB", "not known")
