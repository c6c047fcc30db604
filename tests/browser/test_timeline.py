"""The timeline x-ray by mouse, by keyboard, by touch, and without JavaScript."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessible import WIDTHS, violations_in_both_themes
from tests.browser.conftest import Visit

SEED = "/gym/08-timeline/attention-s8192/tpu-v6e/"
LAYERS = "/gym/08-timeline/layernorm/tpu-v6e/"
RUN = "/gym/08-timeline/rnn/cpu.run/"


def bar(page: Page, name: str) -> str:
    """The selector of the first bar whose label begins so."""
    return f'.bar[aria-label^="{name}"] >> nth=0'


def focused(page: Page) -> str:
    found: str = page.evaluate("document.activeElement.getAttribute('aria-label') ?? ''")
    return found


def width_of(page: Page) -> float:
    found: float = page.evaluate("document.querySelector('svg.tl').getBoundingClientRect().width")
    return found


def scrolled(page: Page) -> float:
    found: float = page.evaluate("document.querySelector('[data-strip]').scrollLeft")
    return found


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_timeout(60)  # what depends on the width is drawn in the next frame


# ---- Bars explain themselves.


def test_pointing_at_a_bar_explains_it_and_lights_it_everywhere(visit: Visit) -> None:
    page = visit(SEED)
    page.hover(bar(page, "%online-softmax"))
    says = page.locator("[data-says]")
    expect(says).to_contain_text("%online-softmax A Mosaic kernel")
    expect(says).to_contain_text("182,647 cycles by the forecast, 57 % of the schedule")
    expect(says).to_contain_text("swapped its own kernel in, at pass flash_attention")
    op = page.locator(bar(page, "%online-softmax")).get_attribute("data-op")
    assert page.locator(f'tr.lit[data-op="{op}"]').count() == 1
    assert page.locator(f'label.lit[data-op="{op}"]').count() >= 1
    page.hover("h1")
    expect(page.locator(".bar.lit")).to_have_count(0)


def test_a_click_opens_the_op_and_leads_to_the_fusion_xray(visit: Visit) -> None:
    page = visit(SEED)
    page.click(bar(page, "%fusion"))
    told = page.locator("article.op:visible")
    expect(told).to_have_count(1)
    expect(told.locator("h3")).to_have_text("%fusion")
    expect(told).to_contain_text("ROOT %convolution.1 = bf16[8192,8192]")
    expect(told.locator(".from")).to_contain_text("s = q @ k.T")
    told.get_by_role("link", name="Lit in the fusion x-ray").click()
    expect(page.locator("#hlo-41")).to_be_focused()
    expect(page.locator("#hlo-41")).to_have_class("fusion carries here")


def test_a_link_to_an_op_opens_it(visit: Visit) -> None:
    page = visit(f"{SEED}#op-43")
    expect(page.locator("article.op:visible h3")).to_have_text("%online-softmax")
    expect(page.locator("#op-43")).to_be_focused()


# ---- By keyboard.


def test_arrows_go_from_bar_to_bar(visit: Visit) -> None:
    page = visit(LAYERS)
    page.locator('.bar[tabindex="0"]').focus()
    assert focused(page) == "%convert_reduce_fusion, 16,399 cycles"
    press(page, "ArrowRight", "ArrowRight")
    assert focused(page) == "%fusion.2, 12,244 cycles"
    expect(page.locator("[data-says]")).to_contain_text("%fusion.2")
    press(page, "ArrowDown")
    assert focused(page).startswith("%copy-start")
    press(page, "ArrowUp", "End")
    assert focused(page) == "%fusion.5, 21,198 cycles"
    press(page, "ArrowRight", "Home")
    assert focused(page) == "%convert_reduce_fusion, 16,399 cycles"
    press(page, "Enter")
    expect(page.locator("article.op:visible h3")).to_have_text("%convert_reduce_fusion")
    expect(page.locator("article.op:visible")).to_be_focused()


def test_tab_reaches_the_rows_once(visit: Visit) -> None:
    page = visit(RUN)
    assert page.locator('.bar[tabindex="0"]').count() == 1
    assert page.locator(".bar").count() > 800


def test_zoom_and_pan_by_keyboard(visit: Visit) -> None:
    page = visit(RUN)
    page.locator('.bar[tabindex="0"]').focus()
    whole = width_of(page)
    press(page, "w", "w")
    assert width_of(page) == pytest.approx(4 * whole, rel=0.05)
    expect(page.locator("[data-window]")).to_contain_text(" of 6")
    before = scrolled(page)
    press(page, "d")
    assert scrolled(page) > before
    press(page, "a")
    assert scrolled(page) == before
    press(page, "Shift+ArrowRight")
    assert scrolled(page) > before
    press(page, "s", "-")
    assert width_of(page) == pytest.approx(whole, rel=0.01)
    press(page, "+")
    assert width_of(page) > 1.5 * whole
    press(page, "0")
    assert width_of(page) == pytest.approx(whole, rel=0.01)
    expect(page.locator("[data-window]")).to_have_text("")


def test_the_closest_look_shows_the_shortest_op(visit: Visit) -> None:
    page = visit(RUN)
    page.locator('.bar[tabindex="0"]').focus()
    press(page, *["w"] * 20)
    press(page, "ArrowRight")
    assert focused(page).startswith("%copy.11")
    box = page.locator(":focus rect").bounding_box()
    assert box is not None
    assert box["width"] > 20
    expect(page.locator(".bar:focus text")).to_be_visible()
    marks = page.locator(".axis text").all_text_contents()
    assert len(marks) >= 3
    assert len(set(marks)) == len(marks)


def test_going_to_a_bar_out_of_view_brings_it_in(visit: Visit) -> None:
    page = visit(RUN)
    page.locator('.bar[tabindex="0"]').focus()
    press(page, "w", "w", "w", "End")
    expect(page.locator(":focus")).to_be_in_viewport()
    assert scrolled(page) > 0


@pytest.mark.parametrize("width", WIDTHS)
def test_the_drill_by_keyboard_alone_one_right_and_one_wrong(visit: Visit, width: int) -> None:
    page = visit(SEED, width=width)
    check = page.locator("form.round:visible [data-check]")
    expect(check).to_be_disabled()
    page.locator('.bar[tabindex="0"]').focus()
    press(page, "ArrowRight")
    assert focused(page).startswith("%online-softmax")
    press(page, " ")
    verdict = page.locator("form.round:visible [data-verdict]")
    expect(verdict).to_have_text("%online-softmax chosen.")
    page.locator("form.round:visible input:checked").focus()
    press(page, "Enter")
    expect(verdict).to_have_text("Right.")
    expect(page.locator("[data-streak]")).to_have_text("streak 1 · best 1")
    expect(page.get_by_role("button", name="Next question")).to_be_focused()
    press(page, "Enter")
    round_ = page.locator("form.round:visible")
    expect(round_).to_contain_text("What works while it is in flight?")
    expect(round_.locator("input").first).to_be_focused()
    press(page, "ArrowDown", "Tab", " ")
    expect(round_.locator("input").nth(1)).to_be_checked()
    press(page, "Enter")
    expect(round_.locator("[data-verdict]")).to_have_text(
        "Not quite: 1 chosen that does not belong, 1 missing."
    )
    expect(round_.locator(".told")).to_contain_text("anything after the start")
    expect(round_.locator(".told")).to_contain_text("takes what arrives")
    expect(round_.locator("[data-reveal]")).to_contain_text("%fusion.")
    expect(page.locator("[data-streak]")).to_contain_text("streak 0 · best 1")


def test_a_letter_typed_elsewhere_does_not_zoom(visit: Visit) -> None:
    page = visit(LAYERS)
    whole = width_of(page)
    page.locator("form.round:visible input").first.focus()
    press(page, "w")
    assert width_of(page) == whole


# ---- Choices.


def test_every_answer_of_a_round_is_announced_and_kept(visit: Visit) -> None:
    page = visit(f"{SEED}#author")
    round_ = page.locator("form.round:visible")
    expect(round_).to_contain_text("Which of these did nobody write?")
    round_.get_by_label("%fusion", exact=True).check()
    round_.get_by_role("button", name="Check").click()
    expect(round_.locator(".choices .wrong")).to_have_count(1)
    expect(round_.locator(".choices .missed")).to_have_count(3)
    expect(round_.locator(".told")).to_contain_text("a kernel thought to be somebody's line")
    page.reload()
    expect(page.locator("[data-streak]")).to_contain_text("streak 0")
    page.goto(page.url.partition("/attention")[0] + "/")
    expect(page.locator("[data-deal-standing]")).to_contain_text("1 of ")


def test_none_is_an_answer(visit: Visit) -> None:
    page = visit(f"{LAYERS}#bare")
    round_ = page.locator("form.round:visible")
    round_.get_by_role("button", name="None: each has some").click()
    expect(round_.locator("[data-verdict]")).to_have_text("Right.")


def test_shown_is_not_known(visit: Visit) -> None:
    page = visit(LAYERS)
    round_ = page.locator("form.round:visible")
    round_.get_by_role("button", name="Show me").click()
    expect(round_.locator("[data-verdict]")).to_have_text("Shown, so it comes back soon.")
    round_.get_by_role("button", name="Again").click()
    expect(round_.get_by_role("button", name="Check")).to_be_disabled()
    expect(round_.locator("input:disabled")).to_have_count(0)


def test_pointing_at_a_choice_lights_its_bars(visit: Visit) -> None:
    page = visit(RUN)
    page.locator("form.round:visible label", has_text="%ynn_fusion.1").hover()
    assert page.locator(".bar.lit").count() == 128


def test_an_amount_is_chosen_among_misreadings(visit: Visit) -> None:
    page = visit(f"{RUN}#idle")
    round_ = page.locator("form.round:visible")
    choices = round_.locator(".choices label")
    assert choices.count() >= 4
    round_.locator("input").last.check()
    round_.get_by_role("button", name="Check").click()
    expect(round_.locator(".told .name")).to_have_text("ns for ps")


# ---- By mouse and by touch.


def test_zoom_by_wheel_keeps_the_place_under_the_pointer(visit: Visit) -> None:
    page = visit(SEED)
    box = page.locator(bar(page, "%online-softmax")).bounding_box()
    assert box is not None
    x, y = box["x"] + 5, box["y"] + 10
    whole = width_of(page)
    page.mouse.move(x, y)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    page.wait_for_timeout(80)
    assert width_of(page) > 1.5 * whole
    under: str = page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).closest('.bar')?.ariaLabel ?? ''", [x, y]
    )
    assert under.startswith("%online-softmax")


def test_dragging_pans_and_is_no_click(visit: Visit) -> None:
    page = visit(SEED)
    page.locator('[data-zoom="in"]').click()
    page.locator('[data-zoom="in"]').click()
    page.wait_for_timeout(80)
    box = page.locator("[data-strip]").bounding_box()
    assert box is not None
    y = box["y"] + 40
    opened = page.locator("article.op:visible h3").text_content()
    before = scrolled(page)
    page.mouse.move(box["x"] + 600, y)
    page.mouse.down()
    page.mouse.move(box["x"] + 300, y, steps=4)
    page.mouse.up()
    assert scrolled(page) == pytest.approx(before + 300, abs=3)
    assert page.locator("article.op:visible h3").text_content() == opened


def test_a_tap_explains_and_leads_to_the_full_text(visit: Visit) -> None:
    page = visit(SEED, width=390, height=800, touch=True)
    page.locator(bar(page, "%online-softmax")).tap()
    expect(page.locator("[data-says]")).to_contain_text("%online-softmax A Mosaic kernel")
    page.get_by_role("link", name="its full text").tap()
    expect(page.locator("#op-43")).to_be_focused()
    expect(page.locator("#op-43")).to_be_in_viewport()


def test_buttons_zoom_for_fingers(visit: Visit) -> None:
    page = visit(RUN, width=390, touch=True)
    whole = width_of(page)
    expect(page.locator('[data-zoom="out"]')).to_be_disabled()
    page.locator('[data-zoom="in"]').tap()
    page.wait_for_timeout(80)
    assert width_of(page) > 1.5 * whole
    page.locator('[data-zoom="all"]').tap()
    page.wait_for_timeout(80)
    assert width_of(page) == pytest.approx(whole, rel=0.01)


# ---- The table, other screens, other ways.


def test_the_table_tells_the_same(visit: Visit) -> None:
    page = visit(RUN)
    page.get_by_role("tab", name="All as a table").click()
    table = page.locator("#table")
    expect(table).to_be_visible()
    expect(page.locator("#one")).to_be_hidden()
    row = table.locator("tr", has_text="%while.6")
    expect(row.locator("td").nth(2)).to_have_text("1")
    expect(table.locator("tbody tr")).to_have_count(11)
    expect(table).to_contain_text("Not recorded is not zero")
    row.get_by_role("link").click()
    expect(page.locator("article.op:visible h3")).to_have_text("%while.6")
    page.get_by_role("tab", name="One op").focus()
    press(page, "ArrowRight")
    expect(page.get_by_role("tab", name="All as a table")).to_be_focused()
    expect(table).to_be_visible()


def test_a_run_is_measured_and_a_schedule_is_not(visit: Visit) -> None:
    page = visit(RUN)
    expect(page.locator("h1 .badge")).to_have_text("measured")
    expect(page.locator("#chart-title")).to_contain_text("Run ")
    page = visit(SEED)
    expect(page.locator("h1 .badge")).to_have_text("compiled")
    quoted = page.locator(".published-figures")
    expect(quoted.locator(".badge")).to_have_text("published")
    expect(quoted).to_contain_text("217.6 µs")
    assert page.locator(".chart").filter(has_text="217.6").count() == 0


def test_without_javascript_bars_lead_to_their_ops(visit: Visit) -> None:
    page = visit(SEED, scripts=False)
    assert page.locator("article.op:visible").count() == 4
    expect(page.locator("#table")).to_be_visible()
    href = page.locator(bar(page, "%fusion")).get_attribute("href")
    assert href == "#op-41"
    expect(page.locator("#op-41")).to_contain_text("136,663 cycles")
    page.locator("details.answer").first.locator("summary").click()
    expect(page.locator("details.answer").first).to_contain_text("What may look right")


@pytest.mark.parametrize("width", WIDTHS)
def test_rooms_are_accessible_answered_too(visit: Visit, width: int) -> None:
    for path in (SEED, RUN, "/gym/08-timeline/"):
        page = visit(path, width=width)
        assert (path, violations_in_both_themes(page)) == (path, [])
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width
    page = visit(SEED, width=width)
    page.locator("form.round:visible input").first.check()
    page.get_by_role("button", name="Check").click()
    page.get_by_role("tab", name="All as a table").click()
    assert violations_in_both_themes(page) == []


@pytest.mark.parametrize("width", [360, 768, 1024])
def test_no_room_is_wider_than_the_screen(visit: Visit, width: int) -> None:
    for path in (SEED, LAYERS, RUN, "/gym/08-timeline/"):
        page = visit(path, width=width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
