"""A compile pass by pass: stepping by keyboard, what keeps its place, addresses, no JavaScript."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import WIDTHS, violations_in_both_themes
from tests.browser.conftest import Visit

WALK = "/passes/attention-s1024@tpu-v6e/"
STILL = 1.0
"""Pixels by which a line may move that is to stay where it is."""


def now(page: Page) -> str:
    return page.locator("[data-now]").inner_text()


def place(page: Page, key: str) -> float:
    """Where the line of an instruction stands below the pane's top."""
    found: float = page.evaluate(
        """(key) => {
          const rows = [...document.querySelectorAll("[data-text] li")];
          const all = rows.filter((each) => each.dataset.key === key);
          const line = all.find((each) => !each.classList.contains("gone")) ?? all[0];
          const pane = document.querySelector("[data-text]");
          return line.getBoundingClientRect().top - pane.getBoundingClientRect().top;
        }""",
        key,
    )
    return found


def text_of(page: Page, kinds: str) -> list[str]:
    """Lines of the pane of these kinds, verbatim."""
    found: list[str] = page.evaluate(
        """(kinds) => [...document.querySelectorAll("[data-text] li")]
          .filter((each) => kinds.split(" ").includes(each.className.split(" ")[0]))
          .map((each) => each.querySelector(".code").textContent)""",
        kinds,
    )
    return found


