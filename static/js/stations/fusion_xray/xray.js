// The fusion x-ray: a line and its counterparts light up in all three texts, by mouse, key or tap.

import { drawMarks } from "./marks.js";
import { bringIntoView, endOf, lineOf, linksOf, listingOf, neighbor, numberOf, pageOf, PANES, paneOf, reveal, withCode } from "./panes.js";

const root = /** @type {HTMLElement | null} */ (document.getElementById("xray"));
const origin = root?.querySelector("[data-origin]");
const dock = root?.querySelector("[data-dock]");
const titles = new Map(PANES.map((pane) => [pane, document.getElementById(`title-${pane}`)?.textContent ?? pane]));

/** Counterparts lit at once; more than these, from a single line, light nothing up. */
const MOST = 1000;

/** The line that stays lit: the focused or clicked one. @type {HTMLElement | null} */
let held = null;
/** The line that is lit now: the held one, or that under the mouse. @type {HTMLElement | null} */
let shown = null;
/** @type {HTMLElement[]} */
let lit = [];
/** Each pane's line that Tab goes to. @type {Map<string, HTMLElement>} */
const stops = new Map();

/** @param {HTMLElement | null} line */
function light(line) {
  if (line === shown) return;
  for (const each of lit) each.classList.remove("lit");
  shown?.classList.remove("here");
  shown = line;
  lit = line ? linksOf(line).slice(0, MOST).flatMap((id) => lineOf(id) ?? []) : [];
  for (const each of lit) each.classList.add("lit");
  line?.classList.add("here");
  say(line);
  redraw();
}

/** Draws the marks beside the scroll bars, once the browser has time. */
export function redraw() {
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    drawMarks(lit, shown);
  });
}
let waiting = false;

/** @param {HTMLElement | null} line */
function say(line) {
  if (!origin || !line) return;
  const place = document.createElement("b");
  place.textContent = `${titles.get(paneOf(line))} ${numberOf(line)} `;
  const links = linksOf(line).length;
  const note = line.dataset.note ?? (links ? "" : "nothing elsewhere belongs to this line");
  const more = links > MOST ? `; ${MOST} of its ${links} counterparts are lit` : "";
  origin.replaceChildren(place, ...withCode(note + more));
}

/**
 * Keeps a line lit, and shows its first counterpart in each other pane.
 * @param {HTMLElement} line
 */
export function hold(line) {
  held = line;
  light(line);
  stops.get(paneOf(line))?.setAttribute("tabindex", "-1");
  line.tabIndex = 0;
  stops.set(paneOf(line), line);
  for (const pane of PANES) {
    const first = lit.find((each) => paneOf(each) === pane);
    if (first && pane !== paneOf(line)) reveal(first);
  }
  fillDock(line);
}

/**
 * Moves the focus to a line, in whichever pane it is.
 * @param {HTMLElement} line
 */
export function go(line) {
  showPane(paneOf(line));
  line.tabIndex = 0;
  reveal(line);
  line.focus({ preventScroll: true });
  hold(line);
  bringIntoView(line);
}

/** @param {string} pane */
function goToPane(pane) {
  const from = held;
  const counterpart = from ? linksOf(from).flatMap((id) => lineOf(id) ?? []).find((each) => paneOf(each) === pane) : null;
  const line = counterpart ?? stops.get(pane) ?? endOf(pane, false);
  if (line && listingOf(pane)) go(line);
}

/** @param {KeyboardEvent} event */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const number = PANES[Number(event.key) - 1];
  if (number && !target.matches("input:not([type=checkbox])")) return act(event, () => goToPane(number));
  const line = target.matches(".lines > li") ? target : null;
  if (!line) return;
  const here = PANES.indexOf(paneOf(line));
  /** @type {Record<string, () => HTMLElement | null>} */
  const moves = {
    ArrowDown: () => neighbor(line, 1),
    ArrowUp: () => neighbor(line, -1),
    PageDown: () => neighbor(line, pageOf(line)),
    PageUp: () => neighbor(line, -pageOf(line)),
    Home: () => endOf(paneOf(line), false),
    End: () => endOf(paneOf(line), true),
  };
  if (event.key in moves) act(event, () => {
    const to = moves[event.key]();
    if (to) go(to);
  });
  else if (event.key === "ArrowRight" && here < PANES.length - 1) act(event, () => goToPane(PANES[here + 1]));
  else if (event.key === "ArrowLeft" && here > 0) act(event, () => goToPane(PANES[here - 1]));
  else if (event.key === "Escape") act(event, () => {
    held = null;
    light(null);
  });
}

