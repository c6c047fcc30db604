"""The tests' own browser profiles: lent again, they know nothing of whom they were lent to."""

from __future__ import annotations

from playwright.sync_api import BrowserContext, Page

from tests.browser.conftest import Profiles

STORED = "[localStorage.length, sessionStorage.length]"


def stored(context: BrowserContext, address: str) -> tuple[Page, list[int]]:
    page = context.new_page()
    page.goto(f"{address}/404.html")
    return page, page.evaluate(STORED)


def test_a_profile_that_is_lent_again_is_empty(profiles: Profiles, address: str) -> None:
    with profiles.lending() as lend:
        first, other = lend(has_touch=True), lend(has_touch=True)
        page, _ = stored(first, address)
        page.evaluate("localStorage.setItem('a', '1'); sessionStorage.setItem('a', '1')")
        assert stored(first, address)[1] == [1, 0]  # another tab
        assert stored(other, address)[1] == [0, 0]  # somebody else
    with profiles.lending() as lend:
        again = [lend(has_touch=True), lend(has_touch=True)]
        assert {*again} == {first, other}
        assert [stored(each, address)[1] for each in again] == [[0, 0], [0, 0]]
