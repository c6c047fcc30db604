"""Five chips: cells lead to the lines that show them; rows fold; the first column stays."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.accessible import violations
from tests.browser.conftest import Visit

PAGE = "/chips/attention-s8192/"


def test_a_cell_leads_to_the_line_that_shows_it(visit: Visit) -> None:
    page = visit(PAGE)
    row = page.get_by_role("row").filter(has_text="kernels")
    row.get_by_role("link").first.click()
    page.wait_for_url("**/captures/attention-s8192@tpu-v5e/#hlo-*")
    line = page.locator(f"#{page.url.rpartition('#')[2]}")
    expect(line).to_be_in_viewport()
    expect(line).to_contain_text("%online-softmax")


def test_an_account_leads_to_its_line_of_the_file(visit: Visit) -> None:
    page = visit(PAGE)
    row = page.get_by_role("row").filter(has_text="bytes accessed")
    row.locator("a.at").first.click()
    page.wait_for_url("**/captures/attention-s8192@tpu-v4/#cost-*")
    line = page.locator(f"#{page.url.rpartition('#')[2]}")
    expect(line).to_be_in_viewport()
    expect(line).to_contain_text('"bytes accessed"')


def test_rows_in_which_all_are_alike_fold_without_a_script(visit: Visit) -> None:
    page = visit("/chips/mlp/", scripts=False)
    alike = page.locator("tr.alike")
    assert alike.count() > 0
    expect(alike.first).to_be_visible()
    page.get_by_label("only rows in which chips differ").check()
    for row in alike.all():
        expect(row).not_to_be_visible()
    expect(page.get_by_role("rowheader", name="nested")).to_be_visible()


def test_the_first_column_stays_on_a_phone(visit: Visit) -> None:
    page = visit(PAGE, width=390)
    head = page.get_by_role("rowheader", name="launched")
    before = head.bounding_box()
    page.locator(".chip-matrix .scroll").evaluate("each => each.scrollLeft = 400")
    after = head.bounding_box()
    assert before and after and before["x"] == after["x"]
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_a_number_opens_its_receipt(visit: Visit) -> None:
    page = visit(PAGE)
    page.get_by_role("row").filter(has_text="converts").locator("a.num").first.click()
    expect(page.locator(".card-receipt")).to_contain_text('hlo.count("convert")')


def test_captures_and_the_station_lead_there(visit: Visit) -> None:
    page = visit("/captures/mlp@tpu-v5p/")
    page.get_by_role("link", name="on five chips").click()
    page.wait_for_url("**/chips/mlp/")
    page.get_by_role("link", name="GYM·16").click()
    page.wait_for_url("**/gym/16-which-chip/mlp/")
