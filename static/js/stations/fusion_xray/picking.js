// Picking lines of the optimized HLO for an answer: each picked line is a choice of the round that is asked.

import { picked } from "./marks.js";
import { lineOf, numberOf, reveal } from "./panes.js";
import { go, redraw, showPane } from "./xray.js";

const xray = document.getElementById("xray");
const listing = document.querySelector('[data-pane="hlo"] .listing');

/** In a longer text, a line gets its box when it is first pointed at or moved to. */
const MANY = 3000;

/** The round being asked; null once it is answered. @type {HTMLFormElement | null} */
let asked = null;

// ---- Boxes before lines.

function clearLines() {
  picked.clear();
  for (const line of document.querySelectorAll(".lines > :is(.picked, .right, .wrong, .missed)")) {
    line.classList.remove("picked", "right", "wrong", "missed");
  }
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".pick"))) box.checked = false;
  redraw();
}

/** Boxes before all instructions, unless they are too many to make at once. */
function addBoxes() {
  const lines = /** @type {HTMLElement[]} */ ([...(listing?.querySelectorAll(".lines > li") ?? [])]);
  if (lines.length <= MANY) for (const line of lines) boxOf(line);
}

/**
 * The box of a line: a native control that says whether it is picked. None where the line is no
 * instruction, or nothing is asked.
 * @param {HTMLElement} line
 * @returns {HTMLInputElement | null}
 */
function boxOf(line) {
  const made = /** @type {HTMLInputElement | null} */ (line.querySelector(":scope > .pick"));
  const name = instructionOf(line);
  if (made || !name || !asked) return made;
  const box = document.createElement("input");
  box.type = "checkbox";
  box.className = "pick";
  box.tabIndex = -1;
  box.checked = picked.has(line);
  box.setAttribute("aria-label", `Pick ${name}, line ${numberOf(line)}`);
  line.prepend(box);
  return box;
}

/** @param {Element} line @returns {string} `%name` where the line is an instruction */
function instructionOf(line) {
  return /^\s*(?:ROOT )?(\S+) = /.exec(line.textContent ?? "")?.[1] ?? "";
}

/**
 * @param {HTMLElement} line
 * @param {boolean} [pick]
 */
function toggle(line, pick = !picked.has(line)) {
  const box = boxOf(line);
  if (!box) return;
  if (pick) picked.add(line);
  else picked.delete(line);
  box.checked = pick;
  line.classList.toggle("picked", pick);
  showPicks();
  redraw();
}

// ---- Picks as choices of the round.

function showPicks() {
  asked?.querySelector("[data-picks]")?.replaceChildren(...[...picked].map(choiceOf));
  asked?.dispatchEvent(new Event("change", { bubbles: true }));
}

/** @param {HTMLElement} line @returns {HTMLLIElement} a choice, already chosen, that can be dropped */
function choiceOf(line) {
  const item = document.createElement("li");
  const choice = document.createElement("input");
  choice.type = "checkbox";
  choice.name = "choice";
  choice.value = line.id;
  choice.checked = true;
  choice.hidden = true;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = instructionOf(line);
  button.setAttribute("aria-label", `Drop ${button.textContent}`);
  button.addEventListener("click", () => toggle(line, false));
  item.append(choice, button);
  return item;
}

/** @param {{ chosen: string[], key: string[] }} outcome */
function markLines({ chosen, key }) {
  asked = null;
  xray?.classList.remove("picking");
  if (!chosen.length) clearLines();
  for (const box of document.querySelectorAll(".pick")) box.remove();
  const wrong = chosen.filter((id) => !key.includes(id));
  for (const id of wrong) lineOf(id)?.classList.add("wrong");
  for (const id of key) lineOf(id)?.classList.add(chosen.includes(id) ? "right" : "missed");
  showPane("hlo");
  const first = lineOf([...key, ...wrong][0] ?? "");
  if (first) reveal(first);
  redraw();
}

// ---- Start.

if (xray && listing) {
  let linked = location.hash ? lineOf(location.hash.slice(1)) : null;
  document.addEventListener("asked", (event) => {
    asked = /** @type {HTMLFormElement} */ (event.target);
    clearLines();
    xray.classList.add("picking");
    addBoxes();
    showPicks();
    if (linked) go(linked);
    linked = null;
  });
  document.addEventListener("answered", (event) => markLines(/** @type {CustomEvent} */ (event).detail));
  listing.addEventListener("click", (event) => {
    const mouse = /** @type {PointerEvent} */ (event).pointerType !== "touch";
    const target = event.target instanceof Element ? event.target : null;
    const line = target?.closest(".lines > li");
    if (!(line instanceof HTMLElement) || target?.closest("summary, a")) return;
    if (target instanceof HTMLInputElement) toggle(line, target.checked);
    else if (mouse && document.getSelection()?.isCollapsed) toggle(line);
  });
  for (const kind of ["pointerover", "focusin"]) {
    listing.addEventListener(kind, (event) => {
      const line = event.target instanceof Element ? event.target.closest(".lines > li") : null;
      if (line instanceof HTMLElement) boxOf(line);
    });
  }
  xray.addEventListener("keydown", (event) => {
    const line = event.target instanceof HTMLLIElement ? event.target : null;
    if (!line || !asked) return;
    if (event.key === " ") {
      event.preventDefault();
      toggle(line);
    } else if (event.key === "Enter" && picked.size) {
      event.preventDefault();
      asked.requestSubmit();
    }
  });
}
