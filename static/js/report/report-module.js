// The texts of one module: each in its window, tied by what belongs together.

import { startFinding } from "./report-find.js";
import { seen } from "./report-tokens.js";
import { unpackLines, unpackText } from "./report-unpack.js";
import { Listing } from "./report-window.js";

/** Characters of a line that are shown whole. */
const WHOLE = 20000;

/**
 * Makes the listings of a module's texts, and ties them.
 * @param {HTMLElement} section
 * @returns {Promise<Map<string, Listing>>} by the id of the pane
 */
export async function startModule(section) {
  /** @type {Map<string, Listing>} */
  const listings = new Map();
  for (const box of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll(".listing[data-pane]"))) {
    const id = box.dataset.pane ?? "";
    const [lines, marks] = await Promise.all([unpackLines(`${id}-text`), unpackText(`${id}-marks`)]);
    const listing = new Listing(box, lines, JSON.parse(marks));
    listings.set(id, listing);
    const bar = /** @type {HTMLElement | null} */ (section.querySelector(`[data-find="${id}"]`));
    if (bar) startFinding(bar, listing);
    section.querySelector(`[data-copies="${id}"]`)?.addEventListener("click", (event) => copy(event, lines));
  }
  const foot = /** @type {HTMLElement | null} */ (section.querySelector("[data-foot]"));
  for (const listing of listings.values()) {
    listing.onMove = (at) => {
      const others = tie(listing, at, listings);
      if (foot) say(foot, listing, at, others);
      remember(`${listing.id}-${at + 1}`);
    };
    listing.box.addEventListener("keydown", (event) => across(event, listing, listings));
  }
  return listings;
}

/**
 * The whole text to the clipboard, those lines too that aren't drawn.
 * @param {Event} event
 * @param {string[]} lines
 */
async function copy(event, lines) {
  const button = /** @type {HTMLElement} */ (event.currentTarget);
  try {
    await navigator.clipboard.writeText(lines.join("\n"));
    button.textContent = "copied";
  } catch {
    button.textContent = "not allowed";
  }
}

/** @param {Listing} listing */
function paneOf(listing) {
  return listing.id.slice(listing.id.indexOf("-") + 1);
}

/**
 * Lights what belongs to a line in the other texts; each text's first such line comes into view.
 * @param {Listing} from
 * @param {number} at
 * @param {Map<string, Listing>} listings
 * @returns {Map<Listing, number[]>}
 */
function tie(from, at, listings) {
  const hub = paneOf(from) === "mlir" ? [at + 1] : from.links(at);
  const wanted = new Set(hub);
  /** @type {Map<Listing, number[]>} */
  const others = new Map();
  for (const listing of listings.values()) {
    if (listing === from) continue;
    const lines = paneOf(listing) === "mlir" ? hub.map((line) => line - 1) : wanted.size ? listing.leadingTo(wanted) : [];
    listing.light(lines);
    if (lines.length) {
      listing.reveal(lines[0], "nearest");
      others.set(listing, lines);
    }
  }
  return others;
}

/**
 * Says of a line what it is, where it comes from, and what belongs to it.
 * @param {HTMLElement} foot
 * @param {Listing} listing
 * @param {number} at
 * @param {Map<Listing, number[]>} others
 */
function say(foot, listing, at, others) {
  const line = listing.lines[at];
  const place = document.createElement("b");
  place.textContent = `${listing.box.dataset.title} ${(at + 1).toLocaleString("en")} `;
  const name = /^\s*(?:ROOT )?(%?[^\s=(){}]+) = /.exec(line)?.[1] ?? "";
  const note = listing.note(at);
  const words = document.createElement("p");
  words.append(place, ...(name && note ? withCode(`\`${name}\`: `) : []), ...withCode(note));
  for (const [other, lines] of others) words.append(" ", jump(other, lines));
  const whole = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = `the whole line, ${line.length.toLocaleString("en")} characters`;
  whole.open = foot.querySelector("details")?.open ?? false;
  const text = document.createElement("pre");
  text.tabIndex = 0;
  const cut = line.length - WHOLE;
  text.append(...seen(line.trim().slice(0, WHOLE)), cut > 0 ? ` … and ${cut.toLocaleString("en")} characters more` : "");
  whole.append(summary, text);
  foot.replaceChildren(words, whole);
}

/** @param {Listing} listing @param {number[]} lines */
function jump(listing, lines) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link";
  const more = lines.length > 1 ? ` and ${(lines.length - 1).toLocaleString("en")} more` : "";
  button.textContent = `${listing.box.dataset.title} ${(lines[0] + 1).toLocaleString("en")}${more}`;
  button.addEventListener("click", () => listing.go(lines[0], { focus: true }));
  return button;
}

/**
 * Left and right: to what belongs to the line in the text beside it.
 * @param {KeyboardEvent} event
 * @param {Listing} listing
 * @param {Map<string, Listing>} listings
 */
function across(event, listing, listings) {
  const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  const order = [...listings.values()];
  const other = order[order.indexOf(listing) + step];
  if (!other) return; // Nothing beside it: the text itself scrolls sideways.
  event.preventDefault();
  const [first] = other.lit;
  other.go(first ?? other.here, { focus: true });
}

/** @param {string} line */
function remember(line) {
  try {
    history.replaceState(null, "", `#${line}`);
  } catch {
    // Some browsers don't let a file from disk do so; the page works without.
  }
}

/**
 * Words with names between backticks, as nodes.
 * @param {string} words
 * @returns {Node[]}
 */
function withCode(words) {
  return words.split("`").flatMap((part, index) => {
    if (index % 2 === 0) return seen(part);
    const code = document.createElement("code");
    code.append(...seen(part));
    return [code];
  });
}
