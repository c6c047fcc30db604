// Marks beside a listing's scroll bar: where in a long text the lit and picked lines are.

import { lineOf, listingOf, PANES, placeOf } from "./panes.js";

/**
 * @param {Iterable<string>} lit ids of counterparts
 * @param {string} here id of the line itself
 * @param {Iterable<string>} picked
 */
export function drawMarks(lit, here, picked) {
  /** @type {Map<string, DocumentFragment>} */
  const drawn = new Map(PANES.map((pane) => [pane, document.createDocumentFragment()]));
  for (const id of lit) add(drawn, id, "");
  for (const id of picked) add(drawn, id, "picked-mark");
  if (here) add(drawn, here, "here-mark");
  for (const [pane, marks] of drawn) {
    document.querySelector(`[data-pane="${pane}"] .marks`)?.replaceChildren(marks);
  }
}

/**
 * @param {Map<string, DocumentFragment>} drawn
 * @param {string} id
 * @param {string} kind
 */
function add(drawn, id, kind) {
  const line = lineOf(id);
  const pane = id.slice(0, id.indexOf("-"));
  const listing = listingOf(pane);
  // Where all of a text is in view, nothing needs finding.
  if (!line || !listing || listing.scrollHeight <= listing.clientHeight + 4) return;
  const mark = document.createElement("i");
  if (kind) mark.className = kind;
  mark.dataset.line = id;
  mark.style.top = `${(placeOf(line, listing) * 100).toFixed(2)}%`;
  drawn.get(pane)?.append(mark);
}
