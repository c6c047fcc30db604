// The drill: pick lines, check them, learn from each that was wrong. One question at a time.

import { leadToMix } from "../gym/another.js";
import { picked } from "../stations/fusion_xray/marks.js";
import { lineOf, numberOf, reveal } from "../stations/fusion_xray/panes.js";
import { load, onProgress, record } from "../gym/progress.js";
import { standing, streaks } from "../gym/schedule.js";
import { go, redraw, showPane } from "../stations/fusion_xray/xray.js";

const drill = /** @type {HTMLElement | null} */ (document.getElementById("drill"));
const skill = drill?.dataset.skill ?? "";
const rounds = /** @type {HTMLElement[]} */ ([...(drill?.querySelectorAll(".round") ?? [])]);
const xray = document.getElementById("xray");
const listing = document.querySelector('[data-pane="hlo"] .listing');

/** The round being asked; null once it is answered. @type {HTMLElement | null} */
let asked = null;
/**
 * A part of a round.
 * @param {HTMLElement} round
 * @param {string} name
 */
function part(round, name) {
  return /** @type {HTMLElement} */ (round.querySelector(`[data-${name}]`));
}

/** @param {HTMLElement} round */
function keyOf(round) {
  return round.dataset.key?.split(" ").filter(Boolean) ?? [];
}

/** @param {HTMLElement} round */
function nameOf(round) {
  return { id: round.dataset.round ?? "", hash: round.dataset.hash ?? "" };
}

// ---- Asking.

/** @param {HTMLElement} round */
function ask(round) {
  asked = round;
  clearLines();
  for (const each of rounds) each.hidden = each !== round;
  for (const name of ["asking", "hint", "picks"]) part(round, name).hidden = false;
  part(round, "after").hidden = true;
  part(round, "verdict").replaceChildren();
  part(round, "answer").hidden = true;
  part(round, "result").replaceChildren();
  xray?.classList.add("picking");
  addBoxes();
  showPicks();
}

function clearLines() {
  picked.clear();
  for (const line of document.querySelectorAll(".lines > :is(.picked, .right, .wrong, .missed)")) {
    line.classList.remove("picked", "right", "wrong", "missed");
  }
  for (const box of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(".pick"))) box.checked = false;
  redraw();
}

/** In a longer text, a line gets its box when it is first pointed at or moved to. */
const MANY = 3000;

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

function showPicks() {
  if (!asked) return;
  part(asked, "picks").replaceChildren(
    ...[...picked].map((line) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = instructionOf(line);
      button.setAttribute("aria-label", `Drop ${button.textContent}`);
      button.addEventListener("click", () => toggle(line, false));
      item.append(button);
      return item;
    }),
  );
  const check = /** @type {HTMLButtonElement} */ (part(asked, "check"));
  check.disabled = picked.size === 0;
}

// ---- Answering.

/** @param {boolean} shown whether the answer was asked for */
function answer(shown) {
  const round = asked;
  if (!round) return;
  const key = keyOf(round);
  const given = [...picked].map((line) => line.id);
  const wrong = given.filter((id) => !key.includes(id));
  const missed = key.filter((id) => !given.includes(id));
  const right = !shown && wrong.length === 0 && missed.length === 0;
  asked = null;
  xray?.classList.remove("picking");
  for (const box of document.querySelectorAll(".pick")) box.remove();
  record({ round: nameOf(round).id, hash: nameOf(round).hash, skill, right, shown, at: Date.now() });
  for (const id of wrong) lineOf(id)?.classList.add("wrong");
  for (const id of key) lineOf(id)?.classList.add(missed.includes(id) ? "missed" : "right");
  tell(round, right, shown, wrong, missed);
  showPane("hlo");
  const first = lineOf([...key, ...wrong][0] ?? "");
  if (first) reveal(first);
  redraw();
}

/**
 * @param {HTMLElement} round
 * @param {boolean} right
 * @param {boolean} shown
 * @param {string[]} wrong
 * @param {string[]} missed
 */
