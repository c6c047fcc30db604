"""The gym's page: today, the daily mix, filters, and rounds taken along."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import WIDTHS, violations_in_both_themes
from tests.browser.conftest import Visit
from tests.browser.test_progress import kept, store

MINUTE = 60_000
SIZE = 10
"""Rounds of a day's mix, as static/js/gym/mix.js has it."""


def rounds(page: Page) -> list[dict[str, str]]:
    """Every round that the page knows: id, hash, skill, station, and address below the gym."""
    text = page.locator("#rounds").text_content()
    return [
        {
            "id": id,
            "hash": hash,
            "skill": each["skill"],
            "station": each["station"],
            "address": f"{room}#{id.rpartition('/')[2]}",
        }
        for each in json.loads(text or "")
        for room, hashes in each["rooms"]
        for id, hash in hashes.items()
    ]


def answered(each: dict[str, str], at: int, *, right: bool) -> dict[str, object]:
    return {
        "round": each["id"],
        "hash": each["hash"],
        "skill": each["skill"],
        "right": right,
        "shown": False,
        "at": at,
    }


def test_the_page_knows_every_round(visit: Visit) -> None:
    page = visit("/gym/")
    known = rounds(page)
    assert len({each["id"] for each in known}) == len(known) > 100
    cards = page.locator("[data-standing-text]").all_text_contents()
    assert sum(int(text.split(" of ")[1].split()[0]) for text in cards) == len(known)


def test_the_mix_asks_what_is_due_first_and_leads_through(visit: Visit) -> None:
    page = visit("/gym/")
    now: int = page.evaluate("Date.now()")
    due = next(each for each in rounds(page) if each["id"].endswith("layernorm@tpu-v6e/carry"))
    store(page, kept(answered(due, now - 2 * 86_400_000, right=False)))
    page.reload()
    expect(page.locator("[data-due]")).to_have_text("1")
    expect(page.locator("[data-mix-says]")).to_contain_text("10 of 10 to go")
    expect(page.locator("[data-mix-says]")).to_contain_text("back because you missed it")
    page.locator("[data-mix]").press("Enter")
    page.wait_for_url("**/layernorm/tpu-v6e/?mix=#carry")
    page.locator("form.round:visible, .round:visible").first.locator("[data-show]").click()
    onward = page.locator("[data-another]:visible")
    expect(onward).to_have_text("Next of the mix")
    expect(onward).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "?mix=" in url and "layernorm/tpu-v6e" not in url)
    page.goto(page.url.split("/gym/")[0] + "/gym/")
    expect(page.locator("[data-done]")).to_have_text("1")
    expect(page.locator("[data-mix]")).to_have_text("Go on with the daily mix")
    expect(page.locator("[data-mix-says]")).to_contain_text("9 of 10 to go")


def test_new_rounds_take_turns_among_stations(visit: Visit) -> None:
    page = visit("/gym/")
    known = {each["address"]: each for each in rounds(page)}
    now: int = page.evaluate("Date.now()")
    asked: list[dict[str, str]] = []
    for _ in range(SIZE):
        store(page, kept(*(answered(each, now, right=True) for each in asked)))
        page.reload()
        href = page.locator("[data-mix]").get_attribute("href") or ""
        address = href.partition("/gym/")[2].replace("?mix=", "")
        asked.append(known[address])
    stations = [each["station"] for each in asked]
    open_ones = {each["station"] for each in known.values()}
    assert len(set(stations)) == min(SIZE, len(open_ones))


def test_a_finished_mix_says_so_and_what_is_due_tomorrow_is_not(visit: Visit) -> None:
    page = visit("/gym/")
    now: int = page.evaluate("Date.now()")
    store(page, kept(*(answered(each, now, right=True) for each in rounds(page)[:10])))
    page.goto(page.url + "?mix")
    expect(page.locator("[data-mix-says]")).to_contain_text("The mix is done for today")
    expect(page.locator("[data-mix]")).to_be_hidden()
    expect(page.locator("[data-skills]")).to_contain_text("best 10")


def test_filters_by_chapter_and_skill_stand_in_the_address(visit: Visit) -> None:
    page = visit("/gym/")
    every = page.locator("[data-card]").count()
    page.get_by_label("chapter", exact=True).select_option("05")
    shown = page.locator("[data-card]:visible")
    assert 0 < shown.count() < every
    assert all("05" in (each.get_attribute("data-chapter") or "") for each in shown.all())
    expect(page.locator("[data-filter-says]")).to_have_text(f"{shown.count()} of {every} stations")
    assert page.url.endswith("?chapter=05")
    page.reload()
    assert page.get_by_label("chapter", exact=True).input_value() == "05"
    page.get_by_label("skill", exact=True).select_option("reading-timelines")
    assert page.locator("[data-part]:visible").count() < 3
    page.get_by_label("chapter", exact=True).select_option("")
    page.get_by_label("skill", exact=True).select_option("")
    assert page.locator("[data-card]:visible").count() == every


def test_rounds_go_along_as_a_deck_and_as_json(visit: Visit) -> None:
    page = visit("/gym/")
    with page.expect_download() as download:
        page.get_by_role("link", name="Rounds as JSON").click()
    told = json.loads(download.value.path().read_text())
    assert {each["id"] for each in told} == {each["id"] for each in rounds(page)}
    assert {each["hash"] for each in told} == {each["hash"] for each in rounds(page)}
    with page.expect_download() as download:
        page.get_by_role("link", name="Deck for Anki").click()
    assert download.value.path().read_bytes().startswith(b"PK")


@pytest.mark.parametrize("width", WIDTHS)
def test_it_is_accessible_in_use(visit: Visit, width: int) -> None:
    page = visit("/gym/", width=width)
    now: int = page.evaluate("Date.now()")
    store(page, kept(*(answered(each, now - MINUTE, right=True) for each in rounds(page)[:3])))
    page.reload()
    expect(page.locator("[data-skills] li")).to_have_count(1)
    assert violations_in_both_themes(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
