"""Every drill by keyboard alone, right and wrong, on a phone and on a desk."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.accessible import WIDTHS, violations_in_both_themes
from tests.browser.conftest import Visit
from tests.gym.readings import second_readings
from tests.places import ROOT
from xlagym.inputs.located_yaml import read_yaml

STATIONS = sorted(
    path.stem
    for path in (ROOT / "content" / "gym").glob("*.yml")
    if read_yaml(path.read_text(), path.name).data["kind"] in second_readings()
)
TABS = 200
"""Presses of Tab after which something is taken to be out of reach."""


def room(site: Path, station: str, place: int) -> str:
    """Address of one of a station's rooms, in the order of its page."""
    text = (site / "gym" / station / "index.html").read_text()
    links: list[str] = re.findall(r'<a href="([^"]+)" data-room', text)
    return "/" + links[place].removeprefix("../../")


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until what has the focus matches."""
    for _ in range(TABS):
        if page.evaluate("(s) => document.activeElement.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} can't be reached by Tab")


def asked(page: Page) -> Locator:
    return page.locator("form.round:not([hidden])")


def choose(page: Page, ids: list[str]) -> None:
    """Choose by keyboard: arrows among radios, Space on boxes."""
    round = asked(page)
    tab_to(page, "form.round:not([hidden]) .choices input")
    if round.locator("input").first.get_attribute("type") == "radio":
        page.keyboard.press("Space")
        for _ in range(round.locator("input").count()):
            if round.locator("input:checked").get_attribute("value") == ids[0]:
                return
            page.keyboard.press("ArrowDown")
        raise AssertionError(f"{ids[0]} can't be reached by the arrows")
    for id in ids:
        tab_to(page, f'form.round:not([hidden]) input[value="{id}"]')
        page.keyboard.press("Space")


def answer(page: Page, ids: list[str]) -> None:
    if ids:
        choose(page, ids)
        tab_to(page, "form.round:not([hidden]) [data-check]")
    else:
        tab_to(page, "form.round:not([hidden]) [data-none]")
    page.keyboard.press("Enter")


def key(page: Page) -> list[str]:
    return (asked(page).get_attribute("data-key") or "").split()


def wrong(page: Page) -> list[str]:
    """Some answer that is not the key."""
    values = [each.get_attribute("value") or "" for each in asked(page).locator("input").all()]
    return [next(value for value in values if [value] != key(page))]


@pytest.mark.parametrize("station", STATIONS)
@pytest.mark.parametrize("width", WIDTHS)
def test_right_and_wrong_by_keyboard(station: str, width: int, site: Path, visit: Visit) -> None:
    page = visit(room(site, station, 0), width=width)
    answer(page, wrong(page))
    verdict = asked(page).locator("[data-verdict]")
    expect(verdict).to_contain_text("Not quite")
    expect(asked(page).locator(".told li").first).not_to_be_empty()
    expect(asked(page).locator("[data-reveal]")).to_be_visible()
    assert page.evaluate("document.activeElement.closest('[data-after]') !== null")
    assert (station, violations_in_both_themes(page)) == (station, [])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    tab_to(page, "form.round:not([hidden]) [data-again]")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement !== document.body")
    answer(page, key(page))
    expect(verdict).to_have_text("Right.")
    expect(page.locator("[data-streak]")).to_contain_text("best")
    page.keyboard.press("Enter")  # on to the next question, or to another round
    # A page that has just come shows all its rounds until its script has run.
    expect(asked(page).locator("[data-verdict]").first).to_be_empty()


@pytest.mark.parametrize("station", STATIONS)
def test_a_station_reads_without_javascript(station: str, site: Path, visit: Visit) -> None:
    page = visit(room(site, station, -1), scripts=False)
    first = page.locator("form.round").first
    expect(first.locator("legend")).to_be_visible()
    expect(page.locator(".exhibit:visible, .lines-to-choose:visible").first).to_be_visible()
    first.locator("details.answer > summary").click()
    expect(first.locator("[data-reveal]")).to_be_visible()
    expect(first.locator("details.answer")).to_contain_text("What may look right")


@pytest.mark.parametrize("station", STATIONS)
def test_a_seed_deals_the_same_round_again(station: str, visit: Visit) -> None:
    page = visit(f"/gym/{station}/?seed=7")
    page.wait_for_url("**/*#*")
    first = page.url
    again = visit(f"/gym/{station}/?seed=7")
    again.wait_for_url("**/*#*")
    assert again.url.partition("/gym/")[2] == first.partition("/gym/")[2]
    name = first.partition("#")[2]
    assert asked(page).get_attribute("id") == name
