"""A report from disk, with the network off: found, walked, scrolled, read by anybody."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessible import WIDTHS, violations_in_both_themes
from tests.evidence.profile.profile_builder import tpu_profile
from tests.report.conftest import ATTENTION
from tests.report.hlo_texts import ASYNC, HOSTILE
from tests.report.read.test_profiles import RUN
from tests.report.train_step import train_step
from xlagym.report.build import page_report, read_all

pytestmark = pytest.mark.browser

MEGABYTES = 1_000_000
ATTEMPTS = 8
"""A long task of our own comes at the same place each time; one that other processes on the same
cores cause does not."""
LONG_TASKS = """
window.longTasks = [];
new PerformanceObserver((list) => {
  for (const task of list.getEntries()) window.longTasks.push(task.startTime);
}).observe({ type: "longtask" });
"""
THROUGH = """async () => {
  const box = document.querySelector(".listing.window");
  window.longTasks.length = 0;
  const begun = [];
  for (let at = 0; at < 200; at += 1) {
    begun.push(performance.now());
    box.scrollTop = (at * box.scrollHeight) / 200;
    await new Promise(requestAnimationFrame);
  }
  await new Promise((done) => setTimeout(done, 100));
  return window.longTasks.map((start) => begun.findLastIndex((moment) => moment <= start));
}"""
"""Scrolls through a listing in two hundred steps; the steps in which a task of over 50 ms began."""

type Open = Callable[..., Page]


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Reports of a train step, of a module with its StableHLO, of a profile, of hostile names."""
    folder = tmp_path_factory.mktemp("reports")
    (folder / "f.hlo").write_text(ASYNC)
    (folder / "f.pb").write_bytes(tpu_profile(RUN, chips=2))
    (folder / "hostile.hlo").write_text(HOSTILE)
    given = {
        "step": [train_step()],
        "pair": [ATTENTION],
        "profile": [folder / "f.pb", folder / "f.hlo"],
        "hostile": [folder / "hostile.hlo"],
    }
    made = {}
    for name, paths in given.items():
        made[name] = folder / f"{name}.html"
        text = page_report(read_all([str(path) for path in paths], io.BytesIO()))
        made[name].write_text(text, encoding="utf-8")
    return made


@pytest.fixture
def look(chromium: Browser, reports: dict[str, Path]) -> Iterator[Open]:
    """Open a report from disk; afterwards nothing may have gone wrong or been asked for."""
    faults: list[str] = []
    closing: list[Callable[[], None]] = []

    def open_report(
        name: str,
        *,
        line: str = "",
        width: int = 1440,
        theme: str = "light",
        scripts: bool = True,
        watch: bool = False,
    ) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": 900},
            color_scheme="dark" if theme == "dark" else "light",
            java_script_enabled=scripts,
            reduced_motion="reduce",
            offline=True,
        )
        closing.append(context.close)
        page = context.new_page()
        address = f"file://{reports[name]}"
        page.on("pageerror", lambda error: faults.append(f"threw {error}"))
        page.on(
            "console",
            lambda said: faults.append(f"logged {said.text}") if said.type == "error" else None,
        )
        page.on(
            "request",
            lambda sent: (
                None
                if sent.url.startswith((address, "data:"))
                else faults.append(f"asked for {sent.url}")
            ),
        )
        if watch:
            page.add_init_script(LONG_TASKS)
        page.goto(address + line)
        if scripts:
            page.wait_for_selector("html[data-ready]", state="attached")
        return page

    yield open_report
    for close in closing:
        close()
    assert faults == []


def test_a_train_step_opens_from_disk_and_finds_an_op_by_name(
    look: Open, reports: dict[str, Path]
) -> None:
    assert reports["step"].stat().st_size < 3 * MEGABYTES
    page = look("step")
    text = train_step().read_text().splitlines()
    name = next(line for line in text[1000:] if " = " in line).split(" = ")[0].strip()
    page.get_by_role("searchbox").fill(name.removeprefix("ROOT ").removeprefix("%"))
    expect(page.locator(".finding output")).to_contain_text(" of ")
    here = page.locator(".window .here")
    expect(here).to_be_visible()
    expect(here).to_contain_text(f"{name} = ")
    assert page.locator(".window li").count() < 100
    expect(page.locator("[data-foot]")).to_contain_text("the whole line")


def test_words_that_are_nowhere_are_said_to_be(look: Open) -> None:
    page = look("step")
    page.get_by_role("searchbox").fill("no such op")
    expect(page.locator(".finding output")).to_have_text("not found")