/**
 * @param {Event} event
 * @param {() => void} move
 */
function act(event, move) {
  event.preventDefault();
  move();
}

// ---- On a narrow screen: one pane at a time, its counterparts pinned below.

/** @param {string} pane */
export function showPane(pane) {
  for (const each of PANES) {
    document.getElementById(`pane-${each}`)?.classList.toggle("shown-pane", each === pane);
    const tab = document.getElementById(`tab-${each}`);
    tab?.setAttribute("aria-selected", String(each === pane));
    if (tab) tab.tabIndex = each === pane ? 0 : -1;
  }
}

/** @param {HTMLElement} line */
function fillDock(line) {
  if (!dock) return;
  const others = PANES.filter((pane) => pane !== paneOf(line));
  dock.replaceChildren(
    ...others.flatMap((pane) => {
      const lines = lit.filter((each) => paneOf(each) === pane);
      const wanted = lines.find((each) => each.matches(".fusion, .kernel")) ?? lines[0];
      return wanted ? [dockButton(wanted, lines.length - 1)] : [];
    }),
  );
}

/**
 * @param {HTMLElement} line
 * @param {number} more
 */
function dockButton(line, more) {
  const button = document.createElement("button");
  button.type = "button";
  const where = document.createElement("span");
  where.textContent = `${titles.get(paneOf(line))} ${numberOf(line)}${more ? ` +${more}` : ""}`;
  const what = document.createElement("span");
  what.textContent = (line.textContent ?? "").trim().slice(0, 200);
  button.append(where, what);
  button.addEventListener("click", () => go(line));
  return button;
}

/** @param {KeyboardEvent} event */
function onTabKey(event) {
  const tab = event.target instanceof Element ? event.target.closest("[role=tab]") : null;
  const here = PANES.indexOf(tab?.id.slice(4) ?? "");
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (here < 0 || !step) return;
  const next = PANES[(here + step + PANES.length) % PANES.length];
  showPane(next);
  document.getElementById(`tab-${next}`)?.focus();
}

// ---- Start.

if (root) {
  for (const pane of PANES) {
    const listing = listingOf(pane);
    const first = endOf(pane, false);
    if (!listing || !first) continue;
    listing.tabIndex = -1; // Tab goes to a line instead
    first.tabIndex = 0;
    stops.set(pane, first);
    listing.addEventListener("pointerover", (event) => {
      if (event.pointerType !== "mouse") return;
      const line = event.target instanceof Element ? event.target.closest(".lines > li") : null;
      if (line instanceof HTMLElement) light(line);
    });
    listing.addEventListener("pointerleave", (event) => {
      if (event.pointerType === "mouse") light(held);
    });
    listing.addEventListener("click", (event) => {
      const target = event.target instanceof Element ? event.target : null;
      const line = target?.closest(".lines > li");
      if (!(line instanceof HTMLElement) || target?.closest("summary, a, input")) return;
      line.tabIndex = 0;
      line.focus({ preventScroll: true });
      hold(line);
    });
    listing.addEventListener("focusin", (event) => {
      if (event.target instanceof HTMLLIElement && event.target !== held) hold(event.target);
    });
  }
  root.addEventListener("keydown", onKey);
  const tabs = /** @type {HTMLElement | null} */ (root.querySelector(".tabs"));
  tabs?.addEventListener("click", (event) => {
    const tab = event.target instanceof Element ? event.target.closest("[role=tab]") : null;
    if (tab) showPane(tab.id.slice(4));
  });
  tabs?.addEventListener("keydown", onTabKey);
  root.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const mark = target?.closest(".marks i");
    const at = target?.closest("a.at");
    const id = mark instanceof HTMLElement ? mark.dataset.line : at instanceof HTMLAnchorElement ? at.hash.slice(1) : "";
    const line = id ? lineOf(id) : null;
    if (line) act(event, () => go(line));
  });
  new ResizeObserver(redraw).observe(root);
  const linked = lineOf(location.hash.slice(1));
  if (linked && root.contains(linked)) go(linked);
}
