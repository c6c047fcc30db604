"""The fusion x-ray by mouse, by keyboard, by touch, and without JavaScript."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import WIDTHS, violations_in_both_themes
from tests.browser.conftest import Visit
from tests.browser.test_drills import tab_to

ROOM = "/gym/07-fusion-xray/attention-s1024/tpu-v6e/"
SPILLING = "/gym/07-fusion-xray/attention-s1024/tpu-v5p/"


def lit(page: Page) -> set[str]:
    found: list[str] = page.locator(".lines > .lit").evaluate_all("all => all.map(one => one.id)")
    return set(found)


def hover(page: Page, line: str) -> None:
    """Point at the start of a line; its middle may be out of view."""
    page.locator(f"#{line}").hover(position={"x": 60, "y": 6})


def click(page: Page, line: str) -> None:
    page.locator(f"#{line}").click(position={"x": 120, "y": 6})


def test_pointing_lights_the_counterparts_in_all_texts(visit: Visit) -> None:
    page = visit(ROOM)
    hover(page, "mlir-8")
    assert lit(page) == {"py-10", "hlo-43"}
    expect(page.locator("[data-origin]")).to_have_text(
        "StableHLO 8 %4 broadcast_in_dim: replaced by the kernel %online-softmax"
        " at pass flash_attention"
    )
    hover(page, "py-9")
    assert lit(page) == {"mlir-3", "mlir-4", "hlo-31", "hlo-41"}
    hover(page, "hlo-36")
    assert lit(page) == set()
    expect(page.locator("[data-origin]")).to_contain_text("inserted by the compiler: copies %q.1")


def test_lit_lines_out_of_view_are_marked_beside_the_scroll_bar(visit: Visit) -> None:
    page = visit(ROOM, height=700)
    hover(page, "mlir-8")
    mark = page.locator('.marks [data-line="hlo-43"]')
    expect(mark).to_be_visible()
    mark.dispatch_event("click")
    expect(page.locator("#hlo-43")).to_be_focused()
    expect(page.locator("#hlo-43")).to_be_in_viewport()


def test_the_keyboard_moves_in_a_text_and_between_texts(visit: Visit) -> None:
    page = visit(ROOM)
    page.locator("#mlir-1").focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    expect(page.locator("#mlir-4")).to_be_focused()
    assert lit(page) == {"py-9", "hlo-31", "hlo-41"}
    page.keyboard.press("ArrowRight")
    expect(page.locator("#hlo-31")).to_be_focused()
    page.keyboard.press("1")
    expect(page.locator("#py-9")).to_be_focused()
    page.keyboard.press("3")
    page.keyboard.press("End")
    expect(page.locator("#hlo-45")).to_be_focused()
    page.keyboard.press("Home")
    expect(page.locator("#hlo-1")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#hlo-16")).to_be_focused()  # the folded tables are passed over
    page.keyboard.press("PageDown")
    assert page.evaluate("Number(document.activeElement.id.slice(4))") > 20
    page.keyboard.press("Escape")
    assert lit(page) == set()


def test_tab_reaches_each_text_once(visit: Visit) -> None:
    page = visit(ROOM)
    stops = page.locator('.lines > li[tabindex="0"]').evaluate_all("all => all.map(one => one.id)")
    assert stops == ["py-8", "mlir-1", "hlo-1"]


def test_the_drill_by_mouse_explains_wrong_picks_and_points_at_missing_ones(visit: Visit) -> None:
    page = visit(ROOM)
    expect(page.get_by_role("button", name="Check")).to_be_disabled()
    click(page, "hlo-28")
    click(page, "hlo-43")
    expect(page.locator("#hlo-28 .pick")).to_be_checked()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("[data-verdict]").first).to_have_text(
        "Not quite: 2 picked that do not belong, 1 missing."
    )
    told = page.locator(".told").first
    expect(told).to_contain_text("nested counted as launched")
    expect(told).to_contain_text("%fusion.1 stands in %fused_computation")
    expect(told).to_contain_text("a kernel is no fusion")
    expect(told).to_contain_text("%fusion makes bf16[1024,1024]")
    expect(page.locator("#hlo-28")).to_have_class("nested picked wrong")
    expect(page.locator("#hlo-41")).to_have_class("fusion carries missed")
    expect(page.locator(".round").first.locator("[data-reveal]")).to_contain_text(
        "is made by %fusion"
    )


def test_a_pick_can_be_dropped(visit: Visit) -> None:
    page = visit(ROOM)
    click(page, "hlo-28")
    page.get_by_role("button", name="Drop %fusion.1").click()
    expect(page.locator("#hlo-28 .pick")).not_to_be_checked()
    expect(page.get_by_role("button", name="Check")).to_be_disabled()


def test_the_drill_by_keyboard_and_the_streak_over_a_reload(visit: Visit) -> None:
    page = visit(ROOM)
    page.locator("#hlo-1").focus()
    page.keyboard.press("End")
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    expect(page.locator("#hlo-41")).to_be_focused()
    page.keyboard.press("Space")
    expect(page.locator("#hlo-41 .pick")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.locator("[data-verdict]").first).to_have_text("Right.")
    expect(page.get_by_role("button", name="Next question")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="what spills it to HBM?")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Nothing does")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-verdict]").nth(1)).to_have_text("Right.")
    expect(page.locator("[data-streak]")).to_contain_text("streak 2")
    page.reload()
    expect(page.locator("[data-streak]")).to_contain_text("streak 2 · best 2")


@pytest.mark.parametrize("width", WIDTHS)
def test_one_wrong_and_one_right_by_keyboard_alone(visit: Visit, width: int) -> None:
    page = visit(ROOM, width=width)
    verdict = page.locator("[data-verdict]").first
    tab_to(page, "[data-none]")
    page.keyboard.press("Enter")
    expect(verdict).to_contain_text("Not quite")
    expect(page.locator(".told").first).to_contain_text("%fusion")
    assert violations_in_both_themes(page) == []
    tab_to(page, "[data-again]")
    page.keyboard.press("Enter")
    while not page.evaluate("document.activeElement.matches('.pane.hlo li')"):
        page.keyboard.press("Shift+Tab")  # back from the drill into the listing
    page.keyboard.press("End")
    while page.evaluate("document.activeElement.id") != "hlo-41":
        page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(verdict).to_have_text("Right.")


def test_memory_read_as_a_spill_is_explained(visit: Visit) -> None:
    page = visit(ROOM + "#spill")
    click(page, "hlo-41")
    page.get_by_role("button", name="Check").click()
    told = page.locator(".told")
    expect(told).to_contain_text("on-chip memory read as a spill")
    expect(told).to_contain_text("%fusion has it in VMEM (S(1))")


def test_on_v5p_both_spill(visit: Visit) -> None:
    page = visit(SPILLING + "#spill")
    click(page, "hlo-41")
    click(page, "hlo-43")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("[data-verdict]").nth(1)).to_have_text("Right.")
    expect(page.locator(".facts")).to_contain_text("2 to HBM, carried in HBM")


def test_showing_the_answer_breaks_the_streak(visit: Visit) -> None:
    page = visit(ROOM)
    click(page, "hlo-41")
    page.get_by_role("button", name="Check").click()
    expect(page.locator("[data-streak]")).to_contain_text("streak 1")
    page.get_by_role("button", name="Next question").click()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator("[data-streak]")).to_contain_text("streak 0 · best 1")
    page.reload()
    expect(page.locator("[data-streak]")).to_contain_text("streak 0 · best 1")


def test_a_custom_call_opens_to_its_kernel_and_gives_the_focus_back(visit: Visit) -> None:
    page = visit(ROOM)
    opener = page.locator("#hlo-43 .opens")
    opener.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="The kernel inside %online-softmax")
    expect(dialog).to_contain_text("tpu.matmul")
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    expect(opener).to_be_focused()


def test_long_attributes_unfold_and_copying_takes_the_file_verbatim(visit: Visit) -> None:
    page = visit(ROOM)
    fold = page.locator("#hlo-41 .fold")
    expect(fold.locator("span")).not_to_be_visible()
    page.locator("#hlo-41 .fold summary").evaluate("one => one.click()")
    expect(fold.locator("span")).to_be_visible()
    page.get_by_role("button", name="Copy the Optimized HLO").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    downloaded = page.request.get(
        page.url + "../../../../captures/attention-s1024@tpu-v6e/optimized.hlo"
    )
    assert copied.split("\n") == downloaded.text().split("\n")[: len(copied.split("\n"))]
    assert len(copied) >= len(downloaded.text()) - 1


def test_lines_that_go_on_are_faded_or_wrapped(visit: Visit) -> None:
    page = visit(ROOM)
    frame = page.locator("#text-hlo")
    assert "at-end" not in (frame.get_attribute("class") or "")
    wide = page.locator("#hlo-41").evaluate("one => one.offsetWidth")
    page.get_by_role("button", name="wrap long lines").click()
    assert page.locator("#hlo-41").evaluate("one => one.offsetWidth") < wide
    page.reload()
    expect(page.get_by_role("button", name="wrap long lines")).to_have_attribute(
        "aria-pressed", "true"
    )


def test_on_a_phone_one_text_shows_with_its_counterparts_below(visit: Visit) -> None:
    page = visit(ROOM, width=390, height=844, touch=True)
    expect(page.locator("#pane-hlo")).to_be_visible()
    expect(page.locator("#pane-mlir")).not_to_be_visible()
    page.locator("#hlo-41").tap(position={"x": 160, "y": 10})
    expect(page.locator("#hlo-41 .pick")).not_to_be_checked()  # a tap looks, the box picks
    dock = page.get_by_role("group", name="Counterparts of the line")
    expect(dock).to_be_in_viewport()
    expect(dock.get_by_role("button")).to_have_count(2)
    dock.get_by_role("button", name="StableHLO 4").tap()
    expect(page.locator("#pane-mlir")).to_be_visible()
    expect(page.locator("#mlir-4")).to_be_focused()
    page.get_by_role("tab", name="Optimized HLO").tap()
    page.locator("#hlo-41 .pick").tap()
    page.get_by_role("button", name="Check").tap()
    expect(page.locator("[data-verdict]").first).to_have_text("Right.")


def test_going_to_another_chip_and_program(visit: Visit) -> None:
    page = visit(ROOM)
    page.get_by_role("link", name="v5p").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("attention-s1024 on TPU v5p")
    page.locator(".menu summary").click()
    page.get_by_role("link", name="softmax").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("softmax on TPU v5p")


def test_without_javascript_the_answer_is_in_details(visit: Visit) -> None:
    page = visit(ROOM, scripts=False)
    expect(page.locator("#pane-mlir")).to_be_visible()
    expect(page.locator("#hlo-41")).to_contain_text("fusion(%copy-done, %k.1)")
    answer = page.locator(".round").first.locator("details.answer")
    expect(answer.locator(".reveal")).not_to_be_visible()
    answer.locator("summary").click()
    expect(answer.locator(".reveal")).to_contain_text("is made by %fusion")
    expect(answer).to_contain_text("Lines that may look right")
    expect(page.get_by_role("button", name="Check")).to_have_count(0)
