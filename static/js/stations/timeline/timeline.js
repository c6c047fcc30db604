// The timeline x-ray: bars that say what they are, by mouse, key or tap; pan and zoom; one op opened.

import { closest, focusBar, frame, nextBar, panBy, rowsOf, zoomBy, zoomToAll } from "./timeline-frame.js";

const root = /** @type {HTMLElement | null} */ (document.getElementById("timeline"));
const says = root?.querySelector("[data-says]");
const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll(".tabs-of [role=tab]")]);

/** The op that stays lit: of the focused bar, or the opened one. */
let held = "";
let lit = "";

/**
 * Lights the bars of an op, its row of the table and its choices.
 * @param {string} op its id; empty for none
 */
function light(op) {
  if (op === lit) return;
  for (const each of partsOf(lit)) each.classList.remove("lit");
  for (const each of partsOf(op)) each.classList.add("lit");
  lit = op;
  if (op) say(op);
}

/** Lights what was held before somebody pointed elsewhere. */
function lightHeld() {
  light(held);
}

/** @param {string} op */
function partsOf(op) {
  return op ? document.querySelectorAll(`[data-op="${CSS.escape(op)}"]:not(article)`) : [];
}

/** @param {string} op */
function say(op) {
  const told = document.getElementById(op);
  const short = told?.querySelector("[data-short]");
  if (!says || !told || !short) return;
  const name = document.createElement("b");
  name.textContent = `${told.querySelector("h3")?.textContent ?? ""} `;
  const more = document.createElement("a");
  more.className = "at more";
  more.href = `#${op}`;
  more.textContent = "its full text";
  says.replaceChildren(name, ...[...short.childNodes].map((node) => node.cloneNode(true)), " ", more);
}

/**
 * Opens an op: its section alone is shown.
 * @param {string} op
 * @param {boolean} [focus] whether the keyboard goes there, too
 */
function open(op, focus = false) {
  const told = document.getElementById(op);
  if (!told?.matches("article.op")) return false;
  held = op;
  light(op);
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("article.op"))) each.hidden = each !== told;
  showPanel("tab-one");
  if (focus) {
    told.focus({ preventScroll: true });
    told.scrollIntoView({ block: "nearest" });
  }
  return true;
}

// ---- Bars.

/** @param {Element} bar */
function opOf(bar) {
  return bar.getAttribute("data-op") ?? "";
}

/** @param {SVGAElement | null} bar */
function go(bar) {
  if (!bar) return;
  focusBar(bar);
  held = opOf(bar);
  light(held);
}

/** @type {Record<string, () => void>} */
const STEERING = {
  w: () => zoomBy(2),
  s: () => zoomBy(1 / 2),
  "+": () => zoomBy(2),
  "=": () => zoomBy(2),
  "-": () => zoomBy(1 / 2),
  "−": () => zoomBy(1 / 2),
  0: zoomToAll,
  a: () => panBy(-0.5),
  d: () => panBy(0.5),
};

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const bar = closest(event.target);
  const steer = STEERING[event.key.toLowerCase()];
  if (steer) return act(event, steer);
  if (event.shiftKey && event.key === "ArrowLeft") return act(event, STEERING.a);
  if (event.shiftKey && event.key === "ArrowRight") return act(event, STEERING.d);
  if (!bar) return;
  const row = rowsOf(bar);
  /** @type {Record<string, () => void>} */
  const moves = {
    ArrowLeft: () => go(row.bars[row.at - 1] ?? null),
    ArrowRight: () => go(row.bars[row.at + 1] ?? null),
    ArrowUp: () => go(nextBar(bar, -1)),
    ArrowDown: () => go(nextBar(bar, 1)),
    Home: () => go(row.bars[0]),
    End: () => go(row.bars[row.bars.length - 1]),
    " ": () => document.dispatchEvent(new CustomEvent("choose", { detail: opOf(bar) })),
    Escape: () => light((held = "")),
  };
  if (event.key in moves) act(event, moves[event.key]);
}

/**
 * @param {Event} event
 * @param {() => void} move
 */
function act(event, move) {
  event.preventDefault();
  move();
}

// ---- Panels: one op, or all as a table.

/** @param {string} id of the tab */
function showPanel(id) {
  for (const tab of tabs) {
    const chosen = tab.id === id;
    tab.setAttribute("aria-selected", String(chosen));
    tab.tabIndex = chosen ? 0 : -1;
    const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
    if (panel) panel.hidden = !chosen;
  }
}

function startPanels() {
  const first = document.querySelector("article.op");
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("article.op"))) each.hidden = each !== first;
  showPanel("tab-one");
  for (const tab of tabs) {
    tab.addEventListener("click", () => showPanel(tab.id));
    tab.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const other = tabs[(tabs.indexOf(tab) + 1) % tabs.length];
      showPanel(other.id);
      other.focus();
    });
  }
}

// ---- Start.

if (root) {
  startPanels();
  frame(root);
  root.addEventListener("keydown", onKey);
  root.addEventListener("pointerover", (event) => {
    const bar = event.pointerType === "mouse" ? closest(event.target) : null;
    if (bar) light(opOf(bar));
  });
  root.addEventListener("pointerleave", (event) => {
    if (event.pointerType === "mouse") lightHeld();
  });
  root.addEventListener("focusin", (event) => {
    const bar = closest(event.target);
    if (bar) go(bar);
  });
  root.addEventListener("click", (event) => {
    const bar = closest(event.target);
    const zoom = event.target instanceof Element ? event.target.closest("[data-zoom]") : null;
    if (bar) act(event, () => open(opOf(bar), event.detail === 0));
    else if (zoom) STEERING[{ in: "w", out: "s", all: "0" }[zoom.getAttribute("data-zoom") ?? ""] ?? "0"]();
  });
  document.addEventListener("point", (event) => {
    const op = /** @type {CustomEvent<string>} */ (event).detail;
    if (op) light(op);
    else lightHeld();
  });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a.at") : null;
    if (link instanceof HTMLAnchorElement && open(link.hash.slice(1), true)) event.preventDefault();
  });
  const follow = () => open(location.hash.slice(1), true);
  window.addEventListener("hashchange", follow);
  follow();
}
