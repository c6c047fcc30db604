// Finding words in a listing, through all its lines, drawn or not.

import { turn } from "./report-unpack.js";

/** Milliseconds of searching after which the browser gets its turn. */
const TURN = 8;
/** Lines found at most. */
const MOST = 20000;

/** @typedef {import("./report-window.js").Listing} Listing */

/**
 * @param {HTMLElement} bar holds the box, its buttons and the count
 * @param {Listing} listing
 */
export function startFinding(bar, listing) {
  const box = /** @type {HTMLInputElement} */ (bar.querySelector("input"));
  const count = /** @type {HTMLOutputElement} */ (bar.querySelector("output"));
  /** @type {number[]} */
  let found = [];
  let place = -1;
  let asked = 0;

  /** @param {number} to */
  function show(to) {
    if (!found.length) return;
    place = (to + found.length) % found.length;
    listing.go(found[place]);
    count.textContent = `${(place + 1).toLocaleString("en")} of ${found.length.toLocaleString("en")}`;
  }

  async function find() {
    asked += 1;
    const mine = asked;
    const words = box.value.trim();
    found = [];
    place = -1;
    count.textContent = "";
    if (!words) {
      listing.light([]);
      return;
    }
    const all = await search(listing.lines, words, () => mine !== asked);
    if (mine !== asked) return;
    found = all;
    listing.light(found);
    if (!found.length) count.textContent = "not found";
    else show(first(listing, found, words));
  }

  let timer = 0;
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(find, 120);
  });
  bar.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("button") : null;
    if (button) show(place + (button.dataset.step === "back" ? -1 : 1));
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      show(place + (event.shiftKey ? -1 : 1));
    } else if (event.key === "Escape") {
      event.preventDefault();
      listing.box.focus({ preventScroll: true });
    }
  });
  listing.box.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") {
      event.preventDefault();
      box.focus();
      box.select();
    } else if (event.key === "n" || event.key === "N") {
      event.preventDefault();
      show(place + (event.key === "N" ? -1 : 1));
    }
  });
}

/**
 * Lines that hold the words; letter case counts only where the words have capitals.
 * @param {string[]} lines
 * @param {string} words
 * @param {() => boolean} isOver whether something else was asked for meanwhile
 */
async function search(lines, words, isOver) {
  const exact = words !== words.toLowerCase();
  /** @type {number[]} */
  const found = [];
  let since = performance.now();
  for (let at = 0; at < lines.length && found.length < MOST; at += 1) {
    const line = exact ? lines[at] : lines[at].toLowerCase();
    if (line.includes(words)) found.push(at);
    if (at % 256 === 0 && performance.now() - since > TURN) {
      await turn();
      if (isOver()) return [];
      since = performance.now();
    }
  }
  return found;
}

/**
 * Which of the lines to show first: the one that defines what is asked for, else the next one down.
 * @param {Listing} listing
 * @param {number[]} found
 * @param {string} words
 */
function first(listing, found, words) {
  const name = words.replace(/^%/, "").toLowerCase();
  const defining = found.findIndex((at) => {
    const line = listing.lines[at].trimStart().replace(/^ROOT /, "").replace(/^(ENTRY )?%?/, "").toLowerCase();
    return line.startsWith(name) && /^( =| \()/.test(line.slice(name.length, name.length + 2));
  });
  if (defining >= 0) return defining;
  const next = found.findIndex((at) => at >= listing.here);
  return next < 0 ? 0 : next;
}