@pytest.mark.parametrize("width", WIDTHS)
def test_a_walk_is_accessible_before_and_after_a_step(width: int, visit: Visit) -> None:
    page = visit(WALK, width=width)
    assert violations_in_both_themes(page) == []
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-now]")).to_contain_text("change 1 of")
    assert violations_in_both_themes(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_keys_buttons_and_slider_lead_to_the_same_steps(visit: Visit) -> None:
    page = visit(WALK)
    assert "as it came in" in now(page)
    page.keyboard.press("ArrowRight")
    first = now(page)
    assert "transpose-folding" in first
    page.keyboard.press("End")
    last = now(page)
    expect(page.locator("[data-go='on']")).to_be_disabled()
    page.keyboard.press("ArrowLeft")
    assert now(page) not in (first, last)
    page.keyboard.press("Home")
    assert "as it came in" in now(page)
    page.locator("[data-go='on']").click()
    assert now(page) == first
    page.locator("[data-slider]").focus()
    page.keyboard.press("ArrowRight")
    second = now(page)
    page.keyboard.press("ArrowLeft")
    assert now(page) == first != second
    page.locator("[data-slider]").fill("2")
    assert now(page) == second
    told = page.locator("[data-slider]").get_attribute("aria-valuetext") or ""
    assert re.fullmatch(r"change 2 of \d+ · pass \d+ .* \d+ lines? new, \d+ gone", told)
    page.locator("#walk-name").fill("%q.1")
    page.keyboard.press("ArrowLeft")  # in the box, it moves the caret
    assert now(page) == second


def test_what_stays_keeps_its_place_and_what_is_followed_does_at_every_step(visit: Visit) -> None:
    page = visit(WALK)
    page.locator("#walk-name").fill("%q.1")
    page.keyboard.press("Enter")
    expect(page.locator("[data-found]")).to_contain_text("was there before any pass")
    stood = place(page, "%q.1")
    steps = int(page.locator("[data-slider]").get_attribute("max") or 0)
    assert steps > 10
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
        assert abs(place(page, "%q.1") - stood) < STILL, now(page)
    for _ in range(steps):
        page.keyboard.press("ArrowLeft")
        assert abs(place(page, "%q.1") - stood) < STILL, now(page)


def test_nothing_followed_the_line_in_the_middle_keeps_its_place(visit: Visit) -> None:
    page = visit(WALK)
    for _ in range(3):
        middle = page.evaluate(
            """() => {
              const view = document.querySelector("[data-text]").getBoundingClientRect();
              const rows = document.querySelectorAll("[data-text] li[data-key^='%']:not(.gone)");
              const middle = view.top + view.height / 2;
              const far = (line) => Math.abs(line.getBoundingClientRect().top - middle);
              const near = [...rows].sort((a, b) => far(a) - far(b)).slice(0, 12);
              return near.map((line) => line.dataset.key);
            }"""
        )
        before = {key: place(page, key) for key in middle}
        page.keyboard.press("ArrowRight")
        there = set(
            page.evaluate(
                "[...document.querySelectorAll('[data-text] li')].map((each) => each.dataset.key)"
            )
        )
        kept = [key for key in middle if key in there]
        assert any(abs(place(page, key) - before[key]) < STILL for key in kept[:1])


def test_the_texts_of_all_steps_follow_from_one_another(visit: Visit) -> None:
    page = visit(WALK)
    steps = int(page.locator("[data-slider]").get_attribute("max") or 0)
    after = text_of(page, "kept")
    for _ in range(steps):
        page.keyboard.press("ArrowRight")
        assert text_of(page, "kept gone") == after
        assert text_of(page, "come gone")
        after = text_of(page, "kept come")


def test_where_an_instruction_appeared_and_vanished(visit: Visit) -> None:
    page = visit(WALK)
    page.locator("#walk-name").fill("custom-call")
    page.get_by_role("button", name="where it appeared").click()
    expect(page.locator("[data-now]")).to_contain_text("flash_attention")
    expect(page.locator("[data-found]")).to_have_text("%custom-call appeared here.")
    expect(page.locator("[data-text] li.here")).to_have_class(re.compile("come"))
    page.get_by_role("button", name="where it vanished").click()
    expect(page.locator("[data-found]")).to_contain_text("%custom-call")
    page.locator("#walk-name").fill("%transpose.1")
    page.get_by_role("button", name="where it vanished").click()
    expect(page.locator("[data-now]")).to_contain_text("transpose-folding")
    expect(page.locator("[data-found]")).to_have_text("%transpose.1 vanished here.")
    expect(page.locator("[data-text] li.here")).to_be_in_viewport()
    page.locator("#walk-name").fill("%nobody")
    page.keyboard.press("Enter")
    expect(page.locator("[data-found]")).to_have_text("No text of this compile has %nobody.")


def test_a_pass_has_an_address_also_where_it_changed_nothing(visit: Visit) -> None:
    page = visit(f"{WALK}#pass-202")
    expect(page.locator("[data-now]")).to_contain_text("flash_attention")
    expect(page.locator("#walk")).to_be_in_viewport()
    page.keyboard.press("ArrowRight")
    assert page.url.endswith("#pass-207")
    page.reload()
    expect(page.locator("[data-now]")).to_contain_text("dce")
    page.goto(f"{page.url.partition('#')[0]}#pass-203")
    expect(page.locator("[data-now]")).to_contain_text("pass 203")
    expect(page.locator("#pass-203")).to_be_visible()
    assert text_of(page, "come")  # as pass 202 left it


def test_the_suggested_jump_leads_to_the_kernel(visit: Visit) -> None:
    page = visit("/gym/07-fusion-xray/attention-s1024/tpu-v6e/")
    page.get_by_role("link", name="the pass that brought its kernel").click()
    expect(page.locator("[data-now]")).to_contain_text("flash_attention")
    page.keyboard.press("Home")
    page.get_by_role("link", name="the kernel appeared").click()
    expect(page.locator("[data-now]")).to_contain_text("flash_attention")
    kernel = page.locator("[data-text] li.come.here")
    expect(kernel).to_be_in_viewport()
    expect(kernel).to_contain_text("tpu_custom_call")


def test_changes_out_of_view_are_counted_and_reached(visit: Visit) -> None:
    page = visit(f"{WALK}#pass-202", height=700)
    below = page.locator("[data-off='down']")
    expect(below).to_be_visible()
    page.evaluate("document.querySelector('[data-text]').scrollTop = 0")
    expect(below).to_contain_text("changed lines below")
    below.click()
    expect(page.locator("[data-text] li:is(.come, .gone)").first).to_be_in_viewport()


def test_without_javascript_every_change_opens(visit: Visit) -> None:
    page = visit(WALK, scripts=False)
    step = page.locator("#pass-202")
    step.locator("summary").first.click()
    expect(step.locator(".come").last).to_be_visible()
    fold = page.locator(".idle").first
    fold.locator("summary").click()
    expect(fold.locator("li").first).to_contain_text("hlo_device_type")
    assert page.locator("[data-slider]").is_hidden()


def test_the_index_lists_the_compiles(visit: Visit) -> None:
    for width in WIDTHS:
        page = visit("/passes/", width=width)
        assert violations_in_both_themes(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("tbody tr").count() >= 6
