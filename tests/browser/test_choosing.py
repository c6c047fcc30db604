"""Lines that are chosen in their listing: by arrow, by tap, with the Python beside them lit."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit

PAGE = "/gym/03-spot-the-decision/rms-norm/"
FINGER = 44
"""Pixels that a finger needs."""


def lit(page: Page) -> list[str]:
    """Lines of the Python that are lit."""
    found: list[str] = page.locator(".exhibits .mark").evaluate_all("all => all.map(e => e.id)")
    return found


def test_arrows_go_line_by_line_and_the_python_follows(visit: Visit) -> None:
    page = visit(PAGE)
    first = page.locator("form.round:not([hidden]) .lines-to-choose input").first
    first.focus()
    assert lit(page) == ["x-0-9"]
    for _ in range(9):
        page.keyboard.press("ArrowDown")
    expect(page.locator("form.round:not([hidden]) input:checked")).to_have_value("line-12")
    assert lit(page) == ["x-0-10"]


def test_pointing_lights_and_leaving_returns_to_the_focus(visit: Visit) -> None:
    page = visit(PAGE)
    lines = page.locator("form.round:not([hidden]) .lines-to-choose label")
    lines.nth(0).locator("input").focus()
    lines.nth(10).hover()
    assert lit(page) == ["x-0-10"]
    page.mouse.move(1, 1)
    assert lit(page) == ["x-0-9"]


def test_a_tap_on_a_phone_chooses_a_line(visit: Visit) -> None:
    page = visit(PAGE, width=390)
    labels = page.locator("form.round:not([hidden]) .lines-to-choose label")
    heights = labels.evaluate_all("all => all.map(each => each.getBoundingClientRect().height)")
    assert min(heights) >= FINGER
    labels.nth(3).click()
    expect(labels.nth(3).locator("input")).to_be_checked()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
