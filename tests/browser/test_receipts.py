"""A number opens its receipt, by click, tap and key; it closes, and gives the focus back."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Visit

ROOM = "/gym/07-fusion-xray/attention-s1024/tpu-v6e/"


def test_a_click_opens_it_and_escape_closes_it(visit: Visit) -> None:
    page = visit(ROOM)
    number = page.locator(".facts .num").first
    number.click()
    card = page.get_by_role("dialog", name="Receipt for 21")
    expect(card).to_be_visible()
    for words in (
        "c.stablehlo.lines",
        "attention-s1024@tpu-v6e",
        "stablehlo.mlir",
        "libtpu",
        "sha256",
        "xlagym capture attention-s1024@tpu-v6e --replace",
        "exact",
        "compiled",
    ):
        expect(card).to_contain_text(words)
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    expect(number).to_be_focused()


def test_enter_opens_it_and_a_click_elsewhere_closes_it(visit: Visit) -> None:
    page = visit(ROOM)
    page.locator(".facts .num").nth(1).focus()
    page.keyboard.press("Enter")
    card = page.get_by_role("dialog", name="Receipt for 18")
    expect(card).to_be_visible()
    page.mouse.click(700, 60)
    expect(card).to_have_count(0)


def test_one_receipt_at_a_time_and_a_second_click_closes(visit: Visit) -> None:
    page = visit(ROOM)
    first, second = page.locator(".facts .num").first, page.locator(".facts .num").nth(1)
    first.click()
    second.click()
    expect(page.get_by_role("dialog")).to_have_count(1)
    expect(page.get_by_role("dialog", name="Receipt for 18")).to_be_visible()
    second.click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_button_closes_it(visit: Visit) -> None:
    page = visit(ROOM)
    page.locator(".facts .num").first.click()
    page.get_by_role("button", name="Close the receipt").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_on_a_phone_it_is_a_sheet_at_the_foot(visit: Visit) -> None:
    page = visit(ROOM, width=390, height=844, touch=True)
    page.locator(".facts .num").first.tap()
    box = page.get_by_role("dialog", name="Receipt for 21").bounding_box()
    assert box is not None
    assert (box["x"], box["width"]) == (0, 390)
    assert round(box["y"] + box["height"]) == 844


def test_it_stays_inside_a_wide_screen(visit: Visit) -> None:
    page = visit(ROOM)
    for number in page.locator(".facts .num").all():
        number.click()
        box = page.get_by_role("dialog").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 1440
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 900
        page.keyboard.press("Escape")


def test_without_javascript_it_is_a_note(visit: Visit) -> None:
    page = visit(ROOM, scripts=False)
    page.locator(".facts .num").first.click()
    note = page.locator(".receipt:target")
    expect(note).to_be_in_viewport()
    expect(note).to_contain_text("c.stablehlo.lines")


def test_a_link_from_the_ledger_unfolds_the_note(visit: Visit) -> None:
    page = visit("/ledger/?find=gym/07/attention-s1024@tpu-v6e/spills")
    expect(page.locator(".ledger tbody tr:visible")).to_have_count(1)
    page.locator(".ledger tbody tr:visible a.figure").click()
    expect(page.locator(".receipt:target")).to_be_in_viewport()
