// A drill: choose, check, learn from each that was wrong. One question at a time.
//
// Choices are inputs called "choice" in the round's form. Where a page has lines picked instead, its own
// script puts such an input there for each; "asked" and "answered", sent from the form, tell it when.

import { leadToMix } from "../gym/another.js";
import { load, onProgress, record } from "../gym/progress.js";
import { standing, streaks } from "../gym/schedule.js";

const drill = /** @type {HTMLElement | null} */ (document.getElementById("drill"));
const skill = drill?.dataset.skill ?? "";
const rounds = /** @type {HTMLFormElement[]} */ ([...(drill?.querySelectorAll("form.round") ?? [])]);

/** The round being asked; null once it is answered. @type {HTMLFormElement | null} */
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
function inputsOf(round) {
  return /** @type {HTMLInputElement[]} */ ([...round.querySelectorAll('[name="choice"]')]);
}

/** @param {HTMLElement} round */
function nameOf({ dataset: { round = "", hash = "" } }) {
  return { id: round, hash };
}

// ---- Asking.

/** @param {HTMLFormElement} round */
function ask(round) {
  asked = round;
  for (const each of rounds) each.hidden = each !== round;
  for (const input of inputsOf(round)) {
    input.checked = false;
    input.disabled = false;
    input.closest("li")?.removeAttribute("class");
  }
  showAsking(round, true);
  part(round, "reveal").hidden = true;
  part(round, "verdict").replaceChildren();
  part(round, "result").replaceChildren();
  round.dispatchEvent(new CustomEvent("asked", { bubbles: true }));
  showReady();
  showPlace();
}

/**
 * What belongs to asking, or what follows the answer.
 * @param {HTMLFormElement} round
 * @param {boolean} asking
 */
function showAsking(round, asking) {
  for (const each of /** @type {NodeListOf<HTMLElement>} */ (round.querySelectorAll("[data-asking]"))) each.hidden = !asking;
  part(round, "after").hidden = asking;
}

/**
 * Asks a round that somebody went on to: the keyboard goes there, too.
 * @param {HTMLFormElement} round
 */
function askNow(round) {
  ask(round);
  const first = round.querySelector("input") ?? round.querySelector("h2");
  if (first instanceof HTMLHeadingElement) first.tabIndex = -1;
  first?.focus({ preventScroll: true });
  round.scrollIntoView({ block: "nearest" });
}

function showReady() {
  if (!asked) return;
  const check = /** @type {HTMLButtonElement} */ (part(asked, "check"));
  check.disabled = !inputsOf(asked).some((input) => input.checked);
}

// ---- Answering.

/** @param {boolean} shown whether the answer was asked for */
function answer(shown) {
  const round = asked;
  if (!round) return;
  asked = null;
  const key = round.dataset.key?.split(" ").filter(Boolean) ?? [];
  const inputs = inputsOf(round);
  const chosen = inputs.filter((input) => input.checked).map((input) => input.value);
  const wrong = chosen.filter((id) => !key.includes(id));
  const missed = key.filter((id) => !chosen.includes(id));
  const right = !shown && wrong.length === 0 && missed.length === 0;
  const { id, hash } = nameOf(round);
  record({ round: id, hash, skill, right, shown, at: Date.now() });
  for (const input of inputs) {
    input.disabled = true;
    const belongs = key.includes(input.value);
    const mark = belongs ? (input.checked ? "right" : "missed") : input.checked ? "wrong" : "";
    if (mark) input.closest("li")?.setAttribute("class", mark);
  }
  round.dispatchEvent(new CustomEvent("answered", { bubbles: true, detail: { chosen, key } }));
  const single = inputs[0]?.type === "radio";
  tell(round, { right, shown, wrong, missed: single && wrong.length ? [] : missed }, single);
}

/**
 * @param {HTMLFormElement} round
 * @param {{right: boolean, shown: boolean, wrong: string[], missed: string[]}} outcome
 * @param {boolean} single whether exactly one was to be chosen
 */
