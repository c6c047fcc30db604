// Marks beside a listing's scroll bar: where in a long text the lit and picked lines are.

import { listingOf, PANES, paneOf, placeOf } from "./panes.js";

/** Lines picked as an answer. @type {Set<HTMLElement>} */
export const picked = new Set();

/** Marks closer than this share of the bar are one. */
const GRAIN = 1 / 250;

/**
 * @param {HTMLElement[]} lit counterparts
 * @param {HTMLElement | null} here the line itself
 */
export function drawMarks(lit, here) {
  for (const pane of PANES) {
    const listing = listingOf(pane);
    const bar = document.querySelector(`[data-pane="${pane}"] .marks`);
    if (!listing || !bar) continue;
    // Where all of a text is in view, nothing needs finding.
    const long = listing.scrollHeight > listing.clientHeight + 4;
    /** @type {Map<string, HTMLElement>} */
    const marks = new Map();
    /** @type {[Iterable<HTMLElement>, string][]} */
    const kinds = [[lit, ""], [picked, "picked-mark"], [here ? [here] : [], "here-mark"]];
    for (const [lines, kind] of long ? kinds : []) {
      for (const line of lines) {
        if (paneOf(line) !== pane) continue;
        const place = placeOf(line, listing);
        const name = `${kind} ${Math.round(place / GRAIN)}`;
        if (!marks.has(name)) marks.set(name, mark(line, kind, place));
      }
    }
    bar.replaceChildren(...marks.values());
  }
}

/**
 * @param {HTMLElement} line
 * @param {string} kind
 * @param {number} place
 */
function mark(line, kind, place) {
  const made = document.createElement("i");
  if (kind) made.className = kind;
  made.dataset.line = line.id;
  made.style.top = `${(place * 100).toFixed(2)}%`;
  return made;
}
