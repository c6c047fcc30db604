// A drill of choices: choose, check, learn from each that was wrong. One question at a time.

import { leadToMix } from "../gym/another.js";
import { load, onProgress, record } from "../gym/progress.js";
import { standing, streaks } from "../gym/schedule.js";

const drill = /** @type {HTMLElement | null} */ (document.getElementById("drill"));
const skill = drill?.dataset.skill ?? "";
const rounds = /** @type {HTMLFormElement[]} */ ([...(drill?.querySelectorAll("form.round") ?? [])]);

/** The round being asked; null once it is answered. @type {HTMLFormElement | null} */
let asked = null;

/**
 * What each round tells once it is answered, taken out of where it stands without this script.
 * @type {Map<HTMLFormElement, HTMLElement>}
 */
const reveals = new Map(rounds.map((round) => [round, unwrap(round)]));

/** @param {HTMLFormElement} round */
function unwrap(round) {
  const reveal = part(round, "reveal");
  part(round, "result").after(reveal);
  part(round, "answer").hidden = true;
  return reveal;
}

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
  return /** @type {HTMLInputElement[]} */ ([...round.querySelectorAll(".choices input")]);
}

/** @param {HTMLElement} round */
function nameOf(round) {
  return { id: round.dataset.round ?? "", hash: round.dataset.hash ?? "" };
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
  part(round, "asking").hidden = false;
  part(round, "after").hidden = true;
  reveals.get(round)?.toggleAttribute("hidden", true);
  part(round, "verdict").replaceChildren();
  part(round, "result").replaceChildren();
  showReady();
  showPlace();
}

/**
 * Asks a round that somebody went on to: the keyboard goes there, too.
 * @param {HTMLFormElement} round
 */
function askNow(round) {
  ask(round);
  round.querySelector("input")?.focus({ preventScroll: true });
  round.scrollIntoView({ block: "nearest" });
}

function showReady() {
  if (!asked) return;
  const check = /** @type {HTMLButtonElement} */ (part(asked, "check"));
  check.disabled = !inputsOf(asked).some((input) => input.checked);
}

/**
 * A bar's op, chosen on the timeline.
 * @param {string} op
 */
function choose(op) {
  const input = asked && inputsOf(asked).find((each) => each.value === op);
  if (!asked || !input) return tellOnly("This op is none of the choices.");
  input.checked = input.type === "radio" || !input.checked;
  showReady();
  const name = input.closest("label")?.textContent?.trim() ?? "";
  tellOnly(`${name} ${input.checked ? "chosen" : "dropped"}.`);
}

/** @param {string} words */
function tellOnly(words) {
  if (!asked) return;
  const verdict = part(asked, "verdict");
  verdict.className = "verdict quiet-word";
  verdict.textContent = words;
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
  record({ ...{ round: nameOf(round).id, hash: nameOf(round).hash }, skill, right, shown, at: Date.now() });
  for (const input of inputs) {
    input.disabled = true;
    const belongs = key.includes(input.value);
    const mark = belongs ? (input.checked ? "right" : "missed") : input.checked ? "wrong" : "";
    if (mark) input.closest("li")?.setAttribute("class", mark);
  }
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
  verdict.textContent = right ? "Right." : shown ? "Shown, so it comes back soon." : `Not quite${single ? "" : count(wrong, missed)}.`;
  const told = document.createElement("ul");
  told.className = "told";
  if (!shown) {
    explain(told, part(round, "wrong"), wrong, "");
    explain(told, part(round, "missing"), missed, "missing");
  }
  part(round, "result").replaceChildren(...(told.childElementCount ? [told] : []));
  reveals.get(round)?.toggleAttribute("hidden", false);
  part(round, "asking").hidden = true;
  part(round, "after").hidden = false;
  /** @type {HTMLElement | null} */ (part(round, "after").querySelector("button:not([hidden]), a"))?.focus({ preventScroll: true });
  verdict.scrollIntoView({ block: "nearest" });
}

/**
 * @param {string[]} wrong
 * @param {string[]} missed
 */
function count(wrong, missed) {
  const parts = [];
  if (wrong.length) parts.push(`${wrong.length} chosen that ${wrong.length > 1 ? "do" : "does"} not belong`);
  if (missed.length) parts.push(`${missed.length} missing`);
  return parts.length ? `: ${parts.join(", ")}` : "";
}

/**
 * What the round says of each choice, under the name of the misreading that leads to it.
 * @param {HTMLElement} told
 * @param {HTMLElement} list
 * @param {string[]} choices
 * @param {string} kind
 */
function explain(told, list, choices, kind) {
  let name = "";
  for (const id of choices) {
    const source = /** @type {HTMLElement | undefined} */ ([...list.children].find((item) => item.getAttribute("data-choice") === id));
    const said = document.createElement("li");
    if (kind) said.className = kind;
    if (source?.dataset.name && source.dataset.name !== name) {
      name = source.dataset.name;
      const heading = document.createElement("span");
      heading.className = "name";
      heading.textContent = name;
      said.append(heading);
    }
    for (const node of source?.childNodes ?? []) said.append(node.cloneNode(true));
    told.append(said);
  }
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

/** Where the round that is asked stands among those of the page. */
function showPlace() {
  const place = drill?.querySelector("[data-place]");
  if (place && asked) place.textContent = `${rounds.indexOf(asked) + 1} of ${rounds.length} here`;
}

/**
 * Says which op is pointed at, to whatever shows ops on this page; "" for none.
 * @param {string} op
 */
function point(op) {
  document.dispatchEvent(new CustomEvent("point", { detail: op }));
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
  for (const kind of ["pointerover", "focusin"]) {
    drill.addEventListener(kind, (event) => {
      const label = event.target instanceof Element ? event.target.closest("label[data-op]") : null;
      if (label instanceof HTMLElement) point(label.dataset.op ?? "");
    });
  }
  drill.addEventListener("pointerleave", () => point(""));
  document.addEventListener("choose", (event) => choose(/** @type {CustomEvent<string>} */ (event).detail));
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