function tell(round, { right, shown, wrong, missed }, single) {
  const verdict = part(round, "verdict");
  verdict.className = `verdict ${right ? "yes" : "no-quite"}`;
  verdict.textContent = right ? "Right." : shown ? "Shown, so it comes back soon." : `Not quite${single ? "" : count(round, wrong, missed)}.`;
  const told = document.createElement("ul");
  told.className = "told";
  if (!shown) {
    explain(told, round, wrong, "wrong");
    explain(told, round, missed, "missing");
  }
  part(round, "result").replaceChildren(...(told.childElementCount ? [told] : []));
  part(round, "reveal").hidden = false;
  showAsking(round, false);
  /** @type {HTMLElement | null} */ (part(round, "after").querySelector("button:not([hidden]), a"))?.focus({ preventScroll: true });
  verdict.scrollIntoView({ block: "nearest" });
}

/**
 * @param {HTMLFormElement} round
 * @param {string[]} wrong
 * @param {string[]} missed
 */
function count(round, wrong, missed) {
  const done = part(round, "picks") ? "picked" : "chosen";
  const parts = [];
  if (wrong.length) parts.push(`${wrong.length} ${done} that ${wrong.length > 1 ? "do" : "does"} not belong`);
  if (missed.length) parts.push(`${missed.length} missing`);
  return parts.length ? `: ${parts.join(", ")}` : "";
}

/**
 * What the round says of each choice, under the name of the misreading that leads to it: the
 * choice's own explanation, else the one for all the rest.
 * @param {HTMLElement} told
 * @param {HTMLFormElement} round
 * @param {string[]} choices
 * @param {"wrong" | "missing"} kind
 */
function explain(told, round, choices, kind) {
  const items = /** @type {HTMLElement[]} */ ([...part(round, kind).children]);
  let name = "";
  for (const id of choices) {
    const own = items.find((item) => item.dataset.choice?.split(" ").includes(id));
    const source = own ?? items.find((item) => item.dataset.choice === "");
    const said = made("li", kind);
    if (source?.dataset.name && source.dataset.name !== name) {
      name = source.dataset.name;
      said.append(made("span", "name", name));
    }
    if (!own) said.append(link(round, id), ": ");
    for (const node of source?.childNodes ?? []) said.append(node.cloneNode(true));
    told.append(said);
  }
}

/**
 * A choice by its name, leading to where it stands.
 * @param {HTMLFormElement} round
 * @param {string} id
 */
function link(round, id) {
  const choice = inputsOf(round).find((input) => input.value === id);
  const link = made("a", "at", choice?.closest("li")?.textContent ?? id);
  link.href = `#${id}`;
  return link;
}

/**
 * @template {"a" | "b" | "li" | "span"} Name
 * @param {Name} name
 * @param {string} className
 * @param {string} [text]
 */
function made(name, className, text = "") {
  return Object.assign(document.createElement(name), { className, textContent: text });
}

// ---- How it stands.

function showStanding() {
  const place = drill?.querySelector("[data-streak]");
  if (!place) return;
  const { attempts } = load();
  const { now, best } = streaks(attempts, skill);
  const why = rounds.map((round) => standing(attempts, nameOf(round), Date.now()).why).find(Boolean);
  place.replaceChildren("streak ", made("b", "", String(now)), ` · best ${best}${why ? ` · back because ${why}` : ""}`);
}

/** Where the round that is asked stands among those of the page. */
function showPlace() {
  const place = drill?.querySelector("[data-place]");
  if (place && asked) place.textContent = `${rounds.indexOf(asked) + 1} of ${rounds.length} here`;
}

// ---- Start.

if (drill && rounds.length) {
  drill.addEventListener("submit", (event) => {
    event.preventDefault();
    answer(false);
  });
  drill.addEventListener("change", showReady);
  drill.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const round = target?.closest("form.round");
    if (!(round instanceof HTMLFormElement)) return;
    if (target?.closest("[data-show]")) answer(true);
    else if (target?.closest("[data-none]")) {
      for (const input of inputsOf(round)) input.checked = false;
      answer(false);
    } else if (target?.closest("[data-again]")) askNow(round);
    else if (target?.closest("[data-onward]")) {
      const next = rounds[rounds.indexOf(round) + 1];
      if (next) askNow(next);
    }
  });
  for (const round of rounds) {
    // What a round tells stands in its answer without this script, and after it else.
    part(round, "result").after(part(round, "reveal"));
    part(round, "answer").hidden = true;
  }
  leadToMix();
  onProgress(showStanding);
  showStanding();
  const follow = () => rounds.find((round) => `#${round.id}` === location.hash);
  ask(follow() ?? rounds[0]);
  window.addEventListener("hashchange", () => {
    const round = follow();
    if (round) ask(round);
  });
}