function tell(round, right, shown, wrong, missed) {
  const verdict = part(round, "verdict");
  verdict.className = `verdict ${right ? "yes" : "no-quite"}`;
  verdict.textContent = right ? "Right." : shown ? "Shown, so it comes back soon." : `Not quite: ${count(wrong, missed)}.`;
  const told = document.createElement("ul");
  told.className = "told";
  if (!shown) {
    explain(told, part(round, "wrong"), wrong, "");
    explain(told, part(round, "missing"), missed, "missing");
  }
  const lesson = part(round, "reveal").cloneNode(true);
  part(round, "result").replaceChildren(...(told.childElementCount ? [told] : []), lesson);
  for (const name of ["asking", "hint", "picks"]) part(round, name).hidden = true;
  part(round, "after").hidden = false;
  verdict.scrollIntoView({ block: "nearest" });
  /** @type {HTMLElement | null} */ (part(round, "after").querySelector("button:not([hidden]), a"))?.focus({ preventScroll: true });
}

/**
 * @param {string[]} wrong
 * @param {string[]} missed
 */
function count(wrong, missed) {
  const parts = [];
  if (wrong.length) parts.push(`${wrong.length} picked that ${wrong.length > 1 ? "do" : "does"} not belong`);
  if (missed.length) parts.push(`${missed.length} missing`);
  return parts.join(", ");
}

/**
 * What the round has to say about each line, under the name of the misreading that leads to it: the
 * line's own explanation, else the one for all the rest.
 * @param {HTMLElement} told
 * @param {HTMLElement} list
 * @param {string[]} lines
 * @param {string} kind
 */
function explain(told, list, lines, kind) {
  const items = /** @type {HTMLElement[]} */ ([...list.children]);
  let name = "";
  for (const id of lines) {
    const own = items.find((item) => item.dataset.lines?.split(" ").includes(id));
    const source = own ?? items.find((item) => item.dataset.lines === "");
    const said = document.createElement("li");
    if (kind) said.className = kind;
    if (source?.dataset.name && source.dataset.name !== name) {
      name = source.dataset.name;
      const heading = document.createElement("span");
      heading.className = "name";
      heading.textContent = name;
      said.append(heading);
    }
    if (!own) said.append(link(id), ": ");
    for (const node of source?.childNodes ?? []) said.append(node.cloneNode(true));
    told.append(said);
  }
}

/** @param {string} id */
function link(id) {
  const made = document.createElement("a");
  made.className = "at";
  made.href = `#${id}`;
  const line = lineOf(id);
  made.textContent = line ? instructionOf(line) || `line ${numberOf(line)}` : id;
  return made;
}

// ---- How it stands.

function showStanding() {
  const place = drill?.querySelector("[data-streak]");
  if (!place) return;
  const { attempts } = load();
  const { now, best } = streaks(attempts, skill);
  const why = rounds.map((round) => standing(attempts, nameOf(round), Date.now()).why).find(Boolean);
  const number = document.createElement("b");
  number.textContent = String(now);
  place.replaceChildren("streak ", number, ` · best ${best}${why ? ` · back because ${why}` : ""}`);
}

// ---- Start.

if (drill && listing && rounds.length) {
  drill.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest("[data-check]")) answer(false);
    else if (target?.closest("[data-show]")) answer(true);
    else if (target?.closest("[data-none]")) {
      clearLines();
      answer(false);
    } else if (target?.closest("[data-again]") && rounds.length) {
      const round = target.closest(".round");
      if (round instanceof HTMLElement) ask(round);
    } else if (target?.closest("[data-onward]")) {
      const next = rounds[rounds.findIndex((each) => each.contains(target)) + 1];
      if (next) {
        ask(next);
        next.querySelector("h2")?.setAttribute("tabindex", "-1");
        next.querySelector("h2")?.focus({ preventScroll: true });
      }
    }
  });
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
  xray?.addEventListener("keydown", (event) => {
    const line = event.target instanceof HTMLLIElement ? event.target : null;
    if (!line || !asked) return;
    if (event.key === " ") {
      event.preventDefault();
      toggle(line);
    } else if (event.key === "Enter" && picked.size) {
      event.preventDefault();
      answer(false);
    }
  });
  leadToMix();
  onProgress(showStanding);
  showStanding();
  const wanted = rounds.find((round) => `#${round.dataset.round?.split("/").at(-1)}` === location.hash);
  ask(wanted ?? rounds[0]);
  const linked = location.hash ? lineOf(location.hash.slice(1)) : null;
  if (linked) go(linked);
}
