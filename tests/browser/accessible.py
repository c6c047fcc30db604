"""What axe-core finds on a page: whole in one theme, and the colours alone in the other."""

from __future__ import annotations

from itertools import product

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

WIDTHS = (390, 1440)
"""A phone and a desk."""
SCREENS = tuple(product(WIDTHS, ("light", "dark")))
COLOURS = ("color-contrast", "link-in-text-block")
"""The rules that look at colours, which are all that a theme changes."""
FIRST = 3
"""Rows of each list that axe sees however they are marked up."""
TAKE_OUT = """([first, known]) => {
  const shapes = new Set(known);
  const classes = (each) => [...each.classList].sort().join(".");
  const says = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "";
  const text = (each) => [...each.childNodes].some(says);
  const shape = (each) =>
    `${each.localName}.${classes(each)} ${each.getAttributeNames().sort()} ${text(each)}`;
  const above = (each) =>
    each === document.body ? "" : `${above(each.parentElement)}>${each.localName}.${classes(each)}`;
  const whole = (row) => `${above(row.parentElement)} ` +
    [...new Set([row, ...row.querySelectorAll("*")].map(shape))].sort();
  const rows = [...document.querySelectorAll(".lines > li, tbody tr, .term-row")];
  const spare = [];
  for (const list of new Set(rows.map((row) => row.parentElement))) {
    [...list.children].forEach((row, place) => {
      const found = whole(row);
      const alike = place >= first && shapes.has(found);
      if (alike && !row.matches(":focus, :focus-within")) spare.push(row);
      shapes.add(found);
    });
  }
  window.takenOut = spare.map((row) => {
    const mark = document.createComment("");
    row.replaceWith(mark);
    return [mark, row];
  });
  return [...shapes];
}"""
"""Takes rows out of the page that are marked up as others were that axe has seen."""
PUT_BACK = "() => { for (const [mark, row] of window.takenOut) mark.replaceWith(row); }"


def violations(
    page: Page, *, rules: tuple[str, ...] = (), known: set[str] | None = None
) -> list[str]:
    """What axe-core finds that is serious or worse, each with the first place.

    It looks by all ``rules``, or by those named. It is slow where there are thousands of rows, so
    that it sees the first of each list, and one of each further shape: elements, classes, names of
    attributes. ``known`` are shapes that it has seen on other pages; those of this one join them.
    """
    seen = known if known is not None else set()
    seen |= set(page.evaluate(TAKE_OUT, [FIRST, sorted(seen)]))
    options: dict[str, object] = {"resultTypes": ["violations"], "selectors": False}
    if rules:
        options["runOnly"] = {"type": "rule", "values": list(rules)}
    found = Axe().run(page, options=options).response["violations"]
    page.evaluate(PUT_BACK)
    return [
        f"{each['id']}: {each['help']} at {each['nodes'][0]['html'][:200]}"
        for each in found
        if each["impact"] in ("serious", "critical")
    ]


def violations_in_both_themes(page: Page) -> list[str]:
    """What axe-core finds on a page that follows the system: whole in light, colours in dark."""
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {each}" for each in violations(page, rules=COLOURS)]
    page.emulate_media(color_scheme="light")
    return found
