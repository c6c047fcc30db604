"""All pages: accessible, inside the screen at any width, in both themes, off no other site."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.accessible import SCREENS, WIDTHS, violations, violations_in_both_themes
from tests.browser.conftest import Visit

KINDS = (
    "/",
    "/l/xla/",
    "/l/xla/05-fusion/",
    "/gym/",
    "/gym/all/",
    "/gym/07-fusion-xray/",
    "/gym/07-fusion-xray/attention-s1024/tpu-v6e/",
    "/glossary/",
    "/ledger/",
    "/captures/",
    "/captures/attention-s1024@tpu-v6e/",
    "/captures/matmul-tile-2048@tpu-v6e/",
    "/passes/",
    "/passes/attention-s1024@tpu-v6e/",
    "/chips/",
    "/chips/attention-s8192/",
    "/404.html",
)
"""One page of each kind."""
PARTS = 2
"""Parts in which all pages are looked at, so that no test takes long."""


def pages(site: Path) -> list[str]:
    files = sorted(site.rglob("*.html"))
    paths = [f"/{file.relative_to(site).as_posix()}" for file in files]
    return [path.removesuffix("index.html") for path in paths]


@pytest.mark.parametrize("path", KINDS)
def test_a_page_of_each_kind_is_accessible_on_every_screen(path: str, visit: Visit) -> None:
    for width in WIDTHS:
        page = visit(path, width=width)
        assert (width, violations_in_both_themes(page)) == (width, [])
        page.close()


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("width", "theme"), SCREENS)
def test_every_page_is_accessible_and_inside_the_screen(
    width: int, theme: str, part: int, site: Path, visit: Visit
) -> None:
    """Every page once, the screens in turn; each kind has been seen on all of them above."""
    paths = pages(site)
    assert set(KINDS) <= set(paths)
    page = visit("/", width=width, theme=theme)
    address = page.url.removesuffix("/")
    turn = SCREENS.index((width, theme)) + len(SCREENS) * part
    mine = [path for path in paths if path not in KINDS][turn :: len(SCREENS) * PARTS]
    assert len(mine) > 0
    known: set[str] = set()
    for path in mine:
        page.goto(address + path)
        assert (path, violations(page, known=known)) == (path, [])
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert (path, wide <= width) == (path, True)


@pytest.mark.parametrize("width", [360, 768, 1024])
def test_no_page_is_wider_than_the_screen(width: int, visit: Visit) -> None:
    page = visit("/", width=width)
    address = page.url.removesuffix("/")
    for path in KINDS:
        page.goto(address + path)
        assert (path, page.evaluate("document.documentElement.scrollWidth")) == (path, width)


@pytest.mark.parametrize("width", [390, 768, 1024])
def test_no_id_is_too_long_for_the_ledger(width: int, visit: Visit) -> None:
    page = visit("/ledger/", width=width)
    names = page.locator(".ledger :is(.id, code, [data-label=from] a)")
    names.evaluate_all("all => all.forEach(each => each.textContent = 'x'.repeat(120))")
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_the_open_parts_are_accessible_too(visit: Visit) -> None:
    page = visit("/gym/07-fusion-xray/attention-s8192/tpu-v4/")
    page.locator(".facts .num").first.click()
    assert violations(page) == []
    page.keyboard.press("Escape")
    page.locator("#hlo-46").click(position={"x": 120, "y": 6})
    page.get_by_role("button", name="Check").first.click()
    assert violations(page) == []
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    assert violations(page) == []


def test_the_theme_is_switched_kept_and_shared(visit: Visit) -> None:
    page = visit("/", theme="light")
    background = "getComputedStyle(document.documentElement).backgroundColor"
    light = page.evaluate(background)
    page.get_by_role("radio", name="Dark").check(force=True)
    dark = page.evaluate(background)
    assert dark != light
    page.reload()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate(background) == dark
    other = visit("/glossary/", tab_of=page)
    assert other.evaluate(background) == dark
    page.get_by_role("radio", name="Light").check(force=True)
    other.wait_for_function("document.documentElement.dataset.theme === 'light'")
    page.get_by_role("radio", name="Like the system").check(force=True)
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(background) == dark
    assert page.evaluate("localStorage.getItem('xlagym.theme')") is None


def test_the_theme_is_set_before_the_first_paint(site: Path) -> None:
    html = (site / "index.html").read_text()
    head = html[: html.index("</head>")]
    assert head.index("theme-now") < head.index('rel="stylesheet"')
    assert 'type="module"' not in head[: head.index("theme-now")]


def test_no_page_has_scripts_or_styles_in_line(site: Path) -> None:
    for path in pages(site):
        file = site / (path.lstrip("/") + "index.html" if path.endswith("/") else path.lstrip("/"))
        html = file.read_text()
        assert "<script>" not in html
        assert "<style" not in html
        assert " style=" not in html
        assert "default-src 'none'" in html


def test_keys_are_shown_and_the_skip_link_works(visit: Visit) -> None:
    page = visit("/gym/07-fusion-xray/attention-s1024/tpu-v6e/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("to the counterpart in the next text")
    page.keyboard.press("?")
    expect(dialog).not_to_be_visible()


def test_finding_in_the_glossary_and_the_ledger(visit: Visit) -> None:
    page = visit("/glossary/")
    page.get_by_label("Find").fill("matmul")
    shown = page.locator(".term-row:visible")
    assert 0 < shown.count() < 5
    expect(page.locator("#find-count")).to_contain_text(f"{shown.count()} of ")
    page.get_by_label("Find").fill("nothing has this in it")
    expect(page.locator("#find-count")).to_contain_text("0 of ")


def test_a_term_shows_its_line_on_hover_and_focus(visit: Visit) -> None:
    page = visit("/l/xla/05-fusion/")
    term = page.locator("a.term").first
    term.hover()
    expect(page.get_by_role("tooltip")).to_have_text(term.get_attribute("data-define") or "")
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_have_count(0)
    page.mouse.move(0, 0)
    term.focus()
    expect(page.get_by_role("tooltip")).to_be_visible()


def test_a_line_of_a_capture_has_an_address(visit: Visit) -> None:
    page = visit("/captures/attention-s1024@tpu-v6e/#hlo-41")
    expect(page.locator("#hlo-41")).to_be_in_viewport()
    page.locator("#hlo-43 .n").click()
    assert page.url.endswith("#hlo-43")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_every_number_of_the_chapter_has_a_receipt(visit: Visit) -> None:
    page = visit("/l/xla/05-fusion/")
    anchors = page.locator("a.num").evaluate_all("all => all.map(one => one.hash.slice(1))")
    assert len(anchors) > 10
    missing = page.evaluate(
        "ids => ids.filter(id => !document.getElementById(decodeURIComponent(id)))", anchors
    )
    assert missing == []