def test_scrolling_through_it_all_makes_no_long_task(look: Open) -> None:
    page = look("step", watch=True)
    page.locator(".listing.window").scroll_into_view_if_needed()
    always: set[int] = set(page.evaluate(THROUGH))
    for _ in range(ATTEMPTS):
        if always:
            always &= set(page.evaluate(THROUGH))
    assert always == set()


def test_the_keyboard_reaches_every_line(look: Open) -> None:
    page = look("step")
    box = page.get_by_role("listbox")
    box.focus()
    box.press("Home")
    expect(page.locator("#m1-hlo-1")).to_have_attribute("aria-selected", "true")
    box.press("ArrowDown")
    box.press("PageDown")
    expect(box).not_to_have_attribute("aria-activedescendant", "m1-hlo-2")
    box.press("End")
    last = len(train_step().read_text().removesuffix("\n").split("\n"))
    expect(box).to_have_attribute("aria-activedescendant", f"m1-hlo-{last}")
    expect(page.locator(f"#m1-hlo-{last}")).to_be_visible()
    box.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.get_by_role("searchbox").press_sequentially("fusion(")
    expect(page.locator(".finding output")).to_contain_text(" of ")
    page.keyboard.press("Escape")
    expect(box).to_be_focused()
    before = page.locator(".window .here").get_attribute("id")
    box.press("n")
    assert page.locator(".window .here").get_attribute("id") != before


def test_an_address_leads_to_its_line(look: Open) -> None:
    page = look("step", line="#m1-hlo-15000")
    expect(page.locator("#m1-hlo-15000")).to_be_in_viewport()
    expect(page.locator("#m1-hlo-15000")).to_have_attribute("aria-selected", "true")


def test_a_line_lights_what_belongs_to_it_in_the_other_text(look: Open) -> None:
    page = look("pair")
    page.locator(".window li", has_text="%fusion = ").click()
    lit = page.locator("[data-pane=m1-mlir] .lit")
    expect(lit).to_have_count(1)
    expect(lit).to_contain_text("stablehlo.dot_general")
    expect(page.locator("[data-foot]")).to_contain_text("%fusion: holds StableHLO line")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-pane=m1-mlir]")).to_be_focused()
    expect(page.locator("[data-pane=m1-mlir] .here")).to_contain_text("stablehlo.dot_general")


def test_an_op_of_the_profile_leads_to_its_line(look: Open) -> None:
    page = look("profile")
    page.get_by_role("table").get_by_role("link", name="%fusion").last.click()
    expect(page.locator("#m1-hlo-12")).to_be_in_viewport()
    expect(page.locator("#m1-hlo-12")).to_have_class("fusion here")


def test_a_timeline_widens_by_keys(look: Open) -> None:
    page = look("profile")
    timeline = page.locator(".timeline").first
    timeline.focus()
    before = timeline.evaluate("each => each.scrollWidth")
    timeline.press("+")
    assert timeline.evaluate("each => each.scrollWidth") > 1.8 * before
    expect(page.locator(".drawn output").first).to_have_text("2 times as wide")
    timeline.press("-")
    assert timeline.evaluate("each => each.scrollWidth") == before


def test_hostile_names_are_shown_and_do_nothing(look: Open) -> None:
    page = look("hostile")
    expect(page.locator("h1")).to_have_text("jit_</script><script>alert(1)</script>")
    assert page.locator("img").count() == 0
    expect(page.locator(".window .unseen[data-code='U+202E']").first).to_be_visible()


def test_the_theme_switch_turns_the_page(look: Open) -> None:
    page = look("pair")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_role("radio", name="Dark").check(force=True)
    assert page.evaluate(paper) != light


def test_without_scripts_facts_and_text_are_read(look: Open) -> None:
    page = look("pair", scripts=False)
    expect(page.get_by_text("inserted by the compiler", exact=True)).to_be_visible()
    expect(page.get_by_label("Optimized HLO").last).to_contain_text("ENTRY %main")
    expect(page.locator(".window").first).to_be_hidden()


@pytest.mark.parametrize("name", ["step", "pair", "profile"])
def test_a_report_is_accessible_on_every_screen(name: str, look: Open) -> None:
    for width in WIDTHS:
        page = look(name, width=width)
        assert (width, violations_in_both_themes(page)) == (width, [])
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width
        page.close()
